"""A call from a browser: what the page says, and the connections that come one after another.

Room: doors. Imports session, terminal and its neighbours here. Source: issue 4 "In the browser",
USER_ASKS B17, B27, D4 to D6, G13, H6.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect

from arkham_bbs.accounts import Account
from arkham_bbs.doors.call import Call, new_session_id
from arkham_bbs.doors.intake import Intake
from arkham_bbs.doors.limits import Bucket, Ticket
from arkham_bbs.doors.switchboard import Switchboard
from arkham_bbs.doors.web.frames import (
    BadFrame,
    HangUp,
    Heard,
    Hello,
    Look,
    Ping,
    Resize,
    TypedLine,
    format_frame,
    parse_frame,
)
from arkham_bbs.doors.web.returns import RENEW_S, Returns
from arkham_bbs.doors.web.wire import (
    ELSEWHERE,
    OVER,
    POLICY,
    SERVICE_RESTART,
    TRY_LATER,
    Link,
    WebWire,
)
from arkham_bbs.ops.logs import log
from arkham_bbs.session.services import Origin
from arkham_bbs.terminal import Capabilities, Line, Size, Terminal
from arkham_bbs.terminal.clean import clean_text

HELLO_S = 10.0
FRAMES_PER_S = 60.0
LOOK_S = 0.1
ABSENT_S = 1.5
"""A line that is back within this was only a blink, and nobody is told."""

AFRESH = b"\x1b[0m\x1b[2J\x1b[H"
PASTE_MODE = b"\x1b[?2004h"
REFUSED_BACK = "That line is gone. Here is a new one."


class WebCall:
    """One caller in a browser, from the first hello to the end of the session.

    Attributes:
        tokens: what leads back here, as `Returns` keeps them.
        has_typed: somebody is there; a call nobody ever used is not kept when its line breaks.
    """

    def __init__(
        self, office: WebOffice, address: str, hello: Hello, ticket: Ticket, account: Account | None
    ) -> None:
        self._office = office
        self._ticket = ticket
        self._timer: asyncio.TimerHandle | None = None
        self._renewal: asyncio.TimerHandle | None = None
        self._absence: asyncio.TimerHandle | None = None
        self._has_told_absence = False
        self._tasks: set[asyncio.Task[None]] = set()
        self.address = address
        self.session_id = new_session_id()
        self.tokens: list[str] = []
        self.has_typed = account is not None
        self.is_over = False
        self._view = hello.view
        self._left = False
        board = office.switchboard
        self.wire = WebWire(board.limits.output_limit)
        self.wire.closing = office.closing_words
        self.terminal = Terminal(
            self.wire,
            Capabilities(
                columns=max(20, hello.columns),
                rows=max(4, hello.rows),
                charset="utf-8",
                colour="true",
                addressing=True,
                frames="unicode",
                name="web",
            ),
            stall_s=board.limits.output_stall_s,
        )
        self.look(hello)
        self.terminal.on_secret = self.wire.secret
        self.terminal.on_prompt = self.wire.prompt_is_out
        self.terminal.on_lobby = self._in_lobby
        self.terminal.out_of_band = self.wire.out_of_band
        origin = Origin(
            door="web",
            address=address,
            account_id=account.id if account is not None else None,
            session_id=self.session_id,
            resumed=account is not None,
        )
        self.call: Call = board.connect(origin, self.terminal, self.wire, probe=False)
        if self.call.task is not None:
            self.call.task.add_done_callback(self._ended)

    # -- what the page says ---------------------------------------------------------------------
    def look(self, look: Hello | Look) -> None:
        """Show text or a terminal, in as many colours as the page's theme has."""
        self._view = look.view
        self.wire.wants_prompts = look.view == "text"
        if look.view == "text":
            self.terminal.insist({"linear": True, "line_mode": True})
        elif look.colour == "16":
            self.terminal.insist({"linear": False, "line_mode": False, "colour": "16"})
        else:
            self.terminal.insist({"linear": False, "line_mode": False})

    def resize(self, columns: int, rows: int) -> None:
        """Take the page's size; what is too small to read is not believed."""
        self.terminal.resize(Size.reported(max(20, columns), max(4, rows)))

    def feed(self, data: bytes) -> None:
        """Take what was typed into the page's terminal."""
        self.has_typed = True
        self.terminal.feed(data)

    def take(self, frame: Heard, link: Link) -> None:
        """Take a control frame."""
        match frame:
            case Resize(columns, rows):
                self.resize(columns, rows)
            case TypedLine(text):
                line = clean_text(text, newlines=False)
                self.feed(line.encode("utf-8", "replace") + b"\r")
            case Look():
                # What was written for the old look leaves first, then the page is told.
                self.terminal.writable()
                self.wire.tell("look", view=frame.view)
                self.look(frame)
            case Ping():
                link.put(format_frame("pong"))
            case HangUp():
                self.leave()
            case Hello():
                raise BadFrame("a second hello")

    # -- connections ----------------------------------------------------------------------------
    def attach(self, link: Link, hello: Hello, *, is_resumed: bool) -> None:
        """Go on over a connection, with the screen and the prompt as they are."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self._absence is not None:
            self._absence.cancel()
            self._absence = None
        if self._has_told_absence:
            self._has_told_absence = False
            self._office.line_changed(self.session_id, True)
        older, self.wire.link = self.wire.link, None
        if older is not None:
            older.finish(ELSEWHERE, "the call goes on in another window")
        terminal = self.terminal
        link.on_drained = terminal.writable
        is_same = hello.view == self._view
        # What was written for a terminal is of no use to a page that shows text now.
        is_painted = terminal.in_dashboard or not is_same
        is_whole = self.wire.attach(
            link,
            received=hello.received if is_same else -1,
            is_painted=is_painted,
            prefix=b"" if hello.view == "text" else AFRESH + PASTE_MODE,
            resumed=is_resumed,
        )
        if is_resumed:
            self.look(hello)
            self.resize(hello.columns, hello.rows)
            if not is_whole and terminal.in_dashboard:
                terminal.repaint()
        self.renew()

    def detach(self, link: Link) -> None:
        """The connection is gone: keep the call for a while, if anybody was there."""
        if not self.wire.detach(link) or self.is_over:
            return
        if self._renewal is not None:
            self._renewal.cancel()
        office = self._office
        if not self.has_typed or not office.may_wait(self):
            self._give_up()
            return
        log("doors").info("web_call_waits", session=self.session_id, seconds=office.grace_s)
        loop = asyncio.get_running_loop()
        self._timer = loop.call_later(office.grace_s, self._give_up)
        self._absence = loop.call_later(ABSENT_S, self._is_absent)

    def _is_absent(self) -> None:
        """It was no mere blink: the others may know."""
        self._absence = None
        if self.is_waiting:
            self._has_told_absence = True
            self._office.line_changed(self.session_id, False)

    @property
    def is_waiting(self) -> bool:
        """Say whether this call has no connection and waits for one."""
        return self._timer is not None and not self.is_over

    def _give_up(self, reason: str = "hangup") -> None:
        self._office.switchboard.lost(self.call, reason)

    def leave(self) -> None:
        """The caller hangs up."""
        self._left = True
        link, self.wire.link = self.wire.link, None
        if link is not None:
            link.put(format_frame("over"))
            link.finish(OVER, "over")
        self._give_up("hung-up")

    # -- tokens ---------------------------------------------------------------------------------
    def _in_lobby(self) -> None:
        """Somebody has a name now: their token may outlive this call."""
        self.renew()

    def renew(self) -> None:
        """Give the page a new token, now and every few minutes."""
        if self._renewal is not None:
            self._renewal.cancel()
        if self.is_over:
            return
        self._keep(self._send_token())
        self._renewal = asyncio.get_running_loop().call_later(RENEW_S, self.renew)

    async def _send_token(self) -> None:
        token = await self._office.returns.issue(self)
        self.wire.tell("token", token=token)

    def _keep(self, doing: Any) -> None:
        task = asyncio.create_task(doing)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _ended(self, task: asyncio.Task[None]) -> None:
        self.is_over = True
        self._ticket.release()
        for timer in (self._timer, self._renewal, self._absence):
            if timer is not None:
                timer.cancel()
        by_us = self.terminal.hangup_reason == "closed-by-server"
        for_good = self._left or (by_us and not self._office.is_closing)
        self._office.forget(self)
        self._keep(self._office.returns.end(self, for_good=for_good))


class WebOffice:
    """Takes the WebSockets of the door and leads them to their calls.

    Args:
        grace_s: how long a call waits for its page to come back.
        line_changed: told when a session is without its line for more than a blink, and again
            when it has one.
        waiting_per_address: calls without a connection that are kept for one address.
    """

    def __init__(
        self,
        switchboard: Switchboard,
        returns: Returns[WebCall],
        *,
        grace_s: float,
        line_changed: Callable[[str, bool], None] = lambda session_id, has_line: None,
        waiting_per_address: int = 8,
    ) -> None:
        self.switchboard = switchboard
        self.line_changed = line_changed
        self.returns = returns
        self.grace_s = grace_s
        self._waiting_per_address = waiting_per_address
        self._calls: set[WebCall] = set()

    @property
    def is_closing(self) -> bool:
        """Say whether the server is stopping."""
        return self.switchboard.turnstile.is_closed

    def closing_words(self) -> tuple[int, str]:
        """Return why a connection is closed by us: for good, or till the board is open again."""
        return (SERVICE_RESTART, "closing") if self.is_closing else (OVER, "over")

    def may_wait(self, call: WebCall) -> bool:
        """Say whether a call without a connection may be kept; the oldest does not give way."""
        waiting = sum(1 for one in self._calls if one.is_waiting and one.address == call.address)
        return not self.is_closing and waiting < self._waiting_per_address

    def forget(self, call: WebCall) -> None:
        """A call is over."""
        self._calls.discard(call)

    async def serve(
        self,
        websocket: WebSocket,
        address: str,
        *,
        abort: Callable[[], None],
        buffered: Callable[[], int],
    ) -> None:
        """Serve one accepted WebSocket to its end."""
        link = Link(websocket, abort, buffered)
        sending = asyncio.create_task(link.send_all(), name="web-send")
        call: WebCall | None = None
        try:
            call = await self._connect(websocket, address, link)
            if call is not None:
                await self._listen(websocket, call, link)
        except (BadFrame, TimeoutError) as error:
            log("doors").info("web_frame_refused", address=address, error=repr(error)[:200])
            self.switchboard.metrics.refused.labels("web", "bad-frame").inc()
            link.finish(POLICY, "not understood")
        except WebSocketDisconnect:
            sending.cancel()
        finally:
            if call is not None:
                call.detach(link)
            # What was queued last (a refusal, a farewell) gets a moment to leave.
            await asyncio.wait({sending}, timeout=5.0)
            sending.cancel()
            await asyncio.gather(sending, return_exceptions=True)

    async def _connect(self, websocket: WebSocket, address: str, link: Link) -> WebCall | None:
        """Hear the hello; lead the page back to its call, or begin a new one."""
        async with asyncio.timeout(HELLO_S):
            message = await websocket.receive()
        if message["type"] != "websocket.receive":
            raise WebSocketDisconnect(int(message.get("code") or 1006))
        hello = parse_frame(message.get("text") or "")
        if not isinstance(hello, Hello):
            raise BadFrame("no hello")
        found = await self.returns.claim(hello.token, address) if hello.token else None
        if isinstance(found, WebCall):
            log("doors").info("web_call_resumed", session=found.session_id, address=address)
            found.attach(link, hello, is_resumed=True)
            return found
        ticket = await self.switchboard.admit("web", address)
        if isinstance(ticket, str):
            link.put(format_frame("refused", sentence=ticket))
            link.finish(TRY_LATER, "refused")
            return None
        call = WebCall(self, address, hello, ticket, found)
        self._calls.add(call)
        call.attach(link, hello, is_resumed=False)
        if hello.token and found is None:
            call.terminal.write(Line.of(REFUSED_BACK, "dim"))
        return call

    async def _listen(self, websocket: WebSocket, call: WebCall, link: Link) -> None:
        """Hear the page till it goes, no faster than it may speak."""
        intake = Intake()
        frames = Bucket(FRAMES_PER_S, time.monotonic())
        while True:
            message = await websocket.receive()
            if message["type"] != "websocket.receive":
                raise WebSocketDisconnect(int(message.get("code") or 1006))
            if call.wire.link is not link:
                # The call goes on over a newer connection.
                return
            data, text = message.get("bytes"), message.get("text")
            if data is not None:
                call.feed(data)
            pause_s = intake.take(len(data or text or ""))
            if text is not None:
                frame = parse_frame(text)
                call.take(frame, link)
                if isinstance(frame, Look):
                    # Each has the whole screen laid out anew.
                    pause_s = max(pause_s, LOOK_S)
            if not frames.take(time.monotonic()):
                pause_s = max(pause_s, 1.0 / FRAMES_PER_S)
            if pause_s:
                # Nothing is read meanwhile: the caller's own machine keeps the rest.
                await asyncio.sleep(pause_s)
