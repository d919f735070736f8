"""Measure the group-commit writer beside plain sqlite3 doing the same, in one run.

    python scripts/bench/store/bench.py [--seconds S] [--writers N] [--postgresql URL] [--json]

Absolute figures wander from machine to machine; the ratios hold. Each contender commits rows of
the ``answers`` table to a new file in the same directory, with WAL and synchronous=FULL, for the
same time, and the contenders take turns so that a busy minute hurts all of them alike.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import queue
import secrets
import sqlite3
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[3]))

from arkham_bbs.store import Store

_GAME: dict[str, Any] = {
    "title": "bench",
    "setup": {},
    "options": {},
    "pace": {},
    "table": {},
    "rules_version": "1",
    "seed": b"",
    "commitment": "",
    "host_id": None,
}
Figures = dict[str, float]


def _figures(latencies: list[float], took_s: float) -> Figures:
    ordered = sorted(latencies) or [0.0]
    return {
        "answers_per_s": round(len(latencies) / took_s),
        "p50_ms": round(ordered[len(ordered) // 2] * 1000, 2),
        "p99_ms": round(ordered[len(ordered) * 99 // 100] * 1000, 2),
        "worst_ms": round(ordered[-1] * 1000, 2),
    }


async def measure_store(url: str, writers: int, seconds: float, *, chat: bool = False) -> Figures:
    """Let writers append as fast as they are answered; ``chat``: others write and read too."""
    store = await Store.open(url)
    games = [(await store.games.create(**_GAME)).id for _ in range(writers)]
    latencies: list[float] = []
    until = time.perf_counter() + seconds

    async def play(game_id: str) -> None:
        seq = 0
        while (began := time.perf_counter()) < until:
            seq += 1
            await store.answers.append(game_id, seq, 0, "walk:s26")
            latencies.append(time.perf_counter() - began)

    async def talk(name: str) -> None:
        while time.perf_counter() < until:
            await store.chat.add("lobby", None, name, "It is quiet. Too quiet.")
            await store.chat.scrollback("lobby", 20)
            await asyncio.sleep(0.2)

    began = time.perf_counter()
    talkers = [talk(f"caller {n}") for n in range(10)] if chat else []
    await asyncio.gather(*(play(game_id) for game_id in games), *talkers)
    figures = _figures(latencies, time.perf_counter() - began)
    await store.close()
    return figures


def measure_plain_group(path: Path, writers: int, seconds: float) -> Figures:
    """The floor: one thread, sqlite3, whatever waits goes into one transaction."""
    connection = _plain_connection(path)
    waiting: queue.Queue[tuple[str, int, threading.Event] | None] = queue.Queue()
    latencies: list[float] = []
    until = time.perf_counter() + seconds

    def play(game_id: str) -> None:
        seq = 0
        while (began := time.perf_counter()) < until:
            seq += 1
            done = threading.Event()
            waiting.put((game_id, seq, done))
            done.wait()
            latencies.append(time.perf_counter() - began)

    threads = [threading.Thread(target=play, args=(f"g{n}",)) for n in range(writers)]
    began = time.perf_counter()
    for thread in threads:
        thread.start()
    while any(thread.is_alive() for thread in threads):
        try:
            group = [waiting.get(timeout=0.05)]
        except queue.Empty:
            continue
        while not waiting.empty():
            group.append(waiting.get_nowait())
        connection.execute("BEGIN IMMEDIATE")
        connection.executemany(_PLAIN_INSERT, [(row[0], row[1]) for row in group if row])
        connection.execute("COMMIT")
        for row in group:
            if row:
                row[2].set()
    figures = _figures(latencies, time.perf_counter() - began)
    connection.close()
    return figures


def measure_plain_single(path: Path, seconds: float) -> Figures:
    """One row a commit, no asyncio, no waiting: what the disk gives."""
    connection = _plain_connection(path)
    latencies: list[float] = []
    began = time.perf_counter()
    seq = 0
    while (start := time.perf_counter()) - began < seconds:
        seq += 1
        connection.execute("BEGIN IMMEDIATE")
        connection.execute(_PLAIN_INSERT, ("g", seq))
        connection.execute("COMMIT")
        latencies.append(time.perf_counter() - start)
    figures = _figures(latencies, time.perf_counter() - began)
    connection.close()
    return figures


_PLAIN_INSERT = "INSERT INTO answers VALUES (?, ?, 0, 'walk:s26', 0, '1926-10-31 21:00:00.000000')"


def _plain_connection(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute("PRAGMA synchronous=FULL")
    connection.execute(
        "CREATE TABLE answers (game_id VARCHAR(32) NOT NULL, seq INTEGER NOT NULL, "
        "seat INTEGER NOT NULL, key TEXT NOT NULL, interjection BOOLEAN NOT NULL, "
        "at DATETIME NOT NULL, PRIMARY KEY (game_id, seq)) WITHOUT ROWID"
    )
    return connection


async def measure_start(url: str) -> Figures:
    """Opening a new database, and one with nothing due, in milliseconds."""
    began = time.perf_counter()
    await (await Store.open(url)).close()
    first = time.perf_counter()
    await (await Store.open(url)).close()
    return {
        "first_ms": round((first - began) * 1000, 1),
        "second_ms": round((time.perf_counter() - first) * 1000, 1),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=3.0, help="per contender")
    parser.add_argument("--writers", type=int, default=20)
    parser.add_argument("--postgresql", help="URL of an empty database to measure as well")
    parser.add_argument("--directory", type=Path, help="where the files go (the disk matters)")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    writers, seconds = options.writers, options.seconds
    report: dict[str, Figures] = {}
    with tempfile.TemporaryDirectory(dir=options.directory) as name:

        def fresh() -> str:
            return f"{name}/{secrets.token_hex(4)}.db"

        report["start"] = asyncio.run(measure_start(f"sqlite:///{fresh()}"))
        report["plain sqlite3, one row a commit"] = measure_plain_single(Path(fresh()), seconds)
        report[f"plain sqlite3, group commit, {writers} threads"] = measure_plain_group(
            Path(fresh()), writers, seconds
        )
        for count in (1, writers, writers * 10):
            report[f"store, {count} tables"] = asyncio.run(
                measure_store(f"sqlite:///{fresh()}", count, seconds)
            )
        report[f"store, {writers} tables, 10 callers chatting"] = asyncio.run(
            measure_store(f"sqlite:///{fresh()}", writers, seconds, chat=True)
        )
        if options.postgresql:
            for count in (1, writers):
                report[f"store on PostgreSQL, {count} tables"] = asyncio.run(
                    measure_store(options.postgresql, count, seconds)
                )
    floor = report[f"plain sqlite3, group commit, {writers} threads"]["answers_per_s"]
    for figures in report.values():
        if "answers_per_s" in figures:
            figures["of_plain_group"] = round(figures["answers_per_s"] / floor, 2)
    if options.json:
        print(json.dumps(report, indent=2))
        return
    for name, figures in report.items():
        print(f"{name:48}", "  ".join(f"{key} {value:g}" for key, value in figures.items()))


if __name__ == "__main__":
    main()
