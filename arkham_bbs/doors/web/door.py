"""The web door: Starlette on uvicorn, in the same process and event loop as everything else.

Room: doors. Imports its neighbours here. uvicorn is kept from the signals, which are the server's.
Source: DESIGN.md section 11, issue 4 "In the browser".
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any, cast

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from arkham_bbs.doors.limits import REFUSALS, Ticket, Turnstile
from arkham_bbs.doors.listener import BACKLOG, bind, keep_alive
from arkham_bbs.doors.refusal_log import RefusalLog
from arkham_bbs.doors.switchboard import Switchboard
from arkham_bbs.doors.web.calls import WebOffice
from arkham_bbs.doors.web.frames import FRAME_LIMIT
from arkham_bbs.doors.web.origins import Gatekeeper
from arkham_bbs.doors.web.pages import Pages
from arkham_bbs.doors.web.returns import Returns, TokenKeeper
from arkham_bbs.ops.logs import log
from arkham_bbs.ops.metrics import Metrics
from arkham_bbs.session.faults import record_fault
from arkham_bbs.store.addresses import Network

GRACE_S = 90.0
PING_S = 20.0
"""Every so often the connection is tried, and given as long to answer: half-open ends in 40 s."""

REQUEST_S = 10.0
"""Time for a connection to ask for something, before it is closed."""

PAGE_S = 120.0
"""The longest life of a connection that fetches pages; browsers open another."""

PAGES_PER_CALLER = 4
"""How many connections for pages are allowed for each call that is."""


@dataclass(frozen=True)
class WebSettings:
    """What a sysop can set."""

    listens_on: str = "127.0.0.1"
    origins: tuple[str, ...] = ()
    proxies: tuple[Network, ...] = ()
    grace_s: float = GRACE_S
    ping_s: float = PING_S


@dataclass(frozen=True)
class BoardFacts:
    """What the page says about the board."""

    name: str = "Arkham BBS"
    fingerprint: str = ""
    ssh_port: int = 0
    telnet_port: int = 0
    version: str = ""

    def words(self) -> dict[str, str]:
        """Return the facts as the page wants them."""
        return {
            "board": self.name,
            "fingerprint": self.fingerprint or "not known",
            "ssh_port": str(self.ssh_port or ""),
            "telnet_port": str(self.telnet_port or ""),
            "version": self.version,
        }


class _Config(uvicorn.Config):
    """uvicorn's settings, with the turnstile its connections go through."""

    turnstile: Turnstile
    tickets: dict[tuple[str, int], Ticket]
    metrics: Metrics
    refusals: RefusalLog


class _PageProtocol(H11Protocol):
    """One HTTP connection: counted, and never patient for long."""

    config: _Config

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._is_upgraded = False
        sock = transport.get_extra_info("socket")
        if sock is not None:
            keep_alive(sock)
        self._timers = [
            self.loop.call_later(REQUEST_S, self._late),
            self.loop.call_later(PAGE_S, self._too_long),
        ]
        if self.client is None:
            return
        ticket = self.config.turnstile.admit(self.client[0].removeprefix("::ffff:"))
        if isinstance(ticket, str):
            self.config.metrics.refused.labels("web", ticket).inc()
            self.config.refusals.note(
                "page_refused",
                door="web",
                address=self.client[0].removeprefix("::ffff:"),
                reason=ticket,
            )
            sentence = REFUSALS[ticket].encode()
            transport.write(
                b"HTTP/1.1 503 Service Unavailable\r\nContent-Type: text/plain\r\n"
                b"Connection: close\r\nRetry-After: 60\r\nContent-Length: %d\r\n\r\n%s"
                % (len(sentence), sentence)
            )
            transport.close()
            return
        self.config.tickets[self.client] = ticket

    def _late(self) -> None:
        if self.cycle is None and not self._is_upgraded:
            self.transport.abort()

    def _too_long(self) -> None:
        if not self._is_upgraded:
            self.transport.abort()

    def handle_websocket_upgrade(self, event: Any) -> None:
        self._is_upgraded = True
        self._stop_timers()
        super().handle_websocket_upgrade(event)

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_timers()
        _release(self.config, self.client)
        super().connection_lost(exc)

    def _stop_timers(self) -> None:
        for timer in self._timers:
            timer.cancel()


class _SocketProtocol(WebSocketsSansIOProtocol):
    """One WebSocket; its endpoint may cut it and see what it has not sent."""

    config: _Config

    async def run_asgi(self) -> None:
        self.scope["extensions"]["arkham.transport"] = cast(Any, self.transport)
        await super().run_asgi()

    def send_receive_event_to_app(self) -> None:
        """Pass a message on; text that is no UTF-8 ends the line without noise.

        Uvicorn would write a traceback for it, and any stranger could fill the log with them.
        """
        if self.curr_msg_data_type == "text" and not _is_utf8(b"".join(self.frames)):
            self.frames = []
            if not self.close_sent:
                address = self.client[0] if self.client else ""
                log("doors").info("web_frame_refused", address=address, error="no UTF-8")
                self.config.metrics.refused.labels("web", "bad-frame").inc()
                self.conn.send_close(1007)
                self.handle_parser_exception()
            return
        super().send_receive_event_to_app()

    def connection_lost(self, exc: Exception | None) -> None:
        _release(self.config, self.client)
        super().connection_lost(exc)


def _is_utf8(data: bytes) -> bool:
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True


def _release(config: _Config, client: tuple[str, int] | None) -> None:
    ticket = config.tickets.pop(client, None) if client is not None else None
    if ticket is not None:
        ticket.release()


class _Server(uvicorn.Server):
    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Leave the signals to the server this is a part of."""
        yield


class WebDoor:
    """Listens on one port; hands calls to the switchboard.

    Args:
        identify: returns the account of a session by its id; see `Returns`.
        line_changed: told when a session has lost its line, and has it again; see `WebOffice`.

    Raises:
        AssetsMissing: the page cannot be served, because xterm.js is not here.
    """

    def __init__(
        self,
        switchboard: Switchboard,
        accounts: TokenKeeper,
        identify: Callable[[str], int | None],
        *,
        settings: WebSettings | None = None,
        facts: BoardFacts | None = None,
        line_changed: Callable[[str, bool], None] = lambda session_id, has_line: None,
    ) -> None:
        self._settings = settings or WebSettings()
        self._switchboard = switchboard
        self._gate = Gatekeeper(
            self._settings.listens_on, self._settings.origins, self._settings.proxies
        )
        self._pages = Pages((facts or BoardFacts()).words())
        self.office = WebOffice(
            switchboard,
            Returns(accounts, identify, grace_s=self._settings.grace_s),
            grace_s=self._settings.grace_s,
            line_changed=line_changed,
        )
        self._config = self._configured()
        self._server = _Server(self._config)
        self._serving: asyncio.Task[None] | None = None
        self.port = 0

    def _configured(self) -> _Config:
        app = Starlette(
            routes=[
                WebSocketRoute("/ws", self._socket),
                Route("/{path:path}", self._page),
            ]
        )
        config = _Config(
            app,
            loop="none",
            http=_PageProtocol,
            ws=_SocketProtocol,
            ws_max_size=FRAME_LIMIT,
            ws_ping_interval=self._settings.ping_s,
            ws_ping_timeout=self._settings.ping_s,
            ws_per_message_deflate=False,
            lifespan="off",
            interface="asgi3",
            log_config=None,
            access_log=False,
            # Whom to believe about addresses is decided by the gatekeeper, for each request.
            proxy_headers=False,
            server_header=False,
            backlog=BACKLOG,
            timeout_keep_alive=5,
            timeout_graceful_shutdown=1,
            h11_max_incomplete_event_size=FRAME_LIMIT,
        )
        limits = self._switchboard.limits
        proxies = tuple(str(network) for network in self._settings.proxies)
        config.turnstile = Turnstile(
            replace(
                limits,
                max_connections=limits.max_connections * PAGES_PER_CALLER,
                max_per_address=limits.max_per_address * PAGES_PER_CALLER,
                new_per_second=limits.new_per_second * PAGES_PER_CALLER,
                new_per_second_per_address=limits.new_per_second_per_address * PAGES_PER_CALLER,
                unlimited=(*limits.unlimited, *proxies),
            )
        )
        config.tickets = {}
        config.metrics = self._switchboard.metrics
        config.refusals = self._switchboard.refusals
        # It reports each broken request of each scanner as a warning.
        logging.getLogger("uvicorn.error").setLevel(logging.ERROR)
        return config

    async def start(self, host: str, port: int) -> None:
        """Listen; `self.port` tells where when `port` is 0.

        Raises:
            OSError: the port is taken, or the address is not of this machine.
        """
        sock = bind(host, port)
        self.port = sock.getsockname()[1]
        self._serving = asyncio.create_task(self._server.serve(sockets=[sock]), name="web-server")
        while not self._server.started and not self._serving.done():  # noqa: ASYNC110 - no event
            await asyncio.sleep(0.005)

    async def stop(self) -> None:
        """Stop listening. Calls go on; the switchboard ends them."""
        for listener in getattr(self._server, "servers", ()):
            listener.close()

    async def close(self) -> None:
        """End what is left, after the calls are over."""
        self._server.should_exit = True
        if self._serving is not None:
            await asyncio.gather(self._serving, return_exceptions=True)
            self._serving = None

    # -- requests -------------------------------------------------------------------------------
    async def _page(self, request: Request) -> Response:
        if not self._gate.is_our_host(request.headers.get("host", "")):
            return self._pages.refusal(421, "No board of that name is here.")
        return await self._pages.answer(request)

    async def _socket(self, websocket: WebSocket) -> None:
        peer = (websocket.client.host if websocket.client else "").removeprefix("::ffff:")
        headers = {name.lower(): value for name, value in websocket.headers.items()}
        address = self._gate.address(peer, headers)
        reason = ""
        if not self._gate.is_our_host(headers.get("host", "")):
            reason = "host"
        elif not self._gate.is_our_origin(peer, headers):
            reason = "origin"
        if reason:
            self._switchboard.metrics.refused.labels("web", reason).inc()
            log("doors").info(
                "web_call_refused",
                address=address,
                reason=reason,
                host=headers.get("host", "")[:100],
                origin=headers.get("origin", "")[:100],
            )
            await websocket.close()
            return
        transport = websocket.scope["extensions"]["arkham.transport"]
        await websocket.accept()
        try:
            await self.office.serve(
                websocket,
                address,
                abort=transport.abort,
                buffered=lambda: 0 if transport.is_closing() else transport.get_write_buffer_size(),
            )
        except Exception as error:  # one bad call must not hurt another
            record_fault(error, door="web", address=address)
            self._switchboard.metrics.faults.inc()
            transport.abort()
