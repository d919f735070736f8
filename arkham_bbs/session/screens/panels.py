"""The status bar, the doom track, headings, and how a place is called in a narrow column.

Room: session. Imports terminal (Line), game views, content and words, and its neighbours here.

Each is a list of lines no wider than it is told. Bars and letters say what colours say.
"""

from __future__ import annotations

from collections.abc import Sequence

from arkham_bbs.game.content import CONTENT
from arkham_bbs.game.narration import names, step_title
from arkham_bbs.game.views import View
from arkham_bbs.session.screens.marks import initials
from arkham_bbs.session.screens.plan import Glyphs
from arkham_bbs.terminal import CUT, Line, Span, cut_text, pad_text, text_width

MIN_NAME = 3
"""Columns of a name that still say who it is."""

_NARROW_STEPS: dict[str, str] = {
    "setup": "Set-up",
    "vampire": "Mythos",
    "gate_roll": "Mythos",
    "monsters_move": "Mythos",
    "monsters_attack": "Mythos",
    "end_of_turn": "Evening",
    "over": "The end",
}
"""What a status bar of 40 columns has room for."""


def step_words(step: str) -> str:
    """Return the step of the turn as a short heading."""
    return step_title(step).replace("Mythos Phase: ", "Mythos: ")


def short_place(place: str) -> str:
    """Name a place in a narrow column: no article, a street by its nearest door."""
    if place in CONTENT.locations:
        return CONTENT.locations[place].name
    if place in CONTENT.spaces:
        space = CONTENT.spaces[place]
        near = space.entrance_of or names.nearest_location(place)
        what = "by" if space.entrance_of else "taxi near" if space.taxi else "near"
        return f"{what} {CONTENT.locations[near].name}" if near else place
    world, _, box = place.partition("/")
    if world in CONTENT.worlds:
        return f"{CONTENT.worlds[world].name.removeprefix('The ')} {box}"
    return names.place_title(place)


def bar(value: int, most: int, glyphs: Glyphs) -> str:
    """Return a value as a row of filled and empty marks."""
    value = max(0, min(value, most))
    return glyphs.full * value + glyphs.empty * (most - value)


def status_line(
    view: View,
    columns: int,
    *,
    waiting: str = "",
    clock: str = "",
    title: str = "",
    own: str = "",
    halted: str = "",
) -> Line:
    """Return the status bar: turn, phase, doom, gates, whose turn it is, who is waited for.

    Args:
        waiting: the player who is asked, or "you". clock: the time left, as words.
        own: how the viewer's investigator is, if nothing else on the screen says so. It is shown
            where a bar is wide; the rest is said in fewer letters before it is left out.
        halted: a word such as "Paused", which stands where nobody is waited for.
    """
    active = view.active
    limit = f"/{view.gate_limit}" if view.gate_limit else ""
    counts = f"Doom {view.doom}/{view.doom_last}"
    if columns < 72:
        step = initials(active) if active else _NARROW_STEPS.get(view.step, step_words(view.step))
        left = f"T{view.turn}" if halted else f"T{view.turn} {step}"
        middle = f"{counts} Gates {len(view.gates)}{limit}"
        asked = waiting
    else:
        who = f", {names.short_name(active)}" if active else ""
        left = f"Turn {view.turn}: {step_words(view.step)}{who}"
        if title and columns >= 100:
            left = f"{title}   {left}"
        middle = f"{counts}  Gates {len(view.gates)}{limit}"
        asked = "Your turn" if waiting == "you" else f"Waiting for {waiting}" if waiting else ""
    if halted:
        waiting = asked = halted
    room = columns - 2
    if own and columns >= 72:
        brief = left.replace("Turn ", "T", 1)
        step = names.short_name(active) if active else _NARROW_STEPS.get(view.step, "")
        least = f"T{view.turn} {step or step_words(view.step)}"
        tries = [(left, asked), (left, waiting), (brief, waiting), (brief, _player(waiting))]
        player = _player(waiting)
        tries += [(least, waiting), (least, player), (least, _name_in(player, 14))]
        for begin, who_asked in tries:
            right = f"{who_asked} {clock}".strip()
            parts = [part for part in (begin, own, middle, right) if part]
            if sum(map(text_width, parts)) + 2 * (len(parts) - 1) <= room:
                return Line.of(f" {_spread(parts, room)} ", "bar")
    space = room - len(left) - len(middle) - 3
    # Of a long name a part will do, but half a time would be another time.
    for_name = max(0, space - len(clock) - 1 if clock else space)
    right = f"{_name_in(asked, for_name)} {clock}".strip()
    if text_width(right) > space or (asked and for_name < MIN_NAME):
        right = _name_in(asked, space) if space >= MIN_NAME else ""
    gap = max(1, room - len(left) - len(middle) - text_width(right))
    first = gap // 2 if right else gap
    text = f" {left}{' ' * first}{middle}{' ' * (gap - first)}{right} "
    return Line.of(pad_text(cut_text(text, columns, ellipsis=CUT), columns), "bar")


def _spread(parts: Sequence[str], columns: int) -> str:
    """Return parts with as much room between any two of them, the last at the right edge."""
    left = columns - sum(map(text_width, parts))
    text = ""
    for gaps, part in zip(range(len(parts) - 1, -1, -1), parts, strict=True):
        gap = left // gaps if gaps else 0
        left -= gap
        text += part + " " * gap
    return text


def _player(asked: str) -> str:
    """Return who is asked without the investigator."""
    return asked.partition(" (")[0]


def _name_in(asked: str, columns: int) -> str:
    """Return who is asked in so many columns: without the investigator sooner than cut short."""
    if text_width(asked) > columns:
        asked = _player(asked)
    return cut_text(asked, max(0, columns), ellipsis=CUT)


def doom_lines(view: View, columns: int, glyphs: Glyphs) -> list[Line]:
    """Return the doom track and the gates against their limit."""
    found = [_track("Doom", view.doom, view.doom_last, "doom", columns, glyphs)]
    if view.gate_limit:
        found.append(_track("Gates", len(view.gates), view.gate_limit, "gate", columns, glyphs))
    return found


def _track(name: str, value: int, most: int, role: str, columns: int, glyphs: Glyphs) -> Line:
    """Return a value with its track, or in figures alone where both find no room."""
    figures = f"{value}/{most}"
    track = bar(value, most, glyphs)
    line = Line(Span(f"{name} ", "bold"), Span(track, role), f" {figures}")
    return line if line.width <= columns else Line(Span(f"{name} ", "bold"), Span(figures, role))


def heading(text: str, columns: int, glyphs: Glyphs) -> Line:
    """Return a heading with a rule to the right edge."""
    rule = glyphs.rule * max(0, columns - len(text) - 1)
    return Line(Span(text, "title"), Span(f" {rule}" if rule else "", "frame")).cut(
        columns, ellipsis=CUT
    )
