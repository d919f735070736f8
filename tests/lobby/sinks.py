"""A mail server and a web server on this machine that keep what they are sent."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager


class SmtpSink:
    """A mail server that keeps what it is given."""

    def __init__(self) -> None:
        self.letters: list[str] = []
        self.arrived = asyncio.Event()
        self.port = 0

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"220 sink\r\n")
        try:
            while line := await asyncio.wait_for(reader.readline(), 5):
                word = line.split()[0].upper() if line.split() else b""
                if word == b"DATA":
                    writer.write(b"354 go on\r\n")
                    body = await asyncio.wait_for(reader.readuntil(b"\r\n.\r\n"), 5)
                    self.letters.append(body.decode())
                    self.arrived.set()
                elif word == b"QUIT":
                    writer.write(b"221 bye\r\n")
                    break
                writer.write(b"250 ok\r\n")
        finally:
            writer.close()


class HttpSink:
    """A web server that keeps what is posted; it answers ``status`` while it is ``open``."""

    def __init__(self) -> None:
        self.posts: list[tuple[str, dict[str, object]]] = []
        self.status = b"200 OK"
        self.arrived = asyncio.Event()
        self.open = asyncio.Event()
        self.open.set()
        self.port = 0

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = (await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), 5)).decode()
        lines = head.split("\r\n")
        length = next(int(h.split(":")[1]) for h in lines if h.lower().startswith("content-length"))
        body = await asyncio.wait_for(reader.readexactly(length), 5)
        self.posts.append((lines[0].split()[1], json.loads(body)))
        self.arrived.set()
        await self.open.wait()
        writer.write(
            b"HTTP/1.1 " + self.status + b"\r\nLocation: /elsewhere\r\nContent-Length: 0\r\n\r\n"
        )
        await writer.drain()
        writer.close()


@asynccontextmanager
async def listening(sink: SmtpSink | HttpSink) -> AsyncIterator[None]:
    """Open a sink on a free port."""
    server = await asyncio.start_server(sink.serve, "127.0.0.1", 0)
    sink.port = server.sockets[0].getsockname()[1]
    try:
        yield
    finally:
        server.close()
