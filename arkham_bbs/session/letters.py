"""Mail inside the board: the box, reading, writing, answering, drafts.

Room: session. Imports lobby and its neighbours here. Source: issue 5 (offline mail, drafts).
"""

from __future__ import annotations

from typing import Any

from arkham_bbs.lobby import LobbyRefused
from arkham_bbs.session.commands import CommandTable
from arkham_bbs.session.room import Room
from arkham_bbs.session.writing import write_text
from arkham_bbs.store.records import MailRecord

KEPT = "What you wrote is kept: type drafts to go on with it."


async def mail(room: Room, text: str) -> None:
    """mail [NAME | N | sent]

    Read your letters, or write one to NAME; a number opens that letter.

    Example: mail Ann
    """
    visit = room.visit
    letters = visit.services.lobby.letters
    if text and not text.isdigit() and text.casefold() not in ("sent", "new", "read"):
        name = text.removeprefix("to ").removeprefix("write ").strip()
        await write_letter(room, name)
        return
    if text.casefold() == "sent":
        box = list(await letters.sent(visit.me))
    else:
        box = list(await letters.inbox(visit.me))
    if not box:
        visit.tell("No letters. Type mail and a name to write one.")
        return
    if text.isdigit():
        await _open(room, box, int(text))
        return
    while True:
        lines = []
        for number, letter in enumerate(box, 1):
            new = "" if letter.read_at or letter.to_id != visit.me.account else " NEW"
            other = letter.from_name if letter.to_id == visit.me.account else f"to {letter.to_name}"
            lines.append(f"{number:2}. {letter.sent_at:%d %b} {other}: {letter.subject}{new}")
        await visit.page(lines)
        answer = await visit.ask("Read which? (a number; Enter: done)")
        if not answer:
            return
        if not answer.isdigit():
            visit.instead(answer)
            visit.tell("A number from the list, or Enter.")
            continue
        await _open(room, box, int(answer))
        box = list(
            await (letters.sent(visit.me) if text.casefold() == "sent" else letters.inbox(visit.me))
        )
        if not box:
            return


async def _open(room: Room, box: list[MailRecord], number: int) -> None:
    visit = room.visit
    letters = visit.services.lobby.letters
    if not 1 <= number <= len(box):
        visit.tell(f"There is no letter {number}; you have {len(box)}.")
        return
    letter = await letters.read(visit.me, box[number - 1].id)
    await visit.page(
        [
            f"From {letter.from_name} to {letter.to_name}, {letter.sent_at:%d %b %Y, %H:%M} UTC",
            f"Subject: {letter.subject}",
            "",
            *letter.body.split("\n"),
        ]
    )
    answer = await visit.ask("reply, delete, or Enter to go on:")
    word = answer.casefold()
    if word and "reply".startswith(word):
        subject = letter.subject if letter.subject.startswith("Re: ") else f"Re: {letter.subject}"
        await write_letter(room, letter.from_name, subject[:60], reply_to=letter.id)
    elif word and "delete".startswith(word):
        await letters.delete(visit.me, letter.id)
        visit.tell("Thrown away.")


async def write_letter(
    room: Room, to: str, subject: str | None = None, reply_to: int | None = None
) -> None:
    """Write a letter and send it; whoever may not is told before writing."""
    visit = room.visit
    lobby = visit.services.lobby
    reader = await lobby.letters.reader(visit.me, to)
    slot = reader.handle.casefold()
    if subject is None:
        draft = await lobby.letters.draft(visit.me, "mail", slot)
        before = str(draft.data.get("subject", "")) if draft is not None else ""
        subject = await visit.ask("Subject:", initial=before)
    about = {"to": reader.handle, "subject": subject, "reply_to": reply_to}
    body = await write_text(visit, "mail", slot, about)
    if body is None:
        return
    try:
        await lobby.letters.send(visit.me, reader.handle, subject, body, reply_to)
    except LobbyRefused as refused:
        visit.tell(visit.sentence(refused, doing="mail"), KEPT)
        return
    await lobby.letters.drop_draft(visit.me, "mail", slot)
    visit.tell(f"Your letter to {reader.handle} is on its way.", style="good")


async def drafts(room: Room, text: str) -> None:
    """drafts

    List letters and posts you have begun, and go on with one.

    Example: drafts
    """
    visit = room.visit
    kept = list(await visit.services.lobby.letters.drafts(visit.me))
    if not kept:
        visit.tell("You have begun nothing that is not sent.")
        return
    for number, draft in enumerate(kept, 1):
        subject = draft.data.get("subject") or draft.data.get("title") or "(no subject)"
        to = draft.data.get("to") or draft.data.get("board") or draft.slot
        kind = "letter to" if draft.kind == "mail" else "post on"
        visit.tell(f"{number}. {kind} {to}: {subject}")
    answer = text or await visit.ask("Go on with which? (a number; Enter: none)")
    visit.instead(answer)
    if not answer.isdigit() or not 1 <= int(answer) <= len(kept):
        return
    chosen = kept[int(answer) - 1]
    if chosen.kind == "mail":
        reply_to = chosen.data.get("reply_to")
        await write_letter(
            room,
            str(chosen.data.get("to", chosen.slot)),
            str(chosen.data.get("subject", "")),
            reply_to=reply_to if isinstance(reply_to, int) else None,
        )
    else:
        from arkham_bbs.session.reading import resume_post

        await resume_post(room, chosen.data)


def register_on(table: CommandTable[Any]) -> None:
    """Add the commands about letters to a table of commands."""
    table.add("mail", "letters", group="Reading", not_now=_not_guest)(mail)
    table.add("drafts", group="Reading", not_now=_not_guest)(drafts)


def _not_guest(room: Room) -> str | None:
    if room.visit.is_guest:
        return "Guests have no letter box. Type register to get a name."
    return None
