"""Callers for whole games: one that reads lines, and one that looks at a screen.

``LineCaller`` is a bare socket that sends lines and reads text, as `nc` would. ``ScreenCaller`` is
a program under a pseudo-terminal (OpenSSH, Debian's telnet) or a socket, with pyte as the glass.
Both read what a person would read and type what a person would type.
"""

from __future__ import annotations

import asyncio
import os
import re
import signal
import socket
import struct
from collections.abc import Callable, Mapping, Sequence
from typing import Protocol

import pyte

WAIT_S = 30.0
PASSWORD = "fog over the river"
ANSI = re.compile(r"\x1b\[[0-?]*[ -/]*[@-~]|\x1b[()][A-Z0-9]|\x1b[=>78]|\x1b\][^\x07]*\x07")
CONTROLS = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")


class LineGone(Exception):
    """The other side has closed the line, or the power went there."""


def squeezed(text: str) -> str:
    """Take out how lines were broken."""
    return " ".join(text.split())


class LineCaller:
    """A socket that sends whole lines and keeps the text that comes.

    Attributes:
        text: all that came since the last ``send``, as text.
        raw: all bytes since the call began.
    """

    def __init__(
        self,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        *,
        charset: str = "utf-8",
        line_end: bytes = b"\r\n",
    ) -> None:
        self.reader = reader
        self.writer = writer
        self.charset = charset
        self.line_end = line_end
        self.raw = b""
        self._start = 0
        self._pending: asyncio.Task[bytes] | None = None

    @classmethod
    async def call(
        cls, port: int, *, charset: str = "utf-8", line_end: bytes = b"\r\n"
    ) -> LineCaller:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        return cls(reader, writer, charset=charset, line_end=line_end)

    def decode(self, data: bytes) -> str:
        """Read bytes as this client would, without telnet's own words and without colours."""
        data = re.sub(rb"\xff\xfa.*?\xff\xf0|\xff[\xfb-\xfe].|\xff[\xf1-\xf9]", b"", data)
        text = data.decode(self.charset, "replace").replace("\r\n", "\n").replace("\r", "\n")
        return ANSI.sub("", text)

    @property
    def text(self) -> str:
        return self.decode(self.raw[self._start :])

    @property
    def whole(self) -> str:
        return self.decode(self.raw)

    def forget(self) -> None:
        """Count as new only what comes from now on."""
        self._start = len(self.raw)

    def send(self, line: str) -> None:
        self.forget()
        self.writer.write(line.encode(self.charset) + self.line_end)

    async def read_some(self) -> None:
        """Take the next bytes.

        Raises:
            LineGone: there are no more.
        """
        # A read that was waited for in vain is kept: what it gets must not be lost.
        if self._pending is None:
            self._pending = asyncio.ensure_future(self.reader.read(65_536))
        await asyncio.wait({self._pending})
        try:
            data = self._pending.result()
        except OSError:
            data = b""
        self._pending = None
        if not data:
            raise LineGone
        self.raw += data

    async def sees(self, *wanted: str, within_s: float = WAIT_S) -> str:
        """Wait until each text has come since the last line was sent; breaks do not count."""
        try:
            async with asyncio.timeout(within_s):
                while not all(one in squeezed(self.text) + " " for one in wanted):
                    await self.read_some()
        except TimeoutError:
            raise AssertionError(f"{wanted!r} never came; there is:\n{self.text[-3000:]}") from None
        return self.text

    async def sees_end(self, *ends: str, within_s: float = WAIT_S) -> str:
        """Wait until the text ends with one of these, as a prompt does; returns which."""
        try:
            async with asyncio.timeout(within_s):
                while True:
                    for end in ends:
                        if self.text.endswith(end):
                            return end
                    await self.read_some()
        except TimeoutError:
            raise AssertionError(f"{ends!r} never came; there is:\n{self.text[-3000:]}") from None

    async def settles(self, quiet_s: float = 0.06, within_s: float = 3.0) -> None:
        """Wait until something has come and then nothing more for a moment."""
        if self._pending is None:
            self._pending = asyncio.ensure_future(self.reader.read(65_536))
        wait_s = within_s
        while True:
            done, _ = await asyncio.wait({self._pending}, timeout=wait_s)
            if not done:
                return
            await self.read_some()
            self._pending = asyncio.ensure_future(self.reader.read(65_536))
            wait_s = quiet_s

    async def types(self, line: str, *wanted: str) -> str:
        """Send a line and wait for what must follow."""
        self.send(line)
        return await self.sees(*wanted)

    async def registers(self, handle: str, password: str = PASSWORD) -> None:
        """Go from the welcome to the lobby with a new name."""
        await self.sees("Your name:")
        await self.types("new", "Name:")
        await self.types(handle, "Password:")
        await self.types(password, "Once more:")
        await self.types(password, f"Welcome to Arkham, {handle}.", "Lobby>")

    async def logs_in(self, handle: str, password: str = PASSWORD) -> None:
        """Go from the welcome to the lobby with a name that exists."""
        await self.sees("Your name:")
        await self.types(handle, "Password:")
        await self.types(password, f"Arkham greets you, {handle}.", "Lobby>")

    async def rest(self, within_s: float = WAIT_S) -> str:
        """Read on until the other side closes; returns the text since the last line sent."""
        async with asyncio.timeout(within_s):
            while True:
                try:
                    await self.read_some()
                except LineGone:
                    return self.text

    async def drops(self) -> None:
        """Lose the line at once, as when a router forgets it: there is no farewell."""
        line: socket.socket = self.writer.get_extra_info("socket")
        line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.writer.transport.abort()
        await self.close()

    async def close(self) -> None:
        if self._pending is not None:
            self._pending.cancel()
            self._pending = None
        self.writer.close()
        try:
            await self.writer.wait_closed()
        except OSError:
            pass


class Line(Protocol):
    """What carries a screen's bytes."""

    def send(self, data: bytes) -> None: ...

    async def receive(self) -> bytes:
        """Return some bytes, or none at the end."""
        ...

    async def close(self) -> None: ...


class SocketLine:
    """A socket; whatever telnet asks stays unanswered."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer

    @classmethod
    async def call(cls, port: int, first: bytes = b"") -> SocketLine:
        line = cls(*await asyncio.open_connection("127.0.0.1", port))
        if first:
            line.send(first)
        return line

    def send(self, data: bytes) -> None:
        self._writer.write(data)

    async def receive(self) -> bytes:
        try:
            return await self._reader.read(65_536)
        except OSError:
            return b""

    async def close(self) -> None:
        self._writer.close()
        try:
            await self._writer.wait_closed()
        except OSError:
            pass


class ProgramLine:
    """A program under a pseudo-terminal, as a person would run it."""

    def __init__(
        self, argv: Sequence[str], *, columns: int, rows: int, environ: Mapping[str, str]
    ) -> None:
        import fcntl
        import pty
        import subprocess
        import termios

        self._fd, child = pty.openpty()
        fcntl.ioctl(child, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        self._process = subprocess.Popen(
            list(argv),
            stdin=child,
            stdout=child,
            stderr=child,
            env={**os.environ, **environ},
            start_new_session=True,
        )
        os.close(child)
        os.set_blocking(self._fd, False)
        self._data: asyncio.Queue[bytes] = asyncio.Queue()
        asyncio.get_running_loop().add_reader(self._fd, self._readable)

    def _readable(self) -> None:
        try:
            data = os.read(self._fd, 65_536)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        self._data.put_nowait(data)
        if not data:
            asyncio.get_running_loop().remove_reader(self._fd)

    def send(self, data: bytes) -> None:
        try:
            os.write(self._fd, data)
        except OSError:
            self._data.put_nowait(b"")

    async def receive(self) -> bytes:
        return await self._data.get()

    async def close(self) -> None:
        if self._fd < 0:
            return
        asyncio.get_running_loop().remove_reader(self._fd)
        if self._process.poll() is None:
            os.kill(self._process.pid, signal.SIGKILL)
        await asyncio.to_thread(self._process.wait, WAIT_S)
        os.close(self._fd)
        self._fd = -1


class MudletLine(SocketLine):
    """A MUD client that sends whole lines: says its name, its size, and no to the rest."""

    ANSWERS = (b"MUDLET", b"ANSI-TRUECOLOR", b"MTTS 2349")

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        super().__init__(reader, writer)
        self._asked = 0

    async def receive(self) -> bytes:
        data = await super().receive()
        for verb, option in re.findall(rb"\xff([\xfb-\xfd])(.)", data, re.DOTALL):
            self._answer(verb[0], option[0])
        for _ in re.findall(rb"\xff\xfa\x18\x01\xff\xf0", data):
            name = self.ANSWERS[min(self._asked, len(self.ANSWERS) - 1)]
            self._asked += 1
            self.send(b"\xff\xfa\x18\x00" + name + b"\xff\xf0")
        return data

    def _answer(self, verb: int, option: int) -> None:
        if verb == 0xFD:  # DO
            self.send(bytes([255, 251 if option in (24, 31) else 252, option]))
            if option == 31:
                self.send(b"\xff\xfa\x1f" + struct.pack(">HH", 100, 30) + b"\xff\xf0")
        elif verb == 0xFB:  # WILL: echo for passwords, the rest is not wanted
            self.send(bytes([255, 253 if option == 1 else 254, option]))


class AnsweringScreen(pyte.Screen):
    """A screen that says where its cursor is when it is asked, as real terminals do."""

    def __init__(self, columns: int, rows: int, answer: Callable[[bytes], None]) -> None:
        super().__init__(columns, rows)
        self._answer = answer

    def write_process_input(self, data: str) -> None:
        self._answer(data.encode("ascii"))


class C64Cursor:
    def __init__(self) -> None:
        self.x = self.y = 0


class C64Screen:
    """Forty columns and twenty-five rows of a Commodore, as far as this board uses it."""

    COLUMNS, ROWS = 40, 25

    def __init__(self) -> None:
        self.cursor = C64Cursor()
        self._cells = [[" "] * self.COLUMNS for _ in range(self.ROWS)]

    @property
    def display(self) -> list[str]:
        return ["".join(row) for row in self._cells]

    def feed(self, data: bytes) -> None:
        at = self.cursor
        for byte in data:
            if byte == 0x93:
                self._cells = [[" "] * self.COLUMNS for _ in range(self.ROWS)]
                at.x = at.y = 0
            elif byte == 0x13:
                at.x = at.y = 0
            elif byte in (0x0D, 0x8D):
                at.x = 0
                self._down()
            elif byte == 0x11:
                self._down()
            elif byte == 0x91:
                at.y = max(0, at.y - 1)
            elif byte == 0x1D:
                self._right()
            elif byte == 0x9D:
                at.x = max(0, at.x - 1)
            elif byte == 0x14:
                at.x = max(0, at.x - 1)
                self._cells[at.y][at.x :] = [*self._cells[at.y][at.x + 1 :], " "]
            elif byte & 0x7F >= 0x20:
                self._cells[at.y][at.x] = bytes([byte]).decode("petscii", "replace")
                self._right()

    def _right(self) -> None:
        self.cursor.x += 1
        if self.cursor.x == self.COLUMNS:
            self.cursor.x = 0
            self._down()

    def _down(self) -> None:
        if self.cursor.y == self.ROWS - 1:
            self._cells = [*self._cells[1:], [" "] * self.COLUMNS]
        else:
            self.cursor.y += 1


class ScreenCaller:
    """Somebody in front of a screen.

    Attributes:
        raw: all bytes since the call began. text: the same as text, without terminal control.
    """

    def __init__(
        self,
        line: Line,
        *,
        columns: int = 80,
        rows: int = 24,
        charset: str = "utf-8",
        enter: bytes = b"\r",
    ) -> None:
        self.line = line
        self.charset = charset
        self.enter = enter
        self.screen: pyte.Screen | C64Screen = AnsweringScreen(columns, rows, line.send)
        self._stream = pyte.Stream(self.screen)
        self.raw = b""
        self._start = 0
        self._pending: asyncio.Task[bytes] | None = None

    @property
    def rows(self) -> list[str]:
        """What stands on the glass."""
        return [row.rstrip() for row in self.screen.display]

    @property
    def shown(self) -> str:
        return "\n".join(self.rows)

    @property
    def prompt(self) -> str:
        """The row the cursor stands in, up to the cursor."""
        return self.screen.display[self.screen.cursor.y][: self.screen.cursor.x]

    @property
    def text(self) -> str:
        """All that came since the last line was typed, whatever became of it on the glass."""
        return self._as_text(self.raw[self._start :])

    @property
    def whole(self) -> str:
        """All that came since the call began, as text."""
        return self._as_text(self.raw)

    def _as_text(self, data: bytes) -> str:
        data = re.sub(rb"\xff\xfa.*?\xff\xf0|\xff[\xfb-\xfe].|\xff[\xf1-\xf9]", b"", data)
        text = ANSI.sub("", data.decode(self.charset, "replace"))
        return CONTROLS.sub("", text.replace("\r\n", "\n").replace("\r", "\n"))

    def send(self, data: bytes) -> None:
        self._start = len(self.raw)
        self.line.send(data)

    def types(self, text: str) -> None:
        self.send(text.encode(self.charset) + self.enter)

    async def read_some(self, within_s: float = WAIT_S) -> bool:
        """Take the next bytes; False when none came in time.

        Raises:
            LineGone: there are no more.
        """
        if self._pending is None:
            self._pending = asyncio.ensure_future(self.line.receive())
        done, _ = await asyncio.wait({self._pending}, timeout=within_s)
        if not done:
            return False
        data, self._pending = self._pending.result(), None
        if not data:
            raise LineGone
        self.raw += data
        plain = re.sub(rb"\xff\xfa.*?\xff\xf0|\xff[\xfb-\xfe].|\xff[\xf1-\xf9]", b"", data)
        if isinstance(self.screen, C64Screen):
            self.screen.feed(plain)
        else:
            self._stream.feed(plain.decode(self.charset, "replace"))
        return True

    def turn_into_c64(self) -> None:
        """What is read from now on is PETSCII."""
        import arkham_bbs.terminal.charsets  # noqa: F401 - makes the codec known

        self.screen = C64Screen()
        self.charset = "petscii"
        self.enter = b"\r"

    async def sees(self, *wanted: str, within_s: float = WAIT_S) -> str:
        """Wait until each text stands on the glass or has come since the last line typed."""
        try:
            async with asyncio.timeout(within_s):
                while not all(
                    one in squeezed(self.shown) or one in squeezed(self.text) for one in wanted
                ):
                    await self.read_some()
        except (TimeoutError, LineGone) as gone:
            raise AssertionError(
                f"{wanted!r} never came ({gone!r}); the screen:\n{self.shown}\n"
                f"and what came last:\n{self.text[-2000:]}"
            ) from None
        return self.text

    async def settles(self, quiet_s: float = 0.06, within_s: float = 3.0) -> None:
        """Wait until something has come and then nothing more for a moment."""
        if not await self.read_some(within_s):
            return
        while await self.read_some(quiet_s):
            pass

    async def registers(self, handle: str, password: str = PASSWORD) -> None:
        """Go from the welcome to the lobby with a new name."""
        await self.sees("Your name:")
        self.types("new")
        await self.sees("Name:")
        self.types(handle)
        await self.sees("Password:")
        self.types(password)
        await self.sees("Once more:")
        self.types(password)
        await self.sees(f"Welcome to Arkham, {handle}.", "Lobby>")

    async def logs_in(self, handle: str, password: str = PASSWORD) -> None:
        """Go from the welcome to the lobby with a name that exists."""
        await self.sees("Your name:")
        self.types(handle)
        await self.sees("Password:")
        self.types(password)
        await self.sees(f"Arkham greets you, {handle}.", "Lobby>")

    async def close(self) -> None:
        if self._pending is not None:
            self._pending.cancel()
            self._pending = None
        await self.line.close()


def ssh_line(
    port: int, user: str = "bbs", *, columns: int = 80, rows: int = 24, term: str = "xterm-256color"
) -> ProgramLine:
    """Call with OpenSSH, keeping no memory of the host."""
    argv = ["ssh", "-F", "/dev/null", "-p", str(port), "-o", "StrictHostKeyChecking=no"]
    argv += ["-o", "UserKnownHostsFile=/dev/null", "-o", "LogLevel=ERROR"]
    argv += ["-o", "IdentityFile=/dev/null", "-o", "IdentityAgent=none", f"{user}@127.0.0.1"]
    return ProgramLine(argv, columns=columns, rows=rows, environ={"TERM": term})


def telnet_line(
    port: int, *, columns: int = 80, rows: int = 24, term: str = "xterm"
) -> ProgramLine:
    """Call with the telnet program of the system."""
    argv = ["telnet", "127.0.0.1", str(port)]
    return ProgramLine(argv, columns=columns, rows=rows, environ={"TERM": term})
