"""Clue tokens on the board: where they lie, who takes them, what destroys them.

Room: game. Imports events and neighbours here.
Source: VARIANTS.md, module pool_checks (P05-12).
"""

from __future__ import annotations

from arkham_bbs.game import board
from arkham_bbs.game.events import CluesDestroyed, CluesLost, CluesPlaced, CluesTaken
from arkham_bbs.game.play import Play
from arkham_bbs.game.state import Investigator


def lay_clue(play: Play, place: str) -> None:
    """Lay one token at a place."""
    clues = play.state.clues
    clues[place] = clues.get(place, 0) + 1
    play.emit(CluesPlaced(place=place, now=clues[place], rule="P05-12"))


def lose_clues(play: Play, who: Investigator, amount: int, rule: str) -> None:
    """Take tokens off a sheet, unspent."""
    if amount:
        who.clues -= amount
        play.emit(CluesLost(who=who.id, amount=amount, left=who.clues, rule=rule))


class ClueTokens:
    """The half of the check policy that minds the tokens."""

    def set_up(self, play: Play) -> None:
        """Lay one token on each of the eleven locations of the gate table."""
        for place in play.content.appearance.values():
            lay_clue(play, place)

    def gate_placed(self, play: Play, place: str) -> None:
        """A new gate destroys the tokens at its location."""
        amount = play.state.clues.pop(place, 0)
        if amount:
            play.emit(CluesDestroyed(place=place, amount=amount, rule="P05-12"))

    def gate_gone(self, play: Play, place: str) -> None:
        """Where a gate was destroyed a token appears."""
        lay_clue(play, place)

    def place_cleared(self, play: Play, who: Investigator) -> None:
        """Take all tokens of the location where a move ended."""
        amount = play.state.clues.pop(who.place, 0) if board.is_location(who.place) else 0
        if amount:
            who.clues += amount
            play.emit(CluesTaken(who=who.id, place=who.place, amount=amount, rule="P05-12"))

    def left_game(self, play: Play, who: Investigator) -> None:
        """Tokens leave the game with their holder."""
        lose_clues(play, who, who.clues, "P05-12")
