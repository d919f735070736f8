"""What a table is: its specification, its seats, and what the list shows of it.

Room: lobby. Imports msgspec and its neighbours here.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from arkham_bbs.lobby.refusals import LobbyRefused

PaceName = Literal["live", "slow"]
EndRule = Literal["wait", "answer", "autopilot", "offer"]
SpectatorRule = Literal["none", "open", "code"]
Status = Literal["gathering", "playing", "paused", "adjourned", "frozen", "finished", "ended"]
Control = Literal["caller", "autopilot", "nobody"]

END_RULES: tuple[EndRule, ...] = ("wait", "answer", "autopilot", "offer")
"""When a decision's clock has run out: wait for as long again; let the autopilot answer this one;
let it play the seat until its caller returns; offer the seat to anybody who comes."""

LIVE_CLOCK_S = 5 * 60
SLOW_CLOCK_S = 48 * 3600
TITLE_COLUMNS = 40


class Caller(msgspec.Struct, frozen=True):
    """Who does something: an account seen by the lobby. Guests have a negative account number."""

    account: int
    handle: str
    role: Literal["guest", "caller", "moderator", "sysop"] = "caller"

    @property
    def is_guest(self) -> bool:
        return self.account < 0

    @property
    def is_staff(self) -> bool:
        return self.role in ("moderator", "sysop")


class TableSpec(msgspec.Struct, frozen=True, kw_only=True):
    """What the host chooses at ``create``. Every field has a sensible default.

    ``preset``, ``switches`` (ids such as ``OPT-4`` or ``HOUSE-1``) and ``modules`` are the game's
    own words (game/options.py); they are checked by the game when the table is made.
    """

    title: str = ""
    seats: int = 1
    investigators_each: int = 0
    """Investigators a caller runs, 1 to 3; 0 follows the rules (SETUP-2, HOUSE-1)."""
    preset: str = "sensible"
    switches: dict[str, bool | int | str] = {}
    modules: tuple[str, ...] = ()
    pace: PaceName = "live"
    clock_s: int = 0
    """Seconds a decision; 0 means the pace's own (live 5 minutes, slow 48 hours)."""
    quiet_hours: bool = True
    """Slow tables: nights a caller has named in the profile do not count."""
    private: bool = False
    code: str = ""
    """The code of a private table; made by the lobby when left empty."""
    spectators: SpectatorRule = "open"
    spectators_chat: bool = True
    minimum: int = 1
    """Seats that must be taken before the host may start."""
    end_rule: EndRule = "wait"
    """What happens when a clock ends and the vote does not decide otherwise."""
    remove_after_s: int = 0
    """Absence after which the host may free a seat; 0: live 10 minutes, slow 7 days."""
    tutorial: bool = False
    """A private table with fixed dice for one caller, guests too; listed and kept nowhere."""

    @property
    def decision_s(self) -> int:
        return self.clock_s or (LIVE_CLOCK_S if self.pace == "live" else SLOW_CLOCK_S)

    @property
    def absence_s(self) -> int:
        return self.remove_after_s or (600 if self.pace == "live" else 7 * 86400)


_CLOCK_RANGE: dict[str, tuple[int, int]] = {"live": (30, 3600), "slow": (3600, 14 * 86400)}


def check_spec(spec: TableSpec) -> None:
    """Refuse a specification that makes no sense.

    Raises:
        LobbyRefused: ``bad-spec`` with the field, its value and what is allowed.
    """

    def refuse(field: str, allowed: str) -> None:
        raise LobbyRefused("bad-spec", field=field, value=getattr(spec, field), allowed=allowed)

    if not 1 <= spec.seats <= 8:
        refuse("seats", "1 to 8")
    if not 0 <= spec.investigators_each <= 3 or spec.investigators_each * spec.seats > 8:
        refuse("investigators_each", "1 to 3, eight in all; 0 follows the rules")
    if not 1 <= spec.minimum <= spec.seats:
        refuse("minimum", f"1 to {spec.seats}")
    low, high = _CLOCK_RANGE[spec.pace]
    if spec.clock_s and not low <= spec.clock_s <= high:
        refuse("clock_s", f"{low} to {high} seconds")
    if spec.remove_after_s and not 60 <= spec.remove_after_s <= 60 * 86400:
        refuse("remove_after_s", "60 seconds to 60 days")
    if spec.end_rule not in END_RULES:
        refuse("end_rule", ", ".join(END_RULES))
    if spec.tutorial and spec.seats != 1:
        refuse("seats", "1 for the tutorial")


class SeatHeld(msgspec.Struct, frozen=True, gc=False):
    """A seat as everybody may see it."""

    seat: int
    account: int | None
    handle: str | None
    """Whose seat it is; None while nobody's."""
    control: Control
    """Who answers for it: the caller, the autopilot, or nobody (it waits)."""
    present: bool
    idle_s: int
    offered: bool = False
    """Anybody may take it over."""


class SeatHistory(msgspec.Struct, frozen=True):
    """One line of who sat where."""

    at: float
    seat: int
    handle: str
    what: str
    """sat, gave-up, handed, removed, substituted, offered, autopilot, returned, renamed, closed."""
    by: str


class ClockView(msgspec.Struct, frozen=True):
    """The clock of the pending decision."""

    number: int
    seat: int
    started_at: float
    ends_at: float | None
    """None while it does not run."""
    left_s: int
    """What is left, quiet hours not counted."""
    stopped: Literal["", "paused", "alone", "nobody-here", "grace", "vote", "autopilot"] = ""
    quiet: bool = False
    """It is night for the caller waited for, and the clock takes note."""


class TableRow(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A line of the lobby's list."""

    table: str
    title: str
    host: str
    status: Status
    seats: tuple[SeatHeld, ...]
    free: int
    pace: PaceName
    decision_s: int
    investigators_each: int
    preset: str
    switches: dict[str, bool | int | str]
    modules: tuple[str, ...]
    private: bool
    spectators: SpectatorRule
    spectators_chat: bool
    minimum: int
    watching: int
    turn: int
    why: str = ""
    """Why it has its status: "consent" for a game that its callers gave up."""
    waiting_for: str | None
    """Handle of whoever is asked, when somebody is."""
    waiting_s: int
    mine: bool
    """The caller who asked for the list sits here."""
    my_decision: bool
    """It is played, and waits for that caller's answer."""
    created_at: float
    active_at: float
