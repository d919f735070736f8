"""What every record is.

Room: store. Imports msgspec.
"""

from __future__ import annotations

from typing import Any

import msgspec

Json = dict[str, Any]


class Record(msgspec.Struct, frozen=True, kw_only=True):
    """A frozen row; equal when all fields are equal. Subclasses repeat both words."""
