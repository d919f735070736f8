"""The tables of what stands on the board: gates, monsters, Other Worlds, and the map's legend.

Room: session. Imports terminal (Line), game views, content and words, and its neighbours here.
Each is a list of lines no wider than it is told; a narrow column gets a list in place of a table.
"""

from __future__ import annotations

from collections.abc import Sequence

from arkham_bbs.game.content import CONTENT
from arkham_bbs.game.narration import names
from arkham_bbs.game.views import MonsterView, View
from arkham_bbs.session.screens import states
from arkham_bbs.session.screens.marks import (
    SEAL,
    SPECIES_LETTERS,
    gate_mark,
    gate_style,
    initials,
    legend,
    monster_letter,
    monster_style,
)
from arkham_bbs.session.screens.panels import heading, short_place
from arkham_bbs.session.screens.plan import Glyphs, load_plan
from arkham_bbs.terminal import CUT, Line, Span, cut_text, pad_text

NARROW = 30
"""Columns below which a table becomes a list."""


def gates_panel(view: View, columns: int) -> list[Line]:
    """Return every gate and Elder Sign, one a line."""
    lines: list[Line] = []
    narrow = columns < NARROW
    for gate in view.gates:
        line = Line(Span(gate_mark(gate), gate_style(gate)))
        name = CONTENT.locations[gate.place].name
        if narrow:
            lines.extend(line.add(f" {name}", "place").wrapped(columns, indent=4))
            continue
        if gate.world:
            world = CONTENT.worlds[gate.world]
            line.add(f" {name}: ", "place").add(world.name, gate_style(gate))
            line.add(f", strength {world.gate_strength}")
        else:
            line.add(f" {name}: ", "place").add("face down")
        may = [s.id for s in view.investigators if s.found_gate == gate.place]
        if may:
            line.add(f"; {' '.join(initials(who) for who in may)} may attack it", "good")
        lines.extend(line.wrapped(columns, indent=4))
    for place in view.elder_signs:
        line = Line(Span(SEAL, "seal"), Span(f" {CONTENT.locations[place].name}", "place"))
        lines.append(line.add("" if narrow else ": Elder Sign").cut(columns, ellipsis=CUT))
    return lines or Line.of("No gate stands open.", "good").wrapped(columns)


def monsters_table(view: View, columns: int) -> list[Line]:
    """Return every monster on the board, one a line: letter, kind, code, strength, SAN, place."""
    if not view.monsters:
        return Line.of("No monster walks in Arkham.", "good").wrapped(columns)
    if columns < NARROW:
        return [
            row
            for monster in view.monsters
            for row in Line(
                Span(f"{monster_letter(monster)} {monster.species}", monster_style(monster)),
                Span(f", {short_place(monster.place)}", "place"),
            ).wrapped(columns, indent=2)
        ]
    wide = columns >= 60
    lines = [
        Line.of("  Monster           Code Str San    Place", "dim")
        if wide
        else Line.of("  Monster        Code Str Place", "dim")
    ]
    for monster in view.monsters:
        style = monster_style(monster)
        line = Line(Span(f"{monster_letter(monster)} ", style))
        strength = str(monster.strength) if monster.strength is not None else "?"
        room = 17 if wide else 14
        line.add(pad_text(cut_text(monster.species, room, ellipsis=CUT), room + 1), style)
        line.add(f"{monster.code:<4} {strength:>3} ")
        if wide:
            losses = "/".join(monster.sanity) if monster.sanity is not None else "?"
            line.add(f"{losses:<6} ")
        where = short_place(monster.place)
        if wide and (going := _going(monster)):
            where = f"{where}, {going}"
        lines.extend(line.add(where, "place").wrapped(columns, indent=4))
    return lines


_COMPASS: dict[tuple[int, int], str] = {
    (0, -1): "north",
    (1, -1): "northeast",
    (1, 0): "east",
    (1, 1): "southeast",
    (0, 1): "south",
    (-1, 1): "southwest",
    (-1, 0): "west",
    (-1, -1): "northwest",
}


def _going(monster: MonsterView) -> str:
    """Return the compass direction in which a counter points, as the town plan is drawn."""
    if not monster.heading:
        return ""
    start = monster.heading[0] if len(monster.heading) > 1 else monster.place
    step = load_plan("town80").direction(start, monster.heading[-1])
    return f"going {_COMPASS[step]}" if step else ""


WORLD_COLUMNS = 2 + 22 + 2 * 7
"""Columns of a world's name and its two boxes, each with room for somebody."""


def worlds_panel(view: View, columns: int) -> list[Line]:
    """Return the Other Worlds: letter, name, who is in which box, the known gates."""
    lines: list[Line] = []
    for world in CONTENT.worlds.values():
        name, box_room = (23, 5) if columns >= WORLD_COLUMNS + 5 else (22, 3)
        line = Line(Span(f"{world.letter} ", world.id), Span(pad_text(world.name, name), world.id))
        if columns < WORLD_COLUMNS:
            # The name on a row of its own, and who is there only where somebody is.
            line = Line.of(f"{world.letter} {world.name}", world.id)
            lines.append(line.cut(columns, ellipsis=CUT))
            line = Line(" ")
        for box in (2, 1):
            inside = [s for s in view.investigators if s.place == f"{world.id}/{box}"]
            monsters = [m for m in view.monsters if m.place == f"{world.id}/{box}"]
            people = " ".join(
                ("@" if s.seat == view.seat else "")
                + initials(s.id)
                + ("(lost)" if s.status == "waiting" else "")
                for s in inside
            )
            beasts = "".join(monster_letter(m) for m in monsters)
            shown = f"{people}{' ' if people and beasts else ''}{beasts}" or "-"
            if columns < WORLD_COLUMNS and shown == "-":
                continue
            line.add(f" {box}: ", "dim").add(shown.ljust(box_room), "you" if people else "")
        doors = [CONTENT.locations[g.place].name for g in view.gates if g.world == world.id]
        if doors and columns >= 60:
            line.add(f" gate at {names.listed(doors)}", "gate")
        if line.width > 1:
            lines.extend(line.stripped().wrapped(columns, indent=4))
    if states.has_outside(view):
        lines.append(states.outside_line(view).cut(columns, ellipsis=CUT))
    return lines


def legend_lines(columns: int, glyphs: Glyphs, view: View | None = None) -> list[Line]:
    """Return what the marks on the map mean: signs, then the letter of every monster and world."""
    pointer = glyphs.arrows[1, 0]
    lines = [heading("Marks on the map", columns, glyphs)]
    rows = [(sign.replace(">", pointer), style, words) for sign, style, words in legend()]
    rows.insert(12, (glyphs.square, "street", "street square"))
    rows += states.legend_rows(view)
    for sign, style, words in rows:
        lines.append(Line(Span(pad_text(sign, 5), style), words).cut(columns, ellipsis=CUT))
    lines.append(heading("Monsters", columns, glyphs))
    lines.extend(
        _in_columns([(x, "monster", name) for name, x in SPECIES_LETTERS.items()], columns)
    )
    lines.append(heading("Other Worlds", columns, glyphs))
    worlds = [(w.letter, w.id, w.name) for w in CONTENT.worlds.values()]
    lines.extend(_in_columns(worlds, columns))
    return lines


def _in_columns(entries: Sequence[tuple[str, str, str]], columns: int) -> list[Line]:
    width = max(len(words) for _sign, _style, words in entries) + 4
    count = max(1, columns // width)
    lines: list[Line] = []
    for start in range(0, len(entries), count):
        line = Line()
        for sign, style, words in entries[start : start + count]:
            line.add(f"{sign} ", style).add(pad_text(words, width - 2))
        lines.append(line.stripped())
    return lines
