"""Checking an exported game: the promise, every roll and shuffle, every answer.

Room: game. Imports the standard library, msgspec and neighbours here.

The game is played again from its published seed. A check fails when the seed does not match the
commitment, an answer was not on offer, or anything that happened differs from what the file
tells: each die, coin, card and shuffle is in the events or follows from them.

A game still in play has no seed yet. Of its export what hangs on no die is checked, and that the
rest cannot be proved before the end is said as that, not as a fault. So is a game that was begun
under other rules (versions.py) and would go another way under these.
"""

from __future__ import annotations

import argparse
import re
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from arkham_bbs.game.decisions import AnswerRefused
from arkham_bbs.game.dice import commitment
from arkham_bbs.game.events import event_types
from arkham_bbs.game.game import Game, Setup
from arkham_bbs.game.options import BadOptions
from arkham_bbs.game.versions import RULES_VERSION, difference, plain

_NOT_WRITTEN = re.compile(rb"\x1b\[[0-?]*[ -/]*[@-~]|[\x00-\x1f]")
_KNOWN = frozenset(event_types())
_PROMISE = re.compile(r"[0-9a-f]{64}")
_STAND_INS = tuple(bytes([n]) * 32 for n in range(3))
_BEFORE_THE_CARDS = frozenset({"choose_investigator", "split"})
"""Questions whose options are the same whatever the seed; the first card is dealt after them."""

UNPROVED = 3
"""Exit status for a game that cannot be proved, and of which nothing was found wrong."""


class ExportedAnswer(Struct, frozen=True):
    """One line of the answer list."""

    seq: int
    seat: int
    key: str
    interjection: bool = False


class ExportedEvent(Struct, frozen=True):
    """One thing that happened; ``seq`` is the answer that caused it."""

    seq: int
    data: dict[str, Any]


class Export(Struct, frozen=True):
    """What a check needs of an exported game; other fields are left alone.

    ``voided`` lists spans of answer numbers that a sysop's or a fault's return to a checkpoint
    took out of force: after the first, up to and including the second.
    """

    rules_version: str
    setup: Setup
    seed: str
    commitment: str
    answers: list[ExportedAnswer]
    events: list[ExportedEvent] = []
    result: dict[str, Any] | None = None
    voided: list[tuple[int, int]] = []


class Answered(Struct, frozen=True):
    """An export as the sysop's ``table export --json`` wraps it."""

    result: Export


class Verdict(Struct):
    """What a check found. ``wrong`` is empty when nothing speaks against the file.

    ``is_open``: the game was still in play, so that no die could be checked; ``answers`` then
    counts those that were found legal, ``listed`` all.
    ``otherwise``: where a game begun under other rules goes another way under these; "" if nowhere.
    """

    is_open: bool = False
    otherwise: str = ""
    listed: int = 0
    answers: int = 0
    events: int = 0
    dice: int = 0
    wrong: list[str] = msgspec.field(default_factory=list)


def verify(data: bytes) -> Verdict:
    """Check one exported game.

    Raises:
        msgspec.DecodeError: the file is no export of a game.
    """
    export = _read(as_copied(data))
    verdict = Verdict(listed=len(export.answers))
    if not export.seed:
        _check_open(export, verdict)
        return verdict
    try:
        seed = bytes.fromhex(export.seed)
    except ValueError:
        verdict.wrong.append("the seed is not written in hex digits")
        return verdict
    if commitment(seed) != export.commitment:
        verdict.wrong.append("the seed is not the one promised when the game began")
    if verdict.wrong:
        return verdict
    try:
        game = Game.new(export.setup, seed, began_under=export.rules_version)
    except BadOptions as bad:
        verdict.wrong.append(f"the set-up does not fit: {bad}")
        return verdict
    _replay(game, export, verdict)
    if export.rules_version != RULES_VERSION and verdict.wrong:
        verdict.otherwise, verdict.wrong = verdict.wrong[0], []
    return verdict


def _read(data: bytes) -> Export:
    try:
        return msgspec.json.decode(data, type=Export)
    except msgspec.ValidationError:
        with suppress(msgspec.DecodeError):
            return msgspec.json.decode(data, type=Answered).result
        raise


def as_copied(data: bytes) -> bytes:
    """Undo what a terminal does to JSON that is copied from it.

    What stands before the first brace and after the last is left out, and so are colours and
    line breaks, which JSON has no use for inside a string.
    """
    start, end = data.find(b"{"), data.rfind(b"}")
    if start < 0 or end < start:
        return data
    return _NOT_WRITTEN.sub(b"", data[start : end + 1])


def _check_open(export: Export, verdict: Verdict) -> None:
    """Check what can be of a game whose seed is not told yet."""
    wrong = verdict.wrong
    verdict.is_open = True
    if export.result is not None:
        wrong.append("the file tells a result, and no seed, which is told with it")
    if not _PROMISE.fullmatch(export.commitment):
        wrong.append("the promise is no SHA-256 in hex digits: no seed can be held against it")
    numbers = [answer.seq for answer in export.answers]
    first = numbers[0] if numbers else 0
    if numbers != list(range(first, first + len(numbers))):
        wrong.append("answers are missing, or not in their order")
    seats = len(export.setup.seats)
    strangers = sorted({a.seat for a in export.answers if not 0 <= a.seat < seats})
    if strangers:
        wrong.append(f"answers of seats {strangers[:5]}, and there are {seats} seats")
    if any(low > high or high > max(numbers, default=0) for low, high in export.voided):
        wrong.append("answers are taken out of force that are not in the list")
    if wrong or export.rules_version != RULES_VERSION:
        return
    try:
        games = [Game.new(export.setup, seed) for seed in _STAND_INS]
    except BadOptions as bad:
        wrong.append(f"the set-up does not fit: {bad}")
        return
    for answer in (a for a in export.answers if _in_force(a.seq, export.voided)):
        asked = games[0].decision
        if asked is None or asked.kind not in _BEFORE_THE_CARDS or answer.interjection:
            return
        if any(game.decision != asked for game in games):
            return
        try:
            for game in games:
                game.decide(answer.key, seat=answer.seat)
        except AnswerRefused as refused:
            wrong.append(f"answer {answer.seq} ({answer.key!r}) was not legal: {refused}")
            return
        verdict.answers += 1


def _in_force(seq: int, voided: list[tuple[int, int]]) -> bool:
    return not any(low < seq <= high for low, high in voided)


def _replay(game: Game, export: Export, verdict: Verdict) -> None:
    told: dict[int, list[dict[str, Any]]] = {}
    for event in export.events:
        told.setdefault(event.seq, []).append(event.data)
    exact = export.rules_version == RULES_VERSION
    first = min(told, default=0)
    answers = [a for a in export.answers if _in_force(a.seq, export.voided)]
    opening = first if told and (not answers or first < answers[0].seq) else None
    if opening is not None:
        _compare(game.take_events(), told.pop(opening), "the opening", verdict, exact)
    else:
        game.take_events()
    for answer in answers:
        try:
            if answer.interjection:
                events = game.interject(answer.seat, answer.key)
            else:
                events = game.decide(answer.key, seat=answer.seat)
        except AnswerRefused as refused:
            verdict.wrong.append(f"answer {answer.seq} ({answer.key!r}) was not legal: {refused}")
            return
        verdict.answers += 1
        _compare(events, told.pop(answer.seq, []), f"answer {answer.seq}", verdict, exact)
        if verdict.wrong:
            return
    left = [seq for seq in told if _in_force(seq, export.voided)]
    if left:
        verdict.wrong.append(f"events belong to answers {left[:5]} that are not in the list")
    result = plain(game.result) if game.result else None
    if export.result is not None:
        if result is None:
            verdict.wrong.append("the file tells a result, but the game is not over")
        elif any(export.result.get(k, v) != v for k, v in result.items()):
            verdict.wrong.append("the result is not what the answers lead to")
    verdict.dice = game.play.dice.used


def _compare(
    events: tuple[Any, ...],
    told: list[dict[str, Any]],
    where: str,
    verdict: Verdict,
    exact: bool,
) -> None:
    """Compare what happens with what the file tells, one event at a time."""
    happened = [plain(event) for event in events]
    told = [event for event in told if event.get("type") in _KNOWN]
    verdict.events += len(happened)
    number = difference(told, happened, exact=exact)
    if number is None:
        return
    if number >= min(len(told), len(happened)):
        verdict.wrong.append(f"{where}: {len(told)} events are told, {len(happened)} happened")
        return
    verdict.wrong.append(
        f"{where}, event {number + 1}: {told[number]} is told, {happened[number]} happened"
    )


def main(arguments: list[str]) -> int:
    """Run `arkham-bbs game verify FILE...` and return its exit status.

    0 all as played, 1 something differs, 2 cannot be read, 3 not to be proved: still in play, or
    begun under other rules. Of several files the gravest counts: 2, then 1, then 3.
    """
    parser = argparse.ArgumentParser(
        prog="arkham-bbs game verify",
        description="Play an exported game again from its seed and compare everything. Of a game "
        "still in play what hangs on no die is checked: its seed is told when it is over.",
        epilog="Exit status: 0 as played, 1 not as played, 2 a file cannot be read, 3 nothing is "
        "wrong but it cannot be proved: the game is not over, or was begun under other rules and "
        "hangs on what was mended since. Of several files the gravest: 2, 1, 3, 0.",
    )
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE")
    found: set[int] = set()
    for path in parser.parse_args(arguments).files:
        try:
            verdict = verify(path.read_bytes())
        except (OSError, msgspec.DecodeError) as fault:
            print(f"{path}: cannot be read: {fault}", file=sys.stderr)
            found.add(2)
            continue
        if verdict.wrong:
            found.add(1)
            print(f"{path}: NOT as {'it can be' if verdict.is_open else 'played'}")
            for text in verdict.wrong:
                print(f"  {text}")
        elif verdict.otherwise:
            found.add(UNPROVED)
            print(
                f"{path}: cannot be proved by rules version {RULES_VERSION}: it was begun under "
                "another, and would go another way now.\n"
                f"  The seed is the one promised, and {verdict.answers} of {verdict.listed} "
                f"answers were legal. Then: {verdict.otherwise}\n"
                "  The release it was played on can check all of it."
            )
        elif verdict.is_open:
            found.add(UNPROVED)
            print(
                f"{path}: nothing is wrong so far; the game is not over.\n"
                f"  Checked: the set-up, the order of {verdict.listed} answers, and that the first "
                f"{verdict.answers} (up to the first card) were legal.\n"
                "  The dice can be proved when it is over: the seed is told then, and must fit the "
                "promise in this file. Export it again."
            )
        else:
            print(
                f"{path}: as played: {verdict.answers} answers, {verdict.events} events, "
                f"{verdict.dice} draws from the promised seed"
            )
    return next((status for status in (2, 1, UNPROVED) if status in found), 0)
