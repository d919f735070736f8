"""What a caller's terminal can do, and one way to talk to all of them.

Room: terminal. Imports none of the other rooms.

A door makes a ``Terminal`` over its ``Transport`` and feeds it; a session writes ``Line``s of
``Span``s, asks with ``read_line`` and ``read_key``, and paints ``Grid``s.
"""

from __future__ import annotations

from .capabilities import PLAIN, PRESETS, Capabilities, Size, from_term, from_ttype
from .clean import CUT, char_width, clean_text, cut_text, pad_text, text_width, wrap_text
from .ends import Cancelled, Hangup
from .grid import Cell, Grid, cells_of
from .keys import Key
from .output import Transport
from .style import ROLES, Line, Span, line_bytes
from .terminal import Terminal

__all__ = [
    "CUT",
    "PLAIN",
    "PRESETS",
    "ROLES",
    "Cancelled",
    "Capabilities",
    "Cell",
    "Grid",
    "Hangup",
    "Key",
    "Line",
    "Size",
    "Span",
    "Terminal",
    "Transport",
    "cells_of",
    "char_width",
    "clean_text",
    "cut_text",
    "from_term",
    "from_ttype",
    "line_bytes",
    "pad_text",
    "text_width",
    "wrap_text",
]
