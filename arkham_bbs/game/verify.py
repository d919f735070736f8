"""Checking an exported game: the promise, every roll and shuffle, every answer.

Room: game. Imports the standard library, msgspec and neighbours here.

The game is played again from its published seed. A check fails when the seed does not match the
commitment, an answer was not on offer, or anything that happened differs from what the file
tells: each die, coin, card and shuffle is in the events or follows from them.
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
from arkham_bbs.game.game import RULES_VERSION, Game, Setup
from arkham_bbs.game.options import BadOptions

_NOT_WRITTEN = re.compile(rb"\x1b\[[0-?]*[ -/]*[@-~]|[\x00-\x1f]")
_KNOWN = frozenset(event_types())


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
    """What a check found. ``wrong`` is empty when the game is as the file says."""

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
    verdict = Verdict()
    if not export.seed:
        verdict.wrong.append("the game was not over: its seed is told, and can be checked, then")
        return verdict
    try:
        seed = bytes.fromhex(export.seed)
    except ValueError:
        verdict.wrong.append("the seed is not written in hex digits")
        return verdict
    if commitment(seed) != export.commitment:
        verdict.wrong.append("the seed is not the one promised when the game began")
    if export.rules_version != RULES_VERSION:
        verdict.wrong.append(
            f"played under rules version {export.rules_version}; this program has {RULES_VERSION}"
        )
        return verdict
    try:
        game = Game.new(export.setup, seed)
    except BadOptions as bad:
        verdict.wrong.append(f"the set-up does not fit: {bad}")
        return verdict
    _replay(game, export, verdict)
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


def _in_force(seq: int, voided: list[tuple[int, int]]) -> bool:
    return not any(low < seq <= high for low, high in voided)


def _replay(game: Game, export: Export, verdict: Verdict) -> None:
    told: dict[int, list[dict[str, Any]]] = {}
    for event in export.events:
        told.setdefault(event.seq, []).append(event.data)
    first = min(told, default=0)
    answers = [a for a in export.answers if _in_force(a.seq, export.voided)]
    opening = first if told and (not answers or first < answers[0].seq) else None
    if opening is not None:
        _compare(game.take_events(), told.pop(opening), "the opening", verdict)
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
        _compare(events, told.pop(answer.seq, []), f"answer {answer.seq}", verdict)
        if verdict.wrong:
            return
    left = [seq for seq in told if _in_force(seq, export.voided)]
    if left:
        verdict.wrong.append(f"events belong to answers {left[:5]} that are not in the list")
    result = msgspec.to_builtins(game.result) if game.result else None
    if export.result is not None:
        if result is None:
            verdict.wrong.append("the file tells a result, but the game is not over")
        elif any(export.result.get(k, v) != v for k, v in _plain(result).items()):
            verdict.wrong.append("the result is not what the answers lead to")
    verdict.dice = game.play.dice.used


def _plain(value: Any) -> Any:
    return msgspec.json.decode(msgspec.json.encode(value))


def _compare(
    events: tuple[Any, ...], told: list[dict[str, Any]], where: str, verdict: Verdict
) -> None:
    """Compare what happens with what the file tells, one event at a time."""
    happened = [_plain(event) for event in events]
    told = [event for event in told if event.get("type") in _KNOWN]
    verdict.events += len(happened)
    for number, (mine, theirs) in enumerate(zip(happened, told, strict=False)):
        if mine != theirs:
            verdict.wrong.append(f"{where}, event {number + 1}: {theirs} is told, {mine} happened")
            return
    if len(happened) != len(told):
        verdict.wrong.append(f"{where}: {len(told)} events are told, {len(happened)} happened")


def main(arguments: list[str]) -> int:
    """Run `arkham-bbs game verify FILE...`: 0 all right, 1 something differs, 2 cannot be read."""
    parser = argparse.ArgumentParser(
        prog="arkham-bbs game verify",
        description="Play an exported game again from its seed and compare everything.",
    )
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE")
    status = 0
    for path in parser.parse_args(arguments).files:
        try:
            verdict = verify(path.read_bytes())
        except (OSError, msgspec.DecodeError) as fault:
            print(f"{path}: cannot be read: {fault}", file=sys.stderr)
            status = 2
            continue
        if verdict.wrong:
            status = max(status, 1)
            print(f"{path}: NOT as played")
            for text in verdict.wrong:
                print(f"  {text}")
        else:
            print(
                f"{path}: as played: {verdict.answers} answers, {verdict.events} events, "
                f"{verdict.dice} draws from the promised seed"
            )
    return status
