"""Other callers: who is here, talk, private words, bells, ignoring, the hall of honour.

Room: session. Imports lobby and its neighbours here. The same commands work in the lobby and at a
table; ``say`` speaks to the place the caller is in.
Source: issue 5 (people), USER_ASKS G16, G18.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from arkham_bbs.game.content import CONTENT
from arkham_bbs.game.narration import names
from arkham_bbs.game.views import View
from arkham_bbs.lobby import ACHIEVEMENTS, LobbyRefused
from arkham_bbs.session.commands import CommandTable
from arkham_bbs.session.listing import person_sentence
from arkham_bbs.session.parsing import Candidate, Found, match
from arkham_bbs.session.refusals import lobby_sentence
from arkham_bbs.session.room import Room
from arkham_bbs.session.visit import Visit
from arkham_bbs.store.records import HonourRecord
from arkham_bbs.terminal import Line

if TYPE_CHECKING:
    from arkham_bbs.lobby.live import Table


def table_of(room: Room) -> Table | None:
    """Return the table a room is at, or None in the lobby."""
    return getattr(room, "table", None)


async def who(room: Room, text: str) -> None:
    """who

    List the callers on the line: where each is, by which door, and how long they have been quiet.

    Example: who
    """
    visit = room.visit
    lobby = visit.services.lobby
    titles = lobby.titles()
    elsewhere = lobby.elsewhere.who()
    people = (*lobby.who(), *elsewhere)
    lines = [person_sentence(person, titles) + "." for person in people]
    if elsewhere:
        lines.append("Talk and bells do not reach another server; letters and tables do.")
    count = "One caller is" if len(people) == 1 else f"{len(people)} callers are"
    await visit.page([f"{count} on the line.", *lines])


async def say(room: Room, text: str) -> None:
    """say WORDS

    Speak to everybody here; 'WORDS does the same. Those who only watch a table speak to each other.

    Example: say has anybody seen the keeper of the lighthouse?
    """
    visit = room.visit
    table = table_of(room)
    if not text:
        await scrollback(room, "")
        return
    if table is None:
        await visit.services.lobby.chat.say(visit.me, text)
    else:
        await visit.services.lobby.chat.say_at(visit.me, table, text)


async def scrollback(room: Room, text: str) -> None:
    """chat [N]

    Show what was said here lately, the last 20 lines or as many as you say.

    Example: chat 50
    """
    visit = room.visit
    table = table_of(room)
    if text and not (text.isascii() and text.isdigit()):
        visit.tell(
            "chat shows what was said, as many lines as you say. To speak type say and your words."
        )
        return
    most = min(int(text), 200) if text else 20
    channel = "lobby"
    if table is not None:
        channel = "table" if table.seat_of(visit.caller) is not None else "gallery"
    lines = await visit.services.lobby.chat.scrollback(visit.me, channel, table, most)  # type: ignore[arg-type]
    if not lines:
        visit.tell("Nothing has been said here yet. Type say and your words.")
        return
    await visit.page(
        [
            f"{time.strftime('%H:%M', time.gmtime(line.at))} {line.sender}: {line.text}"
            for line in lines
        ]
    )


def split_name(visit: Visit, text: str) -> tuple[str, str]:
    """Split ``NAME words`` where the name may have spaces: the longest caller's name that fits."""
    folded = text.casefold()
    lobby = visit.services.lobby
    people = (*lobby.who(), *lobby.elsewhere.who())
    handles = sorted((person.handle for person in people), key=len, reverse=True)
    for handle in handles:
        name = handle.casefold()
        if folded == name or folded.startswith((name + " ", name + ":", name + ",")):
            return handle, text[len(handle) :].lstrip(" :,")
    first, _, rest = text.partition(" ")
    found = match(first, [Candidate(handle, (handle,)) for handle in handles])
    return (found.key if isinstance(found, Found) else first.rstrip(":,")), rest.strip()


async def tell(room: Room, text: str) -> None:
    """tell NAME WORDS

    Say something to one caller, wherever they are on the board; nobody else hears it.

    Example: tell Ann shall we wait for Bob?
    """
    visit = room.visit
    if not text:
        visit.tell("Tell whom? Type tell, a name, and your words.")
        return
    handle, words = split_name(visit, text)
    if not words:
        words = await visit.ask(f"To {handle}:")
        if not words:
            return
    try:
        await visit.services.lobby.chat.tell(visit.me, handle, words)
    except LobbyRefused as refused:
        if refused.code != "not-here" or visit.is_guest:
            raise
        if (name := _elsewhere(visit, handle)) is not None:
            visit.tell(f"{name} is on another server, out of earshot. Type mail to leave a letter.")
            return
        visit.tell(lobby_sentence(refused.code, refused.facts))
        return
    visit.tell(f"You tell {handle}: {words}", style="chat")


def _elsewhere(visit: Visit, handle: str) -> str | None:
    """Return the name of a caller of another server as its owner writes it."""
    names = (person.handle for person in visit.services.lobby.elsewhere.who())
    return next((name for name in names if name.casefold() == handle.casefold()), None)


async def page(room: Room, text: str) -> None:
    """page NAME [WORDS]

    Ring somebody's bell, with a word if you like; whoever is away finds it as a letter. page sysop
    calls for help.

    Example: page Ann it is your move
    """
    visit = room.visit
    if not text:
        visit.tell("Page whom? Type page and a name.")
        return
    handle, words = split_name(visit, text)
    if handle.casefold() == "sysop":
        await _page_staff(visit, words)
        return
    lobby = visit.services.lobby
    try:
        await lobby.chat.page(visit.me, handle, words)
    except LobbyRefused as refused:
        if refused.code != "not-here":
            raise
        letter = await lobby.letters.leave_page(visit.me, handle, words)
        is_elsewhere = _elsewhere(visit, letter.to_name) is not None
        where = "on another server, out of earshot" if is_elsewhere else "not on the line"
        visit.tell(f"{letter.to_name} is {where}; your page is left as a letter.")
        return
    visit.tell(f"You ring for {handle}.")


async def _page_staff(visit: Visit, words: str) -> None:
    """Ring for whoever of the staff is here; otherwise leave a letter to each of them."""
    lobby = visit.services.lobby
    staff = [person for person in lobby.who() if person.role in ("sysop", "moderator")]
    for person in staff:
        await lobby.chat.page(visit.me, person.handle, words or "please come")
    if staff:
        visit.tell("You ring for the staff; somebody is on the line.")
        return
    report = await visit.services.store.reports.add(
        "page", words or "(no words)", {"from": visit.handle}, account_id=_account_id(visit)
    )
    if not visit.is_guest:
        await lobby.letters.page_staff(visit.me, words, report.ref)
    visit.tell(f"Nobody of the staff is on the line. Your word is kept for them as {report.ref}.")


def _account_id(visit: Visit) -> int | None:
    return visit.account.id if visit.account is not None else None


async def ignore(room: Room, text: str) -> None:
    """ignore [NAME | off NAME]

    Hear nothing more of somebody, in talk, mail and invitations; they are not told. Alone it lists
    whom you ignore.

    Example: ignore Nyarla
    """
    visit = room.visit
    chat = visit.services.lobby.chat
    if not text:
        names = await chat.ignored(visit.me)
        visit.tell(f"You ignore: {', '.join(names)}." if names else "You ignore nobody.")
        return
    word, _, rest = text.partition(" ")
    if word.casefold() in ("off", "stop", "not") and rest:
        handle = await chat.ignore(visit.me, rest, on=False)
        visit.tell(f"You hear {handle} again.")
        return
    handle = await chat.ignore(visit.me, text)
    visit.tell(f"You hear nothing more of {handle}. ignore off {handle} undoes it.")


async def profile(room: Room, text: str) -> None:
    """profile [NAME]

    Show what is known of a caller: games, victories, achievements, a line of their own.

    Example: profile Ann
    """
    visit = room.visit
    if not text and visit.is_guest:
        visit.tell("Guests have no profile.")
        return
    person = await visit.services.lobby.people.profile(text or visit.handle)
    lines = [f"{person.handle}, {person.role}, here since {person.since:%d %b %Y}."]
    if person.here:
        lines.append("On the line now.")
    elif person.last_seen is not None:
        lines.append(f"Last call: {person.last_seen:%d %b %Y, %H:%M} UTC.")
    told = (("Name", person.name), ("From", person.location), ("Says", person.signature))
    lines += [f"{label}: {value}" for label, value in told if value]
    if person.about:
        lines += person.about.split("\n")
    lines += [
        f"{name.replace('_', ' ').capitalize()}: {value}."
        for name, value in person.statistics.items()
        if isinstance(value, int | str)
    ]
    if person.achievements:
        lines.append(f"Achievements: {', '.join(one.title for one in person.achievements)}.")
    await visit.page(lines)
    if not text:
        visit.tell(
            "Type settings profile to change your lines, achievements for what can be won.",
            style="dim",
        )


async def achievements(room: Room, text: str) -> None:
    """achievements

    List what can be achieved in play, and which of it you have; each comes once, from one game.

    Example: achievements
    """
    visit = room.visit
    held: set[str] = set()
    if not visit.is_guest:
        held = {one.key for one in await visit.services.lobby.people.achievements(visit.me.account)}
    lines: list[Line | str] = [f"You have {len(held)} of {len(ACHIEVEMENTS)}."]
    for key, one in ACHIEVEMENTS.items():
        mark = "yours" if key in held else "open"
        if visit.is_linear:
            lines.append(f"{one.title}, {mark}: {one.how}")
        else:
            lines += visit.rows(
                f"{'*' if key in held else ' '} {one.title}: {one.how}", indent="  "
            )
    await visit.page(lines)


RANKED_BY = (
    "The more gates closed, the higher; then the greater strength of the monsters in the trophies. "
    "Who is equal in both shares the place."
)


async def honour(room: Room, text: str) -> None:
    """honour

    Show the hall of honour: the best investigators of all finished games, by the gates they
    closed, then by the strength of the monsters in their trophies; who ties shares the place.

    Example: honour
    """
    visit = room.visit
    table = table_of(room)
    lines: list[str] = []
    if table is not None and table.is_over:
        lines.append(f"Roll of honour: {table.title}")
        lines += roll_of(table.view(None))
        if table.status == "ended":
            lines.append("(The game was not played out, so it enters no hall of honour.)")
    else:
        lines.append("The hall of honour")
        lines.append(RANKED_BY)
        for place in await visit.services.lobby.people.hall_of_fame():
            lines += [f"{place.place}. {_honour_line(row)}" for row in place.lines]
    if lines[1:] in ([], [RANKED_BY]):
        visit.tell("No game has been finished yet; the hall is empty and well dusted.")
        return
    await visit.page(lines)


def roll_of(view: View | None) -> list[str]:
    """Return the roll of honour of a finished game, best first; those who tie share a place.

    Of a game that was given up it is told as far as it went.
    """
    if view is None:
        return []
    honours: Sequence[Mapping[str, Any]] = [
        {
            "who": sheet.id,
            "seat": sheet.seat,
            "gates": len(sheet.trophies_gates),
            "monster_strength": sum(CONTENT.monsters[m].sp for m in sheet.trophies_monsters),
        }
        for sheet in view.investigators
    ]
    ranked = sorted(
        view.result.honours if view.result is not None else honours,
        key=lambda line: (line["gates"], line["monster_strength"]),
        reverse=True,
    )
    lines: list[str] = []
    place = 0
    last: tuple[int, int] | None = None
    for number, line in enumerate(ranked, 1):
        rank = (line["gates"], line["monster_strength"])
        if rank != last:
            place, last = number, rank
        player = names.seat_name(line["seat"], view.seats)
        lines.append(
            f"{place}. {names.person(line['who'])} ({player}): "
            f"{names.counted(rank[0], 'gate')} closed, trophies of strength {rank[1]}."
        )
    return lines


def _honour_line(row: HonourRecord) -> str:
    first = ", First Citizen" if row.first_citizen else ""
    how = "saved Arkham" if row.victory else "saw it fall"
    gates, strength = (*row.rank, 0, 0)[:2]
    return (
        f"{row.name} as {names.person(row.investigator)}{first}: "
        f"{names.counted(gates, 'gate')} closed, trophies of strength {strength}; {how} in "
        f"{names.counted(row.turns, 'turn')}."
    )


def register_on(table: CommandTable[Any], *, in_lobby: bool = False) -> None:
    """Add the commands about people to a table of commands."""
    table.add("who", "online", group="People")(who)
    table.add("say", group="People", not_now=_not_guest)(say)
    table.add("chat", "said", group="People")(scrollback)
    table.add("tell", "t" if not in_lobby else "msg", group="People", not_now=_not_guest)(tell)
    table.add("page", "ring", group="People")(page)
    table.add("profile", "finger", group="People")(profile)
    table.add("ignore", group="People", not_now=_not_guest)(ignore)
    table.add("honour", "honor", "hall", group="People")(honour)
    table.add("achievements", group="People")(achievements)


def _not_guest(room: Room) -> str | None:
    if room.visit.is_guest:
        return "Guests may look round, watch and take the tutorial. Type register to get a name."
    return None
