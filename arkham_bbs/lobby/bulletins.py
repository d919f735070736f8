"""Message boards: threads, posts, and what is new since one was here.

Room: lobby. Imports store and its neighbours here.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from arkham_bbs.lobby.chat import Chat
from arkham_bbs.lobby.cleaning import said
from arkham_bbs.lobby.floor import Floor
from arkham_bbs.lobby.refusals import LobbyRefused
from arkham_bbs.lobby.specs import Caller
from arkham_bbs.store.records import BoardRecord, PostRecord, ThreadRecord

TITLE_COLUMNS = 60
POST_COLUMNS = 8000
ROLES = ("guest", "caller", "moderator", "sysop")
FIRST_BOARDS = (
    ("common", "The Common", "Talk about anything by the lamplight."),
    ("cases", "Case Notes", "Games played, lost and won, and how."),
    ("rules", "Points of Order", "Questions about the rules of the game."),
)
"""Boards a new installation begins with."""


class BoardRow(msgspec.Struct, frozen=True):
    """A board, and how many posts on it are new to the caller."""

    board: BoardRecord
    unread: int


class Bulletins:
    """All boards."""

    def __init__(self, floor: Floor, chat: Chat) -> None:
        self._floor = floor
        self._chat = chat
        self._store = floor.store

    async def set_up(self) -> None:
        """Put up the first boards where there are none."""
        if await self._store.boards.list(archived=True):
            return
        for position, (name, title, about) in enumerate(FIRST_BOARDS):
            await self._store.boards.create(
                name, title, about, write_role="caller", position=position
            )

    async def list(self, caller: Caller) -> tuple[BoardRow, ...]:
        boards = await self._store.boards.list()
        new = {} if caller.is_guest else await self._store.boards.unread(caller.account)
        return tuple(BoardRow(board, new.get(board.id, 0)) for board in boards)

    async def board(self, name: str) -> BoardRecord:
        """A board by name or title. Raises ``no-such-board``."""
        for board in await self._store.boards.list():
            if name.casefold() in (board.name.casefold(), board.title.casefold()):
                return board
        raise LobbyRefused("no-such-board", board=name)

    async def threads(
        self, caller: Caller, board: str, limit: int = 20, offset: int = 0
    ) -> Sequence[ThreadRecord]:
        """Pinned first, then by the newest post."""
        found = await self.board(board)
        account = None if caller.is_guest else caller.account
        return await self._store.boards.threads(found.id, account, limit=limit, offset=offset)

    async def posts(
        self, caller: Caller, thread_id: int, after: int = 0, limit: int = 50
    ) -> Sequence[PostRecord]:
        """Posts, oldest first; those of ignored callers are left out, hidden ones for all but
        staff."""
        await self._thread(caller, thread_id)
        ignored = set() if caller.is_guest else set(await self._store.ignores.list(caller.account))
        posts = await self._store.boards.posts(
            thread_id, after=after, limit=limit, hidden=caller.is_staff
        )
        return [p for p in posts if p.account_id not in ignored]

    async def begin(
        self, caller: Caller, board: str, title: str, body: str
    ) -> tuple[ThreadRecord, PostRecord]:
        """Begin a thread.

        Raises:
            LobbyRefused: no-such-board, not-allowed, empty-text, too-long, too-fast, muted ...
        """
        self._chat.may_talk(caller, "post")
        found = await self.board(board)
        if ROLES.index(caller.role) < ROLES.index(found.write_role):
            raise LobbyRefused("not-allowed", what="post")
        clean_title = said(title, TITLE_COLUMNS)
        clean_body = said(body, POST_COLUMNS, several_lines=True)
        self._floor.limits.take("post", caller.account)
        thread, post = await self._store.boards.begin_thread(
            found.id, caller.account, caller.handle, clean_title, clean_body
        )
        await self._store.boards.mark_read(caller.account, thread.id, post.id)
        return thread, post

    async def reply(self, caller: Caller, thread_id: int, body: str) -> PostRecord:
        """Raises:
        LobbyRefused: no-such-thread, not-allowed (locked), and as ``begin``.
        """
        self._chat.may_talk(caller, "post")
        thread = await self._thread(caller, thread_id)
        if thread.locked and not caller.is_staff:
            raise LobbyRefused("not-allowed", what="reply")
        clean = said(body, POST_COLUMNS, several_lines=True)
        self._floor.limits.take("post", caller.account)
        post = await self._store.boards.reply(thread_id, caller.account, caller.handle, clean)
        await self._store.boards.mark_read(caller.account, thread_id, post.id)
        return post

    async def mark_read(self, caller: Caller, thread_id: int, post_id: int) -> None:
        if not caller.is_guest:
            await self._store.boards.mark_read(caller.account, thread_id, post_id)

    async def mark_board_read(self, caller: Caller, board: str) -> None:
        if not caller.is_guest:
            found = await self.board(board)
            await self._store.boards.mark_board_read(caller.account, found.id)

    async def first_unread(self, caller: Caller, thread_id: int) -> PostRecord | None:
        if caller.is_guest:
            return None
        return await self._store.boards.first_unread(caller.account, thread_id)

    async def _thread(self, caller: Caller, thread_id: int) -> ThreadRecord:
        account = None if caller.is_guest else caller.account
        thread = await self._store.boards.thread(thread_id, account)
        if thread is None:
            raise LobbyRefused("no-such-thread", thread=thread_id)
        return thread
