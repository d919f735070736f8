"""The look of the terminal: what was found out, and changing it by one key.

Room: session. Imports terminal (capabilities). Used before login and from ``settings``.
Source: issue 4, USER_ASKS B4, B20, B21, B22, H2, H8.
"""

from __future__ import annotations

from arkham_bbs.session.parsing import Candidate
from arkham_bbs.session.visit import Visit
from arkham_bbs.terminal import Capabilities
from arkham_bbs.terminal.capabilities import PRESETS
from arkham_bbs.terminal.probe import CHOICES, QUESTION

_CHARSETS = {
    "utf-8": "UTF-8",
    "cp437": "CP437",
    "latin-1": "Latin-1",
    "ascii": "ASCII",
    "petscii40": "PETSCII",
    "petscii80": "PETSCII",
    "atascii": "ATASCII",
}
_COLOURS = {
    "none": "no colour",
    "16": "16 colours",
    "256": "256 colours",
    "true": "true colour",
}

LOOKS = (
    Candidate("ansi", ("ANSI colour, UTF-8", "ansi", "utf-8", "utf8", "modern")),
    Candidate("cp437", ("ANSI colour, CP437 (SyncTERM, DOS)", "cp437", "syncterm", "dos")),
    Candidate("plain", ("plain text, no colour", "plain", "ascii")),
    Candidate("petscii", ("Commodore, PETSCII, 40 columns", "petscii", "commodore", "c64")),
    Candidate("atascii", ("Atari, ATASCII, 40 columns", "atascii", "atari")),
    Candidate("reader", ("screen reader, one fact a line", "reader", "linear"), marks=("!",)),
)


def describe_look(caps: Capabilities) -> str:
    """Return one line about a terminal, for example ``UTF-8, 80x24, 16 colours``."""
    parts = [_CHARSETS[caps.charset], f"{caps.columns}x{caps.rows}", _COLOURS[caps.colour]]
    if caps.linear:
        parts.append("screen reader mode")
    elif not caps.can_paint:
        parts.append("scrolling")
    if caps.palette == "safe":
        parts.append("colour-blind palette")
    return ", ".join(parts)


def describe_own_look(visit: Visit) -> str:
    """Return the look in use, and whose it is where it came with the port that was dialled."""
    origin = visit.origin
    is_chosen = bool(visit.preferences.doors.get(origin.look_kept_as))
    of_port = f" (this is the {origin.port} port)" if origin.port and not is_chosen else ""
    return describe_look(visit.caps) + of_port


def terminal_question(visit: Visit) -> str:
    """Return the plain question for callers whose terminal answered nothing; else nothing."""
    unknown = not visit.guessed.name or visit.terminal.answers is False
    return QUESTION if unknown and not visit.caps.linear else ""


def look_by_digit(typed: str) -> str | None:
    """Return the look that one digit at the name prompt stands for; no name has one letter."""
    return CHOICES.get(typed)


def quick_look(visit: Visit, name: str) -> None:
    """Use one of the ready-made looks from now on, for this door."""
    preset = PRESETS[name]
    chosen: dict[str, object] = {
        "charset": preset.charset,
        "colour": preset.colour,
        "addressing": preset.addressing,
        "linear": preset.linear,
        "frames": preset.frames,
    }
    if name in ("petscii", "atascii"):
        chosen["columns"] = preset.columns
        chosen["rows"] = preset.rows
        # Such machines send key by key and leave the echo to the host, negotiated or not.
        chosen["line_mode"] = False
    view = "linear" if name == "reader" else "auto"
    own = {"columns": None, "rows": None, "line_mode": None}
    preferences = visit.preferences.with_terminal(visit.origin.look_kept_as, **own)
    preferences = preferences.with_terminal(visit.origin.look_kept_as, **chosen)
    visit.preferences = preferences.changed(view=view)
    visit.use_preferences()


async def choose_look(visit: Visit) -> None:
    """Ask for one of the ready-made looks; Enter keeps what there is."""
    visit.heading("Another look")
    chosen = await visit.ask_one("Number, or Enter to keep what you have:", LOOKS)
    if chosen is not None:
        quick_look(visit, chosen)
        visit.tell(f"Now: {describe_look(visit.caps)}.")
