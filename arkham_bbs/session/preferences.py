"""What a caller has chosen about the terminal and the board, kept in the account.

Room: session. Imports msgspec. A preference that is None leaves the guess of the door alone.
Source: USER_ASKS A6, B15, B20, E11, F9, H5, H8; issue 4 ("kept in the profile").
"""

from __future__ import annotations

from typing import Any

import msgspec


class Preferences(msgspec.Struct, frozen=True, omit_defaults=True):
    """Everything ``settings`` can change.

    Attributes:
        columns, charset, colour, palette, frames, erase: override what the door found out.
        view: "dashboard", "scroll", "linear", or None for the best the terminal can do.
        bell: ring once when it becomes your turn.
        odds: show the chance beside an option that rolls dice.
        confirm_end: ask before an answer that ends your turn.
        confirm_paid: show way and cost, and ask, before a paid ride.
        notify: "off", "mail", "webhook": how to be told outside the board.
        notify_target: the address for it.
        quiet_from, quiet_to: hours (0-23) in which no notice is sent.
        keepalive: send an empty byte now and then to hold the line.
        echo: show the command again above its answer (linear view).
    """

    columns: int | None = None
    charset: str | None = None
    colour: str | None = None
    palette: str | None = None
    frames: str | None = None
    erase: str | None = None
    view: str | None = None
    bell: bool = True
    odds: bool = True
    confirm_end: bool = False
    confirm_paid: bool = True
    notify: str = "off"
    notify_target: str = ""
    quiet_from: int | None = None
    quiet_to: int | None = None
    keepalive: bool = True
    echo: bool = True

    def changed(self, **values: Any) -> Preferences:
        """Return a copy with some values replaced."""
        return msgspec.structs.replace(self, **values)


def parse_preferences(data: str | bytes | None) -> Preferences:
    """Read stored preferences; unknown or broken data gives the defaults."""
    if not data:
        return Preferences()
    try:
        return msgspec.json.decode(data, type=Preferences, strict=False)
    except msgspec.MsgspecError:
        return Preferences()


def format_preferences(preferences: Preferences) -> str:
    """Return the text that parse_preferences reads."""
    return msgspec.json.encode(preferences).decode()
