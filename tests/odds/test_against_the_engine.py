"""The computed odds equal what comes of rolling every die in every way through the engine."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from arkham_bbs.game.content import CONTENT
from arkham_bbs.game.decisions import Decision
from arkham_bbs.game.game import Game
from arkham_bbs.game.odds import OptionOdds, meeting, odds_for, odds_of, plans_for
from arkham_bbs.game.options import Options
from arkham_bbs.game.state import Investigator, State
from tests.game.positions import counter, person, position
from tests.odds.trees import (
    Judge,
    MoreWanted,
    Policy,
    enumerate_odds,
    fight_judge,
    first_question,
    gate_judge,
    sneak_judge,
)

COMMON = settings(
    max_examples=12,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
WEAPONS = (
    "derringer_18",
    "revolver_38",
    "automatic_45",
    "cavalry_saber",
    "dynamite",
    "enchanted_knife",
    "holy_water",
    "knife",
    "lamp_of_alhazred",
    "rifle",
    "shotgun",
    "sword_of_glory",
    "alien_spectacles",
    "silver_bullet",
    "piccolo_of_leng",
)
WEAPONS = tuple(name for name in WEAPONS if name in CONTENT.items)
ATTACK_SPELLS = tuple(name for name, card in CONTENT.spells.items() if card.attack)
SPELLS = (*ATTACK_SPELLS, "bind_monster", "flesh_ward", "mists_of_rlyeh")
FOES = (
    "ghoul_1",
    "cthulhu",
    "shoggoth_1",
    "flying_polyp_1",
    "werewolf_1",
    "zombie_1",
    "nightgaunt_1",
    "maniac_1",
    "hound_of_tindalos_1",
    "dhole_1",
)
DISMISS = {
    "hit": "take",
    "sneak_spell": "roll",
    "use": "go_on",
    "spend_clue": "stop",
    "arrow": "keep",
}


@st.composite
def fighters(draw: Any, spells: bool = True) -> dict[str, Any]:
    """Draw a hand that the box can hold."""
    items = draw(st.lists(st.sampled_from(WEAPONS), max_size=4, unique=True))
    cast = draw(st.lists(st.sampled_from(SPELLS), max_size=2, unique=True)) if spells else []
    bound = draw(st.sampled_from(((), (("ghoul_2", 8),), (("zombie_1", 10),))))
    return {
        "name": draw(st.sampled_from(tuple(CONTENT.investigators))),
        "items": items,
        "spells": cast,
        "bound": bound,
        "strength": draw(st.integers(1, 7)),
        "sanity": draw(st.integers(1, 7)),
        "allies": draw(st.sampled_from(([], [CONTENT.misc["local_characters"][0]["id"]]))),
        "clues": draw(st.integers(0, 2)),
    }


def _state(hand: dict[str, Any], foe: str, place: str = "s26", company: bool = False) -> State:
    fields = dict(hand)
    name = fields.pop("name")
    if foe in dict(fields["bound"]):
        fields["bound"] = ()
    people = [person(name, place, **fields)]
    if company:
        other = next(n for n in CONTENT.investigators if n != name)
        people.append(person(other, place, seat=1))
    return position(
        people,
        step="monsters",
        active=name,
        monsters=[counter(foe, place)],
        gates=[("lighthouse", "yuggoth", True)] if "lighthouse" in CONTENT.locations else [],
    )


OPTIONS = {
    "1987": Options(switches=("OPT-2",)),
    "pools": Options(switches=("OPT-2",), modules=("pool_checks",)),
}


def _next(game: Game, key: str) -> Decision | None:
    """Answer and return the next question; None when dice come first."""
    try:
        game.decide(key)
    except MoreWanted:
        return None
    return game.decision


def _following(*keys: str, pieces: str = "none", magical: str | None = None) -> Policy:
    """Answer with the given keys in order, then fight plainly with ``pieces``."""

    def policy(game: Game, decision: Decision) -> str | None:
        at = game.seq
        if at < len(keys):
            return keys[at] if decision.offers(keys[at]) else None
        if decision.kind == "attack_spells":
            return "none"
        if decision.kind == "attack_items":
            return pieces
        if decision.kind == "spectacles_on":
            return magical if magical and decision.offers(magical) else decision.default
        if decision.kind == "target":
            return decision.options[0].key
        return DISMISS.get(decision.kind)

    return policy


def _same(
    odds: OptionOdds, state: State, options: Options, policy: Policy, judge: Judge, **renamed: str
) -> None:
    """Assert that told and enumerated odds are the same fractions."""
    found = enumerate_odds(state, options, policy, judge)
    assert sum(found.values()) == 1
    for old, new in renamed.items():
        if old in found:
            found[new] = found.pop(old)
    told = {name: share for name, share in odds.outcomes if share}
    assert told == found, odds.key


def _small(rules: str, hand: dict[str, Any]) -> dict[str, Any]:
    """Keep the pools of a hand small enough to roll them in every way."""
    if rules != "pools":
        return dict(hand, clues=0)
    light = [name for name in hand["items"] if CONTENT.items[name].attack <= 3][:2]
    return dict(hand, items=light, bound=(), spells=hand["spells"][:1], allies=[])


def _spectacled(game: Game, odds_note: str) -> tuple[str, str | None]:
    """Return the pieces a note names, and the weapon worth seeing as magical."""
    pieces = odds_note.removeprefix("with:")
    best = [
        name
        for name in pieces.split("+")
        if name in CONTENT.items
        and CONTENT.items[name].hands == 1
        and not CONTENT.items[name].magical
        and CONTENT.items[name].attack
    ]
    best.sort(key=lambda name: -CONTENT.items[name].attack)
    return pieces, f"weapon:{best[0]}" if best else None


@pytest.mark.parametrize("rules", ["1987", "pools"])
@COMMON
@given(hand=fighters(spells=False), foe=st.sampled_from(FOES), company=st.booleans())
def test_fighting_with_the_best_weapons(
    rules: str, hand: dict[str, Any], foe: str, company: bool
) -> None:
    place = "hospital" if foe.startswith("hound") else "s26"
    state = _state(hand, foe, place, company)
    game = first_question(state, OPTIONS[rules])
    assert game.decision is not None
    assert game.decision.kind == "meet"
    told = odds_of(game.view(0), game.decision, "fight")
    pieces, magical = _spectacled(game, told.note)
    policy = _following("fight", pieces=pieces, magical=magical)
    _same(told, state, OPTIONS[rules], policy, fight_judge)


@pytest.mark.parametrize("rules", ["1987", "pools"])
@settings(COMMON, max_examples=5)
@given(hand=fighters(), foe=st.sampled_from(("ghoul_1", "shoggoth_1", "werewolf_1", "maniac_1")))
def test_every_choice_before_and_with_the_weapons(
    rules: str, hand: dict[str, Any], foe: str
) -> None:
    state = _state(hand, foe)
    options = OPTIONS[rules]
    state.investigators[hand["name"]].checked = [foe]
    state.investigators[hand["name"]].clues = 0
    # The check is behind us, so that everything to come is what the odds are about.
    game = first_question(state, options)
    decision = _next(game, "fight")
    opening: tuple[str, ...] = ("fight",)
    if decision is not None and decision.kind == "attack_spells":
        for odds in odds_for(game.view(0), decision):
            if odds.key.startswith("cast:bind") or not odds.outcomes:
                continue
            _compare_spell(state, options, odds, opening)
        _compare_plans(state, options, game, decision, opening)
        decision = _next(game, "none")
        opening = ("fight", "none")
    if decision is None or decision.kind != "attack_items":
        return
    for odds in odds_for(game.view(0), decision, limit=4):
        _, magical = _spectacled(game, odds.key)
        policy = _following(*opening, pieces=odds.key, magical=magical)
        _same(odds, state, options, policy, fight_judge)


def _best_pieces(answers: tuple[str, ...]) -> Policy:
    """Follow the answers, then strike with whatever the odds call best at that moment."""

    def policy(now: Game, decision: Decision) -> str | None:
        at = now.seq
        if at < len(answers):
            return answers[at] if decision.offers(answers[at]) else "none"
        if decision.kind == "attack_items":
            view = now.view(0)
            bout = meeting.bout_of(view, view.investigator(decision.investigator), decision)
            return "+".join(bout.best_set()) or "none" if bout else "none"
        if decision.kind == "spectacles_on":
            view = now.view(0)
            keys = [choice.key for choice in decision.options]
            return max(keys, key=lambda key: odds_of(view, decision, key).chance("kill"))
        if decision.kind == "attack_spells":
            return "none"
        return DISMISS.get(decision.kind, decision.options[0].key)

    return policy


def _compare_spell(
    state: State, options: Options, odds: OptionOdds, opening: tuple[str, ...]
) -> None:
    _same(odds, state, options, _best_pieces((*opening, odds.key)), fight_judge)


def _compare_plans(
    state: State, options: Options, game: Game, decision: Decision, opening: tuple[str, ...]
) -> None:
    for plan in plans_for(game.view(0), decision):
        spells = [] if plan.key == "none" else plan.key.split("+")
        answers = (*opening, *(f"cast:{name}" for name in spells))
        _same(plan, state, options, _planned(answers), fight_judge)


def _planned(answers: tuple[str, ...]) -> Policy:
    """Cast what is still on offer of the plan, in order, then strike with the best."""

    def policy(now: Game, decision: Decision) -> str | None:
        if decision.kind == "meet":
            return "fight"
        if decision.kind == "attack_spells":
            wanted = [key for key in answers if key.startswith("cast:") and decision.offers(key)]
            return wanted[0] if wanted else "none"
        return _best_pieces(())(now, decision)

    return policy


@pytest.mark.parametrize("rules", ["1987", "pools"])
@COMMON
@given(
    hand=fighters(spells=False),
    foes=st.lists(
        st.sampled_from(("ghoul_1", "ghoul_2", "cthulhu", "dhole_1", "nightgaunt_1")),
        min_size=1,
        max_size=3,
        unique=True,
    ),
    checked=st.booleans(),
    mists=st.sampled_from(("none", "held", "cast")),
)
def test_sneaking(
    rules: str, hand: dict[str, Any], foes: list[str], checked: bool, mists: str
) -> None:
    options = OPTIONS[rules]
    hand = dict(
        hand, items=[], bound=(), clues=0, spells=["mists_of_rlyeh"] if mists == "held" else []
    )
    name = hand.pop("name")
    who: Investigator = person(name, "woods", **hand)
    who.mists = mists == "cast"
    who.checked = foes[:1] if checked else []
    state = position(
        [who],
        step="monsters",
        active=name,
        monsters=[counter(foe, "woods") for foe in foes],
        gates=[("woods", "abyss", True)],
    )
    game = first_question(state, options)
    game.decide("sneak")
    decision = game.decision
    assert decision is not None
    assert decision.kind == "aim"
    aims = [choice.key for choice in decision.options if not choice.key.startswith("cast:")]
    for aim in (aims[0], "gate"):
        if mists != "held":
            told = odds_of(game.view(0), decision, aim)
            _same(told, state, options, _following("sneak", aim), sneak_judge)
            continue
        following = first_question(state, options)
        following.decide("sneak")
        following.decide(aim)
        asked = following.decision
        assert asked is not None
        assert asked.kind == "sneak_spell"
        for key in ("cast:mists_of_rlyeh", "roll"):
            told = odds_of(following.view(0), asked, key)
            _same(told, state, options, _following("sneak", aim, key), sneak_judge)


@pytest.mark.parametrize("rules", ["1987", "pools"])
@COMMON
@given(
    hand=fighters(spells=False),
    world=st.sampled_from(tuple(CONTENT.worlds)),
    guardian=st.sampled_from((None, "ghoul_1", "cthulhu")),
)
def test_attacking_a_gate(
    rules: str, hand: dict[str, Any], world: str, guardian: str | None
) -> None:
    options = OPTIONS[rules]
    hand = dict(hand, clues=0, bound=(), items=[i for i in hand["items"] if "piccolo" not in i])
    name = hand.pop("name")
    who = person(name, "woods", found_gate="woods", **hand)
    other_world = next(w for w in CONTENT.worlds if w != world)
    state = position(
        [who],
        step="encounter",
        active=name,
        monsters=[counter(guardian, "woods", face_up=True)] if guardian else [],
        gates=[("woods", world, True), ("lighthouse", other_world, True)],
    )
    game = first_question(state, options)
    decision = game.decision
    assert decision is not None
    opening: tuple[str, ...] = ()
    if decision.kind == "use":
        game.decide("go_on")
        decision, opening = game.decision, ("go_on",)
    assert decision is not None
    assert decision.kind == "gate"
    told = odds_of(game.view(0), decision, "attack")
    pieces = told.note.removeprefix("with:")
    policy = _following(*opening, "attack", pieces=pieces)
    _same(told, state, options, policy, gate_judge, nothing="miss")
