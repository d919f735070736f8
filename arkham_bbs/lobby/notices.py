"""What the lobby pushes to connected callers. Facts only; the session writes the sentences.

Room: lobby. Imports msgspec, the game's event type and its neighbours here.

Every presence has one bounded stream. When it is full the backlog is dropped and one ``Repaint``
stands in its place: whoever reads it draws everything again from the state.
"""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from arkham_bbs.lobby.specs import Control, Status


class Notice(msgspec.Struct, frozen=True, tag=True):
    """Base of all notices."""


# -- to one session -------------------------------------------------------------------------------
class Repaint(Notice, frozen=True):
    """``lost`` notices were dropped because this session read too slowly. Draw from the state."""

    lost: int


class SessionEnded(Notice, frozen=True):
    """The last notice of a stream: this session is over and must close its line.

    ``why``: taken-over (``door`` says from where), kicked, banned, closing, account-gone.
    """

    why: Literal["taken-over", "kicked", "banned", "closing", "account-gone"]
    door: str = ""
    reason: str = ""


class Broadcast(Notice, frozen=True):
    """A staff notice. No ignore list stops it; ``urgent`` does not wait until a page is read.

    ``sender`` is empty where the staff who send it go by no handle.
    """

    sender: str
    text: str
    at: float
    urgent: bool = False


class Told(Notice, frozen=True):
    """A private word (``tell``) or a bell and a word (``page``)."""

    kind: Literal["tell", "page"]
    sender: str
    text: str
    at: float


class MailArrived(Notice, frozen=True):
    sender: str
    subject: str


class ChatHeard(Notice, frozen=True):
    """Something said. ``channel``: lobby, table or gallery (a table's spectators)."""

    channel: Literal["lobby", "table", "gallery"]
    table: str | None
    sender: str
    text: str
    at: float


class PresenceChanged(Notice, frozen=True):
    """Somebody came, left, or moved.

    ``place``: lobby, table, watching, reading, away; ``table`` says which, if any. ``hung_up``:
    whoever is gone ended the call; the line did not drop.
    """

    handle: str
    here: bool
    place: str
    table: str | None
    hung_up: bool = False


class TablesChanged(Notice, frozen=True):
    """The lobby's list is not what it was; ``table`` says where."""

    table: str


class Invited(Notice, frozen=True):
    """``sender`` asks you to a table; ``code`` opens it. The invitation is kept until used."""

    sender: str
    table: str
    title: str
    code: str


class DecisionWaits(Notice, frozen=True):
    """A decision of yours waits at a table you are not at. Ring the bell once."""

    table: str
    title: str
    number: int


# -- to everybody at or watching a table ----------------------------------------------------------
class TableNotice(Notice, frozen=True):
    """Base of what a table tells its seats and its gallery."""

    table: str


class TableEvents(TableNotice, frozen=True):
    """An answer was committed and this happened. ``events`` are the game's frozen structs."""

    seq: int
    seat: int
    key: str
    by: Literal["caller", "autopilot", "standing"]
    events: tuple[Any, ...]
    kind: str = ""
    """What was asked, when a standing answer settled it."""


class DecisionChanged(TableNotice, frozen=True):
    """Something new is asked (``number`` None: the game is over). Read ``Table.decision``."""

    number: int | None
    seat: int | None
    kind: str | None
    handle: str | None


class ClockWarning(TableNotice, frozen=True):
    """``warning`` 1 at half of the time, 2 shortly before the end."""

    number: int
    seat: int
    handle: str
    warning: Literal[1, 2]
    left_s: int


class ClockRanOut(TableNotice, frozen=True):
    """The time for a decision is over. Nothing is decided yet: the others are asked."""

    number: int
    seat: int
    handle: str


class VoteChanged(TableNotice, frozen=True):
    """A vote was opened, or somebody voted. Read ``Table.votes``."""

    vote: str
    kind: str
    choices: tuple[str, ...]
    cast: int
    needed: int


class VoteClosed(TableNotice, frozen=True):
    vote: str
    kind: str
    outcome: str
    by: Literal["votes", "default", "withdrawn"]


class SeatChanged(TableNotice, frozen=True):
    """``leaver`` is who had the seat, when it was given up or taken away."""

    seat: int
    handle: str | None
    control: Control
    what: str
    leaver: str = ""


class StatusChanged(TableNotice, frozen=True):
    """The table's life.

    ``why``: started, resumed, consent, host, sysop, nobody-left, fault, thawed, over.
    """

    status: Status
    why: str
    reference: str = ""
    """Of a fault, for the sysop."""
    reason: str = ""
    """What the staff said when they paused it."""


class WentBack(TableNotice, frozen=True):
    """``answers`` answers were undone.

    ``why``: takeback (nothing had been rolled or shown), vote, checkpoint (a recorded answer no
    longer fitted the rules), sysop.
    """

    why: Literal["takeback", "vote", "checkpoint", "sysop"]
    answers: int
    by: str
