"""What a caller reads when something is refused: the sentence for each stable code.

Room: session. Imports lobby (the codes), accounts and store (the codes of theirs).
Source: STYLE.md section 6: an exception carries facts, the sentence is chosen at the edge and says
what can be done instead.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

Facts = Mapping[str, Any]


def format_wait(seconds: float) -> str:
    """Return a length of time in words: ``a moment``, ``40 seconds``, ``3 minutes``, ``2 days``."""
    whole = round(seconds)
    if whole <= 1:
        return "a moment"
    for size, name in ((86400, "day"), (3600, "hour"), (60, "minute"), (1, "second")):
        if whole >= size * (2 if size > 1 else 1) or whole == size:
            count = -(-whole // size)
            return f"{count} {name}" if count == 1 else f"{count} {name}s"
    return f"{whole} seconds"


def format_clock(seconds: float) -> str:
    """Return a running clock: ``4:09``, ``2 h 05``, ``3 d 4 h``."""
    whole = max(0, int(seconds))
    if whole < 3600:
        return f"{whole // 60}:{whole % 60:02d}"
    if whole < 86400:
        return f"{whole // 3600} h {whole % 3600 // 60:02d}"
    return f"{whole // 86400} d {whole % 86400 // 3600} h"


def _handle(facts: Facts, nobody: str = "nobody") -> str:
    return str(facts.get("handle") or nobody)


TYPED = {
    "investigators_each": "each",
    "switches": "on",
    "clock_s": "clock",
    "minimum": "min",
    "spectators": "watch",
    "spectators_chat": "chat",
    "end_rule": "end",
    "quiet_hours": "quiet",
    "remove_after_s": "absent",
}
"""Words of ``create`` for what the lobby calls otherwise."""


def _bad_choice(facts: Facts) -> str:
    """Return a refused choice the way a caller types it, as ``each=4`` or ``clock=1s``."""
    field, value, allowed = str(facts.get("field")), facts.get("value"), facts.get("allowed")
    if field == "too-many-investigators":
        return f"{value} investigators are too many; 8 in all: fewer seats, or each=1."
    if field == "house-5-needs-4":
        return "HOUSE-5 goes only with HOUSE-4: on=HOUSE-4,HOUSE-5."
    if isinstance(allowed, tuple):
        allowed = ", ".join(map(str, allowed))
    unit = "s" if field.endswith("_s") else ""
    return f"{TYPED.get(field, field)}={value}{unit} will not do; allowed: {allowed}."


def staff_pause(reason: str) -> str:
    """Return who has paused a table and why, when it was not its callers."""
    why = f": {reason.rstrip('.')}" if reason else ""
    return f"The staff have paused this table{why}."


_NOT_ALLOWED = {
    "ignore-staff": "Staff cannot be ignored.",
    "ignore-yourself": "You cannot ignore yourself.",
}

_STATUS = {"finished": "over", "ended": "closed"}

_LOBBY: dict[str, str | Callable[[Facts], str]] = {
    "no-such-table": "There is no table of that name. Type games for the ones there are.",
    "which-table": lambda f: f"More than one game is called that: {f.get('names')}.",
    "bad-spec": lambda f: _bad_choice(f),
    "table-full": lambda f: (
        f"All {f.get('seats', '')} seats at that table are taken. Type watch to look on."
    ),
    "table-closed": lambda f: (
        f"That table is {_STATUS.get(str(f.get('status')), 'closed')}. Type replay to see "
        "how it went."
    ),
    "wrong-code": "That is not the code of this table. Ask whoever invited you.",
    "code-needed": "This table is private. Type join TABLE CODE with the code its host gave you.",
    "already-started": "The game has begun and no seat is free. Type watch to look on; "
    "when somebody gives up a seat, join takes it.",
    "not-started": lambda f: (
        f"The game has not begun yet: {f.get('seated', '?')} seated, {f.get('needs', '?')} needed."
    ),
    "too-few": lambda f: (
        f"{f.get('seated', '?')} seated, and this table begins with {f.get('needs', '?')}. "
        "Type invite NAME to ask somebody."
    ),
    "not-host": lambda f: (
        f"Only the host may do that here: {f.get('host', 'the one who made it')}."
    ),
    "not-seated": "You have no seat at this table. Type join in the lobby to take one.",
    "seat-taken": lambda f: f"{_handle(f, 'Somebody')} sits there already.",
    "seat-free": "Nobody sits there.",
    "no-such-seat": lambda f: f"There is no such seat; this table has {f.get('seats', 'fewer')}.",
    "caller-present": lambda f: (
        f"{_handle(f, 'That caller')} is here. Only absent callers can be replaced."
    ),
    "not-absent-long-enough": lambda f: (
        f"{_handle(f, 'That caller')} has not been gone long enough: "
        f"wait {format_wait(float(f.get('wait_s', 0)))} more."
    ),
    "guests-cannot": (
        "Guests may look round, watch and take the tutorial. Type register to get a name."
    ),
    "too-many-tables": lambda f: (
        f"You sit at {f.get('limit')} tables already; finish or give up one first."
    ),
    "spectators-barred": "This table lets nobody look on.",
    "spectators-silent": "At this table those who watch keep quiet.",
    "no-invitation": "Nobody has invited you to this table.",
    "paused": lambda f: (
        staff_pause(str(f["reason"])) + " Only they let it go on."
        if "reason" in f
        else "The table is paused. Type unpause to go on."
    ),
    "adjourned": "The table is adjourned. Type unpause to go on.",
    "frozen": lambda f: (
        f"This table has stopped because of a fault of ours. Nothing is lost. "
        f"The sysop knows it as {f.get('reference', 'a fault')}."
    ),
    "game-over": "The game is over. Type honour for its roll of honour, or leave for the lobby.",
    "not-your-turn": lambda f: (
        f"Not now: {_handle(f, 'another caller')} is asked. Type options to see what."
    ),
    "stale-decision": "That question was answered meanwhile. Here is what is asked now.",
    "not-on-offer": "That is not among the answers. Type options to see them.",
    "look-again": "Somebody else answered first. Look again at what is asked now.",
    "store-unavailable": (
        "The board cannot write to its disk right now, so your answer was not taken. "
        "Nothing is lost; give it again in a moment."
    ),
    "no-such-vote": "That vote is closed.",
    "not-a-voter": "Only those with a seat here vote, and not on this one.",
    "no-such-choice": lambda f: f"You can vote for: {', '.join(map(str, f.get('choices', ())))}.",
    "vote-open": "A vote of that kind is being held already. Type vote to see it.",
    "nothing-to-take-back": "There is nothing to take back yet.",
    "no-such-person": lambda f: f"Nobody called {_handle(f, 'that')} has ever called here.",
    "which-person": lambda f: (
        f"{_handle(f, 'That')} could be {' or '.join(f.get('names', ()))}. Type the whole name."
    ),
    "not-here": lambda f: (
        f"{_handle(f, 'That caller')} is not on the line. Type mail to leave a letter."
    ),
    "empty-text": "Say what? Put your words after the command.",
    "too-long": lambda f: f"That is {f.get('columns')} columns long; {f.get('limit')} is the most.",
    "too-fast": lambda f: (
        f"Slow down a little: {f.get('what', 'that')} again in "
        f"{format_wait(float(f.get('wait_s', 1)))}."
    ),
    "muted": "A moderator has asked you to be silent for a while. You can still play.",
    "held": "New names are looked over before they may talk. You can play meanwhile.",
    "mailbox-full": lambda f: f"The letter box of {_handle(f, 'that caller')} is full.",
    "no-such-message": "There is no such letter.",
    "no-such-board": "There is no such board. Type boards for the list.",
    "no-such-thread": "There is no such thread here.",
    "not-allowed": lambda f: _NOT_ALLOWED.get(str(f.get("what")), "That is not for you to do."),
    "bad-webhook": lambda f: (
        f"That address will not do; allowed: {f.get('allowed', 'https addresses')}."
    ),
    "bad-email": "That does not look like a mail address.",
    "bad-quiet-hours": lambda f: (
        f"Quiet hours are written like 22-7; allowed: {f.get('allowed', '0 to 23')}."
    ),
    "not-finished": "That game is still being played.",
    "not-lobby": "The board is closing for a while. Your seats are kept.",
}

_STORE = {
    "locked": "The board's records are busy. Nothing is lost; try again in a moment.",
    "full": (
        "The board's disk is full. Nothing is lost, but nothing new can be kept. Tell the sysop."
    ),
    "lost": "The board cannot reach its records. Nothing is lost; try again in a moment.",
}


def lobby_sentence(code: str, facts: Facts) -> str:
    """Return what a caller reads for a LobbyRefused."""
    entry = _LOBBY.get(code)
    if entry is None:
        return "That cannot be done now."
    return entry if isinstance(entry, str) else entry(facts)


def store_sentence(code: str) -> str:
    """Return what a caller reads when the database is in trouble."""
    return _STORE.get(code, _STORE["lost"])
