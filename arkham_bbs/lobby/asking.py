"""What is asked at a table: whether it is the same question, and telling everybody.

Room: lobby. Imports game and its neighbours here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from arkham_bbs.game.decisions import Decision
from arkham_bbs.lobby.engine import HostedGame
from arkham_bbs.lobby.notices import DecisionChanged

if TYPE_CHECKING:
    from arkham_bbs.lobby.live import Table


class Asking:
    """The question before one table. ``Table.question`` is its first number."""

    def __init__(self, table: Table) -> None:
        self._table = table

    def is_anew(self, game: HostedGame, before: Decision | None, interjection: bool) -> bool:
        """Say whether another question is asked now than before an answer, and note its number.

        An interjection refreshes the pending decision: it gets another number and perhaps other
        options, but it is the same question, with the same clock.
        """
        now = game.decision
        same = (
            interjection
            and now is not None
            and before is not None
            and (now.kind, now.seat, now.investigator, now.facts)
            == (before.kind, before.seat, before.investigator, before.facts)
        )
        if not same and now is not None:
            self._table.question = now.number
        return not same

    def changed(self) -> None:
        """Start clocks, tell whoever is asked, and end the table with its game."""
        table = self._table
        game = table.game
        if game is None:
            return
        decision = game.decision
        if decision is None or not table.standing.settles(decision):
            self._tell(decision)
        table.voting.decision_changed()
        if decision is None:
            table.lifetime.finish(game)
        else:
            table.pacing.decision_changed(decision)
        table.floor.list_changed(table.id)

    def show(self) -> None:
        """Tell everybody what is asked (again)."""
        decision = self._table.decision
        if decision is not None:
            self._tell(decision)

    def _tell(self, decision: Decision | None) -> None:
        table = self._table
        if decision is None:
            table.tell(DecisionChanged(table.id, None, None, None, None))
            return
        handle = table.seating.handle(decision.seat)
        table.tell(DecisionChanged(table.id, decision.number, decision.seat, decision.kind, handle))
