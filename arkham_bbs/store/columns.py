"""Column types that mean the same on SQLite and PostgreSQL, and the cleaning of people's text.

Room: store. Imports SQLAlchemy, msgspec and the standard library.
"""

from __future__ import annotations

import unicodedata
from datetime import UTC, datetime
from typing import Any

import msgspec
from sqlalchemy import BigInteger, DateTime, Integer, LargeBinary, Text
from sqlalchemy.engine import Dialect
from sqlalchemy.types import TypeDecorator

Identity = BigInteger().with_variant(Integer, "sqlite")
"""Primary keys: SQLite numbers rows by itself only for INTEGER."""

Blob = LargeBinary

_LINE_BREAKS = {0x2028: "\n", 0x2029: "\n", 0x0085: "\n", 0x000B: "\n", 0x000C: "\n"}
_DROPPED_CATEGORIES = frozenset({"Cc", "Cf", "Cs", "Co", "Cn"})
_FILLERS = frozenset("\u115f\u1160\u3164\uffa0\u2800\u034f\u17b4\u17b5\ufe0e\ufe0f")


def clean_text(text: str) -> str:
    """Return ``text`` without anything that could steer a terminal or hide from a reader.

    Removed: C0 and C1 controls, bidi marks and overrides, zero-width and other invisible format
    characters, lone surrogates, private and unassigned code points, blank fillers. Every kind of
    line end becomes ``\\n``, a tab a space. Printable text comes back unchanged.
    """
    if text.isascii() and text.isprintable():
        return text
    text = text.replace("\r\n", "\n").replace("\r", "\n").replace("\t", " ").translate(_LINE_BREAKS)
    return "".join(
        mark
        for mark in text
        if mark == "\n"
        or (unicodedata.category(mark) not in _DROPPED_CATEGORIES and mark not in _FILLERS)
    )


def clean_json(value: Any) -> Any:
    """Return a JSON value with every text in it, keys too, cleaned."""
    if isinstance(value, str):
        return clean_text(value)
    if isinstance(value, dict):
        return {clean_json(key): clean_json(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [clean_json(item) for item in value]
    return value


class CleanText(TypeDecorator[str]):
    """Text written by people, cleaned on its way in."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: str | None, dialect: Dialect) -> str | None:
        return None if value is None else clean_text(value)


class PlainText(TypeDecorator[str]):
    """Text made by the program: kept as it is, but for NUL and lone surrogates (PostgreSQL)."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: str | None, dialect: Dialect) -> str | None:
        if value is None or value.isascii():
            return value if value is None or "\0" not in value else value.replace("\0", "\ufffd")
        return value.replace("\0", "\ufffd").encode("utf-8", "replace").decode("utf-8")


class JsonText(TypeDecorator[Any]):
    """A JSON value kept as text, the same bytes on both databases; the texts in it cleaned."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: Any, dialect: Dialect) -> str | None:
        return None if value is None else msgspec.json.encode(clean_json(value)).decode("utf-8")

    def process_result_value(self, value: str | None, dialect: Dialect) -> Any:
        return None if value is None else msgspec.json.decode(value)


class UtcTime(TypeDecorator[datetime]):
    """An aware UTC datetime; a naive one is refused."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError(f"a time without a zone cannot be stored: {value!r}")
        value = value.astimezone(UTC)
        return value.replace(tzinfo=None) if dialect.name == "sqlite" else value

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)
