"""Questions a table puts to its own callers, and how they are counted.

Room: lobby. Imports msgspec and the refusals.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from arkham_bbs.lobby.refusals import LobbyRefused

VoteKind = Literal["clock", "pause", "adjourn", "takeback", "end"]

CHOICES: dict[VoteKind, tuple[str, ...]] = {
    "clock": ("wait", "answer", "autopilot", "offer"),
    "pause": ("yes", "no"),
    "adjourn": ("yes", "no"),
    "takeback": ("yes", "no"),
    "end": ("yes", "no"),
}

UNANIMOUS: tuple[VoteKind, ...] = ("takeback",)
SECRET: tuple[VoteKind, ...] = ("end",)
"""Nobody sees who voted what; a wish to give up is told only when it has carried."""


class Vote(msgspec.Struct):
    """One open question. ``voters`` are seats; ``ballots`` is what each has chosen so far."""

    vote: str
    kind: VoteKind
    by: str
    voters: tuple[int, ...]
    default: str
    opened_at: float
    ends_at: float | None = None
    ballots: dict[int, str] = {}
    number: int | None = None
    """The decision it is about; the vote falls when that has been answered."""
    seat: int | None = None
    facts: dict[str, str | int] = {}

    @property
    def choices(self) -> tuple[str, ...]:
        return CHOICES[self.kind]

    @property
    def is_secret(self) -> bool:
        return self.kind in SECRET

    @property
    def needed(self) -> int:
        """Voices one choice needs to carry."""
        if self.kind in UNANIMOUS:
            return len(self.voters)
        return len(self.voters) // 2 + 1

    def cast(self, seat: int, choice: str) -> None:
        """Vote, or vote anew.

        Raises:
            LobbyRefused: ``not-a-voter``, ``no-such-choice``.
        """
        if seat not in self.voters:
            raise LobbyRefused("not-a-voter", vote=self.vote)
        if choice not in self.choices:
            raise LobbyRefused(
                "no-such-choice", vote=self.vote, choice=choice, choices=self.choices
            )
        self.ballots[seat] = choice

    def outcome(self) -> str | None:
        """What has been decided by voices alone; None while it is open.

        Yes-or-no: "yes" as soon as enough say so, "no" as soon as it cannot be reached any more.
        A clock: a majority; when all have voted without one, the most voices; a tie, the default.
        """
        counts = dict.fromkeys(self.choices, 0)
        for choice in self.ballots.values():
            counts[choice] += 1
        if self.kind != "clock":
            if counts["yes"] >= self.needed:
                return "yes"
            missing = len(self.voters) - len(self.ballots)
            return "no" if counts["yes"] + missing < self.needed else None
        for choice, count in counts.items():
            if count >= self.needed:
                return choice
        if len(self.ballots) < len(self.voters):
            return None
        best = max(counts.values())
        leaders = [choice for choice, count in counts.items() if count == best]
        return leaders[0] if len(leaders) == 1 else self.default
