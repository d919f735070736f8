"""The server itself: settings, log level, drain and shutdown, figures, audit, cleaning, help.

Room: sysop. Imports ops (the log's levels), store and its neighbours here.
"""

from __future__ import annotations

from collections import Counter
from datetime import timedelta
from typing import Any

from arkham_bbs.lobby.cleaning import said
from arkham_bbs.sysop.catalogue import COMMANDS, Given
from arkham_bbs.sysop.closing import BY_SYSOP, format_left
from arkham_bbs.sysop.desk import Actor, Desk
from arkham_bbs.sysop.reading import (
    format_moment,
    format_size,
    parse_number,
    parse_time,
)
from arkham_bbs.sysop.refusals import SysopRefused
from arkham_bbs.sysop.reply import Reply, Rows, counted, say
from arkham_bbs.sysop.upkeep import clean

STATES = ("active", "hold", "disabled")


# -- settings -------------------------------------------------------------------------------------
@COMMANDS.add("sysop", without_database=True)
async def settings_show(desk: Desk, actor: Actor, given: Given) -> Reply:
    """settings show [BEGINNING]

    Show every setting in force, what it would be by default, and whether settings reload can
    change it without a restart.

    Example: settings show max
    """
    start = (given.get("beginning") or "").lower()
    found = [s for s in desk.site.settings() if s.name.startswith(start)]
    rows = Rows.of(
        "NAME VALUE DEFAULT CHANGES",
        [(s.name, s.value, s.default, "at once" if s.is_live else "at restart") for s in found],
    )
    return Reply(lines=(f"{counted(len(found), 'setting')}.",), rows=rows, data=found)


@COMMANDS.add("sysop", act=True)
async def settings_reload(desk: Desk, actor: Actor, given: Given) -> Reply:
    """settings reload

    Read the settings file again and use at once whatever can change while the board runs. What
    needs a restart is named. A file with a mistake changes nothing.

    Example: settings reload
    """
    found = await desk.running().reload()
    lines = [f"{counted(len(found.changed), 'setting')} changed at once."]
    lines += [f"{name} = {value}" for name, value in sorted(found.changed.items())]
    if found.waiting:
        lines.append("These wait for a restart:")
        lines += [f"{name} = {value}" for name, value in sorted(found.waiting.items())]
    return Reply(
        lines=tuple(lines),
        data=found,
        subject="settings",
        details={"changed": found.changed, "waiting": found.waiting},
    )


@COMMANDS.add("sysop", act=True)
async def log_level(desk: Desk, actor: Actor, given: Given) -> Reply:
    """log-level debug|info|warning|error

    Write more or less into the log from now until the next start: debug, info, warning, error.

    Example: log-level debug
    """
    level = given["choice"]
    board = desk.running()
    before = board.log_level
    board.set_log_level(level)
    return say(
        f"The log writes {level} and worse (was {before}).",
        data={"level": level, "before": before},
        subject=level,
        before=before,
    )


# -- closing --------------------------------------------------------------------------------------
@COMMANDS.add("sysop", act=True)
async def drain(desk: Desk, actor: Actor, given: Given) -> Reply:
    """drain on|off [REASON...]

    Take no new calls (on), or take them again (off). Those who are inside stay, and staff can
    come in all the same.

    Example: drain on
    """
    on = given["choice"] == "on"
    board = desk.running()
    if not on and desk.closing is not None and desk.closing.left_s is not None:
        desk.closing.cancel()
    board.drain(on)
    inside = len(desk.lines())
    told = "No new calls are taken but the staff's." if on else "Calls are taken again."
    return say(f"{told} {inside} on the line.", data={"draining": on, "lines": inside})


@COMMANDS.add("sysop", act=True)
async def shutdown_in(desk: Desk, actor: Actor, given: Given) -> Reply:
    """shutdown in TIME [REASON...]

    Close the board after a time. Everybody is told now and again as it nears, in menus and games
    alike; new calls are refused in the last minute. shutdown cancel calls it off.

    Example: shutdown in 10m a new version
    """
    after_s = parse_time(given["time"])
    if desk.closing is None:
        raise SysopRefused("not-running")
    reason = said(given.reason, 200) if given.reason else ""
    desk.closing.begin(after_s, actor.signature, reason)
    return say(
        f"The board closes in {format_left(after_s)}. shutdown cancel calls it off.",
        data={"after_s": after_s, "reason": reason, "lines": len(desk.lines())},
        subject="the board",
        after_s=after_s,
    )


@COMMANDS.add("sysop", act=True)
async def shutdown_now(desk: Desk, actor: Actor, given: Given) -> Reply:
    """shutdown now [REASON...]

    Close the board at once, cleanly: everybody is told, with the reason; every game is kept.

    Example: shutdown now the disk sounds odd
    """
    board = desk.running()
    reason = said(given.reason, 200) if given.reason else ""
    board.drain(True)
    # The answer to this command, and its record, must be out before the doors go.
    lobby = await desk.lobby()

    async def stop() -> None:
        board.stop(f"{BY_SYSOP}{reason}" if reason else "sysop")

    lobby.scheduler.at(lobby.time.now() + 0.5, stop)
    return say("The board is closing.", data={"reason": reason}, subject="the board")


@COMMANDS.add("sysop", act=True)
async def shutdown_cancel(desk: Desk, actor: Actor, given: Given) -> Reply:
    """shutdown cancel

    Call a shutdown off; everybody is told.

    Example: shutdown cancel
    """
    if desk.closing is None:
        raise SysopRefused("not-running")
    left_s = desk.closing.left_s
    if not desk.closing.cancel():
        raise SysopRefused("no-shutdown")
    return say("The board stays open.", data={"left_s": left_s}, subject="the board")


@COMMANDS.add("moderator")
async def shutdown_show(desk: Desk, actor: Actor, given: Given) -> Reply:
    """shutdown show

    Say whether a shutdown is under way, and whether new calls are taken.

    Example: shutdown show
    """
    board = desk.running()
    left = desk.closing.left_s if desk.closing is not None else None
    told = "No shutdown is under way." if left is None else f"Closing in {format_left(left)}."
    calls = (
        "New calls are refused, but for the staff's."
        if board.is_draining
        else "New calls are taken."
    )
    return say(told, calls, data={"left_s": left, "draining": board.is_draining})


# -- figures --------------------------------------------------------------------------------------
@COMMANDS.add("moderator")
async def stats(desk: Desk, actor: Actor, given: Given) -> Reply:
    """stats

    Show figures: callers, accounts, tables, answers, the database, the process.

    Example: stats
    """
    store, now = desk.store, desk.now()
    facts: dict[str, Any] = {
        "version": desk.site.version,
        "running": desk.board is not None,
        "accounts": {state: await store.accounts.count(state=state) for state in STATES},
        "staff": {role: await store.accounts.count(role=role) for role in ("moderator", "sysop")},
        "calls_day": await store.calls.count(now - timedelta(days=1)),
        "calls_week": await store.calls.count(now - timedelta(days=7)),
        "games": {
            state: await store.games.count((state,))
            for state in ("lobby", "live", "finished", "ended")
        },
        "bans": len(await store.bans.active()),
        "reports": len(await store.reports.open()),
        "registration": await desk.accounts.registration(),
        "database": {"kind": store.kind, "bytes": await store.size()},
    }
    lines = [
        f"arkham_bbs {facts['version']}, {'running' if facts['running'] else 'stopped'}.",
        f"Accounts: {_counts(facts['accounts'])}. Staff: {_counts(facts['staff'])}.",
        f"Calls: {facts['calls_day']} in a day, {facts['calls_week']} in a week.",
        f"Games: {_counts(facts['games'])}.",
        f"Bans in force: {facts['bans']}. Open reports: {facts['reports']}. "
        f"Registration: {facts['registration']}.",
        f"Database: {store.kind}, {format_size(facts['database']['bytes'])}.",
    ]
    if desk.board is not None:
        here = desk.lines()
        facts["lines"] = dict(Counter(line.door for line in here))
        facts["process"] = dict(desk.board.figures())
        written = store.statistics()
        facts["store"] = {
            "commits": written.commits,
            "answers": written.answers,
            "failures": written.failures,
            "waiting": written.waiting,
            "answer_p50_s": written.answer_p50_s,
            "answer_p99_s": written.answer_p99_s,
        }
        lobby = desk.live_lobby
        if lobby is not None:
            facts["tables"] = dict(lobby.statuses())
            lines.append(f"Tables in memory: {_counts(facts['tables']) or 'none'}.")
        lines += [
            f"On the line: {len(here)} ({_counts(facts['lines']) or 'nobody'}).",
            f"Answers since the start: {written.answers}, {written.answer_p99_s * 1000:.1f} ms "
            f"for the slowest of a hundred; {written.failures} refused by the database.",
        ]
        lines += [f"{name}: {value}" for name, value in sorted(facts["process"].items())]
    return Reply(lines=tuple(lines), data=facts)


def _counts(counts: dict[str, int]) -> str:
    return ", ".join(f"{count} {name}" for name, count in counts.items() if count)


@COMMANDS.add("sysop", private=True)
async def audit_search(desk: Desk, actor: Actor, given: Given) -> Reply:
    """audit search [TEXT...] [--who HANDLE] [--action NAME] [--since TIME] [--limit COUNT]

    Search the record of acts, newest first, by any word in it, by who did it, by the beginning
    of the command, and by how long ago.

    Example: audit search Ann --action ban --since 7d
    """
    since, limit = given.get("since"), given.get("limit")
    found = await desk.store.audit.search(
        text=given.get("text"),
        who=given.get("who"),
        action=given.get("action"),
        since=None if since is None else desk.now() - timedelta(seconds=parse_time(since)),
        limit=50 if limit is None else parse_number(limit, "--limit", 1, 10_000),
    )
    rows = Rows.of(
        "WHEN WHO WAY ACTION SUBJECT RESULT WHY",
        [
            (format_moment(r.at), r.who, r.way, r.action, r.subject or "-", r.result, r.why or "-")
            for r in found
        ],
    )
    return Reply(lines=(f"{counted(len(found), 'act')}.",), rows=rows, data=list(found))


@COMMANDS.add("sysop", act=True)
async def clean_now(desk: Desk, actor: Actor, given: Given) -> Reply:
    """clean now

    Remove what has had its time: used tokens and invitations, old calls with their addresses,
    old failed logins, games past the retention. It is done once a day by itself.

    Example: clean now
    """
    gone = await clean(desk)
    told = ", ".join(f"{count} {name}" for name, count in gone.items() if count)
    return Reply(
        lines=(f"Removed: {told}." if told else "There was nothing to remove.",),
        data=gone,
        subject="retention",
        details=gone,
    )


@COMMANDS.add("moderator", without_database=True)
async def help_(desk: Desk, actor: Actor, given: Given) -> Reply:
    """help [COMMAND...]

    List what you may do here, or explain one command.

    Example: help ban
    """
    typed = given.get("command")
    if typed:
        group = [c for c in COMMANDS.allowed(actor.role) if c.words[0] == typed.lower()]
        if len(group) > 1:
            return _listing(group)
        command, _ = COMMANDS.find(typed.split())
        lines = [f"Usage: {command.usage}", command.sentence, f"Example: {command.example}"]
        lines.append(f"For: {command.role}s." + (" Kept in the audit." if command.is_act else ""))
        data = {
            "name": command.name,
            "usage": command.usage,
            "about": command.sentence,
            "example": command.example,
            "role": command.role,
            "is_act": command.is_act,
        }
        return Reply(lines=tuple(lines), data=[data])
    return _listing(list(COMMANDS.allowed(actor.role)))


def _listing(commands: list[Any]) -> Reply:
    commands.sort(key=lambda c: str(c.name))
    rows = Rows.of(
        "COMMAND ABOUT", [(c.name, c.sentence.partition(". ")[0].rstrip(".")) for c in commands]
    )
    data = [
        {"name": c.name, "usage": c.usage, "about": c.sentence, "role": c.role, "is_act": c.is_act}
        for c in commands
    ]
    return Reply(
        rows=rows,
        data=data,
        after=(
            "help and a command shows its page. Words may be shortened; --reason WORDS says why; "
            "--json shows facts for programs.",
        ),
    )
