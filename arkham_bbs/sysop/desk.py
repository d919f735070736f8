"""The sysop's desk: who may do what, one line read, one act done, one record kept.

Room: sysop. Imports accounts, lobby, store and its neighbours here.

The menu, SSH and the command line all call ``Desk.run``; nothing is permitted elsewhere.
"""

from __future__ import annotations

import asyncio
import itertools
import secrets
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import structlog

from arkham_bbs.accounts import Account, Accounts
from arkham_bbs.lobby import Caller, Lobby
from arkham_bbs.lobby.cleaning import clean_line
from arkham_bbs.store import Store
from arkham_bbs.store.engine import parse_url, sqlite_path
from arkham_bbs.store.errors import StoreError
from arkham_bbs.sysop.board import LineHere, RunningBoard, Site
from arkham_bbs.sysop.catalogue import COMMANDS, RANKS, Command, Given
from arkham_bbs.sysop.opening import sentence_about
from arkham_bbs.sysop.refusals import SysopRefused, refusal_of, sentence_of
from arkham_bbs.sysop.reply import Outcome, builtin

if TYPE_CHECKING:
    from arkham_bbs.sysop.closing import Closing

log = structlog.get_logger("arkham.sysop", room="sysop")

DETAIL_CHARS = 2_000
HANDLE_CHARS = 40
"""No handle is longer, a guest's neither."""
NO_SYSOP = (
    "The board has no sysop who can come in now. "
    "Make one here, on the machine: arkham-bbs sysop grant NAME"
)
MOST_WORDS = 2_000
MOST_CHARS = 10_000


@dataclass(frozen=True)
class Actor:
    """Who acts, how, and from where. The role is "none" until somebody has looked.

    ``way``: "menu", "ssh", "cli", or "system" for what the board does by itself.
    """

    handle: str
    role: str = "none"
    way: str = "system"
    address: str = ""
    account_id: int | None = None

    @property
    def is_sysop(self) -> bool:
        return self.role == "sysop"

    @property
    def signature(self) -> str:
        """What callers read of who acts: a handle; "" for who has none, as on the machine."""
        return self.handle if self.account_id is not None else ""

    def as_caller(self) -> Caller:
        """The same person for the lobby, which asks for staff."""
        role: Any = self.role if self.role in ("moderator", "sysop") else "caller"
        return Caller(account=self.account_id or 0, handle=self.handle, role=role)


THE_BOARD = Actor("the board", role="sysop", way="system")
"""Who makes scheduled backups and sweeps up."""


class Desk:
    """All services over one store.

    Args:
        board: the running server; None on a stopped board.
        open_lobby: opens a lobby for commands that need one on a stopped board.
        unopened: why the database could not be opened; ``store`` is an empty one in memory then,
            and only commands that need none are done.
    """

    def __init__(
        self,
        store: Store,
        accounts: Accounts,
        site: Site,
        *,
        lobby: Lobby | None = None,
        board: RunningBoard | None = None,
        open_lobby: Callable[[], Awaitable[Lobby]] | None = None,
        unopened: Exception | None = None,
    ) -> None:
        self.unopened = unopened
        self.store = store
        self.accounts = accounts
        self.site = site
        self.board = board
        self.closing: Closing | None = None
        self._lobby = lobby
        self._open_lobby = open_lobby
        self._opening = asyncio.Lock()
        self.acts = 0
        self.refused = 0
        self.bans_made = 0

    # -- the board --------------------------------------------------------------------------------
    async def lobby(self) -> Lobby:
        """The lobby; on a stopped board it is opened now, with a clock that stands still."""
        async with self._opening:
            if self._lobby is None:
                if self._open_lobby is None:
                    raise SysopRefused("not-running")
                self._lobby = await self._open_lobby()
        return self._lobby

    @property
    def live_lobby(self) -> Lobby | None:
        """The lobby of a running board, where callers are."""
        return self._lobby if self.board is not None else None

    def running(self) -> RunningBoard:
        """Raises SysopRefused not-running on a stopped board."""
        if self.board is None:
            raise SysopRefused("not-running")
        return self.board

    def lines(self) -> tuple[LineHere, ...]:
        """Connected lines; none on a stopped board."""
        return () if self.board is None else self.board.lines()

    def now(self) -> datetime:
        return self.store.clock()

    @property
    def database_file(self) -> Path | None:
        """The database's file, whether it can be opened or not; None on PostgreSQL."""
        return sqlite_path(parse_url(self.site.database))

    # -- who --------------------------------------------------------------------------------------
    async def actor(self, account_id: int | None, way: str, address: str) -> Actor:
        """Return an account as it stands now; whoever may not come in has no role."""
        account = None if account_id is None else await self.accounts.get(account_id)
        if account is None:
            return Actor("nobody", way=way, address=address)
        role = account.role
        if account.state != "active" or await self.accounts.check_ban(account_id=account.id):
            role = "none"
        return Actor(account.handle, role, way, address, account.id)

    async def account(self, handle: str) -> Account:
        """Raises SysopRefused no-such-account, with names that are near."""
        found = await self.accounts.find(handle)
        if found is None:
            near = await self.store.accounts.search(handle.strip().casefold()[:2], limit=5)
            hint = f" Near it: {', '.join(a.handle for a in near)}." if near else ""
            raise SysopRefused("no-such-account", handle=handle[:40], hint=hint)
        return found

    @staticmethod
    def must_outrank(actor: Actor, target: Account | LineHere) -> None:
        """Nobody acts against themselves, and a moderator not against other staff."""
        theirs = target.id if isinstance(target, Account) else target.account
        if theirs is not None and theirs == actor.account_id:
            raise SysopRefused("not-yourself")
        if not actor.is_sysop and RANKS.get(target.role, 0) >= RANKS.get(actor.role, -1):
            raise SysopRefused("outranked", handle=target.handle or "that line", role=target.role)

    async def must_not_be_last_sysop(self, actor: Actor, account: Account) -> tuple[str, ...]:
        """The board keeps one sysop who can come in, unless somebody at the machine insists.

        Returns what they are told then, beside what they have done; nothing for all others.

        Raises:
            SysopRefused: last-sysop.
        """
        if account.role != "sysop" or account.state != "active":
            return ()
        if await self.store.accounts.count(role="sysop", state="active") > 1:
            return ()
        if actor.way != "cli":
            raise SysopRefused("last-sysop", handle=account.handle)
        return (NO_SYSOP,)

    # -- what -------------------------------------------------------------------------------------
    async def run(self, actor: Actor, typed: Sequence[str]) -> Outcome:
        """Read one line of words, do it if it may be done, and keep a record of it.

        Never raises for anything the actor typed or the rooms below refuse; a fault of ours is
        logged and becomes the outcome "fault".
        """
        # As everything people type: no escapes, no halves of characters, no end of it.
        words = [clean_line(word[:MOST_CHARS]) for word in typed[:MOST_WORDS]]
        wants_json = False
        if "--json" in words:
            end = words.index("--") if "--" in words else len(words)
            wants_json = "--json" in words[:end]
            words = [w for at, w in enumerate(words) if w != "--json" or at > end]
        command: Command | None = None
        given = Given()
        try:
            command, rest = COMMANDS.find(words)
            if RANKS.get(actor.role, -1) < RANKS[command.role]:
                raise SysopRefused("not-allowed", role=command.role, mine=actor.role)
            given = command.read(await self._with_whole_handle(command, rest))
            if self.unopened is not None and not command.without_database:
                told = sentence_about(self.unopened, self.site.database)
                raise SysopRefused("unopened", told=told)
            reply = await command.run(self, actor, given)
        except Exception as error:
            outcome = self._refusal(error, command, words)
        else:
            outcome = Outcome(command.name, reply)
        outcome = _with_json(outcome, wants_json)
        if command is not None and self._is_kept(command, outcome):
            await self._keep(actor, command, given, outcome)
        return outcome

    async def _with_whole_handle(self, command: Command, typed: list[str]) -> list[str]:
        """Hold the words of a known handle together, the longest there is: ``kick Bob O'Hara ...``.

        Words in quotation marks are one already; what follows an option is left as it is.
        """
        at = command.place_of_handle
        if at is None:
            return typed
        here = {line.handle.casefold() for line in self.lines() if line.handle is not None}
        plain = list(itertools.takewhile(lambda word: not word.startswith("--"), typed))
        for end in range(len(plain), at + 1, -1):
            whole = " ".join(plain[at:end])
            if len(whole) > HANDLE_CHARS:
                continue
            if whole.casefold() in here or await self.accounts.find(whole) is not None:
                return [*typed[:at], whole, *typed[end:]]
        return typed

    def _refusal(self, error: Exception, command: Command | None, words: list[str]) -> Outcome:
        name = command.name if command is not None else " ".join(words[:2])[:60]
        known = refusal_of(error)
        if known is None:
            reference = f"S{secrets.randbelow(10)}-{secrets.randbelow(1000):03d}"
            log.error("sysop_fault", reference=reference, command=name, exc_info=error)
            known = ("fault", {"reference": reference})
        code, facts = known
        facts.setdefault("command", name)
        self.refused += 1
        return Outcome(name, None, code, sentence_of(code, facts), facts)

    @staticmethod
    def _is_kept(command: Command, outcome: Outcome) -> bool:
        """Acts are kept whether done or refused; looks at private things; and every trespass."""
        if outcome.code == "not-allowed":
            return True
        return command.is_audited and outcome.status != 2

    async def _keep(self, actor: Actor, command: Command, given: Given, outcome: Outcome) -> None:
        reply = outcome.reply
        subject = reply.subject if reply is not None else None
        if subject is None:
            # Of `ban account Alice` it is Alice that somebody will look for.
            subject = given.words.get("subject") or next(iter(given.words.values()), "")
        details: dict[str, Any] = {
            name: value[:DETAIL_CHARS] for name, value in given.words.items() if name != "reason"
        }
        details |= {k: v[:DETAIL_CHARS] for k, v in given.options.items() if k != "reason"}
        if reply is not None:
            details |= builtin(dict(reply.details))
        self.acts += 1
        record: dict[str, Any] = {
            "who": actor.handle,
            "account_id": actor.account_id,
            "way": actor.way,
            "address": actor.address,
            "action": command.name,
            "subject": subject[:200],
            "why": given.reason[:1000],
            "result": outcome.code or "ok",
        }
        log.info("sysop_act", **record)
        try:
            await self.store.audit.add(**record, details=details)
        except StoreError as error:
            # The act may be what mends the database; the log keeps it meanwhile.
            log.error("audit_not_written", code=error.code, **record)

    async def note(self, action: str, subject: str, result: str = "ok", **details: Any) -> None:
        """Keep a record of what the board did by itself."""
        log.info("board_act", action=action, subject=subject, result=result)
        try:
            await self.store.audit.add(
                who=THE_BOARD.handle,
                way=THE_BOARD.way,
                action=action,
                subject=subject,
                result=result,
                details=_plain(details),
            )
        except StoreError as error:
            log.error("audit_not_written", action=action, code=error.code)


def _plain(details: Mapping[str, Any]) -> dict[str, Any]:
    plain: dict[str, Any] = builtin(dict(details))
    return plain


def _with_json(outcome: Outcome, wants_json: bool) -> Outcome:
    return Outcome(
        outcome.command,
        outcome.reply,
        outcome.code,
        outcome.sentence,
        outcome.facts,
        wants_json,
    )
