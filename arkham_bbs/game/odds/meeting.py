"""Odds of facing monsters: fighting, sneaking, spells and blows.

Room: game. Imports the standard library, decisions, views and neighbours here.
Source: RULES.md MEET-1, SNEAK-4 to SNEAK-11, COMBAT-1 to COMBAT-21, SPELL-MISTS, SPELL-WARD-1,
SPELL-BIND, GATTACK-2, GATTACK-3, ITEM-PICCOLO-1.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from arkham_bbs.game.board import is_building
from arkham_bbs.game.content import CONTENT
from arkham_bbs.game.decisions import Decision
from arkham_bbs.game.odds import nerve
from arkham_bbs.game.odds.arms import Foe, gate_foe, monster_foe
from arkham_bbs.game.odds.fighting import Bout, blow_of, damage_odds, damage_spread
from arkham_bbs.game.odds.outcomes import (
    ONE,
    Odds,
    OptionOdds,
    either,
    mixed,
    packed,
    spread_of,
)
from arkham_bbs.game.odds.rolls import rolls_of
from arkham_bbs.game.views import InvestigatorView, MonsterView, View

MISTS = "mists_of_rlyeh"
WARD = "flesh_ward"
BIND = "bind_monster"
FIND_GATE = "find_gate"
PICCOLO = "piccolo_of_leng"


def monsters_here(view: View, place: str) -> list[MonsterView]:
    """Return the counters at a place that can be met; Hounds only indoors (HOUND-8)."""
    return [
        monster
        for monster in view.monsters
        if monster.place == place
        and ("tindalos" not in (monster.special or ()) or is_building(place))
    ]


def unknown(key: str) -> OptionOdds:
    """Return the answer about what lies face down."""
    return OptionOdds(key, note="unknown")


def with_clues(sheet: InvestigatorView, view: View) -> int:
    """Return the clue tokens that could be spent on a roll (P05-5)."""
    return sheet.clues if "pool_checks" in view.options else 0


# ---- fighting ----------------------------------------------------------------------------------


def fight(view: View, sheet: InvestigatorView, decision: Decision, key: str) -> OptionOdds:
    """Fight: known at once when there is one monster, otherwise chosen by target."""
    here = monsters_here(view, sheet.place)
    if len(here) != 1:
        return OptionOdds(key)
    return target(view, sheet, decision, key, here[0])


def target(
    view: View,
    sheet: InvestigatorView,
    decision: Decision,
    key: str,
    monster: MonsterView | None = None,
) -> OptionOdds:
    """Fight one round: the check if one is due, then the best weapons at hand, no spell."""
    if monster is None:
        name = key.partition(":")[2]
        monster = next(m for m in view.monsters if m.id == name)
    foe = monster_foe(monster, decision.facts.get("extra", {}))
    if foe is None or monster.sanity is None:
        return unknown(key)
    rolls = rolls_of(view, sheet)
    due: list[MonsterView] = []
    if monster.id not in decision.facts.get("opened", ()):
        due = nerve.due_in_fight(sheet, monster, decision.facts.get("species", ()))
    left = nerve.after_checks(rolls, due, sheet.sanity)
    bout = Bout(view, sheet, foe, blow=blow_of(view, sheet, monster))
    return _after_nerve(view, sheet, key, left, bout, bout.best_set())


def gate(view: View, sheet: InvestigatorView, decision: Decision, key: str) -> OptionOdds:
    """Attack the gate: the guardians' checks, then the best weapons at hand, no spell."""
    world = next((g.world for g in view.gates if g.place == sheet.place), None)
    guardians = monsters_here(view, sheet.place)
    due = nerve.due_at_gate(sheet, guardians)
    if world is None or not nerve.known(due):
        return unknown(key)
    left = nerve.after_checks(rolls_of(view, sheet), due, sheet.sanity)
    bout = Bout(view, sheet, gate_foe(world))
    return _after_nerve(view, sheet, key, left, bout, bout.best_set())


def _after_nerve(
    view: View,
    sheet: InvestigatorView,
    key: str,
    left: dict[int, Fraction],
    bout: Bout,
    pieces: tuple[str, ...],
) -> OptionOdds:
    """Put checks and attack together."""
    stands = ONE - nerve.mad(left)
    success = bout.success(pieces)
    clues = with_clues(sheet, view)
    odds = mixed([(stands, bout.outcomes(success)), (ONE, {"mad": nerve.mad(left)})])
    lucky: Odds = {}
    if clues:
        more = bout.success(pieces, clues=clues)
        lucky = mixed([(stands, bout.outcomes(more)), (ONE, {"mad": nerve.mad(left)})])
    lost = nerve.lost_by(left, sheet.sanity)
    return OptionOdds(
        key,
        outcomes=packed(odds),
        steps=(("attack", success),),
        clues=packed(lucky),
        losses=(("sanity", spread_of(lost)),) if set(lost) != {0} else (),
        note="with:" + ("+".join(pieces) or "none"),
    )


def bout_of(view: View, sheet: InvestigatorView, decision: Decision) -> Bout | None:
    """Return the attack that a decision is about; None while its target is hidden."""
    facts = decision.facts
    name = facts.get("target")
    gathered = sum(points for _, points in facts.get("parts", ()))
    foe: Foe | None
    for monster in view.monsters:
        if monster.id == name:
            foe = monster_foe(monster, facts.get("extra", {}))
            if foe is None:
                return None
            blow = None if facts.get("sheltered") else blow_of(view, sheet, monster)
            return Bout(view, sheet, foe, gathered, blow)
    world = next((g.world for g in view.gates if g.place == name), None)
    return Bout(view, sheet, gate_foe(world), gathered) if world else None


def attack_spells(view: View, sheet: InvestigatorView, decision: Decision, key: str) -> OptionOdds:
    """Cast or use something before the weapons are named, then strike with the best."""
    bout = bout_of(view, sheet, decision)
    if bout is None:
        return unknown(key)
    verb, _, rest = key.partition(":")
    bare = bout.best_set()
    plain = bout.success(bare)
    clues = with_clues(sheet, view)
    if key == "none":
        lucky = bout.outcomes(bout.success(bare, clues=clues)) if clues else {}
        return OptionOdds(
            key,
            packed(bout.outcomes(plain)),
            steps=(("attack", plain),),
            clues=packed(lucky),
            note="with:" + ("+".join(bare) or "none"),
        )
    if verb == "use" and rest == PICCOLO:
        sheltered = Bout(view, sheet, bout.foe, bout.gathered)
        half = Fraction(1, 2)
        odds = mixed([(half, sheltered.outcomes(plain)), (half, bout.outcomes(plain))])
        return OptionOdds(key, packed(odds), steps=(("heads", half),))
    if verb != "cast":
        return OptionOdds(key)
    casts = rolls_of(view, sheet).test("knowledge")
    if rest in (BIND, FIND_GATE):
        return works_or_not(view, sheet, key)
    more = CONTENT.spells[rest].attack
    better = bout.success(bout.best_set(more), more=more)
    odds = mixed([(casts, bout.outcomes(better)), (ONE - casts, bout.outcomes(plain))])
    return OptionOdds(
        key, packed(odds), steps=(("cast", casts), ("attack", better), ("otherwise", plain))
    )


def attack_items(view: View, sheet: InvestigatorView, decision: Decision, key: str) -> OptionOdds:
    """Strike with one set of weapons and items, the Spectacles put to the best use."""
    bout = bout_of(view, sheet, decision)
    if bout is None:
        return unknown(key)
    pieces = [] if key == "none" else key.split("+")
    return _struck(view, sheet, key, bout, pieces, "best")


def spectacles(view: View, sheet: InvestigatorView, decision: Decision, key: str) -> OptionOdds:
    """Strike with the chosen weapon seen as magical."""
    bout = bout_of(view, sheet, decision)
    if bout is None:
        return unknown(key)
    magical = None if key == "none" else key.partition(":")[2]
    return _struck(view, sheet, key, bout, list(decision.facts.get("pieces", ())), magical)


def _struck(
    view: View,
    sheet: InvestigatorView,
    key: str,
    bout: Bout,
    pieces: Sequence[str],
    magical: str | None,
) -> OptionOdds:
    success = bout.success(pieces, magical=magical)
    clues = with_clues(sheet, view)
    lucky = bout.outcomes(bout.success(pieces, magical=magical, clues=clues)) if clues else {}
    return OptionOdds(
        key,
        packed(bout.outcomes(success)),
        steps=(("attack", success),),
        clues=packed(lucky),
    )


def hit(view: View, sheet: InvestigatorView, decision: Decision, key: str) -> OptionOdds:
    """Take a blow, or try to ward it off; a ward that fails leaves it to be taken."""
    name = decision.facts.get("monster")
    monster = next((m for m in view.monsters if m.id == name), None)
    if monster is None:
        return unknown(key)
    blow: Odds = dict(blow_of(view, sheet, monster).odds)
    losses: tuple[tuple[str, tuple[tuple[int, Fraction], ...]], ...] = ()
    if "hit" in blow or "fall" in blow:
        losses = (("strength", spread_of(damage_spread(sheet.strength))),)
    if key == "take":
        return OptionOdds(key, packed(blow), losses=losses)
    if key != WARD:
        return OptionOdds(key)
    casts = rolls_of(view, sheet).test("knowledge")
    odds = mixed([(casts, {"sheltered": ONE}), (ONE - casts, blow)])
    return OptionOdds(key, packed(odds), steps=(("cast", casts),), clues=_cast_clues(view, sheet))


# ---- sneaking ----------------------------------------------------------------------------------


def sneak(
    view: View, sheet: InvestigatorView, decision: Decision, key: str, *, spell: bool = False
) -> OptionOdds:
    """Sneak, as far as an aim is known; ``spell`` casts Mists first."""
    rolls = rolls_of(view, sheet)
    here = monsters_here(view, sheet.place)
    if not nerve.known(here):
        return unknown(key)
    aim = key if decision.kind == "aim" else str(decision.facts.get("aim", ""))
    to_gate = aim == "gate"
    steps: list[tuple[str, Fraction]] = []

    def passing(clues: int) -> Fraction:
        if sheet.mists:
            return ONE
        chance = rolls.test("sneak", clues)
        if spell:
            casts = rolls.test("knowledge")
            return casts + (ONE - casts) * chance
        return chance

    if spell:
        steps.append(("cast", rolls.test("knowledge")))
    if to_gate:
        due = nerve.due_at_gate(sheet, here)
    else:
        due = nerve.due_in_passing(sheet, here, decision.facts.get("species", ()))
    left = nerve.after_checks(rolls, due, sheet.sanity)
    caught = damage_odds(sheet.strength) if to_gate else {"caught": ONE}

    def ending(passed: Fraction) -> Odds:
        stands = ONE - nerve.mad(left)
        return mixed(
            [
                (passed, {"away": stands, "mad": nerve.mad(left)}),
                (ONE - passed, caught),
            ]
        )

    clues = 0 if sheet.mists else with_clues(sheet, view)
    lost = nerve.lost_by(left, sheet.sanity)
    return OptionOdds(
        key,
        packed(ending(passing(0))),
        steps=(*steps, ("sneak", passing(0))),
        clues=packed(ending(passing(clues))) if clues else (),
        losses=(("sanity", spread_of(lost)),) if set(lost) != {0} else (),
    )


def meet(view: View, sheet: InvestigatorView, decision: Decision, key: str) -> OptionOdds:
    """Fight, sneak, or cast Mists first."""
    if key == "fight":
        return fight(view, sheet, decision, key)
    if key == "sneak":
        return sneak(view, sheet, decision, key)
    return works_or_not(view, sheet, key)


def aim(view: View, sheet: InvestigatorView, decision: Decision, key: str) -> OptionOdds:
    """Sneak to a named aim, or cast Mists while choosing."""
    if key.startswith("cast:"):
        return works_or_not(view, sheet, key)
    return sneak(view, sheet, decision, key)


def sneak_spell(view: View, sheet: InvestigatorView, decision: Decision, key: str) -> OptionOdds:
    """Roll, or cast Mists and roll if it fails."""
    return sneak(view, sheet, decision, key, spell=key != "roll")


def works_or_not(view: View, sheet: InvestigatorView, key: str) -> OptionOdds:
    """Cast something that either works or does not (SPELL-5)."""
    casts = rolls_of(view, sheet).test("knowledge")
    return OptionOdds(
        key,
        packed(either("works", casts, "fails")),
        steps=(("cast", casts),),
        clues=_cast_clues(view, sheet),
    )


def _cast_clues(view: View, sheet: InvestigatorView) -> tuple[tuple[str, Fraction], ...]:
    clues = with_clues(sheet, view)
    if not clues:
        return ()
    return packed(either("works", rolls_of(view, sheet).test("knowledge", clues), "fails"))


# ---- whole plans -------------------------------------------------------------------------------


def plans(view: View, sheet: InvestigatorView, decision: Decision) -> list[OptionOdds]:
    """Return every way to make the attack at hand: each choice of spells, with the best weapons.

    Keys name the spells in the order cast, joined by ``+``, ``none`` for no spell; a spell whose
    cost cannot be borne after those before it is left out of the plan. Empty when the target is
    hidden or no spell is on offer.
    """
    bout = bout_of(view, sheet, decision)
    spells = [
        option.key.partition(":")[2]
        for option in decision.options
        if option.key.startswith("cast:") and CONTENT.spells[option.key.partition(":")[2]].attack
    ]
    if bout is None or not spells:
        return []
    casts = rolls_of(view, sheet).test("knowledge")
    found = []
    for mask in range(1 << len(spells)):
        chosen = [name for place, name in enumerate(spells) if mask >> place & 1]
        odds = _plan(bout, chosen, sheet.sanity, 0, casts)
        found.append(OptionOdds("+".join(chosen) or "none", packed(odds), steps=(("cast", casts),)))
    return found


def _plan(bout: Bout, spells: Sequence[str], sanity: int, more: int, casts: Fraction) -> Odds:
    """Follow the spells one by one, each working or not, to the attack (SPELL-1, SPELL-6)."""
    if not spells:
        return bout.outcomes(bout.success(bout.best_set(more), more=more))
    card = CONTENT.spells[spells[0]]
    rest = spells[1:]
    if sanity <= card.sanity_cost:
        return _plan(bout, rest, sanity, more, casts)
    worked = _plan(bout, rest, sanity - card.sanity_cost, more + card.attack, casts)
    failed = _plan(bout, rest, sanity, more, casts)
    return mixed([(casts, worked), (ONE - casts, failed)])
