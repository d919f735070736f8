"""Any course a table can take: every option, every number of players, trades and auctions in
between, stored and restored anywhere, refusals that change nothing, under all invariants."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from arkham_bbs.game import AnswerRefused, Game, Options, Setup
from arkham_bbs.game.content import CONTENT
from arkham_bbs.game.decisions import KINDS
from arkham_bbs.game.invariants import violations
from arkham_bbs.game.odds import odds_for
from arkham_bbs.game.options import MODULES, PRESETS, SWITCHES
from arkham_bbs.game.simulate import pick_answer, random_interjection
from arkham_bbs.game.trade import pieces_of


class Table(RuleBasedStateMachine):
    """One table; every rule below is something people or the server may do next."""

    def __init__(self) -> None:
        super().__init__()
        self.game: Game

    @initialize(
        players=st.integers(1, 8),
        preset=st.sampled_from(sorted(PRESETS)),
        switches=st.sets(st.sampled_from(SWITCHES)),
        modules=st.sets(st.sampled_from(MODULES)),
        seed=st.binary(min_size=16, max_size=16),
    )
    def sit_down(
        self, players: int, preset: str, switches: set[str], modules: set[str], seed: bytes
    ) -> None:
        if "HOUSE-5" in switches:
            switches.add("HOUSE-4")
        options = Options(preset, tuple(sorted(switches)), tuple(sorted(modules)))
        seats = tuple(f"Player {number}" for number in range(players))
        self.game = Game.new(Setup(seats, options), seed)

    @property
    def is_open(self) -> bool:
        return self.game.decision is not None

    @rule(choice=st.randoms(use_true_random=False), many=st.integers(1, 25))
    def answer(self, choice: random.Random, many: int) -> None:
        """Some answers in a row, so that games get somewhere."""
        for _ in range(many):
            decision = self.game.decision
            if decision is None:
                return
            assert decision.kind in KINDS
            self.game.decide(pick_answer(choice, decision), number=decision.number)
            assert violations(self.game) == []

    @precondition(lambda self: self.is_open)
    @rule(choice=st.randoms(use_true_random=False))
    def speak_aside(self, choice: random.Random) -> None:
        aside = random_interjection(choice, self.game)
        if aside is not None:
            asked = self.game.decision
            self.game.interject(*aside)
            after = self.game.decision
            # What is done out of turn never takes the question from the one who is asked.
            if asked is not None and after is not None and not self.game.play.state.result:
                assert after.kind in KINDS

    @precondition(lambda self: self.is_open)
    @rule(choice=st.randoms(use_true_random=False))
    def trade(self, choice: random.Random) -> None:
        """Offer something to somebody in the same place, and let them answer."""
        for seat in range(len(self.game.play.state.seats)):
            keys = [c.key for c in self.game.interjections(seat)]
            forms = [key for key in keys if "/trade:" in key]
            if not forms:
                continue
            form = choice.choice(forms)
            _, who, partner = form.partition("/")[2].split(":")
            give = pieces_of(self.game.play, self.game.play.investigator(who))
            take = pieces_of(self.game.play, self.game.play.investigator(partner))
            sides = [
                "+".join([*choice.sample(pieces, min(1, len(pieces))), "cash-0"])
                for pieces in (give, take)
            ]
            self.game.interject(seat, f"{form}:{sides[0]}:{sides[1]}")
            other = self.game.play.investigator(partner).seat
            replies = [
                c.key
                for c in self.game.interjections(other)
                if "/accept:" in c.key or "/decline:" in c.key
            ]
            if replies:
                self.game.interject(other, choice.choice(replies))
            return

    @rule()
    def restore(self) -> None:
        """Store and restore; go on with what was restored."""
        before = self.game.fingerprint()
        restored = Game.restore(self.game.snapshot())
        assert restored.fingerprint() == before
        assert [c.key for c in restored.interjections(0)] == [
            c.key for c in self.game.interjections(0)
        ]
        resumed = Game.resume(self.game.checkpoint, self.game.answers)
        assert resumed.fingerprint() == before
        self.game = restored

    @precondition(lambda self: self.is_open)
    @rule(
        key=st.sampled_from(["", "fight", "walk:nowhere", "attack+attack", "joe_diamond/x", "\x00"])
    )
    def answer_wrongly(self, key: str) -> None:
        """Nothing that is refused changes anything."""
        decision = self.game.decision
        assert decision is not None
        before = self.game.fingerprint()
        wrong_seat = decision.seat + 1
        tries: list[dict[str, Any]] = [
            {"answer": decision.options[0].key, "seat": wrong_seat},
            {"answer": decision.options[0].key, "number": decision.number + 1},
        ]
        if not decision.offers(key):
            tries.append({"answer": key})
        for attempt in tries:
            with pytest.raises(AnswerRefused):
                self.game.decide(**attempt)
        with pytest.raises(AnswerRefused):
            self.game.interject(decision.seat, f"nobody/{key}")
        assert self.game.fingerprint() == before

    @precondition(lambda self: self.is_open)
    @rule()
    def reckon(self) -> None:
        """Odds are there for every question, add up, and come from what the asked one may see."""
        decision = self.game.decision
        assert decision is not None
        before = self.game.fingerprint()
        view = self.game.view(decision.seat)
        for odds in odds_for(view, decision, limit=16):
            if odds.outcomes:
                assert sum(share for _, share in odds.outcomes) == 1, odds
                assert all(share > 0 for _, share in odds.outcomes)
            else:
                assert odds.note == "unknown"
        assert self.game.fingerprint() == before

    @precondition(lambda self: self.is_open)
    @rule()
    def take_back(self) -> None:
        """Undo the last answer of the seat asked, if that is free."""
        decision = self.game.decision
        assert decision is not None
        point = self.game.take_back_point(decision.seat)
        if point is not None and point[1]:
            self.game.interject(decision.seat, f"takeback:{point[0]}")

    @invariant()
    def all_is_well(self) -> None:
        if not hasattr(self, "game"):
            return
        assert violations(self.game) == []
        assert len(self.game.play.state.investigators) <= len(CONTENT.investigators)


Table.TestCase.settings = settings(
    max_examples=25,
    stateful_step_count=25,
    deadline=None,
    suppress_health_check=list(HealthCheck),
)
TestAnyCourse = Table.TestCase
