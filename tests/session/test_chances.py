"""What the table's commands read: stored events come back whole, chances stand beside options."""

from __future__ import annotations

import random

from arkham_bbs.game import Game, Setup
from arkham_bbs.game.dice_report import count_dice
from arkham_bbs.game.simulate import pick_answer
from arkham_bbs.lobby.engine import event_data, event_kind
from arkham_bbs.session.asked import numbered_keys
from arkham_bbs.session.chances import events_of, odds_lines, with_chances
from arkham_bbs.session.told import labels_of


def test_a_stored_game_tells_the_same_events_again_and_lines_of_the_lobby_are_passed_over() -> None:
    game = Game.new(Setup(("Ann", "Bob")), b"sixteen bytes ok")
    rng = random.Random(3)
    told = list(game.take_events())
    while game.decision is not None:
        told += game.decide(pick_answer(rng, game.decision))
    entries = [(4, event_kind(event), event_data(event)) for event in told]
    entries.insert(5, (4, "WentBack", "{}"))
    assert [event for _, event in events_of(entries)] == told
    assert count_dice(event for _, event in events_of(entries)).faces == game.dice_faces


def test_every_question_of_a_game_can_be_shown_with_its_chances() -> None:
    rng = random.Random(4)
    noted = set()
    for seed in range(4):
        game = Game.new(Setup(("Ann", "Bob")), bytes([seed]) * 16)
        for _ in range(400):
            decision = game.decision
            if decision is None:
                break
            view = game.view(decision.seat)
            labels = (
                labels_of(decision, view, numbered_keys(decision))
                if decision.kind != "move"
                else {"stay": "Stay"}
            )
            for linear in (False, True):
                shown = with_chances(labels, decision, view, linear=linear)
                assert list(shown) == list(labels)
                assert all(shown[key].startswith(labels[key]) for key in labels)
            if shown != labels:
                noted.add(decision.kind)
            odds_lines(decision, view)
            game.decide(pick_answer(rng, decision))
    assert {"meet", "attack_items"} <= noted
