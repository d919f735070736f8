"""What a caller typed: bytes in, keys out; no clock and no socket inside.

Room: terminal. Imports its neighbours here and the standard library.
Source: USER_ASKS A1-A10 and B25; ECMA-48 for the shape of control sequences.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from .charsets import Decoder

MAX_SEQUENCE = 64
MAX_STRING = 4096
MAX_PASTE = 16_384

LONE_ESCAPE_S = 0.1
UNFINISHED_S = 2.0
PASTE_S = 5.0
"""A paste may stand still for longer: doors stop reading for up to 2 s when much comes at once."""


class Key(NamedTuple):
    """One key, or a run of typed characters.

    ``name`` is "text" (``text`` holds the characters typed in a row), "paste" (``text`` is
    what was pasted, and longer than ``MAX_PASTE`` if the rest was dropped), "report" (``text``
    is a terminal's answer, without its ESC), "alt" (``text`` is the letter), or one of:
    "enter", "erase", "backspace", "delete", "tab",
    "escape", "up", "down", "left", "right", "home", "end", "page_up", "page_down", "insert",
    "ctrl-a" .. "ctrl-z", "unknown". "erase" is 7F, "backspace" is 08: both erase unless the
    caller chose otherwise; "delete" is ESC [3~.
    """

    name: str
    text: str = ""


ENTER = Key("enter")
ESCAPE = Key("escape")

_CONTROL: dict[str, Key] = {chr(code): Key(f"ctrl-{chr(code + 96)}") for code in range(1, 27)}
_CONTROL.update({"\b": Key("backspace"), "\x7f": Key("erase"), "\t": Key("tab")})

_FINAL: dict[str, str] = {
    "A": "up",
    "B": "down",
    "C": "right",
    "D": "left",
    "H": "home",
    "F": "end",
    "K": "end",  # SCO and PC-ANSI
    "V": "page_up",  # PC-ANSI
    "U": "page_down",
    "@": "insert",
    "Z": "back_tab",
    "M": "enter",  # only as SS3: keypad Enter
}
_TILDE: dict[str, str] = {
    "1": "home",
    "2": "insert",
    "3": "delete",
    "4": "end",
    "5": "page_up",
    "6": "page_down",
    "7": "home",
    "8": "end",
}
_PETSCII: dict[str, Key] = {
    "\x11": Key("down"),
    "\x91": Key("up"),
    "\x1d": Key("right"),
    "\x9d": Key("left"),
    "\x13": Key("home"),
    "\x93": Key("clear"),
    "\x14": Key("erase"),
    "\x94": Key("insert"),
    "\x03": Key("ctrl-c"),
    "\x83": Key("ctrl-c"),
    "\x08": Key("erase"),
    "\x7f": Key("erase"),
}
_ATASCII_BYTES: dict[int, Key] = {
    0x9B: ENTER,
    0x7E: Key("erase"),
    0x7F: Key("tab"),
    0x1C: Key("up"),
    0x1D: Key("down"),
    0x1E: Key("left"),
    0x1F: Key("right"),
    0x7D: Key("clear"),
    0xFE: Key("delete"),
    0x08: Key("erase"),
    0x03: Key("ctrl-c"),
    0x0D: ENTER,
    0x0A: ENTER,
}

_RUN = re.compile("[^\x00-\x1f\x7f-\x9f]+")
_PASTE_END = "\x1b[201~"

# States of the little machine.
_PLAIN, _ESC, _CSI, _SS3, _STRING, _GHOST, _PASTE = range(7)


class KeyReader:
    """Turns one caller's bytes into keys. Sequences may be split at any place.

    After each ``feed``, ``wait_s`` says how long the caller of this class should wait for
    more before calling ``flush`` (``None``: nothing is unfinished).
    """

    def __init__(self, charset: str = "ascii") -> None:
        self._decoder = Decoder(charset)
        self.charset = charset
        self._petscii = charset.startswith("petscii")
        self._atascii = charset == "atascii"
        self._line_ends = [b"\r", b"\n"]
        if self._atascii:
            self._line_ends.append(b"\x9b")
        elif self._petscii:
            self._line_ends.append(b"\x8d")
        self._c1 = charset in ("utf-8", "latin-1")
        self._state = _PLAIN
        self._held = ""
        self._string_escape = False
        self._half_line = ""  # the line end whose other half may follow

    @property
    def wait_s(self) -> float | None:
        """Seconds after which an unfinished sequence should be flushed."""
        if self._state == _PLAIN:
            return None
        if self._state == _PASTE:
            return PASTE_S
        return LONE_ESCAPE_S if self._state in (_ESC, _GHOST) else UNFINISHED_S

    def feed(self, data: bytes) -> list[Key]:
        """Take bytes; return the keys that are complete."""
        if self._atascii:
            return self._feed_atascii(data)
        return self._feed_text(self._decoder.feed(data))

    def after_lines(self, data: bytes) -> bytes:
        """What must be read of ``data`` although its lines are dropped: the last end, and on.

        All of it where a sequence, a paste or Ctrl-C may be in it.
        """
        if self._state != _PLAIN or b"\x1b" in data or b"\x03" in data:
            return data
        if self._c1 and b"\x9b" in data:
            return data
        # Half a character and half a line end before it were those of dropped lines.
        self._decoder = Decoder(self.charset)
        self._half_line = ""
        last = max(data.rfind(end) for end in self._line_ends)
        return b"" if last < 0 else data[last:]

    def flush(self) -> list[Key]:
        """The wait is over: give out what can be given, forget the rest."""
        state, held = self._state, self._held
        self._state, self._held = _PLAIN, ""
        if state == _ESC:
            # A report may have been cut right after its ESC: watch what comes next.
            self._state = _GHOST
            return [ESCAPE]
        if state == _GHOST:
            return [Key("text", held)] if held else []
        if state == _CSI and not held:
            return [ESCAPE, Key("text", "[")]
        if state == _SS3:
            return [ESCAPE, Key("text", "O")]
        if state == _PASTE:
            return [Key("paste", held[: MAX_PASTE + 1])] if held else []
        return []

    def _feed_text(self, text: str) -> list[Key]:
        keys: list[Key] = []
        at, size = 0, len(text)
        while at < size:
            if self._state == _PASTE:
                at = self._paste(text, at, keys)
                continue
            char = text[at]
            if self._state != _PLAIN:
                at += self._sequence(char, keys)
                continue
            run = _RUN.match(text, at)
            if run is not None:
                self._half_line = ""
                at = run.end()
                keys.append(Key("text", run.group()))
                continue
            at += 1
            self._control(char, keys)
        return keys

    def _control(self, char: str, keys: list[Key]) -> None:
        half, self._half_line = self._half_line, ""
        if char == "\r":
            if half != "\n":
                self._half_line = "\r"
                keys.append(ENTER)
        elif char == "\n":
            if half != "\r":
                self._half_line = "\n"
                keys.append(ENTER)
        elif self._petscii:
            if char == "\x8d":  # shifted RETURN
                keys.append(ENTER)
            elif char in _PETSCII:
                keys.append(_PETSCII[char])
        elif char == "\x1b":
            self._state = _ESC
        elif char in _CONTROL:
            keys.append(_CONTROL[char])
        elif self._c1 and char == "\x9b":
            self._state, self._held = _CSI, ""

    def _sequence(self, char: str, keys: list[Key]) -> int:
        """Handle one character inside a sequence; returns 0 when it must be read again."""
        state = self._state
        if state == _ESC:
            return self._after_escape(char, keys)
        if state == _SS3:
            self._state = _PLAIN
            if char in _FINAL:
                keys.append(Key(_FINAL[char]))
                return 1
            if "j" <= char <= "y":  # keypad digits and signs in application mode
                keys.append(Key("text", chr(ord(char) - 0x40)))
                return 1
            if char == "\x1b" or char < " " or not char.isalpha():
                keys.extend((ESCAPE, Key("text", "O")))
                return 0
            keys.append(Key("unknown"))
            return 1
        if state == _CSI:
            return self._in_csi(char, keys)
        if state == _GHOST:
            return self._in_ghost(char, keys)
        return self._in_string(char)

    def _after_escape(self, char: str, keys: list[Key]) -> int:
        self._held = ""
        if char == "[":
            self._state = _CSI
        elif char == "O":
            self._state = _SS3
        elif char in "]P_^X":
            self._state, self._string_escape = _STRING, False
        elif char == "\x1b":
            keys.append(ESCAPE)
        else:
            # A lone ESC must not swallow the next key.
            self._state = _PLAIN
            keys.append(ESCAPE)
            return 0
        return 1

    def _in_csi(self, char: str, keys: list[Key]) -> int:
        if "@" <= char <= "~":
            if not self._held and char == "[":  # Linux console: ESC [ [ A is F1
                self._held = "["
                return 1
            body, self._held, self._state = self._held, "", _PLAIN
            if body == "[":
                keys.append(Key("unknown"))
            else:
                self._finish_csi(body, char, keys)
            return 1
        if " " <= char <= "?" and len(self._held) < MAX_SEQUENCE:
            self._held += char
            return 1
        held, self._held, self._state = self._held, "", _PLAIN
        if not held:
            keys.extend((ESCAPE, Key("text", "[")))
        return 0

    def _finish_csi(self, body: str, final: str, keys: list[Key]) -> None:
        if final in "Rcnty" and (body or final in "cnt"):
            keys.append(Key("report", f"[{body}{final}"))
        elif final == "~":
            number = body.partition(";")[0]
            if number == "200":
                self._state = _PASTE
            elif number != "201":
                keys.append(Key(_TILDE.get(number, "unknown")))
        elif final in _FINAL and final != "M" and (not body or body[0].isdigit()):
            keys.append(Key(_FINAL[final]))
        else:
            keys.append(Key("unknown"))

    def _in_ghost(self, char: str, keys: list[Key]) -> int:
        held = self._held
        if not held:
            if char == "[":
                self._held = char
                return 1
            self._state = _PLAIN
            return 0
        if char in "0123456789;?>" and len(held) < MAX_SEQUENCE:
            self._held += char
            return 1
        self._state, self._held = _PLAIN, ""
        if char in "Rcnt" and len(held) > 1:
            keys.append(Key("report", held + char))
            return 1
        keys.append(Key("text", held))
        return 0

    def _in_string(self, char: str) -> int:
        """Inside OSC, DCS and their like: swallowed up to BEL, ST, Enter or the limit."""
        if char in "\r\n":
            self._state, self._held = _PLAIN, ""
            return 0
        if char == "\x07" or (self._string_escape and char == "\\") or char == "\x9c":
            self._state, self._held = _PLAIN, ""
            return 1
        if self._string_escape:
            self._string_escape = False
            self._state, self._held = _ESC, ""
            return 0
        self._string_escape = char == "\x1b"
        self._held += "."
        if len(self._held) > MAX_STRING:
            self._state, self._held = _PLAIN, ""
        return 1

    def _paste(self, text: str, at: int, keys: list[Key]) -> int:
        """Collect pasted text up to its end mark, which may be split."""
        tail = self._held[-len(_PASTE_END) + 1 :]
        rest = text[at:]
        found = (tail + rest).find(_PASTE_END)
        if found < 0:
            room = MAX_PASTE + len(_PASTE_END) - len(self._held)
            if room > 0:
                self._held += rest[:room]
            else:
                self._held = self._held[:MAX_PASTE] + (self._held[MAX_PASTE:] + rest)[-6:]
            return len(text)
        end = found + len(_PASTE_END) - len(tail)
        body = self._held[: len(self._held) - len(tail)] + (tail + rest)[:found]
        self._state, self._held = _PLAIN, ""
        keys.append(Key("paste", body[: MAX_PASTE + 1]))
        return at + end

    def _feed_atascii(self, data: bytes) -> list[Key]:
        keys: list[Key] = []
        run = bytearray()
        for byte in data:
            key = _ATASCII_BYTES.get(byte)
            if key is None:
                run.append(byte)
                continue
            if run:
                keys.append(Key("text", self._decoder.feed(bytes(run))))
                run.clear()
            half, self._half_line = self._half_line, ""
            if byte in (0x0D, 0x0A):
                mark = chr(byte)
                if half and half != mark:
                    continue
                self._half_line = mark
            keys.append(key)
        if run:
            self._half_line = ""
            keys.append(Key("text", self._decoder.feed(bytes(run))))
        return keys
