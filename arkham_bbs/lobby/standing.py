"""Standing answers: what a caller never wants to be asked again in this game.

Room: lobby. Imports the game's decisions and its neighbours here.
Source: USER_ASKS E13 (others' optional reactions must not stop a slow game).

A standing answer is always the harmless one, the decision's own default, and it is kept with the
seat: it holds over dropped lines and restarts, and ends when the seat gets another caller.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from arkham_bbs.game.decisions import Decision
from arkham_bbs.lobby.ledger import SeatState
from arkham_bbs.lobby.refusals import LobbyRefused
from arkham_bbs.lobby.specs import Caller
from arkham_bbs.store.records import HistoryRecord

if TYPE_CHECKING:
    from arkham_bbs.lobby.live import Table

OPTIONAL: dict[str, str] = {
    "arrow": "arrows",
    "attack_spells": "attack spells",
    "bid": "auction bids",
    "buy": "purchases",
    "buy_unsold": "leftovers of auctions",
    "carry": "carrying the lost",
    "charity": "charity",
    "fast_talk": "bargaining",
    "leave_power": "dead powers as seals",
    "pass_monster": "mists on the way",
    "ride": "rides",
    "sell": "sales",
    "sneak_spell": "mists when sneaking",
    "spend_clue": "clues",
    "treat": "treatment",
    "use": "cards",
}
"""Kinds of decision that may be answered once for all, with what callers call them."""

HISTORY_PART = 900
"""The part of an answer's history that says it was a standing one, after its events."""


def stands(seat: SeatState, decision: Decision) -> bool:
    """The seat's own caller has settled this question in advance."""
    return (
        seat.control == "caller"
        and seat.account is not None
        and decision.kind in seat.skips
        and decision.default is not None
        and decision.offers(decision.default)
    )


def told_sentence(handle: str, kind: str) -> str:
    """The line of the log about a standing answer."""
    return f"(Standing answer of {handle}: no {OPTIONAL.get(kind, kind)}.)"


def history_entry(table: Table, seq: int, handle: str, kind: str) -> HistoryRecord:
    """The line as it is kept."""
    return HistoryRecord(
        game_id=table.id,
        seq=seq,
        part=HISTORY_PART,
        turn=table.turn,
        kind="StandingAnswer",
        data="{}",
        text=told_sentence(handle, kind),
    )


class StandingAnswers:
    """The standing answers of one table's seats."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._answering = False

    def of(self, caller: Caller) -> tuple[str, ...]:
        """Kinds this caller is not asked about, in the order of ``OPTIONAL``."""
        number = self._table.seat_of(caller)
        return self._table.seating.at(number).skips if number is not None else ()

    async def set(self, caller: Caller, kinds: tuple[str, ...], skip: bool) -> tuple[str, ...]:
        """Ask no more (``skip``), or again, about ``kinds``; returns what is skipped now.

        A question of such a kind that is open already is answered at once.

        Raises:
            LobbyRefused: not-seated; not-allowed, for a kind that is not optional.
        """
        table = self._table
        if any(kind not in OPTIONAL for kind in kinds):
            raise LobbyRefused("not-allowed", what="skip")
        async with table.lock:
            number = table.seat_of(caller)
            if number is None:
                raise LobbyRefused("not-seated", table=table.id)
            seat = table.seating.at(number)
            wanted = {*seat.skips, *kinds} if skip else {*seat.skips} - {*kinds}
            seat.skips = tuple(kind for kind in OPTIONAL if kind in wanted)
            table.save_seat_quietly(seat)
            self.arrange()
            return seat.skips

    def settles(self, decision: Decision) -> bool:
        """The pending decision will be answered by itself."""
        table = self._table
        return table.status == "playing" and stands(table.seating.at(decision.seat), decision)

    def arrange(self) -> None:
        """Answer the pending decision if it is settled in advance. Safe to call at any time."""
        table = self._table
        decision = table.decision
        if decision is None or self._answering or not self.settles(decision):
            return
        self._answering = True
        table.floor.spawn(self._answer(), f"standing:{table.id}")

    async def _answer(self) -> None:
        table = self._table
        async with table.lock:
            self._answering = False
            decision = table.decision
            if decision is None or decision.default is None or not self.settles(decision):
                return
            try:
                await table.answering.commit(decision.seat, decision.default, by="standing")
            except LobbyRefused:
                # The store is in trouble: then the caller is asked after all.
                table.asking.show()
                table.pacing.tell_owner()
