"""Finished games, gone through again: step by step, by turn, by search; and as a report.

Room: lobby. Imports store and its neighbours here.

What is told comes from the log as it was told; the position beside it is made again from the seed
and the answers. Where rules have changed since, the telling goes on and the position stays away.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

import msgspec
import structlog

from arkham_bbs.game.decisions import Answer, AnswerRefused
from arkham_bbs.lobby.engine import Engine, HostedGame, take
from arkham_bbs.lobby.export import game_as_data
from arkham_bbs.lobby.ledger import TableState, read_state, standing
from arkham_bbs.lobby.mended import Told, ToldOtherwise
from arkham_bbs.lobby.refusals import LobbyRefused
from arkham_bbs.store import Store
from arkham_bbs.store.records import GameRecord, HistoryRecord, SeatHistoryRecord

log = structlog.get_logger("lobby.replay")

EVERY = 40
"""A position is kept for each so many steps, so that going back is quick."""


class Step(msgspec.Struct, frozen=True):
    """What one answer brought. ``seq`` 0 is the set-up."""

    index: int
    seq: int
    turn: int
    seat: int | None
    key: str
    sentences: tuple[str, ...]
    went_back: bool = False
    """Answers were undone here (a fault, or the sysop)."""


class Replay:
    """A finished game and a place in it. ``index`` is -1 before the first step."""

    def __init__(
        self,
        engine: Engine,
        record: GameRecord,
        entries: Sequence[HistoryRecord],
        answers: Sequence[Answer],
        seats: Sequence[SeatHistoryRecord],
    ) -> None:
        self._engine = engine
        self.record = record
        self.state: TableState = read_state(record.table)
        self._answers = answers
        self._seats = seats
        self.entries = entries
        self.steps = _steps(entries, {a.seq: a for a in answers})
        self.index = -1
        self._game: HostedGame | None = None
        self._applied = 0
        self._kept: dict[int, bytes] = {}
        self._standing = standing(answers, self.state.voided)
        self._broken = False
        under_these = record.rules_version == engine.rules_version
        self._told = None if under_these else Told(entries)

    # -- moving about -----------------------------------------------------------------------------
    @property
    def here(self) -> Step | None:
        return self.steps[self.index] if 0 <= self.index < len(self.steps) else None

    def next(self) -> Step | None:
        """One step on; None at the end."""
        if self.index + 1 >= len(self.steps):
            return None
        self.index += 1
        return self.steps[self.index]

    def back(self) -> Step | None:
        """One step back; None at the beginning."""
        if self.index <= 0:
            self.index = -1
            return None
        self.index -= 1
        return self.steps[self.index]

    def turns(self) -> tuple[int, ...]:
        return tuple(sorted({step.turn for step in self.steps}))

    def jump(self, turn: int) -> Step | None:
        """To the first step of a turn, or of the next one there is; None when there is none."""
        for step in self.steps:
            if step.turn >= turn:
                self.index = step.index
                return step
        return None

    def to(self, index: int) -> Step | None:
        """To a step by its number, kept within the game."""
        if not self.steps:
            return None
        self.index = max(0, min(index, len(self.steps) - 1))
        return self.steps[self.index]

    def search(self, text: str, limit: int = 50) -> tuple[Step, ...]:
        """Steps in whose telling the words occur, in order."""
        wanted = text.casefold().strip()
        found = [s for s in self.steps if any(wanted in t.casefold() for t in s.sentences)]
        return tuple(found[:limit]) if wanted else ()

    def view(self) -> Any:
        """The position after the present step as spectators saw it; None where it cannot be had."""
        step = self.here
        wanted = 0 if step is None else sum(1 for a in self._standing if a.seq <= step.seq)
        if self._broken:
            return None
        try:
            self._go_to(wanted)
        except (AnswerRefused, ToldOtherwise) as error:
            log.info("replay_without_position", table=self.record.id, error=str(error))
            self._broken = True
            return None
        return self._game.view(None) if self._game is not None else None

    @property
    def is_mended(self) -> bool:
        """The game was begun under other rules than these: its board may not be had."""
        return self._told is not None

    def _go_to(self, wanted: int) -> None:
        if self._game is None or wanted < self._applied:
            kept = max((n for n in self._kept if n <= wanted), default=0)
            if kept:
                self._game = self._engine.restore(self._kept[kept])
            else:
                self._game, _ = self._engine.begin(self.record.setup, self.record.seed)
            self._applied = kept
        game = self._game
        while self._applied < wanted:
            answer = self._standing[self._applied]
            events = take(game, answer)
            if self._told is not None:
                self._told.must_be(answer.seq, events)
            self._applied += 1
            if self._applied % EVERY == 0 and self._applied not in self._kept:
                self._kept[self._applied] = game.snapshot()

    # -- taking it home ---------------------------------------------------------------------------
    def as_json(self) -> dict[str, Any]:
        """Everything needed to check the game (export.py)."""
        return game_as_data(self.record, self._answers, self._seats, self.entries)

    def as_text(self) -> str:
        """A report to read: who, when, how it ended, and the log turn by turn."""
        record = self.record
        result: dict[str, Any] = record.result or {}
        players = ", ".join(record.setup.get("seats", ()))
        lines = [
            record.title,
            "=" * len(record.title),
            "",
            f"Players: {players}",
            f"Begun: {_said(record.started_at)}. Ended: {_said(record.ended_at)}.",
            f"Rules: version {record.rules_version}, {record.options.get('preset', '')}.",
        ]
        if result:
            how = "won" if result.get("victory") else "lost"
            lines.append(f"Result: {how} in turn {result.get('turn')} ({result.get('reason')}).")
            citizens = result.get("first_citizen") or ()
            if citizens:
                lines.append(f"First Citizen: {', '.join(citizens)}.")
        else:
            lines.append("Result: given up.")
        lines += [
            f"Promised seed (SHA-256): {record.commitment}",
            f"Seed: {record.seed.hex()}",
            "",
            "Who sat where:",
            *(f"  {_said(s.at)}  seat {s.seat + 1}  {s.name}  {s.change}" for s in self._seats),
        ]
        turn = -1
        for step in self.steps:
            if step.turn != turn:
                turn = step.turn
                lines += ["", f"Turn {turn}" if turn else "Before play", ""]
            lines += [f"  {sentence}" for sentence in step.sentences if sentence]
        return "\n".join(lines) + "\n"


def _steps(entries: Sequence[HistoryRecord], answers: dict[int, Answer]) -> tuple[Step, ...]:
    steps: list[Step] = []
    group: list[HistoryRecord] = []

    def close() -> None:
        if not group:
            return
        answer = answers.get(group[0].seq)
        steps.append(
            Step(
                len(steps),
                group[0].seq,
                group[-1].turn,
                answer.seat if answer is not None else None,
                answer.key if answer is not None else "",
                tuple(e.text for e in group if e.text),
                any(e.kind == "WentBack" for e in group),
            )
        )
        group.clear()

    for entry in entries:
        if group and entry.seq != group[0].seq:
            close()
        group.append(entry)
    close()
    return tuple(steps)


async def open_replay(store: Store, engine: Engine, game_id: str) -> Replay:
    """Load a finished game.

    Raises:
        LobbyRefused: no-such-table, not-finished (its dice are still secret).
    """
    record = await store.games.get(game_id)
    if record is None:
        raise LobbyRefused("no-such-table", table=game_id)
    if record.state not in ("finished", "ended") or not record.setup:
        raise LobbyRefused("not-finished", table=game_id)
    answers = [
        Answer(r.seq, r.seat, r.key, r.interjection) for r in await store.answers.since(game_id)
    ]
    entries = await store.history.since(game_id, -1, limit=1_000_000)
    seats = await store.seats.history(game_id)
    return Replay(engine, record, entries, answers, seats)


def _said(at: datetime | None) -> str:
    return at.astimezone(UTC).strftime("%Y-%m-%d %H:%M") if at is not None else "-"
