"""The lobby: tables that host live games, presence, talk, clocks, mail and notices.

Room: lobby. Imports players, accounts, game and store; never a session, a door or a terminal.

    lobby = Lobby(store, settings=LobbySettings(), channels=Channels(smtp=...))
    await lobby.open(); ...; await lobby.close(reason)

Whatever is refused raises ``LobbyRefused(code, **facts)`` and changes nothing. ``C`` is a Caller.

Presence (``lobby.presences`` is the PresenceBoard; guests get ``next_guest()`` as account)
    presence = await lobby.attach(C, session_id=, door=, address=)   an older session is told, ends
    async for notice in presence.notices: ...      one bounded stream; ``get()``, ``take_now()``
    presence.touch(), .go("lobby" | "table" | "watching" | "reading", table), .ended (Event)
    await lobby.detach(presence); await lobby.become(presence, C) (guest registered, renamed)
    lobby.expel(account, "kicked" | "banned" ..., reason) -> bool; await lobby.account_changed(id)
    lobby.who() -> tuple[PersonHere, ...]

Tables (all of ``Table`` is in live.py)
    lobby.tables(C) -> tuple[TableRow, ...]; lobby.waiting_for(C); lobby.table(id) -> Table
    await lobby.create(C, TableSpec(...)) -> Table; await lobby.join(C, id, code="", seat=None)
    await lobby.invite(C, table, handle="", seat=None) -> code (a seat's code: its substitute)
    await table.start(C), .answer(C, key, number=n), .interject(C, key), .attend(presence),
        .watch(presence, code=""), .resume(C), .end(C); table.part(presence)
    table.decision, .status, .view(C | None), .interjections(C), .clock(), .seats(), .row(C),
        .names(), .seat_of(C), .commitment, .revealed_seed(), .take_back_point(seat)
    table.seating: await sit / give_up(C) / hand_over(C, seat, to) / remove_absent(C, seat) /
        autopilot(C, seat, on);  await table.ledger.seat_history()
    table.voting: await propose(C, "pause" | "adjourn" | "end" | "takeback") -> Vote | None (carried
        at once), cast(C, vote_id, choice), withdraw(C, vote_id); .votes, .open_for(C)
    staff: await table.pause(C), .thaw(C, to_checkpoint=False), .undo_to_checkpoint(C)

Talk (``lobby.chat``)
    await say(C, text), say_at(C, table, text), tell(C, handle, text), page(C, handle, text),
    ignore(C, handle, on=True), ignored(C), scrollback(C, "lobby" | "table" | "gallery", table)
    broadcast(sender, text)

People (``lobby.people``), letters (``lobby.letters``), boards (``lobby.bulletins``)
    await people.profile(handle) -> Profile, set_profile(C, field, text), oneliner(C, text),
        oneliners(), last_callers(), hall_of_fame(), achievements(C.account)
    await letters.send(C, to, subject, body, reply_to=None), inbox(C), read(C, id), delete(C, id),
        unread(C), save_draft(C, kind, slot, data), drafts(C), drop_draft(C, kind, slot)
    await bulletins.list(C), threads(C, board), posts(C, thread_id), begin(C, board, title, body),
        reply(C, thread_id, body), mark_read(...)
    await lobby.gazette.edition(day=None) -> Edition, back_number(days) -> Edition,
        for_caller(C) -> Edition | None (once a day)
    await lobby.notifier.set_ways(C, email=, webhook=), ways(C)

Finished games
    replay = await lobby.replay(table_id, C); replay.next(), back(), jump(turn), search(text),
    replay.view(), as_json(), as_text()
"""

from __future__ import annotations

from arkham_bbs.lobby.achievements import ACHIEVEMENTS, Achievement
from arkham_bbs.lobby.clocks import (
    ManualTime,
    QuietHours,
    SystemTime,
    TimeSource,
    format_quiet_hours,
    parse_quiet_hours,
)
from arkham_bbs.lobby.floor import LobbySettings
from arkham_bbs.lobby.gazette import Edition
from arkham_bbs.lobby.limits import RATES, Rate
from arkham_bbs.lobby.live import Table
from arkham_bbs.lobby.notices import (
    Broadcast,
    ChatHeard,
    ClockRanOut,
    ClockWarning,
    DecisionChanged,
    DecisionWaits,
    Invited,
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
from arkham_bbs.lobby.notify import Channels, Smtp
from arkham_bbs.lobby.people import Place, Profile
from arkham_bbs.lobby.presence import PersonHere, Presence
from arkham_bbs.lobby.refusals import REFUSALS, LobbyRefused
from arkham_bbs.lobby.replay import Replay, Step
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
from arkham_bbs.lobby.tables import Lobby
from arkham_bbs.lobby.votes import Vote

__all__ = [
    "ACHIEVEMENTS",
    "END_RULES",
    "RATES",
    "REFUSALS",
    "Achievement",
    "Broadcast",
    "Caller",
    "Channels",
    "ChatHeard",
    "ClockRanOut",
    "ClockView",
    "ClockWarning",
    "DecisionChanged",
    "DecisionWaits",
    "Edition",
    "Invited",
    "Lobby",
    "LobbyRefused",
    "LobbySettings",
    "MailArrived",
    "ManualTime",
    "Notice",
    "PersonHere",
    "Place",
    "Presence",
    "PresenceChanged",
    "Profile",
    "QuietHours",
    "Rate",
    "Repaint",
    "Replay",
    "SeatChanged",
    "SeatHeld",
    "SeatHistory",
    "SessionEnded",
    "Smtp",
    "StatusChanged",
    "Step",
    "SystemTime",
    "Table",
    "TableEvents",
    "TableNotice",
    "TableRow",
    "TableSpec",
    "TablesChanged",
    "TimeSource",
    "Told",
    "Vote",
    "VoteChanged",
    "VoteClosed",
    "WentBack",
    "check_spec",
    "format_quiet_hours",
    "parse_quiet_hours",
]
