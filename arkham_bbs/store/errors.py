"""What can go wrong in the store, as codes and facts.

Room: store. Imports the standard library.
"""

from __future__ import annotations


class CodedError(Exception):
    """What went wrong as a code and facts. ``code`` is stable, ``facts`` are its arguments."""

    def __init__(self, code: str, **facts: object) -> None:
        super().__init__(code, facts)
        self.code = code
        self.facts = facts

    def __str__(self) -> str:
        return " ".join([self.code, *(f"{name}={value!r}" for name, value in self.facts.items())])


class StoreError(CodedError):
    """Base of the store's errors."""


class SequenceTaken(StoreError):
    """Another answer already has this number in this game; nothing of ours was saved.

    Read the answers since, catch up, and ask again. Facts: ``game``, ``seq``.
    """

    def __init__(self, game: str, seq: int) -> None:
        super().__init__("sequence-taken", game=game, seq=seq)


class Duplicate(StoreError):
    """What must be unique is there already. Codes: "handle-taken", "key-taken", "exists"."""


class Missing(StoreError):
    """What the call refers to is not there (any more). Code: "missing"."""


class StoreUnavailable(StoreError):
    """The database cannot do it now; nothing was half done and the same call may be repeated.

    Codes: "locked" (another process holds the file, or a time limit), "full" (no room on the
    disk), "lost" (no connection, unreadable file, store closed). After "lost" an answer may
    have arrived all the same: the repeated append then says ``SequenceTaken``.
    """
