"""What is raised to leave: a visit that ends, a question that is left for a command.

Room: session. Imports nothing of the project.
"""

from __future__ import annotations

from collections.abc import Sequence


class SessionOver(Exception):
    """The visit ends now. ``why`` is a stable word; ``lines`` are the last the caller reads."""

    def __init__(self, why: str, lines: Sequence[str] = ()) -> None:
        super().__init__(why)
        self.why = why
        self.lines = tuple(lines)


class TypedInstead(Exception):
    """A question from a list was left for ``line``, which is a command of the place."""

    def __init__(self, line: str) -> None:
        super().__init__(line)
        self.line = line
