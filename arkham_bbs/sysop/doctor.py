"""The doctor: looks at everything a board needs, and says what to do about what is wrong.

Room: sysop. Imports game (its content), store and its neighbours here.
"""

from __future__ import annotations

import asyncio
import os
import shutil
import stat
import time
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Literal

import msgspec

from arkham_bbs.game.content.load import load_content
from arkham_bbs.store import Store
from arkham_bbs.store.errors import StoreError
from arkham_bbs.sysop.backup import age_s, list_backups
from arkham_bbs.sysop.catalogue import COMMANDS, Given
from arkham_bbs.sysop.desk import Actor, Desk
from arkham_bbs.sysop.opening import told_about, told_of
from arkham_bbs.sysop.reading import format_size, format_time
from arkham_bbs.sysop.reply import Reply

State = Literal["ok", "look", "bad"]

LEAST_FREE = 200 * 1024 * 1024
FREE_FOR_COMFORT = 1024 * 1024 * 1024
CLOCK_OFF_S = 120.0
HOST_KEY = "ssh_host_ed25519_key"
_MADE_IN = datetime(2025, 1, 1, tzinfo=UTC)
_HEADS = (b"-----BEGIN OPENSSH PRIVATE KEY-----",)


class Finding(msgspec.Struct, frozen=True):
    """One thing that was looked at. ``advice`` is empty when all is well."""

    subject: str
    state: State
    told: str
    advice: str = ""


async def _database(desk: Desk) -> list[Finding]:
    began = time.perf_counter()
    try:
        await desk.store.ping()
        wrong = await desk.store.integrity()
    except StoreError as error:
        return [Finding("database", "bad", *told_about(error, desk.site.database))]
    took = (time.perf_counter() - began) * 1000
    if wrong:
        return [
            Finding(
                "database",
                "bad",
                f"is damaged: {'; '.join(wrong[:3])}",
                "Stop the server and restore a backup: arkham-bbs sysop backup restore latest",
            )
        ]
    if desk.store.refusing is not None:
        return [Finding("database", "bad", *told_of(desk.store.refusing, desk.site.database))]
    size = format_size(await desk.store.size())
    return [Finding("database", "ok", f"{desk.store.kind}, {size}, sound ({took:.0f} ms)")]


def _unopened(desk: Desk) -> list[Finding]:
    """The database cannot be opened at all; what is in it is not looked at."""
    assert desk.unopened is not None
    return [Finding("database", "bad", *told_about(desk.unopened, desk.site.database))]


async def _migrations(desk: Desk) -> list[Finding]:
    try:
        found, needed = await Store.revision(desk.site.database)
    except (StoreError, ValueError) as error:
        return [Finding("migrations", "bad", f"cannot be read: {error}", "See database.")]
    if found != needed:
        return [
            Finding(
                "migrations",
                "bad",
                f"at {found}, this version needs {needed}",
                "Run: arkham-bbs migrate (or start the server, which does it).",
            )
        ]
    return [Finding("migrations", "ok", f"at {found}")]


async def _disk(desk: Desk) -> list[Finding]:
    try:
        usage = shutil.disk_usage(desk.site.data_dir)
    except OSError as error:
        return [Finding("disk", "bad", f"cannot be looked at: {error}", "See data directory.")]
    told = f"{format_size(usage.free)} free of {format_size(usage.total)}"
    if usage.free < LEAST_FREE:
        return [Finding("disk", "bad", told, "Make room now: soon no answer can be kept.")]
    if usage.free < FREE_FOR_COMFORT:
        return [Finding("disk", "look", told, "Make room, or move old backups elsewhere.")]
    return [Finding("disk", "ok", told)]


async def _clock(desk: Desk) -> list[Finding]:
    now = datetime.now(UTC)
    newest = await desk.store.audit.search(limit=1)
    if now < _MADE_IN:
        return [Finding("clock", "bad", f"says {now:%Y-%m-%d}", "Set it, and keep it with NTP.")]
    if newest and (newest[0].at - now).total_seconds() > CLOCK_OFF_S:
        return [
            Finding(
                "clock",
                "bad",
                f"is behind the last recorded act by {format_time((newest[0].at - now).seconds)}",
                "It was set back. Clocks of games and bans go wrong by it; keep it with NTP.",
            )
        ]
    off = abs((desk.now() - now).total_seconds())
    if off > CLOCK_OFF_S:
        return [Finding("clock", "look", f"differs from the store's by {off:.0f} s", "Use NTP.")]
    return [Finding("clock", "ok", f"{now:%Y-%m-%d %H:%M} UTC")]


def _mode_finding(name: str, path: Path, wanted: int, fix: str) -> Finding:
    try:
        mode = stat.S_IMODE(path.stat().st_mode)
    except OSError as error:
        return Finding(name, "bad", f"{path} cannot be read ({error.strerror})", fix)
    if mode & ~wanted:
        return Finding(
            name, "bad", f"{path} is open to others (mode {mode:04o})", f"chmod {wanted:o} {path}"
        )
    return Finding(name, "ok", f"{path}, mode {mode:04o}")


async def _host_key(desk: Desk) -> list[Finding]:
    path = desk.site.data_dir / HOST_KEY
    if not path.exists():
        return [
            Finding(
                "host key",
                "look",
                f"{path} is not there",
                "The next start makes a new one; callers' clients will warn about the change. "
                "Put the old one back if you have it.",
            )
        ]
    finding = _mode_finding("host key", path, 0o600, "Run the server as the file's owner.")
    if finding.state == "ok":
        head = path.read_bytes()[:64]
        if not head.startswith(_HEADS):
            return [Finding("host key", "bad", f"{path} holds no key", "Put a saved one back.")]
    return [finding]


async def _content(desk: Desk) -> list[Finding]:
    try:
        content = await asyncio.to_thread(load_content)
    except Exception as error:  # whatever is wrong with the files, the doctor must say so
        return [
            Finding("content", "bad", f"cannot be read: {error}", "Install this version again.")
        ]
    return [Finding("content", "ok", f"{len(content.monsters)} kinds of monsters, all read")]


async def _permissions(desk: Desk) -> list[Finding]:
    findings = []
    data = desk.site.data_dir
    if not os.access(data, os.W_OK | os.X_OK):
        findings.append(
            Finding("data directory", "bad", f"{data} cannot be written", f"chown it: {data}")
        )
    else:
        findings.append(_mode_finding("data directory", data, 0o755, "Make it."))
    path = desk.database_file
    if path is not None:
        findings.append(_mode_finding("database file", path, 0o600, "Start the server once."))
    return findings


async def _backups(desk: Desk) -> list[Finding]:
    upkeep = desk.site.upkeep
    if desk.database_file is None:
        told = "made outside: see pg_dump in docs/sysop.md"
        return [Finding("backups", "ok", told)]
    known = list_backups(desk.site.backups)
    age = age_s(known, datetime.now(UTC))
    if not upkeep.backup_every_h:
        return [Finding("backups", "look", "are switched off", "Set backup_every_h.")]
    if age is None:
        advice = (
            "Run: backup now" if desk.unopened is None else "Keep the file: it is all there is."
        )
        return [Finding("backups", "look", "there is none yet", advice)]
    told = f"{len(known)}, the newest {format_time(age)} old"
    if age > 2 * upkeep.backup_every_h * 3600 + 3600:
        return [
            Finding("backups", "bad", told, "They stopped: look into the log for backup_failed.")
        ]
    return [Finding("backups", "ok", told)]


async def _tables(desk: Desk) -> list[Finding]:
    frozen = []
    for record in await desk.store.games.list(limit=100_000):
        if record.table.get("status") == "frozen":
            frozen.append(record.id)
    if frozen:
        return [
            Finding(
                "tables",
                "bad",
                f"frozen: {', '.join(frozen[:5])}",
                "Look: report list, table inspect. Try again: table resume TABLE. Their records "
                "are in the exports of the data directory.",
            )
        ]
    return [Finding("tables", "ok", "none is frozen")]


async def _people(desk: Desk) -> list[Finding]:
    sysops = await desk.store.accounts.count(role="sysop", state="active")
    reports = len(await desk.store.reports.open())
    return [
        Finding("sysops", "ok", f"the board has {sysops}")
        if sysops
        else Finding(
            "sysops",
            "look",
            "the board has none",
            "Register, then on the machine: arkham-bbs sysop grant NAME",
        ),
        Finding("reports", "look", f"{reports} open", "Read: report list")
        if reports
        else Finding("reports", "ok", "none is open"),
    ]


CHECKS: tuple[Callable[[Desk], Awaitable[list[Finding]]], ...] = (
    _database,
    _migrations,
    _disk,
    _clock,
    _host_key,
    _content,
    _permissions,
    _backups,
    _tables,
    _people,
)


_WITHOUT_DATABASE = (_disk, _host_key, _content, _permissions, _backups)


async def examine(desk: Desk) -> list[Finding]:
    """Look at everything; one check that cannot be made does not stop the others."""
    findings: list[Finding] = [] if desk.unopened is None else _unopened(desk)
    for check in CHECKS if desk.unopened is None else _WITHOUT_DATABASE:
        try:
            findings += await check(desk)
        except (StoreError, OSError) as error:
            name = check.__name__.strip("_").replace("_", " ")
            findings.append(Finding(name, "bad", f"cannot be looked at: {error}", "See database."))
    return findings


@COMMANDS.add("sysop", without_database=True)
async def doctor(desk: Desk, actor: Actor, given: Given) -> Reply:
    """doctor

    Look at database, migrations, disk, clock, host key, content, permissions, backups, tables,
    sysops and open reports, and say what to do about whatever is wrong.

    Example: doctor
    """
    findings = await examine(desk)
    lines = []
    for finding in findings:
        lines.append(f"{finding.state.upper():4}  {finding.subject}: {finding.told}.")
        if finding.advice:
            lines.append(f"      To do: {finding.advice}")
    bad = sum(1 for f in findings if f.state == "bad")
    look = sum(1 for f in findings if f.state == "look")
    lines.append("All is well." if not bad and not look else f"{bad} wrong, {look} to look at.")
    return Reply(lines=tuple(lines), data={"bad": bad, "look": look, "findings": findings})
