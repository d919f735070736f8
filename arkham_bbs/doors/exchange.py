"""The running server as the sysop's services see it: lines, limits, drain, stop.

Room: doors. Imports sysop (the protocol), lobby and its neighbours here. Built by the server.
"""

from __future__ import annotations

import logging
import os
import time
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from typing import Any

from arkham_bbs.accounts import AccountError, parse_public_key
from arkham_bbs.doors.call import Call
from arkham_bbs.doors.switchboard import Switchboard
from arkham_bbs.lobby import Lobby
from arkham_bbs.ops.logs import set_level
from arkham_bbs.sysop.board import LineHere, Reloaded
from arkham_bbs.terminal import Line


class Exchange:
    """Fulfils `arkham_bbs.sysop.RunningBoard`."""

    def __init__(
        self,
        switchboard: Switchboard,
        lobby: Lobby,
        *,
        stop: Callable[[str], None],
        reload: Callable[[], Awaitable[Reloaded]],
    ) -> None:
        self._switchboard = switchboard
        self._lobby = lobby
        self._stop = stop
        self._reload = reload
        self._began = time.monotonic()

    @property
    def is_draining(self) -> bool:
        """New calls are refused, but for the staff's."""
        return self._switchboard.turnstile.is_draining

    @property
    def log_level(self) -> str:
        """The least level that is written."""
        return logging.getLevelName(logging.getLogger().level).lower()

    def lines(self) -> tuple[LineHere, ...]:
        """Join what the doors know of each line with what the lobby knows."""
        named = {p.session_id: p for p in self._lobby.presences.all()}
        return tuple(self._line(call, named.get(sid)) for sid, call in self._calls())

    def _calls(self) -> tuple[tuple[str, Call], ...]:
        return tuple(self._switchboard.calls.items())

    def _line(self, call: Call, presence: Any) -> LineHere:
        origin, caps = call.origin, call.terminal.caps
        now = self._lobby.presences.now()
        here_s = int(time.monotonic() - call.began)
        return LineHere(
            session=origin.session_id,
            door=origin.door,
            address=origin.address,
            handle=presence.caller.handle if presence is not None else None,
            account=presence.caller.account if presence is not None else None,
            role=presence.caller.role if presence is not None else "none",
            place=presence.place if presence is not None else "welcome",
            table=presence.table if presence is not None else None,
            idle_s=presence.idle_s if presence is not None else here_s,
            here_s=int(now - presence.since) if presence is not None else here_s,
            terminal=f"{caps.name or 'unknown'} {caps.columns}x{caps.rows} {caps.charset}",
            waiting_bytes=call.wire.pending(),
            key=_fingerprint(origin.key),
        )

    def hang_up(self, session: str, sentence: str, why: str) -> bool:
        """Say a sentence and close the line; the session ends by the hang-up."""
        call = self._switchboard.calls.get(session)
        if call is None:
            return False
        with suppress(Exception):  # a terminal in any state must not keep its line
            call.terminal.close([Line.of(sentence, "warn")])
        self._switchboard.metrics.dropped.labels(call.origin.door, why).inc()
        self._switchboard.finish(call, why)
        return True

    def announce(self, sentence: str) -> None:
        """Tell the lines that have no name yet."""
        named = {p.session_id for p in self._lobby.presences.all()}
        for session, call in self._calls():
            if session not in named:
                with suppress(Exception):  # one odd terminal must not keep it from the others
                    width = max(20, call.terminal.caps.columns - 1)
                    call.terminal.announce(Line.of(sentence, "warn").wrapped(width))

    def drain(self, on: bool) -> None:
        """Refuse new calls but the staff's, or take them again."""
        self._switchboard.turnstile.is_draining = on

    def stop(self, reason: str) -> None:
        """Begin the clean stop."""
        self._stop(reason)

    def reload(self) -> Awaitable[Reloaded]:
        """Read the settings again."""
        return self._reload()

    def set_log_level(self, level: str) -> None:
        """Write more or less from now on."""
        set_level(level)

    def figures(self) -> Mapping[str, Any]:
        """Numbers of the process."""
        seen = self._switchboard.metrics.registry.get_sample_value
        resident = seen("process_resident_memory_bytes")
        return {
            "up_s": int(time.monotonic() - self._began),
            "pid": os.getpid(),
            "memory_mib": round((resident or 0) / 1_048_576, 1),
            "descriptors": int(seen("process_open_fds") or 0),
            "connections": self._switchboard.turnstile.open,
            "loop_blocked": int(seen("arkham_loop_blocked_total") or 0),
            "faults": int(seen("arkham_faults_total") or 0),
        }


def _fingerprint(key: str | None) -> str | None:
    if key is None:
        return None
    try:
        return parse_public_key(key).fingerprint
    except AccountError:
        return None
