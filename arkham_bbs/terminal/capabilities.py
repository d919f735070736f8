"""What a caller's terminal can do, and how that is guessed.

Room: terminal. Imports msgspec only.
Source: DESIGN section 7; MTTS bits as published for MUD clients (bit 64 is a screen reader).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal, NamedTuple, cast, get_args

import msgspec

Charset = Literal["utf-8", "cp437", "latin-1", "ascii", "petscii40", "petscii80", "atascii"]
Colour = Literal["none", "16", "256", "true"]
Palette = Literal["default", "safe"]
Frames = Literal["unicode", "ascii"]
EraseKey = Literal["both", "backspace", "delete"]

CHARSETS: tuple[str, ...] = get_args(Charset)
COLOURS: tuple[str, ...] = get_args(Colour)
PALETTES: tuple[str, ...] = get_args(Palette)
FRAMES: tuple[str, ...] = get_args(Frames)
ERASE_KEYS: tuple[str, ...] = get_args(EraseKey)

MAX_COLUMNS = 400
MAX_ROWS = 200


class Size(NamedTuple):
    """A terminal's size in character cells."""

    columns: int
    rows: int

    @classmethod
    def reported(cls, columns: int, rows: int) -> Size:
        """Make a usable size of what a client claims: 0 means 80 or 24, giants are cut."""
        return cls(
            columns=min(columns, MAX_COLUMNS) if columns > 0 else 80,
            rows=min(rows, MAX_ROWS) if rows > 0 else 24,
        )


STANDARD = Size(columns=80, rows=24)


class Capabilities(msgspec.Struct, frozen=True, kw_only=True):
    """What this terminal can do. Frozen: make another one with ``override``.

    ``line_mode`` says that the client sends whole lines and echoes them itself.
    ``linear`` is the screen reader's mode: append only, no cursor movement.
    ``erase_key`` is the caller's own choice of what 08 and 7F do ("both" erase to the left;
    "backspace": only 08 does and 7F deletes to the right; "delete": the other way about).
    ``echo`` off means that typed commands are not echoed by us (a screen reader repeats them).
    ``keepalive`` off means that the door never sends NOPs to this caller.
    """

    columns: int = 80
    rows: int = 24
    charset: Charset = "ascii"
    colour: Colour = "none"
    addressing: bool = False
    linear: bool = False
    line_mode: bool = False
    palette: Palette = "default"
    frames: Frames = "ascii"
    erase_key: EraseKey = "both"
    echo: bool = True
    keepalive: bool = True
    name: str = ""

    @property
    def size(self) -> Size:
        """Columns and rows as a ``Size``."""
        return Size(columns=self.columns, rows=self.rows)

    @property
    def is_petscii(self) -> bool:
        """Whether this is a Commodore character set."""
        return self.charset in ("petscii40", "petscii80")

    @property
    def can_paint(self) -> bool:
        """Whether a full-screen view is possible: addressing, big enough, not linear."""
        return (
            self.addressing
            and not self.linear
            and not self.line_mode
            and self.columns >= 40
            and self.rows >= 20
        )

    @property
    def can_edit(self) -> bool:
        """Whether the line editor may move the cursor."""
        return self.addressing and not self.linear and not self.line_mode

    def resized(self, size: Size) -> Capabilities:
        """Return the same terminal at another size."""
        size = Size.reported(size.columns, size.rows)
        return msgspec.structs.replace(self, columns=size.columns, rows=size.rows)

    def override(self, profile: Mapping[str, Any]) -> Capabilities:
        """Lay a stored profile (or a caller's choice) over what was guessed.

        Unknown names and values that are not allowed are passed over, so that a profile
        written by another version never locks a caller out.
        """
        changes: dict[str, Any] = {}
        for field, value in profile.items():
            if _allowed(field, value):
                changes[field] = value
        caps = msgspec.structs.replace(self, **changes)
        return caps._consistent(set(changes))

    def _consistent(self, chosen: set[str]) -> Capabilities:
        """Bring what depends on a choice into line with it, unless it was chosen as well."""
        changes: dict[str, Any] = {}
        if self.linear and "linear" in chosen:
            changes["addressing"] = False
            if "colour" not in chosen:
                changes["colour"] = "none"
            changes["frames"] = "ascii"
        if "charset" in chosen:
            if self.is_petscii:
                if "columns" not in chosen:
                    changes["columns"] = 40 if self.charset == "petscii40" else 80
                if "rows" not in chosen:
                    changes["rows"] = 25
                if self.colour != "none" and "colour" not in chosen:
                    changes["colour"] = "16"
            elif self.charset == "atascii":
                if "columns" not in chosen:
                    changes["columns"] = 40
                changes["colour"] = "none"
                changes["addressing"] = False
            if "frames" not in chosen and not self.linear:
                changes["frames"] = "ascii" if self.charset in ("ascii", "latin-1") else "unicode"
        return msgspec.structs.replace(self, **changes) if changes else self

    def to_profile(self) -> dict[str, Any]:
        """Return what is worth keeping for the next call, as plain values.

        Size and line mode belong to the connection, not to the caller, and stay out.
        """
        return {field: getattr(self, field) for field in PROFILE_FIELDS}


PROFILE_FIELDS = (
    "charset",
    "colour",
    "addressing",
    "linear",
    "palette",
    "frames",
    "erase_key",
    "echo",
    "keepalive",
)

_CHOICES: dict[str, tuple[str, ...]] = {
    "charset": CHARSETS,
    "colour": COLOURS,
    "palette": PALETTES,
    "frames": FRAMES,
    "erase_key": ERASE_KEYS,
}
_SWITCHES = frozenset({"addressing", "linear", "line_mode", "echo", "keepalive"})


def _allowed(field: str, value: object) -> bool:
    if field in _CHOICES:
        return value in _CHOICES[field]
    if field in _SWITCHES:
        return isinstance(value, bool)
    if field in ("columns", "rows"):
        limit = MAX_COLUMNS if field == "columns" else MAX_ROWS
        return type(value) is int and 1 <= value <= limit
    return field == "name" and isinstance(value, str)


PLAIN = Capabilities()
"""A client that answered nothing: 80x24, ASCII, no colour, no cursor addressing."""

PRESETS: dict[str, Capabilities] = {
    "ansi": Capabilities(
        charset="utf-8", colour="16", addressing=True, frames="unicode", name="ansi"
    ),
    "cp437": Capabilities(
        charset="cp437", colour="16", addressing=True, frames="unicode", name="cp437"
    ),
    "plain": Capabilities(name="plain"),
    "reader": Capabilities(linear=True, name="reader"),
    "petscii": Capabilities(
        columns=40,
        rows=25,
        charset="petscii40",
        colour="16",
        addressing=True,
        frames="unicode",
        name="petscii",
    ),
    "atascii": Capabilities(
        columns=40, rows=24, charset="atascii", frames="unicode", name="atascii"
    ),
}
"""The plain menu's answers: what a caller may choose by one key before login."""

# MTTS bits, https://tintin.mudhalla.net/protocols/mtts/ (only those that matter here).
MTTS_ANSI = 1
MTTS_VT100 = 2
MTTS_UTF8 = 4
MTTS_256 = 8
MTTS_SCREEN_READER = 64
MTTS_TRUE = 256

_DUMB = ("dumb", "unknown", "network", "")
_CP437_NAMES = ("syncterm", "ansi-bbs", "netrunner", "pcansi", "scoansi", "ansi.sys", "icy-term")
_READER_NAMES = ("vipmud", "mushreader", "mudlet-reader", "blightmud-reader", "screen-reader")
_MUD_CLIENTS = (
    "mudlet",
    "mushclient",
    "cmud",
    "zmud",
    "tintin",
    "tt++",
    "blightmud",
    "beip",
    "gmud",
    "kildclient",
    "atlantis",
    "mudrammer",
    "potato",
    "vipmud",
    "blowtorch",
    "mukluk",
    "duckclient",
    "tinyfugue",
)
_NO_KEEPALIVE = ("blowtorch", "mukluk", "duckclient")


def is_mud_client(names: Sequence[str]) -> bool:
    """Say whether a list of terminal type answers comes from a MUD client (line mode)."""
    return any(name.lower().startswith(_MUD_CLIENTS) for name in names)


def from_term(
    term: str,
    size: Size = STANDARD,
    *,
    lang: str = "",
    colorterm: str = "",
) -> Capabilities:
    """Guess from a TERM value and the caller's locale (SSH, or telnet hints).

    Never asks the server's terminfo: an unknown name is taken for an ANSI terminal.
    """
    kind = term.strip().lower()
    size = Size.reported(size.columns, size.rows)
    base = Capabilities(columns=size.columns, rows=size.rows, name=term.strip()[:40])
    if kind in _DUMB:
        return _with_lang(base, lang)
    if kind.startswith(("petscii", "c64", "c128", "commodore")):
        wide = "80" in kind or kind.startswith("c128")
        return base.override(
            {
                "charset": "petscii80" if wide else "petscii40",
                "colour": "16",
                "addressing": True,
                "columns": 80 if wide else 40,
                "rows": size.rows if term and size.rows != 24 else 25,
            }
        )
    if kind.startswith(("atascii", "atari")):
        return base.override({"charset": "atascii", "columns": min(size.columns, 40)})
    if kind.startswith(_CP437_NAMES):
        return base.override({"charset": "cp437", "colour": "16", "addressing": True})
    depth: Colour = "16"
    if colorterm.lower() in ("truecolor", "24bit") or "direct" in kind or "truecolor" in kind:
        depth = "true"
    elif "256" in kind or kind.startswith(("alacritty", "kitty", "xterm-kitty", "foot", "ghostty")):
        depth = "256"
    if kind.startswith(("vt1", "vt2", "vt52", "ansi-m")) or kind.endswith(("-m", "-mono")):
        depth = "none"
    caps = base.override({"colour": depth, "addressing": kind != "vt52"})
    return _with_lang(caps, lang)


def _with_lang(caps: Capabilities, lang: str) -> Capabilities:
    wanted = lang.lower().replace("_", "-")
    tail = wanted.rpartition(".")[2].partition("@")[0].replace("-", "")
    if tail == "utf8":
        return caps.override({"charset": "utf-8"})
    if tail in ("iso88591", "iso885915", "latin1"):
        return caps.override({"charset": "latin-1"})
    if tail in ("cp437", "ibm437"):
        return caps.override({"charset": "cp437"})
    return caps


def parse_mtts(names: Sequence[str]) -> int:
    """Find the MTTS number in a cycle of terminal type answers; 0 when there is none."""
    for name in names:
        head, _, tail = name.strip().upper().partition(" ")
        if head == "MTTS" and tail.isdigit() and len(tail) <= 6:
            return int(tail)
    return 0


def from_ttype(
    names: Sequence[str],
    size: Size = STANDARD,
    *,
    lang: str = "",
    charset: str = "",
    colorterm: str = "",
) -> Capabilities:
    """Guess from a telnet terminal type cycle, oldest answer first.

    ``charset`` is what RFC 2066 settled, if anything; it wins over guesses.
    An empty cycle (a client that said nothing) gives plain 80x24.
    """
    mtts = parse_mtts(names)
    plain = [name for name in names if not name.strip().upper().startswith("MTTS ")]
    mud = is_mud_client(plain)
    term = plain[1] if mtts and len(plain) > 1 else (plain[0] if plain else "")
    caps = from_term(term, size, lang=lang, colorterm=colorterm)
    if mud:
        caps = caps.override({"line_mode": True, "addressing": False})
    if plain and plain[0].lower().startswith(_NO_KEEPALIVE):
        caps = caps.override({"keepalive": False})
    if mtts:
        caps = _with_mtts(caps, mtts, line_mode=mud)
    known = normal_charset(charset)
    if known is not None:
        caps = caps.override({"charset": known})
    reader = bool(mtts & MTTS_SCREEN_READER)
    if reader or any(name.lower().startswith(_READER_NAMES) for name in plain):
        caps = caps.override({"linear": True})
    client = plain[0] if plain else ""
    return msgspec.structs.replace(caps, name=client.strip()[:40])


def _with_mtts(caps: Capabilities, mtts: int, *, line_mode: bool) -> Capabilities:
    depth: Colour = "none"
    if mtts & MTTS_TRUE:
        depth = "true"
    elif mtts & MTTS_256:
        depth = "256"
    elif mtts & MTTS_ANSI:
        depth = "16"
    changes: dict[str, Any] = {"colour": depth}
    if mtts & MTTS_UTF8:
        changes["charset"] = "utf-8"
    if mtts & MTTS_VT100 and not line_mode:
        changes["addressing"] = True
    return caps.override(changes)


def normal_charset(name: str) -> Charset | None:
    """Map a charset's common names to ours; ``None`` when it is none of ours."""
    wanted = name.strip().lower().replace("_", "-")
    found = {
        "utf-8": "utf-8",
        "utf8": "utf-8",
        "cp437": "cp437",
        "ibm437": "cp437",
        "437": "cp437",
        "iso-8859-1": "latin-1",
        "iso8859-1": "latin-1",
        "latin-1": "latin-1",
        "latin1": "latin-1",
        "us-ascii": "ascii",
        "ascii": "ascii",
        "petscii": "petscii40",
        "petscii40": "petscii40",
        "petscii80": "petscii80",
        "atascii": "atascii",
    }.get(wanted)
    return cast("Charset | None", found)
