"""Looking at how the game goes: what was told, what is asked and by which rule, who plays.

Room: session. Imports game words and its neighbours here.
Source: DESIGN.md section 8, USER_ASKS F1, F3, F5.
"""

from __future__ import annotations

from arkham_bbs.game.content.rules import rule_title
from arkham_bbs.game.dice_report import dice_report
from arkham_bbs.game.narration import help_text, names
from arkham_bbs.game.views import View
from arkham_bbs.game.why import explain, name_of, topic_of
from arkham_bbs.lobby.ledger import undone
from arkham_bbs.session.asked import numbered_keys
from arkham_bbs.session.chances import events_of, odds_lines
from arkham_bbs.session.rules_pages import show_rules
from arkham_bbs.session.table_looking import not_begun, show, the_view
from arkham_bbs.session.table_room import TABLE, TableRoom
from arkham_bbs.session.table_telling import option_lines
from arkham_bbs.session.told import asked_name, labels_of, question_of, status_sentence, waited_for
from arkham_bbs.terminal import Line

MOST_LINES = 1_000
"""Lines of what happened that are shown at once."""


@TABLE.add("log", group="Look")
async def log(room: TableRoom, text: str) -> None:
    """log [N]

    Show what happened: the last 20 lines, all that are new to you, or as many as you say, up
    to 1000. export report shows the whole game.

    Example: log 50
    """
    if text and not (text.isascii() and text.isdigit()):
        room.visit.tell("How many lines? Type log and a number, such as log 50.")
        return
    asked = int(text or 0) or max(20, room.screen.unread)
    lines: list[Line | str] = [*await _happened(room, min(asked, MOST_LINES))]
    room.screen.caught_up()
    if not lines:
        room.visit.tell("Nothing has happened yet.")
        return
    if asked > MOST_LINES <= len(lines):
        lines.append(f"These are the last {MOST_LINES} lines; export report shows the whole game.")
    await show(room, lines)


async def _happened(room: TableRoom, most: int) -> list[Line]:
    """Return the newest lines of what happened; what is not kept here is read from the store."""
    lines = room.log.happened(most)
    if len(lines) >= most:
        return lines
    await room.table.settled()
    entries = await room.visit.services.store.history.last(room.table.id, most)
    whole = room.log.whole_since()
    first, newest = whole if whole is not None else (None, [])
    older = [Line(e.text) for e in entries if e.text and (first is None or e.seq < first)]
    found = [*older, *newest][-most:]
    # What was said at the table is not in the store.
    return found if len(found) > len(lines) else lines


@TABLE.add("status", "st", "turn", group="Look", not_now=not_begun)
async def status(room: TableRoom, text: str) -> None:
    """status

    Tell the turn, the step, Doom, the gates, and who is asked what.

    Example: status
    """
    if room.screen.is_open:
        room.visit.tell(status_sentence(the_view(room)))
    room.show_state()


@TABLE.add("options", "opt", group="Look", not_now=not_begun)
async def options(room: TableRoom, text: str) -> None:
    """options

    List every answer to the question that is open, yours or another's.

    Example: options
    """
    view, decision = the_view(room), room.decision
    if decision is None:
        room.visit.tell("Nothing is asked now.")
        return
    if room.asked is not None and room.is_mine:
        await show(room, [question_of(decision, view), *option_lines(room, room.asked)])
        return
    labels = list(labels_of(decision, view, numbered_keys(decision)).values())
    lines = [f"{asked_name(decision, view)}: {waited_for(decision, view)}"]
    lines += [f"- {label}" for label in labels[:40]]
    if len(labels) > 40:
        lines.append(f"and {len(labels) - 40} more.")
    await show(room, lines)


@TABLE.add("more", group="Look", not_now=not_begun)
async def more(room: TableRoom, text: str) -> None:
    """more

    Turn to the next page of the options; where there is only one, list them all.

    Example: more
    """
    if room.screen.is_open and room.screen.pages > 1:
        room.screen.turn_page()
    else:
        await options(room, "")


@TABLE.add("odds", group="Look", not_now=not_begun)
async def odds(room: TableRoom, text: str) -> None:
    """odds

    Tell the chances behind the question that is open: what must be rolled, and how often it comes.

    Example: odds
    """
    view, decision = the_view(room), room.decision
    lines = odds_lines(decision, view) if decision is not None else []
    if not lines:
        room.visit.tell("No die hangs on what is asked now.")
        return
    await show(room, lines)


@TABLE.add("dice", group="Look", not_now=not_begun)
async def dice(room: TableRoom, text: str) -> None:
    """dice

    Count the dice of this game so far beside what chance would give, and show the promise made
    about them.

    Example: dice
    """
    await room.table.settled()
    entries = await room.visit.services.store.history.since(room.table.id, -1, limit=100_000)
    told = events_of((entry.turn, entry.kind, entry.data) for entry in entries)
    lines = dice_report([event for _, event in told])
    lines.append(f"Promise made at the start (SHA-256 of the seed): {room.table.commitment}")
    seed = room.table.revealed_seed()
    lines.append(
        f"The seed: {seed.hex()}" if seed else "The seed itself is shown when the game is over."
    )
    await show(room, lines)


@TABLE.add("why", group="Look", not_now=not_begun)
async def why(room: TableRoom, text: str) -> None:
    """why [doom | gates | sanity | strength | money | NAME]

    Tell what last changed Doom, the gates, a value of yours, or an investigator by name: the
    roll, the card and the rule behind it. Alone: which rule asks the open question, and your
    own last changes.

    Example: why doom
    """
    view = the_view(room)
    topic = topic_of(text)
    if text and topic is None:
        room.visit.tell("Why what? doom, gates, sanity, strength, money, or an investigator.")
        return
    await room.table.settled()
    entries = await room.visit.services.store.history.last(room.table.id, 1_000)
    gone = undone(entries, room.table.state.voided)
    told = events_of((one.turn, one.kind, one.data) for one in entries if one.seq not in gone)
    lines = [] if text else _why_asked(room, view)
    changes = explain(told, topic, [sheet.id for sheet in view.mine()], view.seats)
    if text and not changes:
        room.visit.tell(f"Nothing has changed {name_of(topic or '')} lately.")
        return
    await show(room, [*lines, *changes] or ["Nothing is asked now."])


def _why_asked(room: TableRoom, view: View) -> list[str]:
    """Return the question that is open and the rule behind it."""
    decision = room.decision
    if decision is None:
        return []
    lines = [question_of(decision, view)]
    if decision.rule:
        title = rule_title(decision.rule)
        lines.append(f"By rule {decision.rule}{f': {title}' if title else ''}.")
    return lines + help_text(decision).split("\n\n")[:1]


@TABLE.add("players", "seats", group="Look")
async def players(room: TableRoom, text: str) -> None:
    """players

    List who sits where, who is here, and who plays whom.

    Example: players
    """
    view = room.view
    lines: list[str] = []
    for seat in room.table.seats():
        who = seat.handle or "free"
        note = "here" if seat.present else "away"
        if seat.handle is None:
            note = ""
        elif seat.control == "autopilot":
            note = "the autopilot plays"
        runs = ""
        if view is not None:
            people = [s.name for s in view.investigators if s.seat == seat.seat]
            runs = f", plays {names.listed(people)}" if people else ""
        lines.append(f"Seat {seat.seat + 1}: {who}{f', {note}' if note else ''}{runs}.")
    watching = len(room.table.watching)
    if watching:
        lines.append(f"Looking on: {watching}.")
    for past in await room.visit.services.store.seats.history(room.table.id):
        if past.change not in ("sat", "seated"):
            lines.append(f"{past.at:%d %b %H:%M}: seat {past.seat + 1}, {past.change} {past.name}.")
    await show(room, lines)


@TABLE.add("rules", group="Help")
async def rules(room: TableRoom, text: str) -> None:
    """rules [TOPIC]

    Read the rules in short, or the page about one thing.

    Example: rules sneak
    """
    await show_rules(room.visit, text)
