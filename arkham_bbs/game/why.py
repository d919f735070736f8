"""Why a value, Doom or the gates stand as they do: the last changes, each with its roll and rule.

Room: game. Imports the standard library, events, the content and narration.
Source: issue 3 (``why``); USER_ASKS F10. A pure function of what has happened.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from arkham_bbs.game import events as ev
from arkham_bbs.game.content import CONTENT
from arkham_bbs.game.content.rules import rule_title
from arkham_bbs.game.events import Event
from arkham_bbs.game.narration import names, sentence

Told = tuple[int, Event]
"""The game turn in which something happened, and what."""

POOLS: tuple[str, ...] = ("strength", "sanity", "money")
TOPICS: tuple[str, ...] = ("doom", "gates", *POOLS)
SHOWN = 5
LOOKED_BACK = 12

_GATES = (ev.GatePlaced, ev.GateTurnedUp, ev.GateDestroyed, ev.ElderSignLaid, ev.PowerLeft)
# Nothing before one of these belongs to what comes after it.
_BREAKS = (ev.TurnBegan, ev.InvestigatorTurnBegan, ev.MythosBegan, ev.GameStarted, ev.TakenBack)
# What each kind of change may rest on, nearest first; at most one of each is told.
_RESTS_ON: dict[str, tuple[type[Event], ...]] = {
    "monster": (ev.DieRolled, ev.HitTaken, ev.AttackRolled, ev.SanityChecked),
    "event": (ev.DieRolled, ev.CoinFlipped, ev.SkillChecked, ev.EventRolled),
    "spell": (ev.SpellCast, ev.SkillChecked),
    "card": (ev.DieRolled, ev.SkillChecked, ev.CardUsed),
    "bought": (ev.Bargained, ev.SkillChecked),
    "sneak": (ev.DieRolled, ev.SkillChecked),
    "stranding": (ev.DieRolled, ev.Stranded),
    "treatment": (ev.DieRolled, ev.ServiceUsed),
    "monograph": (ev.DieRolled,),
    "trade": (ev.TradeClosed,),
    "auction": (ev.LotClosed,),
    "auctioneer": (ev.LotClosed,),
    "charity": (ev.CharityGranted,),
    "gate": (ev.GateRolled, ev.EventRolled),
    "defeat": (ev.Defeated,),
}


def topic_of(text: str) -> str | None:
    """Return the topic or investigator a word means, None when it means none.

    Any beginning of a topic, or of a part of an investigator's name, will do.
    """
    word = text.strip().casefold()
    if not word:
        return None
    for topic in TOPICS:
        if topic.startswith(word) or (len(word) > 2 and word.startswith(topic.rstrip("s"))):
            return topic
    for name, card in CONTENT.investigators.items():
        parts = [name, *name.split("_"), card.name.casefold(), *card.name.casefold().split()]
        if any(part.startswith(word) for part in parts):
            return name
    return None


def explain(
    told: Sequence[Told],
    topic: str | None = None,
    mine: Collection[str] = (),
    seats: Sequence[str] = (),
    limit: int = SHOWN,
) -> list[str]:
    """Return the last changes as sentences, oldest first, each with its reasons and its rule.

    Args:
        told: what has happened, oldest first.
        topic: one of TOPICS or an investigator's id; None for everything that concerns ``mine``.
        mine: investigators whose values are meant; everybody's when empty.
        seats: the names of the seats, for sentences.
        limit: how many changes.
    """
    whose = frozenset([topic]) if topic in CONTENT.investigators else frozenset(mine)
    found: list[int] = []
    for place in range(len(told) - 1, -1, -1):
        if _belongs(told[place][1], topic, whose):
            found.append(place)
            if len(found) == limit:
                break
    lines: list[str] = []
    for place in reversed(found):
        lines += _explained(told, place, seats)
    return lines


def _belongs(event: Event, topic: str | None, whose: frozenset[str]) -> bool:
    if isinstance(event, ev.PoolChanged):
        if not event.change or (whose and event.who not in whose):
            return False
        return topic is None or topic == event.pool or topic in CONTENT.investigators
    if isinstance(event, ev.DoomMoved):
        return topic == "doom"
    if isinstance(event, _GATES):
        return topic == "gates"
    if isinstance(event, ev.KnockedOut | ev.InvestigatorLost | ev.Defeated):
        return topic in CONTENT.investigators and event.who in whose
    return False


def _explained(told: Sequence[Told], place: int, seats: Sequence[str]) -> list[str]:
    """Return one change: when, what, by which rule, and what led to it."""
    turn, event = told[place]
    when = f"Turn {turn}: " if turn else ""
    lines = [f"{when}{sentence(event, seats)}{_by_rule(event.rule)}"]
    for reason in reasons(told, place):
        said = sentence(reason, seats)
        lines.append(f"  because: {said}{_by_rule(reason.rule, event.rule)}")
    return lines


def _by_rule(rule: str, but: str = "") -> str:
    if not rule or rule == but:
        return ""
    title = rule_title(rule)
    return f" [{rule}: {title}]" if title else f" [{rule}]"


def reasons(told: Sequence[Told], place: int) -> list[Event]:
    """Return what led to a change: rolls, cards and tables just before it, oldest first."""
    event = told[place][1]
    wanted = list(_wanted(event))
    who = getattr(event, "who", getattr(event, "by", None))
    found: list[Event] = []
    for back in range(place - 1, max(-1, place - 1 - LOOKED_BACK), -1):
        before = told[back][1]
        if isinstance(before, _BREAKS) or not wanted:
            break
        if isinstance(before, ev.PoolChanged) and before.who == who and _same_cause(before, event):
            break
        if not isinstance(before, tuple(wanted)):
            continue
        actors = {getattr(before, name, None) for name in ("who", "partner", "winner")} - {None}
        if actors and who is not None and who not in actors and not _for_all(before):
            continue
        if not _fits(before, event):
            continue
        found.append(before)
        wanted = [kind for kind in wanted if not isinstance(before, kind)]
        if isinstance(before, ev.SanityChecked):
            break
    return found[::-1]


def _wanted(event: Event) -> Iterable[type[Event]]:
    if isinstance(event, ev.PoolChanged | ev.DoomMoved):
        kind = event.cause.partition(":")[0]
        if isinstance(event, ev.PoolChanged) and kind == "monster" and event.pool == "sanity":
            return (ev.SanityChecked,)
        return _RESTS_ON.get(kind, (ev.CardUsed,))
    if isinstance(event, ev.GatePlaced):
        return (ev.GateRolled, ev.EventRolled)
    if isinstance(event, ev.GateDestroyed):
        return (ev.AttackRolled, ev.CardUsed)
    if isinstance(event, ev.GateTurnedUp):
        return (ev.SneakTried, ev.HitTaken)
    return ()


def _fits(before: Event, event: Event) -> bool:
    """Tell whether a roll is about the very monster, place or purpose of a change."""
    cause = str(getattr(event, "cause", ""))
    subject = cause.partition(":")[2]
    if isinstance(before, ev.SanityChecked | ev.HitTaken) and cause.startswith("monster:"):
        return before.monster == subject
    if isinstance(before, ev.AttackRolled):
        if isinstance(event, ev.GateDestroyed):
            return before.target == event.place
        return before.target == subject
    if isinstance(before, ev.EventRolled):
        return not cause.startswith("event:") or cause == f"event:{before.place}:{before.die}"
    if isinstance(before, ev.SkillChecked) and cause.startswith("event:"):
        return before.purpose == cause
    if isinstance(before, ev.GateRolled) and isinstance(event, ev.GatePlaced):
        return before.place == event.place
    return True


def _for_all(event: Event) -> bool:
    """Tell whether what happened to one explains changes of others: an auction, a stranding."""
    return isinstance(event, ev.LotClosed | ev.Stranded)


def _same_cause(before: ev.PoolChanged, event: Event) -> bool:
    return before.cause == getattr(event, "cause", None) and before.pool != "money"


def name_of(topic: str) -> str:
    """Return a topic as it is said: ``Doom``, ``the gates``, an investigator's name."""
    if topic in CONTENT.investigators:
        return names.person(topic)
    return {"doom": "Doom", "gates": "the gates"}.get(topic, topic)


__all__ = ["SHOWN", "TOPICS", "Told", "explain", "name_of", "reasons", "topic_of"]
