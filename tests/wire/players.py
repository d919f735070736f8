"""People who play by what they read: numbered options, one of them picked, always something legal.

A player knows the screen and nothing else. Who is asked sees a name before the cursor; who waits
sees a bare `> `. When a line is not understood the player tries what the board suggests.
"""

from __future__ import annotations

import asyncio
import random
import re

from tests.wire.callers import LineCaller, LineGone, ScreenCaller, squeezed

PROMPT = re.compile(r"^(?P<who>[A-Z][\w .'’-]*)> $")
NUMBER = re.compile(r"(?:^|  )\s*(\d{1,3}) (?=\S)")
UNREAD = re.compile(r"\s+\d+ more:.*$")
"""What a full screen sets behind the first line of its log."""
OVER = "Type honour for the roll of honour"
NO_GAME = ("Lobby", "Table", "The end")
FALLBACKS = ("1", "none", "stay", "pass", "")
SEEN_ROWS = 12
"""How far above the prompt options are looked for on a screen."""


class Player:
    """Somebody at a table who answers when asked."""

    def __init__(self, name: str, caller: LineCaller | ScreenCaller, dice: random.Random) -> None:
        self.name = name
        self.caller = caller
        self.dice = dice
        self.answers = 0
        self._last = ""
        self._tries = 0

    # -- reading ----------------------------------------------------------------------------------
    @property
    def lines(self) -> list[str]:
        """What is looked at: the screen, or what came since the last line was sent."""
        if isinstance(self.caller, ScreenCaller):
            row = self.caller.screen.cursor.y
            return self.caller.rows[max(0, row - SEEN_ROWS) : row]
        return self.caller.text.split("\n")[:-1]

    @property
    def prompt(self) -> str:
        if isinstance(self.caller, ScreenCaller):
            return self.caller.prompt
        return self.caller.text.rpartition("\n")[2]

    @property
    def is_over(self) -> bool:
        return self.prompt == "The end> "

    @property
    def is_asked(self) -> bool:
        """Say whether the table, or the board, waits for this player."""
        found = PROMPT.match(self.prompt)
        if found is not None:
            return found["who"] not in NO_GAME
        return self.prompt.endswith(("[Y/n] ", "[y/N] ", "goes back --", "-- more --"))

    @property
    def question(self) -> str:
        """What is asked, from its first line to the first option, or who is waited for."""
        lines = [UNREAD.sub("", line) for line in self.lines if line.strip()]
        starts = [
            number
            for number, line in enumerate(lines)
            if line.startswith("Waiting for") or re.match(r"\s?1 \S", line)
        ]
        if not starts:
            return squeezed(" ".join(lines[-1:]))
        last = starts[-1]
        if lines[last].startswith("Waiting for"):
            return squeezed(" ".join(lines[last:]))
        first = last
        while first > 0 and not lines[first - 1].startswith("Turn "):
            first -= 1
            if lines[first].endswith(("?", ".", ":")) and first < last - 1:
                first += 1
                break
        return squeezed(" ".join(lines[first:last]))

    # -- answering --------------------------------------------------------------------------------
    async def settle(self, within_s: float = 3.0) -> None:
        """Wait until something has come and stopped coming."""
        await self.caller.settles(within_s=within_s)

    def choose(self) -> str:
        """Pick what to type: a number that is shown, now and then Enter."""
        if self.prompt.endswith("] "):
            return "yes"
        looked = "\n".join([*self.lines, self.prompt])
        if looked == self._last:
            self._tries += 1
            return FALLBACKS[(self._tries - 1) % len(FALLBACKS)]
        self._last, self._tries = looked, 0
        numbers = sorted({int(n) for line in self.lines for n in NUMBER.findall(line)})
        run = [n for place, n in enumerate(numbers, 1) if n == place]
        if not run or self.dice.random() < 0.2:
            return ""
        return str(self.dice.choice(run))

    async def answer(self) -> None:
        """Type something and read what comes of it."""
        typed = self.choose()
        if isinstance(self.caller, ScreenCaller):
            self.caller.types(typed)
        else:
            self.caller.send(typed)
        self.answers += 1
        await self.settle()


async def play(players: list[Player], *, most: int, within_s: float = 150.0) -> bool:
    """Let those who are asked answer, ``most`` lines at most; True when the game is over."""
    typed = 0
    async with asyncio.timeout(within_s):
        while typed < most:
            asked = [player for player in players if player.is_asked]
            for player in asked:
                await player.answer()
                typed += 1
            if all(player.is_over for player in players):
                return True
            for player in players:
                if player not in asked:
                    await player.settle(0.02)
    return False


__all__ = ["OVER", "LineGone", "Player", "play"]
