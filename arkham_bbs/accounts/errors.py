"""Refusals of the accounts room: codes and facts; the session finds the words.

Room: accounts. Imports store.
"""

from __future__ import annotations

from arkham_bbs.store.errors import CodedError


class AccountError(CodedError):
    """Base of what the accounts room refuses."""


class HandleRefused(AccountError):
    """The name cannot be had.

    "too-short", "too-long" (``least``, ``most``, ``length``), "characters" (``bad``: the marks),
    "mixed-scripts" (``scripts``), "edges" (begins or ends with, or doubles, a separator),
    "no-letter", "reserved" (``word``: a word the board uses, not a name of its staff;
    ``investigator``: one of those who are played), "taken"
    (by the same name or one that looks like it).
    """


class PasswordRefused(AccountError):
    """The password will not do: "too-short", "too-long" (``least``, ``most``), "is-handle",
    "common"; or the old one is "wrong" when changing it."""


class RegistrationRefused(AccountError):
    """ "closed", "invite-needed", "invite-unknown", "banned" (``reason``, ``expires_at``),
    "limit" (``retry_after_s``), "busy" (``retry_after_s``)."""


class LoginRefused(AccountError):
    """Not let in.

    "wrong" (name or password, nobody learns which), "delay" and "locked" (``retry_after_s``),
    "busy", "unknown-key"; and only after the right proof: "disabled", "banned" (``reason``,
    ``expires_at``; of an address, before it).
    """

    def __init__(self, code: str, retry_after_s: float = 0.0, **facts: object) -> None:
        super().__init__(code, retry_after_s=retry_after_s, **facts)
        self.retry_after_s = retry_after_s


class KeyRefused(AccountError):
    """The SSH key will not do: "unreadable", "weak" (``bits``, ``least``), "unsupported"
    (``algorithm``), "taken", "too-many" (``most``), "unknown"."""


class Unknown(AccountError):
    """No such account: "unknown-account"."""


class Busy(AccountError):
    """Too many passwords wait to be hashed: "busy" (``retry_after_s``)."""

    def __init__(self, retry_after_s: float) -> None:
        super().__init__("busy", retry_after_s=retry_after_s)
        self.retry_after_s = retry_after_s
