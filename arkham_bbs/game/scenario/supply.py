"""What the box still holds while a position is read: each card and counter is named once.

Room: game. Imports the standard library and neighbours here.
"""

from __future__ import annotations

from collections import Counter

from arkham_bbs.game.scenario.reading import Node
from arkham_bbs.game.setup import full_decks

DECKS: tuple[str, ...] = ("items", "spells", "skills", "gates", "monsters")


class Supply:
    """How many of each card and counter are left to be named."""

    def __init__(self) -> None:
        full = full_decks()
        self.left: dict[str, Counter[str]] = {name: Counter(getattr(full, name)) for name in DECKS}
        self.left["allies"] = Counter(full.allies)
        self.left["retainers"] = Counter({"retainer": full.retainers})
        self.left["automobile"] = Counter({"automobile": full.automobile})
        self.left["charity"] = Counter({"charity": full.charity})

    def take(self, kind: str, card: str, node: Node) -> str:
        """Use up one card or counter.

        Raises:
            Refused: there is no such one, or none left.
        """
        word = {"gates": "gate card", "monsters": "counter", "allies": "character"}.get(
            kind, "card"
        )
        if card not in self.left[kind]:
            raise node.refuse(f"no such {word} {card!r}")
        if not self.left[kind][card]:
            raise node.refuse(f"{card!r} is used more often than it exists")
        self.left[kind][card] -= 1
        return card
