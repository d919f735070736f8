"""The lobby itself: presence and tables under one roof.

Room: lobby. Imports store and its neighbours here.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Container, Iterable, Mapping
from functools import partial
from typing import Any

import structlog

from arkham_bbs.lobby.admission import Admission
from arkham_bbs.lobby.arkham import ArkhamEngine
from arkham_bbs.lobby.behind import RETRY_S
from arkham_bbs.lobby.bulletins import Bulletins
from arkham_bbs.lobby.chat import Chat
from arkham_bbs.lobby.clocks import ManualTime, Scheduler, SystemTime, TimeSource
from arkham_bbs.lobby.comings import Comings
from arkham_bbs.lobby.elsewhere import Elsewhere
from arkham_bbs.lobby.engine import Engine
from arkham_bbs.lobby.export import FindTitles, choose_game, export_game
from arkham_bbs.lobby.floor import Floor, LobbySettings
from arkham_bbs.lobby.gazette import Gazette
from arkham_bbs.lobby.laying import restore_table
from arkham_bbs.lobby.letters import Letters
from arkham_bbs.lobby.limits import Rate, RateLimits
from arkham_bbs.lobby.live import Table
from arkham_bbs.lobby.notices import DecisionWaits, StatusChanged, TablesChanged
from arkham_bbs.lobby.notify import Channels, Notifier
from arkham_bbs.lobby.people import People
from arkham_bbs.lobby.presence import PersonHere, Presence, PresenceBoard
from arkham_bbs.lobby.records import Records
from arkham_bbs.lobby.refusals import LobbyRefused
from arkham_bbs.lobby.replay import Replay, open_replay
from arkham_bbs.lobby.specs import Caller, TableRow
from arkham_bbs.store import Store
from arkham_bbs.store.errors import StoreUnavailable

log = structlog.get_logger("lobby")

OVER_LISTED = 50
"""Finished games that are kept in the list."""
HOUSEKEEPING_S = 3600.0
LIST_EVERY_S = 1.0


class Lobby:
    """The lobby of one server.

    ``presences`` knows who is connected, ``elsewhere`` who is to other servers, ``chat`` passes
    words on, ``records`` keeps what games leave behind, ``notifier`` tells those who are away;
    ``people``, ``letters``, ``bulletins`` and ``gazette`` are the community's. ``create``,
    ``join`` and ``invite`` are said in admission.py; ``attach``, ``detach``,
    ``line_changed``, ``expel``, ``become`` and ``account_changed`` in comings.py.
    """

    def __init__(
        self,
        store: Store,
        *,
        settings: LobbySettings | None = None,
        time: TimeSource | None = None,
        engine: Engine | None = None,
        rates: dict[str, Rate] | None = None,
        channels: Channels | None = None,
        new_seed: Callable[[], bytes] | None = None,
    ) -> None:
        self.time = time or SystemTime()
        self.scheduler = Scheduler(self.time)
        self.presences = PresenceBoard(self.time)
        self.elsewhere = Elsewhere(store, self.time, self.scheduler, self.presences)
        self.floor = Floor(
            store=store,
            time=self.time,
            scheduler=self.scheduler,
            people=self.presences,
            limits=RateLimits(self.time, rates),
            engine=engine or ArkhamEngine(),
            settings=settings or LobbySettings(),
            decision_waits=self._decision_waits,
            table_over=self._table_over,
            list_changed=self._list_changed,
            fault=self._fault,
            is_elsewhere=self.elsewhere.has,
        )
        if new_seed is not None:
            self.floor.new_seed = new_seed
        self.chat = Chat(self.floor)
        self.records = Records(self.floor)
        self.notifier = Notifier(self.floor, channels or Channels())
        self.bulletins = Bulletins(self.floor, self.chat)
        self.gazette = Gazette(self.floor)
        self._tables: dict[str, Table] = {}
        admission = Admission(self, self._tables)
        self.check = admission.check
        self.create = admission.create
        self.join = admission.join
        self.invite = admission.invite
        comings = Comings(self, self._tables)
        self.attach = comings.attach
        self.detach = comings.detach
        self.line_changed = comings.line_changed
        self.expel = comings.expel
        self.become = comings.become
        self.account_changed = comings.account_changed
        self.people = People(self.floor, self.chat, self.account_changed)
        self.letters = Letters(self.floor, self.chat, self.people)
        self._changed: set[str] = set()
        self.presences.audience = self._mates
        self._told: dict[tuple[str, int], int] = {}
        """The last decision each account was told of, by table: the bell rings once."""
        self._loading: asyncio.Task[Any] | None = None
        self.is_open = False

    # -- opening and closing ----------------------------------------------------------------------
    async def open(self) -> None:
        """Take up all live tables where they stood. Games come into memory one by one behind."""
        store = self.floor.store
        records = await store.games.list(states=("lobby", "live"), limit=100_000)
        over = await store.games.list(states=("finished", "ended"), limit=OVER_LISTED)
        seats = await store.seats.of_games([r.id for r in (*records, *over)])
        for record in reversed((*records, *over)):
            table = restore_table(self.floor, record, seats.get(record.id, ()))
            if table is not None:
                self._tables[record.id] = table
        await self.bulletins.set_up()
        self.is_open = True
        if not isinstance(self.time, ManualTime):
            self.scheduler.start()
        self._loading = self.floor.spawn(self._load_all(), "load-tables")
        try:
            await store.listen(self._other_server, heard=self.elsewhere.heard)
        except StoreUnavailable as error:
            log.warning("not_listening_yet", code=error.code)  # the store keeps trying
        await self.elsewhere.open()
        self._housekeeping_later()

    async def loaded(self) -> None:
        """Wait until every live game is in memory."""
        if self._loading is not None:
            await asyncio.shield(self._loading)

    async def _load_all(self) -> None:
        for table in tuple(self._tables.values()):
            if table.is_started and not table.is_over and table.status != "frozen":
                try:
                    await table.ready()
                except LobbyRefused as refused:
                    log.warning("table_not_loaded", table=table.id, code=refused.code)
                await asyncio.sleep(0)

    async def close(self, reason: str = "") -> None:
        """Tell everybody, finish what is being written, stop all timers."""
        self.is_open = False
        for presence in self.presences.all():
            self.presences.expel(presence, "closing", reason)
        await self.scheduler.stop()
        await self.elsewhere.close()
        await self.notifier.close()
        answers = [t for t in self.floor.tasks if not t.get_name().startswith("load-tables")]
        if self._loading is not None:
            self._loading.cancel()
            await asyncio.gather(self._loading, return_exceptions=True)
        await asyncio.gather(*answers, return_exceptions=True)
        for table in self._tables.values():
            if table.state.turn != table.turn and not table.is_over:
                table.save_state()
            await table.settled()

    def _other_server(self, game_id: str, seq: int) -> None:
        if not game_id:  # the line to the database was lost for a while: look everywhere
            for table in self._tables.values():
                if not table.is_over:
                    self.floor.spawn(table.wake(), f"wake:{table.id}")
                    self.floor.spawn(table.look_again(), f"look-again:{table.id}")
            return
        known = self._tables.get(game_id)
        if known is None:
            self.floor.spawn(self.adopt(game_id), f"adopt:{game_id}")
        elif seq == 0:
            self.floor.spawn(known.look_again(), f"look-again:{game_id}")
        elif seq > known.seq:
            self.floor.spawn(known.wake(), f"wake:{game_id}")

    async def adopt(self, game_id: str) -> Table | None:
        """A table that another server on the same database has made."""
        record = await self.floor.store.games.get(game_id)
        seats = await self.floor.store.seats.list(game_id)
        # Asked after the waits: whoever adopts it meanwhile must not be left with a twin of it.
        if record is None or game_id in self._tables:
            return self._tables.get(game_id)
        table = restore_table(self.floor, record, seats)
        if table is not None:
            self._tables[game_id] = table
        return table

    def _housekeeping_later(self) -> None:
        self.scheduler.at(self.time.now() + HOUSEKEEPING_S, self._housekeeping)

    async def _housekeeping(self) -> None:
        try:
            await self.chat.trim()
            await self.records.retire(self.floor.settings.retention_days)
        finally:
            self._housekeeping_later()

    # -- people -----------------------------------------------------------------------------------
    def who(self) -> tuple[PersonHere, ...]:
        """Everybody connected to this server, in the order of arrival."""
        return self.presences.who()

    # -- tables -----------------------------------------------------------------------------------
    def tables(
        self, caller: Caller | None = None, *, but: Container[str] = ()
    ) -> tuple[TableRow, ...]:
        """The list: the caller's own first, then by activity. Tutorials are not in it.

        ``but``: what the tables are doing that are left out. A full board has hundreds: whoever
        needs one line, one's own, or the titles asks for those.
        """
        rows = [
            t.row(caller)
            for t in self._tables.values()
            if not t.spec.tutorial and t.status not in but
        ]
        rows.sort(key=lambda r: (not r.mine, -r.active_at))
        return tuple(rows)

    def own(self, caller: Caller) -> tuple[TableRow, ...]:
        """The caller's own tables that are not over, by activity."""
        if caller.account is None:
            return ()
        mine = (t for t in self.tables_of(caller.account) if not t.spec.tutorial and not t.is_over)
        return tuple(sorted((t.row(caller) for t in mine), key=lambda r: -r.active_at))

    def titles(self) -> Mapping[str, str]:
        """The title of every table in the list, by its id."""
        return {t.id: t.title for t in self._tables.values() if not t.spec.tutorial}

    def row(self, table_id: str, caller: Caller | None) -> TableRow | None:
        """One line of the list; None for a table that is not in it."""
        table = self._tables.get(table_id)
        return None if table is None or table.spec.tutorial else table.row(caller)

    def statuses(self) -> Mapping[str, int]:
        """How many tables there are of each status, without those of the tutorial."""
        return Counter(str(t.status) for t in self._tables.values() if not t.spec.tutorial)

    def waiting_for(self, caller: Caller) -> tuple[TableRow, ...]:
        """Tables whose pending decision is this caller's, those that wait longest first."""
        rows = [r for r in self.own(caller) if r.my_decision]
        return tuple(sorted(rows, key=lambda r: (-r.waiting_s, -r.active_at)))

    def table(self, table_id: str) -> Table:
        """Raises:
        LobbyRefused: no-such-table.
        """
        try:
            return self._tables[table_id]
        except KeyError:
            raise LobbyRefused("no-such-table", table=table_id) from None

    def tables_of(self, account: int) -> tuple[Table, ...]:
        """Tables not over at which an account has a seat."""
        ids = self.floor.seated.get(account, {})
        return tuple(self._tables[one] for one in ids if one in self._tables)

    def drop_tutorial(self, table: Table) -> None:
        """A tutorial is over: nothing of it is kept."""
        if table.spec.tutorial:
            table.pacing.clear()
            table.seating.over()
            self._drop(table)

    def _drop(self, table: Table) -> None:
        """Take a table off the list for good. It is on the disk, or nothing of it is kept."""
        if self._tables.pop(table.id, None) is not None:
            self.floor.spawn(self._let_go(table), f"let-go:{table.id}")

    async def _let_go(self, table: Table) -> None:
        await table.settled()
        if not table.behind.waits:
            table.let_go()
            return
        # The store has trouble: what it is still to write is not to be lost.
        self.scheduler.at(self.time.now() + RETRY_S, partial(self._let_go, table))

    async def replay(self, table_id: str, caller: Caller) -> Replay:
        """A finished game to go through. Those of private tables are for who sat there, and staff.

        Raises:
            LobbyRefused: no-such-table, not-finished, not-allowed.
        """
        table = self._tables.get(table_id)
        if table is not None:
            await table.settled()
        replay = await open_replay(self.floor.store, self.floor.engine, table_id)
        if replay.state.spec.private and not caller.is_staff:
            seats = await self.floor.store.seats.history(table_id)
            if caller.account not in {s.account_id for s in seats}:
                raise LobbyRefused("not-allowed", what="replay")
        return replay

    async def export(
        self, wanted: str, caller: Caller, find: FindTitles | None = None
    ) -> dict[str, Any]:
        """A game as JSON, by its title or the beginning of its id; in play without its seed.

        ``find`` reads what is neither.

        Raises:
            LobbyRefused: no-such-table, which-table.
        """
        game_id = await choose_game(self.floor.store, wanted, caller, find)
        live = self._tables.get(game_id)
        if live is not None:
            await live.settled()
        data = await export_game(self.floor.store, game_id)
        if data is None:
            raise LobbyRefused("no-such-table", table=wanted)
        return data

    # -- what tables report -----------------------------------------------------------------------
    def _list_changed(self, table_id: str) -> None:
        """The list is news for those who stand in the lobby, once a second at most."""
        table = self._tables.get(table_id)
        if table is None or table.spec.tutorial or table_id in self._changed:
            return
        if not self._changed:
            self.scheduler.at(self.time.now() + LIST_EVERY_S, self._tell_changed)
        self._changed.add(table_id)

    async def _tell_changed(self) -> None:
        changed, self._changed = sorted(self._changed), set()
        for presence in self.presences.all():
            if presence.place == "lobby":
                for table_id in changed:
                    presence.notices.put(TablesChanged(table_id))

    def _mates(self, account: int) -> Iterable[Presence]:
        """Those to whom it matters at once where an account is: its tables, and the lobby."""
        for presence in self.presences.all():
            if presence.place == "lobby":
                yield presence
        for table in self.tables_of(account):
            yield from table.attending.values()
            yield from table.watching.values()

    def _decision_waits(self, table: Table, number: int, account: int) -> None:
        """Ring once for each decision; by mail or webhook only those who are not connected."""
        presence = self.presences.of(account)
        if presence is None:
            self.notifier.decision_waits(table, number, account)
            return
        if self._told.get((table.id, account)) == number:
            return
        self._told[table.id, account] = number
        presence.notices.put(DecisionWaits(table.id, table.title, number))

    def _fault(self, table: Table, reference: str, error: BaseException) -> None:
        """Staff on the line hear of a frozen table at once, wherever they are."""
        for presence in self.presences.all():
            at_it = presence.caller.account in (*table.attending, *table.watching)
            if presence.caller.is_staff and not at_it:
                presence.notices.put(StatusChanged(table.id, "frozen", "fault", reference))

    def _table_over(self, table: Table) -> None:
        for key in [key for key in self._told if key[0] == table.id]:
            del self._told[key]
        if table.spec.tutorial:
            return
        if table.status == "finished":
            self.floor.spawn(self.records.game_finished(table), f"records:{table.id}")
        over = [t for t in self._tables.values() if t.is_over]
        for old in sorted(over, key=lambda t: t.active_at)[: max(0, len(over) - OVER_LISTED)]:
            self._drop(old)
