"""What a table decides together: taking back, votes, pausing, giving up, and the clock.

Room: session. Imports lobby and its neighbours here.
Source: DESIGN.md section 5, USER_ASKS E4, E7, F8.
"""

from __future__ import annotations

import asyncio

from arkham_bbs.lobby.votes import SECRET, Vote
from arkham_bbs.session.asked import Choice
from arkham_bbs.session.notices import VOTE_WORDS, vote_title
from arkham_bbs.session.parsing import (
    Candidate,
    Found,
    choose,
    not_understood,
    parse_yes_no,
    plain,
)
from arkham_bbs.session.refusals import format_clock, lobby_sentence
from arkham_bbs.session.screens.question import Question
from arkham_bbs.session.table_doing import not_playing, not_seated, refuses_words
from arkham_bbs.session.table_looking import not_begun
from arkham_bbs.session.table_room import TABLE, TableRoom


def _not_in_play(room: TableRoom) -> str | None:
    if room.table.is_over:
        return lobby_sentence("game-over", {})
    return not_playing(room)


@TABLE.add("takeback", "undo", group="Table", not_now=not_playing)
async def takeback(room: TableRoom, text: str) -> None:
    """takeback

    Take back your last answer: at once while no die has been rolled and nothing shown since,
    otherwise by everybody's vote.

    Example: takeback
    """
    if refuses_words(room, text, "takeback alone, to take back your own last answer"):
        return
    vote = await room.table.voting.propose(room.visit.me, "takeback")
    if vote is not None:
        room.visit.tell("Something has been seen since; the others are asked.")


async def _asked_voice(room: TableRoom, vote: Vote, choices: list[Candidate]) -> str | None:
    """Ask for a voice as long as the vote is open; None when none is given."""
    visit, screen = room.visit, room.screen
    about = vote_title(vote.kind, vote.by)
    names_who = vote.kind not in (*SECRET, "takeback", "clock")
    title = f"Vote on {about}{f', {vote.by} asks' if names_who else ''}:"
    words = ", ".join(f"{number} {choice.key}" for number, choice in enumerate(choices, 1))
    if screen.is_open:
        rows = [Choice(c.key, number, c.shown, ()) for number, c in enumerate(choices, 1)]
        screen.aside = Question(title, rows, hint="Enter alone: no voice yet")
        screen.paint()
    else:
        visit.tell(title)
    question = f"Vote: {words} (Enter: none yet)"
    asking = asyncio.ensure_future(visit.ask_one(question, choices, listed=not screen.is_open))
    closing = asyncio.ensure_future(room.table.voting.closed(vote.vote))
    try:
        await asyncio.wait({asking, closing}, return_when="FIRST_COMPLETED")
        if asking.done():
            return asking.result()
        await visit.hearing.catch_up()
        visit.tell(lobby_sentence("no-such-vote", {}))
        return None
    finally:
        for task in (asking, closing):
            task.cancel()
        await asyncio.gather(asking, closing, return_exceptions=True)
        screen.aside = None
        screen.paint()


@TABLE.add("vote", "v", group="Table", not_now=not_seated)
async def vote(room: TableRoom, text: str) -> None:
    """vote [CHOICE]

    Say what you want in the open vote; alone it shows what is being voted on. vote withdraw takes
    back what you have proposed yourself.

    Example: vote yes
    """
    visit = room.visit
    if plain(text) == "withdraw":
        await _withdraw(room)
        return
    votes = room.table.voting.open_for(visit.me) or tuple(
        one for one in room.table.voting.votes if room.seat in one.voters
    )
    if not votes:
        visit.tell("Nothing is being voted on.")
        return
    one = votes[0]
    choices = [
        Candidate(choice, (VOTE_WORDS.get(choice, choice), choice)) for choice in one.choices
    ]
    if not text:
        chosen = await _asked_voice(room, one, choices)
    else:
        said = parse_yes_no(text)
        word = {True: "yes", False: "no", None: text}[said] if "yes" in one.choices else text
        found = choose(word, choices)
        if not isinstance(found, Found):
            visit.tell(not_understood(text, found))
            return
        chosen = found.key
    if chosen is not None:
        await room.table.voting.cast(visit.me, one.vote, chosen)
        visit.tell(f"Your voice: {VOTE_WORDS.get(chosen, chosen)}.")


async def _withdraw(room: TableRoom) -> None:
    """Take back the newest motion of one's own; the others are told that the vote is closed."""
    visit, voting = room.visit, room.table.voting
    own = [one for one in voting.votes if one.by == visit.handle]
    if not own:
        visit.tell("Nothing of yours is being voted on.")
        return
    await voting.withdraw(visit.me, own[-1].vote)
    visit.tell(f"You take back what you proposed: {vote_title(own[-1].kind)}.")


@TABLE.add("pause", group="Table", not_now=not_playing)
async def pause(room: TableRoom, text: str) -> None:
    """pause

    Propose a pause: clocks stand still until somebody types unpause.

    Example: pause
    """
    if refuses_words(room, text, "pause alone, to propose a pause"):
        return
    if room.table.status in ("paused", "adjourned"):
        await room.table.resume(room.visit.me)
        return
    await _propose(room, "pause")


@TABLE.add("unpause", "continue", group="Table", not_now=not_playing)
async def unpause(room: TableRoom, text: str) -> None:
    """unpause

    Take a paused or adjourned game up again.

    Example: unpause
    """
    if room.table.status not in ("paused", "adjourned"):
        room.visit.tell("The game is going on already.")
        return
    await room.table.resume(room.visit.me)


async def _propose(room: TableRoom, kind: str) -> None:
    vote = await room.table.voting.propose(room.visit.me, kind)  # type: ignore[arg-type]
    if vote is not None:
        room.visit.tell("It is proposed; the others are asked. vote withdraw takes it back.")


@TABLE.add("adjourn", group="Table", not_now=not_playing)
async def adjourn(room: TableRoom, text: str) -> None:
    """adjourn

    Propose to stop for today; every seat is kept and anybody of you can take the game up again.

    Example: adjourn
    """
    if not refuses_words(room, text, "adjourn alone, to propose to stop for today"):
        await _propose(room, "adjourn")


@TABLE.add("concede", group="Table", not_now=_not_in_play)
async def concede(room: TableRoom, text: str) -> None:
    """concede

    Propose to give the game up; who votes what stays secret, and so does a wish that fails.

    Example: concede
    """
    if refuses_words(room, text, "concede alone, to propose giving the game up"):
        return
    if await room.visit.ask_yes_no("Propose to give the whole game up?", default=False):
        await _propose(room, "end")


_STILL = {
    "paused": "the game is put away",
    "nobody-here": "nobody of the table is on the line",
    "grace": "the line has only just dropped",
    "vote": "the table votes on it",
    "autopilot": "the autopilot answers",
}
"""Why a clock does not run."""


@TABLE.add("clock", group="Table", not_now=not_begun)
async def clock(room: TableRoom, text: str) -> None:
    """clock

    Tell how much time the open decision has left, and what happens when it is over.

    Example: clock
    """
    shown = room.table.clock()
    rule = VOTE_WORDS.get(room.table.spec.end_rule, room.table.spec.end_rule)
    if shown is None:
        room.visit.tell("No clock runs.")
        return
    if shown.stopped == "alone":
        room.visit.tell("No clock runs: whoever plays alone has all the time there is.")
        return
    why = _STILL.get(shown.stopped, shown.stopped)
    stopped = f" It stands still: {why}." if shown.stopped else ""
    room.visit.tell(
        f"Left: {format_clock(shown.left_s)} for {room.waiting_text()}.{stopped}",
        f"When it is over the table votes; without a vote: {rule}.",
    )
