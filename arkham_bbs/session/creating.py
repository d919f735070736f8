"""Making a table: from three keystrokes to every option by ``key=value``.

Room: session. Imports lobby (TableSpec) and the game's names of options.
Source: issue 5 (creating), RULES.md presets, USER_ASKS F16.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from arkham_bbs.game.content.rules import option_name, option_texts
from arkham_bbs.game.options import MODULES as MODULE_NAMES
from arkham_bbs.game.options import PRESETS
from arkham_bbs.game.options import SWITCHES as SWITCH_NAMES
from arkham_bbs.lobby import END_RULES, LobbyRefused, TableSpec, check_spec
from arkham_bbs.session.parsing import (
    Candidate,
    Found,
    choose_several,
    match,
    parse_yes_no,
    words_of,
)
from arkham_bbs.session.refusals import lobby_sentence
from arkham_bbs.session.visit import Visit
from arkham_bbs.terminal import Line

_PAIR = re.compile(r"(?:^|\s)([a-z]+)\s*=\s*(\"[^\"]*\"|\S+)", re.IGNORECASE)
_LENGTH = re.compile(r"^(\d+(?:\.\d+)?)\s*([a-z]*)$")
_UNITS = {"": 60, "s": 1, "sec": 1, "m": 60, "min": 60, "h": 3600, "d": 86400, "day": 86400}

SEVERAL_EACH = 3
"""Up to so many players run two investigators each (SETUP-2)."""

MOST_SEATS = 8

FIELDS: dict[str, str] = {
    "seats": "1 to 8 players",
    "each": "investigators a player runs: 1 to 3, or auto: two with up to three players, else one",
    "preset": f"{' or '.join(PRESETS)}",
    "on": "house rules and printed options, e.g. on=HOUSE-1,LOST",
    "modules": f"later rules: {', '.join(MODULE_NAMES)}",
    "pace": "live or slow",
    "clock": "time a decision, e.g. 5m, 2h, 2d",
    "min": "seats taken before the start",
    "private": "yes or no; joining then needs a code",
    "code": "the code of a private table",
    "watch": "open, code or none",
    "chat": "may watchers talk: yes or no",
    "end": f"when time runs out: {', '.join(END_RULES)}",
    "quiet": "slow tables: nights do not count: yes or no",
    "absent": "absence after which a seat may be given away, e.g. 10m, 7d",
}
"""What ``create`` understands, with what each may be."""


class CannotRead(Exception):
    """A value of ``create`` that makes no sense; the text is for the caller."""


def parse_length(text: str) -> int:
    """Return the seconds in ``5m``, ``2h``, ``90s``, ``3d``; a bare number is minutes."""
    found = _LENGTH.match(text.strip().casefold())
    unit = found.group(2) if found else ""
    factor = _UNITS.get(unit, _UNITS.get(unit.rstrip("s"))) if found else None
    if found is None or factor is None:
        raise CannotRead(f'"{text}" is no length of time; write 5m, 2h or 3d.')
    return int(float(found.group(1)) * factor)


def _number(text: str) -> int:
    if not text.isdigit():
        raise CannotRead(f'"{text}" is no number.')
    return int(text)


def _each(text: str) -> int:
    return 0 if text.casefold() in ("auto", "0", "rules") else _number(text)


_SWITCH = {"on": "yes", "off": "no", "1": "yes", "0": "no"}


def _flag(text: str) -> bool:
    said = parse_yes_no(_SWITCH.get(text.casefold(), text))
    if said is None:
        raise CannotRead(f'"{text}" should be yes or no.')
    return said


def _one_of(allowed: tuple[str, ...]) -> Callable[[str], str]:
    def read(text: str) -> str:
        found = match(text, (Candidate(name, (name,)) for name in allowed))
        if not isinstance(found, Found):
            raise CannotRead(f'"{text}" will not do; allowed: {", ".join(allowed)}.')
        return found.key

    return read


def _several(allowed: tuple[str, ...]) -> Callable[[str], tuple[str, ...]]:
    def read(text: str) -> tuple[str, ...]:
        choices = [Candidate(name, (name, option_name(name))) for name in allowed]
        found = choose_several(text, choices)
        if not isinstance(found, tuple):
            raise CannotRead(f'"{text}" will not do; allowed: {", ".join(allowed)}.')
        return found

    return read


_READERS: dict[str, tuple[str, Callable[[str], Any]]] = {
    "seats": ("seats", _number),
    "each": ("investigators_each", _each),
    "preset": ("preset", _one_of(tuple(PRESETS))),
    "on": ("switches", _several(SWITCH_NAMES)),
    "modules": ("modules", _several(MODULE_NAMES)),
    "pace": ("pace", _one_of(("live", "slow"))),
    "clock": ("clock_s", parse_length),
    "min": ("minimum", _number),
    "private": ("private", _flag),
    "code": ("code", str),
    "watch": ("spectators", _one_of(("open", "code", "none"))),
    "chat": ("spectators_chat", _flag),
    "end": ("end_rule", _one_of(END_RULES)),
    "quiet": ("quiet_hours", _flag),
    "absent": ("remove_after_s", parse_length),
}


def _key_named(typed: str) -> str:
    """Return the key that was typed whole, or cut short to three letters or more."""
    if typed in _READERS:
        return typed
    fitting = [name for name in _READERS if name.startswith(typed)] if len(typed) > 2 else []
    if len(fitting) != 1:
        raise CannotRead(f'I do not know "{typed}". Type create ? for what can be chosen.')
    return fitting[0]


def parse_create(text: str, owner: str, *, untitled: str = "") -> TableSpec:
    """Read ``TITLE key=value ...``; what is not said keeps its default.

    Raises:
        CannotRead: with a sentence that says what is allowed.
    """
    values: dict[str, Any] = {}
    for key, raw in _PAIR.findall(text):
        name = _key_named(key.casefold())
        field, read = _READERS[name]
        value = read(raw.strip('"') if name == "code" else raw.strip('"').strip())
        values[field] = dict.fromkeys(value, True) if field == "switches" else value
    title = " ".join(_PAIR.sub(" ", text).split())
    if values.get("code"):
        values["private"] = True
    if values.get("seats", 1) > 1:
        values.setdefault("minimum", 2)
    return TableSpec(title=title or untitled or f"{owner}'s table", **values)


def how_many_each(spec: TableSpec) -> str:
    """Return how many investigators each player will run, where several do and none was named."""
    if not 1 < spec.seats <= MOST_SEATS or spec.investigators_each or spec.switches.get("HOUSE-1"):
        return ""
    if spec.seats <= SEVERAL_EACH:
        return "Each player plays two investigators; each=1 makes it one."
    return (
        "With four players or more each plays one investigator, with fewer two; each=1 makes it "
        "one however many come."
    )


def solo_title(visit: Visit) -> str:
    """Return what a game alone is called that was given no title: the next of its caller's."""
    open_titles = {words_of(row.title) for row in visit.services.lobby.own(visit.me)}
    plain_title = title = f"{visit.handle} alone"
    count = 1
    while words_of(title) in open_titles:
        count += 1
        title = f"{plain_title} {count}"
    return title


async def ask_spec(visit: Visit) -> TableSpec:
    """Ask what kind of table; Enter at the first question is a solo game at once."""
    visit.tell("Enter alone begins a solo game with the sensible rules.", style="dim")
    while (title := await visit.ask("Title of the table:")).startswith("?"):
        await explain_create(visit)
    if not title:
        return TableSpec(title=solo_title(visit))
    seats = await _ask(visit, "Players, 1 to 8 [2]:", "2", "seats")
    each = how_many_each(TableSpec(seats=_number(seats)))
    if each:
        visit.tell(each, style="dim")
    pace = await _ask(visit, "Pace, live or slow [live]:", "live", "pace")
    private = await visit.ask_yes_no("Private, by a code only?", default=False)
    said = f"{title.replace('=', '-')} seats={seats} pace={pace}"
    said += f" private={'yes' if private else 'no'}"
    more = await visit.ask("Anything else (? lists it, Enter for none):")
    while True:
        if more.startswith("?"):
            await explain_create(visit)
        elif _PAIR.sub(" ", more).strip():
            visit.tell("Write it as key=value, for example watch=none; ? lists what there is.")
        else:
            try:
                spec = parse_create(f"{said} {more}", visit.handle)
                visit.services.lobby.check(spec)
            except CannotRead as problem:
                visit.tell(str(problem))
            except LobbyRefused as refused:
                visit.tell(lobby_sentence(refused.code, refused.facts))
            else:
                return spec
        more = await visit.ask("Anything else, as key=value (Enter for none):")


async def _ask(visit: Visit, question: str, default: str, key: str) -> str:
    """Ask until the value can be read, and is one that a table can have."""
    field, read = _READERS[key]
    while True:
        answer = await visit.ask(question) or default
        try:
            check_spec(TableSpec(**{field: read(answer)}))
        except CannotRead as problem:
            visit.tell(str(problem))
            continue
        except LobbyRefused as refused:
            visit.tell(lobby_sentence(refused.code, refused.facts))
            continue
        return answer


def choices_of_create() -> list[str]:
    """Return what can be chosen, one key a line, and then what each named option is."""
    texts = option_texts()
    lines = [f"{key}=: {meaning}." for key, meaning in FIELDS.items()]
    lines += [f"preset={key}: {texts[key].line}" for key in PRESETS]
    lines += [f"on={key}: {texts[key].name}. {texts[key].line}" for key in SWITCH_NAMES]
    lines += [f"modules={key}: {texts[key].line}" for key in MODULE_NAMES]
    return lines


async def explain_create(visit: Visit) -> None:
    """Tell what can be chosen and how to write it."""
    lines = ["create TITLE key=value ... ; what you leave out is sensible.", *choices_of_create()]
    lines.append("Example: create The Thing on the Hill seats=3 pace=slow clock=12h on=LOST")
    rows: list[Line | str] = []
    for line in lines:
        rows += visit.rows(line, indent="  ") if not visit.is_linear else [line]
    await visit.page(rows)
