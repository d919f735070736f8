"""The store as the other rooms hold it: repositories as attributes, and the whole's upkeep.

Room: store. Imports SQLAlchemy, the standard library and its neighbours.
"""

from __future__ import annotations

import asyncio
import os
import sqlite3
from collections.abc import Callable, Sequence
from contextlib import closing, suppress
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncConnection

from arkham_bbs.store import upgrade
from arkham_bbs.store.accounts import Accounts
from arkham_bbs.store.answers import Answers, Checkpoints
from arkham_bbs.store.bans import Bans
from arkham_bbs.store.boards import Boards
from arkham_bbs.store.calls import Calls
from arkham_bbs.store.credentials import Failures, Keys, Tokens
from arkham_bbs.store.database import Clock, Database, utc_now
from arkham_bbs.store.engine import Limits, parse_url, sqlite_path, unavailable_from
from arkham_bbs.store.errors import StoreError, StoreUnavailable
from arkham_bbs.store.games import Games
from arkham_bbs.store.history import History
from arkham_bbs.store.ignores import Ignores
from arkham_bbs.store.invites import Invites
from arkham_bbs.store.office import Audit, Settings
from arkham_bbs.store.renown import Achievements, Honours, Notifications, Reports
from arkham_bbs.store.schema import REVISION
from arkham_bbs.store.seats import Seats
from arkham_bbs.store.ways import open_way
from arkham_bbs.store.words import Chat, Drafts, Editions, Mail, Motd, News, Oneliners
from arkham_bbs.store.writer import StoreStatistics

if TYPE_CHECKING:
    from arkham_bbs.store.listener import Listener


_TRIAL = "trial-of-writing"
_TRIAL_BYTES = 16_384
"""Some pages: a log with a little room left must not pass for a disk with room."""


class Store:
    """Open with ``Store.open``, end with ``close``."""

    def __init__(self, database: Database, *, keep_checkpoints: int) -> None:
        self._database = database
        self._listeners: list[Listener] = []
        self.accounts = Accounts(database)
        self.keys = Keys(database)
        self.failures = Failures(database)
        self.bans = Bans(database)
        self.tokens = Tokens(database)
        self.invites = Invites(database)
        self.calls = Calls(database)
        self.ignores = Ignores(database)
        self.games = Games(database)
        self.seats = Seats(database)
        self.answers = Answers(database)
        self.checkpoints = Checkpoints(database, keep=keep_checkpoints)
        self.history = History(database)
        self.honours = Honours(database)
        self.achievements = Achievements(database)
        self.notifications = Notifications(database)
        self.reports = Reports(database)
        self.chat = Chat(database)
        self.mail = Mail(database)
        self.drafts = Drafts(database)
        self.boards = Boards(database)
        self.oneliners = Oneliners(database)
        self.news = News(database)
        self.editions = Editions(database)
        self.motd = Motd(database)
        self.audit = Audit(database)
        self.settings = Settings(database)

    @classmethod
    async def open(
        cls,
        url: str,
        *,
        clock: Clock = utc_now,
        limits: Limits | None = None,
        keep_checkpoints: int = 4,
        migrate: bool = True,
    ) -> Store:
        """Open a database, made and brought up to date unless ``migrate`` is False.

        Raises:
            ValueError: the URL cannot be used.
            StoreUnavailable: the database cannot be reached or opened.
            StoreError: "newer-schema"; a newer version of this program made it.
        """
        parsed = parse_url(url)
        path = sqlite_path(parsed)
        if path is not None and migrate:
            try:
                await asyncio.to_thread(_make_private_file, path)
            except OSError as error:
                raise StoreUnavailable("lost", why=str(error)) from error
        database = Database(parsed, clock=clock, limits=limits or Limits())
        try:
            if migrate:
                await upgrade.migrate(database.writing)
            database.writer.start()
            store = cls(database, keep_checkpoints=max(1, keep_checkpoints))
            await store.ping()
        except BaseException:
            await database.close()
            raise
        return store

    @staticmethod
    async def migrate(url: str, *, limits: Limits | None = None) -> bool:
        """Bring a database up to date; return whether anything was due. Errors as ``open``."""
        parsed = parse_url(url)
        path = sqlite_path(parsed)
        if path is not None:
            try:
                await asyncio.to_thread(_make_private_file, path)
            except OSError as error:
                raise StoreUnavailable("lost", why=str(error)) from error
        way = open_way(parsed, limits or Limits())
        try:
            return await upgrade.migrate(way)
        finally:
            await way.close()

    @staticmethod
    async def revision(url: str, *, limits: Limits | None = None) -> tuple[str | None, str]:
        """Return the schema revision found (None: empty database) and the one needed."""
        found = await upgrade.revision(parse_url(url), limits or Limits())
        return found, REVISION

    async def close(self) -> None:
        """Commit what waits and let go of the database. Safe to repeat."""
        for listener in self._listeners:
            await listener.close()
        self._listeners.clear()
        await self._database.close()

    def clock(self) -> datetime:
        """Return the time the store works by."""
        return self._database.clock()

    @property
    def kind(self) -> str:
        """ "sqlite" or "postgresql"."""
        return "sqlite" if self._database.is_sqlite else "postgresql"

    @property
    def path(self) -> Path | None:
        """The database file; None in memory and on PostgreSQL."""
        return sqlite_path(self._database.url)

    async def ping(self) -> None:
        """Read one row. Raises StoreUnavailable."""

        async def work(connection: AsyncConnection) -> None:
            await connection.execute(text("SELECT 1"))

        await self._database.read(work)

    @property
    def refusing(self) -> str | None:
        """Why the last write was refused ("full", "locked", "lost"); None when it was taken."""
        return self._database.refusing.code

    async def try_writing(self) -> None:
        """Write as much as an answer takes, and take it away again. Raises StoreUnavailable."""
        await self.settings.set(_TRIAL, "x" * _TRIAL_BYTES, "the board")
        await self.settings.unset(_TRIAL)

    def statistics(self) -> StoreStatistics:
        return self._database.writer.statistics()

    @property
    def is_shared(self) -> bool:
        """Say whether other servers may use this database at the same time."""
        return not self._database.is_sqlite

    async def tell_servers(self, words: Sequence[str]) -> None:
        """Have each word, at most 7,900 bytes, ``heard`` by the other servers, if there are any.

        Raises:
            StoreUnavailable: the database cannot.
        """
        await self._database.writer.tell(words)

    async def listen(
        self,
        callback: Callable[[str, int], None],
        *,
        heard: Callable[[str, str], None] = lambda server, word: None,
        timeout_s: float = 5.0,
    ) -> None:
        """Have ``callback(game_id, seq)`` called when another server has committed answers.

        ``heard(server, word)`` is called for what another server tells with ``tell_servers``.

        Called on the event loop, must return at once. ``(game_id, 0)`` is what ``announce`` tells;
        ``("", 0)`` says that the line was lost for a while: look at every game. On SQLite there is
        no other server and nothing happens.

        Raises:
            StoreUnavailable: "lost"; it keeps trying nevertheless.
        """
        if self._database.is_sqlite:
            return
        # Only here: loading asyncpg would slow the start of a board that runs on SQLite.
        from arkham_bbs.store.listener import Listener

        listener = Listener(
            self._database.url,
            self._database.limits,
            node=self._database.node,
            callback=callback,
            heard=heard,
        )
        self._listeners.append(listener)
        try:
            await listener.ready(timeout_s)
        except TimeoutError as error:
            raise StoreUnavailable("lost", why="cannot listen for other servers") from error

    async def announce(self, game_id: str) -> None:
        """Tell other servers that a game's seats or its table have changed, when there are any.

        Raises:
            StoreUnavailable: the database cannot.
        """
        await self._database.writer.announce(game_id)

    async def backup_to(self, path: Path | str) -> int:
        """Copy a running SQLite database to a new file; return its size in bytes.

        Writers go on meanwhile. The copy is complete and checked, or it is not there: it is made
        under another name and renamed at the end.

        Raises:
            StoreError: "not-sqlite" (use pg_dump), "exists", "damaged" with ``why``.
            StoreUnavailable: no room, no permission.
        """
        source = self.path
        if source is None:
            raise StoreError("not-sqlite", kind=self.kind)
        return await asyncio.to_thread(_backup, source, Path(path))

    async def integrity(self) -> list[str]:
        """Return what is wrong with the database, nothing when it is sound.

        On PostgreSQL, which checks its pages itself, this looks for games whose answers have
        holes; on SQLite for that too.
        """

        async def work(connection: AsyncConnection) -> list[str]:
            wrong: list[str] = []
            if self._database.is_sqlite:
                rows = await connection.exec_driver_sql("PRAGMA integrity_check(20)")
                wrong += [str(row[0]) for row in rows if row[0] != "ok"]
                broken = await connection.exec_driver_sql("PRAGMA foreign_key_check")
                wrong += [f"foreign key of {tuple(row)}" for row in broken]
            holes = await connection.execute(
                text(
                    "SELECT game_id, COUNT(*), MAX(seq), MIN(seq) FROM answers "
                    "GROUP BY game_id HAVING COUNT(*) <> MAX(seq) OR MIN(seq) <> 1 "
                    "ORDER BY game_id"
                )
            )
            wrong += [f"answers of game {row[0]}: {row[1]} of {row[2]}" for row in holes]
            return wrong

        return await self._database.read(work)

    async def size(self) -> int:
        """Return the bytes the database takes."""
        statement = (
            "SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()"
            if self._database.is_sqlite
            else "SELECT pg_database_size(current_database())"
        )

        async def work(connection: AsyncConnection) -> int:
            return int((await connection.execute(text(statement))).scalar_one())

        return await self._database.read(work)


def _make_private_directory(path: Path) -> None:
    path.mkdir(parents=True, exist_ok=True, mode=0o700)


def _make_private_file(path: Path) -> None:
    """Make an empty database that only this user reads; SQLite's side files follow its mode."""
    _make_private_directory(path.parent)
    with suppress(FileExistsError):
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))


def _backup(source: Path, target: Path) -> int:
    if target.exists():
        raise StoreError("exists", path=str(target))
    partial = target.with_name(f".{target.name}.partial")
    try:
        _make_private_directory(target.parent)
        partial.unlink(missing_ok=True)
        # Made before SQLite opens it, so that hashes of passwords are never readable by others.
        os.close(os.open(partial, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
        with (
            closing(sqlite3.connect(source)) as original,
            closing(sqlite3.connect(partial)) as copy,
        ):
            original.execute("PRAGMA busy_timeout=3000")
            # All pages in one step: a copy made in pieces starts anew at every commit and may
            # never end on a busy board. Readers do not hold up writers in WAL mode.
            original.backup(copy)
            # The copy is a single file: a log beside it would be forgotten when it is moved.
            copy.execute("PRAGMA journal_mode=DELETE")
            found = [str(row[0]) for row in copy.execute("PRAGMA integrity_check(5)")]
        if found != ["ok"]:
            raise StoreError("damaged", why="; ".join(found))
        with partial.open("rb") as written:
            os.fsync(written.fileno())
        partial.rename(target)
        _sync_directory(target.parent)
        return target.stat().st_size
    except (OSError, sqlite3.Error) as error:
        raise unavailable_from(error) or StoreUnavailable("lost", why=str(error)) from error
    finally:
        with suppress(OSError):
            partial.unlink(missing_ok=True)


def _sync_directory(path: Path) -> None:
    """Make a rename durable, where the platform lets a directory be opened."""
    if not hasattr(os, "O_DIRECTORY"):
        return
    descriptor = os.open(path, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
