"""Commands that come by SSH instead of a call: what is asked for, and what is answered.

Room: doors. Imports the standard library. The door reads the words; the office runs them.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

COMMANDS = frozenset({"sysop", "export"})
"""What may follow `ssh HOST`, beside nothing at all."""

NO_COMMANDS = (
    "No such command on this line. The board takes two: export GAME, for a game you sat in, and "
    "sysop ..., from its sysop. Call without one to play."
)


@dataclass(frozen=True)
class ExecRequest:
    """A command sent with `ssh HOST sysop ...`: who sends it, from where, and its words.

    ``command`` is one of `COMMANDS`, ``words`` what follows it.
    """

    account_id: int | None
    address: str
    words: tuple[str, ...]
    session_id: str
    by_key: bool = True
    command: str = "sysop"


@dataclass(frozen=True)
class ExecReply:
    """What the command printed and how it ended."""

    status: int
    out: str = ""
    err: str = ""


ExecHook = Callable[[ExecRequest], Awaitable[ExecReply]]
