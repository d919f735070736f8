"""Backup commands: now, list, verify, restore.

Room: sysop. Imports store and its neighbours here.
"""

from __future__ import annotations

import asyncio

from arkham_bbs.store import Store
from arkham_bbs.store.engine import unavailable_from
from arkham_bbs.store.records import BanRecord
from arkham_bbs.sysop.backup import (
    Verified,
    find_backup,
    list_backups,
    make_backup,
    put_back,
    rotate,
    verify_file,
    verify_store,
    verify_url,
)
from arkham_bbs.sysop.bans import shown_subjects
from arkham_bbs.sysop.catalogue import COMMANDS, Given
from arkham_bbs.sysop.desk import Actor, Desk
from arkham_bbs.sysop.opening import sentence_about
from arkham_bbs.sysop.reading import format_moment, format_size
from arkham_bbs.sysop.refusals import SysopRefused
from arkham_bbs.sysop.reply import Reply, Rows, counted, say

_MOST_BANS = 100_000


def told(found: Verified) -> str:
    """Say what a check found."""
    if found.is_good:
        back = (
            f" As the rules have been mended since, {counted(found.going_back, 'game')} will go "
            "back to where a step of the turn began, and say so."
        )
        return (
            f"Sound: {counted(found.games, 'live game')} taken up from it "
            f"({counted(found.answers, 'answer')} replayed), {counted(found.accounts, 'account')}."
            f"{back if found.going_back else ''}"
        )
    return f"NOT SOUND: {'; '.join(found.problems[:5])}."


@COMMANDS.add("sysop", act=True)
async def backup_now(desk: Desk, actor: Actor, given: Given) -> Reply:
    """backup now

    Save the database while the board runs, check the copy by replaying every live game in it,
    and let the oldest backups go.

    Example: backup now
    """
    directory = desk.site.backups
    made = await make_backup(desk.store, directory)
    try:
        found = await verify_file(directory / made.name)
    except OSError as error:
        raise unavailable_from(error) or error from error
    if not found.is_good:
        # The copy stays, it may be all there is; the older ones are not let go for it.
        raise SysopRefused("backup-damaged", why="; ".join(found.problems[:5]), name=made.name)
    gone = await asyncio.to_thread(rotate, directory, desk.site.upkeep.backup_keep)
    return say(
        f"{made.name}, {format_size(made.bytes)}. {told(found)}",
        *((f"Let go: {', '.join(gone)}.",) if gone else ()),
        data={"backup": made, "verified": found, "removed": gone, "directory": str(directory)},
        subject=made.name,
        bytes=made.bytes,
        games=found.games,
    )


@COMMANDS.add("sysop", without_database=True)
async def backup_list(desk: Desk, actor: Actor, given: Given) -> Reply:
    """backup list

    List the backups in the data directory, newest first.

    Example: backup list
    """
    found = await asyncio.to_thread(list_backups, desk.site.backups)
    rows = Rows.of(
        "NAME SIZE MADE", [(b.name, format_size(b.bytes), format_moment(b.made_at)) for b in found]
    )
    return Reply(
        lines=(f"{counted(len(found), 'backup')} in {desk.site.backups}.",),
        rows=rows,
        data=list(found),
    )


@COMMANDS.add("sysop", act=True, without_database=True)
async def backup_verify(desk: Desk, actor: Actor, given: Given) -> Reply:
    """backup verify [WHICH]

    Check a backup (its name, or latest), the database itself (current), or on the machine any
    database by its URL: its pages, its answers, and every live game replayed.

    Example: backup verify latest
    """
    which = given.get("which") or "latest"
    if which == "current" and desk.unopened is not None:
        raise SysopRefused(
            "unopened", told=sentence_about(desk.unopened, desk.site.database), name=which
        )
    if which == "current":
        found = await verify_store(desk.store)
    elif "://" in which:
        if actor.way != "cli":
            raise SysopRefused("machine-only", command="backup verify URL")
        found = await verify_url(which)
        which = "a database by its URL"
    else:
        path = find_backup(desk.site.backups, which)
        which = path.name
        found = await verify_file(path)
    if not found.is_good:
        raise SysopRefused("backup-damaged", why="; ".join(found.problems[:5]), name=which)
    return say(f"{which}: {told(found)}", data={"name": which, "verified": found}, subject=which)


@COMMANDS.add("sysop", act=True, without_database=True)
async def backup_restore(desk: Desk, actor: Actor, given: Given) -> Reply:
    """backup restore WHICH [REASON...]

    Put a backup in the place of the database, on the machine and with the server stopped. The
    backup is checked first, and the old database is kept beside it. Bans that were lifted or made
    since are told: those in force are the backup's.

    Example: backup restore latest
    """
    if desk.board is not None:
        raise SysopRefused("server-runs")
    if actor.way != "cli":
        raise SysopRefused("machine-only", command="backup restore")
    database = desk.database_file
    if database is None:
        raise SysopRefused("not-sqlite", kind=desk.store.kind)
    path = find_backup(desk.site.backups, given["which"])
    found = await verify_file(path)
    if not found.is_good:
        raise SysopRefused("backup-damaged", why="; ".join(found.problems[:5]), name=path.name)
    stamp = f"{desk.store.clock():%Y%m%d-%H%M%S}"
    before = [] if desk.unopened is not None else await desk.store.bans.all(_MOST_BANS)
    # The store lets go of its file, and is opened anew on what is put there: the act is then
    # recorded where it will be looked for.
    await desk.store.close()
    try:
        kept = await asyncio.to_thread(put_back, path, database, stamp)
    finally:
        desk.store = await Store.open(desk.site.database)
    desk.unopened = None
    now = await verify_store(desk.store)
    again, forgotten = await _bans_turned_back(desk, before)
    return say(
        f"{path.name} is the board's database now. {told(now)}",
        f"The one before is kept as {kept}." if kept else "There was none before.",
        *((f"In force again, though lifted since: {'; '.join(again)}.",) if again else ()),
        *((f"Not in force, as they were made since: {'; '.join(forgotten)}.",) * bool(forgotten)),
        *(("Lift them with unban, make them again with ban.",) * bool(again or forgotten)),
        data={
            "name": path.name,
            "verified": now,
            "kept": str(kept) if kept else None,
            "bans_again": again,
            "bans_forgotten": forgotten,
        },
        subject=path.name,
        kept=str(kept) if kept else "",
    )


async def _bans_turned_back(desk: Desk, before: list[BanRecord]) -> tuple[list[str], list[str]]:
    """Return which bans a backup has brought back, and which it does not know."""
    known = {(r.id, r.created_at) for r in await desk.store.bans.all(_MOST_BANS)}
    active = {(r.id, r.created_at) for r in await desk.store.bans.active()}
    lifted = [r for r in before if r.lifted_at and (r.id, r.created_at) in active]
    made = [r for r in before if not r.lifted_at and (r.id, r.created_at) not in known]
    shown = await shown_subjects(desk, [*lifted, *made])

    def told(records: list[BanRecord]) -> list[str]:
        return [f"{r.kind} {shown[r.id]} ({r.reason})" for r in records]

    return told(lifted), told(made)
