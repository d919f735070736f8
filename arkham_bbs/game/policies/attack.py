"""One attack, as its parts: what the check policies roll for.

Room: game. Imports msgspec and the state.
"""

from __future__ import annotations

from msgspec import Struct

from arkham_bbs.game.state import Investigator


class Attack(Struct):
    """An attack on a monster or gate.

    ``target`` is a counter id or a location; ``parts`` are (source, points) without any die;
    ``needed`` the strength a total must reach.
    """

    who: Investigator
    target: str
    parts: tuple[tuple[str, int], ...]
    needed: int
    rule: str

    @property
    def bonus(self) -> int:
        """Return the points added to the die."""
        return sum(points for _, points in self.parts)
