"""What the board does by itself: scheduled backups, cleaning, an export of every frozen table.

Room: sysop. Imports lobby, store and its neighbours here.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from datetime import timedelta
from typing import TYPE_CHECKING

import structlog

from arkham_bbs.store.errors import StoreError
from arkham_bbs.sysop.backup import list_backups, make_backup, rotate, verify_file
from arkham_bbs.sysop.export import export_table, write_export
from arkham_bbs.sysop.refusals import SysopRefused

if TYPE_CHECKING:
    from arkham_bbs.lobby import Lobby, Table
    from arkham_bbs.sysop.desk import Desk

log = structlog.get_logger("arkham.sysop", room="sysop")

LOOK_EVERY_S = 600.0
FIRST_LOOK_S = 120.0
"""Not at once: a start has other things to do, and a test is over by then."""
CLEAN_EVERY_S = 24 * 3600.0
RETRY_S = 3600.0
NOTICES_KEPT_DAYS = 60


async def clean(desk: Desk) -> dict[str, int]:
    """Remove what has had its time; return how many of each went.

    The audit, accounts, honours and games that go on are never touched.
    """
    store, upkeep = desk.store, desk.site.upkeep
    now = desk.now()
    gone = {
        "tokens": await store.tokens.purge(),
        "invitations": await store.invites.purge(),
        "notices": await store.notifications.purge(now - timedelta(days=NOTICES_KEPT_DAYS)),
    }
    if upkeep.keep_failures_days:
        gone["failed logins"] = await store.failures.purge(
            now - timedelta(days=upkeep.keep_failures_days)
        )
    if upkeep.keep_calls_days:
        gone["calls"] = await store.calls.purge(now - timedelta(days=upkeep.keep_calls_days))
    if upkeep.keep_games_days and desk.live_lobby is not None:
        gone["games"] = await desk.live_lobby.records.retire(upkeep.keep_games_days)
    return gone


class Caretaker:
    """Looks every few minutes whether a backup or the cleaning is due. One for each server."""

    def __init__(self, desk: Desk, lobby: Lobby) -> None:
        self._desk = desk
        self._lobby = lobby
        self._cleaned_at = 0.0
        self._failed_at = 0.0
        self._tasks: set[asyncio.Task[None]] = set()
        self.frozen = 0
        self.backups = 0
        self.backups_failed = 0
        self.saved_at: float | None = None

    def start(self) -> None:
        """Begin; also listen for tables that freeze."""
        told = self._lobby.floor.fault
        self._lobby.floor.fault = lambda table, reference, error: self._fault(
            told, table, reference, error
        )
        self._later(FIRST_LOOK_S)

    async def stop(self) -> None:
        """Let exports that are being written be finished."""
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _later(self, seconds: float) -> None:
        self._lobby.scheduler.at(self._lobby.time.now() + seconds, self._look)

    async def _look(self) -> None:
        try:
            await self.look()
        finally:
            self._later(LOOK_EVERY_S)

    async def look(self) -> None:
        """Do what is due now."""
        now = self._lobby.time.now()
        if now - self._cleaned_at >= CLEAN_EVERY_S:
            self._cleaned_at = now
            try:
                gone = await clean(self._desk)
            except StoreError as error:
                log.warning("cleaning_failed", code=error.code)
            else:
                if any(gone.values()):
                    await self._desk.note("clean", "by itself", removed=gone)
        await self._save_if_due(now)

    async def _save_if_due(self, now: float) -> None:
        desk = self._desk
        every_s = desk.site.upkeep.backup_every_h * 3600
        if not every_s or desk.store.path is None or now - self._failed_at < RETRY_S:
            return
        known = await asyncio.to_thread(list_backups, desk.site.backups)
        if known and desk.now().timestamp() - known[0].made_at.timestamp() < every_s:
            self.saved_at = known[0].made_at.timestamp()
            return
        try:
            made = await make_backup(desk.store, desk.site.backups)
            found = await verify_file(desk.site.backups / made.name)
            problem = "; ".join(found.problems[:3])
        except (StoreError, SysopRefused, OSError) as error:
            made, problem = None, str(error)
        if made is None or problem:
            self.backups_failed += 1
            self._failed_at = now
            log.error("backup_failed", why=problem)
            await desk.note(
                "backup now", made.name if made else "", result="backup-damaged", why=problem
            )
            return
        self.backups += 1
        self.saved_at = made.made_at.timestamp()
        gone = await asyncio.to_thread(rotate, desk.site.backups, desk.site.upkeep.backup_keep)
        await desk.note("backup now", made.name, bytes=made.bytes, removed=gone)

    # -- frozen tables ----------------------------------------------------------------------------
    def _fault(
        self,
        told: Callable[[Table, str, BaseException], None],
        table: Table,
        reference: str,
        error: BaseException,
    ) -> None:
        """A table froze: those who can help are told, and its whole record is kept at once."""
        self.frozen += 1
        told(table, reference, error)
        if not table.spec.tutorial:
            task = asyncio.create_task(
                self._export(table, reference, error), name=f"export:{table.id}"
            )
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _export(self, table: Table, reference: str, error: BaseException) -> None:
        try:
            data = await export_table(self._desk.store, table.id)
            if data is None:
                return
            data["fault"] = {"reference": reference, "error": f"{type(error).__name__}: {error}"}
            path = await asyncio.to_thread(
                write_export, self._desk.site.exports, f"fault-{table.id}-{table.seq}", data
            )
        except (StoreError, OSError) as trouble:
            log.error("export_not_written", table=table.id, error=str(trouble))
            return
        log.warning("table_exported", table=table.id, reference=reference, file=str(path))
        await self._desk.note("table frozen", table.id, result="fault", file=str(path))
