"""Looking around at the table: places, the map, ways and distances.

Room: session. Imports game words, screens and its neighbours here.
Source: DESIGN.md section 8, USER_ASKS F1, F3, F5, H3 (the whole board in sentences).
"""

from __future__ import annotations

from arkham_bbs.game.content import CONTENT
from arkham_bbs.game.narration import names
from arkham_bbs.game.views import View
from arkham_bbs.session import screens
from arkham_bbs.session.board_words import place_sentences, whereabouts
from arkham_bbs.session.parsing import Candidate, Found, choose, not_understood, parse_number
from arkham_bbs.session.shown import numbers_in
from arkham_bbs.session.table_looking import here, not_begun, show, the_view
from arkham_bbs.session.table_room import TABLE, TableRoom
from arkham_bbs.session.ways import exits_of, near_places, path_sentence


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
    room.visit.tell(not_understood(text, result))
    return None


MARKS_HINT = "Type map legend for what the marks mean."


@TABLE.add("map", "m", group="Look", not_now=not_begun)
async def map_(room: TableRoom, text: str) -> None:
    """map [west | east | legend]

    Show the town. @ and two letters is you, (?) a gate to a world unknown, (A) one to the world
    of that letter, small letters are monsters, + is more than has room; 12 is the number that
    takes you there, #12 the same by a paid ride. map legend explains every mark.

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
    await show(room, [*lines, *room.visit.rows(MARKS_HINT, style="dim")])


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
