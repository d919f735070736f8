"""What a table writes down: its answers first, then checkpoints, history, seats and its own state.

Room: lobby. Imports store and its neighbours here.

``StoreLedger`` keeps a table for ever; ``LooseLedger`` keeps a tutorial for as long as it lasts.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Protocol

import msgspec
import structlog

from arkham_bbs.game.decisions import Answer
from arkham_bbs.lobby.clocks import DecisionClock
from arkham_bbs.lobby.specs import SeatHistory, Status, TableSpec
from arkham_bbs.lobby.votes import Vote
from arkham_bbs.store import Store
from arkham_bbs.store.errors import StoreUnavailable
from arkham_bbs.store.records import GameRecord, HistoryRecord, SeatRecord

log = structlog.get_logger("lobby.ledger")

CLOSED_KEPT = 4
"""Closed votes that are remembered."""


class TableState(msgspec.Struct):
    """What a table remembers of itself beyond the game: kept as JSON with the game's record."""

    spec: TableSpec
    status: Status = "gathering"
    why: str = ""
    reference: str = ""
    reason: str = ""
    """What the staff said when they paused it."""
    clock: DecisionClock | None = None
    votes: list[Vote] = []
    vote_count: int = 0
    voided: list[tuple[int, int]] = []
    """Answers taken back: numbers above the first, up to the second, do not count any more."""
    takebacks: int = 0
    closed: list[tuple[str, str, str]] = []
    """The last votes that were closed: number, outcome and by what, for other servers' callers."""
    code: str = ""
    gallery_code: str = ""
    rules: str = ""
    """The version of the rules it was last played by; its record has the one it began under."""
    turn: int = 0
    """The game's, for lists that are made without loading it."""


class SeatState(msgspec.Struct):
    """A seat and who answers for it. ``name`` is what the game calls the seat."""

    seat: int
    account: int | None = None
    handle: str | None = None
    control: str = "nobody"
    offered: bool = False
    away_since: float | None = None
    """Since when its caller has not been connected."""
    skips: tuple[str, ...] = ()
    """Kinds of optional question its caller is never asked (standing.py)."""


class Ledger(Protocol):
    """What a table needs in order to be kept."""

    async def append(self, seq: int, seat: int, key: str, interjection: bool) -> None: ...
    async def since(self, seq: int) -> list[Answer]: ...
    async def load(self, before: int | None = None) -> tuple[int, bytes, list[Answer]] | None:
        """The last checkpoint, of those behind an earlier answer than ``before``, and the rest."""
        ...

    async def asked_at(self) -> float | None:
        """Since when the pending question waits: the last answer's time, or the beginning's."""
        ...

    async def checkpoint(self, seq: int, blob: bytes) -> None: ...
    async def set_back(self, state: TableState, seq: int, blob: bytes) -> None:
        """That answers were struck out, and the position without them: both, or neither."""
        ...

    async def history(self, entries: Sequence[HistoryRecord]) -> None: ...
    async def last_history(self) -> int: ...
    async def told_since(self, seq: int) -> Sequence[HistoryRecord]: ...
    async def state(self, state: TableState) -> None: ...
    async def seat(self, seat: SeatState, change: str, by: str) -> None: ...
    async def seat_data(self, seat: SeatState) -> None: ...
    async def unseat(self, seat: int, change: str, by: str) -> None: ...
    async def host(self, account: int | None) -> None: ...
    async def started(self, setup: dict[str, Any], rules_version: str) -> None: ...
    async def finished(self, how: str, result: dict[str, Any] | None) -> None: ...
    async def seat_history(self) -> tuple[SeatHistory, ...]: ...


class StoreLedger:
    """A table kept in the store."""

    def __init__(self, store: Store, game: str) -> None:
        self._store = store
        self._game = game

    async def append(self, seq: int, seat: int, key: str, interjection: bool) -> None:
        await self._store.answers.append(self._game, seq, seat, key, interjection)

    async def since(self, seq: int) -> list[Answer]:
        records = await self._store.answers.since(self._game, seq)
        return [Answer(r.seq, r.seat, r.key, r.interjection) for r in records]

    async def load(self, before: int | None = None) -> tuple[int, bytes, list[Answer]] | None:
        checkpoint, records = await self._store.answers.load(self._game, before)
        if checkpoint is None:
            return None
        answers = [Answer(r.seq, r.seat, r.key, r.interjection) for r in records]
        return checkpoint.seq, checkpoint.blob, answers

    async def asked_at(self) -> float | None:
        at = await self._store.answers.last_at(self._game)
        if at is None:
            record = await self._store.games.get(self._game)
            at = record.started_at if record is not None else None
        return None if at is None else at.timestamp()

    async def checkpoint(self, seq: int, blob: bytes) -> None:
        await self._store.checkpoints.save(self._game, seq, blob)

    async def set_back(self, state: TableState, seq: int, blob: bytes) -> None:
        await self._store.checkpoints.save(self._game, seq, blob, table=plain_state(state))
        await self._announce()

    async def history(self, entries: Sequence[HistoryRecord]) -> None:
        await self._store.history.append(self._game, entries)

    async def last_history(self) -> int:
        last = await self._store.history.last(self._game, 1)
        return last[-1].seq if last else 0

    async def told_since(self, seq: int) -> Sequence[HistoryRecord]:
        return await self._store.history.since(self._game, seq)

    async def state(self, state: TableState) -> None:
        await self._store.games.update(
            self._game,
            table=plain_state(state),
            paused=state.status in ("paused", "adjourned"),
            code=state.code or None,
        )
        await self._announce()

    async def seat(self, seat: SeatState, change: str, by: str) -> None:
        controller = {"nobody": "open"}.get(seat.control, seat.control)
        await self._store.seats.put(
            self._game,
            seat.seat,
            account_id=seat.account,
            name=seat.handle or "",
            controller=controller,
            change=change,
            by=by,
            data=_seat_data(seat),
        )
        await self._announce()

    async def seat_data(self, seat: SeatState) -> None:
        await self._store.seats.set_data(self._game, seat.seat, _seat_data(seat))

    async def unseat(self, seat: int, change: str, by: str) -> None:
        await self._store.seats.remove(self._game, seat, change, by)
        await self._announce()

    async def host(self, account: int | None) -> None:
        await self._store.games.update(self._game, host_id=account)
        await self._announce()

    async def started(self, setup: dict[str, Any], rules_version: str) -> None:
        await self._store.games.start(self._game, setup=setup, rules_version=rules_version)

    async def finished(self, how: str, result: dict[str, Any] | None) -> None:
        await self._store.games.finish(self._game, how, result)
        await self._announce()

    async def _announce(self) -> None:
        """Let other servers look. What is written stays written if they cannot be told."""
        try:
            await self._store.announce(self._game)
        except StoreUnavailable as error:
            log.warning("not_announced", table=self._game, code=error.code)

    async def seat_history(self) -> tuple[SeatHistory, ...]:
        records = await self._store.seats.history(self._game)
        return tuple(SeatHistory(r.at.timestamp(), r.seat, r.name, r.change, r.by) for r in records)


class LooseLedger:
    """A table that is gone when its caller goes."""

    def __init__(self) -> None:
        self._answers: list[Answer] = []
        self._checkpoint: tuple[int, bytes] | None = None

    async def append(self, seq: int, seat: int, key: str, interjection: bool) -> None:
        self._answers.append(Answer(seq, seat, key, interjection))

    async def since(self, seq: int) -> list[Answer]:
        return [a for a in self._answers if a.seq > seq]

    async def load(self, before: int | None = None) -> tuple[int, bytes, list[Answer]] | None:
        if self._checkpoint is None:
            return None
        seq, blob = self._checkpoint
        if before is not None and seq >= before:
            return None
        return seq, blob, await self.since(seq)

    async def asked_at(self) -> float | None:
        return None

    async def checkpoint(self, seq: int, blob: bytes) -> None:
        self._checkpoint = (seq, blob)

    async def set_back(self, state: TableState, seq: int, blob: bytes) -> None:
        self._checkpoint = (seq, blob)

    async def history(self, entries: Sequence[HistoryRecord]) -> None:
        return None

    async def last_history(self) -> int:
        return 0

    async def told_since(self, seq: int) -> Sequence[HistoryRecord]:
        return ()

    async def state(self, state: TableState) -> None:
        return None

    async def seat(self, seat: SeatState, change: str, by: str) -> None:
        return None

    async def seat_data(self, seat: SeatState) -> None:
        return None

    async def unseat(self, seat: int, change: str, by: str) -> None:
        return None

    async def host(self, account: int | None) -> None:
        return None

    async def started(self, setup: dict[str, Any], rules_version: str) -> None:
        return None

    async def finished(self, how: str, result: dict[str, Any] | None) -> None:
        return None

    async def seat_history(self) -> tuple[SeatHistory, ...]:
        return ()


def _seat_data(seat: SeatState) -> dict[str, Any]:
    return {"offered": seat.offered, "away_since": seat.away_since, "skips": list(seat.skips)}


def plain_state(state: TableState) -> dict[str, Any]:
    """The JSON ``read_state`` reads."""
    plain: dict[str, Any] = msgspec.to_builtins(state, str_keys=True)
    return plain


def read_state(plain: dict[str, Any]) -> TableState:
    return msgspec.convert(plain, TableState, strict=False)


def as_stored(
    record: GameRecord, seats: Sequence[SeatRecord], now: float
) -> tuple[TableState, list[SeatState]]:
    """What the store holds of a table, its seats in order.

    Raises:
        msgspec.MsgspecError: it cannot be read.
    """
    state = read_state(record.table)
    state.rules = state.rules or record.rules_version
    if record.state in ("finished", "ended"):
        state.status = "finished" if record.state == "finished" else "ended"
    elif record.state == "live" and state.status == "gathering":
        state.status, state.why = "playing", "started"
    held = {s.seat: _seat_state(s, now) for s in seats}
    game_seats = len(record.setup.get("seats", ()))
    if record.state != "lobby" and any(number >= game_seats for number in held):
        # The power went just as the game began: the taken seats are the game's.
        kept = [held[number] for number in sorted(held) if held[number].account is not None]
        held = dict(enumerate(kept))
        for number, seat in held.items():
            seat.seat = number
    if record.state == "lobby":
        for number in range(state.spec.seats):
            held.setdefault(number, SeatState(number))
    return state, [held[number] for number in sorted(held)]


def _seat_state(record: SeatRecord, now: float) -> SeatState:
    away = record.data.get("away_since")
    return SeatState(
        record.seat,
        record.account_id,
        record.name if record.account_id is not None else None,
        "nobody" if record.controller == "open" else record.controller,
        bool(record.data.get("offered")),
        float(away) if away is not None else now,
        tuple(str(kind) for kind in record.data.get("skips", ())),
    )


def is_struck_out(seq: int, voided: Sequence[tuple[int, int]]) -> bool:
    """Whether the answer of this number does not count any more (``TableState.voided``)."""
    return any(low < seq <= high for low, high in voided)


def standing(answers: Iterable[Answer], voided: Sequence[tuple[int, int]]) -> list[Answer]:
    """The answers that still count."""
    return [a for a in answers if not is_struck_out(a.seq, voided)]


def undone(entries: Iterable[HistoryRecord], voided: Sequence[tuple[int, int]]) -> set[int]:
    """The numbers of answers in a log that no longer count: struck out, or taken back later."""
    gone: set[int] = set()
    for entry in entries:
        if is_struck_out(entry.seq, voided):
            gone.add(entry.seq)
        elif entry.kind == "TakenBack":
            # The game counts from 0, and only answers that were not struck out.
            counted = [seq for seq in range(1, entry.seq) if not is_struck_out(seq, voided)]
            gone.update(counted[msgspec.json.decode(entry.data)["to"] :])
    return gone
