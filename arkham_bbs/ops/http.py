"""Three pages for machines: /healthz, /readyz and /metrics, on 127.0.0.1 only.

Room: ops. Imports the standard library. Not the web door: callers never come here, so it is a
page of code instead of a framework, and answers while all else is still starting.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Mapping

from arkham_bbs.ops.logs import log
from arkham_bbs.ops.metrics import CONTENT_TYPE, Metrics

REQUEST_S = 5.0
_LONGEST_REQUEST = 8_192
_AT_ONCE = 32

Checks = Callable[[], Awaitable[Mapping[str, str]]]
"""Returns what is wrong, by name: empty when the server can take callers."""


class OpsServer:
    """The listener. `ready` is asked for /readyz; /healthz only proves that the loop turns."""

    def __init__(self, metrics: Metrics, ready: Checks, version: str) -> None:
        self._metrics = metrics
        self._ready = ready
        self._version = version
        self._server: asyncio.Server | None = None
        self._open = 0
        self.port = 0

    async def start(self, port: int, host: str = "127.0.0.1") -> None:
        """Listen; `self.port` tells where when `port` is 0."""
        self._server = await asyncio.start_server(
            self._serve, host, port, limit=_LONGEST_REQUEST, backlog=_AT_ONCE
        )
        self.port = self._server.sockets[0].getsockname()[1]

    async def stop(self) -> None:
        """Stop listening."""
        if self._server is not None:
            self._server.close()
            await self._server.wait_closed()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._open += 1
        try:
            if self._open > _AT_ONCE:
                return
            async with asyncio.timeout(REQUEST_S):
                head = await reader.readuntil(b"\r\n\r\n")
                writer.write(await self._answer(head))
                await writer.drain()
        except (TimeoutError, OSError, asyncio.IncompleteReadError, asyncio.LimitOverrunError):
            log("ops").debug("ops_request_dropped")
        finally:
            self._open -= 1
            writer.close()

    async def _answer(self, head: bytes) -> bytes:
        words = head.split(b"\r\n", 1)[0].split()
        if len(words) != 3 or words[0] not in (b"GET", b"HEAD"):
            return _response(405, "text/plain", b"Only GET is understood here.\n")
        match words[1].split(b"?", 1)[0]:
            case b"/healthz":
                return _json(200, {"status": "ok", "version": self._version})
            case b"/readyz":
                wrong = await self._ready()
                status = "ready" if not wrong else "not ready"
                return _json(503 if wrong else 200, {"status": status, "wrong": dict(wrong)})
            case b"/metrics":
                return _response(200, CONTENT_TYPE, self._metrics.page())
            case _:
                return _response(404, "text/plain", b"Try /healthz, /readyz or /metrics.\n")


def _json(status: int, body: object) -> bytes:
    return _response(status, "application/json", json.dumps(body).encode() + b"\n")


def _response(status: int, kind: str, body: bytes) -> bytes:
    reason = {200: "OK", 404: "Not Found", 405: "Method Not Allowed", 503: "Unavailable"}[status]
    head = (
        f"HTTP/1.1 {status} {reason}\r\nContent-Type: {kind}\r\nContent-Length: {len(body)}\r\n"
        "Cache-Control: no-store\r\nConnection: close\r\n\r\n"
    )
    return head.encode() + body
