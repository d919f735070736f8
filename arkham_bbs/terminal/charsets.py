"""Characters to bytes and back, tolerant both ways, for every kind of terminal.

Room: terminal. Imports telnetlib3's codecs, its neighbours here and the standard library.
Source: issue 4 "Charsets"; the Commodore 64 Programmer's Reference Guide for the graphics that
telnetlib3's PETSCII table puts at other codes than the machine does.
"""

from __future__ import annotations

import codecs
import re
import unicodedata
from functools import lru_cache

import telnetlib3.encodings

from .clean import char_width, is_known
from .style import RAW

_REGISTERED = telnetlib3.encodings.__name__
_CODECS = {
    "cp437": "cp437",
    "latin-1": "latin-1",
    "ascii": "ascii",
    "petscii40": "petscii",
    "petscii80": "petscii",
    "atascii": "atascii",
}

# The business-set graphics of a C64, by the byte that shows them.
_PETSCII_GRAPHICS: dict[str, int] = {
    "─": 0xC0,
    "│": 0xDD,
    "┼": 0xDB,
    "├": 0xAB,
    "└": 0xAD,
    "┐": 0xAE,
    "┌": 0xB0,
    "┴": 0xB1,
    "┬": 0xB2,
    "┤": 0xB3,
    "┘": 0xBD,
    "▌": 0xA1,
    "▄": 0xA2,
    "▔": 0xA3,
    "▁": 0xA4,
    "▏": 0xA5,
    "▒": 0xA6,
    "▗": 0xAC,
    "▖": 0xBB,
    "▝": 0xBC,
    "▘": 0xBE,
    "▚": 0xBF,
    "✓": 0xBA,
    "£": 0x5C,
    "↑": 0x5E,
    "←": 0x5F,
}

# Frames in simpler form, tried in order until one can be encoded.
_BOX: dict[str, str] = {}
for _chars, _plain in (
    ("═━┄┈╌┅┉╍╴╶╸╺", "─-"),
    ("║┃┆┊╎┇┋╏╵╷╹╻", "│|"),
    ("╔┏╭╒╓┍┎", "┌+"),
    ("╗┓╮╕╖┑┒", "┐+"),
    ("╚┗╰╘╙┕┖", "└+"),
    ("╝┛╯╛╜┙┚", "┘+"),
    ("╠┣╞╟┝┞┟┠┡┢", "├+"),
    ("╣┫╡╢┥┦┧┨┩┪", "┤+"),
    ("╦┳╤╥┭┮┯┰┱┲", "┬+"),
    ("╩┻╧╨┵┶┷┸┹┺", "┴+"),
    ("╬╋╪╫┽┾┿╀╁╂╃╄╅╆╇╈╉╊", "┼+"),
    ("─", "-"),
    ("│", "|"),
    ("┌┐└┘├┤┬┴┼", "+"),
    ("█▓▇▆■◼", "█#"),
    ("▒", "▒#:"),
    ("░", "░▒."),
    ("▀▔", '▀▔"'),
    ("▄▁▂▃▅", "▄_"),
    ("▌▍▎▏▉▊▋", "▌|"),
    ("▐▕", "▐|"),
    ("╱⁄", "/"),
    ("╲", "\\/"),
    ("╳", "X"),
    ("•●·∙◦‣⁃", "·*"),
    ("○◯", "○o"),
    ("◆♦◇⬥", "♦*"),
    ("★☆✦✧", "*"),
    ("▲△↑⇑", "↑^"),
    ("▼▽↓⇓", "↓v"),
    ("►▶▷→⇒❯", "→>"),
    ("◄◀◁←⇐❮", "←<"),
    ("↔", "-"),
    ("♥❤", "♥*"),
    ("♠♣", "*"),
    ("✓✔√", "√✓+"),
    ("✗✘✕✖×", "×x"),
    ("‘’‚‛′`´", "'"),
    ("“”„‟″«»", '"'),
    ("–—‒―‐‑−", "-"),
    ("…", "."),
    ("£", "L"),
    ("€", "E"),
    ("¢", "c"),
    ("°", "o"),
    ("ø", "o"),
    ("Ø", "O"),
    ("æ", "a"),
    ("Æ", "A"),
    ("œ", "o"),
    ("Œ", "O"),
    ("ß", "s"),
    ("þ", "t"),
    ("Þ", "T"),
    ("ðđ", "d"),
    ("ÐĐ", "D"),
    ("ł", "l"),
    ("Ł", "L"),
    ("ı", "i"),
    ("½¼¾", "%"),
    ("§", "S"),
    ("©", "c"),
    ("®", "r"),
    ("†‡", "+"),
    ("_", "-"),
    ("{", "("),
    ("}", ")"),
    ("[", "("),
    ("]", ")"),
    ("|", "│!"),
    ("~", "-"),
    ("\\", "/"),
    ("^", "↑'"),
    ("\u00a0\u2007\u202f\u2009\u2002\u2003", " "),
):
    for _char in _chars:
        _BOX.setdefault(_char, _plain)
del _chars, _plain, _char


def _table(charset: str) -> dict[str, bytes]:
    """Everything one single-byte charset can show, character by character."""
    table: dict[str, bytes] = {}
    if charset.startswith("petscii"):
        for byte in range(0x20, 0x100):
            char = bytes([byte]).decode("petscii", errors="replace")
            if char.isascii() and char.isprintable():
                table.setdefault(char, bytes([byte]))
        table.update({char: bytes([byte]) for char, byte in _PETSCII_GRAPHICS.items()})
        return table
    if charset == "atascii":
        # 7D, 7E, 7F and the upper half steer the machine or are inverse video.
        for byte in [*range(0x20, 0x7D), *range(0x1B)]:
            table.setdefault(bytes([byte]).decode("atascii"), bytes([byte]))
        return table
    last = 0x7F if charset == "ascii" else 0x100
    for byte in range(0x20, last):
        char = bytes([byte]).decode(_CODECS[charset])
        if byte != 0x7F and not 0x80 <= ord(char) < 0xA0:
            table.setdefault(char, bytes([byte]))
    return table


_TABLES: dict[str, dict[str, bytes]] = {charset: _table(charset) for charset in _CODECS}


def can_show(char: str, charset: str) -> bool:
    """Whether a charset has this very character."""
    return charset == "utf-8" or char in _TABLES[charset]


@lru_cache(maxsize=8192)
def _encode_char(char: str, charset: str, ascii_frames: bool) -> bytes:
    """Encode one character; anything that cannot be shown keeps its width if it can."""
    code = ord(char)
    if code < 0x20 or code == 0x7F:
        return bytes([code])
    if RAW <= code <= RAW + 0xFF:
        return bytes([code - RAW])
    if charset == "utf-8":
        if ascii_frames and 0x2500 <= code <= 0x259F:
            return _encode_char(char, "ascii", False)
        return char.encode("utf-8", errors="replace") if is_known(char) else b"?"
    table = _TABLES[charset]
    framed = 0x2500 <= code <= 0x259F
    if char in table and not (ascii_frames and framed):
        return table[char]
    width = char_width(char)
    if width == 0:
        return b""
    for other in _BOX.get(char, ""):
        if other in table and not (ascii_frames and not other.isascii()):
            return table[other]
    base = unicodedata.normalize("NFKD", char)
    shown = b"".join(table.get(part, b"") for part in base if part != char)
    if len(shown) == width:
        return shown
    if shown and len(shown) > width:
        return shown[:width]
    return b"?" * width


class _Codes(dict[str, bytes]):
    """What each character met so far is sent as, on one kind of terminal."""

    __slots__ = ("_ascii_frames", "_charset")

    def __init__(self, charset: str, ascii_frames: bool) -> None:
        self._charset = charset
        self._ascii_frames = ascii_frames

    def __missing__(self, char: str) -> bytes:
        code = _encode_char(char, self._charset, self._ascii_frames)
        if len(self) < MOST_CODES:
            self[char] = code
        return code


MOST_CODES = 4096
_CODES: dict[tuple[str, bool], _Codes] = {}
_CONTROLS = re.compile("[\x00-\x1f\x7f]+")


class Encoder:
    """Encodes for one terminal. Never raises, never changes what a column holds."""

    __slots__ = ("_codes", "ascii_frames", "charset")

    def __init__(self, charset: str, *, ascii_frames: bool = False) -> None:
        self.charset = charset
        self.ascii_frames = ascii_frames
        self._codes = _CODES.setdefault((charset, ascii_frames), _Codes(charset, ascii_frames))

    def encode(self, text: str) -> bytes:
        """Return the bytes for ``text``; controls and raw bytes pass as they are."""
        charset = self.charset
        if text.isascii() and charset in ("utf-8", "cp437", "latin-1", "ascii"):
            return text.encode("ascii")
        if charset == "utf-8" and not self.ascii_frames and _CONTROLS.sub("", text).isprintable():
            return text.encode("utf-8")
        return b"".join(map(self._codes.__getitem__, text))


class Decoder:
    """Decodes one caller's bytes, kept over segments. Broken input becomes U+FFFD."""

    __slots__ = ("_decode", "charset")

    def __init__(self, charset: str) -> None:
        self.charset = charset
        if charset == "utf-8":
            self._decode = codecs.getincrementaldecoder("utf-8")(errors="replace").decode
        else:
            self._decode = codecs.getincrementaldecoder(_CODECS[charset])(errors="replace").decode

    def feed(self, data: bytes) -> str:
        """Return the characters completed by ``data``."""
        return self._decode(data)


def decode_bytes(data: bytes, charset: str) -> str:
    """Decode a whole piece of text at once, tolerantly."""
    decoder = Decoder(charset)
    return decoder.feed(data)
