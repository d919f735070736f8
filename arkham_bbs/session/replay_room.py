"""A finished game, step by step: forward, back, to a turn, to a word, and at any speed.

Room: session. Imports lobby (the replay itself) and its neighbours here.
"""

from __future__ import annotations

import asyncio
from typing import Any, ClassVar

from arkham_bbs.game.views import View
from arkham_bbs.lobby import LobbyRefused
from arkham_bbs.lobby.replay import Replay, Step
from arkham_bbs.session import onward
from arkham_bbs.session.board_words import gate_sentences, whereabouts
from arkham_bbs.session.commands import CommandTable
from arkham_bbs.session.exporting import show_export
from arkham_bbs.session.parsing import parse_number
from arkham_bbs.session.room import Room
from arkham_bbs.session.screens import gates_panel, map_lines
from arkham_bbs.session.told import status_sentence
from arkham_bbs.session.visit import Visit
from arkham_bbs.terminal import Line

REPLAY: CommandTable[ReplayRoom] = CommandTable("the replay")


class ReplayRoom(Room):
    """A finished game being gone through; ``game`` is the lobby's replay, opened on entering."""

    commands: ClassVar[CommandTable[Any]] = REPLAY

    def __init__(self, visit: Visit, table_id: str, title: str) -> None:
        super().__init__(visit)
        self.table_id = table_id
        self.title = title
        self.game: Replay | None = None

    def prompt(self) -> Line:
        """Return where in the game one is."""
        here = self.game.here if self.game is not None else None
        count = len(self.game.steps) if self.game is not None else 0
        at, turn = (here.index + 1, here.turn) if here is not None else (0, 0)
        return Line.of(f"Replay {at}/{count}, turn {turn}> ", "prompt")

    async def enter(self) -> None:
        """Open the game and tell its first step."""
        lobby = self.visit.services.lobby
        try:
            self.game = await lobby.replay(self.table_id, self.visit.me)
        except LobbyRefused:
            self.over = True
            raise
        self.visit.heading(f"Replay: {self.title}")
        if not self.game.steps:
            self.visit.tell("Nothing of this game was written down. Type leave.")
            return
        self.visit.tell("Enter goes on; back, turn N, search WORD, play SECONDS, map, leave.")
        self.tell_step(self.game.next())

    def tell_step(self, step: Step | None) -> None:
        """Tell a step; None is the end of the game."""
        if step is None:
            self.visit.tell("That was the end of the game. back goes back, leave leaves.")
            return
        if step.went_back:
            self.visit.tell("(Here the table went back.)", style="dim")
        self.visit.tell(*step.sentences)

    async def pressed_enter(self) -> None:
        """Go on by one step."""
        self.tell_step(the_game(self).next())


def _not_open(room: ReplayRoom) -> str | None:
    return None if room.game is not None else "The game could not be opened. Type leave."


def the_game(room: ReplayRoom) -> Replay:
    """Return the open replay; only for commands guarded by ``_not_open``."""
    if room.game is None:
        raise RuntimeError("no replay")
    return room.game


def _board_here(room: ReplayRoom) -> View | None:
    """Return the board as it stood at this step; None after a sentence that it is not to be had."""
    view: View | None = the_game(room).view()
    if view is None:
        room.visit.tell(
            "This game was begun under an earlier version of the rules, and by today's it would "
            "have gone another way: its telling goes on, its board stays away. rules mended tells "
            "what has changed."
            if the_game(room).is_mended
            else "The board of this step is not to be had."
        )
    return view


@REPLAY.add("next", "n", group="Going through", not_now=_not_open)
async def next_(room: ReplayRoom, text: str) -> None:
    """next [N]

    Go on by one step, or by as many as you say; Enter does the same.

    Example: next 5
    """
    for _ in range(min(parse_number(text) or 1, 200)):
        step = the_game(room).next()
        room.tell_step(step)
        if step is None:
            break


@REPLAY.add("back", "b", "previous", group="Going through", not_now=_not_open)
async def back(room: ReplayRoom, text: str) -> None:
    """back [N]

    Go back by one step, or by as many as you say.

    Example: back 3
    """
    game = the_game(room)
    step = game.to(game.index - (parse_number(text) or 1))
    room.tell_step(step)


@REPLAY.add("turn", "t", "jump", "goto", group="Going through", not_now=_not_open)
async def turn(room: ReplayRoom, text: str) -> None:
    """turn N

    Jump to the beginning of a turn.

    Example: turn 4
    """
    game, number = the_game(room), parse_number(text)
    step = game.jump(number) if number is not None else None
    if step is None:
        turns = game.turns()
        room.visit.tell(f"Turn {text or '?'}? The game has turns {turns[0]} to {turns[-1]}.")
        return
    room.tell_step(step)


@REPLAY.add("search", "find", "/", group="Going through", not_now=_not_open)
async def search(room: ReplayRoom, text: str) -> None:
    """search WORDS

    Go on to the next step that tells of something.

    Example: search elder sign
    """
    if not text:
        room.visit.tell("Search for what?")
        return
    game = the_game(room)
    found = game.search(text, limit=10_000)
    if not found:
        room.visit.tell(f'Nothing in this game tells of "{text}".')
        return
    later = [step for step in found if step.index > game.index]
    if not later:
        room.visit.tell("(From the beginning again.)", style="dim")
    room.tell_step(game.to((later or list(found))[0].index))


@REPLAY.add("play", "p", group="Going through", not_now=_not_open)
async def play(room: ReplayRoom, text: str) -> None:
    """play [SECONDS]

    Let it run, a step every so many seconds; any key stops it. A letter is kept: it begins what
    you type next.

    Example: play 2
    """
    try:
        wanted_s = float(text) if text else 2.0
    except ValueError:
        room.visit.tell("How many seconds a step? For example play 2, or play 0.5.")
        return
    if not wanted_s > 0:
        room.visit.tell(
            "A step takes some time: more than 0 seconds. For example play 2, or play 0.5."
        )
        return
    pause_s = min(60.0, max(0.05, wanted_s))
    room.visit.tell("Any key stops it.", style="dim")
    terminal = room.visit.terminal
    key = asyncio.ensure_future(terminal.read_key())
    try:
        while (step := the_game(room).next()) is not None:
            room.tell_step(step)
            done, _ = await asyncio.wait({key}, timeout=pause_s)
            if done:
                pressed = key.result()
                # As in the pager: a letter begins the next line, but for a q that stands alone.
                is_word = bool(pressed.text.strip())
                if is_word and (pressed.text not in ("q", "Q") or terminal.has_more_text()):
                    terminal.unread(pressed)
                return
        room.tell_step(None)
    finally:
        if not key.done():
            key.cancel()
            await asyncio.gather(key, return_exceptions=True)


@REPLAY.add("map", "m", group="Looking", not_now=_not_open)
async def map_(room: ReplayRoom, text: str) -> None:
    """map

    Show the board as it stood at this step.

    Example: map
    """
    view = _board_here(room)
    if view is None:
        return
    room.visit.tell(status_sentence(view))
    if room.visit.is_linear:
        await room.visit.page(whereabouts(view))
    else:
        await room.visit.page(map_lines(view, room.visit.caps))


@REPLAY.add("gates", group="Looking", not_now=_not_open)
async def gates(room: ReplayRoom, text: str) -> None:
    """gates

    List the gates as they stood at this step.

    Example: gates
    """
    view = _board_here(room)
    if view is None:
        return
    if room.visit.is_linear:
        await room.visit.page(gate_sentences(view))
    else:
        await room.visit.page(gates_panel(view, max(20, room.visit.caps.columns - 1)))


@REPLAY.add("export", group="Looking", not_now=_not_open)
async def export(room: ReplayRoom, text: str) -> None:
    """export [report]

    Show the whole game as JSON to copy and check, or as a report to read.

    Example: export report
    """
    game = the_game(room)
    if text.casefold().startswith("r"):
        lines: list[Line] = []
        for row in game.as_text().split("\n"):
            # What stands in stays in when it goes on in the next row.
            indent = row[: len(row) - len(row.lstrip())]
            lines += room.visit.rows(row, indent=f"{indent}  " if indent else "")
        await room.visit.page(lines)
    else:
        await show_export(room.visit, room.table_id, game.as_json())


onward.register_on(REPLAY, "Looking")


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
