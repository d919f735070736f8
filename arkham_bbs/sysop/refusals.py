"""What the sysop's services say no with: a stable code, its facts, and one sentence for all ways.

Room: sysop. Imports accounts, lobby and store for their refusals' types.
"""

from __future__ import annotations

from typing import Any

from arkham_bbs.accounts import AccountError
from arkham_bbs.lobby import LobbyRefused
from arkham_bbs.store.errors import StoreError

USAGE_CODES = frozenset({"unknown-command", "which-command", "usage", "bad-value", "needs-reason"})
"""Codes that mean the line itself was wrong; the command line ends with status 2."""

SENTENCES: dict[str, str] = {
    # the line
    "unknown-command": 'I cannot read "{typed}".{hint} Type help for the commands.',
    "which-command": '"{typed}" could be {names}. Which did you mean?',
    "usage": "{what} Usage: {usage}",
    "bad-value": '"{value}" will not do for {name}: {allowed}.',
    "needs-reason": "Say why: the reason is kept with the act. Usage: {usage}",
    # who asks
    "not-allowed": "That takes the role of {role}; you are here as {mine}.",
    "needs-key": "Commands by SSH need a registered key; a password is not enough.",
    "not-yourself": "That would be against yourself. Ask another sysop, or do it on the machine.",
    "outranked": "{handle} is {role}; only a sysop may do that.",
    "last-sysop": "{handle} is the last sysop who can come in. Make another one first.",
    # what is asked for
    "unopened": "{told}",
    "not-running": "The server is not running, so there is nothing to do that to.",
    "server-runs": (
        "The server is running. Stop it first (shutdown now), then do this on the machine."
    ),
    "machine-only": "That can be done only on the machine itself: arkham-bbs sysop {command}",
    "no-such-account": 'There is no account "{handle}".{hint}',
    "no-such-session": 'No line here is called "{which}". Type sessions for the list; a name with '
    "blanks may stand in quotes.",
    "no-such-table": 'There is no table "{table}". Type table list --all: id or title will do.',
    "which-table": '"{table}" could be {names}. Give its id.',
    "no-such-ban": 'No ban in force is number or subject "{which}". Type bans for the list.',
    "no-such-item": "There is no {kind} {which}.",
    "would-lock-out": (
        "{network} holds {address}, which must stay welcome ({why}). Add --force if you mean it."
    ),
    "no-such-backup": 'There is no backup "{name}". Type backup list.',
    "backup-damaged": "That backup cannot be trusted: {why}.",
    "not-sqlite": (
        "This board's database is {kind}. Save it with: pg_dump --format=custom --file=FILE URL; "
        "then check the copy with: arkham-bbs sysop backup verify URL-OF-A-RESTORED-COPY"
    ),
    "exists": "{path} is there already.",
    "no-shutdown": "No shutdown is under way.",
    "settings": "The settings cannot be used, so nothing was changed: {problems}",
    # the rooms below
    "unknown-account": "There is no such account.",
    "taken": "That is taken already, or looks too much like something that is.",
    "reserved": "That name is kept for the board itself.",
    "too-short": "That is too short.",
    "too-long": "That is too long.",
    "characters": "A handle is made of letters, digits, spaces and _ - ', in one script.",
    "unreadable": "That is no public key: paste one line such as ssh-ed25519 AAAA... name.",
    "too-many": "That account has as many keys as it may have.",
    "unknown": "There is no such key.",
    "empty-text": "There must be something to say.",
    "frozen": "The table is frozen still; the fault is known as {reference}.",
    "paused": "The table is paused.",
    "adjourned": "The table is adjourned.",
    "game-over": "That game is over.",
    "not-started": "That game has not begun.",
    "not-finished": "That game is not over yet.",
    "nothing-to-take-back": "That seat has no answer that could be taken back.",
    "no-such-seat": "The table has no seat {seat}.",
    "seat-taken": "{handle} sits there already.",
    "guests-cannot": "Guests cannot sit at a table.",
    "store-unavailable": "The database cannot write now ({reason}). Nothing changed; try again.",
    "locked": "The database is held by somebody else. Nothing changed; try again.",
    "full": "The disk is full. Nothing changed. Make room, then try again.",
    "lost": "The database cannot be reached. Nothing changed; try again.",
    "missing": "That is not there any more.",
    "damaged": "The copy is damaged: {why}.",
    "fault": "Something broke on our side; the log has it as {reference}.",
}


class SysopRefused(Exception):
    """Something the services will not do now. ``code`` is stable, ``facts`` its arguments."""

    def __init__(self, code: str, **facts: Any) -> None:
        self.code = code
        self.facts = facts
        super().__init__(code, facts)


def refusal_of(error: Exception) -> tuple[str, dict[str, Any]] | None:
    """Return code and facts of a refusal, whichever room it comes from; None for a fault."""
    if isinstance(error, SysopRefused | AccountError | LobbyRefused | StoreError):
        return error.code, dict(error.facts)
    return None


class _Blank(dict[str, Any]):
    def __missing__(self, key: str) -> str:
        return "?"


def sentence_of(code: str, facts: dict[str, Any]) -> str:
    """Return what the sysop reads."""
    template = SENTENCES.get(code)
    if template is None:
        told = ", ".join(f"{name} {value}" for name, value in sorted(facts.items()))
        return f"Refused: {code}" + (f" ({told})." if told else ".")
    return template.format_map(_Blank(facts))
