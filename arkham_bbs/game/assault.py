"""One attack from the first spell to the die, on a monster or on a gate.

Room: game. Imports events and neighbours here.
Source: RULES.md COMBAT-3, COMBAT-20, OPEN-28, OPEN-29, GATTACK-3, SPELL-9, SPELL-BIND,
ITEM-PICCOLO-1, ITEM-BANISH-3, SPELL-FIND-2.
"""

from __future__ import annotations

from msgspec import Struct, field

from arkham_bbs.game import armoury, board, silver_key, uses
from arkham_bbs.game.bind import cast_bind
from arkham_bbs.game.cards import drop
from arkham_bbs.game.events import CardUsed, CoinFlipped, ExtraStrengthRolled
from arkham_bbs.game.monsters import strength_of
from arkham_bbs.game.play import Play, Rule, plain
from arkham_bbs.game.policies.attack import Attack
from arkham_bbs.game.sanity import Encounter
from arkham_bbs.game.spells import BIND, FIND_GATE, attack_spells, cast, castable
from arkham_bbs.game.state import Investigator, Monster
from arkham_bbs.game.worlds import find_gate

PICCOLO = "piccolo_of_leng"


class Assault(Struct):
    """What an attack has gathered. ``bound`` are the bound monsters used as weapons."""

    parts: list[tuple[str, int]] = field(default_factory=list)
    bound: list[str] = field(default_factory=list)
    sheltered: bool = False
    bullet: bool = False

    def facts(self, target: str, encounter: Encounter) -> dict[str, object]:
        """Return what is known of this attack so far, for a decision's facts."""
        return {
            "target": target,
            "parts": tuple(self.parts),
            "sheltered": self.sheltered,
            "extra": dict(encounter.extra),
        }


def _first_keys(
    play: Play, who: Investigator, target: Monster | None, opening: bool, cast_begun: bool
) -> list[str]:
    """Return what may be done before weapons are named; the Piccolo goes before all spells."""
    keys = ["none"]
    if target is not None and not cast_begun and uses.fresh(who, PICCOLO):
        keys.append(f"use:{PICCOLO}")
    keys += [f"cast:{spell}" for spell in attack_spells(play, who)]
    if target is not None:
        if castable(play, who, BIND) and play.content.monsters[target.id].cls != "power":
            keys.append(f"cast:{BIND}")
        if opening and board.is_box(who.place) and castable(play, who, FIND_GATE):
            keys.append(f"cast:{FIND_GATE}")
        keys += uses.banishing_keys(play, who)
        keys += silver_key.passage_keys(play, who)
    return keys


def prepare(
    play: Play,
    who: Investigator,
    target: Monster | None,
    encounter: Encounter,
    opening: bool = False,
) -> Rule[Assault | None]:
    """Let the attacker use and cast what comes before the weapons (COMBAT-20).

    Returns: what was gathered; None when the target is dealt with or gone already.

    Raises:
        CarriedOff: the attacker left by Find Gate or Silver Key, or fell.
    """
    assault = Assault()
    cast_begun = False
    while True:
        answer = yield from play.ask(
            "attack_spells",
            who,
            lambda: plain(
                _first_keys(play, who, target, opening, cast_begun),  # noqa: B023
                "COMBAT-20",
            ),
            rule="COMBAT-20",
            default="none",
            facts=assault.facts(target.id if target else who.place, encounter),
        )
        if answer == "none":
            return assault
        verb, _, rest = answer.partition(":")
        cast_begun = cast_begun or verb == "cast"
        if verb == "cast" and rest == BIND:
            assert target is not None
            if (yield from cast_bind(play, who, target)):
                return None
        elif verb == "cast" and rest == FIND_GATE:
            yield from find_gate(play, who, in_combat=True)
        elif verb == "cast":
            if (yield from cast(play, who, rest, target.id if target else who.place)):
                assault.parts.append((rest, play.content.spells[rest].attack))
        elif answer == f"use:{PICCOLO}":
            assault.sheltered = play_piccolo(play, who)
        elif verb == "key":
            yield from silver_key.pass_through(play, who, rest, encounter)
        else:
            yield from uses.use(play, who, answer, encounter)
            if target is not None and target not in play.state.monsters:
                return None


def play_piccolo(play: Play, who: Investigator) -> bool:
    """Flip the Piccolo's coin; heads lets one attack go unanswered (ITEM-PICCOLO-1)."""
    uses.mark_used(play, who, PICCOLO)
    heads = play.dice.coin()
    play.emit(CardUsed(who=who.id, card=PICCOLO, rule="ITEM-PICCOLO-1"))
    play.emit(
        CoinFlipped(
            purpose=PICCOLO,
            face="heads" if heads else "tails",
            who=who.id,
            rule="ITEM-PICCOLO-1",
        )
    )
    return heads


def arm(
    play: Play,
    who: Investigator,
    target: Monster | None,
    encounter: Encounter,
    assault: Assault,
) -> Rule[None]:
    """Name weapons and items; one-use ones are spent, hit or miss (COMBAT-5, COMBAT-20)."""
    answer = yield from play.ask(
        "attack_items",
        who,
        lambda: armoury.attack_choices(play, who, target),
        rule="COMBAT-5",
        facts=assault.facts(target.id if target else who.place, encounter),
        form="set",
        parts=lambda: _pieces(play, who, target),
    )
    pieces = [] if answer == "none" else answer.split("+")
    magical: str | None = None
    if armoury.physical_worth(play, target) != "full":
        weapons = armoury.spectacle_weapons(play, who, pieces)
        if weapons:
            chosen = yield from play.ask_plain(
                "spectacles_on",
                who,
                [*(f"weapon:{name}" for name in weapons), "none"],
                rule="ITEM-SPECTACLES-1",
                default=f"weapon:{weapons[0]}",
                facts={
                    **assault.facts(target.id if target else who.place, encounter),
                    "pieces": tuple(pieces),
                },
            )
            magical = None if chosen == "none" else chosen.partition(":")[2]
    assault.parts += armoury.item_parts(play, who, target, pieces, magical)
    assault.bullet = armoury.BULLET in pieces
    assault.bound = [piece for piece in pieces if piece not in play.content.items]
    for piece in pieces:
        if piece in play.content.items and play.content.items[piece].discard == "one_use":
            drop(play, armoury.holder(play, who, piece), "items", piece, "used", "COMBAT-20")


def _pieces(play: Play, who: Investigator, target: Monster | None) -> tuple[str, ...]:
    choices = armoury.attack_choices(play, who, target)
    single = {name for hand in choices.hands for name in hand}
    hand = armoury.at_hand(play, who)
    held = [card.id for card in hand if card.id in single or card.id in choices.free]
    return tuple(dict.fromkeys([*held, *(monster.id for monster in who.bound)]))


def strike_monster(
    play: Play, who: Investigator, target: Monster, encounter: Encounter, assault: Assault
) -> Rule[bool]:
    """Roll against a monster's strength; a Silver Bullet kills without a die (OPEN-28)."""
    if assault.bullet:
        return True
    needed = strength_of(play, target)
    if play.content.monsters[target.id].sp_bonus_d6:
        if target.id not in encounter.extra:
            die = play.d6()
            encounter.extra[target.id] = die
            play.emit(
                ExtraStrengthRolled(
                    monster=target.id, die=die, strength=needed + die, rule="COMBAT-16"
                )
            )
        needed += encounter.extra[target.id]
    fight = armoury.fight_part(play, who, target)
    parts = (("fight", fight), *assault.parts) if fight else tuple(assault.parts)
    attack = Attack(who=who, target=target.id, parts=parts, needed=needed, rule="COMBAT-8")
    return (yield from play.checks.attack(play, attack))


def strike_gate(play: Play, who: Investigator, assault: Assault) -> Rule[bool]:
    """Roll against a gate's strength (GATTACK-3)."""
    world = play.state.gates[who.place].world
    parts = (("fight", armoury.fight_part(play, who, None)), *assault.parts)
    attack = Attack(
        who=who,
        target=who.place,
        parts=parts,
        needed=play.content.worlds[world].gate_strength,
        rule="GATTACK-3",
    )
    return (yield from play.checks.attack(play, attack))
