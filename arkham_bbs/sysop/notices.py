"""What the board says: news, message of the day, boards, posts; and what callers report.

Room: sysop. Imports lobby, store and its neighbours here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from arkham_bbs.lobby.cleaning import said
from arkham_bbs.store.errors import Duplicate
from arkham_bbs.store.records import AccountRecord, BoardRecord, ReportRecord
from arkham_bbs.sysop.catalogue import COMMANDS, Given
from arkham_bbs.sysop.desk import Actor, Desk
from arkham_bbs.sysop.reading import format_moment, parse_number, parse_one_of
from arkham_bbs.sysop.refusals import SysopRefused
from arkham_bbs.sysop.reply import Reply, Rows, counted, say

TITLE_COLUMNS = 60
TEXT_COLUMNS = 4_000
MOTD_COLUMNS = 600
BOARD_ROLES = ("caller", "moderator", "sysop")
_MOST = 10**9 - 1


def _text(text: str, limit: int = TEXT_COLUMNS) -> str:
    """Clean what will be shown to everybody; a backslash and n begins a new line."""
    return said(text.replace("\\n", "\n"), limit, several_lines=True)


# -- news -----------------------------------------------------------------------------------------
@COMMANDS.add("moderator")
async def news_list(desk: Desk, actor: Actor, given: Given) -> Reply:
    """news list

    List the news, newest first.

    Example: news list
    """
    found = await desk.store.news.list(50)
    rows = Rows.of("ID WHEN BY TITLE", [(n.id, format_moment(n.at), n.by, n.title) for n in found])
    return Reply(lines=(f"{counted(len(found), 'piece')} of news.",), rows=rows, data=list(found))


@COMMANDS.add("sysop", act=True)
async def news_add(desk: Desk, actor: Actor, given: Given) -> Reply:
    """news add TITLE TEXT...

    Tell every caller something, once, when they come in. A title of several words goes in double
    quotes.

    Example: news add "New rooms" The upstairs gallery has opened.
    """
    item = await desk.store.news.add(
        said(given["title"], TITLE_COLUMNS), _text(given["text"]), actor.handle
    )
    return say(f"News {item.id} is out.", data=item, subject=item.title, news=item.id)


@COMMANDS.add("sysop", act=True)
async def news_edit(desk: Desk, actor: Actor, given: Given) -> Reply:
    """news edit ID TEXT... [--title TITLE]

    Change a piece of news; those who have read it are not told again.

    Example: news edit 3 The upstairs gallery opens on Friday.
    """
    number = parse_number(given["id"], "ID", 1, _MOST)
    title = given.get("title")
    item = await desk.store.news.update(
        number,
        title=None if title is None else said(title, TITLE_COLUMNS),
        body=_text(given["text"]),
    )
    return say(f"News {number} is changed.", data=item, subject=item.title)


@COMMANDS.add("sysop", act=True)
async def news_remove(desk: Desk, actor: Actor, given: Given) -> Reply:
    """news remove ID

    Take a piece of news away.

    Example: news remove 3
    """
    number = parse_number(given["id"], "ID", 1, _MOST)
    if not await desk.store.news.remove(number):
        raise SysopRefused("no-such-item", kind="news", which=number)
    return say(f"News {number} is gone.", data={"id": number})


# -- the message of the day -----------------------------------------------------------------------
@COMMANDS.add("moderator")
async def motd_show(desk: Desk, actor: Actor, given: Given) -> Reply:
    """motd show

    Show the message every caller reads on coming in.

    Example: motd show
    """
    found = await desk.store.motd.get()
    if found is None:
        return say("There is no message of the day.", data=None)
    return say(*found.text.splitlines(), data=found)


@COMMANDS.add("sysop", act=True)
async def motd_set(desk: Desk, actor: Actor, given: Given) -> Reply:
    """motd set TEXT...

    Set the message every caller reads on coming in.

    Example: motd set Tonight the river is quiet.
    """
    text = _text(given["text"], MOTD_COLUMNS)
    await desk.store.motd.set(text, actor.handle)
    return say("The message of the day is set.", data={"text": text}, subject="motd")


@COMMANDS.add("sysop", act=True)
async def motd_clear(desk: Desk, actor: Actor, given: Given) -> Reply:
    """motd clear

    Take the message of the day away.

    Example: motd clear
    """
    await desk.store.motd.set("", actor.handle)
    return say("There is no message of the day any more.", data=None, subject="motd")


# -- boards ---------------------------------------------------------------------------------------
async def _board(desk: Desk, name: str) -> BoardRecord:
    for board in await desk.store.boards.list(archived=True):
        if name.casefold() in (board.name.casefold(), board.title.casefold()):
            return board
    raise SysopRefused("no-such-item", kind="board", which=name[:40])


@COMMANDS.add("moderator")
async def board_list(desk: Desk, actor: Actor, given: Given) -> Reply:
    """board list

    List the message boards, put-away ones too.

    Example: board list
    """
    found = await desk.store.boards.list(archived=True)
    rows = Rows.of(
        "NAME TITLE WRITE STATE",
        [(b.name, b.title, b.write_role, "away" if b.archived else "open") for b in found],
    )
    return Reply(lines=(f"{counted(len(found), 'board')}.",), rows=rows, data=list(found))


@COMMANDS.add("sysop", act=True)
async def board_add(desk: Desk, actor: Actor, given: Given) -> Reply:
    """board add NAME TITLE [ABOUT...] [--write ROLE]

    Put up a message board. --write says who may begin threads: caller, moderator or sysop.

    Example: board add hunt "The Hunt" Where to find what. --write moderator
    """
    role = parse_one_of(given.get("write") or "caller", "--write", BOARD_ROLES)
    name = said(given["name"], 16).casefold()
    boards = await desk.store.boards.list(archived=True)
    about = given.get("about")
    try:
        board = await desk.store.boards.create(
            name,
            said(given["title"], 40),
            said(about, 120) if about else "",
            write_role=role,
            position=max((b.position for b in boards), default=-1) + 1,
        )
    except Duplicate as error:
        raise SysopRefused("taken") from error
    return say(f"{board.title} is up.", data=board, subject=board.name)


@COMMANDS.add("sysop", act=True)
async def board_archive(desk: Desk, actor: Actor, given: Given) -> Reply:
    """board archive NAME

    Put a board away: nobody sees it, nothing is lost. board restore brings it back.

    Example: board archive hunt
    """
    board = await _board(desk, given["name"])
    changed = await desk.store.boards.update(board.id, archived=True)
    return say(f"{board.title} is put away.", data=changed, subject=board.name)


@COMMANDS.add("sysop", act=True)
async def board_restore(desk: Desk, actor: Actor, given: Given) -> Reply:
    """board restore NAME

    Bring a board back that was put away.

    Example: board restore hunt
    """
    board = await _board(desk, given["name"])
    changed = await desk.store.boards.update(board.id, archived=False)
    return say(f"{board.title} is up again.", data=changed, subject=board.name)


@COMMANDS.add("moderator", act=True)
async def thread_set(desk: Desk, actor: Actor, given: Given) -> Reply:
    """thread set ID locked|unlocked|pinned|unpinned

    Set a thread locked, unlocked, pinned or unpinned.

    Example: thread set 12 locked
    """
    number = parse_number(given["id"], "ID", 1, _MOST)
    how = given["choice"]
    if await desk.store.boards.thread(number) is None:
        raise SysopRefused("no-such-item", kind="thread", which=number)
    on = not how.startswith("un")
    if how.endswith("locked"):
        await desk.store.boards.set_thread(number, locked=on)
    else:
        await desk.store.boards.set_thread(number, pinned=on)
    return say(f"Thread {number} is {how}.", data={"id": number, how.removeprefix("un"): on})


@COMMANDS.add("moderator", act=True)
async def post_hide(desk: Desk, actor: Actor, given: Given) -> Reply:
    """post hide ID [REASON...]

    Hide a post from callers; staff still see it.

    Example: post hide 40 tells the ending
    """
    return await _post(desk, actor, given["id"], hide=True)


@COMMANDS.add("moderator", act=True)
async def post_show(desk: Desk, actor: Actor, given: Given) -> Reply:
    """post show ID

    Show a hidden post again.

    Example: post show 40
    """
    return await _post(desk, actor, given["id"], hide=False)


async def _post(desk: Desk, actor: Actor, typed: str, *, hide: bool) -> Reply:
    number = parse_number(typed, "ID", 1, _MOST)
    post = await desk.store.boards.post(number)
    if post is None:
        raise SysopRefused("no-such-item", kind="post", which=number)
    if hide:
        await desk.store.boards.hide_post(number, actor.handle)
    else:
        await desk.store.boards.show_post(number)
    told = "hidden" if hide else "shown"
    return say(f"Post {number} by {post.name} is {told}.", data={"id": number, "hidden": hide})


@COMMANDS.add("moderator", act=True)
async def oneliner_remove(desk: Desk, actor: Actor, given: Given) -> Reply:
    """oneliner remove ID

    Wipe a line off the wall. Without a number that is there, the last lines are named.

    Example: oneliner remove 7
    """
    number = parse_number(given["id"], "ID", 1, _MOST)
    if not await desk.store.oneliners.remove(number):
        latest = await desk.store.oneliners.latest(10)
        names = ", ".join(f"{o.id} by {o.name}" for o in latest) or "none"
        raise SysopRefused("no-such-item", kind="line; the last are", which=names)
    return say(f"Line {number} is gone.", data={"id": number})


# -- reports --------------------------------------------------------------------------------------
async def _reporters(desk: Desk, reports: Sequence[ReportRecord]) -> dict[str, str]:
    """Return who reported each, by its reference: a handle, a guest's, or the board."""
    known = await desk.store.accounts.many({r.account_id for r in reports if r.account_id})
    return {r.ref: _reporter(r, known) for r in reports}


def _reporter(report: ReportRecord, known: Mapping[int, AccountRecord]) -> str:
    if report.account_id is not None:
        account = known.get(report.account_id)
        return account.handle if account else f"account {report.account_id}"
    # A guest has no account, only the name they went by.
    return str(report.data.get("from") or "the board")


def _shown_report(report: ReportRecord, by: str) -> dict[str, Any]:
    return {
        "ref": report.ref,
        "kind": report.kind,
        "by": by,
        "account": report.account_id,
        "table": report.game_id,
        "text": report.text,
        "data": report.data,
        "at": report.at,
        "closed_at": report.closed_at,
    }


@COMMANDS.add("moderator")
async def report_list(desk: Desk, actor: Actor, given: Given) -> Reply:
    """report list

    List what callers and the board itself have reported and nobody has closed.

    Example: report list
    """
    found = await desk.store.reports.open()
    by = await _reporters(desk, found)
    rows = Rows.of(
        "REF WHEN KIND BY TABLE TEXT",
        [
            (r.ref, format_moment(r.at), r.kind, by[r.ref], r.game_id or "-", r.text.strip()[-60:])
            for r in found
        ],
    )
    return Reply(
        lines=(f"{counted(len(found), 'open report')}.",),
        rows=rows,
        data=[_shown_report(r, by[r.ref]) for r in found],
    )


@COMMANDS.add("moderator")
async def report_show(desk: Desk, actor: Actor, given: Given) -> Reply:
    """report show REF

    Show a report in full.

    Example: report show K4-7103
    """
    report = await desk.store.reports.get(given["ref"])
    if report is None:
        raise SysopRefused("no-such-item", kind="report", which=given["ref"][:20])
    by = (await _reporters(desk, [report]))[report.ref]
    facts = _shown_report(report, by)
    head = (
        f"{report.ref}, {report.kind}, by {by}, {format_moment(report.at)}, "
        f"table {report.game_id or '-'}",
    )
    return Reply(lines=(*head, *report.text.splitlines()), data=facts, subject=report.ref)


@COMMANDS.add("moderator", act=True)
async def report_close(desk: Desk, actor: Actor, given: Given) -> Reply:
    """report close REF [REASON...]

    Close a report that has been seen to.

    Example: report close K4-7103 mended in 1.2
    """
    if not await desk.store.reports.close(given["ref"]):
        raise SysopRefused("no-such-item", kind="open report", which=given["ref"][:20])
    return say(f"{given['ref'].upper()} is closed.", data={"ref": given["ref"].upper()})
