"""A finished game, step by step: forward, back, to a turn, to a word, and at any speed.

Room: session. Imports lobby (to rebuild a position), store records and its neighbours here.
Source: issue 5 (replay in every terminal view).
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any, ClassVar

from arkham_bbs.game.decisions import Answer
from arkham_bbs.game.views import View
from arkham_bbs.session.board_words import gate_sentences, whereabouts
from arkham_bbs.session.commands import CommandTable
from arkham_bbs.session.parsing import parse_number, plain
from arkham_bbs.session.room import Room
from arkham_bbs.session.screens.townmap import map_lines
from arkham_bbs.session.told import status_sentence
from arkham_bbs.session.visit import Visit
from arkham_bbs.store.records import HistoryRecord
from arkham_bbs.terminal import Line

REPLAY: CommandTable[ReplayRoom] = CommandTable("the replay")

MOST_ENTRIES = 100_000


class ReplayRoom(Room):
    """A finished game being gone through.

    Attributes:
        steps: the game's answers that had something to tell, each with its entries.
        at: how many steps have been told.
    """

    commands: ClassVar[CommandTable[Any]] = REPLAY

    def __init__(self, visit: Visit, table_id: str, title: str) -> None:
        super().__init__(visit)
        self.table_id = table_id
        self.title = title
        self.steps: list[list[HistoryRecord]] = []
        self.at = 0

    def prompt(self) -> Line:
        """Return where in the game one is."""
        turn = self.steps[self.at - 1][-1].turn if self.at else 0
        return Line.of(f"Replay {self.at}/{len(self.steps)}, turn {turn}> ", "prompt")

    async def enter(self) -> None:
        """Read the log of the game and tell its first step."""
        entries = await self.visit.services.store.history.since(
            self.table_id, -1, limit=MOST_ENTRIES
        )
        self.steps = steps_of(entries)
        self.visit.heading(f"Replay: {self.title}")
        if not self.steps:
            self.visit.tell("Nothing of this game was written down. Type leave.")
            return
        self.visit.tell("Enter goes on; back, turn N, search WORD, play SECONDS, map, leave.")
        self.tell_step()

    def tell_step(self) -> None:
        """Tell the next step."""
        if self.at >= len(self.steps):
            self.visit.tell("That was the end of the game.")
            return
        for entry in self.steps[self.at]:
            self.visit.tell(entry.text)
        self.at += 1

    async def pressed_enter(self) -> None:
        """Go on by one step."""
        self.tell_step()


def steps_of(entries: Sequence[HistoryRecord]) -> list[list[HistoryRecord]]:
    """Group what was told by the answer that caused it, oldest first."""
    steps: list[list[HistoryRecord]] = []
    for entry in entries:
        if not entry.text:
            continue
        if steps and steps[-1][-1].seq == entry.seq:
            steps[-1].append(entry)
        else:
            steps.append([entry])
    return steps


@REPLAY.add("next", "n", group="Going through")
async def next_(room: ReplayRoom, text: str) -> None:
    """next [N]

    Go on by one step, or by as many as you say; Enter does the same.

    Example: next 5
    """
    for _ in range(min(parse_number(text) or 1, 200)):
        room.tell_step()
        if room.at >= len(room.steps):
            break


@REPLAY.add("back", "b", "previous", group="Going through")
async def back(room: ReplayRoom, text: str) -> None:
    """back [N]

    Go back by one step, or by as many as you say.

    Example: back 3
    """
    room.at = max(0, room.at - 1 - (parse_number(text) or 1))
    room.tell_step()


@REPLAY.add("turn", "t", "jump", "goto", group="Going through")
async def turn(room: ReplayRoom, text: str) -> None:
    """turn N

    Jump to the beginning of a turn.

    Example: turn 4
    """
    number = parse_number(text)
    for index, step in enumerate(room.steps):
        if number is not None and any(entry.turn >= number for entry in step):
            room.at = index
            room.tell_step()
            return
    last = room.steps[-1][-1].turn if room.steps else 0
    room.visit.tell(f"Turn {text or '?'}? The game has turns 1 to {last}.")


@REPLAY.add("search", "find", "/", group="Going through")
async def search(room: ReplayRoom, text: str) -> None:
    """search WORDS

    Go on to the next step that tells of something.

    Example: search elder sign
    """
    wanted = plain(text)
    if not wanted:
        room.visit.tell("Search for what?")
        return
    order = [*range(room.at, len(room.steps)), *range(0, room.at)]
    for index in order:
        if any(wanted in plain(entry.text) for entry in room.steps[index]):
            if index < room.at:
                room.visit.tell("(From the beginning again.)", style="dim")
            room.at = index
            room.tell_step()
            return
    room.visit.tell(f'Nothing in this game tells of "{text}".')


@REPLAY.add("play", "p", group="Going through")
async def play(room: ReplayRoom, text: str) -> None:
    """play [SECONDS]

    Let it run, a step every so many seconds; any key stops it.

    Example: play 2
    """
    try:
        pause_s = min(60.0, max(0.05, float(text))) if text else 2.0
    except ValueError:
        room.visit.tell("How many seconds a step? For example play 2, or play 0.5.")
        return
    room.visit.tell("Any key stops it.", style="dim")
    key = asyncio.ensure_future(room.visit.terminal.read_key())
    try:
        while room.at < len(room.steps):
            room.tell_step()
            done, _ = await asyncio.wait({key}, timeout=pause_s)
            if done:
                key.result()
                return
    finally:
        if not key.done():
            key.cancel()
            await asyncio.gather(key, return_exceptions=True)


async def position(room: ReplayRoom) -> View | None:
    """Rebuild the game as it stood after the last step told; None where that is not possible."""
    store = room.visit.services.store
    start = await store.checkpoints.at_or_before(room.table_id, 0)
    if start is None or not room.at:
        return None
    seq = room.steps[room.at - 1][-1].seq
    answers = [
        Answer(seq=one.seq, seat=one.seat, key=one.key, interjection=one.interjection)
        for one in await store.answers.since(room.table_id)
        if one.seq <= seq
    ]
    game = room.visit.services.lobby.floor.engine.resume(start.blob, answers)
    view: View = game.view(None)
    return view


@REPLAY.add("map", "m", group="Looking")
async def map_(room: ReplayRoom, text: str) -> None:
    """map

    Show the board as it stood at this step.

    Example: map
    """
    view = await position(room)
    if view is None:
        room.visit.tell("The board of this step is not to be had.")
        return
    room.visit.tell(status_sentence(view))
    if room.visit.is_linear:
        await room.visit.page(whereabouts(view))
    else:
        await room.visit.page(map_lines(view, room.visit.caps))


@REPLAY.add("gates", group="Looking")
async def gates(room: ReplayRoom, text: str) -> None:
    """gates

    List the gates as they stood at this step.

    Example: gates
    """
    view = await position(room)
    if view is not None:
        await room.visit.page(gate_sentences(view))


@REPLAY.add("help", "h", group="Looking")
async def help_(room: ReplayRoom, text: str) -> None:
    """help [COMMAND]

    List what can be typed here, or explain one command.

    Example: help search
    """
    await room.show_help(text)


@REPLAY.add("leave", "quit", "q", "exit", "lobby", group="Looking")
async def leave(room: ReplayRoom, text: str) -> None:
    """leave

    Back to the lobby.

    Example: leave
    """
    room.over = True
