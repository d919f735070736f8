"""Why a server could not open.

Room: composition.
"""

from __future__ import annotations


class StartFailed(Exception):
    """The server cannot open. The text is one sentence for the sysop."""

    status = 1


class AlreadyOpen(StartFailed):
    """Another server has this data directory."""

    status = 2
