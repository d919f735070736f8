"""A caller made of a terminal and a screen in memory, for the tests of this room."""

from __future__ import annotations

import asyncio

from arkham_bbs.terminal import PRESETS, Capabilities, Terminal
from arkham_bbs.terminal.listening import BURST_OVER_S, NOTICE_DROPPED
from arkham_bbs.terminal.recorder import Recorder

ANSI = PRESETS["ansi"]


class Caller:
    """A terminal, the screen it is shown on, and a clock that only the test moves."""

    def __init__(self, caps: Capabilities = ANSI) -> None:
        self.now = 0.0
        self.recorder = Recorder(caps.columns, caps.rows)
        self.terminal = Terminal(self.recorder, caps, clock=lambda: self.now)

    def ask(self, prompt: str = "> ", **wishes: object) -> asyncio.Task[str]:
        return asyncio.ensure_future(self.terminal.read_line(prompt, **wishes))  # type: ignore[arg-type]

    async def type(self, data: str | bytes) -> None:
        self.terminal.feed(data.encode() if isinstance(data, str) else data)
        await self.turn()

    async def sees_dropped(self, times: int, lines: int = 20) -> None:
        """Wait until the burst that lost lines is over and told, so many times in all."""
        await asyncio.sleep(BURST_OVER_S + 0.1)
        told = NOTICE_DROPPED.format(lines=lines).encode()
        assert bytes(self.recorder.sent).count(told) == times

    async def turn(self) -> None:
        for _ in range(4):
            await asyncio.sleep(0)
