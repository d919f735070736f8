"""One SSH channel: its terminal becomes a call, or its command is run.

Room: doors. Imports asyncssh, accounts, session, sysop, terminal and its neighbours here. Sessions
carry bytes (`encoding=None`), so broken UTF-8 reaches the terminal's own decoder instead of
closing the line.

Source: RFC 4254.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Any

import asyncssh

from arkham_bbs.accounts import Account, AccountError
from arkham_bbs.doors.call import Call, new_session_id
from arkham_bbs.doors.intake import Intake
from arkham_bbs.doors.ssh_caller import GUEST, NEWCOMER, SshCaller
from arkham_bbs.doors.ssh_commands import COMMANDS, NO_COMMANDS, ExecHook, ExecRequest
from arkham_bbs.doors.ssh_wire import SshWire
from arkham_bbs.doors.switchboard import Switchboard
from arkham_bbs.session.account_refusals import account_sentence
from arkham_bbs.session.faults import apology, record_fault
from arkham_bbs.session.services import Origin
from arkham_bbs.sysop import split_words
from arkham_bbs.terminal import Terminal
from arkham_bbs.terminal.capabilities import Size, from_term

EOF_S = 10.0
_EARLY_INPUT = 4_096
"""Bytes taken before the call begins; what is beyond waits with the client, for a part of a line
must not be lost."""

NO_PTY = (
    "This board needs a terminal, and your client asked for none. "
    "Call again with: ssh -t (leave out any command)."
)


class SshSession(asyncssh.SSHServerSession[bytes]):
    """One channel: a terminal for the game, or one command."""

    def __init__(
        self, caller: SshCaller, switchboard: Switchboard, run_command: ExecHook | None
    ) -> None:
        self._caller = caller
        self._board = switchboard
        self._run = run_command
        self._channel: asyncssh.SSHServerChannel[bytes] | None = None
        self._has_pty = False
        self._size = Size(columns=80, rows=24)
        self._command: str | None = None
        self._early = bytearray()
        self._call: Call | None = None
        self._intake = Intake()
        self._start: asyncio.Task[None] | None = None
        self._is_gone = False

    def connection_made(self, chan: asyncssh.SSHServerChannel[bytes]) -> None:
        """Note the channel."""
        self._channel = chan

    def pty_requested(
        self, term_type: str, term_size: tuple[int, int, int, int], term_modes: Any
    ) -> bool:
        """Take the terminal's size; 0x0 means 80x24."""
        self._has_pty = True
        self._size = Size.reported(term_size[0], term_size[1])
        return True

    def shell_requested(self) -> bool:
        """Take the request; whether it can be served is said in words, with a status."""
        return True

    def exec_requested(self, command: str) -> bool:
        """As above."""
        self._command = command
        return True

    def subsystem_requested(self, subsystem: str) -> bool:
        """Refuse sftp and all the others."""
        return False

    def session_started(self) -> None:
        """Begin, in a task of its own."""
        self._start = asyncio.create_task(self._begin(), name="ssh-session-start")

    async def _begin(self) -> None:
        try:
            if self._command is not None:
                await self._run_command(self._command)
            elif not self._has_pty:
                self._end(1, err=NO_PTY)
            else:
                account = await self._caller.identify()
                self._open_terminal(account)
        except AccountError as refused:
            self._end(1, err=account_sentence(refused))
        except Exception as error:  # the caller gets a reference, the connection lives
            self._end(1, err=apology(record_fault(error, door="ssh")))

    def _open_terminal(self, account: Account | None) -> None:
        channel = self._channel
        if channel is None or self._is_gone:
            return
        environment = channel.get_environment()
        lang = next(
            (environment[name] for name in ("LC_ALL", "LC_CTYPE", "LANG") if environment.get(name)),
            "",
        )
        caps = from_term(
            channel.get_terminal_type() or "",
            self._size,
            lang=lang,
            colorterm=environment.get("COLORTERM", ""),
        )
        board = self._board
        wire = SshWire(channel, board.limits.output_limit)
        terminal = Terminal(wire, caps, stall_s=board.limits.output_stall_s)
        origin = Origin(
            door="ssh",
            address=self._caller.address,
            account_id=account.id if account is not None else None,
            key=self._caller.key,
            session_id=new_session_id(),
            guest=self._caller.called_as == GUEST,
            newcomer=self._caller.called_as == NEWCOMER,
        )
        self._call = board.connect(origin, terminal, wire)
        if self._early:
            early, self._early = bytes(self._early), bytearray()
            terminal.feed(early)
            channel.resume_reading()

    async def _run_command(self, command: str) -> None:
        try:
            words = split_words(command, like_shell=True)
        except ValueError:
            self._end(1, err="I cannot read that command: a quotation mark is missing.")
            return
        if self._run is None or not words or words[0] not in COMMANDS:
            self._end(1, err=NO_COMMANDS)
            return
        account = await self._caller.identify()
        request = ExecRequest(
            account_id=account.id if account is not None else None,
            address=self._caller.address,
            words=words[1:],
            command=words[0],
            session_id=new_session_id(),
            by_key=self._caller.is_by_key,
        )
        reply = await self._run(request)
        self._end(reply.status, out=reply.out, err=reply.err)

    def _end(self, status: int, *, out: str = "", err: str = "") -> None:
        """Print, and close the channel with an exit status."""
        channel = self._channel
        if channel is None or self._is_gone:
            return
        with suppress(OSError):
            if out:
                channel.write(self._lines(out))
            if err:
                channel.write_stderr(self._lines(err))
            channel.exit(status)

    def _lines(self, text: str) -> bytes:
        text = text if text.endswith("\n") else text + "\n"
        return (text.replace("\n", "\r\n") if self._has_pty else text).encode()

    # -- what the client sends ------------------------------------------------------------------
    def data_received(self, data: bytes, datatype: Any) -> None:
        """Pass input on, at the pace this caller may have."""
        if self._call is None:
            if self._command is None:
                self._early += data
                if len(self._early) >= _EARLY_INPUT and self._channel is not None:
                    self._channel.pause_reading()
            return
        self._call.terminal.feed(data)
        pause_s = self._intake.take(len(data))
        if pause_s and self._channel is not None:
            self._channel.pause_reading()
            asyncio.get_running_loop().call_later(pause_s, self._resume)

    def _resume(self) -> None:
        if self._channel is not None and not self._is_gone:
            self._channel.resume_reading()

    def terminal_size_changed(self, width: int, height: int, pixwidth: int, pixheight: int) -> None:
        """Pass a new size on."""
        self._size = Size.reported(width, height)
        if self._call is not None:
            self._call.terminal.resize(self._size)

    def signal_received(self, signal: str) -> None:
        """Treat an interrupt as Ctrl-C."""
        if signal == "INT" and self._call is not None:
            self._call.terminal.interrupt()

    def break_received(self, msec: int) -> bool:
        """Treat a break as Ctrl-C."""
        self.signal_received("INT")
        return True

    def resume_writing(self) -> None:
        """The channel took most of what waited: let the terminal send on."""
        if self._call is not None:
            self._call.terminal.writable()

    def eof_received(self) -> bool:
        """Let what was typed be answered, then hang up: no more will come."""
        if self._call is not None:
            call = self._call
            asyncio.get_running_loop().call_later(EOF_S, self._board.lost, call, "eof")
        return True

    def connection_lost(self, exc: Exception | None) -> None:
        """End the session."""
        self._is_gone = True
        self._caller.session_gone()
        if self._start is not None and not self._start.done() and self._command is None:
            self._start.cancel()
        if self._call is not None:
            self._board.lost(self._call, "hangup")
