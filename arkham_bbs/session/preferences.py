"""What a caller has chosen about the terminal and the board, kept in the account.

Room: session. Imports msgspec. What is not chosen leaves the guess of the door alone.
Source: USER_ASKS A6, B15, B20, E11, F9, H5, H8; issue 4 ("kept in the profile").
"""

from __future__ import annotations

from typing import Any, Literal

import msgspec

View = Literal["auto", "dashboard", "scroll", "linear"]


class Preferences(msgspec.Struct, frozen=True, omit_defaults=True):
    """Everything ``settings`` can change.

    Attributes:
        doors: for each door, and each port with a look of its own, chosen capabilities by name,
            laid over what the door found out.
        seen: for each door, what was found out last, used when a client answers nothing.
        view: how a game is shown; "auto" is the best the terminal can do.
        bell: ring once when it becomes your turn.
        odds: show the chance beside an option that rolls dice.
        confirm_end: ask before an answer that ends your turn.
        confirm_paid: show way and cost, and ask, before a ride that costs money.
        taught: the tutorial has been taken to its end, and is offered no more by itself.
        offer_keys: ask whether to keep the SSH key that was used, when it is not known yet.
    """

    doors: dict[str, dict[str, Any]] = {}
    seen: dict[str, dict[str, Any]] = {}
    view: View = "auto"
    bell: bool = True
    odds: bool = True
    confirm_end: bool = False
    confirm_paid: bool = True
    offer_keys: bool = True
    taught: bool = False

    def changed(self, **values: Any) -> Preferences:
        """Return a copy with some values replaced."""
        return msgspec.structs.replace(self, **values)

    def with_terminal(self, door: str, **values: Any) -> Preferences:
        """Return a copy with terminal choices for one door added; None takes a choice back."""
        merged = {**self.doors.get(door, {}), **values}
        kept = {name: value for name, value in merged.items() if value is not None}
        return msgspec.structs.replace(self, doors={**self.doors, door: kept})

    def with_seen(self, door: str, found: dict[str, Any]) -> Preferences:
        """Return a copy that remembers what a door found out."""
        return msgspec.structs.replace(self, seen={**self.seen, door: found})


def read_preferences(stored: dict[str, Any] | None) -> Preferences:
    """Read stored preferences; unknown or broken parts give the defaults."""
    if not stored:
        return Preferences()
    try:
        return msgspec.convert(stored, type=Preferences, strict=False)
    except msgspec.MsgspecError:
        return Preferences()


def plain_preferences(preferences: Preferences) -> dict[str, Any]:
    """Return the plain values that read_preferences reads."""
    plain: dict[str, Any] = msgspec.to_builtins(preferences)
    return plain
