"""Chat, letters, drafts, one-liners, news, the daily newspaper, the message of the day.

Room: store. Imports SQLAlchemy and its neighbours.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Any

import msgspec
from sqlalchemy import delete, func, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from arkham_bbs.store import schema
from arkham_bbs.store.errors import Missing
from arkham_bbs.store.marks import mark_of, mark_read
from arkham_bbs.store.records import (
    ChatRecord,
    DraftRecord,
    EditionRecord,
    Json,
    MailRecord,
    MotdRecord,
    NewsRecord,
    OnelinerRecord,
)
from arkham_bbs.store.repository import Repository, columns_of


class Chat(Repository):
    """What was said, by channel: "lobby", "table:ID", "watch:ID" ..."""

    _t = schema.chat
    _columns = columns_of(ChatRecord, schema.chat)

    async def add(
        self, channel: str, account_id: int | None, name: str, text: str, kind: str = "say"
    ) -> ChatRecord:
        return await self._added(
            ChatRecord,
            self._t.insert()
            .values(
                channel=channel,
                account_id=account_id,
                name=name,
                text=text,
                kind=kind,
                at=self._now(),
            )
            .returning(*self._columns),
        )

    async def scrollback(
        self,
        channel: str,
        limit: int = 50,
        *,
        before: int | None = None,
        after: int | None = None,
    ) -> Sequence[ChatRecord]:
        """Return the newest lines (with ids below ``before``, above ``after``), oldest first."""
        statement = select(*self._columns).where(self._t.c.channel == channel)
        if before is not None:
            statement = statement.where(self._t.c.id < before)
        if after is not None:
            statement = statement.where(self._t.c.id > after)
        newest = await self._all(ChatRecord, statement.order_by(self._t.c.id.desc()).limit(limit))
        return newest[::-1]

    async def trim(self, channel: str, keep: int) -> int:
        """Let go of all but the newest ``keep`` lines of a channel."""
        oldest_kept = (
            select(self._t.c.id)
            .where(self._t.c.channel == channel)
            .order_by(self._t.c.id.desc())
            .limit(1)
            .offset(max(0, keep - 1))
            .scalar_subquery()
        )
        bound = oldest_kept if keep > 0 else select(func.max(self._t.c.id) + 1).scalar_subquery()
        return await self._change(
            delete(self._t).where(self._t.c.channel == channel, self._t.c.id < bound)
        )


class Mail(Repository):
    """Letters. Each side keeps or drops its copy; a letter nobody keeps is gone."""

    _t = schema.mail
    _columns = columns_of(MailRecord, schema.mail)

    async def send(
        self,
        from_id: int | None,
        from_name: str,
        to_id: int,
        to_name: str,
        subject: str,
        body: str,
        reply_to: int | None = None,
    ) -> MailRecord:
        """Raises Missing when the addressee is gone."""
        return await self._added(
            MailRecord,
            self._t.insert()
            .values(
                from_id=from_id,
                from_name=from_name,
                to_id=to_id,
                to_name=to_name,
                subject=subject,
                body=body,
                reply_to=reply_to,
                sent_at=self._now(),
                read_at=None,
                kept_by_sender=from_id is not None,
                kept_by_reader=True,
            )
            .returning(*self._columns),
        )

    async def inbox(
        self, account_id: int, *, unread_only: bool = False, limit: int = 50, offset: int = 0
    ) -> Sequence[MailRecord]:
        """Newest first."""
        statement = select(*self._columns).where(*self._received(account_id))
        if unread_only:
            statement = statement.where(self._t.c.read_at.is_(None))
        return await self._all(
            MailRecord, statement.order_by(self._t.c.id.desc()).limit(limit).offset(offset)
        )

    async def sent(
        self, account_id: int, *, limit: int = 50, offset: int = 0
    ) -> Sequence[MailRecord]:
        """Newest first."""
        return await self._all(
            MailRecord,
            select(*self._columns)
            .where(self._t.c.from_id == account_id, self._t.c.kept_by_sender.is_(True))
            .order_by(self._t.c.id.desc())
            .limit(limit)
            .offset(offset),
        )

    async def get(self, account_id: int, mail_id: int) -> MailRecord | None:
        """Return a letter the account wrote or received and still keeps."""
        return await self._one(
            MailRecord,
            select(*self._columns).where(
                self._t.c.id == mail_id,
                (
                    ((self._t.c.from_id == account_id) & self._t.c.kept_by_sender.is_(True))
                    | ((self._t.c.to_id == account_id) & self._t.c.kept_by_reader.is_(True))
                ),
            ),
        )

    async def mark_read(self, account_id: int, mail_id: int) -> bool:
        """Return whether it was unread."""
        met = await self._change(
            update(self._t)
            .where(
                self._t.c.id == mail_id,
                self._t.c.to_id == account_id,
                self._t.c.read_at.is_(None),
            )
            .values(read_at=self._now())
        )
        return met == 1

    async def delete(self, account_id: int, mail_id: int) -> bool:
        """Drop the account's own copy; False when it keeps none."""

        async def work(connection: AsyncConnection) -> bool:
            met = 0
            for side, kept in (
                (self._t.c.from_id, self._t.c.kept_by_sender),
                (self._t.c.to_id, self._t.c.kept_by_reader),
            ):
                changed = await connection.execute(
                    update(self._t)
                    .where(self._t.c.id == mail_id, side == account_id, kept.is_(True))
                    .values({kept: False})
                )
                met += changed.rowcount
            await connection.execute(
                delete(self._t).where(
                    self._t.c.id == mail_id,
                    self._t.c.kept_by_sender.is_(False),
                    self._t.c.kept_by_reader.is_(False),
                )
            )
            return met > 0

        return await self._database.write(work)

    async def unread(self, account_id: int) -> int:
        return await self._number(
            select(func.count())
            .select_from(self._t)
            .where(*self._received(account_id), self._t.c.read_at.is_(None))
        )

    def _received(self, account_id: int) -> tuple[Any, ...]:
        return self._t.c.to_id == account_id, self._t.c.kept_by_reader.is_(True)


class Drafts(Repository):
    """Unsent writing that outlives a dropped line."""

    _t = schema.drafts
    _columns = columns_of(DraftRecord, schema.drafts)

    async def put(self, account_id: int, kind: str, slot: str, data: Json) -> None:
        changed = {"data": data, "saved_at": self._now()}
        await self._change(
            self._database.insert(self._t)
            .values(account_id=account_id, kind=kind, slot=slot, **changed)
            .on_conflict_do_update(index_elements=["account_id", "kind", "slot"], set_=changed)
        )

    async def get(self, account_id: int, kind: str, slot: str = "") -> DraftRecord | None:
        return await self._one(
            DraftRecord, select(*self._columns).where(*self._is(account_id, kind, slot))
        )

    async def list(self, account_id: int) -> Sequence[DraftRecord]:
        """Newest first."""
        return await self._all(
            DraftRecord,
            select(*self._columns)
            .where(self._t.c.account_id == account_id)
            .order_by(self._t.c.saved_at.desc(), self._t.c.kind, self._t.c.slot),
        )

    async def delete(self, account_id: int, kind: str, slot: str = "") -> bool:
        return await self._change(delete(self._t).where(*self._is(account_id, kind, slot))) == 1

    def _is(self, account_id: int, kind: str, slot: str) -> tuple[Any, ...]:
        return (
            self._t.c.account_id == account_id,
            self._t.c.kind == kind,
            self._t.c.slot == slot,
        )


class Oneliners(Repository):
    """The wall everybody may write one line on."""

    _t = schema.oneliners
    _columns = columns_of(OnelinerRecord, schema.oneliners)

    async def add(self, account_id: int | None, name: str, text: str) -> OnelinerRecord:
        return await self._added(
            OnelinerRecord,
            self._t.insert()
            .values(account_id=account_id, name=name, text=text, at=self._now())
            .returning(*self._columns),
        )

    async def latest(self, limit: int = 10) -> Sequence[OnelinerRecord]:
        """Return the newest lines, oldest of them first."""
        newest = await self._all(
            OnelinerRecord, select(*self._columns).order_by(self._t.c.id.desc()).limit(limit)
        )
        return newest[::-1]

    async def remove(self, oneliner_id: int) -> bool:
        return await self._change(delete(self._t).where(self._t.c.id == oneliner_id)) == 1


class News(Repository):
    """The sysop's news."""

    _t = schema.news
    _columns = columns_of(NewsRecord, schema.news)

    async def add(self, title: str, body: str, by: str) -> NewsRecord:
        return await self._added(
            NewsRecord,
            self._t.insert()
            .values(title=title, body=body, by=by, at=self._now())
            .returning(*self._columns),
        )

    async def list(self, limit: int = 20) -> Sequence[NewsRecord]:
        """Newest first."""
        return await self._all(
            NewsRecord, select(*self._columns).order_by(self._t.c.id.desc()).limit(limit)
        )

    async def get(self, news_id: int) -> NewsRecord | None:
        return await self._one(NewsRecord, select(*self._columns).where(self._t.c.id == news_id))

    async def update(
        self, news_id: int, *, title: str | None = None, body: str | None = None
    ) -> NewsRecord:
        values: dict[str, Any] = {"id": news_id}
        if title is not None:
            values["title"] = title
        if body is not None:
            values["body"] = body
        changed = await self._put(
            NewsRecord,
            update(self._t)
            .where(self._t.c.id == news_id)
            .values(**values)
            .returning(*self._columns),
        )
        if changed is None:
            raise Missing("missing", news=news_id)
        return changed

    async def remove(self, news_id: int) -> bool:
        return await self._change(delete(self._t).where(self._t.c.id == news_id)) == 1

    async def unread(self, account_id: int) -> Sequence[NewsRecord]:
        return await self._all(
            NewsRecord,
            select(*self._columns)
            .where(self._t.c.id > func.coalesce(mark_of(account_id, "news", 0), 0))
            .order_by(self._t.c.id),
        )

    async def mark_read(self, account_id: int, news_id: int) -> None:
        """Note that the account has read the news up to this one."""
        await self._database.write(
            lambda connection: mark_read(self._database, connection, account_id, "news", 0, news_id)
        )


class Editions(Repository):
    """The Arkham Advertiser, one edition a day."""

    _t = schema.editions
    _columns = columns_of(EditionRecord, schema.editions)

    async def put(self, day: date, lines: Sequence[str]) -> bool:
        """Keep the edition that tells of ``day``; False when there is one already."""
        met = await self._change(
            self._database.insert(self._t)
            .values(day=day, lines=list(lines), at=self._now())
            .on_conflict_do_nothing()
        )
        return met == 1

    async def get(self, day: date) -> EditionRecord | None:
        found = await self._one(EditionRecord, select(*self._columns).where(self._t.c.day == day))
        return None if found is None else _with_tuple(found)

    async def seen(self, account_id: int) -> date | None:
        """Return the day of the newest edition the account has seen."""
        day = await self._number(select(func.coalesce(mark_of(account_id, "editions", 0), 0)))
        return date.fromordinal(day) if day else None

    async def mark_seen(self, account_id: int, day: date) -> None:
        await self._database.write(
            lambda connection: mark_read(
                self._database, connection, account_id, "editions", 0, day.toordinal()
            )
        )


def _with_tuple(edition: EditionRecord) -> EditionRecord:
    return msgspec.structs.replace(edition, lines=tuple(edition.lines))


class Motd(Repository):
    """The message of the day; older ones are kept, the newest counts."""

    _t = schema.motd
    _columns = columns_of(MotdRecord, schema.motd)

    async def get(self) -> MotdRecord | None:
        """Return the message, None when there is none or the last one was empty."""
        found = await self._one(
            MotdRecord, select(*self._columns).order_by(self._t.c.id.desc()).limit(1)
        )
        return found if found is not None and found.text.strip() else None

    async def set(self, text: str, by: str) -> None:
        await self._change(self._t.insert().values(text=text, by=by, at=self._now()))
