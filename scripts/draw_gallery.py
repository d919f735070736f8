"""Draw every screen of the game into docs/gallery, as text and as SVG pictures.

The position comes from a game with a fixed seed, so the same tree always draws the same files.
Run it as scripts/gallery, which finds the project's environment.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path

import msgspec

from arkham_bbs.game.board import is_box, is_space
from arkham_bbs.game.dice import SeededDice
from arkham_bbs.game.events import Event
from arkham_bbs.game.game import Game, Setup
from arkham_bbs.game.narration import names, question, sentence
from arkham_bbs.game.views import View
from arkham_bbs.session.asked import lay_out, numbered_keys
from arkham_bbs.session.board_words import (
    gate_sentences,
    monster_sentences,
    place_sentences,
    whereabouts,
)
from arkham_bbs.session.screens import (
    Question,
    Scene,
    dashboard,
    ending_screen,
    farewell_screen,
    legend_page,
    map_lines,
    monsters_table,
    sheet_lines,
    table_page,
    welcome_screen,
    worlds_panel,
)
from arkham_bbs.session.told import event_style, labels_of
from arkham_bbs.session.ways import exits_of, near_places, path_sentence
from arkham_bbs.terminal import ROLES, Capabilities, Cell, Grid, Line, Size
from arkham_bbs.terminal.charsets import Encoder, can_show

ROOT = Path(__file__).resolve().parent.parent
SEED = b"The gallery of Arkham, 1926 0005"
SEATS = ("Ann", "Bob", "Cleo")


@dataclass(frozen=True)
class Moment:
    """A game at one decision: what is seen, and what was told before."""

    view: View
    log: tuple[Line, ...]


def play() -> Moment:
    """Play with seeded chance until a walk is asked for on a lively board, and stop there."""
    game = Game.new(Setup(seats=SEATS), seed=SEED)
    chance = SeededDice(b"who answers what")
    log: list[Line] = []
    while game.decision is not None:
        decision = game.decision
        if decision.kind == "move" and is_lively(game.view(None)):
            return Moment(game.view(decision.seat), tuple(log[-60:]))
        key = decision.options[chance.below(len(decision.options))].key
        if decision.kind == "move" and chance.below(3):
            key = next((o.key for o in decision.options if o.key.startswith("walk:")), key)
        events: Sequence[Event] = game.decide(key, seat=decision.seat, number=decision.number)
        log.extend(Line.of(sentence(event, SEATS), event_style(event)) for event in events)
    sys.exit("The seeded game ended early; choose another seed.")


def is_lively(view: View) -> bool:
    """Tell whether there is much to see: gates known and unknown, monsters about, travellers."""
    known = sum(1 for gate in view.gates if gate.world)
    walking = sum(1 for monster in view.monsters if is_space(monster.place))
    away = sum(1 for sheet in view.investigators if is_box(sheet.place))
    options = len(view.decision.options) if view.decision else 0
    return len(view.gates) >= 4 and known >= 1 and walking >= 4 and away >= 1 and options > 15


def scene(moment: Moment, columns: int) -> Scene:
    """Return what a dashboard shows at a moment."""
    view = moment.view
    decision = view.decision
    if decision is None:
        return Scene(view, moment.log)
    asked = lay_out(decision, labels_of(decision, view, numbered_keys(decision)))
    hint = "Type a place, a number, or stay." if columns >= 60 else "Place, number or stay."
    return Scene(
        view,
        moment.log,
        Question(question(decision, view), asked.choices, hint, on_map=decision.kind == "move"),
        waiting="you",
        clock="4:10",
        title="The Tuesday table",
    )


def terminal(name: str) -> Capabilities:
    """Return one of the terminals of the gallery."""
    modern = Capabilities(
        columns=80, rows=24, charset="utf-8", colour="true", addressing=True, frames="unicode"
    )
    change = msgspec.structs.replace
    return {
        "80x24": modern,
        "100x30": change(modern, columns=100, rows=30),
        "132x43": change(modern, columns=132, rows=43),
        "40x25": change(modern, columns=40, rows=25),
        "ascii": change(modern, charset="ascii", colour="none", frames="ascii"),
        "cp437": change(modern, charset="cp437", colour="16"),
        "petscii": change(modern, charset="petscii40", colour="16", columns=40, rows=25),
        "linear": change(modern, linear=True, addressing=False, colour="none", frames="ascii"),
    }[name]


def screens(moment: Moment, caps: Capabilities) -> Iterator[tuple[str, Grid]]:
    """Return every screen of one terminal with its name."""
    columns = caps.columns - (1 if caps.is_petscii else 0)
    size = Size(columns=columns, rows=caps.rows - 1)
    view = moment.view
    mine = view.mine()[0].id
    yield "welcome", on_grid(welcome_screen(caps, "Arkham BBS"), size)
    yield "dashboard", dashboard(scene(moment, columns), caps, size)
    yield "map", on_grid(map_lines(view, caps, side="both"), size)
    yield "sheet", on_grid(sheet_lines(view, mine, caps), size)
    yield "monsters", on_grid(monsters_table(view, columns - 1), size)
    yield "worlds", on_grid(worlds_panel(view, columns - 1), size)
    yield "legend", on_grid(legend_page(caps), size)
    yield "table", on_grid(table_page(view, caps, waiting="you", clock="4:10"), size)
    yield "victory", on_grid(ending_screen(caps, victory=True), size)
    yield "defeat", on_grid(ending_screen(caps, victory=False), size)
    yield "farewell", on_grid(farewell_screen(caps, "Ann"), size)


def linear_pages(moment: Moment, caps: Capabilities) -> Iterator[tuple[str, Grid]]:
    """Return what a screen reader is given, page by page."""
    view = moment.view
    size = Size(columns=caps.columns, rows=1)
    here = view.mine()[0].place
    near = [
        f"{names.place_title(place)}: {names.counted(steps, 'space')}."
        for place, steps in near_places(here)
    ]
    decision = view.decision
    asked = [] if decision is None else [f"Question: {question(decision, view)}"]
    pages: dict[str, Sequence[Line | str]] = {
        "welcome": welcome_screen(caps),
        "look": place_sentences(view, here),
        "near": near,
        "path": [path_sentence(here, "library", view)],
        "exits": exits_of(here),
        "where": whereabouts(view),
        "gates": gate_sentences(view),
        "monsters": monster_sentences(view, ""),
        "sheet": sheet_lines(view, view.mine()[0].id, caps),
        "legend": legend_page(caps),
        "question": asked,
        "victory": ending_screen(caps, victory=True),
    }
    lines: list[Line] = []
    for name, page in pages.items():
        lines.append(Line.of(f"> {name}"))
        for entry in page:
            line = entry if isinstance(entry, Line) else Line.of(entry)
            lines.extend(line.wrapped(caps.columns - 1))
        lines.append(Line())
    yield "pages", on_grid(lines, size)


def on_grid(lines: Sequence[Line], size: Size) -> Grid:
    """Write lines on a grid of their own, as tall as they need."""
    grid = Grid(size.columns, max(size.rows, len(lines)))
    grid.put_lines(0, 0, lines)
    return grid


def as_shown(grid: Grid, caps: Capabilities) -> Grid:
    """Return the grid as a terminal of that charset shows it, character by character."""
    if caps.charset == "utf-8":
        return grid
    encoder = Encoder(caps.charset, ascii_frames=caps.frames == "ascii")
    wanted = (
        *range(0x20, 0x7F),
        *range(0xA0, 0x100),
        *range(0x2190, 0x2200),
        *range(0x2500, 0x2600),
    )
    shown = {
        encoder.encode(chr(code)): chr(code)
        for code in reversed(wanted)
        if can_show(chr(code), caps.charset)
    }
    other = grid.copy()
    for cells in other.rows_of_cells:
        for at, cell in enumerate(cells):
            cells[at] = Cell(shown.get(encoder.encode(cell.char), "?"), cell.style)
    return other


# -- pictures -------------------------------------------------------------------------------------
CELL_WIDTH, CELL_HEIGHT, MARGIN = 9, 18, 10
BACK, FORE = "#101418", "#c8ccd0"
NO_BREAK = "\u00a0"


def look(style: str, colour: str) -> tuple[str, str, bool]:
    """Return foreground, background ("" for none) and boldness of a role."""
    role = ROLES.get(style)
    if role is None or colour == "none":
        return (BACK, FORE, False) if style == "bar" else (FORE, "", False)
    ink = f"#{role.rgb:06x}" if role.rgb >= 0 else FORE
    return (BACK, ink, role.bold) if role.reverse else (ink, "", role.bold)


def svg(grid: Grid, title: str, colour: str) -> str:
    """Return a picture of a grid: a cell is a cell, whatever font the reader has."""
    width = grid.columns * CELL_WIDTH + 2 * MARGIN
    height = grid.rows * CELL_HEIGHT + 2 * MARGIN
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'width="{width}" height="{height}" role="img">',
        f"<title>{escape(title)}</title>",
        f'<rect width="{width}" height="{height}" rx="6" fill="{BACK}"/>',
        "<g font-family=\"'DejaVu Sans Mono','Cascadia Mono',Menlo,Consolas,monospace\" "
        'font-size="15">',
    ]
    for row, cells in enumerate(grid.rows_of_cells):
        column = 0
        while column < len(cells):
            style = cells[column].style
            end = column
            while end < len(cells) and cells[end].style == style:
                end += 1
            text = "".join(cell.char for cell in cells[column:end])
            parts.extend(run(text, row, column, style, colour))
            column = end
    parts.append("</g></svg>\n")
    return "\n".join(parts)


def run(text: str, row: int, column: int, style: str, colour: str) -> Iterator[str]:
    """Return one stretch of cells of one role."""
    ink, back, bold = look(style, colour)
    top = MARGIN + row * CELL_HEIGHT
    if back:
        left = MARGIN + column * CELL_WIDTH
        wide = len(text) * CELL_WIDTH
        yield f'<rect x="{left}" y="{top}" width="{wide}" height="{CELL_HEIGHT}" fill="{back}"/>'
    lead = len(text) - len(text.lstrip(" "))
    body = text.strip(" ")
    if not body:
        return
    left = MARGIN + (column + lead) * CELL_WIDTH
    weight = ' font-weight="bold"' if bold else ""
    yield (
        f'<text x="{left}" y="{top + 14}" fill="{ink}"{weight} '
        f'textLength="{len(body) * CELL_WIDTH}" lengthAdjust="spacingAndGlyphs">'
        f"{escape(body).replace(' ', NO_BREAK)}</text>"
    )


def main() -> None:
    """Draw everything."""
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "docs" / "gallery"
    folder.mkdir(parents=True, exist_ok=True)
    moment = play()
    count = 0
    for name in ("80x24", "100x30", "132x43", "40x25", "ascii", "cp437", "petscii", "linear"):
        caps = terminal(name)
        drawn = linear_pages(moment, caps) if caps.linear else screens(moment, caps)
        for screen, grid in drawn:
            shown = as_shown(grid, caps)
            stem = folder / f"{name}-{screen}"
            stem.with_suffix(".txt").write_text(shown.text() + "\n", encoding="utf-8")
            picture = svg(shown, f"Arkham BBS, {screen}, {name}", caps.colour)
            stem.with_suffix(".svg").write_text(picture, encoding="utf-8")
            count += 1
    print(f"{count} screens drawn into {folder}")


if __name__ == "__main__":
    main()
