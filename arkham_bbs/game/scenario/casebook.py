"""From a file to its cases, every field checked.

Room: game. Imports neighbours here. Source: docs/scenarios.md.
"""

from __future__ import annotations

import difflib
import re
from pathlib import Path
from typing import Any

from arkham_bbs.game.content import CONTENT
from arkham_bbs.game.options import BadOptions, Options
from arkham_bbs.game.scenario.facts import check_expectations
from arkham_bbs.game.scenario.model import ASKABLE, PHASES, TAGS, UNTIL, Case, Choice, Look
from arkham_bbs.game.scenario.position import build_state
from arkham_bbs.game.scenario.reading import Node, read_file, read_text
from arkham_bbs.game.scenario.script import PURPOSES

FIELDS: tuple[str, ...] = (
    "name",
    "rules",
    "why",
    "tags",
    "options",
    "players",
    "turn",
    "phase",
    "active",
    "investigators",
    "monsters",
    "gates",
    "elder_signs",
    "clues",
    "doom",
    "decks",
    "dice",
    "spare_dice",
    "choices",
    "must_offer",
    "must_not_offer",
    "until",
    "until_step",
    "until_turn",
    "over_limit_since_turn",
    "expect",
    "proof",
    "powers",
    "to_act",
    "waiting_seat",
    "notes",
    "offers",
    "replacements",
    "pool",
    "lead",
    "ended",
)
SHORTEST_SLIP = 5
"""Below so many letters a word near another may well be one of its own."""
RULE_ID = re.compile(r"[A-Z][A-Z0-9-]*-\d+|LOST|D13-\d+|C05-\d+|P05-\d+")


def read_cases(root: Node) -> list[Case]:
    """Return the cases of a parsed file.

    Raises:
        Refused: anything is wrong with any of them.
    """
    root.fields(("cases",))
    if root.value.get("cases") is None:
        raise root.at("cases").refuse("the list of cases is missing")
    cases = [read_case(node) for node in root.at("cases").each()]
    names: set[str] = set()
    for index, case in enumerate(cases):
        if case.name in names:
            raise Node(None, f"cases[{index}].name").refuse(f"{case.name!r} comes twice")
        names.add(case.name)
    return cases


def load_cases(path: Path) -> list[Case]:
    """Read the cases of a file. Raises Refused."""
    return read_cases(read_file(path))


def parse_cases(text: str) -> list[Case]:
    """Read the cases of a YAML text. Raises Refused."""
    return read_cases(read_text(text))


def read_case(node: Node) -> Case:
    """Check one case and build its position.

    Raises:
        Refused: a field is wrong, or the position cannot be.
    """
    given = node.fields(FIELDS)
    for name in ("name", "phase", "until", "expect"):
        if name not in given:
            raise node.at(name).refuse("this field is missing")
    options = _options(node.at("options"))
    phase = given["phase"].among(PHASES, "phase")
    state = build_state(node, options, phase)
    choices = tuple(_choice(entry) for entry in _each(given, "choices"))
    until = given["until"].among(UNTIL, "moment")
    expect = given["expect"]
    check_expectations(expect)
    return Case(
        name=given["name"].text(),
        rules=tuple(_rule(entry) for entry in _each(given, "rules")),
        why=given["why"].text() if "why" in given else "",
        tags=tuple(entry.among(TAGS, "tag") for entry in _each(given, "tags")),
        options=options,
        phase=phase,
        active=state.active,
        state=state,
        dice=tuple(_die(entry) for entry in _each(given, "dice")),
        spare_dice=tuple(_die(entry) for entry in _each(given, "spare_dice")),
        choices=choices,
        must_offer=_looks(given, "must_offer", len(choices)),
        must_not_offer=_looks(given, "must_not_offer", len(choices)),
        until=until,
        until_step=_step(given["until_step"]) if "until_step" in given else None,
        until_turn=given["until_turn"].number(state.turn, 999) if "until_turn" in given else None,
        expect=expect,
    )


def _each(given: dict[str, Node], name: str) -> list[Node]:
    return list(given[name].each()) if name in given and given[name].value is not None else []


def _step(node: Node) -> str:
    return node.among(PHASES, "step")


def _rule(node: Node) -> str:
    rule = node.text()
    if not RULE_ID.fullmatch(rule):
        raise node.refuse(f"{rule!r} is no rule id")
    return rule


def _options(node: Node) -> Options:
    if node.value is None:
        return Options()
    given = node.fields(("preset", "switches", "modules", "per_player"))
    switches = tuple(n.text() for n in _each(given, "switches") if n.text() != "OPT-8")
    modules = tuple(n.text() for n in _each(given, "modules"))
    options = Options(
        preset=given["preset"].text() if "preset" in given else "sensible",
        switches=switches,
        modules=modules,
        per_player=given["per_player"].number(0, 3) if "per_player" in given else 0,
    )
    try:
        return options.checked()
    except BadOptions as error:
        raise node.refuse(str(error)) from None


def _die(node: Node) -> tuple[str, int | str]:
    fields = node.fields()
    if len(fields) != 1:
        raise node.refuse("one purpose and its value are wanted")
    purpose, value = next(iter(fields.items()))
    meant = _slip(purpose)
    if meant:
        raise value.refuse(f"no die is for {purpose!r}; did you mean {meant!r}?")
    if isinstance(value.value, int) and not isinstance(value.value, bool):
        return purpose, value.number(
            0 if purpose == "shuffle" else 1, 999 if purpose == "shuffle" else 6
        )
    return purpose, value.text()


def _slip(purpose: str) -> str | None:
    """Return the known purpose that a long word misses by a letter; None when there is none."""
    if purpose in PURPOSES or len(purpose) < SHORTEST_SLIP:
        return None
    near = difflib.get_close_matches(purpose, PURPOSES, n=1, cutoff=0.8)
    return near[0] if near else None


def _word(node: Node) -> Any:
    """Return an answer as plain values, unquoted yes and no as words."""
    value = node.value
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, dict):
        return {key: _word(child) for key, child in node.fields().items()}
    if isinstance(value, list):
        return [_word(child) for child in node.each()]
    if value is None:
        return "none"
    if isinstance(value, (int, str)):
        return value
    raise node.refuse("a word, a number, a list or a mapping is wanted here")


def _choice(node: Node) -> Choice:
    given = node.fields(("ask", "answer", "of"))
    ask = node.at("ask").among(ASKABLE, "question")
    if "answer" not in given:
        raise node.at("answer").refuse("the answer is missing")
    of = given["of"].among(CONTENT.investigators, "investigator") if "of" in given else None
    if ask == "lot":
        lot = given["answer"]
        lot.fields(("item", "bids"))
        lot.at("item").among(CONTENT.items, "item")
        for bid in lot.at("bids").each():
            bid.fields(("of", "cash", "items"))
            bid.at("of").among(CONTENT.investigators, "investigator")
    return Choice(ask=ask, answer=_word(given["answer"]), of=of, path=node.path)


def _looks(given: dict[str, Node], name: str, count: int) -> tuple[Look, ...]:
    found = []
    for node in _each(given, name):
        fields = node.fields(("at", "ask", "options", "of"))
        ask = node.at("ask").among(ASKABLE, "question")
        of = fields["of"].among(CONTENT.investigators, "investigator") if "of" in fields else None
        found.append(
            Look(
                at=node.at("at").number(0, count),
                ask=ask,
                options=tuple(_word(entry) for entry in node.at("options").each()),
                of=of,
                path=node.path,
            )
        )
    return tuple(found)
