"""Being told outside the board: by e-mail or by a webhook, for those who asked for it.

Room: lobby. Imports store, the standard library's smtplib and urllib, and its neighbours here.

A decision is told of once (the store keeps a unique record), only to somebody who is not
connected, and never more than a few times an hour to one account. Sending happens in worker
threads with deadlines behind a bounded queue; when that is full a notice is given up, never waited
for. What was on its way when a server died is sent again, with the same id. A webhook gets JSON
with ``content`` (Discord), ``text`` (Slack, Mattermost), and ``topic``, ``title``, ``message``
(ntfy).
"""

from __future__ import annotations

import asyncio
import ipaddress
import json
import re
import smtplib
import socket
import ssl
import urllib.error
import urllib.request
from collections import deque
from dataclasses import dataclass
from email.message import EmailMessage
from email.utils import formatdate
from typing import TYPE_CHECKING, Any, Literal
from urllib.parse import urlsplit

import msgspec
import structlog

from arkham_bbs.lobby.refusals import LobbyRefused
from arkham_bbs.lobby.specs import Caller
from arkham_bbs.store.errors import StoreError
from arkham_bbs.store.renown import CLAIM_S

if TYPE_CHECKING:
    from arkham_bbs.lobby.floor import Floor
    from arkham_bbs.lobby.live import Table

log = structlog.get_logger("lobby.notify")

WAITING_LIMIT = 200
PER_HOUR = 6
SEND_S = 10.0
WORKERS = 2
_EMAIL = re.compile(r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9.-]{1,190}")
Way = Literal["email", "webhook"]


@dataclass(frozen=True)
class Smtp:
    """How to hand over mail."""

    host: str
    port: int = 25
    sender: str = "arkham-bbs@localhost"
    user: str = ""
    password: str = ""
    security: Literal["none", "starttls", "tls"] = "none"


@dataclass(frozen=True)
class Channels:
    """What the sysop has set up. Without ``smtp`` nobody can ask for e-mail.

    Attributes:
        webhooks: callers may name one. private_webhooks: also ones on private networks.
        board_name, address: how the board calls itself and how it is reached, for the text.
    """

    smtp: Smtp | None = None
    webhooks: bool = True
    private_webhooks: bool = False
    board_name: str = "Arkham BBS"
    address: str = ""


class Message(msgspec.Struct, frozen=True):
    """One notice on its way."""

    table: str
    number: int
    account: int
    handle: str
    title: str
    way: Way
    to: str

    @property
    def id(self) -> str:
        """The same whenever and by whomever it is sent."""
        return f"{self.table}-{self.number}-{self.account}"


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *args: Any, **kwargs: Any) -> None:
        return None


class Notifier:
    """Tells callers who are away that a decision waits."""

    def __init__(self, floor: Floor, channels: Channels) -> None:
        self._floor = floor
        self.channels = channels
        self._queue: asyncio.Queue[Message] = asyncio.Queue(WAITING_LIMIT)
        self._workers: list[asyncio.Task[None]] = []
        self._pending: set[tuple[str, int, int]] = set()
        self._sent: dict[int, deque[float]] = {}

    # -- what a caller has asked for --------------------------------------------------------------
    async def ways(self, caller: Caller) -> dict[str, str]:
        """``email`` and ``webhook`` as set; empty means off, which both are at first."""
        record = await self._floor.store.accounts.get(caller.account)
        profile = record.profile if record is not None else {}
        return {way: str(profile.get(f"notify_{way}", "")) for way in ("email", "webhook")}

    async def set_ways(
        self, caller: Caller, *, email: str | None = None, webhook: str | None = None
    ) -> None:
        """Switch a way on (its address) or off (an empty text); None leaves it as it is.

        Raises:
            LobbyRefused: guests-cannot, bad-email, bad-webhook.
        """
        if caller.is_guest:
            raise LobbyRefused("guests-cannot", what="notify")
        patch: dict[str, Any] = {}
        if email is not None:
            if email and (self.channels.smtp is None or not _EMAIL.fullmatch(email)):
                raise LobbyRefused("bad-email")
            patch["notify_email"] = email or None
        if webhook is not None:
            if webhook:
                self._check_webhook(webhook)
            patch["notify_webhook"] = webhook or None
        await self._floor.store.accounts.merge_profile(caller.account, patch)

    def _check_webhook(self, url: str) -> None:
        allowed = "https://... on the public internet"
        if self.channels.private_webhooks:
            allowed = "http://... or https://..."
        parts = urlsplit(url) if len(url) <= 500 and url.isascii() and url.isprintable() else None
        schemes = ("http", "https") if self.channels.private_webhooks else ("https",)
        if (
            not self.channels.webhooks
            or parts is None
            or parts.scheme not in schemes
            or not parts.hostname
            or parts.username is not None
            or " " in url
        ):
            raise LobbyRefused("bad-webhook", allowed=allowed)

    # -- telling ----------------------------------------------------------------------------------
    def decision_waits(self, table: Table, number: int, account: int) -> None:
        """Somebody who is not connected is asked something: tell them in a little while, if it
        still waits then and they are still away."""
        self._look_after(table, number, account, self._floor.settings.notify_after_s)

    def _look_after(self, table: Table, number: int, account: int, seconds: float) -> None:
        key = (table.id, number, account)
        if account < 0 or key in self._pending or table.spec.tutorial:
            return
        self._pending.add(key)

        async def later() -> None:
            self._pending.discard(key)
            decision = table.decision
            if table.status != "playing" or decision is None or table.question != number:
                return
            if table.seating.at(decision.seat).account != account:
                return
            if self._floor.is_here(account) or self._floor.is_elsewhere(account):
                return
            await self._tell(table, number, account)

        self._floor.scheduler.at(self._floor.time.now() + seconds, later)

    async def _tell(self, table: Table, number: int, account: int) -> None:
        store = self._floor.store
        record = await store.accounts.get(account)
        if record is None or record.state == "disabled":
            return
        now = self._floor.time.now()
        for way in ("email", "webhook"):
            to = str(record.profile.get(f"notify_{way}", "") or "")
            if not to or (way == "email" and self.channels.smtp is None):
                continue
            if not self._take_turn(account, now):
                log.info("notice_held_back", account=account, table=table.id, way=way)
                continue
            if not await store.notifications.claim(table.id, number, account, "turn", way):
                self._sent[account].pop()
                if await store.notifications.is_on_its_way(table.id, number, account, "turn", way):
                    # By another server, or by one that died over it.
                    self._look_after(table, number, account, CLAIM_S)
                continue
            message = Message(
                table.id,
                number,
                account,
                record.handle,
                table.title,
                "email" if way == "email" else "webhook",
                to,
            )
            try:
                self._queue.put_nowait(message)
            except asyncio.QueueFull:
                await self._settle(message, "queue-full")
                continue
            self._start_workers()

    def _take_turn(self, account: int, now: float) -> bool:
        """Use one of an account's notices for this hour, if there is one left."""
        sent = self._sent.setdefault(account, deque())
        while sent and sent[0] <= now - 3600:
            sent.popleft()
        if len(sent) >= PER_HOUR:
            return False
        sent.append(now)
        return True

    def _start_workers(self) -> None:
        self._workers = [w for w in self._workers if not w.done()]
        while len(self._workers) < WORKERS:
            self._workers.append(asyncio.create_task(self._work(), name="notifier"))

    async def _work(self) -> None:
        while True:
            message = await self._queue.get()
            try:
                result = await self._send(message)
            finally:
                self._queue.task_done()
            await self._settle(message, result)

    async def _settle(self, message: Message, result: str) -> None:
        log.info("notice_sent", table=message.table, way=message.way, result=result)
        try:
            await self._floor.store.notifications.settle(
                message.table, message.number, message.account, "turn", message.way, result
            )
        except StoreError as error:
            log.warning("notice_not_settled", table=message.table, code=error.code)

    async def _send(self, message: Message) -> str:
        send = self._send_mail if message.way == "email" else self._post
        try:
            async with asyncio.timeout(SEND_S * 2):
                await asyncio.to_thread(send, message)
        except TimeoutError:
            return "timeout"
        except (OSError, smtplib.SMTPException, ValueError) as error:
            log.warning("notice_failed", table=message.table, way=message.way, error=repr(error))
            return type(error).__name__
        return "ok"

    def _words(self, message: Message) -> tuple[str, str]:
        subject = f'{self.channels.board_name}: your move at "{message.title}"'
        where = f" Call {self.channels.address}." if self.channels.address else ""
        body = (
            f'{message.handle}, the table "{message.title}" waits for you: '
            f"decision {message.number} is yours.{where}"
        )
        return subject, body

    def _send_mail(self, message: Message) -> None:
        smtp = self.channels.smtp
        if smtp is None:
            return
        subject, body = self._words(message)
        mail = EmailMessage()
        mail["Subject"] = subject
        mail["From"] = smtp.sender
        mail["To"] = message.to
        mail["Date"] = formatdate()
        domain = smtp.sender.rpartition("@")[2] or "localhost"
        mail["Message-ID"] = f"<{message.id}@{domain}>"
        mail["Auto-Submitted"] = "auto-generated"
        mail.set_content(body + "\n\nTo stop this, call and type: settings notices off\n")
        context = ssl.create_default_context()
        link: smtplib.SMTP
        if smtp.security == "tls":
            link = smtplib.SMTP_SSL(smtp.host, smtp.port, timeout=SEND_S, context=context)
        else:
            link = smtplib.SMTP(smtp.host, smtp.port, timeout=SEND_S)
        with link:
            if smtp.security == "starttls":
                link.starttls(context=context)
            if smtp.user:
                link.login(smtp.user, smtp.password)
            link.send_message(mail)

    def _post(self, message: Message) -> None:
        parts = urlsplit(message.to)
        host = parts.hostname or ""
        if not self.channels.private_webhooks:
            for *_, address in socket.getaddrinfo(host, parts.port or 443):
                if not ipaddress.ip_address(str(address[0]).partition("%")[0]).is_global:
                    raise ValueError("webhook on a private network")
        subject, body = self._words(message)
        payload: dict[str, Any] = {
            "content": body,
            "text": body,
            "title": subject,
            "message": body,
            "id": message.id,
            "table": message.table,
            "decision": message.number,
        }
        topic = parts.path.strip("/")
        url = message.to
        if host == "ntfy.sh" or host.startswith("ntfy."):
            # ntfy reads JSON only at its root, with the topic inside.
            payload = {"topic": topic, "title": subject, "message": body}
            url = f"{parts.scheme}://{parts.netloc}/"
        request = urllib.request.Request(
            url,
            data=json.dumps(payload).encode(),
            headers={"Content-Type": "application/json", "User-Agent": "arkham-bbs"},
            method="POST",
        )
        opener = urllib.request.build_opener(_NoRedirect)
        with opener.open(request, timeout=SEND_S) as answer:
            answer.read(1024)

    async def idle(self) -> None:
        """Wait until everything queued has been sent or given up."""
        await self._queue.join()

    async def close(self) -> None:
        """Stop sending. What still waits is given back: the next start sends it.

        What is on its way may or may not arrive; without word of it, it is sent again later.
        """
        for worker in self._workers:
            worker.cancel()
        await asyncio.gather(*self._workers, return_exceptions=True)
        self._workers.clear()
        while not self._queue.empty():
            message = self._queue.get_nowait()
            self._queue.task_done()
            try:
                await self._floor.store.notifications.release(
                    message.table, message.number, message.account, "turn", message.way
                )
            except StoreError as error:
                log.warning("notice_not_released", table=message.table, code=error.code)
