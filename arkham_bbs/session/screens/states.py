"""What the later rule modules put on a sheet, as words and as short marks.

Room: session. Imports game views and words, terminal (Line), and its neighbours here.
Source: VARIANTS.md C05-18, D13-7, P05-12. Without the modules nothing of it shows.
"""

from __future__ import annotations

from arkham_bbs.game.narration import names
from arkham_bbs.game.views import InvestigatorView, View
from arkham_bbs.session.screens.marks import CLUE, initials
from arkham_bbs.terminal import Line, Span, pad_text

OUTSIDE = "lost_in_time"
WORDS: dict[str, str] = {
    "jailed": "in jail",
    "losing-turns": "loses turns",
    "must-leave": "must leave",
    "arrested": "under arrest",
    "lost-in-time": "lost in time and space",
    "delayed": "delayed",
    "blessed": "blessed",
    "cursed": "cursed",
}
# Where there is no room for words; the legend explains the letters.
LETTERS: dict[str, str] = {"delayed": "D", "blessed": "B", "cursed": "C"}
FALLEN: dict[str, str] = {"strength": "crippled", "sanity": "insane"}


def is_unshared(sheet: InvestigatorView, view: View) -> bool:
    """Tell whether somebody new has still to share out strength and sanity (SETUP-7)."""
    asked = view.decision
    if asked is None:
        return False
    if asked.kind == "choose_investigator":
        return view.turn == 0
    if asked.kind != "split":
        return False
    order = [one.id for one in view.investigators]
    # Before the first turn all share in the order in which they were chosen.
    waiting = order[order.index(asked.investigator) :] if view.turn == 0 else [asked.investigator]
    return sheet.id in waiting


def condition_words(sheet: InvestigatorView) -> list[str]:
    """Return everything that marks a sheet, in words."""
    return [WORDS.get(name, name.replace("-", " ")) for name in sheet.conditions]


def leads(sheet: InvestigatorView, view: View) -> bool:
    """Tell whether this is the lead investigator."""
    return view.lead == sheet.id


def suffix(sheet: InvestigatorView, view: View) -> str:
    """Return what follows the place on a wide line: ``, leads, blessed, 2 clues``."""
    told = ["leads"] if leads(sheet, view) else []
    told += [WORDS[name] for name in sheet.conditions if name in LETTERS]
    if sheet.clues:
        told.append(names.counted(sheet.clues, "clue"))
    return "".join(f", {text}" for text in told)


def letters(sheet: InvestigatorView, view: View) -> str:
    """Return the same for a narrow line: ``LB!2``; "" when there is nothing to say."""
    found = "L" if leads(sheet, view) else ""
    found += "".join(LETTERS.get(name, "") for name in sheet.conditions)
    return f"{found}{CLUE}{sheet.clues}" if sheet.clues else found


def fallen_word(sheet: InvestigatorView) -> str:
    """Return what became of a defeated investigator."""
    return FALLEN.get(sheet.token or "", "defeated")


def outside(view: View) -> list[InvestigatorView]:
    """Return those who are lost in time and space."""
    return [sheet for sheet in view.investigators if sheet.place == OUTSIDE]


def has_outside(view: View) -> bool:
    """Tell whether this game has the place."""
    return "conditions_2005" in view.options


def outside_line(view: View) -> Line:
    """Return the line for Lost in Time and Space below the Other Worlds."""
    people = " ".join(
        ("@" if sheet.seat == view.seat else "") + initials(sheet.id) for sheet in outside(view)
    )
    return Line(
        Span("- ", "dim"),
        pad_text(names.place_title(OUTSIDE), 23),
        Span(f" {people or '-'}", "you" if people else "dim"),
    )


def legend_rows(view: View | None) -> list[tuple[str, str, str]]:
    """Return the marks that only the modules in play bring."""
    on = view.options if view is not None else ()
    rows = []
    if "defeat_2013" in on:
        rows.append(("xJD", "warn", "a defeated investigator lies here"))
        rows.append(("L", "title", "beside a name: leads the investigation"))
    if "conditions_2005" in on:
        rows.append(("D B C", "warn", "beside a name: delayed, blessed, cursed"))
    if "pool_checks" in on:
        rows.append((f"{CLUE}2", "item", "beside a name: clues held"))
    return rows
