"""One server in one process: from its settings to the exit status.

Room: composition. Imports config, ops and its neighbours here.
"""

from __future__ import annotations

import asyncio
import signal
import sys
from collections.abc import Callable
from contextlib import suppress

from arkham_bbs.config import Settings, SettingsError, load_settings
from arkham_bbs.ops.allocator import give_large_pieces_back
from arkham_bbs.ops.garbage import Search, search_the_young
from arkham_bbs.ops.logs import configure
from arkham_bbs.server.board import Server
from arkham_bbs.server.start_failed import StartFailed


async def _serve(settings: Settings, read: Callable[[], Settings]) -> int:
    server = Server(settings, read=read)
    loop = asyncio.get_running_loop()
    for number, reason in ((signal.SIGTERM, "SIGTERM"), (signal.SIGINT, "Ctrl-C")):
        loop.add_signal_handler(number, server.ask_to_stop, reason)
    # A terminal that closes must not take the board with it half-way.
    with suppress(AttributeError):
        loop.add_signal_handler(signal.SIGHUP, server.ask_to_stop, "SIGHUP")
    await server.start()
    search_the_young()
    garbage = Search(lambda: bool(server.switchboard.calls))
    searching = asyncio.create_task(garbage.look_now_and_then(), name="garbage")
    print(server.notice(), flush=True)
    await server.wait()
    searching.cancel()
    print(f"Closing ({server.reason}): callers are told and games are kept ...", flush=True)
    await server.stop()
    print("Closed.", flush=True)
    return 0


def run(settings: Settings, read: Callable[[], Settings] = load_settings) -> int:
    """Serve until told to stop. Returns the exit status of the process.

    ``read`` reads the settings again as they were read for this start (`settings reload`).
    """
    configure(settings.log_level, settings.log_format)
    give_large_pieces_back()
    try:
        with asyncio.Runner(loop_factory=_loop_factory()) as runner:
            return runner.run(_serve(settings, read))
    except SettingsError as error:
        print("A setting is wrong, so nothing was started:", file=sys.stderr)
        for problem in error.problems:
            print(f"  {problem}", file=sys.stderr)
        return 2
    except StartFailed as error:
        print(f"The board could not be opened. {error}", file=sys.stderr)
        return error.status


def _loop_factory() -> Callable[[], asyncio.AbstractEventLoop] | None:
    """Use uvloop where it exists; it helps plain sockets and changes nothing else."""
    try:
        import uvloop
    except ImportError:
        return None
    return uvloop.new_event_loop
