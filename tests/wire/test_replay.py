"""A game played to its end over sockets, and gone through again: the replay is the log.

Issue 5 ("replay of a finished game equals its log"). Who plays reads lines of 80 columns, who else
plays uses a screen reader; each steps through the replay in that terminal.
"""

from __future__ import annotations

import asyncio
import random
import re
from pathlib import Path

from tests.wire.callers import PASSWORD, LineCaller, squeezed
from tests.wire.company import seed_of
from tests.wire.followed import Followed
from tests.wire.hall import HANDLES, OPTIONS, TITLE, hall

NUMBER = 30
"""A game that is lost early by dice alone; any other is only longer."""
LOG = 400
"""More lines than the game has."""


async def reads(caller: LineCaller, line: str, prompt: str) -> str:
    """Type a line, turn every page, and return what came before the prompt, on one line."""
    caller.send(line)
    told = ""
    async with asyncio.timeout(30):
        while True:
            await caller.read_some()
            last = caller.text.rstrip("\n").rpartition("\n")[2]
            if last.strip().startswith("-- more"):
                told += caller.text.rpartition("\n")[0] + "\n"
                caller.send("")
            elif re.search(prompt, last):
                told += caller.text.rpartition("\n")[0]
                return squeezed(told.replace(line, "", 1))


async def test_the_replay_of_a_finished_game_is_its_log(tmp_path: Path) -> None:
    async with hall(tmp_path, NUMBER) as here:
        ann = await here.newcomer("Ann")
        bob = await here.call(here.board.reader_port)
        await bob.registers("Bob", PASSWORD)
        await ann.types(f"create {TITLE} seats=2 each=1", "Table>")
        await bob.types(f"join {TITLE}", "Table>")
        await ann.sees("Bob")
        followed = Followed(HANDLES, seed_of(NUMBER), OPTIONS)
        followed.callers = [ann, bob]
        for caller in followed.callers:
            caller.forget()
        ann.send("start")
        await followed.all_see()
        opening = followed.game.take_events()
        steps = [opening]
        dice = random.Random(NUMBER)
        while (decision := followed.decision) is not None:
            events = await followed.answer(dice.choice(decision.keys()))
            # An answer that brings nothing to tell (no bid, no trade) is no step.
            steps += [events] if events else []
        told = [squeezed(" ".join(followed.told(events))) for events in steps]
        for caller in (ann, bob):
            await caller.sees_end("The end> ")
            log = await reads(caller, f"log {LOG}", r"^The end> $")
            assert " ".join(told) in log
            await caller.types("leave", "Lobby>")
            caller.send(f"replay {TITLE}")
            replayed = []
            for number in range(1, len(steps) + 1):
                prompt = f"Replay {number}/{len(steps)}, turn"
                read = squeezed(await caller.sees(prompt)).partition(prompt)[0]
                replayed.append(read.rpartition("play SECONDS, map, leave.")[2].strip())
                caller.send("")
            await caller.sees("That was the end of the game.", f"Replay {len(steps)}/")
            assert replayed == told
            await caller.types("leave", "Lobby>")
            # What play has brought is found by its name in the list of commands.
            await caller.types("?", "achievements", "Lobby>")
            held = (
                "* To the End of the Night" if caller is ann else "To the End of the Night, yours"
            )
            async with asyncio.timeout(30):  # entered behind the game, when the board has time
                while held not in squeezed(await caller.types("achievements", "of 15.", "Lobby>")):
                    pass
            await caller.types("profile", "To the End of the Night", "Lobby>")
            assert "Something broke" not in caller.whole
