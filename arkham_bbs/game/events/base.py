"""What every event is.

Room: game. Imports msgspec only.
"""

from __future__ import annotations

from msgspec import Struct


class Event(Struct, frozen=True, tag=True, kw_only=True, omit_defaults=True, gc=False):
    """Base of everything that can be told. ``rule`` is a rule id, or "" when none applies.

    Events hold only plain values and tuples, never one another: the collector need not look.
    """

    rule: str = ""
