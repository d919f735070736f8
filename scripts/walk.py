"""Walk through every menu as a caller would, and write what they read to docs/walk/.

    scripts/walk [FOLDER]

One file for each kind of terminal: 80 columns, 40 columns, and a screen reader. Names of tables and
codes are drawn anew each time; dates stand still and the dice fall the same way. Look at the files
after a change of words.
"""

from __future__ import annotations

import asyncio
import hashlib
import itertools
import logging
import sys
from datetime import UTC, datetime
from pathlib import Path

import structlog

from arkham_bbs.accounts import Accounts, Hashing, Policy
from arkham_bbs.lobby import LobbySettings, ManualTime
from arkham_bbs.lobby.tables import Lobby
from arkham_bbs.players import cautious_answer
from arkham_bbs.store import Store
from arkham_bbs.terminal import Capabilities
from tests.session.harness import LINEAR, NARROW40, PLAIN80, QUICK, Board, ScriptedCaller

START = datetime(2026, 10, 31, 20, 0, tzinfo=UTC).timestamp()
VIEWS: dict[str, Capabilities] = {"80-columns": PLAIN80, "40-columns": NARROW40, "linear": LINEAR}
QUIET_CHECKS = 12
PASSWORD = "fog over the river"

# What is typed, a line each; "== TITLE" begins a part.
KEYS = {"[Enter]": b"\r", "[Ctrl-C]": b"\x03"}
ARRIVAL = """
== The welcome
?
*
[Enter]
nobody
wrong password
guest
== A guest looks round
[Enter]
?
help watch
games
watch
create
mail
who
rules
turn
== A guest registers
register
A
Ann Howe
fog over the river
fog over the river
"""
LOBBY = """
== The lobby
[Enter]
?
help create
help nonsense
xyzzy
gmaes
s
== Tables
games
create ?
join
watch
replay
invitations
resume
== People
who
say good evening
chat
tell bob are you there?
tell nobody hello
page bob
profile
profile bob
ignore bob
ignore
ignore off bob
honor
== Letters
mail
mail bob
The lamp
The lamp at the corner is out.
It was lit at ten.
.
mail sent
[Enter]
drafts
page zeke come to the window
mail zeke
Hm
It is only
/show
[Ctrl-C]
drafts
1
/drop
== Reading
boards
1
new
A question
Who lit it?
.
[Enter]
[Enter]
news
oneliners
oneliners The fog has teeth tonight.
wall
last
paper
achievements
== Rules
rules
gates
rules shotgun
rules card
1
rules SNEAK-4
rules zzyzx
== Yourself
settings
bell off
[Enter]
settings view
[Enter]
settings notices
[Enter]
settings quiet
22-7 +1
settings profile
Ann
Kingsport
Mind the step.
profile
keys
password
wrong
another one
another one
register
sysop
bug
[Enter]
"""
ALONE = """
== A game alone
create
[Enter]
3
2
1
== What is asked
?
options
xyzzy
why
status
"""
AT_MOVE = """
== Looking about
look
look graveyard
map
map legend
near
path hospital
where
exits
sheet
sheet all
gates
monsters
worlds
log
status
players
== At the question
?
options
odds
why
why doom
dice
clock
rules movement
help all
== Acting
use
cast
trade
[Enter]
vote
skip
skip arrows
ask arrows
takeback
settings odds off
chat
bug the ghoul winked
help trade
i
xyzzy
== Moving
1
[Enter]
say hello?
leave
"""
TOGETHER = """
== A table for two
create
Lamplight
2
[Enter]
n
?
[Enter]
== Waiting
?
players
start
invite bob
say anybody?
"""


class Walk:
    """One walk in one kind of terminal."""

    def __init__(self, board: Board, caps: Capabilities) -> None:
        self.board = board
        self.caps = caps
        self.caller = board.call(caps=caps)
        self.parts: list[str] = []
        self._from = 0

    async def quiet(self, caller: ScriptedCaller | None = None) -> None:
        """Wait until nothing more is said, turning pages on the way."""
        one = caller or self.caller
        still, size = 0, -1
        while still < QUIET_CHECKS:
            await asyncio.sleep(0.004)
            still = still + 1 if len(one.wire.sent) == size else 0
            size = len(one.wire.sent)
            last = one.read.rpartition("\n")[2]
            if still == QUIET_CHECKS and last.startswith(("-- more", "-- Space", "More:")):
                one.feed(b" ")
                still = 0

    async def types(self, *lines: str) -> None:
        """Type lines, each when the last has been answered."""
        for line in lines:
            self.caller.feed(KEYS.get(line, line.encode() + b"\r"))
            await self.quiet()

    def close(self, title: str) -> None:
        """End a part: what has been read since the last belongs to it."""
        text = self.caller.read
        self.parts.append(f"##### {title}\n{text[self._from :].rstrip()}\n")
        self._from = len(text)

    async def goes(self, script: str) -> None:
        """Walk some parts."""
        for part in script.split("== ")[1:]:
            title, *lines = part.strip().split("\n")
            await self.types(*lines)
            self.close(title)

    async def plays_until(self, kind: str) -> None:
        """Let careful answers run until the caller is asked a kind of question."""
        table = self.table()
        for _ in range(2_000):
            decision = table.decision
            if decision is None or decision.kind == kind:
                break
            holder = next(seat for seat in table.seats() if seat.seat == decision.seat)
            presence = self.board.lobby.presences.of(holder.account or 0)
            if presence is None:
                break
            key = cautious_answer(table.view(presence.caller), decision)
            await table.answer(presence.caller, key, number=decision.number)
        await self.quiet()

    def table(self):  # type: ignore[no-untyped-def]
        """Return the table this walk is at."""
        rows = self.board.lobby.tables()
        if not rows:
            raise SystemExit(f"The walk is not where it should be:\n{self.caller.read[-2_000:]}")
        return self.board.lobby.table(max(rows, key=lambda row: row.created_at).table)


async def walk(board: Board, caps: Capabilities) -> str:
    """Take one caller everywhere."""
    for name, address in (("Bob", "192.0.2.8"), ("Zeke", "192.0.2.9")):
        other = await board.newcomer(name, address=address)
        if name == "Zeke":
            await other.drops()
        else:
            bob = other
    here = Walk(board, caps)
    await here.quiet()
    await here.goes(ARRIVAL)
    await here.goes(LOBBY)
    await here.types("tutorial")
    for _ in range(3):
        await here.types("hint", "1")
    await here.types("leave")
    here.close("The tutorial begins")
    await here.goes(ALONE)
    await here.plays_until("move")
    here.close("Cautious answers up to the first move")
    await here.goes(AT_MOVE)
    board.time.advance(5)
    await here.goes(TOGETHER)
    bob.feed(b"join lamplight\r")
    await here.quiet(bob)
    await here.types("start")
    await here.plays_until("move")
    here.close("The game begins")
    bob.feed(b"say shall we go north?\r")
    await here.quiet(bob)
    bob.feed(b"pause\r")
    await here.quiet(bob)
    await here.types("vote", "yes", "1", "unpause", "clock", "adjourn")
    bob.feed(b"vote no\r")
    await here.quiet(bob)
    await here.types("trade", "", "substitute", "n", "autopilot", "autopilot", "export report")
    here.close("Together")
    bob.terminal.hangup("closed")
    await here.quiet()
    await here.types("remove 2", "concede", "y")
    board.time.advance(86_400)
    await here.types("remove 2", "concede", "y")
    here.close("The other is gone; the game is given up")
    await here.types("honor", "log 5", "dice", "leave", "games all", "honor")
    await here.types("replay lamplight", "", "next 3", "back", "turn 1", "search gate", "map")
    await here.types("help", "gates", "export report", "leave")
    here.close("After the game")
    await here.types("quit")
    here.close("Log-off")
    return "\n".join(here.parts)


async def capture(caps: Capabilities) -> str:
    """Open a board whose clocks stand still, and walk through it."""
    time = ManualTime(START)

    def clock() -> datetime:
        return datetime.fromtimestamp(time.now(), UTC)

    store = await Store.open("sqlite:///:memory:", clock=clock)
    accounts = Accounts(store, policy=Policy(), hashing=Hashing(memory_kib=64, passes=1, lanes=1))
    numbers = itertools.count()
    lobby = Lobby(
        store,
        settings=LobbySettings(),
        time=time,
        rates=QUICK,
        new_seed=lambda: hashlib.sha256(b"walk %d" % next(numbers)).digest(),
    )
    await lobby.open()
    board = Board(store, accounts, lobby, time)
    try:
        return await walk(board, caps)
    finally:
        for caller in board.callers:
            caller.terminal.hangup("closed")
            await asyncio.wait({caller.task}, timeout=5)
        await lobby.close("closing")
        await accounts.close()
        await store.close()


def main() -> int:
    """Write one file for each kind of terminal. Returns 1 when a fault was met."""
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.ERROR))
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else Path("docs") / "walk"
    folder.mkdir(parents=True, exist_ok=True)
    broken = 0
    for name, caps in VIEWS.items():
        text = asyncio.run(capture(caps))
        (folder / f"{name}.txt").write_text(text, encoding="utf-8")
        rows = [row for row in text.split("\n") if "> " not in row and "#####" not in row]
        wide = [row for row in rows if len(row) > caps.columns]
        faults = text.count("Something broke")
        print(f"{name}: {len(text.splitlines())} lines, {len(wide)} too wide, {faults} faults")
        broken += faults + len(wide)
    return 1 if broken else 0


if __name__ == "__main__":
    raise SystemExit(main())
