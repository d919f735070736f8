"""The group-commit writer: one task, one transaction for whatever is waiting.

Room: store. Imports SQLAlchemy, the standard library and its neighbours.

Every answer of every table passes here; on SQLite every other write as well, so that writers
never wait for each other's locks. A caller resumes only after the commit. The whole group is
tried at once; if anything in it fails by itself (a number that is taken, a name in use), the
group is rolled back and done again with a savepoint around each piece, so that one piece never
fails another. Work given to the writer must therefore bear being run twice.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from datetime import datetime, timedelta
from typing import Any, TypeVar

import msgspec
from sqlalchemy import bindparam, insert, text, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from arkham_bbs.store import schema
from arkham_bbs.store.engine import conflict_from, unavailable_from
from arkham_bbs.store.errors import Duplicate, SequenceTaken, StoreUnavailable
from arkham_bbs.store.refusing import Refusing
from arkham_bbs.store.retrying import Committing, cause_of, commit, once_more
from arkham_bbs.store.ways import Way

T = TypeVar("T")
Work = Callable[[AsyncConnection], Awaitable[Any]]
Row = dict[str, Any]

CHANNEL = "arkham_answers"
WORDS = "arkham_words"
_MOST_WAITING = 4096
_MOST_TOGETHER = 512
_ACTIVITY_EVERY = timedelta(seconds=30)

_INSERT_ANSWERS = insert(schema.answers)
_TOUCH_GAMES = (
    update(schema.games)
    .where(schema.games.c.id == bindparam("which"))
    .values(active_at=bindparam("moment"))
)
_NOTIFY = text("SELECT pg_notify(:channel, word) FROM unnest(CAST(:words AS text[])) AS word")


class StoreStatistics(msgspec.Struct, frozen=True, kw_only=True):
    """Figures of the writer since the start. Latencies in seconds, over the last 2,048 answers."""

    commits: int
    answers: int
    other_writes: int
    failures: int
    waiting: int
    largest_group: int
    answer_p50_s: float
    answer_p99_s: float


class _Job:
    """One piece of work and who waits for it. Either an answer's ``row`` or ``work``."""

    __slots__ = ("began", "done", "row", "work")

    def __init__(self, done: asyncio.Future[Any], row: Row | None, work: Work | None) -> None:
        self.began = time.perf_counter()
        self.done = done
        self.row = row
        self.work = work


class Writer:
    """Start with ``start``, stop with ``close``; ``append`` and ``run`` from any task between."""

    def __init__(self, way: Way, *, node: str, refusing: Refusing) -> None:
        self._way = way
        self._node = node
        self._refusing = refusing
        self._notify = way.is_postgresql
        self._queue: asyncio.Queue[_Job | None] = asyncio.Queue(_MOST_WAITING)
        self._task: asyncio.Task[None] | None = None
        self._closed = False
        self._finished = False
        self._active: dict[str, datetime] = {}
        self._latencies: deque[float] = deque(maxlen=2048)
        self._commits = 0
        self._answers = 0
        self._others = 0
        self._failures = 0
        self._largest = 0

    def start(self) -> None:
        self._task = asyncio.create_task(self._serve(), name="store-writer")

    async def close(self) -> None:
        """Commit what is waiting, refuse what comes later."""
        if self._closed:
            return
        self._closed = True
        if self._task is not None:
            await self._queue.put(None)
            await self._task

    async def append(self, row: Row) -> None:
        """Commit one row of ``answers``.

        Raises:
            SequenceTaken: the number is taken; nothing was saved.
            StoreUnavailable: the database cannot; nothing was saved.
        """
        await self._submit(row, None)

    async def run(self, work: Callable[[AsyncConnection], Awaitable[T]]) -> T:
        """Run ``work`` in the next group and return its result after the commit."""
        result: T = await self._submit(None, work)
        return result

    async def announce(self, game_id: str) -> None:
        """Tell other servers that something of a game changed that is not an answer.

        Raises:
            StoreUnavailable: the database cannot.
        """
        if self._notify:
            words = [f"{self._node} 0 {game_id}"]
            await self.run(
                lambda connection: connection.execute(_NOTIFY, {"channel": CHANNEL, "words": words})
            )

    async def tell(self, words: Sequence[str]) -> None:
        """Tell other servers words of at most 7,900 bytes each.

        Raises:
            StoreUnavailable: the database cannot.
        """
        if self._notify:
            told = [f"{self._node} {word}" for word in words]
            await self.run(
                lambda connection: connection.execute(_NOTIFY, {"channel": WORDS, "words": told})
            )

    def statistics(self) -> StoreStatistics:
        ordered = sorted(self._latencies) or [0.0]
        return StoreStatistics(
            commits=self._commits,
            answers=self._answers,
            other_writes=self._others,
            failures=self._failures,
            waiting=self._queue.qsize(),
            largest_group=self._largest,
            answer_p50_s=ordered[len(ordered) // 2],
            answer_p99_s=ordered[min(len(ordered) - 1, len(ordered) * 99 // 100)],
        )

    async def _submit(self, row: Row | None, work: Work | None) -> Any:
        if self._closed or self._task is None or self._task.done():
            raise StoreUnavailable("lost", why="the store is closed")
        done: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        # A full queue makes callers wait here: slower, but nothing is refused or grows.
        await self._queue.put(_Job(done, row, work))
        if self._finished:
            # The place became free because the writer emptied the queue for the last time.
            raise StoreUnavailable("lost", why="the store is closed")
        return await done

    async def _serve(self) -> None:
        group: list[_Job] = []
        try:
            closing = False
            while not closing:
                group = []
                job = await self._queue.get()
                while True:
                    if job is None:
                        closing = True
                    elif not job.done.done():
                        group.append(job)
                    if self._queue.empty() or len(group) >= _MOST_TOGETHER:
                        break
                    job = self._queue.get_nowait()
                if group:
                    await self._commit(group)
        finally:
            # Reached with work left only when the loop is torn down: nobody may wait for ever.
            self._closed = self._finished = True
            while not self._queue.empty():
                left = self._queue.get_nowait()
                if left is not None:
                    group.append(left)
            for job in group:
                _fail(job, StoreUnavailable("lost", why="the store is closed"))

    async def _commit(self, group: Sequence[_Job]) -> None:
        try:
            # On a new connection if the first turns out to be gone.
            outcomes = await self._way.whole(lambda: once_more(lambda: self._attempt(group)))
        except BaseException as error:
            if not isinstance(error, Exception):
                for job in group:
                    _fail(job, StoreUnavailable("lost", why="the store is closed"))
                raise
            cause = cause_of(error)
            trouble = unavailable_from(cause) or StoreUnavailable("lost", why=repr(cause))
            self._failures += 1
            self._refusing.refused(trouble, len(group))
            for job in group:
                # Trouble is one object per waiter: tracebacks must not pile up on a shared one.
                _fail(job, StoreUnavailable(trouble.code, **trouble.facts))
        else:
            self._settle(group, outcomes)

    async def _attempt(self, group: Sequence[_Job]) -> Sequence[Any]:
        """Commit the group, whole or else piece by piece."""
        try:
            return await self._together(group)
        except Committing as error:
            # A constraint checked at commit is one piece's fault; the rest is trouble.
            if not isinstance(error.__cause__, IntegrityError):
                raise
        except Exception as error:
            if unavailable_from(error) is not None:
                raise
        return await self._apart(group)

    async def _together(self, group: Sequence[_Job]) -> Sequence[Any]:
        rows = [job.row for job in group if job.row is not None]
        results: list[Any] = []
        async with self._way.connect() as connection:
            await connection.begin()
            if rows:
                await connection.execute(_INSERT_ANSWERS, rows)
                await self._tell(connection, rows)
            for job in group:
                results.append(None if job.work is None else await job.work(connection))
            await commit(connection)
        return results

    async def _apart(self, group: Sequence[_Job]) -> Sequence[Any]:
        outcomes: list[Any] = []
        rows: list[Row] = []
        async with self._way.connect() as connection:
            await connection.begin()
            for job in group:
                try:
                    async with connection.begin_nested():
                        if job.row is not None:
                            await connection.execute(_INSERT_ANSWERS, job.row)
                            rows.append(job.row)
                            outcomes.append(None)
                        elif job.work is not None:
                            outcomes.append(await job.work(connection))
                except Exception as error:
                    if unavailable_from(error) is not None:
                        raise
                    outcomes.append(_Refused(_reason(job, error)))
            if rows:
                await self._tell(connection, rows)
            await commit(connection)
        return outcomes

    async def _tell(self, connection: AsyncConnection, rows: Sequence[Row]) -> None:
        """Note activity of the games, and let the other servers know (delivered at commit)."""
        newest = {row["game_id"]: row for row in rows}
        stale: list[Row] = []
        for game_id, row in newest.items():
            before = self._active.get(game_id)
            if before is None or row["at"] - before >= _ACTIVITY_EVERY:
                stale.append({"which": game_id, "moment": row["at"]})
        if stale:
            if len(self._active) > 10_000:
                self._active.clear()
            # In one order everywhere: two servers must not lock the same games crosswise.
            stale.sort(key=lambda entry: str(entry["which"]))
            await connection.execute(_TOUCH_GAMES, stale)
            self._active.update((entry["which"], entry["moment"]) for entry in stale)
        if self._notify:
            words = [f"{self._node} {row['seq']} {game_id}" for game_id, row in newest.items()]
            await connection.execute(_NOTIFY, {"channel": CHANNEL, "words": words})

    def _settle(self, group: Sequence[_Job], outcomes: Sequence[Any]) -> None:
        now = time.perf_counter()
        self._refusing.taken()
        self._commits += 1
        self._largest = max(self._largest, len(group))
        for job, outcome in zip(group, outcomes, strict=True):
            if job.row is not None:
                self._answers += 1
                self._latencies.append(now - job.began)
            else:
                self._others += 1
            if isinstance(outcome, _Refused):
                _fail(job, outcome.error)
            elif not job.done.done():
                job.done.set_result(outcome)


class _Refused:
    """The outcome of a piece that failed by itself."""

    __slots__ = ("error",)

    def __init__(self, error: Exception) -> None:
        self.error = error


def _reason(job: _Job, error: Exception) -> Exception:
    if not isinstance(error, IntegrityError):
        return error
    conflict = conflict_from(error)
    if job.row is not None and isinstance(conflict, Duplicate):
        return SequenceTaken(job.row["game_id"], job.row["seq"])
    return conflict


def _fail(job: _Job, error: Exception) -> None:
    if not job.done.done():
        job.done.set_exception(error)
