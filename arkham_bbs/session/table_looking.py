"""Looking at the game: the commands that show and never change anything.

Room: session. Imports game words, screens and its neighbours here.
Source: DESIGN.md section 8, USER_ASKS F1, F3, F5, F10, H3 (the whole board in sentences).
"""

from __future__ import annotations

from collections.abc import Sequence

from arkham_bbs.game.content import CONTENT
from arkham_bbs.game.content.rules import rule_title
from arkham_bbs.game.dice_report import dice_report
from arkham_bbs.game.narration import help_text, names
from arkham_bbs.game.views import InvestigatorView, View
from arkham_bbs.game.why import explain, name_of, topic_of
from arkham_bbs.session import screens
from arkham_bbs.session.board_words import (
    gate_sentences,
    monster_sentences,
    place_sentences,
    whereabouts,
    world_sentences,
)
from arkham_bbs.session.chances import events_of, odds_lines
from arkham_bbs.session.parsing import Candidate, Found, choose, parse_number
from arkham_bbs.session.rules_pages import show_rules
from arkham_bbs.session.shown import numbers_in
from arkham_bbs.session.table_room import TABLE, TableRoom
from arkham_bbs.session.told import asked_name, labels_of, question_of, status_sentence, waited_for
from arkham_bbs.session.ways import exits_of, near_places, path_sentence
from arkham_bbs.terminal import Line


def not_begun(room: TableRoom) -> str | None:
    """Return why a look at the game is not possible yet."""
    if room.view is None:
        return "The game has not begun. Type start when everybody is here."
    return None


def the_view(room: TableRoom) -> View:
    """Return the view; only for commands guarded by ``not_begun``."""
    view = room.view
    if view is None:
        raise RuntimeError("no view")
    return view


def here(room: TableRoom, view: View) -> InvestigatorView | None:
    """Return the investigator a look is taken from: the one asked, else one's own, else "
    "the active."""
    decision = room.decision
    mine = view.mine()
    if decision is not None and decision.seat == room.seat:
        for sheet in mine:
            if sheet.id == decision.investigator:
                return sheet
    if mine:
        for sheet in mine:
            if sheet.id == view.active:
                return sheet
        return mine[0]
    for sheet in view.investigators:
        if sheet.id == view.active:
            return sheet
    return view.investigators[0] if view.investigators else None


def people_pool(view: View) -> list[Candidate]:
    """Return the investigators by their own names and those of their players."""
    return [
        Candidate(sheet.id, (sheet.name, names.seat_name(sheet.seat, view.seats)))
        for sheet in view.investigators
    ]


async def show(room: TableRoom, lines: Sequence[Line | str]) -> None:
    """Show an answer to a look; over the dashboard it waits for a key."""
    await room.visit.page(list(lines))


def page_columns(room: TableRoom) -> int:
    """Return how wide a page may be: the last column stays empty, so that no terminal wraps."""
    return max(20, min(room.visit.caps.columns, 132) - 1)


@TABLE.add("look", "l", group="Look", not_now=not_begun)
async def look(room: TableRoom, text: str) -> None:
    """look [PLACE]

    Tell about the place you are in, or any place you name: who and what is there, what it offers.

    Example: look graveyard
    """
    view = the_view(room)
    place = _place(room, view, text)
    if place is not None:
        await show(room, place_sentences(view, place))


def _place(room: TableRoom, view: View, text: str) -> str | None:
    """Read a place, or take the one the caller stands in; None after a sentence about it."""
    if not text:
        sheet = here(room, view)
        if sheet is None:
            room.visit.tell("Nobody is on the board yet. Name a place to look at.")
            return None
        return sheet.place
    found = find_place(room, view, text)
    if found is None:
        return None
    return found


def find_place(room: TableRoom, view: View, text: str) -> str | None:
    """Read the name of a place, a mark on the map, a person or a monster's place."""
    marks = room.marks(view)
    if text in marks:
        return marks[text]
    pool = [
        Candidate(key, (names.place_title(key), key))
        for key in (*CONTENT.locations, *CONTENT.spaces)
    ]
    pool += [Candidate(f"{key}/1", (world.name,)) for key, world in CONTENT.worlds.items()]
    pool += [
        Candidate(f"at:{sheet.place}:{sheet.id}", (sheet.name,)) for sheet in view.investigators
    ]
    result = choose(text, pool) if parse_number(text) is None else choose(f"s{text}", pool)
    if isinstance(result, Found):
        return result.key.split(":")[1] if result.key.startswith("at:") else result.key
    room.visit.tell(room.visit.explain(text, result))
    return None


@TABLE.add("map", "m", group="Look", not_now=not_begun)
async def map_(room: TableRoom, text: str) -> None:
    """map [west | east | legend]

    Show the town: streets and places, people, monsters, gates, and where you can go now.

    Example: map legend
    """
    view = the_view(room)
    word = text.casefold()
    if word and "legend".startswith(word):
        await show(room, screens.legend_page(room.visit.caps, view))
        return
    if room.visit.is_linear:
        await show(room, whereabouts(view))
        return
    numbers: dict[str, int] = {}
    if room.asked is not None and room.is_mine:
        numbers = screens.place_numbers(room.asked.choices)
    side = next((s for s in ("west", "east", "both") if word and s.startswith(word)), "")
    paid = screens.paid_places(room.asked.choices) if numbers and room.asked else frozenset[str]()
    lines = screens.map_lines(view, room.visit.caps, numbers=numbers, side=side, paid=paid)
    room.shown.add(numbers_in(lines))
    await show(room, lines)


@TABLE.add("near", "n", group="Look", not_now=not_begun)
async def near(room: TableRoom, text: str) -> None:
    """near [PLACE]

    List the nearest places and how many spaces away each is.

    Example: near
    """
    place = _place(room, the_view(room), text)
    if place is None:
        return
    found = near_places(place)
    if not found:
        room.visit.tell(f"No street leads out of {names.place(place)}.")
        return
    lines = [f"From {names.place(place)}:"]
    lines += [f"{names.place_title(key)}: {names.counted(far, 'space')}." for key, far in found]
    await show(room, lines)


@TABLE.add("path", group="Look", not_now=not_begun)
async def path(room: TableRoom, text: str) -> None:
    """path PLACE

    Tell how far a place is on foot, and what the way passes.

    Example: path hospital
    """
    view = the_view(room)
    if not text:
        room.visit.tell("The way to where? Type path and the name of a place.")
        return
    goal = find_place(room, view, text)
    sheet = here(room, view)
    if goal is not None and sheet is not None:
        room.visit.tell(path_sentence(sheet.place, goal, view))


@TABLE.add("where", group="Look", not_now=not_begun)
async def where(room: TableRoom, text: str) -> None:
    """where [NAME]

    Tell where somebody or something is: an investigator, a player, a kind of monster, a gate.

    Example: where ghoul
    """
    view = the_view(room)
    lines = whereabouts(view, text)
    if not lines:
        room.visit.tell(f'Nobody and nothing called "{text}" is on the board.')
        return
    await show(room, lines)


@TABLE.add("exits", group="Look", not_now=not_begun)
async def exits(room: TableRoom, text: str) -> None:
    """exits [PLACE]

    List where one step leads from here, or from a place you name.

    Example: exits
    """
    place = _place(room, the_view(room), text)
    if place is not None:
        await show(room, [f"From {names.place(place)}:", *exits_of(place)])


@TABLE.add("sheet", "sh", "i", "inventory", group="Look", not_now=not_begun)
async def sheet(room: TableRoom, text: str) -> None:
    """sheet [NAME]

    Show an investigator: strength, sanity, skills, money, cards, trophies; a number is a seat.

    Example: sheet gloria
    """
    view = the_view(room)
    chosen: list[InvestigatorView]
    if not text:
        chosen = list(view.mine()) or [s for s in (here(room, view),) if s is not None]
    elif text.casefold() in ("all", "everybody"):
        chosen = list(view.investigators)
    else:
        number = parse_number(text)
        if number is not None:
            chosen = [s for s in view.investigators if s.seat == number - 1]
        else:
            wanted = people_pool(view)
            by_seat = [s for s in view.investigators if _is_player(view, s, text)]
            result = choose(text, wanted)
            if by_seat:
                chosen = by_seat
            elif isinstance(result, Found):
                chosen = [s for s in view.investigators if s.id == result.key]
            else:
                room.visit.tell(room.visit.explain(text, result))
                return
    if not chosen:
        room.visit.tell("There is no such sheet. Type players for who is in the game.")
        return
    lines: list[Line | str] = []
    for one in chosen:
        lines.extend(screens.sheet_lines(view, one.id, room.visit.caps))
    await show(room, lines)


def _is_player(view: View, one: InvestigatorView, text: str) -> bool:
    return names.seat_name(one.seat, view.seats).casefold() == text.casefold()


@TABLE.add("gates", group="Look", not_now=not_begun)
async def gates(room: TableRoom, text: str) -> None:
    """gates

    List the open gates, where they lead as far as is known, and the Elder Signs.

    Example: gates
    """
    view, visit = the_view(room), room.visit
    if visit.is_linear:
        await show(room, gate_sentences(view))
        return
    columns = page_columns(room)
    lines = screens.gates_panel(view, columns)
    await show(room, [*lines, *screens.doom_lines(view, columns, screens.glyphs_for(visit.caps))])


@TABLE.add("monsters", group="Look", not_now=not_begun)
async def monsters(room: TableRoom, text: str) -> None:
    """monsters [NAME]

    List the monsters on the board: where, how they move, and what is known of each.

    Example: monsters ghoul
    """
    view = the_view(room)
    lines: Sequence[Line | str]
    if text or room.visit.is_linear:
        lines = monster_sentences(view, text)
    else:
        lines = screens.monsters_table(view, page_columns(room))
    if not lines:
        room.visit.tell("No such monster is on the board.")
        return
    await show(room, lines)


@TABLE.add("worlds", group="Look", not_now=not_begun)
async def worlds(room: TableRoom, text: str) -> None:
    """worlds

    List the Other Worlds, their letter and colour, who is there, and which gates are known.

    Example: worlds
    """
    view = the_view(room)
    if room.visit.is_linear:
        await show(room, world_sentences(view))
    else:
        hint = "2 is the box where one arrives, 1 the one before home."
        rows = screens.worlds_panel(view, page_columns(room))
        await show(room, [*rows, *room.visit.rows(hint, style="dim")])


@TABLE.add("log", group="Look")
async def log(room: TableRoom, text: str) -> None:
    """log [N]

    Show what happened: the last 20 lines, all that are new to you, or as many as you say.

    Example: log 50
    """
    most = parse_number(text) or max(20, room.screen.unread)
    lines = room.log.last(most)
    room.screen.caught_up()
    if not lines:
        room.visit.tell("Nothing has happened yet.")
        return
    await show(room, lines)


@TABLE.add("status", "st", "turn", group="Look", not_now=not_begun)
async def status(room: TableRoom, text: str) -> None:
    """status

    Tell the turn, the step, Doom, the gates, and who is asked what.

    Example: status
    """
    if room.screen.is_open:
        room.visit.tell(status_sentence(the_view(room)))
    room.show_state()


@TABLE.add("options", "opt", group="Look", not_now=not_begun)
async def options(room: TableRoom, text: str) -> None:
    """options

    List every answer to the question that is open, yours or another's.

    Example: options
    """
    view, decision = the_view(room), room.decision
    if decision is None:
        room.visit.tell("Nothing is asked now.")
        return
    if room.asked is not None and room.is_mine:
        await show(room, [question_of(decision, view), *room.option_lines(room.asked)])
        return
    labels = list(labels_of(decision, view).values())
    lines = [f"{asked_name(decision, view)}: {waited_for(decision, view)}"]
    lines += [f"- {label}" for label in labels[:40]]
    if len(labels) > 40:
        lines.append(f"and {len(labels) - 40} more.")
    await show(room, lines)


@TABLE.add("more", group="Look", not_now=not_begun)
async def more(room: TableRoom, text: str) -> None:
    """more

    Turn to the next page of the options; in the scrolling view, list them all.

    Example: more
    """
    if room.screen.is_open:
        room.screen.turn_page()
    else:
        await options(room, "")


@TABLE.add("odds", group="Look", not_now=not_begun)
async def odds(room: TableRoom, text: str) -> None:
    """odds

    Tell the chances behind the question that is open: what must be rolled, and how often it comes.

    Example: odds
    """
    view, decision = the_view(room), room.decision
    lines = odds_lines(decision, view) if decision is not None else []
    if not lines:
        room.visit.tell("No die hangs on what is asked now.")
        return
    await show(room, lines)


@TABLE.add("dice", group="Look", not_now=not_begun)
async def dice(room: TableRoom, text: str) -> None:
    """dice

    Count the dice of this game so far beside what chance would give, and show the promise made
    about them.

    Example: dice
    """
    await room.table.settled()
    entries = await room.visit.services.store.history.since(room.table.id, -1, limit=100_000)
    told = events_of((entry.turn, entry.kind, entry.data) for entry in entries)
    lines = dice_report([event for _, event in told])
    lines.append(f"Promise made at the start (SHA-256 of the seed): {room.table.commitment}")
    seed = room.table.revealed_seed()
    lines.append(
        f"The seed: {seed.hex()}" if seed else "The seed itself is shown when the game is over."
    )
    await show(room, lines)


@TABLE.add("why", group="Look", not_now=not_begun)
async def why(room: TableRoom, text: str) -> None:
    """why [doom | gates | sanity | strength | money | NAME]

    Tell what last changed Doom, the gates, a value of yours, or an investigator by name: the
    roll, the card and the rule behind it. Alone: which rule asks the open question, and your
    own last changes.

    Example: why doom
    """
    view = the_view(room)
    topic = topic_of(text)
    if text and topic is None:
        room.visit.tell("Why what? doom, gates, sanity, strength, money, or an investigator.")
        return
    await room.table.settled()
    entries = await room.visit.services.store.history.last(room.table.id, 1_000)
    told = events_of((entry.turn, entry.kind, entry.data) for entry in entries)
    lines = [] if text else _why_asked(room, view)
    changes = explain(told, topic, [sheet.id for sheet in view.mine()], view.seats)
    if text and not changes:
        room.visit.tell(f"Nothing has changed {name_of(topic or '')} lately.")
        return
    await show(room, [*lines, *changes] or ["Nothing is asked now."])


def _why_asked(room: TableRoom, view: View) -> list[str]:
    """Return the question that is open and the rule behind it."""
    decision = room.decision
    if decision is None:
        return []
    lines = [question_of(decision, view)]
    if decision.rule:
        title = rule_title(decision.rule)
        lines.append(f"By rule {decision.rule}{f': {title}' if title else ''}.")
    return lines + help_text(decision).split("\n\n")[:1]


@TABLE.add("players", "seats", group="Look")
async def players(room: TableRoom, text: str) -> None:
    """players

    List who sits where, who is here, and who plays whom.

    Example: players
    """
    view = room.view
    lines: list[str] = []
    for seat in room.table.seats():
        who = seat.handle or "free"
        note = "here" if seat.present else "away"
        if seat.handle is None:
            note = ""
        elif seat.control == "autopilot":
            note = "the autopilot plays"
        runs = ""
        if view is not None:
            people = [s.name for s in view.investigators if s.seat == seat.seat]
            runs = f", plays {names.listed(people)}" if people else ""
        lines.append(f"Seat {seat.seat + 1}: {who}{f', {note}' if note else ''}{runs}.")
    watching = len(room.table.watching)
    if watching:
        lines.append(f"Looking on: {watching}.")
    for past in await room.visit.services.store.seats.history(room.table.id):
        if past.change not in ("sat", "seated"):
            lines.append(f"{past.at:%d %b %H:%M}: seat {past.seat + 1}, {past.change} {past.name}.")
    await show(room, lines)


@TABLE.add("rules", group="Help")
async def rules(room: TableRoom, text: str) -> None:
    """rules [TOPIC]

    Read the rules in short, or the page about one thing.

    Example: rules sneak
    """
    await show_rules(room.visit, text)
