"""Standing somewhere else: the one way an investigator changes place.

Room: game. Imports events and neighbours here. Source: GATTACK-10, TRADE-1.
"""

from __future__ import annotations

from collections.abc import Sequence

from arkham_bbs.game.events import GateKnown, Moved, TradeClosed
from arkham_bbs.game.play import Play
from arkham_bbs.game.state import Investigator


def relocate(
    play: Play,
    who: Investigator,
    to: str,
    how: str,
    *,
    rule: str,
    path: Sequence[str] = (),
    fare: int = 0,
    wanted: str | None = None,
) -> None:
    """Put ``who`` in place ``to`` and tell it; a right to attack a gate stays behind."""
    start = who.place
    who.place = to
    play.emit(
        Moved(
            who=who.id,
            start=start,
            to=to,
            how=how,
            path=tuple(path),
            fare=fare,
            wanted=wanted,
            rule=rule,
        )
    )
    if who.found_gate is not None and who.found_gate != to:
        forget_gate(play, who)
    if play.state.offers:
        lapse_offers(play)


def forget_gate(play: Play, who: Investigator) -> None:
    """Take away the right to attack a gate (GATTACK-10)."""
    if who.found_gate is not None:
        play.emit(GateKnown(who=who.id, place=who.found_gate, on=False, rule="GATTACK-10"))
        who.found_gate = None


def lapse_offers(play: Play) -> None:
    """Drop trade offers between people who no longer share a place (TRADE-1)."""
    state = play.state
    for offer in list(state.offers):
        one = state.investigators[offer.who]
        other = state.investigators[offer.partner]
        if one.place != other.place or "active" not in (one.status, other.status):
            state.offers.remove(offer)
            play.emit(
                TradeClosed(
                    number=offer.number,
                    who=offer.who,
                    partner=offer.partner,
                    how="lapsed",
                    rule="TRADE-1",
                )
            )
