"""Every change is explained by its roll and its rule."""

from __future__ import annotations

import random

from arkham_bbs.game import Game, Setup
from arkham_bbs.game import events as ev
from arkham_bbs.game.content.rules import rule_title
from arkham_bbs.game.simulate import pick_answer
from arkham_bbs.game.why import Told, _by_rule, explain, reasons, topic_of

JOE = "joe_diamond"


def _change(cause: str, pool: str, change: int = -2, rule: str = "SANITY-5") -> ev.PoolChanged:
    return ev.PoolChanged(who=JOE, pool=pool, change=change, now=3, cause=cause, rule=rule)


def _told(*events: ev.Event) -> list[Told]:
    return [(4, event) for event in events]


def test_a_loss_of_sanity_names_the_check_against_that_very_monster() -> None:
    ghoul = ev.SanityChecked(who=JOE, monster="ghoul_1", dice=(6,), value=5, passed=False, loss=1)
    gug = ev.SanityChecked(who=JOE, monster="gug_1", dice=(6,), value=4, passed=False, loss=3)
    told = _told(
        ghoul, _change("monster:ghoul_1", "sanity", -1), gug, _change("monster:gug_1", "sanity", -3)
    )
    assert reasons(told, 3) == [gug]
    assert reasons(told, 1) == [ghoul]
    lines = explain(told, "sanity")
    assert len(lines) == 4
    assert "SANITY-5" in lines[0]
    assert lines[0].startswith("Turn 4: ")


def test_a_wound_names_the_attack_that_failed_and_the_damage() -> None:
    attack = ev.AttackRolled(
        who=JOE,
        target="ghoul_1",
        parts=(("fight", 4),),
        dice=(1,),
        total=5,
        needed=8,
        success=False,
        rule="COMBAT-8",
    )
    hit = ev.HitTaken(who=JOE, monster="ghoul_1", by="self", rule="COMBAT-11")
    damage = ev.DieRolled(purpose="damage", dice=(2,), who=JOE, rule="COMBAT-11")
    told = _told(attack, hit, damage, _change("monster:ghoul_1", "strength", rule="COMBAT-11"))
    assert reasons(told, 3) == [attack, hit, damage]


def test_another_ones_roll_and_another_turn_explain_nothing() -> None:
    other = ev.DieRolled(purpose="damage", dice=(2,), who="gloria_goldberg")
    told = _told(other, _change("card:healing_stone", "strength", 2))
    assert reasons(told, 1) == []
    mine = ev.CardUsed(who=JOE, card="healing_stone")
    begun = ev.InvestigatorTurnBegan(who=JOE, turn=4)
    assert reasons(_told(mine, begun, _change("card:x", "strength", 2)), 2) == []


def test_doom_names_the_gate_roll() -> None:
    rolled = ev.GateRolled(dice=(3, 4), place="woods", rule="MYTHOS-1")
    placed = ev.GatePlaced(place="woods", rule="MYTHOS-2")
    doom = ev.DoomMoved(now=5, change=1, cause="gate", rule="MYTHOS-3")
    told = _told(rolled, placed, doom)
    assert reasons(told, 2) == [rolled]
    assert any("MYTHOS-3" in line for line in explain(told, "doom"))
    assert any("MYTHOS-2" in line for line in explain(told, "gates"))


def test_topics_are_read_from_any_beginning() -> None:
    assert topic_of("doom") == topic_of("d") == "doom"
    assert topic_of("gate") == topic_of("gates") == "gates"
    assert topic_of("san") == "sanity"
    assert topic_of("joe") == topic_of("Diamond") == JOE
    assert topic_of("") is None
    assert topic_of("xyzzy") is None


def test_every_change_of_whole_games_can_be_told() -> None:
    for seed in range(3):
        game = Game.new(Setup(("A", "B")), bytes([seed]) * 16)
        rng = random.Random(seed)
        told: list[Told] = []
        for _ in range(800):
            if game.decision is None:
                break
            told += [
                (game.play.state.turn, e) for e in game.decide(pick_answer(rng, game.decision))
            ]
        for topic in (
            "doom",
            "gates",
            "strength",
            "sanity",
            "money",
            *game.play.state.investigators,
        ):
            for line in explain(told, topic, limit=1_000):
                assert line.strip()
        losses = [
            place
            for place, (_, event) in enumerate(told)
            if isinstance(event, ev.PoolChanged)
            and event.pool == "sanity"
            and event.cause.startswith("monster:")
            and event.change < 0
        ]
        assert all(reasons(told, place) for place in losses)


def test_a_rule_is_named_by_its_title_as_it_is_written() -> None:
    assert _by_rule("ENC-6") == f" [ENC-6: {rule_title('ENC-6')}]"
