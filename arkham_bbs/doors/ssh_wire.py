"""The wire of an SSH call: bytes to one channel.

Room: doors. Imports asyncssh and its neighbours here.
"""

from __future__ import annotations

from contextlib import suppress
from typing import Any, cast

import asyncssh

from arkham_bbs.doors.wire import Wire


class SshWire(Wire):
    """Bytes to one SSH channel."""

    def __init__(self, channel: asyncssh.SSHServerChannel[bytes], output_limit: int) -> None:
        super().__init__(output_limit)
        self._channel = channel
        self._connection = channel.get_connection()

    def transmit(self, data: bytes) -> None:
        """Write to the channel; a channel that is closing takes nothing."""
        with suppress(OSError):
            self._channel.write(data)

    def unsent(self) -> int:
        """Count what waits for the client's window and what waits for the network."""
        # asyncssh offers no public way to the socket's own queue.
        transport = getattr(self._connection, "_transport", None)
        below = transport.get_write_buffer_size() if transport is not None else 0
        return int(self._channel.get_write_buffer_size() + below)

    def hang_up(self) -> None:
        """End the session with status 0."""
        with suppress(OSError):
            self._channel.exit(0)

    def cut(self) -> None:
        """Close the channel, and the connection too when it takes nothing."""
        with suppress(OSError):
            self._channel.abort()
            if self.unsent():
                cast(Any, self._connection).abort()
