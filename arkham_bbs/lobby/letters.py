"""Letters between callers, whether connected or not, and drafts that survive a dropped line.

Room: lobby. Imports store and its neighbours here.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

from arkham_bbs.lobby.chat import Chat
from arkham_bbs.lobby.cleaning import optional, said
from arkham_bbs.lobby.floor import Floor
from arkham_bbs.lobby.notices import MailArrived
from arkham_bbs.lobby.people import People
from arkham_bbs.lobby.refusals import LobbyRefused
from arkham_bbs.lobby.specs import Caller
from arkham_bbs.store.records import AccountRecord, DraftRecord, MailRecord

SUBJECT_COLUMNS = 60
BODY_COLUMNS = 8000
DRAFTS = 20
STAFF_TOLD = 20
"""Of each role, how many get a letter when somebody calls for help in vain."""
NO_SUBJECT = "(no subject)"
DraftKind = Literal["mail", "post"]


class Letters:
    """Everybody's letter box."""

    def __init__(self, floor: Floor, chat: Chat, people: People) -> None:
        self._floor = floor
        self._chat = chat
        self._people = people
        self._store = floor.store

    async def send(
        self, caller: Caller, to: str, subject: str, body: str, reply_to: int | None = None
    ) -> MailRecord:
        """Send a letter. One who ignores the sender never sees it, and the sender does not know.

        Raises:
            LobbyRefused: no-such-person, empty-text, too-long, too-fast, muted, held,
                mailbox-full, guests-cannot.
        """
        reader = await self.reader(caller, to)
        clean_subject = optional(subject, SUBJECT_COLUMNS) or NO_SUBJECT
        clean_body = said(body, BODY_COLUMNS, several_lines=True)
        self._floor.limits.take("mail", caller.account)
        letter = await self._store.mail.send(
            caller.account,
            caller.handle,
            reader.id,
            reader.handle,
            clean_subject,
            clean_body,
            reply_to,
        )
        if await self._chat.is_ignored_by(caller, reader.id):
            await self._store.mail.delete(reader.id, letter.id)
            return letter
        presence = self._floor.people.of(reader.id)
        if presence is not None:
            presence.notices.put(MailArrived(caller.handle, clean_subject))
        return letter

    async def reader(self, caller: Caller, to: str) -> AccountRecord:
        """Return who a letter would go to, if this caller may write and the box has room.

        Raises:
            LobbyRefused: no-such-person, muted, held, mailbox-full, guests-cannot.
        """
        self._chat.may_talk(caller, "mail")
        found = await self._people.find(to)
        limit = self._floor.settings.mail_limit
        if len(await self._store.mail.inbox(found.id, limit=limit)) >= limit:
            raise LobbyRefused("mailbox-full", handle=found.handle, limit=limit)
        return found

    async def leave_page(self, caller: Caller, to: str, text: str = "") -> MailRecord:
        """A page for somebody who is away becomes a letter.

        Raises:
            LobbyRefused: as ``send``; ``too-fast`` counts pages and letters both.
        """
        self._chat.may_talk(caller, "page")
        reader = await self._people.find(to)
        self._floor.limits.take("page", caller.account)
        words = text or "They left no word; they wanted to know whether you were here."
        return await self.send(caller, reader.handle, f"{caller.handle} rang for you", words)

    async def page_staff(self, caller: Caller, text: str, reference: str) -> int:
        """A call for help that nobody of the staff heard: a letter to each; returns how many."""
        self._chat.may_talk(caller, "page")
        self._floor.limits.take("page", caller.account)
        body = said(text or "(no words)", BODY_COLUMNS, several_lines=True)
        readers = [
            record
            for role in ("sysop", "moderator")
            for record in await self._store.accounts.search(
                role=role, state="active", limit=STAFF_TOLD
            )
        ]
        for record in readers:
            await self._store.mail.send(
                caller.account,
                caller.handle,
                record.id,
                record.handle,
                f"{caller.handle} called for the sysop ({reference})"[:SUBJECT_COLUMNS],
                body,
                None,
            )
        return len(readers)

    async def inbox(
        self, caller: Caller, *, unread_only: bool = False, limit: int = 50, offset: int = 0
    ) -> Sequence[MailRecord]:
        """Newest first."""
        self._no_guests(caller)
        return await self._store.mail.inbox(
            caller.account, unread_only=unread_only, limit=limit, offset=offset
        )

    async def sent(self, caller: Caller, limit: int = 50) -> Sequence[MailRecord]:
        self._no_guests(caller)
        return await self._store.mail.sent(caller.account, limit=limit)

    async def read(self, caller: Caller, mail_id: int) -> MailRecord:
        """A letter to or from the caller; reading one that came marks it read.

        Raises:
            LobbyRefused: no-such-message.
        """
        self._no_guests(caller)
        letter = await self._store.mail.get(caller.account, mail_id)
        if letter is None:
            raise LobbyRefused("no-such-message", message=mail_id)
        if letter.to_id == caller.account:
            await self._store.mail.mark_read(caller.account, mail_id)
        return letter

    async def delete(self, caller: Caller, mail_id: int) -> None:
        """Throw away the caller's own copy. Raises ``no-such-message``."""
        self._no_guests(caller)
        if not await self._store.mail.delete(caller.account, mail_id):
            raise LobbyRefused("no-such-message", message=mail_id)

    async def unread(self, caller: Caller) -> int:
        return 0 if caller.is_guest else await self._store.mail.unread(caller.account)

    # -- drafts -----------------------------------------------------------------------------------
    async def save_draft(
        self, caller: Caller, kind: DraftKind, slot: str, data: dict[str, Any]
    ) -> None:
        """Keep unsent writing (``data`` is the editor's: to, subject, lines ...)."""
        self._no_guests(caller)
        known = await self._store.drafts.list(caller.account)
        if len(known) >= DRAFTS and not any((d.kind, d.slot) == (kind, slot) for d in known):
            oldest = min(known, key=lambda d: d.saved_at)
            await self._store.drafts.delete(caller.account, oldest.kind, oldest.slot)
        await self._store.drafts.put(caller.account, kind, slot, data)

    async def draft(self, caller: Caller, kind: DraftKind, slot: str = "") -> DraftRecord | None:
        if caller.is_guest:
            return None
        return await self._store.drafts.get(caller.account, kind, slot)

    async def drafts(self, caller: Caller) -> Sequence[DraftRecord]:
        return () if caller.is_guest else await self._store.drafts.list(caller.account)

    async def drop_draft(self, caller: Caller, kind: DraftKind, slot: str = "") -> None:
        if not caller.is_guest:
            await self._store.drafts.delete(caller.account, kind, slot)

    @staticmethod
    def _no_guests(caller: Caller) -> None:
        if caller.is_guest:
            raise LobbyRefused("guests-cannot", what="mail")
