"""What a command answers: facts as JSON, and the same facts as lines for any width.

Room: sysop. Imports msgspec, lobby's cleaning of text and the refusals.

A reply is cleaned as it is shown, whichever way it goes out: what callers typed may stand in it.
"""

from __future__ import annotations

import json
import textwrap
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import msgspec

from arkham_bbs.lobby.cleaning import clean_line, columns_of
from arkham_bbs.sysop.refusals import USAGE_CODES

DONE, REFUSED, WRONG_USAGE = 0, 1, 2
LAST_COLUMN = 16
"""Less room than this for a table's last column, and its rows are told as sentences."""


@dataclass(frozen=True)
class Rows:
    """A small table: headings and rows of texts."""

    headings: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]

    @classmethod
    def of(cls, headings: str, rows: Iterable[Sequence[object]]) -> Rows:
        """Take headings parted by blanks, and rows of anything printable."""
        return cls(
            tuple(headings.split()),
            tuple(tuple("-" if cell is None else str(cell) for cell in row) for row in rows),
        )

    def lines(self, width: int, linear: bool) -> list[str]:
        """Lay the table out, or tell each row as a sentence where it would not fit."""
        rows = [tuple(clean_line(cell) for cell in row) for row in self.rows]
        if not rows:
            return []
        widths = [
            max(columns_of(heading), *(columns_of(row[at]) for row in rows))
            for at, heading in enumerate(self.headings)
        ]
        # The last column may be as long as it likes: it is broken inside itself.
        fixed = sum(widths[:-1]) + 2 * (len(widths) - 1)
        if linear or fixed + min(widths[-1], LAST_COLUMN) > width:
            return [
                ", ".join(
                    f"{heading} {cell}"
                    for heading, cell in zip(self.headings, row, strict=True)
                    if cell not in ("", "-")
                )
                + "."
                for row in rows
            ]
        told: list[str] = []
        for row in (self.headings, *rows):
            parts = textwrap.wrap(row[-1], max(LAST_COLUMN, width - fixed)) or [""]
            ahead = "".join(
                cell + " " * (size - columns_of(cell) + 2)
                for cell, size in zip(row[:-1], widths, strict=False)
            )
            told.append((ahead + parts[0]).rstrip())
            told += [" " * fixed + part for part in parts[1:]]
        return told


@dataclass(frozen=True)
class Reply:
    """What a handler returns.

    Attributes:
        lines: sentences, in order. rows: a table after them. after: sentences after the table.
        data: the same as plain values, for JSON.
        subject: whom or what the act was about, for the audit; the first argument by default.
        details: what else the audit keeps. Never a secret.
        is_exact: the lines are printable ASCII, made by us, and every blank in them counts.
    """

    lines: tuple[str, ...] = ()
    data: Any = None
    rows: Rows | None = None
    after: tuple[str, ...] = ()
    subject: str | None = None
    details: Mapping[str, Any] = field(default_factory=dict)
    is_exact: bool = False


def say(*lines: str, data: Any = None, subject: str | None = None, **details: Any) -> Reply:
    """Make a reply of sentences."""
    return Reply(lines=lines, data=data, subject=subject, details=details)


@dataclass(frozen=True)
class Outcome:
    """How a command ended: what all three ways show, each in its own clothes."""

    command: str
    reply: Reply | None = None
    code: str = ""
    sentence: str = ""
    facts: Mapping[str, Any] = field(default_factory=dict)
    wants_json: bool = False

    @property
    def status(self) -> int:
        """0 done, 1 refused, 2 the line was wrong."""
        if not self.code:
            return DONE
        return WRONG_USAGE if self.code in USAGE_CODES else REFUSED

    @property
    def is_to_copy(self) -> bool:
        """Whether the lines are of use only as they are: no pager may come between them."""
        return self.wants_json or (self.reply is not None and self.reply.is_exact)

    def lines(self, width: int = 100, linear: bool = False) -> list[str]:
        """Return cleaned lines; JSON when that was asked for."""
        if self.wants_json:
            return self.json().decode().splitlines()
        if self.reply is None:
            return [clean_line(self.sentence)]
        if self.reply.is_exact:
            return list(self.reply.lines)
        told = [clean_line(line) for line in self.reply.lines]
        if self.reply.rows is not None:
            told += self.reply.rows.lines(width, linear)
        return told + [clean_line(line) for line in self.reply.after]

    def plain(self) -> dict[str, Any]:
        """Return what JSON shows."""
        if self.code:
            return {
                "ok": False,
                "command": self.command,
                "error": self.code,
                "sentence": self.sentence,
                "facts": builtin(dict(self.facts)),
            }
        data = self.reply.data if self.reply is not None else None
        return {"ok": True, "command": self.command, "result": builtin(data)}

    def json(self) -> bytes:
        """Return one JSON object, indented, ASCII only: it may be shown on any terminal."""
        return json.dumps(self.plain(), indent=2, ensure_ascii=True).encode()


def counted(number: int, noun: str) -> str:
    """Return ``1 ban``, ``2 bans``."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def builtin(value: Any) -> Any:
    """Turn records and times into what JSON knows."""
    return msgspec.to_builtins(value, str_keys=True, enc_hook=_other)


def _other(value: Any) -> Any:
    if isinstance(value, BaseException):
        return repr(value)
    return str(value)
