"""What the services need to know of the board around them, as plain values and one protocol.

Room: sysop. Imports msgspec, a neighbour and the standard library. The composition fills these
in: the running server's side of ``RunningBoard`` is doors/exchange.py; a stopped board has none.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

import msgspec

from arkham_bbs.sysop.opening import BACKUPS


class LineHere(msgspec.Struct, frozen=True, kw_only=True):
    """One connected line, with a name or still without one.

    ``account`` is None before login and negative for guests; ``address`` is shown to sysops only.
    """

    session: str
    door: str
    address: str
    handle: str | None
    account: int | None
    role: str
    place: str
    table: str | None
    idle_s: int
    here_s: int
    terminal: str
    waiting_bytes: int
    key: str | None
    """Fingerprint of the SSH key that was used or offered."""


class SettingShown(msgspec.Struct, frozen=True):
    """One setting: its value as text (passwords hidden), and whether a reload can change it."""

    name: str
    value: str
    default: str
    is_live: bool


class Reloaded(msgspec.Struct, frozen=True):
    """What a reload found: changed at once, and changed in the file but waiting for a restart."""

    changed: dict[str, str]
    waiting: dict[str, str]


@dataclass(frozen=True)
class Upkeep:
    """The numbers of backups and cleaning; 0 keeps for ever, or never saves."""

    backup_every_h: float = 24.0
    backup_keep: int = 7
    keep_calls_days: int = 90
    keep_failures_days: int = 30
    keep_games_days: int = 0


@dataclass
class Site:
    """Where the board lives. ``upkeep`` and ``unlimited`` are replaced by a reload.

    Attributes:
        settings: reads all settings as they are in force.
    """

    data_dir: Path
    database: str
    version: str = ""
    upkeep: Upkeep = field(default_factory=Upkeep)
    unlimited: tuple[str, ...] = ()
    settings: Callable[[], tuple[SettingShown, ...]] = tuple

    @property
    def backups(self) -> Path:
        return self.data_dir / BACKUPS

    @property
    def exports(self) -> Path:
        return self.data_dir / "exports"


class RunningBoard(Protocol):
    """The server as the services see it."""

    @property
    def is_draining(self) -> bool: ...

    @property
    def log_level(self) -> str: ...

    def lines(self) -> tuple[LineHere, ...]:
        """Every connected line, in the order of their calls."""
        ...

    def hang_up(self, session: str, sentence: str, why: str) -> bool:
        """Tell one line a sentence and close it; False when it is gone already."""
        ...

    def announce(self, sentence: str) -> None:
        """Tell those who have no name yet; the lobby tells all others."""
        ...

    def drain(self, on: bool) -> None:
        """Take no new calls, or take them again."""
        ...

    def stop(self, reason: str) -> None:
        """Begin the clean stop."""
        ...

    def reload(self) -> Awaitable[Reloaded]:
        """Read the settings again. Raises SysopRefused "settings"."""
        ...

    def set_log_level(self, level: str) -> None: ...

    def figures(self) -> Mapping[str, Any]:
        """Numbers of the running process, by name."""
        ...
