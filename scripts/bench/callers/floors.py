"""The least a library costs: a bare server that answers each line with a screenful of text.

    python scripts/bench/callers/floors.py ssh|telnet

Prints its port and serves until it is killed. bench.py measures it as it measures the board: the
difference is what the board adds. The SSH one is asyncssh with an echo of whole packets and one
write for each answer; the telnet one is a plain asyncio protocol.
"""

from __future__ import annotations

import asyncio
import sys

import asyncssh

ANSWER = b"".join(
    b"The fog lies on River Street, and a lamp goes out. %d\r\n" % n for n in range(8)
)
PROMPT = b"> "


class BareTelnet(asyncio.Protocol):
    """Answers each line."""

    def __init__(self) -> None:
        self._begun = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        transport.write(PROMPT)

    def data_received(self, data: bytes) -> None:
        *lines, self._begun = (self._begun + data).split(b"\r\n")
        if lines:
            self._transport.write((ANSWER + PROMPT) * len(lines))


class BareSession(asyncssh.SSHServerSession[bytes]):
    """Echoes what is typed and answers each line."""

    def connection_made(self, chan: asyncssh.SSHServerChannel[bytes]) -> None:
        self._channel = chan

    def pty_requested(self, *_given: object) -> bool:
        return True

    def shell_requested(self) -> bool:
        return True

    def session_started(self) -> None:
        self._channel.write(PROMPT)

    def data_received(self, data: bytes, datatype: asyncssh.DataType) -> None:
        if b"\r" in data:
            self._channel.write(data + b"\n" + ANSWER + PROMPT)
        else:
            self._channel.write(data)


class BareSsh(asyncssh.SSHServer):
    """Lets everybody in."""

    def begin_auth(self, username: str) -> bool:
        return False

    def session_requested(self) -> BareSession:
        return BareSession()


async def main(kind: str) -> None:
    """Serve one kind for ever."""
    if kind == "telnet":
        loop = asyncio.get_running_loop()
        port = (await loop.create_server(BareTelnet, "127.0.0.1", 0)).sockets[0].getsockname()[1]
    else:
        key = asyncssh.generate_private_key("ssh-ed25519")
        acceptor = await asyncssh.listen(
            "127.0.0.1", 0, server_factory=BareSsh, server_host_keys=[key], encoding=None,
            line_editor=False, backlog=1000,
        )  # fmt: skip
        port = acceptor.get_port()
    print(port, flush=True)
    await asyncio.Event().wait()


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1]))
