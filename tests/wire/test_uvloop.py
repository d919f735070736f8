"""The server runs on uvloop; what only shows there."""

from __future__ import annotations

import asyncio

import pytest

from arkham_bbs.terminal import Capabilities, Terminal


class BusyTransport:
    """A door that passes bytes on a moment later, as the doors do."""

    def __init__(self) -> None:
        self.sent = bytearray()
        self._held = 0

    def send(self, data: bytes) -> None:
        self.sent += data
        self._held += len(data)
        asyncio.get_running_loop().call_soon(self._pass_on)

    def _pass_on(self) -> None:
        self._held = 0

    def close(self) -> None:
        self._held = 0

    def pending(self) -> int:
        return self._held


def test_a_second_piece_does_not_wait_for_the_timer_of_the_first() -> None:
    uvloop = pytest.importorskip("uvloop", reason="uvloop is not installed here")

    async def talk() -> bytes:
        transport = BusyTransport()
        terminal = Terminal(transport, Capabilities())
        for word in ("one ", "two ", "three "):
            terminal.write_raw(word)
            for _ in range(4):  # turns of the loop, not time
                await asyncio.sleep(0)
        return bytes(transport.sent)

    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        assert runner.run(talk()) == b"one two three "
