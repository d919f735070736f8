"""Random telnet streams by many hostile callers at once, for a time; then the figures.

Run it as scripts/fuzz-telnet. Each stream comes from a seed that is printed when it was the one
that broke something, so that it can be sent again. A calm caller asks all the while how long an
answer takes. The streams are those of tests/sysop/test_fuzz.py.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import sys
import time
from collections import Counter
from pathlib import Path

from scripts.hammered_server import Hammered, hammered, percentile
from scripts.soak import SoakCaller, Tally, TelnetLine
from tests.sysop.test_fuzz import stream

STAGE_S = 20.0
MORE_MIB = 8.0
MORE_DESCRIPTORS = 8
"""What may be more at the end than after the warm-up; a leak of a connection each is far more."""


async def throw(board: Hammered, seed: int) -> None:
    """Send one stream, in pieces, and end the line in any way."""
    dice = random.Random(seed)
    reader, writer = await asyncio.open_connection("127.0.0.1", board.telnet_port)
    reading = asyncio.create_task(reader.read())
    try:
        for piece in stream(dice):
            writer.write(piece)
            if dice.random() < 0.3:
                await asyncio.sleep(dice.random() * 0.02)
        if dice.random() < 0.3:
            await asyncio.sleep(dice.random())
        if dice.random() < 0.5:
            writer.transport.abort()
    except OSError:
        pass
    finally:
        reading.cancel()
        await asyncio.gather(reading, return_exceptions=True)
        writer.close()


async def hammer(board: Hammered, until: float, seeds: list[int], thrown: list[int]) -> None:
    while time.monotonic() < until:
        seed = seeds.pop()
        thrown.append(seed)
        try:
            await throw(board, seed)
        except OSError:
            await asyncio.sleep(0.05)


async def calm(board: Hammered, tally: Tally, until: float) -> None:
    """Ask once a second all the while."""
    caller = SoakCaller(board, tally, 0, random.Random(0), by_ssh=False)
    while time.monotonic() < until:
        if caller.line is None or caller.line.is_over:
            await caller.arrive()
        elif caller.line is not None:
            await caller.ask(caller.line)
        await asyncio.sleep(0.5)
    if caller.line is not None:
        caller.line.drop()


STAGES = {"unread": 35, "first bytes": 25, "welcome": 30, "lobby": 10}
"""How far a caller comes before the line drops, and how many in a hundred come so far."""


async def connect_and_drop(board: Hammered, stage: str) -> bool:
    """Call, come as far as a stage, and drop the line; say whether it came so far."""
    if stage in ("unread", "first bytes"):
        reader, writer = await asyncio.open_connection("127.0.0.1", board.telnet_port)
        try:
            if stage == "first bytes":
                await asyncio.wait_for(reader.read(64), STAGE_S)
        except TimeoutError:
            return False
        finally:
            writer.transport.abort()
        return True
    line = await TelnetLine.dial(board.telnet_port)
    try:
        came = await line.sees("Your name: ", STAGE_S)
        if came and stage == "lobby":
            line.send(b"guest\r")
            came = await line.sees("Lobby> ", STAGE_S)
        return came
    finally:
        line.drop()
        await asyncio.gather(line.reading, return_exceptions=True)


async def drop_cycles(options: argparse.Namespace) -> dict[str, object]:
    """Connect and drop again and again, at every stage of a call; memory must stay flat."""
    dice = random.Random(options.seed)
    async with hammered() as board:
        done = 0
        wrong: Counter[str] = Counter()
        refused: Counter[str] = Counter()

        async def cycle(count: int) -> None:
            nonlocal done
            for _ in range(count):
                done += 1
                stage = dice.choices(tuple(STAGES), tuple(STAGES.values()))[0]
                try:
                    if not await connect_and_drop(board, stage):
                        wrong[stage] += 1
                except OSError:
                    refused[stage] += 1
                    await asyncio.sleep(0.05)

        each = max(1, options.connects // options.at_once)
        await asyncio.gather(*(cycle(max(1, each // 5)) for _ in range(options.at_once)))
        first = await board.settle(60.0)
        board.samples.clear()
        watching = asyncio.create_task(board.watch(5.0, lambda _seen: f"{done} connects"))
        began = time.monotonic()
        await asyncio.gather(*(cycle(each) for _ in range(options.at_once)))
        took = time.monotonic() - began
        watching.cancel()
        await asyncio.gather(watching, return_exceptions=True)
        last = await board.settle(60.0)
        figures = await asyncio.to_thread(board.figures)
        report: dict[str, object] = {
            "connects": each * options.at_once,
            "per_second": round(each * options.at_once / took),
            "stages": STAGES,
            "wrong": dict(wrong),
            "not_connected": dict(refused),
            "faults": figures.get("arkham_faults_total", 0.0),
            "tracebacks": board.tracebacks,
            "memory_mib": {
                "first": first.resident_mib,
                "most": max(s.resident_mib for s in board.samples),
                "last": last.resident_mib,
                "slope_per_minute": round(board.slope_mib_per_minute(), 3),
            },
            "descriptors": {"first": first.descriptors, "last": last.descriptors},
            "sessions_left": last.sessions,
        }
    report["exit_status"] = board.process.returncode
    return report


async def fuzz(options: argparse.Namespace) -> dict[str, object]:
    """Run it and return the report."""
    tally, thrown = Tally(), []  # type: tuple[Tally, list[int]]
    dice = random.Random(options.seed)
    seeds = [dice.randrange(2**32) for _ in range(1_000_000)]
    async with hammered() as board:
        warm = time.monotonic() + 5
        await asyncio.gather(*(hammer(board, warm, seeds, thrown) for _ in range(options.at_once)))
        first = await board.settle()
        board.samples.clear()
        watching = asyncio.create_task(
            board.watch(max(1.0, options.seconds / 60), lambda _seen: f"{len(thrown)} streams")
        )
        until = time.monotonic() + options.seconds
        await asyncio.gather(
            calm(board, tally, until),
            *(hammer(board, until, seeds, thrown) for _ in range(options.at_once)),
        )
        watching.cancel()
        await asyncio.gather(watching, return_exceptions=True)
        figures = await asyncio.to_thread(board.figures)
        slope = board.slope_mib_per_minute()
        last = await board.settle(60.0)
        report: dict[str, object] = {
            "seconds": options.seconds,
            "streams": len(thrown),
            "seed": options.seed,
            "calm_caller_ms": {
                name: round(percentile(tally.latencies, share) * 1000, 1)
                for name, share in (("p50", 0.5), ("p95", 0.95), ("max", 1.0))
            },
            "wrong": dict(tally.wrong),
            "faults": figures.get("arkham_faults_total", 0.0),
            "tracebacks": board.tracebacks,
            "loop_blocked": figures.get("arkham_loop_blocked_total", 0.0),
            "memory_mib": {
                "first": first.resident_mib,
                "last": last.resident_mib,
                "slope_per_minute": round(slope, 3),
            },
            "descriptors": {"first": first.descriptors, "last": last.descriptors},
            "sessions_left": last.sessions,
            "dropped": {k: v for k, v in figures.items() if k.startswith("arkham_dropped_total")},
        }
    report["exit_status"] = board.process.returncode
    if report["faults"] or report["tracebacks"]:
        report["last_seeds"] = thrown[-options.at_once * 3 :]
        at = next((i for i, line in enumerate(board.log) if "Traceback" in line), 0)
        report["first_fault"] = board.log[max(0, at - 2) : at + 40]
    return report


def main() -> int:
    """Read the options, run, print."""
    parser = argparse.ArgumentParser(prog="scripts/fuzz-telnet", description=__doc__)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--connects", type=int, default=0, help="connect and drop so often instead")
    parser.add_argument("--at-once", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", type=Path, help="write the report there too")
    options = parser.parse_args()
    report = asyncio.run(drop_cycles(options) if options.connects else fuzz(options))
    text = json.dumps(report, indent=2)
    print(text)
    if options.json is not None:
        options.json.write_text(text + "\n", encoding="utf-8")
    memory, descriptors = report["memory_mib"], report["descriptors"]
    assert isinstance(memory, dict)
    assert isinstance(descriptors, dict)
    good = not (
        report["faults"]
        or report["tracebacks"]
        or report["sessions_left"]
        or report["wrong"]
        or memory["last"] > memory["first"] + MORE_MIB
        or descriptors["last"] > descriptors["first"] + MORE_DESCRIPTORS
    )
    print("GOOD" if good else "NOT GOOD", file=sys.stderr)
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
