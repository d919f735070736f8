"""Standing somewhere else: the one way an investigator changes place.

Room: game. Imports events and neighbours here. Source: GATTACK-10, TRADE-1, LOST-6.
"""

from __future__ import annotations

from collections.abc import Sequence

from arkham_bbs.game.events import CardGone, GateKnown, Moved
from arkham_bbs.game.offers import lapse_offers
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
    if who.found_gate != to:
        forget_gate(play, who)
    if play.state.offers:
        lapse_offers(play)
    if play.has("LOST"):
        end_loans(play)


def end_loans(play: Play, leaving: Investigator | None = None) -> None:
    """Give back what was borrowed from a lost one no longer here, or no longer lost (LOST-6).

    ``leaving`` gives back everything. One who is being carried along has not been left.
    """
    people = play.state.investigators
    for holder in people.values():
        for card in [c for c in holder.items if c.lender]:
            lender = people[card.lender]
            together = lender.place == holder.place or play.state.notes.carried == lender.id
            if together and lender.status == "waiting" and holder is not leaving:
                continue
            holder.items.remove(card)
            lender.items.append(card)
            card.lender = ""
            play.emit(
                CardGone(who=holder.id, deck="items", card=card.id, how="given-back", rule="LOST-6")
            )


def forget_gate(play: Play, who: Investigator) -> None:
    """Take away the right to attack a gate (GATTACK-10)."""
    if who.found_gate is not None:
        play.emit(GateKnown(who=who.id, place=who.found_gate, on=False, rule="GATTACK-10"))
        who.found_gate = None
