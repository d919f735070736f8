"""Odds of everything that is no fight equal what the engine does over every fall of the dice."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arkham_bbs.game import events as ev
from arkham_bbs.game.content import CONTENT
from arkham_bbs.game.decisions import Decision
from arkham_bbs.game.events import Event
from arkham_bbs.game.game import Game
from arkham_bbs.game.odds import OptionOdds, odds_aside, odds_for, odds_of
from arkham_bbs.game.odds.rolls import pool_chance
from arkham_bbs.game.odds.words import short
from arkham_bbs.game.options import Options
from arkham_bbs.game.state import State
from tests.game.positions import counter, game_at, person, position
from tests.odds.trees import Judge, enumerate_odds, first_question

JOE, GLORIA = "joe_diamond", "gloria_goldberg"
GATE = [("lighthouse", "yuggoth", True)]


def said(odds: OptionOdds) -> dict[str, Fraction]:
    return dict(odds.outcomes)


def ends(state: State, options: Options, keys: Sequence[str], judge: Judge) -> dict[str, Fraction]:
    def policy(game: Game, decision: Decision) -> str | None:
        if game.seq < len(keys):
            return keys[game.seq]
        return decision.default

    return enumerate_odds(state, options, policy, judge)


def pool(name: str, *, amount: bool = False) -> Judge:
    """Name the ending by the last change of a value."""

    def judge(events: Sequence[Event]) -> str | None:
        for event in events:
            if isinstance(event, ev.PoolChanged) and event.pool == name and event.cause != "":
                return str(event.change) if amount else str(event.now)
        return None

    return judge


def passed(events: Sequence[Event]) -> str | None:
    for event in events:
        if isinstance(event, ev.SkillChecked):
            return "pass" if event.passed else "fail"
    return None


@pytest.mark.parametrize("modules", [(), ("pool_checks",)])
@pytest.mark.parametrize("switch", [(), ("OPT-6",)])
@pytest.mark.parametrize("name", sorted(CONTENT.investigators))
def test_bargaining(name: str, switch: tuple[str, ...], modules: tuple[str, ...]) -> None:
    options = Options(switches=switch, modules=modules)
    state = position(
        [person(name, "darks_carnival", money=9)], step="encounter", active=name, gates=GATE
    )
    # A 3 on the Carnival's table is a purchase at $5.
    game = game_at(state, [3, 6], options)
    assert game.decision is not None
    assert game.decision.kind == "fast_talk"
    odds = odds_of(game.view(0), game.decision, "try")
    skill = game.view(0).investigators[0].skills["luck" if modules else "fast_talk"]
    cheaper = pool_chance(skill, 1, 5) if modules else Fraction(min(6, skill), 6)
    assert said(odds).get("cheaper", 0) == cheaper
    assert said(odds).get("same" if switch else "dearer", 0) == 1 - cheaper
    assert not odds_of(game.view(0), game.decision, "no").outcomes


@pytest.mark.parametrize("strength", range(1, 7))
def test_treatment(strength: int) -> None:
    state = position(
        [person(JOE, "hospital", strength=strength)], step="encounter", active=JOE, gates=GATE
    )
    game = first_question(state, Options())
    assert game.decision is not None
    odds = odds_of(game.view(0), game.decision, "yes")
    found = ends(state, Options(), ["yes"], pool("strength", amount=True))
    assert {str(-amount): share for amount, share in odds.losses[0][1]} == found
    assert odds.chance("full") == found[str(7 - strength)]
    whole = first_question(state, Options(switches=("HOUSE-2",)))
    assert whole.decision is not None
    assert odds_of(whole.view(0), whole.decision, "yes").chance("full") == 1


@settings(max_examples=8, deadline=None, derandomize=True)
@given(
    strength=st.integers(1, 7), card=st.sampled_from(["blue_watcher_of_the_pyramid", "dragons_eye"])
)
def test_watcher_and_eye(strength: int, card: str) -> None:
    joe = person(JOE, "woods", strength=strength, sanity=7, items=[card], found_gate="woods")
    state = position(
        [joe],
        step="encounter",
        active=JOE,
        gates=[*GATE, ("woods", "abyss", True)],
        monsters=[counter("ghoul_1", "woods", face_up=True)],
    )
    game = first_question(state, Options())
    assert game.decision is not None
    for target, done in (("ghoul_1", "banish"), ("gate", "destroy")):
        odds = odds_of(game.view(0), game.decision, f"use:{card}:{target}")
        found = ends(state, Options(), [f"use:{card}:{target}"], pool("strength"))
        falls = found.get("0", Fraction(0))
        assert odds.chance(f"{done}-and-fall") == falls
        assert odds.chance(done) == 1 - falls


@pytest.mark.parametrize("card", ["blue_watcher_of_the_pyramid", "dragons_eye"])
def test_watcher_and_eye_where_fighting_or_sneaking_is_chosen(card: str) -> None:
    """Nothing is rolled for whether they work; the die is for what they cost."""
    state = position(
        [person(JOE, "s26", strength=5, sanity=7, items=[card])],
        step="encounter",
        active=JOE,
        gates=GATE,
        monsters=[counter("ghoul_1", "s26", face_up=True)],
    )
    game = first_question(state, Options())
    while game.decision is not None and game.decision.kind != "meet":
        game.decide("go_on")
    assert game.decision is not None
    odds = odds_of(game.view(0), game.decision, f"use:{card}:ghoul_1")
    assert said(odds) == {"banish": Fraction(2, 3), "banish-and-fall": Fraction(1, 3)}
    assert short(odds) == "67% banished, 33% banished and fall"


def test_the_brazen_head_gives_spells_and_monsters() -> None:
    state = position(
        [person(JOE, "s26", items=["brazen_head"])], step="encounter", active=JOE, gates=GATE
    )

    def judge(events: Sequence[Event]) -> str | None:
        for event in events:
            if isinstance(event, ev.DieRolled) and event.purpose == "brazen_head":
                sixes = event.dice.count(6)
                return ("two-spells", "spell-and-monster", "two-monsters")[sixes]
        return None

    game = first_question(state, Options())
    assert game.decision is not None
    odds = odds_of(game.view(0), game.decision, "use:brazen_head")
    assert said(odds) == ends(state, Options(), ["use:brazen_head"], judge)


@settings(max_examples=10, deadline=None, derandomize=True)
@given(
    sanity=st.integers(3, 7),
    guardians=st.lists(st.sampled_from(["ghoul_1", "cthulhu", "dhole_1"]), max_size=2, unique=True),
)
def test_an_elder_sign_past_its_guardians(sanity: int, guardians: list[str]) -> None:
    joe = person(JOE, "woods", sanity=sanity, items=["elder_sign"], found_gate="woods")
    state = position(
        [joe],
        step="encounter",
        active=JOE,
        gates=[*GATE, ("woods", "abyss", True)],
        monsters=[counter(name, "woods", face_up=True) for name in guardians],
    )

    def judge(events: Sequence[Event]) -> str | None:
        for event in events:
            if isinstance(event, ev.ElderSignLaid):
                return "seal"
            if isinstance(event, ev.KnockedOut):
                return "mad"
        return None

    game = first_question(state, Options())
    assert game.decision is not None
    odds = odds_of(game.view(0), game.decision, "use:elder_sign")

    def policy(game: Game, decision: Decision) -> str | None:
        return "use:elder_sign" if game.seq == 0 else None

    found = enumerate_odds(state, Options(), policy, judge)
    if "nothing" in found:
        found["shaken"] = found.pop("nothing")
    assert said(odds) == found


@pytest.mark.parametrize("sanity", [1, 3, 6])
@pytest.mark.parametrize("monster", [None, "ghoul_1", "cthulhu"])
def test_the_silver_key_asks_its_price(sanity: int, monster: str | None) -> None:
    joe = person(JOE, "s26", sanity=sanity, items=["silver_key"], key_mark="s26")
    state = position(
        [joe],
        step="encounter",
        active=JOE,
        gates=GATE,
        monsters=[counter(monster, "s26", face_up=True)] if monster else [],
    )

    def judge(events: Sequence[Event]) -> str | None:
        for event in events:
            if isinstance(event, ev.KnockedOut):
                return "mad"
            if isinstance(event, ev.Moved) and event.how == "key":
                return "through"
        return None

    game = first_question(state, Options())
    assert game.decision is not None
    key = next(c.key for c in game.decision.options if c.key.startswith("key:"))
    assert said(odds_of(game.view(0), game.decision, key)) == ends(state, Options(), [key], judge)


@pytest.mark.parametrize("modules", [(), ("pool_checks",)])
def test_aid_out_of_turn(modules: tuple[str, ...]) -> None:
    options = Options(modules=modules)
    joe = person(JOE, "s26", spells=["heal"], items=["healing_stone"])
    gloria = person(GLORIA, "s26", seat=1, strength=4)
    state = position(
        [joe, gloria],
        step="encounter",
        active=JOE,
        gates=GATE,
        to_act=[1],
        monsters=[counter("maniac_1", "s26")],
    )
    game = first_question(state, options)
    for key, outcome in (
        (f"{JOE}/cast:heal:{GLORIA}", "works"),
        (f"{JOE}/use:healing_stone:{GLORIA}", "works"),
    ):
        odds = odds_aside(game.view(0), key)
        total = sum(share for _, share in odds.outcomes)
        assert total == 1
        sheet = game.view(0).investigator(JOE if "heal:" in key else GLORIA)
        if modules:
            skill = sheet.skills["lore" if "cast" in key else "speed"]
            wanted = pool_chance(skill, 1, 5)
        else:
            value = sheet.skills["knowledge"] if "cast" in key else sheet.strength
            wanted = Fraction(min(6, value), 6)
        assert odds.chance(outcome) == wanted
    stone = odds_aside(game.view(0), f"{JOE}/use:healing_stone:{GLORIA}")
    assert sum(share for _, share in stone.losses[0][1]) == 1
    assert max(-amount for amount, _ in stone.losses[0][1]) == 3


@pytest.mark.parametrize("clues", [1, 2, 4])
def test_p05_5_clue_tokens_to_spend_are_reckoned_exactly(clues: int) -> None:
    """Every token is spent, one at a time, until the spell works or none is left."""
    options = Options(modules=("pool_checks",))
    joe = person(JOE, "abyss/1", spells=["find_gate"], clues=clues, departed_gate="woods")
    state = position([joe], step="other_world", active=JOE, gates=[*GATE, ("woods", "abyss", True)])
    game = first_question(state, options)
    assert game.decision is not None
    odds = odds_of(game.view(0), game.decision, "cast:find_gate")

    def spender(game: Game, decision: Decision) -> str | None:
        if decision.kind == "spend_clue":
            short = decision.facts["hits"] < decision.facts["difficulty"]
            return "spend" if short else "stop"
        return "cast:find_gate" if game.seq == 0 else None

    def stopper(game: Game, decision: Decision) -> str | None:
        if decision.kind == "spend_clue":
            return "stop"
        return "cast:find_gate" if game.seq == 0 else None

    def judge(events: Sequence[Event]) -> str | None:
        for event in events:
            if isinstance(event, ev.SpellCast):
                return "works" if event.worked else "fails"
        return None

    assert said(odds) == enumerate_odds(state, options, stopper, judge)
    assert dict(odds.clues) == enumerate_odds(state, options, spender, judge)


@pytest.mark.parametrize(
    ("hits", "difficulty", "clues", "lowest"),
    [
        (0, 1, 1, 5),
        (0, 2, 3, 5),
        (1, 3, 2, 4),
        (2, 2, 1, 5),
        (0, 1, 3, 6),
        (0, 3, 2, 5),
    ],
)
def test_p05_5_a_roll_under_way(hits: int, difficulty: int, clues: int, lowest: int) -> None:
    joe = person(JOE, "s26", clues=clues)
    state = position(
        [joe], step="monsters", active=JOE, gates=GATE, monsters=[counter("maniac_1", "s26")]
    )
    game = first_question(state, Options(modules=("pool_checks",)))
    facts = {"hits": hits, "difficulty": difficulty, "clues": clues, "success_from": lowest}
    asked = _spending(facts)
    odds = {o.key: o for o in odds_for(game.view(0), asked)}
    ways = 6**clues
    good = sum(
        hits + sum(face >= lowest for face in faces) >= difficulty for faces in _falls(clues)
    )
    assert odds["stop"].chance("pass") == (hits >= difficulty)
    assert dict(odds["spend"].clues).get("pass", 0) == Fraction(good, ways)


def _falls(dice: int) -> list[tuple[int, ...]]:
    from itertools import product

    return list(product(range(1, 7), repeat=dice))


def _spending(facts: dict[str, Any]) -> Decision:
    from arkham_bbs.game.decisions import option

    return Decision(
        number=1,
        kind="spend_clue",
        seat=0,
        investigator=JOE,
        options=(option("spend", "P05-5"), option("stop", "P05-5")),
        facts=facts,
    )


def test_what_lies_face_down_is_unknown() -> None:
    """A guardian that nobody has met, and a gate whose world nobody has seen."""
    joe = person(JOE, "woods", found_gate="woods", items=["elder_sign"])
    state = position(
        [joe],
        step="encounter",
        active=JOE,
        gates=[*GATE, ("woods", "abyss", True)],
        monsters=[counter("cthulhu", "woods")],
    )
    game = first_question(state, Options())
    assert game.decision is not None
    sealing = odds_of(game.view(0), game.decision, "use:elder_sign")
    assert (sealing.note, sealing.outcomes) == ("unknown", ())
    game.decide("go_on")
    assert game.decision is not None
    attack = odds_of(game.view(0), game.decision, "attack")
    assert (attack.note, attack.outcomes) == ("unknown", ())
    hidden = position(
        [person(JOE, "woods")],
        step="encounter",
        active=JOE,
        gates=[*GATE, ("woods", "abyss", False)],
    )
    game = first_question(hidden, Options())
    assert game.decision is not None
    assert odds_of(game.view(0), game.decision, "enter").note == "unknown"


def test_the_odds_are_the_same_whatever_lies_face_down() -> None:
    """The answer cannot depend on what the viewer may not know."""
    told = []
    for monster, world in (("cthulhu", "abyss"), ("maniac_1", "rlyeh")):
        joe = person(JOE, "woods", found_gate="woods", items=["rifle", "dragons_eye"])
        state = position(
            [joe],
            step="encounter",
            active=JOE,
            gates=[*GATE, ("woods", "plateau_of_leng", True), ("graveyard", world, False)],
            monsters=[counter(monster, "woods")],
        )
        game = first_question(state, Options())
        game.decide("go_on")
        assert game.decision is not None
        told.append([(o.key, o.outcomes, o.note) for o in odds_for(game.view(0), game.decision)])
    assert told[0] == told[1]


@pytest.mark.parametrize("blessing", ["blessed", "cursed"])
def test_c05_17_blessings_and_curses_count(blessing: str) -> None:
    for modules in (("conditions_2005",), ("conditions_2005", "pool_checks")):
        options = Options(modules=modules)
        joe = person(JOE, "s26", spells=["heal"], **{blessing: 1})
        state = position(
            [joe], step="monsters", active=JOE, gates=GATE, monsters=[counter("ghoul_1", "s26")]
        )

        def policy(game: Game, decision: Decision) -> str | None:
            if decision.kind == "meet":
                return "sneak"
            return decision.options[0].key if decision.kind == "aim" else None

        def judge(events: Sequence[Event]) -> str | None:
            for event in events:
                if isinstance(event, ev.SneakTried):
                    return "passed" if event.passed else "caught"
            return None

        game = first_question(state, options)
        assert game.decision is not None
        odds = odds_of(game.view(0), game.decision, "sneak")
        found = enumerate_odds(state, options, policy, judge)
        assert odds.chance("away", "mad") == found["passed"]
