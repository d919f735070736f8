"""Sheets of the investigators: one line each beside the map, one whole, or one fact a line.

Room: session. Imports terminal (Line), game views, content and words, and its neighbours here.
Each is a list of lines no wider than it is told; bars and letters say what colours say.
"""

from __future__ import annotations

from arkham_bbs.game.board import in_arkham, is_box
from arkham_bbs.game.content import CONTENT
from arkham_bbs.game.narration import names
from arkham_bbs.game.views import CardView, InvestigatorView, View
from arkham_bbs.session.screens import states
from arkham_bbs.session.screens.marks import initials
from arkham_bbs.session.screens.panels import bar, short_place
from arkham_bbs.session.screens.plan import Glyphs
from arkham_bbs.terminal import CUT, Line, Span, cut_text, pad_text

_STATES: dict[str, str] = {
    "waiting": "awaits rescue",
    "lost": "lost for good",
    "defeated": "defeated",
    "out": "out of the game",
}


UNSHARED = "Strength, sanity: not shared out yet"
"""What stands on the sheet of somebody new in the place of the two values."""


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


def sheet_mark(sheet: InvestigatorView, view: View) -> Span:
    """Return the initials as they stand on the map."""
    if sheet.seat == view.seat:
        return Span(f"@{initials(sheet.id)}", "you")
    return Span(f" {initials(sheet.id)}", "investigator")


def sheets_compact(view: View, columns: int) -> list[Line]:
    """Return all investigators, one line each, or two where it is narrow."""
    return [line for sheet in view.investigators for line in sheet_row(sheet, view, columns)]


def sheet_row(
    sheet: InvestigatorView, view: View, columns: int, *, named: bool = True
) -> list[Line]:
    """Return one investigator in one line, or two where it is narrow; ``named`` with the name."""
    turn = "*" if sheet.id == view.active else " "
    line = Line(Span(turn, "title"), sheet_mark(sheet, view))
    told = states.letters(sheet, view)
    if columns >= 70:
        line.add(f" {pad_text(sheet.name, 16)}")
    elif columns >= 36 and named:
        line.add(f" {pad_text(names.short_name(sheet.id), 8)}")
    if states.is_unshared(sheet, view):
        line.add(" St? Sa?", "dim")
    else:
        line.add(f" St{sheet.strength}", _level(sheet.strength, "strength"))
        line.add(f" Sa{sheet.sanity}", _level(sheet.sanity, "sanity"))
    if columns < 36:
        line.add(f" ${sheet.money}", "money")
        if told:
            line.add(f" {told}", "warn")
        place = cut_text(f"  {sheet_place(sheet)}", columns, ellipsis=CUT)
        return [line.cut(columns, ellipsis=CUT), Line.of(place, "place")]
    if columns < 70:
        line.add(f" {pad_text(f'${sheet.money}', 3)} ", "money")
        if told:
            line.add(f"{told} ", "warn")
        return [line.add(sheet_place(sheet), "place").cut(columns, ellipsis=CUT)]
    line.add(f" {pad_text(f'${sheet.money}', 5)}", "money")
    line.add(f"Fight {sheet.skills.get('fight', 0)} ")
    if columns < 100 and told:
        line.add(f" {told}", "warn")
    more = states.suffix(sheet, view) if columns >= 100 else ""
    return [line.add(f" {sheet_place(sheet)}{more}", "place").cut(columns, ellipsis=CUT)]


def values_words(sheet: InvestigatorView, view: View) -> str:
    """Return strength, sanity and money for a bar, with the mark of whoever is not at turn."""
    values = f"St{sheet.strength} Sa{sheet.sanity}"
    if states.is_unshared(sheet, view):
        values = "St? Sa?"
    mark = "" if sheet.id == view.active else f"{sheet_mark(sheet, view).text.strip()} "
    return f"{mark}{values} ${sheet.money}"


def _level(value: int, role: str) -> str:
    return "bad" if value <= 1 else role


def _card_words(card: CardView) -> str:
    """Name a card with what it does in a fight and whether it is used up for now."""
    item = CONTENT.items.get(card.id)
    spell = CONTENT.spells.get(card.id)
    about: list[str] = []
    if item is not None and item.attack:
        about.append(f"+{item.attack} {'magical' if item.magical else 'physical'}")
        about += [names.hands(item.hands)] if item.hands else []
    if spell is not None:
        if spell.attack:
            about.append(f"+{spell.attack} magical")
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
    if states.is_unshared(sheet, view):
        lines.append(Line(Span(f"{UNSHARED}  ", "dim"), Span(f"${sheet.money}", "money")))
    elif columns >= 60:
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
    if states.is_unshared(sheet, view):
        lines[3:5] = [f"{UNSHARED}."]
    if sheet.status in ("lost", "out"):
        lines[2] = f"State: {sheet_place(sheet)}."
    elif sheet.status != "active" or sheet.jail or sheet.lost_turns:
        lines.insert(3, f"State: {sheet_place(sheet)}.")
    lines += [f"{label}: {text}." for label, text, _style in _sheet_rows(sheet, view)]
    return [Line.of(text) for text in lines]
