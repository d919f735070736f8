"""The game's words as lines for a terminal: events, questions, options.

Room: session. Imports game (narration, views) and terminal lines. The words themselves are the
game's; here they get a style and, for screen readers, a plain form.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from arkham_bbs.game import events as happened
from arkham_bbs.game import narration
from arkham_bbs.game.content import CONTENT
from arkham_bbs.game.decisions import Decision
from arkham_bbs.game.events import Event
from arkham_bbs.game.narration import names
from arkham_bbs.game.views import View
from arkham_bbs.session.screens.newest import Told, weight_of
from arkham_bbs.terminal import Line, Span

_STYLES: dict[type[Event], str] = {
    happened.DoomMoved: "doom",
    happened.GatePlaced: "gate",
    happened.GateTurnedUp: "gate",
    happened.GateDestroyed: "good",
    happened.GateRolled: "gate",
    happened.ElderSignLaid: "seal",
    happened.MonsterAppeared: "monster",
    happened.MonsterMet: "monster",
    happened.MonsterMoved: "monster",
    happened.MonsterAttacks: "bad",
    happened.KnockedOut: "bad",
    happened.InvestigatorLost: "bad",
    happened.Stranded: "bad",
    happened.Rescued: "good",
    happened.TurnBegan: "title",
    happened.MythosBegan: "title",
    happened.InvestigatorTurnBegan: "investigator",
    happened.CardDrawn: "item",
    happened.Bought: "money",
    happened.GameOver: "title",
}


_WEIGHTS: dict[type[Event], int] = {
    happened.GameOver: 5,
    happened.InvestigatorLost: 4,
    happened.InvestigatorWaits: 4,
    happened.Defeated: 4,
    happened.Stranded: 4,
    happened.KnockedOut: 3,
    happened.GatePlaced: 2,
    happened.DoomMoved: 1,
}
"""What nobody may miss where not all lines have room: the end, who is lost, then the rest."""


def event_weight(event: Event) -> int:
    """Return how much an event weighs where there is no room for all; 0 for most."""
    if isinstance(event, happened.PoolChanged):
        return 3 if event.pool in ("strength", "sanity") and event.change and not event.now else 0
    if isinstance(event, happened.ConditionSet):
        return 4 if event.on and event.condition == "lost-in-time" else 0
    return _WEIGHTS.get(type(event), 0)


_OWN_WEIGHTS: dict[type[Event], int] = {
    happened.EventRolled: 3,
    happened.CardDrawn: 3,
    happened.CharityGranted: 3,
    happened.CharityRepaid: 3,
    happened.Hired: 3,
    happened.CluesTaken: 3,
    happened.CluesLost: 3,
    happened.GateAttackWon: 3,
    happened.TurnSkipped: 3,
    happened.Rescued: 3,
    happened.MonsterAttacks: 2,
    happened.AttackRolled: 2,
    happened.HitTaken: 2,
    happened.SneakTried: 2,
    happened.MonsterGone: 2,
    happened.NothingHappened: 2,
    happened.ServiceUsed: 1,
    happened.Bought: 1,
    happened.Bargained: 1,
    happened.SkillChecked: 1,
    happened.SanityChecked: 1,
}
"""What weighs more when it happened to an investigator of the caller's own."""

_OWN_WILL = ("walk", "taxi", "whistle", "automobile", "box", "placed", "find-gate", "sneak")
"""Journeys that were chosen as they are."""

_PAID = ("fare", "taxi", "trade", "auction", "auctioneer")
"""What money is paid for, besides purchases, because one wanted to."""


def own_weight(event: Event) -> int:
    """Return how much an event weighs for the caller whose investigator it happened to.

    What an encounter brought comes before whatever happened elsewhere in town; what one has
    chosen a moment ago is no surprise.
    """
    least = _OWN_WEIGHTS.get(type(event), 0)
    if isinstance(event, happened.PoolChanged):
        is_paid = event.pool == "money" and event.change < 0
        is_choice = is_paid and (event.cause in _PAID or event.cause.startswith("bought:"))
        least = 1 if is_choice or not event.change else 3
    elif isinstance(event, happened.CardGone):
        least = 3 if event.how in ("lost", "robbed") else 1
    elif isinstance(event, happened.ConditionSet):
        least = 3 if event.on else 1
    elif isinstance(event, happened.Moved):
        least = 0 if event.how in _OWN_WILL else 3
    return max(least, event_weight(event))


def event_style(event: Event) -> str:
    """Return the role an event is shown in; never the only carrier of its meaning."""
    if isinstance(event, happened.PoolChanged):
        return "good" if event.change > 0 else "bad" if event.change < 0 else ""
    if isinstance(event, happened.MonsterGone):
        return "good" if event.how in ("killed", "banished", "bound") else ""
    return _STYLES.get(type(event), "")


MOST_TOLD = 512
_told: dict[int, tuple[Event, tuple[str, ...], Line]] = {}
"""Lines made lately, by the event's identity; the event is kept, so that it stays that event."""


def tell_event(event: Event, seats: Sequence[str]) -> Line:
    """Return an event as one line: the same for everybody who hears of it, not to be changed."""
    called = tuple(seats)
    known = _told.get(id(event))
    if known is not None and known[0] is event and known[1] == called:
        return known[2]
    said = Span(narration.sentence(event, seats), event_style(event))
    line = Told(said, weight=event_weight(event))
    if len(_told) >= MOST_TOLD:
        _told.clear()
    _told[id(event)] = event, called, line
    return line


def tell_own(event: Event, line: Line, mine: frozenset[str]) -> Line:
    """Return a told event as its caller hears it: with more weight if it is about ``mine``."""
    who = event.by if isinstance(event, happened.MonsterGone) else getattr(event, "who", None)
    if who not in mine:
        return line
    weight = own_weight(event)
    return line if weight <= weight_of(line) else Told(*line.spans, weight=weight)


def question_of(decision: Decision, view: View) -> str:
    """Return what a decision asks, to the one who is asked."""
    return narration.question(decision, view)


def labels_of(decision: Decision, view: View, keys: Iterable[str]) -> dict[str, str]:
    """Return what options (of a set: pieces) say, by key."""
    parts = decision.parts if decision.form == "set" else ()
    return {
        key: (narration.piece if key in parts else narration.label)(key, decision, view)
        for key in keys
    }


def waited_for(decision: Decision, view: View) -> str:
    """Return what somebody else is asked, as a quotation: it says "you" to them, not to the reader.

    The name it begins with is left out; it has been told already.
    """
    said = question_of(decision, view)
    known = [names.seat_name(decision.seat, view.seats)]
    if decision.investigator in CONTENT.investigators:
        known.append(names.person(decision.investigator))
    for name in known:
        said = said.removeprefix(f"{name}: ")
    return f'"{said[:1].upper()}{said[1:]}"'


def asked_name(decision: Decision, view: View) -> str:
    """Return who is asked: the seat, and the investigator when one is acting."""
    seat = names.seat_name(decision.seat, view.seats)
    if decision.investigator in CONTENT.investigators:
        return f"{seat} ({names.short_name(decision.investigator)})"
    return seat


def status_sentence(view: View) -> str:
    """Return turn, step, doom and gates in one line."""
    limit = f" of {view.gate_limit}" if view.gate_limit else ""
    step = narration.step_title(view.step)
    when = f"Turn {view.turn}, {step}" if view.turn else step
    return f"{when}. Doom {view.doom} of {view.doom_last}. Gates {len(view.gates)}{limit}."


def result_lines(result: Any, view: View) -> list[str]:
    """Return how a finished game ended, as sentences."""
    reasons = {
        "gates-closed": "No gate is left in Arkham.",
        "doom-of-arkham": "The Doom marker has reached the Doom of Arkham.",
        "too-many-gates": "Too many gates stand open.",
        "nobody-left": "Nobody is left to stand against it.",
    }
    lines = [
        "Arkham is saved." if result.victory else "Arkham is lost.",
        reasons.get(result.reason, result.reason),
        f"The game took {names.counted(view.turn, 'turn')}.",
    ]
    if result.first_citizen:
        people = names.listed(names.person(who) for who in result.first_citizen)
        lines.append(f"First Citizen of Arkham: {people}.")
    return lines


def unfinished_lines(why: str, turn: int) -> list[str]:
    """Return how a game ended that its rules did not end, as sentences."""
    when = f"in turn {turn}" if turn else "before its first turn"
    if why == "consent":
        return [f"The game was given up {when}.", "Arkham is left to what is coming."]
    if why == "sysop":
        return [f"The sysop closed this table {when}.", "The game was not played to its end."]
    return [f"This table was closed {when}."]


def interjection_labels(options: Sequence[Any], view: View) -> dict[str, str]:
    """Return what each thing that may be done out of turn says, by key."""
    return {option.key: narration.interjection_label(option.key, view) for option in options}
