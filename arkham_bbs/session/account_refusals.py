"""What a caller reads when a name, a password or a login is refused.

Room: session. Imports accounts. Each sentence says the rule that was broken and what would do.
Source: USER_ASKS G2, G11, G12, G15.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from datetime import datetime
from typing import Any

from arkham_bbs.accounts import (
    AccountError,
    HandleRefused,
    KeyRefused,
    LoginRefused,
    PasswordRefused,
    RegistrationRefused,
    format_end,
)
from arkham_bbs.session.refusals import format_wait


def account_sentence(error: AccountError) -> str:
    """Return the sentence for a refusal of the accounts room."""
    facts: dict[str, Any] = dict(error.facts)
    if isinstance(error, HandleRefused):
        return _handle(error.code, facts)
    if isinstance(error, PasswordRefused):
        return _password(error.code, facts)
    if isinstance(error, RegistrationRefused):
        return _REGISTRATION.get(error.code, "No new names can be taken just now.")
    if isinstance(error, LoginRefused):
        return login_sentence(error)
    if isinstance(error, KeyRefused):
        return _KEY.get(error.code, "That key will not do.")
    return "There is no such account."


def _handle(code: str, facts: dict[str, Any]) -> str:
    least, most = facts.get("least", 2), facts.get("most", 16)
    if code == "reserved" and facts.get("word"):
        return "That is a word the board itself uses. Please take another name."
    if code == "reserved" and facts.get("investigator"):
        return "That is one of the investigators of the game. Please take a name of your own."
    return {
        "too-short": f"A name has {least} to {most} characters; that one is too short.",
        "too-long": (
            f"A name has {least} to {most} characters; that one has {facts.get('length', 'more')}."
        ),
        "characters": (
            "A name is made of letters, digits, spaces, and the marks - _ and '. "
            f"This cannot be part of it: {_marks(facts.get('bad', ()))}."
        ),
        "mixed-scripts": "A name keeps to one alphabet, so that nobody can pass for somebody else.",
        "edges": "A name begins and ends with a letter or a digit, without two spaces together.",
        "reserved": "That name is kept for the staff of the board. Please take another.",
        "taken": "That name, or one that looks just like it, is taken. Please take another.",
    }.get(code, "That name will not do. Please take another.")


def _marks(points: Sequence[str]) -> str:
    """Name marks such as ``U+1F600`` in words, the first three of them."""
    named = [
        unicodedata.name(chr(int(point.removeprefix("U+"), 16)), point).casefold()
        for point in points[:3]
    ]
    more = f" and {len(points) - 3} more" if len(points) > 3 else ""
    return f"{', '.join(named)}{more}" if named else "something else"


def _password(code: str, facts: dict[str, Any]) -> str:
    least, most = facts.get("least", 8), facts.get("most", 256)
    return {
        "too-short": (
            f"A password has at least {least} characters. A short sentence is easy to keep in mind."
        ),
        "too-long": f"A password has at most {most} characters.",
        "is-handle": (
            "Your name is the first thing anybody would try. Please take another password."
        ),
        "common": "That is among the passwords everybody tries first. Please take another.",
        "wrong": "That is not your password.",
    }.get(code, "That password will not do.")


_REGISTRATION = {
    "closed": "The board takes no new names at present. You may look round as guest.",
    "invite-needed": "New names need an invitation code here. Ask a caller you know.",
    "invite-unknown": "That invitation code is not good, or has been used up.",
    "banned": "New names cannot be taken from your address.",
    "busy": "Many people are signing up this minute. Try again in a moment.",
    "limit": "Several names were taken from your address lately. Try again tomorrow.",
}

_KEY = {
    "unreadable": (
        "That is not an OpenSSH public key. It is one line that begins with "
        "ssh-ed25519 or the like."
    ),
    "weak": "That key is too weak to be trusted. An ed25519 key will do.",
    "taken": "That key belongs to another caller already.",
    "too-many": "You have as many keys as may be kept. Remove one first.",
    "unknown": "You have no such key. Type keys for the list.",
}


def login_sentence(error: LoginRefused) -> str:
    """Return the sentence for a refused login; a wrong name and a wrong password read alike."""
    wait = format_wait(float(error.retry_after_s or 0))
    if error.code == "delay":
        return f"Too quick after a wrong try. Please wait {wait} and try again."
    if error.code == "locked":
        return f"Too many wrong tries. This door stays shut for {wait}; nothing is lost meanwhile."
    if error.code == "busy":
        return "Many callers are logging in this minute. Try again in a moment."
    if error.code == "disabled":
        return "This account is closed. Write to the sysop if you think that is a mistake."
    if error.code == "banned":
        reason = str(error.facts.get("reason") or "no reason was written down")
        expires_at = error.facts.get("expires_at")
        end = format_end(expires_at if isinstance(expires_at, datetime) else None)
        return f"This board is closed to you {end}: {reason.rstrip('.')}."
    if error.code == "unknown-key":
        return "No caller here uses that key."
    return "That name and password do not belong together."
