"""Standing answers at a table: never ask me about arrows, skip everything optional, ask me again.

Room: session. Imports lobby and its neighbours here.
Source: USER_ASKS E13, issue 5.
"""

from __future__ import annotations

from arkham_bbs.lobby.standing import OPTIONAL
from arkham_bbs.session.parsing import (
    Candidate,
    Found,
    choose_several,
    join_words,
    not_understood,
    plain,
)
from arkham_bbs.session.table_doing import not_playing
from arkham_bbs.session.table_room import TABLE, TableRoom

_ALSO: dict[str, tuple[str, ...]] = {
    "arrow": ("arrow", "turning arrows", "headings"),
    "attack_spells": ("attack spell", "spells"),
    "bid": ("auctions", "bids", "bidding"),
    "buy": ("buying", "shop"),
    "buy_unsold": ("unsold", "leftovers"),
    "carry": ("carry",),
    "charity": ("alms",),
    "fast_talk": ("fast talk", "bargains"),
    "leave_power": ("seals", "powers"),
    "pass_monster": ("passing monsters",),
    "ride": ("lifts", "free rides"),
    "sell": ("sell", "selling"),
    "sneak_spell": ("sneak spell",),
    "spend_clue": ("spending clues",),
    "treat": ("hospital", "sanitarium"),
    "use": ("using cards", "use"),
}

_ALL = frozenset({"all", "all optional", "everything", "optional"})


def skip_candidates() -> list[Candidate]:
    """Return what can be skipped, by every name a caller may use."""
    return [Candidate(kind, (word, *_ALSO.get(kind, ()))) for kind, word in OPTIONAL.items()]


def skipped_sentence(kinds: tuple[str, ...]) -> str:
    """Return what is not asked any more."""
    if not kinds:
        return "You are asked about everything."
    if len(kinds) == len(OPTIONAL):
        return "You are asked about nothing optional. ask all undoes it."
    words = join_words([OPTIONAL[kind] for kind in kinds], "or")
    return f"You are not asked about {words}. ask undoes it."


def _read(room: TableRoom, text: str) -> tuple[str, ...] | None:
    """Read which kinds are meant; None after a sentence about what cannot be read."""
    visit = room.visit
    word = plain(text)
    if word in _ALL:
        return tuple(OPTIONAL)
    if word in ("this", "it", "these"):
        decision = room.decision
        if decision is not None and decision.kind in OPTIONAL:
            return (decision.kind,)
        visit.tell("What is asked now is not optional; it cannot be skipped.")
        return None
    found = choose_several(text, skip_candidates())
    if isinstance(found, tuple):
        return found
    if isinstance(found, Found):
        return (found.key,)
    visit.tell(not_understood(text, found), f"One of: {join_words(list(OPTIONAL.values()), 'or')}.")
    return None


@TABLE.add("skip", "never", group="Table", not_now=not_playing)
async def skip(room: TableRoom, text: str) -> None:
    """skip [THINGS | this | all]

    Never be asked about something optional again in this game: the harmless answer is given for
    you, also while you are away, and the log says so. Alone it tells what can be skipped.

    Example: skip arrows and sales
    """
    visit = room.visit
    standing = room.table.standing
    if not text:
        words = join_words(list(OPTIONAL.values()), "or")
        visit.tell(
            skipped_sentence(standing.of(visit.me)),
            f"You may skip {words}; this, for what is asked now; or all.",
        )
        return
    kinds = _read(room, text.removeprefix("ask me about ").removeprefix("ask me for "))
    if kinds is not None:
        visit.tell(skipped_sentence(await standing.set(visit.me, kinds, True)))


@TABLE.add("ask", group="Table", not_now=not_playing)
async def ask(room: TableRoom, text: str) -> None:
    """ask [THINGS | all]

    Be asked again about what you had skipped; alone it tells what that is.

    Example: ask arrows
    """
    visit = room.visit
    standing = room.table.standing
    if not text:
        visit.tell(skipped_sentence(standing.of(visit.me)))
        return
    kinds = _read(room, text)
    if kinds is not None:
        visit.tell(skipped_sentence(await standing.set(visit.me, kinds, False)))
