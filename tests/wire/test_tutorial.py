"""The guided first turn, taken to its end over sockets on three terminals.

Issue 5 ("tutorial completed in 80-column, 40-column and linear terminals"). The learner types what
the guide advises and nothing else, then takes a name in the same session.
"""

from __future__ import annotations

import asyncio
import re
import shutil
from pathlib import Path

import pytest

from tests.wire.callers import PASSWORD, LineCaller, ScreenCaller, squeezed, ssh_line
from tests.wire.hall import Hall, hall

MOST = 20
"""Answers; two minutes are no more than that."""
NAWS_40 = b"\xff\xfb\x1f\xff\xfa\x1f\x00\x28\x00\x18\xff\xf0"
Learner = LineCaller | ScreenCaller


async def calls(here: Hall, terminal: str) -> Learner:
    """Call from one kind of terminal."""
    caller: Learner
    if terminal == "ansi-80":
        if shutil.which("ssh") is None:
            pytest.skip("OpenSSH's ssh is not installed here")
        caller = here.screen(ssh_line(here.board.ssh_port))
    elif terminal == "forty":
        caller = await here.call(here.board.telnet_port)
        caller.writer.write(NAWS_40)
    else:
        caller = await here.call(here.board.reader_port)
    await caller.sees("Your name:")
    return caller


async def types(caller: Learner, line: str, *wanted: str) -> None:
    """Type a line on either kind of terminal."""
    if isinstance(caller, ScreenCaller):
        caller.types(line)
    else:
        caller.send(line)
    await caller.sees(*wanted)


async def follows_the_guide(caller: Learner) -> list[str]:
    """Type what is advised until the turn is over; returns what was typed."""
    typed: list[str] = []
    async with asyncio.timeout(60):
        while True:
            await caller.settles()
            text = squeezed(caller.text)
            if "That was a whole turn" in text:
                return typed
            advice = text.rpartition("My advice:")[2].strip()
            if not advice or not text.endswith(">"):
                if text.endswith("[Y/n]"):
                    await types(caller, "yes")
                continue
            found = re.match(r"type ([\d ]+),", advice)
            typed.append(found[1] if found is not None else "")
            assert len(typed) <= MOST, caller.whole[-3000:]
            await types(caller, typed[-1])


@pytest.mark.parametrize("terminal", ["ansi-80", "forty", "linear"])
async def test_the_tutorial_is_completed_by_its_own_advice(tmp_path: Path, terminal: str) -> None:
    async with hall(tmp_path) as here:
        caller = await calls(here, terminal)
        await types(caller, "guest", "Lobby>")
        start = len(caller.raw)
        await types(caller, "tutorial", "your guide", "My advice:")
        typed = await follows_the_guide(caller)
        assert len(typed) >= 6
        await types(caller, "leave", "Back in the lobby.", "Lobby>")
        walked = caller.raw[start:]
        told = caller.whole if isinstance(caller, ScreenCaller) else caller.decode(walked)
        assert "Something broke" not in told
        assert "is killed by Joe Diamond" in squeezed(told)
        columns = 40 if terminal == "forty" else 80
        # A client that was not told to leave the echo to the board ends the prompt's row itself.
        told = re.sub(r"(?m)^(\w+> )", r"\1\n", told)
        assert not [row for row in told.split("\n") if len(row) > columns]
        if terminal == "ansi-80":
            assert b"\x1b[" in walked
        if terminal == "linear":
            assert b"\x1b" not in walked
            assert not set("│═■─╔") & set(walked.decode())
        # The guest takes a name and is the same caller.
        await types(caller, "register", "Name:")
        await types(caller, "Dora", "Password:")
        await types(caller, PASSWORD, "Once more:")
        await types(caller, PASSWORD, "Welcome to Arkham, Dora", "Lobby>")
        await types(caller, "who", "One caller is on the line", "Dora")
