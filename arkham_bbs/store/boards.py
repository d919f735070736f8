"""Message boards: boards, threads, posts, and what is new to whom.

Room: store. Imports SQLAlchemy and its neighbours.

A post is new to an account when its id lies above the account's mark in the thread and above its
mark in the board, and somebody else wrote it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import ColumnElement, and_, func, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from arkham_bbs.store import schema
from arkham_bbs.store.errors import Duplicate, Missing
from arkham_bbs.store.marks import mark_of, mark_read
from arkham_bbs.store.records import BoardRecord, PostRecord, ThreadRecord
from arkham_bbs.store.repository import Repository, columns_of

_BOARD_FIELDS = frozenset({"name", "title", "description", "write_role", "position", "archived"})


class Boards(Repository):
    """The message boards."""

    _b = schema.boards
    _t = schema.threads
    _p = schema.posts
    _board_columns = columns_of(BoardRecord, schema.boards)
    _post_columns = columns_of(PostRecord, schema.posts)

    async def create(
        self,
        name: str,
        title: str,
        description: str = "",
        *,
        write_role: str = "caller",
        position: int = 0,
    ) -> BoardRecord:
        """Raises Duplicate "exists" when the name is in use."""
        return await self._added(
            BoardRecord,
            self._b.insert()
            .values(
                name=name,
                title=title,
                description=description,
                write_role=write_role,
                position=position,
                archived=False,
            )
            .returning(*self._board_columns),
        )

    async def update(self, board_id: int, **fields: Any) -> BoardRecord:
        unknown = sorted(set(fields) - _BOARD_FIELDS)
        if unknown or not fields:
            raise ValueError(f"not a field of a board that may change: {unknown}")
        changed = await self._put(
            BoardRecord,
            update(self._b)
            .where(self._b.c.id == board_id)
            .values(**fields)
            .returning(*self._board_columns),
        )
        if changed is None:
            raise Missing("missing", board=board_id)
        return changed

    async def list(self, *, archived: bool = False) -> Sequence[BoardRecord]:
        """List boards in their order; archived ones only when asked for."""
        statement = select(*self._board_columns).order_by(self._b.c.position, self._b.c.id)
        if not archived:
            statement = statement.where(self._b.c.archived.is_(False))
        return await self._all(BoardRecord, statement)

    async def begin_thread(
        self, board_id: int, account_id: int | None, name: str, title: str, body: str
    ) -> tuple[ThreadRecord, PostRecord]:
        """Raises Missing when the board is gone."""
        now = self._now()

        async def work(connection: AsyncConnection) -> tuple[int, PostRecord]:
            thread_id = (
                await connection.execute(
                    self._t.insert()
                    .values(
                        board_id=board_id,
                        title=title,
                        account_id=account_id,
                        name=name,
                        created_at=now,
                        last_post_at=now,
                        locked=False,
                        pinned=False,
                    )
                    .returning(self._t.c.id)
                )
            ).scalar_one()
            return thread_id, await self._post(connection, thread_id, account_id, name, body)

        thread_id, post = await self._database.write(work)
        thread = await self.thread(thread_id, account_id)
        if thread is None:
            raise Missing("missing", thread=thread_id)
        return thread, post

    async def reply(
        self, thread_id: int, account_id: int | None, name: str, body: str
    ) -> PostRecord:
        """Raises Missing when the thread is gone, Duplicate "locked" when it is closed."""

        async def work(connection: AsyncConnection) -> PostRecord:
            found = (
                await connection.execute(
                    update(self._t)
                    .where(self._t.c.id == thread_id)
                    .values(last_post_at=self._now())
                    .returning(self._t.c.locked)
                )
            ).first()
            if found is None:
                raise Missing("missing", thread=thread_id)
            if found[0]:
                raise Duplicate("locked", thread=thread_id)
            return await self._post(connection, thread_id, account_id, name, body)

        return await self._database.write(work)

    async def threads(
        self, board_id: int, account_id: int | None = None, *, limit: int = 50, offset: int = 0
    ) -> Sequence[ThreadRecord]:
        """List threads, pinned ones first, then by newest post, newest first."""
        return await self._all(
            ThreadRecord,
            self._threads(account_id)
            .where(self._t.c.board_id == board_id)
            .order_by(self._t.c.pinned.desc(), self._t.c.last_post_at.desc(), self._t.c.id.desc())
            .limit(limit)
            .offset(offset),
        )

    async def thread(self, thread_id: int, account_id: int | None = None) -> ThreadRecord | None:
        return await self._one(
            ThreadRecord, self._threads(account_id).where(self._t.c.id == thread_id)
        )

    async def posts(
        self, thread_id: int, *, after: int = 0, limit: int = 100, hidden: bool = False
    ) -> Sequence[PostRecord]:
        """Return posts with ids above ``after``; hidden ones only to who may see them."""
        statement = select(*self._post_columns).where(
            self._p.c.thread_id == thread_id, self._p.c.id > after
        )
        if not hidden:
            statement = statement.where(self._p.c.hidden_by.is_(None))
        return await self._all(PostRecord, statement.order_by(self._p.c.id).limit(limit))

    async def post(self, post_id: int) -> PostRecord | None:
        return await self._one(
            PostRecord, select(*self._post_columns).where(self._p.c.id == post_id)
        )

    async def unread(self, account_id: int) -> dict[int, int]:
        """Return the number of new posts by board; boards without any are absent."""
        rows = await self._rows(
            select(self._t.c.board_id, func.count())
            .join(self._p, self._p.c.thread_id == self._t.c.id)
            .join(self._b, self._b.c.id == self._t.c.board_id)
            .where(self._is_new(account_id), self._b.c.archived.is_(False))
            .group_by(self._t.c.board_id)
            .order_by(self._t.c.board_id)
        )
        return {row[0]: row[1] for row in rows}

    async def first_unread(self, account_id: int, thread_id: int) -> PostRecord | None:
        return await self._one(
            PostRecord,
            select(*self._post_columns)
            .join(self._t, self._t.c.id == self._p.c.thread_id)
            .where(self._p.c.thread_id == thread_id, self._is_new(account_id))
            .order_by(self._p.c.id)
            .limit(1),
        )

    async def mark_read(self, account_id: int, thread_id: int, post_id: int) -> None:
        """Note that the account has read the thread up to this post."""
        await self._database.write(
            lambda connection: mark_read(
                self._database, connection, account_id, "thread", thread_id, post_id
            )
        )

    async def mark_board_read(self, account_id: int, board_id: int) -> None:
        """Note that the account has read, or does not care for, all there is now."""

        async def work(connection: AsyncConnection) -> None:
            newest = (
                await connection.execute(
                    select(func.max(self._p.c.id))
                    .join(self._t, self._t.c.id == self._p.c.thread_id)
                    .where(self._t.c.board_id == board_id)
                )
            ).scalar()
            if newest is not None:
                await mark_read(self._database, connection, account_id, "board", board_id, newest)

        await self._database.write(work)

    async def set_thread(
        self,
        thread_id: int,
        *,
        locked: bool | None = None,
        pinned: bool | None = None,
        title: str | None = None,
    ) -> bool:
        wanted = {"locked": locked, "pinned": pinned, "title": title}
        values = {name: value for name, value in wanted.items() if value is not None}
        if not values:
            return await self.thread(thread_id) is not None
        met = await self._change(update(self._t).where(self._t.c.id == thread_id).values(**values))
        return met == 1

    async def hide_post(self, post_id: int, by: str) -> bool:
        """Hide a post from everybody but the staff; nothing is erased."""
        met = await self._change(
            update(self._p)
            .where(self._p.c.id == post_id, self._p.c.hidden_by.is_(None))
            .values(hidden_by=by)
        )
        return met == 1

    async def show_post(self, post_id: int) -> bool:
        met = await self._change(
            update(self._p)
            .where(self._p.c.id == post_id, self._p.c.hidden_by.is_not(None))
            .values(hidden_by=None)
        )
        return met == 1

    async def _post(
        self,
        connection: AsyncConnection,
        thread_id: int,
        account_id: int | None,
        name: str,
        body: str,
    ) -> PostRecord:
        row = (
            (
                await connection.execute(
                    self._p.insert()
                    .values(
                        thread_id=thread_id,
                        account_id=account_id,
                        name=name,
                        body=body,
                        at=self._now(),
                        hidden_by=None,
                    )
                    .returning(*self._post_columns)
                )
            )
            .mappings()
            .one()
        )
        return PostRecord(**row)

    def _is_new(self, account_id: int) -> ColumnElement[bool]:
        return and_(
            self._p.c.hidden_by.is_(None),
            or_(self._p.c.account_id.is_(None), self._p.c.account_id != account_id),
            self._p.c.id > func.coalesce(mark_of(account_id, "thread", self._t.c.id), 0),
            self._p.c.id > func.coalesce(mark_of(account_id, "board", self._t.c.board_id), 0),
        )

    def _threads(self, account_id: int | None) -> Any:
        shown = (
            select(func.count())
            .select_from(self._p)
            .where(self._p.c.thread_id == self._t.c.id, self._p.c.hidden_by.is_(None))
        )
        count = shown.correlate(self._t).scalar_subquery()
        new: Any = 0
        if account_id is not None:
            new = shown.where(self._is_new(account_id)).correlate(self._t).scalar_subquery()
        plain = [
            self._t.c[name]
            for name in ThreadRecord.__struct_fields__
            if name not in ("posts", "unread")
        ]
        return select(
            *plain, count.label("posts"), func.coalesce(new, 0).label("unread")
        ).select_from(self._t)
