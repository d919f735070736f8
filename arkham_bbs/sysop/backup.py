"""Backups: made while the board runs, checked by replaying every live game, rotated, put back.

Room: sysop. Imports lobby (how a game is resumed), store, and the standard library.

A backup is one SQLite file, ``arkham-YYYYMMDD-HHMMSS.db``, readable by its owner alone. The host
key and the settings file are not in it: docs/sysop.md says how to keep those.
"""

from __future__ import annotations

import asyncio
import os
import re
import shutil
from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime
from pathlib import Path

import msgspec

from arkham_bbs.game.decisions import AnswerRefused
from arkham_bbs.lobby.arkham import ArkhamEngine
from arkham_bbs.lobby.engine import Engine
from arkham_bbs.lobby.ledger import StoreLedger, read_state
from arkham_bbs.lobby.mended import ToldOtherwise
from arkham_bbs.lobby.taking_up import Kept, TakenBackFurther, kept_games, play_again
from arkham_bbs.store import Store
from arkham_bbs.store.errors import StoreError
from arkham_bbs.store.records import GameRecord
from arkham_bbs.sysop.refusals import SysopRefused

NAME = re.compile(r"arkham-\d{8}-\d{6}(-\d+)?\.db")


class BackupFile(msgspec.Struct, frozen=True):
    """One backup on the disk."""

    name: str
    bytes: int
    made_at: datetime


class Verified(msgspec.Struct, frozen=True):
    """What a check found. ``problems`` is empty when every live game goes on.

    ``going_back`` of the games go on from where a step of the turn began, as a rule was mended.
    """

    games: int
    answers: int
    accounts: int
    problems: tuple[str, ...]
    going_back: int = 0

    @property
    def is_good(self) -> bool:
        return not self.problems


def list_backups(directory: Path) -> list[BackupFile]:
    """Newest first."""
    if not directory.is_dir():
        return []
    found = []
    for path in directory.iterdir():
        if NAME.fullmatch(path.name) and path.is_file():
            stat = path.stat()
            made = datetime.fromtimestamp(stat.st_mtime).astimezone()
            found.append(BackupFile(path.name, stat.st_size, made))
    return sorted(found, key=lambda backup: backup.name, reverse=True)


def find_backup(directory: Path, name: str) -> Path:
    """Return a backup's path by its name, or the newest for ``latest``.

    Raises:
        SysopRefused: no-such-backup; also for a name that leads anywhere else.
    """
    known = list_backups(directory)
    if name == "latest" and known:
        return directory / known[0].name
    for backup in known:
        if name in (backup.name, backup.name.removesuffix(".db")):
            return directory / backup.name
    raise SysopRefused("no-such-backup", name=name[:60])


async def make_backup(store: Store, directory: Path) -> BackupFile:
    """Copy the running database. Raises StoreError, and SysopRefused not-sqlite."""
    if store.path is None:
        raise SysopRefused("not-sqlite", kind=store.kind)
    stamp = f"{store.clock():%Y%m%d-%H%M%S}"
    name = f"arkham-{stamp}.db"
    number = 1
    while (directory / name).exists():
        number += 1
        name = f"arkham-{stamp}-{number}.db"
    size = await store.backup_to(directory / name)
    return BackupFile(name, size, store.clock())


def rotate(directory: Path, keep: int) -> list[str]:
    """Remove all but the newest ``keep`` (0 keeps all); return the names that are gone."""
    if keep <= 0:
        return []
    gone = []
    for backup in list_backups(directory)[keep:]:
        (directory / backup.name).unlink(missing_ok=True)
        gone.append(backup.name)
    return gone


async def verify_file(path: Path, engine: Engine | None = None) -> Verified:
    """Open a copy of a backup and replay every live game in it. The backup is not touched.

    Raises:
        OSError: no room for the copy.
    """
    # Opening a database may write beside it (WAL, a migration): never beside the backup.
    scratch = path.with_name(f".verify-{path.name}")
    try:
        await asyncio.to_thread(_copy_private, path, scratch)
        return await verify_url(f"sqlite:///{scratch.as_posix()}", engine, migrate=True)
    finally:
        for leftover in (scratch, *(Path(f"{scratch}{end}") for end in ("-wal", "-shm"))):
            leftover.unlink(missing_ok=True)


async def verify_url(url: str, engine: Engine | None = None, *, migrate: bool = False) -> Verified:
    """Open any database by its URL and check it; what cannot be opened is a problem too."""
    try:
        store = await Store.open(url, migrate=migrate)
    except (StoreError, ValueError, OSError) as error:
        return Verified(0, 0, 0, (f"cannot be opened: {error}",))
    try:
        return await verify_store(store, engine)
    except StoreError as error:
        return Verified(0, 0, 0, (f"cannot be read: {error}",))
    finally:
        await store.close()


async def verify_store(store: Store, engine: Engine | None = None) -> Verified:
    """Check an open store: its pages, the order of its answers, and every live game."""
    engine = engine or ArkhamEngine()
    problems = list(await store.integrity())
    games = answers = going_back = 0
    for record in await store.games.list(states=("live",), limit=100_000):
        games += 1
        try:
            answers += await _replay(store, record, engine)
        except ToldOtherwise:
            going_back += 1
        except Exception as error:  # whatever a broken game raises, it is what was looked for
            problems.append(f"game {record.id}: does not go on ({type(error).__name__}: {error})")
    return Verified(games, answers, await store.accounts.count(), tuple(problems), going_back)


async def _replay(store: Store, record: GameRecord, engine: Engine) -> int:
    """Resume one game as a restart would; return how many answers were played again.

    Raises:
        ToldOtherwise: it was played by other rules, and a restart takes it back to its checkpoint.
    """
    ledger = StoreLedger(store, record.id)
    voided = read_state(record.table).voided

    def work(kept: Kept) -> None:
        try:
            for _ in play_again(engine, kept):
                pass
        except AnswerRefused as refused:
            if kept.told is None:
                raise
            raise ToldOtherwise(kept.seq) from refused

    async for kept in kept_games(ledger, engine, voided):
        with suppress(TakenBackFurther):
            await asyncio.to_thread(work, kept)
            return len(kept.live)
    raise LookupError("no checkpoint leads to where it stands")


def put_back(backup: Path, database: Path, stamp: str) -> Path | None:
    """Put a backup in the place of the database; return where the old one was moved.

    The server must not run. The old database is kept beside it, with its side files.

    Raises:
        OSError: no room, no permission; the old database is in its place then.
    """
    fresh = database.with_name(f".{database.name}.restoring")
    fresh.unlink(missing_ok=True)
    _copy_private(backup, fresh)
    kept: Path | None = None
    if database.exists():
        kept = database.with_name(f"{database.name}.before-{stamp}")
        for end in ("-wal", "-shm"):
            side = Path(f"{database}{end}")
            if side.exists():
                side.rename(Path(f"{kept}{end}"))
        database.rename(kept)
    fresh.rename(database)
    return kept


def _copy_private(source: Path, target: Path) -> None:
    target.unlink(missing_ok=True)
    descriptor = os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "wb") as out, source.open("rb") as original:
        shutil.copyfileobj(original, out, 1024 * 1024)
        out.flush()
        os.fsync(out.fileno())


def age_s(backups: Sequence[BackupFile], now: datetime) -> float | None:
    """Seconds since the newest backup; None when there is none."""
    return (now - backups[0].made_at).total_seconds() if backups else None
