"""Things to read and to write on: boards, one-liners, last callers, news, the Advertiser.

Room: session. Imports lobby and its neighbours here. Source: issue 5 (people).
"""

from __future__ import annotations

from typing import Any

from arkham_bbs.session.commands import CommandTable
from arkham_bbs.session.parsing import Candidate, parse_number
from arkham_bbs.session.refusals import format_wait
from arkham_bbs.session.room import Room
from arkham_bbs.session.writing import write_text
from arkham_bbs.store.records import ThreadRecord


async def boards(room: Room, text: str) -> None:
    """boards [NAME]

    Read and write on the message boards; what is new since you were there is counted.

    Example: boards cases
    """
    visit = room.visit
    bulletins = visit.services.lobby.bulletins
    while True:
        rows = await bulletins.list(visit.me)
        if not rows:
            visit.tell("No boards hang here yet.")
            return
        if text:
            name, text = text, ""
            await _board(room, (await bulletins.board(name)).name)
            continue
        choices = [
            Candidate(
                row.board.name,
                (
                    f"{row.board.title}: {row.board.description}"
                    + (f" ({row.unread} new)" if row.unread else ""),
                    row.board.title,
                    row.board.name,
                ),
            )
            for row in rows
        ]
        chosen = await visit.ask_one("Which board? (Enter: done)", choices)
        if chosen is None:
            return
        await _board(room, chosen)


async def _board(room: Room, board: str) -> None:
    visit = room.visit
    bulletins = visit.services.lobby.bulletins
    while True:
        threads = list(await bulletins.threads(visit.me, board))
        lines = [
            f"{number:2}. {'* ' if thread.pinned else ''}{thread.title} ({thread.name}, "
            f"{thread.posts} post{'' if thread.posts == 1 else 's'}"
            + (f", {thread.unread} new)" if thread.unread else ")")
            for number, thread in enumerate(threads, 1)
        ]
        await visit.page(lines or ["Nothing is pinned here yet."])
        answer = await visit.ask(
            "A number reads, new begins a thread, read marks all; Enter: done:"
        )
        if not answer:
            return
        if answer.isdigit():
            if 1 <= int(answer) <= len(threads):
                await _thread(room, threads[int(answer) - 1])
            else:
                visit.tell(f"There is no thread {answer} here.")
        elif "new".startswith(answer.casefold()):
            await begin_thread(room, board)
        elif "read".startswith(answer.casefold()):
            await bulletins.mark_board_read(visit.me, board)
            visit.tell("Everything here counts as read.")
        else:
            visit.instead(answer)
            visit.tell("A number, new, read, or Enter.")


async def _thread(room: Room, thread: ThreadRecord) -> None:
    visit = room.visit
    bulletins = visit.services.lobby.bulletins
    first = await bulletins.first_unread(visit.me, thread.id)
    after = first.id - 1 if first is not None and thread.unread < thread.posts else 0
    posts = list(await bulletins.posts(visit.me, thread.id, after))
    lines: list[str] = [thread.title]
    for post in posts:
        lines += [f"-- {post.name}, {post.at:%d %b %Y, %H:%M} UTC", *post.body.split("\n")]
    await visit.page(lines)
    if posts:
        await bulletins.mark_read(visit.me, thread.id, posts[-1].id)
    answer = await visit.ask("reply, or Enter to go on:")
    if answer and "reply".startswith(answer.casefold()):
        visit.services.lobby.chat.may_talk(visit.me, "post")  # before anything is written
        about = {"thread": thread.id, "title": thread.title}
        body = await write_text(visit, "post", f"thread:{thread.id}", about)
        if body is not None:
            await bulletins.reply(visit.me, thread.id, body)
            await visit.services.lobby.letters.drop_draft(visit.me, "post", f"thread:{thread.id}")
            visit.tell("Pinned up.", style="good")


async def begin_thread(room: Room, board: str, title: str = "") -> None:
    """Write the first post of a thread."""
    visit = room.visit
    visit.services.lobby.chat.may_talk(visit.me, "post")
    title = title or await visit.ask("Title:")
    if not title:
        return
    slot = f"board:{board}"
    body = await write_text(visit, "post", slot, {"board": board, "title": title})
    if body is not None:
        await visit.services.lobby.bulletins.begin(visit.me, board, title, body)
        await visit.services.lobby.letters.drop_draft(visit.me, "post", slot)
        visit.tell("Pinned up.", style="good")


async def resume_post(room: Room, data: dict[str, Any]) -> None:
    """Go on with a post that was put off."""
    visit = room.visit
    thread = data.get("thread")
    if isinstance(thread, int):
        slot = f"thread:{thread}"
        about = {"thread": thread, "title": data.get("title", "")}
        body = await write_text(visit, "post", slot, about)
        if body is not None:
            await visit.services.lobby.bulletins.reply(visit.me, thread, body)
            await visit.services.lobby.letters.drop_draft(visit.me, "post", slot)
            visit.tell("Pinned up.", style="good")
        return
    await begin_thread(room, str(data.get("board", "common")), str(data.get("title", "")))


async def oneliners(room: Room, text: str) -> None:
    """oneliners [WORDS]

    Read the lines chalked up by the door, or add one of your own.

    Example: oneliners The fog had teeth last night.
    """
    visit = room.visit
    people = visit.services.lobby.people
    if text:
        await people.oneliner(visit.me, text)
        visit.tell("Chalked up.")
        return
    lines = [f"{line.name}: {line.text}" for line in await people.oneliners(12)]
    await visit.page(lines or ["The wall by the door is bare."])
    visit.tell("oneliners and your words add one.", style="dim")


async def last(room: Room, text: str) -> None:
    """last

    List the last callers: when, by which door, and for how long.

    Example: last
    """
    visit = room.visit
    lines = []
    for call in await visit.services.lobby.people.last_callers(15):
        length = ""
        if call.ended_at is not None:
            length = f", {format_wait((call.ended_at - call.began_at).total_seconds())}"
        lines.append(f"{call.began_at:%d %b %H:%M} {call.name} by {call.door}{length}")
    await visit.page(lines or ["Nobody has called yet."])


async def news(room: Room, text: str) -> None:
    """news

    Read what the sysop has to tell, the newest first.

    Example: news
    """
    items = await room.visit.services.store.news.list(10)
    lines: list[str] = []
    for item in items:
        lines += [f"{item.at:%d %b %Y}: {item.title}", *item.body.split("\n"), ""]
    await room.visit.page(lines or ["There is no news."])


async def paper(room: Room, text: str) -> None:
    """paper [DAYS]

    Read the Arkham Advertiser: yesterday's games, gates, deaths and victories, or those of so many
    days ago.

    Example: paper 3
    """
    visit = room.visit
    gazette = visit.services.lobby.gazette
    days, oldest = parse_number(text) if text else 1, gazette.days_back
    if days is None or not 1 <= days <= oldest:
        rest = f"paper {oldest} is the oldest there is" if oldest > 1 else "there is none older"
        visit.tell(f"paper 1 is yesterday's; {rest}.")
        return
    edition = await gazette.back_number(days)
    when = "yesterday" if days == 1 else f"{days} days ago"
    lines = list(edition.lines) or ["Nothing happened in Arkham that day; so they say."]
    await visit.page([f"THE ARKHAM ADVERTISER: {when}, {edition.day:%d %B %Y}", *lines])
    if days < oldest:
        visit.tell(f"paper {days + 1} is the one before.", style="dim")


def register_on(table: CommandTable[Any]) -> None:
    """Add the commands about reading to a table of commands."""
    table.add("boards", "board", "b", group="Reading")(boards)
    table.add("oneliners", "wall", group="Reading")(oneliners)
    table.add("last", "callers", group="Reading")(last)
    table.add("news", group="Reading")(news)
    table.add("paper", "advertiser", group="Reading")(paper)
