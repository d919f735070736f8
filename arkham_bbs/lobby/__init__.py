"""The lobby: tables that host live games, presence, talk, clocks, mail and notices.

Room: lobby. Imports players, accounts, game and store; never a session, a door or a terminal.

    lobby = Lobby(store, settings=LobbySettings(...))      # time, codes, senders can be injected
    await lobby.open(); ...; await lobby.close(reason)

Callers (everything refuses with ``LobbyRefused(code, **facts)``):

    presence = await lobby.attach(Caller(...), session_id=..., door="ssh", address="...")
        # takes an older session of that account over; that one gets SessionEnded("taken-over")
    async for notice in presence.notices: ...    # one bounded stream: chat, tables, presence, mail
    presence.touch(); presence.go("lobby" | "table" | "watching" | "reading", table)
    await presence.detach()
    lobby.who() -> tuple[PersonHere, ...]

Tables:

    lobby.tables(caller) -> tuple[TableRow, ...]; lobby.table(table_id) -> Table
    table = await lobby.create(caller, TableSpec(...)); await lobby.join(caller, id, code="", seat=None)
    await table.start(caller); await table.answer(caller, key, number=n); await table.interject(caller, key)
    table.decision, table.view(caller | None), table.interjections(caller), table.clock(), table.seats()
    table.attend(presence); table.watch(presence, code=""); table.part(presence)
    await table.give_up / hand_over / remove_absent / invite / substitute / propose / cast / ...
"""

from __future__ import annotations

from arkham_bbs.lobby.notices import (
    Broadcast,
    ChatHeard,
    ClockRanOut,
    ClockWarning,
    DecisionChanged,
    DecisionWaits,
    MailArrived,
    Notice,
    PresenceChanged,
    Repaint,
    SeatChanged,
    SessionEnded,
    StatusChanged,
    TableEvents,
    TableNotice,
    TablesChanged,
    Told,
    VoteChanged,
    VoteClosed,
    WentBack,
)
from arkham_bbs.lobby.refusals import REFUSALS, LobbyRefused
from arkham_bbs.lobby.specs import (
    END_RULES,
    Caller,
    ClockView,
    SeatHeld,
    SeatHistory,
    TableRow,
    TableSpec,
    check_spec,
)

__all__ = [
    "END_RULES",
    "REFUSALS",
    "Broadcast",
    "Caller",
    "ChatHeard",
    "ClockRanOut",
    "ClockView",
    "ClockWarning",
    "DecisionChanged",
    "DecisionWaits",
    "LobbyRefused",
    "MailArrived",
    "Notice",
    "PresenceChanged",
    "Repaint",
    "SeatChanged",
    "SeatHeld",
    "SeatHistory",
    "SessionEnded",
    "StatusChanged",
    "TableEvents",
    "TableNotice",
    "TableRow",
    "TableSpec",
    "TablesChanged",
    "Told",
    "VoteChanged",
    "VoteClosed",
    "WentBack",
    "check_spec",
]
