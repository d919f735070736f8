"""Reading a scenario file: YAML into checked values, each with the path that leads to it.

Room: game. Imports PyYAML only. Source: docs/scenarios.md.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Any

import yaml

LARGEST_FILE = 2_000_000


class Refused(ValueError):
    """A file that cannot be used: ``path`` leads to the field, ``problem`` says why."""

    def __init__(self, path: str, problem: str) -> None:
        super().__init__(f"{path}: {problem}" if path else problem)
        self.path = path
        self.problem = problem


class _Loader(yaml.SafeLoader):
    """Safe YAML that refuses a key given twice and references between parts of a file."""

    def compose_node(self, parent: Any, index: Any) -> Any:
        if self.check_event(yaml.AliasEvent):
            raise yaml.YAMLError("references (*name) are not read")
        return super().compose_node(parent, index)

    def construct_mapping(self, node: Any, deep: bool = False) -> dict[Any, Any]:
        seen = set()
        for key_node, _ in node.value:
            key = key_node.value
            if key in seen:
                raise yaml.YAMLError(f"line {key_node.start_mark.line + 1}: {key!r} comes twice")
            seen.add(key)
        return super().construct_mapping(node, deep)


class Node:
    """A value of the file and its path, for checking it field by field."""

    __slots__ = ("path", "value")

    def __init__(self, value: Any, path: str) -> None:
        self.value = value
        self.path = path

    def refuse(self, problem: str) -> Refused:
        """Return the error that blames this value."""
        return Refused(self.path, problem)

    def at(self, key: str) -> Node:
        """Return the value under ``key`` of a mapping, None when it is not there."""
        return Node(self.value.get(key), f"{self.path}.{key}" if self.path else key)

    def fields(self, allowed: Collection[str] | None = None) -> dict[str, Node]:
        """Return the entries of a mapping; any key outside ``allowed`` is refused."""
        if not isinstance(self.value, dict):
            raise self.refuse("a mapping is wanted here")
        found = {}
        for key in self.value:
            if not isinstance(key, str):
                raise self.refuse(f"the key {key!r} is not a word")
            node = self.at(key)
            if allowed is not None and key not in allowed:
                raise node.refuse("no such field")
            found[key] = node
        return found

    def each(self) -> Iterator[Node]:
        """Walk the values of a list."""
        if not isinstance(self.value, list):
            raise self.refuse("a list is wanted here")
        for index, value in enumerate(self.value):
            yield Node(value, f"{self.path}[{index}]")

    def text(self) -> str:
        """Return a word or sentence; unquoted yes and no are words here."""
        if isinstance(self.value, bool):
            return "yes" if self.value else "no"
        if not isinstance(self.value, str):
            raise self.refuse("a word is wanted here")
        return self.value

    def texts(self) -> list[str]:
        """Return a list of words."""
        return [node.text() for node in self.each()]

    def among(self, allowed: Collection[str], what: str) -> str:
        """Return a word of ``allowed``."""
        word = self.text()
        if word not in allowed:
            raise self.refuse(f"no such {what} {word!r}")
        return word

    def number(self, low: int, high: int) -> int:
        """Return a whole number within bounds."""
        if isinstance(self.value, bool) or not isinstance(self.value, int):
            raise self.refuse("a whole number is wanted here")
        if not low <= self.value <= high:
            raise self.refuse(f"{self.value} is not within {low} to {high}")
        return self.value

    def flag(self) -> bool:
        """Return true or false."""
        if not isinstance(self.value, bool):
            raise self.refuse("true or false is wanted here")
        return self.value


def read_text(text: str) -> Node:
    """Parse YAML text into its root node.

    Raises:
        Refused: it is no YAML, or too long.
    """
    if len(text) > LARGEST_FILE:
        raise Refused("", "the file is too long")
    try:
        return Node(yaml.load(text, Loader=_Loader), "")
    except (yaml.YAMLError, RecursionError, ValueError) as error:
        told = " ".join(str(error).split()) or "nested too deeply"
        raise Refused("", f"not readable as YAML: {told}") from None


def read_file(path: Path) -> Node:
    """Parse a file.

    Raises:
        Refused: it cannot be opened, or is no YAML.
    """
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise Refused("", str(error)) from None
    return read_text(text)
