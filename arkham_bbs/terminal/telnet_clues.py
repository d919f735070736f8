"""What a telnet client has told about its terminal, and what follows from it.

Room: terminal. Imports its neighbours here.
Source: RFC 1073, 1091, 1572, 2066; MTTS as MUD clients have it.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from .capabilities import STANDARD, Capabilities, Size, from_ttype

_HINTS = ("TERM", "LANG", "LC_ALL", "LC_CTYPE", "COLORTERM", "CHARSET")
"""Display hints only; never who somebody is."""
_MOST_HINTS = 16


@dataclass
class Clues:
    """Everything told so far.

    Attributes:
        names: the terminal type answers, in order.
        environ: the variables that are hints for the display.
        charset: agreed by CHARSET; "" while there is none.
        size: None until NAWS has told one.
    """

    names: list[str] = field(default_factory=list)
    environ: dict[str, str] = field(default_factory=dict)
    charset: str = ""
    size: Size | None = None

    def note(self, name: str, value: str) -> bool:
        """Keep a variable if it is a hint for the display; says whether it is news."""
        if (
            name not in _HINTS
            or len(self.environ) >= _MOST_HINTS
            or self.environ.get(name) == value
        ):
            return False
        self.environ[name] = value
        return True

    def capabilities(self) -> Capabilities:
        """What the terminal can do, as far as these clues go."""
        environ = self.environ
        lang = next((environ[k] for k in ("LC_ALL", "LC_CTYPE", "LANG") if k in environ), "")
        names = self.names or ([environ["TERM"]] if "TERM" in environ else [])
        caps = from_ttype(
            names,
            self.size or STANDARD,
            lang=lang,
            charset=self.charset or environ.get("CHARSET", ""),
            colorterm=environ.get("COLORTERM", ""),
        )
        return caps if self.size is None else caps.resized(self.size)
