"""Acting at a table beside answering: starting, inviting, out of turn, seats, reports, leaving.

Room: session. Imports lobby, game words and its neighbours here.
Source: DESIGN.md section 5, issue 5 (tables), USER_ASKS E2, E4, E7, F8, F13.
"""

from __future__ import annotations

from typing import Any

from arkham_bbs.lobby import LobbyRefused
from arkham_bbs.lobby.export import export_game
from arkham_bbs.session import letters, onward, people, reading
from arkham_bbs.session.answering import read_interjection
from arkham_bbs.session.chances import with_aside_chances
from arkham_bbs.session.commands import LONGEST_SAID
from arkham_bbs.session.exporting import show_export
from arkham_bbs.session.help_now import help_at_this_moment
from arkham_bbs.session.parsing import Candidate, parse_number
from arkham_bbs.session.position_file import position_file
from arkham_bbs.session.settings import settings
from arkham_bbs.session.table_looking import not_begun, the_view
from arkham_bbs.session.table_room import TABLE, TableRoom
from arkham_bbs.session.told import interjection_labels


def not_seated(room: TableRoom) -> str | None:
    """Return why nothing of a table can be decided by who has no seat there."""
    if room.seat is None:
        return "You are looking on; only those with a seat can do that."
    return None


def not_playing(room: TableRoom) -> str | None:
    """Return why acting in the game is not possible: no seat, or no game yet."""
    return not_seated(room) or not_begun(room)


def _begun(room: TableRoom) -> str | None:
    if room.table.is_started:
        return "The game has begun already."
    return not_seated(room)


def refuses_words(room: TableRoom, text: str, instead: str) -> bool:
    """Tell the caller that what follows a command cannot be read, if anything follows it.

    Args:
        instead: what may be typed, and what it does.
    """
    if text:
        said = text if len(text) <= LONGEST_SAID else f"{text[:LONGEST_SAID]}.."
        room.visit.tell(f'I cannot read "{said}" here, so nothing is changed. Type {instead}.')
    return bool(text)


# -- before the game ------------------------------------------------------------------------------
@TABLE.add("start", "begin", group="Table", not_now=_begun)
async def start(room: TableRoom, text: str) -> None:
    """start

    Begin the game with those who sit here; the host's to do.

    Example: start
    """
    if not refuses_words(room, text, "start alone, to begin the game"):
        await room.table.start(room.visit.me)


@TABLE.add("invite", group="Table", not_now=not_seated)
async def invite(room: TableRoom, text: str) -> None:
    """invite [NAME]

    Ask somebody to this table; without a name you get a code to hand on.

    Example: invite Bob
    """
    visit = room.visit
    code = await visit.services.lobby.invite(visit.me, room.table, text)
    if text:
        asked = await visit.services.lobby.people.find(text)
        visit.tell(f"{asked.handle} is asked to the table.")
    visit.tell(f"Whoever types join {room.table.id[:6]} {code} may sit down here.")


# -- out of turn ----------------------------------------------------------------------------------
async def _interject(room: TableRoom, text: str, verb: str) -> None:
    """Do one of the things that may be done out of turn."""
    visit = room.visit
    view = the_view(room)
    options = tuple(
        option
        for option in room.table.interjections(visit.me)
        if option.key.rpartition("/")[2].split(":")[0] in ("use", "cast", "mark")
    )
    # Of one's own question nothing is out of turn; what it offers has been read already.
    now = "now" if room.is_mine else "out of turn now"
    if not options:
        visit.tell(f"There is nothing you can {verb} {now}.")
        return
    labels = interjection_labels(options, view)
    fitting = [o for o in options if o.key.rpartition("/")[2].startswith(f"{verb}:")]
    if not fitting:
        others = {"use": "cast", "cast": "use"}[verb]
        visit.tell(f"There is nothing you can {verb} {now}; type {others} for the rest.")
        return
    if not text:
        options = tuple(fitting)
        if visit.preferences.odds:
            labels = with_aside_chances(labels, view, linear=visit.is_linear)
        choices = [Candidate(option.key, (labels[option.key],)) for option in options]
        chosen = await visit.ask_one(f"{verb.capitalize()} which? (Enter: none)", choices)
        if chosen is not None:
            await room.table.interject(visit.me, chosen)
        return
    reading = read_interjection(fitting, labels, text, now=now)
    if reading.key is None:
        visit.tell(reading.problem or f'I cannot read "{text}".')
        return
    await room.table.interject(visit.me, reading.key)


@TABLE.add("use", group="Act", not_now=not_playing)
async def use(room: TableRoom, text: str) -> None:
    """use [THING] [on NAME]

    Use a card out of turn, on somebody in your place; alone it lists what can be used.

    Example: use healing stone on gloria
    """
    await _interject(room, text, "use")


@TABLE.add("cast", group="Act", not_now=not_playing)
async def cast(room: TableRoom, text: str) -> None:
    """cast [SPELL] [on NAME]

    Cast a spell out of turn, on somebody in your place; alone it lists what can be cast.

    Example: cast heal on gloria
    """
    await _interject(room, text, "cast")


# -- seats -----------------------------------------------------------------------------------------
@TABLE.add("autopilot", "auto", group="Table", not_now=not_playing)
async def autopilot(room: TableRoom, text: str) -> None:
    """autopilot [on | off]

    Let the autopilot play your seat, cautiously, until you take it back.

    Example: autopilot on
    """
    seat = room.seat
    if seat is None:
        return
    wishes = {"on": True, "off": False}
    if text.casefold() not in wishes and refuses_words(
        room, text, "autopilot on or autopilot off, for your own seat"
    ):
        return
    now = next(held for held in room.table.seats() if held.seat == seat).control == "autopilot"
    wish = wishes.get(text.casefold(), not now)
    await room.table.seating.autopilot(room.visit.me, seat, wish)


@TABLE.add("substitute", "handover", group="Table", not_now=not_playing)
async def substitute(room: TableRoom, text: str) -> None:
    """substitute [NAME]

    Offer your seat to somebody else: you get a code, and whoever uses it plays on for you.

    Example: substitute Bob
    """
    visit = room.visit
    if text:
        try:
            text = (await visit.services.lobby.people.find(text)).handle
        except LobbyRefused:
            refuses_words(room, text, "substitute and one name, to offer your own seat")
            return
    if not await visit.ask_yes_no("Offer your own seat to somebody else?", default=False):
        return
    code = await visit.services.lobby.invite(visit.me, room.table, text, room.seat)
    visit.tell(
        f"Whoever types join {room.table.id[:6]} {code} plays your seat. "
        "It is yours until then; any answer of yours takes the offer back."
    )


@TABLE.add("giveup", "stand", group="Table", not_now=not_seated)
async def giveup(room: TableRoom, text: str) -> None:
    """giveup

    Give up your seat for good; others may take it. leave keeps it.

    Example: giveup
    """
    if refuses_words(room, text, "giveup alone, to give up your own seat"):
        return
    if await room.visit.ask_yes_no("Give up your seat for good?", default=False):
        await room.table.seating.give_up(room.visit.me)
        room.over = True


@TABLE.add("remove", group="Table", not_now=not_seated)
async def remove(room: TableRoom, text: str) -> None:
    """remove SEAT

    The host frees the seat of somebody who has been away longer than the table allows.

    Example: remove 2
    """
    number = parse_number(text)
    if number is None:
        for seat in room.table.seats():
            if seat.handle and seat.handle.casefold() == text.casefold():
                number = seat.seat + 1
    if number is None:
        room.visit.tell("Remove whom? A seat number or a name; players lists them.")
        return
    await room.table.seating.remove_absent(room.visit.me, number - 1)


# -- keeping and reporting ------------------------------------------------------------------------
@TABLE.add("export", group="Help", not_now=not_playing)
async def export(room: TableRoom, text: str) -> None:
    """export [case | report]

    Show this game as JSON to copy (with its seed once it is over), its position as a scenario
    file, or a report to read.

    Example: export case
    """
    visit = room.visit
    store = visit.services.store
    await room.table.settled()
    if text.startswith("r"):
        entries = await store.history.since(room.table.id, -1, limit=100_000)
        await visit.page([entry.text for entry in entries if entry.text])
        return
    lines: list[str] = []
    data: dict[str, Any] | None = None
    if text.startswith("c"):
        lines = await position_file(room.table.game, f"table-{room.table.id}")
    else:
        data = await export_game(store, room.table.id)
    if not lines and data is None:
        visit.tell("Nothing of this table is written down, so there is nothing to export.")
        return
    was_open = room.screen.is_open
    room.screen.close()
    if data is None:
        await visit.show_to_copy(lines)
    else:
        await show_export(visit, room.table.id, data)
    if was_open:
        await visit.ask("Enter goes back to the table.")
        room.screen.open()


@TABLE.add("bug", "report", group="Help")
async def bug(room: TableRoom, text: str) -> None:
    """bug [WORDS]

    Report something odd: the position goes along, play goes on, and you get a number.

    Example: bug the ghoul should not have moved
    """
    visit = room.visit
    words = text or await visit.ask("What went wrong?")
    if not words:
        visit.tell("Nothing was reported.")
        return
    decision = room.decision
    data = {
        "from": visit.handle,
        "table": room.table.id,
        "decision": decision.number if decision else None,
        "kind": decision.kind if decision else None,
        "commitment": room.table.commitment,
        "log": [line.text for line in room.log.last(15)],
    }
    report = await visit.services.store.reports.add(
        "bug",
        words,
        data,
        account_id=visit.account.id if visit.account else None,
        game_id=None if room.table.spec.tutorial else room.table.id,
    )
    visit.tell(f"Thank you. The sysop knows it as {report.ref}. Play on.")


onward.register_on(TABLE, "Table")
people.register_on(TABLE)
letters.register_on(TABLE)
reading.register_on(TABLE)
TABLE.add("settings", "set", group="Help")(settings)


@TABLE.add("help", "h", group="Help")
async def help_(room: TableRoom, text: str) -> None:
    """help [COMMAND]

    Explain what is asked right now, or one command; ? does the same. help all lists everything.

    Example: help trade
    """
    if text.casefold() in ("all", "commands"):
        await room.show_help("")
    elif text:
        await room.show_help(text)
    else:
        await room.visit.page(help_at_this_moment(room))


@TABLE.add("leave", "lobby", "quit", "q", "exit", group="Table")
async def leave(room: TableRoom, text: str) -> None:
    """leave

    Go back to the lobby; your seat is kept and the game goes on.

    Example: leave
    """
    if room.is_mine and room.table.status == "playing" and len(room.table.seats()) > 1:
        room.visit.tell("The others wait for you; you will be told at your next call.", style="dim")
    room.over = True
