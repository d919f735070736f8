"""A stored game played up to its last answer again: from its checkpoint, or an older one.

Room: lobby. Imports game and its neighbours here.

A checkpoint is written a while after the answer it stands behind. A taking back that reached over
the newest of them, and came just before the machine stopped, is found again from an older one.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator, Sequence
from typing import Any

import msgspec

from arkham_bbs.game.decisions import Answer, AnswerRefused
from arkham_bbs.lobby.engine import TAKE_BACK, Engine, HostedGame, take
from arkham_bbs.lobby.ledger import Ledger, standing
from arkham_bbs.lobby.mended import Told, ToldOtherwise


class TakenBackFurther(Exception):
    """A taking back reaches to before the checkpoint; an older one has to be tried."""


class Kept(msgspec.Struct, frozen=True):
    """A checkpoint behind answer ``seq``, and the answers since.

    ``live`` are those that count, ``last`` is the number of the last of all. ``told`` holds what
    was told of them, if the checkpoint was written under other rules.
    """

    seq: int
    blob: bytes
    live: list[Answer]
    last: int
    told: Told | None


async def kept_games(
    ledger: Ledger, engine: Engine, voided: Sequence[tuple[int, int]]
) -> AsyncIterator[Kept]:
    """Walk what the store has to take a game up from, the newest checkpoint first.

    Raises:
        StoreUnavailable: the store cannot now.
    """
    stored = await ledger.load()
    while stored is not None:
        seq, blob, answers = stored
        if any(low < seq < high for low, high in voided):
            # It was kept before the table went back further.
            stored = await ledger.load(before=seq)
            continue
        mended = engine.written_under(blob) != engine.rules_version
        yield Kept(
            seq=seq,
            blob=blob,
            live=standing(answers, voided),
            last=answers[-1].seq if answers else seq,
            told=Told(await ledger.told_since(seq - 1)) if mended else None,
        )
        stored = await ledger.load(before=seq)


def last_step(engine: Engine, kept: Kept) -> Kept:
    """Return the beginning of the last step before the end of ``kept``; itself if there is none."""
    found = kept
    try:
        for count, (game, answer, _) in enumerate(play_again(engine, kept)):
            if answer is None or count == len(kept.live):
                continue
            if answer.key.startswith(TAKE_BACK):
                # A step that was begun may be undone by it.
                found = kept
            elif game.checkpoint_seq == game.seq:
                found = msgspec.structs.replace(
                    kept, seq=answer.seq, blob=game.checkpoint, live=kept.live[count:]
                )
    except (AnswerRefused, ToldOtherwise, TakenBackFurther):
        return kept
    return found


def play_again(engine: Engine, kept: Kept) -> Iterator[tuple[HostedGame, Answer | None, Any]]:
    """Restore a game and play its answers; yield it, the answer and what that brought.

    The first time it comes without an answer, as it stood at the checkpoint.

    Raises:
        AnswerRefused: an answer does not fit the rules.
        ToldOtherwise: it brings something else than was told under other rules.
        TakenBackFurther: an older checkpoint is needed.
    """
    game = engine.restore(kept.blob)
    if kept.told is not None:
        kept.told.must_end_with(kept.seq, game.rerun)
    yield game, None, ()
    for answer in kept.live:
        try:
            events = take(game, answer)
        except AnswerRefused as refused:
            if answer.key.startswith(TAKE_BACK):
                raise TakenBackFurther from refused
            raise
        if kept.told is not None:
            kept.told.must_be(answer.seq, events)
        yield game, answer, events
