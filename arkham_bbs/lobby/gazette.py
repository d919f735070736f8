"""The Arkham Advertiser: what happened yesterday at the tables, told as a small-town newspaper.

Room: lobby. Imports store, the game's names and its neighbours here.

An edition is made once from the games, gates, deaths and victories of a day (UTC) and kept. Which
of several wordings is used depends on the game's id alone, so that every server prints the same.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from datetime import UTC, date, datetime, time, timedelta
from typing import Any

import msgspec

from arkham_bbs.game.narration import names
from arkham_bbs.lobby.floor import Floor
from arkham_bbs.lobby.specs import Caller
from arkham_bbs.store.errors import StoreUnavailable
from arkham_bbs.store.records import GameRecord, HistoryRecord

MOST_GAMES = 12
"""Games a single edition tells of."""
DAYS_BACK = 30
"""Days after which an edition is not handed out any more."""

WON = (
    'DAWN AT LAST. At "{table}" {who} shut the last gate in turn {turn}. Milk was delivered late.',
    '"{table}" ENDS WELL. {who} closed every door by turn {turn}; the town pretends it slept.',
    'BELLS RUNG FOR {who}, who in turn {turn} left "{table}" with no gate standing.',
)
LOST: dict[str, tuple[str, ...]] = {
    "doom-of-arkham": (
        'NO EDITION FROM "{table}". The doom of Arkham came in turn {turn}; {who} had stayed.',
        'DOOM IN TURN {turn}. At "{table}" {who} counted the days, and there were none left.',
    ),
    "too-many-gates": (
        'MORE DOORS THAN KEYS. "{table}" fell in turn {turn}; {who} could not be everywhere.',
        'GATES STAND OPEN at "{table}" after turn {turn}. {who} regret to inform our readers.',
    ),
    "nobody-left": (
        'NOBODY HOME at "{table}". The last of {who} was not seen again after turn {turn}.',
        'LAMPS BURN at "{table}", chairs stand empty since turn {turn}. Asked after: {who}.',
    ),
}
GIVEN_UP = (
    '"{table}" CLOSED BY COMMON CONSENT. {who} have taken the evening train.',
    'CARDS PUT AWAY at "{table}". {who} would not say what they had seen.',
)
GATES = (
    "COUNTY SURVEYOR BAFFLED: {opened} gates opened yesterday, {shut} shut. Readers should walk "
    "on the other side of the street.",
    "OF DOORS: {opened} new, {shut} closed. The locksmiths' guild declines to comment.",
)
DEATHS = (
    "NOT SEEN SINCE YESTERDAY: {who}. Relations may collect hats and umbrellas at the station.",
    "OBITUARIES. {who}. No flowers; no bodies either.",
)
WARDS = (
    "WARDS FULL: {hospital} carried to the Hospital, {sanitarium} to the Sanitarium.",
    "THE DOCTORS REPORT {hospital} broken and {sanitarium} bewildered since our last number.",
)
CITIZEN = (
    "FIRST CITIZEN: {who}, by general acclaim and the count of gates.",
    "A BRASS PLATE will be put up for {who}, First Citizen.",
)
BEGUN = (
    "SEEN ARRIVING by the evening train: the company of {tables}.",
    "LAMPS LIT at {tables}; new faces at the Train Station.",
)
QUIET = (
    "A QUIET DAY. Nothing came out of the river, and nobody went in.",
    "NO NEWS FROM MISKATONIC AVENUE. The fog lifted at ten and thought better of it.",
    "WEATHER: fog, clearing; then fog. Dogs uneasy on French Hill.",
)


class Edition(msgspec.Struct, frozen=True):
    """One day's paper; ``day`` is the day it tells of."""

    day: date
    lines: tuple[str, ...]


class _Count(msgspec.Struct):
    opened: int = 0
    shut: int = 0
    hospital: int = 0
    sanitarium: int = 0
    lost: list[str] = []


def _pick(wordings: Sequence[str], key: str) -> str:
    return wordings[hashlib.sha256(key.encode()).digest()[0] % len(wordings)]


def _is_private(game: GameRecord) -> bool:
    spec: dict[str, Any] = game.table.get("spec", {})
    return bool(spec.get("private", False))


def _people(handles: Sequence[str]) -> str:
    return names.listed(list(handles)) if handles else "a company that gave no names"


class Gazette:
    """Prints and hands out the paper."""

    def __init__(self, floor: Floor) -> None:
        self._floor = floor
        self._store = floor.store

    def yesterday(self) -> date:
        now = datetime.fromtimestamp(self._floor.time.now(), UTC)
        return now.date() - timedelta(days=1)

    async def edition(self, day: date | None = None) -> Edition:
        """The edition that tells of ``day`` (yesterday); printed now if nobody has asked before.

        A day that is not over yet gives yesterday's.
        """
        day = min(day or self.yesterday(), self.yesterday())
        kept = await self._store.editions.get(day)
        if kept is None:
            printed = await self._print(day)
            with suppress(StoreUnavailable):
                await self._store.editions.put(day, printed)
                kept = await self._store.editions.get(day)
            if kept is None:
                # It cannot be kept now; whoever asked may read it all the same.
                return Edition(day, tuple(printed))
        return Edition(day, kept.lines)

    async def for_caller(self, caller: Caller) -> Edition | None:
        """Yesterday's edition at the first login of a day; None when it has been read."""
        day = self.yesterday()
        if caller.is_guest:
            return await self.edition(day)
        seen = await self._store.editions.seen(caller.account)
        if seen is not None and seen >= day:
            return None
        edition = await self.edition(day)
        with suppress(StoreUnavailable):
            await self._store.editions.mark_seen(caller.account, day)
        return edition

    @property
    def days_back(self) -> int:
        """How old an edition may be that is handed out; 1 is yesterday's.

        Nobody may have asked for it before, and it can be printed only from games that are kept.
        """
        kept = self._floor.settings.retention_days
        return max(1, min(DAYS_BACK, kept - 1)) if kept else DAYS_BACK

    async def back_number(self, days: int) -> Edition:
        """The edition that tells of so many days ago, from 1 to ``days_back``."""
        return await self.edition(self.yesterday() - timedelta(days=days - 1))

    async def _print(self, day: date) -> list[str]:
        start = datetime.combine(day, time(), UTC)
        end = start + timedelta(days=1)
        ended = [
            g for g in await self._store.games.ended_between(start, end) if g.started_at is not None
        ]
        begun = await self._store.games.started_between(start, end)
        seats = await self._store.seats.of_games([g.id for g in ended])
        lines: list[str] = []
        count = _Count()
        for game in ended[:MOST_GAMES]:
            who = _people([s.name for s in seats.get(game.id, ()) if s.name])
            lines.append(self._ending(game, who))
            self._tally(await self._store.history.since(game.id, -1, limit=100_000), count)
        honoured = Counter(
            f"{h.name} ({names.person(h.investigator)})"
            for h in await self._store.honours.between(start, end)
            if h.first_citizen
        )
        key = day.isoformat()
        if honoured:
            lines.append(_pick(CITIZEN, key).format(who=_people(list(honoured))))
        lines += self._columns(count, key)
        public = [g.title for g in begun if not _is_private(g)][:MOST_GAMES]
        if public:
            tables = names.listed([f'"{title}"' for title in public])
            lines.append(_pick(BEGUN, key).format(tables=tables))
        return lines or [_pick(QUIET, key)]

    def _ending(self, game: GameRecord, who: str) -> str:
        table = "a private table" if _is_private(game) else game.title
        result: dict[str, Any] = game.result or {}
        if not result:
            return _pick(GIVEN_UP, game.id).format(table=table, who=who)
        wordings = WON if result.get("victory") else LOST.get(str(result.get("reason")), GIVEN_UP)
        return _pick(wordings, game.id).format(table=table, who=who, turn=result.get("turn", 0))

    def _tally(self, entries: Sequence[HistoryRecord], count: _Count) -> None:
        for entry in entries:
            if entry.kind == "GatePlaced":
                count.opened += 1
            elif entry.kind == "GateDestroyed":
                count.shut += 1
            elif entry.kind == "KnockedOut":
                pool = msgspec.json.decode(entry.data).get("pool")
                count.hospital += pool != "sanity"
                count.sanitarium += pool == "sanity"
            elif entry.kind == "InvestigatorLost":
                count.lost.append(names.person(msgspec.json.decode(entry.data)["who"]))

    def _columns(self, count: _Count, key: str) -> list[str]:
        lines = []
        if count.opened or count.shut:
            lines.append(_pick(GATES, key).format(opened=count.opened, shut=count.shut))
        if count.lost:
            lines.append(_pick(DEATHS, key).format(who=_people(count.lost[:12])))
        if count.hospital or count.sanitarium:
            lines.append(
                _pick(WARDS, key).format(hospital=count.hospital, sanitarium=count.sanitarium)
            )
        return lines
