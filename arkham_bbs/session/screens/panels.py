"""The panels beside and below the map: status, doom, sheets, gates, monsters, worlds, log.

Room: session. Imports terminal (Line), game views, content and words, and its neighbours here.

Each panel is a list of lines no wider than it is told. Bars and letters say what colours say.
"""

from __future__ import annotations

from collections.abc import Sequence

from arkham_bbs.game.board import in_arkham, is_box
from arkham_bbs.game.content import CONTENT
from arkham_bbs.game.narration import names, step_title
from arkham_bbs.game.views import CardView, InvestigatorView, MonsterView, View
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
from arkham_bbs.session.screens.plan import Glyphs, load_plan
from arkham_bbs.terminal import Line, Span, cut_text, pad_text, text_width

SKILL_SHORT: dict[str, str] = {
    "fast_talk": "Talk",
    "fight": "Fight",
    "knowledge": "Know",
    "sneak": "Sneak",
    "speed": "Speed",
    "will": "Will",
    "lore": "Lore",
    "luck": "Luck",
}


_STATES: dict[str, str] = {
    "waiting": "awaits rescue",
    "lost": "lost for good",
    "defeated": "defeated",
    "out": "out of the game",
}


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


def sheet_place(sheet: InvestigatorView) -> str:
    """Return where an investigator is, with what keeps them there, for a narrow column."""
    where = short_place(sheet.place)
    if sheet.status != "active":
        state = _STATES.get(sheet.status, sheet.status)
        if sheet.status == "defeated":
            state = states.fallen_word(sheet)
        return f"{state}: {where}" if in_arkham(sheet.place) or is_box(sheet.place) else state
    if sheet.jail:
        return f"in jail, {names.counted(sheet.jail, 'turn')}"
    if sheet.lost_turns:
        return f"{where}, loses {names.counted(sheet.lost_turns, 'turn')}"
    return where


def bar(value: int, most: int, glyphs: Glyphs) -> str:
    """Return a value as a row of filled and empty marks."""
    value = max(0, min(value, most))
    return glyphs.full * value + glyphs.empty * (most - value)


def status_line(
    view: View, columns: int, *, waiting: str = "", clock: str = "", title: str = ""
) -> Line:
    """Return the status bar: turn, phase, doom, gates, whose turn it is, who is waited for.

    Args:
        waiting: the player who is asked, or "you". clock: the time left, as words.
    """
    active = view.active
    limit = f"/{view.gate_limit}" if view.gate_limit else ""
    counts = f"Doom {view.doom}/{view.doom_last}"
    if columns < 72:
        step = initials(active) if active else _NARROW_STEPS.get(view.step, step_words(view.step))
        left = f"T{view.turn} {step}"
        middle = f"{counts} Gates {len(view.gates)}{limit}"
        asked = waiting
    else:
        who = f", {names.short_name(active)}" if active else ""
        left = f"Turn {view.turn}: {step_words(view.step)}{who}"
        if title and columns >= 100:
            left = f"{title}   {left}"
        middle = f"{counts}  Gates {len(view.gates)}{limit}"
        asked = "Your turn" if waiting == "you" else f"Waiting for {waiting}" if waiting else ""
    room = columns - 2
    space = room - len(left) - len(middle) - 3
    # Of a long name a part will do, but half a time would be another time.
    for_name = max(0, space - len(clock) - 1 if clock else space)
    right = f"{cut_text(asked, for_name)} {clock}".strip()
    if text_width(right) > space or (asked and for_name < MIN_NAME):
        right = cut_text(asked, max(0, space)) if space >= MIN_NAME else ""
    gap = max(1, room - len(left) - len(middle) - text_width(right))
    first = gap // 2 if right else gap
    text = f" {left}{' ' * first}{middle}{' ' * (gap - first)}{right} "
    return Line.of(pad_text(cut_text(text, columns), columns), "bar")


def doom_lines(view: View, columns: int, glyphs: Glyphs) -> list[Line]:
    """Return the doom track and the gates against their limit."""
    track = bar(view.doom, view.doom_last, glyphs)
    line = Line(Span("Doom ", "bold"), Span(track, "doom"), f" {view.doom}/{view.doom_last}")
    found = [line.cut(columns)]
    if view.gate_limit:
        gates = bar(len(view.gates), view.gate_limit, glyphs)
        text = Line(Span("Gates ", "bold"), Span(gates, "gate"))
        found.append(text.add(f" {len(view.gates)}/{view.gate_limit}").cut(columns))
    return found


def heading(text: str, columns: int, glyphs: Glyphs) -> Line:
    """Return a heading with a rule to the right edge."""
    rule = glyphs.rule * max(0, columns - len(text) - 1)
    return Line(Span(text, "title"), Span(f" {rule}" if rule else "", "frame")).cut(columns)


# -- sheets ---------------------------------------------------------------------------------------
def sheet_mark(sheet: InvestigatorView, view: View) -> Span:
    """Return the initials as they stand on the map."""
    if sheet.seat == view.seat:
        return Span(f"@{initials(sheet.id)}", "you")
    return Span(f" {initials(sheet.id)}", "investigator")


def sheets_compact(view: View, columns: int) -> list[Line]:
    """Return all investigators, one line each, or two where it is narrow."""
    lines: list[Line] = []
    for sheet in view.investigators:
        turn = "*" if sheet.id == view.active else " "
        line = Line(Span(turn, "title"), sheet_mark(sheet, view))
        if columns >= 70:
            line.add(f" {pad_text(sheet.name, 16)}")
            line.add(f"Str {sheet.strength} ", _level(sheet.strength, "strength"))
            line.add(f"San {sheet.sanity} ", _level(sheet.sanity, "sanity"))
            line.add(pad_text(f"${sheet.money}", 5), "money")
            line.add(f"Fight {sheet.skills.get('fight', 0)} ")
            if columns < 100 and (told := states.letters(sheet, view)):
                line.add(f" {told}", "warn")
            more = states.suffix(sheet, view) if columns >= 100 else ""
            line.add(f" {sheet_place(sheet)}{more}", "place")
            lines.append(line.cut(columns))
            continue
        if columns >= 36:
            line.add(f" {pad_text(names.short_name(sheet.id), 9)}")
            line.add(f"S{sheet.strength} ", _level(sheet.strength, "strength"))
            line.add(f"M{sheet.sanity} ", _level(sheet.sanity, "sanity"))
            line.add(pad_text(f"${sheet.money}", 4), "money")
            if told := states.letters(sheet, view):
                line.add(f"{told} ", "warn")
            lines.append(line.add(sheet_place(sheet), "place").cut(columns))
            continue
        line.add(f" S{sheet.strength}", _level(sheet.strength, "strength"))
        line.add(f" M{sheet.sanity}", _level(sheet.sanity, "sanity"))
        line.add(f" ${sheet.money}", "money")
        if told := states.letters(sheet, view):
            line.add(f" {told}", "warn")
        lines.append(line.cut(columns))
        lines.append(Line.of(cut_text(f"  {sheet_place(sheet)}", columns), "place"))
    return lines


def _level(value: int, role: str) -> str:
    return "bad" if value <= 1 else role


def _card_words(card: CardView) -> str:
    """Name a card with what it does in a fight and whether it is used up for now."""
    item = CONTENT.items.get(card.id)
    spell = CONTENT.spells.get(card.id)
    about: list[str] = []
    if item is not None and item.attack:
        about.append(f"+{item.attack}{' magic' if item.magical else ''}")
        if item.hands:
            about.append(names.counted(item.hands, "hand"))
    if spell is not None:
        if spell.attack:
            about.append(f"+{spell.attack} magic")
        if spell.sanity_cost:
            about.append(f"costs {spell.sanity_cost}")
    if not card.ready:
        about.append("used this turn" if item is not None else "face down")
    return f"{names.card(card.id)}{f' ({chr(44).join(about)})' if about else ''}".replace(",", ", ")


def _sheet_rows(sheet: InvestigatorView, view: View) -> list[tuple[str, str, str]]:
    """Return label, value and role of everything below the values of a sheet."""
    rows: list[tuple[str, str, str]] = []
    if states.leads(sheet, view):
        rows.append(("Lead", "goes first and settles ties", "title"))
    skills = ", ".join(f"{names.skill(key)} {value}" for key, value in sheet.skills.items())
    rows.append(("Skills", skills, ""))
    if sheet.skill_cards:
        rows.append(("Training", names.cards(sheet.skill_cards), ""))
    rows.append(("Items", ", ".join(_card_words(c) for c in sheet.items) or "none", "item"))
    rows.append(("Spells", ", ".join(_card_words(c) for c in sheet.spells) or "none", "spell"))
    if sheet.bound:
        bound = (f"{names.species(key)} (+{power})" for key, power in sheet.bound)
        rows.append(("Bound", ", ".join(bound), "monster"))
    with_them = [names.card(ally) for ally in sheet.allies]
    with_them += ["retainer, $2 a turn"] if sheet.retainer else []
    with_them += ["automobile"] if sheet.automobile else []
    if with_them:
        rows.append(("Has", ", ".join(with_them), ""))
    if sheet.charity:
        rows.append(("Charity", names.cards(sheet.charity), ""))
    if sheet.clues:
        rows.append(("Clues", str(sheet.clues), "item"))
    if sheet.conditions:
        rows.append(("State", ", ".join(states.condition_words(sheet)), "warn"))
    trophies = [names.monsters(sheet.trophies_monsters)] if sheet.trophies_monsters else []
    trophies += [
        f"gate of {CONTENT.worlds[key].name if key in CONTENT.worlds else key}"
        for key in sheet.trophies_gates
    ]
    if trophies:
        rows.append(("Trophies", ", ".join(trophies), "good"))
    if sheet.found_gate:
        rows.append(("May attack", f"the gate at {names.place(sheet.found_gate)}", "gate"))
    if sheet.departed_gate:
        rows.append(("Came by", f"the gate at {names.place(sheet.departed_gate)}", "gate"))
    if sheet.key_mark:
        rows.append(("Silver Key", f"marks {names.place(sheet.key_mark)}", "spell"))
    return rows


def sheet_panel(view: View, who: str, columns: int, glyphs: Glyphs) -> list[Line]:
    """Return the whole sheet of one investigator."""
    sheet = view.investigator(who)
    owner = names.seat_name(sheet.seat, view.seats)
    mark = sheet_mark(sheet, view)
    lines = [
        Line(Span(mark.text.strip(), mark.style), Span(f" {sheet.name}", "title"), f" ({owner})")
    ]
    where = Line(Span(f"At {names.place(sheet.place)}", "place"))
    if sheet.status != "active" or sheet.jail or sheet.lost_turns:
        where = Line.of(names.sentence_case(sheet_place(sheet)), "warn")
    lines.extend(where.wrapped(columns, indent=2))
    strong = _level(sheet.strength, "strength")
    values = Line(
        Span(f"Strength {sheet.strength}/{sheet.strength_max} ", strong),
        Span(bar(sheet.strength, sheet.strength_max, glyphs), "strength"),
    )
    sanity = Line(
        Span(f"Sanity {sheet.sanity}/{sheet.sanity_max} ", _level(sheet.sanity, "sanity")),
        Span(bar(sheet.sanity, sheet.sanity_max, glyphs), "sanity"),
    )
    if columns >= 60:
        lines.append(values + "   " + sanity + "   " + Span(f"${sheet.money}", "money"))
    else:
        lines += [values, sanity + "  " + Span(f"${sheet.money}", "money")]
    for label, text, style in _sheet_rows(sheet, view):
        line = Line(Span(f"{label}: ", "dim"), Span(text, style))
        lines.extend(line.wrapped(columns, indent=2))
    return lines


def sheet_sentences(view: View, who: str) -> list[Line]:
    """Return the whole sheet, one fact a line, for screen readers."""
    sheet = view.investigator(who)
    lines = [
        f"Investigator: {sheet.name}.",
        f"Player: {names.seat_name(sheet.seat, view.seats)}.",
        f"Place: {names.place(sheet.place)}.",
        f"Strength: {sheet.strength} of {sheet.strength_max}.",
        f"Sanity: {sheet.sanity} of {sheet.sanity_max}.",
        f"Money: {names.counted(sheet.money, 'dollar')}.",
    ]
    if sheet.status != "active" or sheet.jail or sheet.lost_turns:
        lines.insert(3, f"Kept: {sheet_place(sheet)}.")
    lines += [f"{label}: {text}." for label, text, _style in _sheet_rows(sheet, view)]
    return [Line.of(text) for text in lines]


# -- gates, monsters, worlds ----------------------------------------------------------------------
def gates_panel(view: View, columns: int) -> list[Line]:
    """Return every gate and Elder Sign, one a line."""
    lines: list[Line] = []
    narrow = columns < 30
    for gate in view.gates:
        line = Line(Span(gate_mark(gate), gate_style(gate)))
        name = CONTENT.locations[gate.place].name
        if narrow:
            lines.append(line.add(f" {name}", "place").cut(columns))
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
        lines.append(line.add("" if narrow else ": Elder Sign").cut(columns))
    return lines or [Line.of("No gate stands open.", "good")]


def monsters_table(view: View, columns: int) -> list[Line]:
    """Return every monster on the board, one a line: letter, kind, code, strength, SAN, place."""
    if not view.monsters:
        return [Line.of("No monster walks in Arkham.", "good")]
    wide = columns >= 60
    lines = [
        Line.of("  Monster           Code Str San  Place", "dim")
        if wide
        else Line.of("  Monster      Code Str Place", "dim")
    ]
    for monster in view.monsters:
        style = monster_style(monster)
        line = Line(Span(f"{monster_letter(monster)} ", style))
        strength = str(monster.strength) if monster.strength is not None else "?"
        line.add(pad_text(cut_text(monster.species, 17 if wide else 12), 18 if wide else 13), style)
        line.add(f"{monster.code:<4} {strength:>3} ")
        if wide:
            losses = "/".join(monster.sanity) if monster.sanity is not None else "?"
            line.add(f"{losses:<5}")
        where = short_place(monster.place)
        if wide and (going := _going(monster)):
            where = f"{where}, {going}"
        lines.append(line.add(where, "place").cut(columns))
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


def worlds_panel(view: View, columns: int) -> list[Line]:
    """Return the Other Worlds: letter, name, who is in which box, the known gates."""
    lines: list[Line] = []
    for world in CONTENT.worlds.values():
        line = Line(Span(f"{world.letter} ", world.id), Span(pad_text(world.name, 23), world.id))
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
            line.add(f" {box}: ", "dim").add(pad_text(shown, 5), "you" if people else "")
        doors = [CONTENT.locations[g.place].name for g in view.gates if g.world == world.id]
        if doors and columns >= 60:
            line.add(f" gate at {names.listed(doors)}", "gate")
        lines.append(line.cut(columns))
    if states.has_outside(view):
        lines.append(states.outside_line(view).cut(columns))
    return lines


# -- the log and the question ---------------------------------------------------------------------
def log_panel(log: Sequence[Line], columns: int, rows: int, unread: int = 0) -> list[Line]:
    """Return the newest entries that fit, oldest first; an older one may be cut short.

    Where fewer are whole than the ``unread`` newest, a row says how many more there are and the
    command that shows them.
    """
    found, whole = _newest(log, columns, rows)
    if unread <= whole or rows <= 0:
        return found
    words = more_above(unread - whole)
    for number, line in enumerate(found):
        if line.width + 2 + len(words) <= columns:
            beside = " " * (columns - line.width - len(words))
            found[number] = Line(*line.spans, beside, Span(words, "warn"))
            return found
    found, whole = _newest(log, columns, rows - 1)
    return [Line.of(cut_text(more_above(unread - whole), columns), "warn"), *found]


def more_above(count: int) -> str:
    """Return that ``count`` lines are not in sight, and how to see them."""
    return f"{count} more above: type log"


def _newest(log: Sequence[Line], columns: int, rows: int) -> tuple[list[Line], int]:
    """Return the newest entries that fit, and how many of them are whole."""
    found: list[Line] = []
    whole = 0
    for entry in reversed(log):
        wrapped = entry.wrapped(columns, indent=2)
        if len(found) + len(wrapped) > rows:
            left = rows - len(found)
            if left > 0:
                start = wrapped[: left - 1]
                rest = cut_text(wrapped[left - 1].text, columns - 2) + ".."
                style = wrapped[left - 1].spans[-1].style if wrapped[left - 1].spans else ""
                found = [*start, Line.of(rest, style), *found]
            break
        found = wrapped + found
        whole += 1
    return found, whole


def legend_lines(columns: int, glyphs: Glyphs, view: View | None = None) -> list[Line]:
    """Return what the marks on the map mean: signs, then the letter of every monster and world."""
    pointer = glyphs.arrows[1, 0]
    lines = [heading("Marks on the map", columns, glyphs)]
    rows = [(sign.replace(">", pointer), style, words) for sign, style, words in legend()]
    rows.insert(10, (glyphs.square, "street", "street square"))
    rows += states.legend_rows(view)
    for sign, style, words in rows:
        lines.append(Line(Span(pad_text(sign, 5), style), words).cut(columns))
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
