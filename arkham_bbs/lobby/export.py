"""A game as JSON: the one format of every export, and how it is written to be copied.

Room: lobby. Imports store and its neighbours here. `arkham-bbs game verify` reads it.

It goes through terminals, so its lines are short, ASCII, and broken only between the parts of the
JSON, never inside a string. The sentences that were told are left out: they follow from the rest.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from datetime import datetime
from typing import Any

import msgspec

from arkham_bbs.game.decisions import Answer
from arkham_bbs.lobby.ledger import read_state
from arkham_bbs.lobby.refusals import LobbyRefused
from arkham_bbs.lobby.specs import Caller
from arkham_bbs.store import Store
from arkham_bbs.store.records import GameRecord, HistoryRecord, SeatHistoryRecord

FORMAT = "arkham-bbs game"
VERSION = 1
WIDTH = 70
STATES = ("live", "finished", "ended")
SHORTEST_ID = 4

_PART = re.compile(r'"(?:[^"\\]|\\.)*"[,:]?|[^"\\,:{}\[\]]+,?|[{\[]|[}\]],?')


def game_as_data(
    record: GameRecord,
    answers: Iterable[Answer],
    seats: Iterable[SeatHistoryRecord],
    entries: Iterable[HistoryRecord],
    *,
    is_open: bool = True,
) -> dict[str, Any]:
    """Return everything needed to check a game: set-up, seed and its promise, answers, events.

    ``is_open`` False is a game in play as its players may have it: no seed, and no events, which
    name cards that lie face down.
    """
    data: dict[str, Any] = {
        "format": FORMAT,
        "version": VERSION,
        "id": record.id,
        "title": record.title,
        "state": record.state,
        "rules_version": record.rules_version,
        "setup": record.setup,
        "seed": record.seed.hex() if is_open else "",
        "commitment": record.commitment,
        "started_at": _iso(record.started_at),
        "ended_at": _iso(record.ended_at),
        "result": record.result,
        "answers": [
            {"seq": a.seq, "seat": a.seat, "key": a.key, "interjection": a.interjection}
            for a in answers
        ],
        "voided": [list(span) for span in read_state(record.table).voided],
        "seats": [
            {"at": _iso(s.at), "seat": s.seat, "name": s.name, "what": s.change, "by": s.by}
            for s in seats
        ],
        "events": [],
    }
    if is_open:
        data["events"] = [
            {"seq": e.seq, "turn": e.turn, "kind": e.kind, "data": msgspec.json.decode(e.data)}
            for e in entries
        ]
    return data


async def export_game(store: Store, game_id: str, *, whole: bool = False) -> dict[str, Any] | None:
    """Return a stored game; None when there is none. ``whole`` opens a game still in play."""
    record = await store.games.get(game_id)
    if record is None:
        return None
    is_open = whole or record.state in ("finished", "ended")
    answers = [
        Answer(r.seq, r.seat, r.key, r.interjection) for r in await store.answers.since(game_id)
    ]
    entries: Sequence[HistoryRecord] = ()
    if is_open:
        entries = await store.history.since(game_id, -1, limit=1_000_000)
    seats = await store.seats.history(game_id)
    return game_as_data(record, answers, seats, entries, is_open=is_open)


FindTitles = Callable[[str, Sequence[tuple[str, str]]], Collection[str]]
"""Given what was typed, and id and title of games, returns the ids of those it may mean."""


async def choose_game(
    store: Store, wanted: str, caller: Caller, find: FindTitles | None = None
) -> str:
    """Find a game its caller sat in, or a finished one that everybody may go through.

    ``find`` reads what is neither a whole title nor the beginning of an id.

    Raises:
        LobbyRefused: no-such-table, which-table.
    """
    typed = wanted.strip().casefold()

    def fits(record: GameRecord) -> bool:
        by_id = len(typed) >= SHORTEST_ID and record.id.startswith(typed)
        return bool(record.setup) and (by_id or record.title.casefold() == typed)

    def called(records: Sequence[GameRecord]) -> list[GameRecord]:
        whole = [r for r in records if fits(r)]
        if whole or find is None:
            return whole
        begun = [r for r in records if r.setup]
        ids = find(wanted, [(r.id, r.title) for r in begun])
        return [r for r in begun if r.id in ids]

    found = called(await store.games.list(STATES, account_id=caller.account))
    if not found:
        over = await store.games.list(STATES[1:])
        found = called([r for r in over if caller.is_staff or not read_state(r.table).spec.private])
    if not found:
        raise LobbyRefused("no-such-table", table=wanted)
    if len(found) > 1:
        names = ", ".join(record.id[:8] for record in found[:8])
        raise LobbyRefused("which-table", table=wanted, names=names)
    return found[0].id


def export_lines(data: dict[str, Any], width: int = WIDTH) -> list[str]:
    """Write an export as JSON in lines of at most ``width``; only a longer string goes beyond."""
    return list(_filled(json.dumps(data, separators=(",", ":"), ensure_ascii=True), width))


def _filled(text: str, width: int) -> Iterator[str]:
    line: list[str] = []
    used = 0
    for part in _PART.findall(text):
        if line and used + len(part) > width:
            yield "".join(line)
            line, used = [], 0
        line.append(part)
        used += len(part)
    yield "".join(line)


def _iso(at: datetime | None) -> str | None:
    return at.isoformat() if at is not None else None
