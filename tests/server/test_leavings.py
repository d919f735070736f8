"""What callers leave behind goes by itself: nothing of theirs waits for a search for garbage.

The search of everything holds the loop as long as there is much to look at, so a busy board sets
aside what has stayed (ops/garbage.py). That is right only while hung-up lines need no search.
"""

from __future__ import annotations

import asyncio
import json
import shutil
import signal
import sys

import asyncssh
import pytest

from tests.server.conftest import ServerProcess, StartServer, free_ports
from tests.web.conftest import HAS_ASSETS, WebCaller
from tests.wire.callers import PASSWORD, LineCaller, MudletLine, ScreenCaller, ssh_line

DRIVER = """
import asyncio, gc, json, signal, sys
from collections import Counter

from arkham_bbs import cli
from arkham_bbs.ops import garbage
from arkham_bbs.server import running


def tell():
    gc.set_debug(gc.DEBUG_SAVEALL)
    gc.collect()
    names = Counter(f"{type(one).__module__}.{type(one).__qualname__}" for one in gc.garbage)
    gc.set_debug(0)
    gc.garbage.clear()
    print("GARBAGE", json.dumps(names), flush=True)


def no_search():
    gc.collect()
    gc.disable()
    asyncio.get_running_loop().add_signal_handler(signal.SIGUSR1, tell)


running.search_the_young = no_search
garbage.LOOK_S = 3_600.0
sys.argv = ["arkham-bbs", "serve"]
sys.exit(cli.main())
"""
OURS = ("arkham_bbs.", "asyncssh.", "uvloop.")


async def garbage_of(server: ServerProcess) -> dict[str, int]:
    """Return how many objects of each type only a search would find, once nobody is left."""
    async with asyncio.timeout(30):
        while server.log.count('"line_closed"') < server.log.count('"line_open"'):  # noqa: ASYNC110
            await asyncio.sleep(0.05)
        # The last words of a line may take five seconds to be given up.
        await asyncio.sleep(6)
        before = server.out.count("GARBAGE")
        server.process.send_signal(signal.SIGUSR1)
        while server.out.count("GARBAGE") == before or server.out[-1] != "\n":  # noqa: ASYNC110
            await asyncio.sleep(0.02)
    found: dict[str, int] = json.loads(server.out.rpartition("GARBAGE ")[2])
    return found


@pytest.mark.skipif(shutil.which("ssh") is None, reason="OpenSSH is not installed")
async def test_who_hung_up_leaves_nothing_that_must_be_searched_for(
    start_server: StartServer,
) -> None:
    server = await start_server(command=[sys.executable, "-c", DRIVER])

    plays = await LineCaller.call(server.telnet_port)
    await plays.registers("Ann")
    await plays.types("create Fog", "Ann")
    await plays.settles()
    for line in ("1", "options", "map", "1", "log"):
        plays.send(line)
        await plays.settles()

    looks = ScreenCaller(await MudletLine.call(server.telnet_port))
    await looks.registers("Bob")
    for line in ("watch Fog", "map", "leave", "games", "who"):
        looks.types(line)
        await looks.settles()

    by_ssh = ScreenCaller(ssh_line(server.ssh_port))
    await by_ssh.sees("Your name:")
    by_ssh.types("Ann")
    await by_ssh.sees("Password:")
    by_ssh.types(PASSWORD)
    await by_ssh.sees("Fog", "Turn")
    for line in ("map", "1", "options"):
        by_ssh.types(line)
        await by_ssh.settles()

    turned_away = await asyncio.gather(
        *(
            asyncssh.connect(
                "127.0.0.1", server.ssh_port, username="Ann", password="no", known_hosts=None
            )
            for _ in range(2)
        ),
        return_exceptions=True,
    )
    assert all(isinstance(one, asyncssh.PermissionDenied) for one in turned_away)

    await plays.drops()
    await looks.close()
    await by_ssh.close()
    found = await garbage_of(server)
    assert {name: n for name, n in found.items() if name.startswith(OURS)} == {}


@pytest.mark.skipif(not HAS_ASSETS, reason="xterm.js is not here: the web door stays closed")
async def test_nor_does_who_closes_the_page(start_server: StartServer) -> None:
    (port,) = free_ports(1)
    server = await start_server(command=[sys.executable, "-c", DRIVER], web_port=port)
    plays = await WebCaller.call_port(port)
    await plays.registers("Cat")
    await plays.types("create Mist", "Turn")
    await plays.types("1")
    await plays.types("leave", "Lobby>")
    await plays.keys("quit\r")
    await plays.closes()
    stranger = await WebCaller.call_port(port)
    await stranger.sees("Your name:")
    await stranger.keys("quit\r")
    await stranger.closes()
    found = await garbage_of(server)
    assert {name: n for name, n in found.items() if name.startswith(OURS)} == {}
