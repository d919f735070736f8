"""What a MUD client says by GMCP, and which of our messages it wants.

Room: doors. Imports the version only. Fed with messages, answers with messages; no socket inside.
Nothing a client says here changes what it may see or do. Source: issue 4 "MUD clients"; the
packages are described in docs/clients.md.
"""

from __future__ import annotations

from typing import Any

from arkham_bbs import __version__

HELLO = {"name": "arkham_bbs", "version": __version__}
MOST_MODULES = 64
MOST_CHANGES = 20
"""How often a client may change what it supports; each change may have much sent again."""

Answer = tuple[str, Any]


class GmcpTalk:
    """One client's side of GMCP.

    A client that never says what it supports gets everything; one that does gets the packages
    it named. What was sent last is kept, so that a package asked for later arrives at once.
    """

    def __init__(self) -> None:
        self._supported: set[str] | None = None
        self._changes = 0
        self._last: dict[str, Any] = {}

    def hear(self, name: str, data: Any) -> list[Answer]:
        """Take a message; returns what to say to it."""
        kind = name.casefold()
        if kind == "core.hello":
            return [("Core.Hello", HELLO)]
        if kind == "core.ping":
            return [("Core.Ping", None)]
        if kind in ("core.supports.set", "core.supports.add", "core.supports.remove"):
            return self._change(kind.rpartition(".")[2], data)
        return []

    def _change(self, how: str, data: Any) -> list[Answer]:
        modules = {
            str(entry).split(" ")[0].casefold()[:40]
            for entry in (data if isinstance(data, list) else [])[:MOST_MODULES]
        }
        self._changes += 1
        if self._changes > MOST_CHANGES or (how == "set" and modules == self._supported):
            return []
        before = {name for name in self._last if self.wants(name)}
        known = self._supported or set()
        if how == "set":
            self._supported = modules
            before = set()
        elif how == "add":
            if self._supported is None:
                before = set()
            self._supported = set(sorted(known | modules)[:MOST_MODULES])
        elif self._supported is not None:
            self._supported = known - modules
        return [
            (name, data)
            for name, data in self._last.items()
            if self.wants(name) and name not in before
        ]

    def wants(self, name: str) -> bool:
        """Say whether the client wants a message: its package, or the message itself, is named."""
        if self._supported is None:
            return True
        folded = name.casefold()
        return folded in self._supported or folded.rpartition(".")[0] in self._supported

    def tell(self, name: str, data: Any) -> bool:
        """Note a message of ours; True when it should be sent now."""
        self._last[name] = data
        return self.wants(name)
