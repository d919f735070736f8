"""Acting at a table beside answering: out of turn, trade, take back, votes, seats, leaving.

Room: session. Imports lobby, game words and its neighbours here.
Source: DESIGN.md section 5, issue 5 (tables), USER_ASKS E2, E4, E7, F8, F13.
"""

from __future__ import annotations

from typing import Any

from arkham_bbs.game.narration import names
from arkham_bbs.lobby.export import export_game
from arkham_bbs.session import letters, people, reading, yourself
from arkham_bbs.session.answering import read_interjection
from arkham_bbs.session.chances import with_aside_chances
from arkham_bbs.session.exporting import show_export
from arkham_bbs.session.help_now import help_at_this_moment
from arkham_bbs.session.notices import VOTE_WORDS, vote_title
from arkham_bbs.session.parsing import Candidate, Found, choose, parse_number, parse_yes_no
from arkham_bbs.session.position_file import position_file
from arkham_bbs.session.refusals import format_clock, lobby_sentence
from arkham_bbs.session.table_looking import not_begun, the_view
from arkham_bbs.session.table_room import TABLE, TableRoom
from arkham_bbs.session.told import interjection_labels
from arkham_bbs.session.trading import offer_phrase, read_offer_number, read_trade


def _not_seated(room: TableRoom) -> str | None:
    if room.seat is None:
        return "You are looking on; only those with a seat can do that."
    return None


def not_playing(room: TableRoom) -> str | None:
    """Return why acting in the game is not possible: no seat, or no game yet."""
    return _not_seated(room) or not_begun(room)


def _not_in_play(room: TableRoom) -> str | None:
    if room.table.is_over:
        return lobby_sentence("game-over", {})
    return not_playing(room)


def _begun(room: TableRoom) -> str | None:
    if room.table.is_started:
        return "The game has begun already."
    return _not_seated(room)


# -- before the game ------------------------------------------------------------------------------
@TABLE.add("start", "begin", group="Table", not_now=_begun)
async def start(room: TableRoom, text: str) -> None:
    """start

    Begin the game with those who sit here; the host's to do.

    Example: start
    """
    await room.table.start(room.visit.me)


@TABLE.add("invite", group="Table", not_now=_not_seated)
async def invite(room: TableRoom, text: str) -> None:
    """invite [NAME]

    Ask somebody to this table; without a name you get a code to hand on.

    Example: invite Bob
    """
    visit = room.visit
    code = await visit.services.lobby.invite(visit.me, room.table, text)
    if text:
        asked = await visit.services.lobby.people.find(text)
        visit.tell(f"{asked.handle} is asked to the table.")
    visit.tell(f"Whoever types join {room.table.id[:6]} {code} may sit down here.")


# -- out of turn ----------------------------------------------------------------------------------
async def _interject(room: TableRoom, text: str, verb: str) -> None:
    """Do one of the things that may be done out of turn."""
    visit = room.visit
    view = the_view(room)
    options = tuple(
        option
        for option in room.table.interjections(visit.me)
        if option.key.rpartition("/")[2].split(":")[0] in ("use", "cast", "mark")
    )
    if not options:
        visit.tell(f"There is nothing you can {verb} out of turn now.")
        return
    labels = interjection_labels(options, view)
    fitting = [o for o in options if o.key.rpartition("/")[2].startswith(f"{verb}:")]
    if not fitting:
        others = {"use": "cast", "cast": "use"}[verb]
        visit.tell(f"There is nothing you can {verb} out of turn now; type {others} for the rest.")
        return
    if not text:
        options = tuple(fitting)
        if visit.preferences.odds:
            labels = with_aside_chances(labels, view, linear=visit.is_linear)
        choices = [Candidate(option.key, (labels[option.key],)) for option in options]
        chosen = await visit.ask_one(f"{verb.capitalize()} which? (Enter: none)", choices)
        if chosen is not None:
            await room.table.interject(visit.me, chosen)
        return
    reading = read_interjection(fitting, labels, text)
    if reading.key is None:
        visit.tell(reading.problem or f'I cannot read "{text}".')
        return
    await room.table.interject(visit.me, reading.key)


@TABLE.add("use", group="Act", not_now=not_playing)
async def use(room: TableRoom, text: str) -> None:
    """use [THING] [on NAME]

    Use a card out of turn, on somebody in your place; alone it lists what can be used.

    Example: use healing stone on gloria
    """
    await _interject(room, text, "use")


@TABLE.add("cast", group="Act", not_now=not_playing)
async def cast(room: TableRoom, text: str) -> None:
    """cast [SPELL] [on NAME]

    Cast a spell out of turn, on somebody in your place; alone it lists what can be cast.

    Example: cast heal on gloria
    """
    await _interject(room, text, "cast")


@TABLE.add("trade", group="Act", not_now=not_playing)
async def trade(room: TableRoom, text: str) -> None:
    """trade [NAME give THINGS for THINGS]

    Offer a trade to somebody in your place; alone it shows the open offers and asks for a new one.

    Example: trade gloria give knife $3 for shotgun
    """
    visit = room.visit
    view = the_view(room)
    word, _, rest = text.partition(" ")
    verbs = {"accept": accept, "decline": decline, "withdraw": withdraw}
    if word.casefold() in verbs:
        await verbs[word.casefold()](room, rest)
        return
    if not text:
        for offer in view.offers:
            visit.tell(offer_phrase(offer))
        text = await visit.ask("Trade with whom, what for what? (Enter: nothing)")
        if not text:
            return
    reading = read_trade(text, view, room.table.interjections(visit.me))
    if reading.problem:
        visit.tell(reading.problem)
        return
    await room.table.interject(visit.me, reading.key)


async def _close_offer(room: TableRoom, text: str, verb: str) -> None:
    visit = room.visit
    key, problem = read_offer_number(text, the_view(room), verb, room.table.interjections(visit.me))
    if problem:
        visit.tell(problem)
        return
    await room.table.interject(visit.me, key)


@TABLE.add("accept", group="Act", not_now=not_playing)
async def accept(room: TableRoom, text: str) -> None:
    """accept [N]

    Take the trade that is offered to you.

    Example: accept
    """
    await _close_offer(room, text, "accept")


@TABLE.add("decline", "refuse", group="Act", not_now=not_playing)
async def decline(room: TableRoom, text: str) -> None:
    """decline [N]

    Turn down the trade that is offered to you.

    Example: decline
    """
    await _close_offer(room, text, "decline")


@TABLE.add("counter", group="Act", not_now=not_playing)
async def counter(room: TableRoom, text: str) -> None:
    """counter [N] give THINGS for THINGS

    Turn an offer down and make one of your own to the same investigator.

    Example: counter give $2 for knife
    """
    visit = room.visit
    view = the_view(room)
    number, _, rest = text.partition(" ")
    mine = {sheet.id for sheet in view.mine()}
    offers = [offer for offer in view.offers if offer.partner in mine]
    chosen = parse_number(number)
    if chosen is not None:
        offers = [offer for offer in offers if offer.number == chosen]
        text = rest
    if len(offers) != 1:
        visit.tell(
            "Counter which offer? Type trade to see them."
            if offers
            else "Nothing is offered to you."
        )
        return
    offer = offers[0]
    reading = read_trade(
        f"{names.person(offer.partner)} to {names.person(offer.who)} {text}",
        view,
        room.table.interjections(visit.me),
    )
    if reading.problem:
        visit.tell(reading.problem)
        return
    await _close_offer(room, str(offer.number), "decline")
    await room.table.interject(visit.me, reading.key)


@TABLE.add("withdraw", group="Act", not_now=not_playing)
async def withdraw(room: TableRoom, text: str) -> None:
    """withdraw [N]

    Take back a trade you have offered.

    Example: withdraw
    """
    await _close_offer(room, text, "withdraw")


# -- together -------------------------------------------------------------------------------------
@TABLE.add("takeback", "undo", group="Table", not_now=not_playing)
async def takeback(room: TableRoom, text: str) -> None:
    """takeback

    Take back your last answer: at once while no die has been rolled and nothing shown since,
    otherwise by everybody's vote.

    Example: takeback
    """
    vote = await room.table.voting.propose(room.visit.me, "takeback")
    if vote is not None:
        room.visit.tell("Something has been seen since; the others are asked.")


@TABLE.add("vote", "v", group="Table", not_now=_not_seated)
async def vote(room: TableRoom, text: str) -> None:
    """vote [CHOICE]

    Say what you want in the open vote; alone it shows what is being voted on.

    Example: vote yes
    """
    visit = room.visit
    votes = room.table.voting.open_for(visit.me) or tuple(
        one for one in room.table.voting.votes if room.seat in one.voters
    )
    if not votes:
        visit.tell("Nothing is being voted on.")
        return
    one = votes[0]
    choices = [
        Candidate(choice, (VOTE_WORDS.get(choice, choice), choice)) for choice in one.choices
    ]
    if not text:
        visit.tell(f"Vote on {vote_title(one.kind)}:")
        chosen = await visit.ask_one("Your choice? (Enter: none yet)", choices)
    else:
        said = parse_yes_no(text)
        word = {True: "yes", False: "no", None: text}[said] if "yes" in one.choices else text
        found = choose(word, choices)
        if not isinstance(found, Found):
            visit.tell(visit.explain(text, found))
            return
        chosen = found.key
    if chosen is not None:
        await room.table.voting.cast(visit.me, one.vote, chosen)
        visit.tell(f"Your voice: {VOTE_WORDS.get(chosen, chosen)}.")


@TABLE.add("pause", group="Table", not_now=not_playing)
async def pause(room: TableRoom, text: str) -> None:
    """pause

    Propose a pause: clocks stand still until somebody types unpause.

    Example: pause
    """
    if room.table.status in ("paused", "adjourned"):
        await room.table.resume(room.visit.me)
        return
    await _propose(room, "pause")


@TABLE.add("unpause", "continue", group="Table", not_now=not_playing)
async def unpause(room: TableRoom, text: str) -> None:
    """unpause

    Take a paused or adjourned game up again.

    Example: unpause
    """
    if room.table.status not in ("paused", "adjourned"):
        room.visit.tell("The game is going on already.")
        return
    await room.table.resume(room.visit.me)


async def _propose(room: TableRoom, kind: str) -> None:
    vote = await room.table.voting.propose(room.visit.me, kind)  # type: ignore[arg-type]
    if vote is not None:
        room.visit.tell("It is proposed; the others are asked.")


@TABLE.add("adjourn", group="Table", not_now=not_playing)
async def adjourn(room: TableRoom, text: str) -> None:
    """adjourn

    Propose to stop for today; every seat is kept and anybody of you can take the game up again.

    Example: adjourn
    """
    await _propose(room, "adjourn")


@TABLE.add("concede", group="Table", not_now=_not_in_play)
async def concede(room: TableRoom, text: str) -> None:
    """concede

    Propose to give the game up; who votes what stays secret, and so does a wish that fails.

    Example: concede
    """
    if await room.visit.ask_yes_no("Propose to give the whole game up?", default=False):
        await _propose(room, "end")


@TABLE.add("autopilot", "auto", group="Table", not_now=not_playing)
async def autopilot(room: TableRoom, text: str) -> None:
    """autopilot [on | off]

    Let the autopilot play your seat, cautiously, until you take it back.

    Example: autopilot on
    """
    seat = room.seat
    if seat is None:
        return
    now = next(held for held in room.table.seats() if held.seat == seat).control == "autopilot"
    wish = {"on": True, "off": False}.get(text.casefold(), not now)
    await room.table.seating.autopilot(room.visit.me, seat, wish)


_STILL = {
    "paused": "the game is put away",
    "alone": "nobody else waits for you",
    "nobody-here": "nobody of the table is on the line",
    "grace": "the line has only just dropped",
    "vote": "the table votes on it",
    "autopilot": "the autopilot answers",
}
"""Why a clock does not run."""


@TABLE.add("clock", group="Table", not_now=not_begun)
async def clock(room: TableRoom, text: str) -> None:
    """clock

    Tell how much time the open decision has left, and what happens when it is over.

    Example: clock
    """
    shown = room.table.clock()
    rule = VOTE_WORDS.get(room.table.spec.end_rule, room.table.spec.end_rule)
    if shown is None:
        room.visit.tell("No clock runs.")
        return
    why = _STILL.get(shown.stopped, shown.stopped)
    stopped = f" It stands still: {why}." if shown.stopped else ""
    room.visit.tell(
        f"Left: {format_clock(shown.left_s)} for {room.waiting_text()}.{stopped}",
        f"When it is over the table votes; without a vote: {rule}.",
    )


@TABLE.add("substitute", "handover", group="Table", not_now=not_playing)
async def substitute(room: TableRoom, text: str) -> None:
    """substitute [NAME]

    Offer your seat to somebody else: you get a code, and whoever uses it plays on for you.

    Example: substitute Bob
    """
    visit = room.visit
    if not await visit.ask_yes_no("Offer your own seat to somebody else?", default=False):
        return
    code = await visit.services.lobby.invite(visit.me, room.table, text, room.seat)
    visit.tell(
        f"Whoever types join {room.table.id[:6]} {code} plays your seat. "
        "It is yours until then; any answer of yours takes the offer back."
    )


@TABLE.add("giveup", "stand", group="Table", not_now=_not_seated)
async def giveup(room: TableRoom, text: str) -> None:
    """giveup

    Give up your seat for good; others may take it. leave keeps it.

    Example: giveup
    """
    if await room.visit.ask_yes_no("Give up your seat for good?", default=False):
        await room.table.seating.give_up(room.visit.me)
        room.over = True


@TABLE.add("remove", group="Table", not_now=_not_seated)
async def remove(room: TableRoom, text: str) -> None:
    """remove SEAT

    The host frees the seat of somebody who has been away longer than the table allows.

    Example: remove 2
    """
    number = parse_number(text)
    if number is None:
        for seat in room.table.seats():
            if seat.handle and seat.handle.casefold() == text.casefold():
                number = seat.seat + 1
    if number is None:
        room.visit.tell("Remove whom? A seat number or a name; players lists them.")
        return
    await room.table.seating.remove_absent(room.visit.me, number - 1)


# -- keeping and reporting ------------------------------------------------------------------------
@TABLE.add("export", group="Help", not_now=not_playing)
async def export(room: TableRoom, text: str) -> None:
    """export [case | report]

    Show this game as JSON to copy (with its seed once it is over), its position as a scenario
    file, or a report to read.

    Example: export case
    """
    visit = room.visit
    store = visit.services.store
    await room.table.settled()
    if text.startswith("r"):
        entries = await store.history.since(room.table.id, -1, limit=100_000)
        await visit.page([entry.text for entry in entries if entry.text])
        return
    lines: list[str] = []
    data: dict[str, Any] | None = None
    if text.startswith("c"):
        lines = await position_file(room.table.game, f"table-{room.table.id}")
    else:
        data = await export_game(store, room.table.id)
    if not lines and data is None:
        visit.tell("Nothing of this table is written down, so there is nothing to export.")
        return
    was_open = room.screen.is_open
    room.screen.close()
    if data is None:
        await visit.show_to_copy(lines)
    else:
        await show_export(visit, room.table.id, data)
    if was_open:
        await visit.ask("Enter goes back to the table.")
        room.screen.open()


@TABLE.add("bug", "report", group="Help")
async def bug(room: TableRoom, text: str) -> None:
    """bug [WORDS]

    Report something odd: the position goes along, play goes on, and you get a number.

    Example: bug the ghoul should not have moved
    """
    visit = room.visit
    words = text or await visit.ask("What went wrong?")
    if not words:
        visit.tell("Nothing was reported.")
        return
    decision = room.decision
    data = {
        "table": room.table.id,
        "decision": decision.number if decision else None,
        "kind": decision.kind if decision else None,
        "commitment": room.table.commitment,
        "log": [line.text for line in room.log.last(15)],
    }
    report = await visit.services.store.reports.add(
        "bug",
        words,
        data,
        account_id=visit.account.id if visit.account else None,
        game_id=None if room.table.spec.tutorial else room.table.id,
    )
    visit.tell(f"Thank you. The sysop knows it as {report.ref}. Play on.")


people.register_on(TABLE)
letters.register_on(TABLE)
reading.register_on(TABLE)
TABLE.add("settings", "set", group="Help")(yourself.settings)


@TABLE.add("help", "h", group="Help")
async def help_(room: TableRoom, text: str) -> None:
    """help [COMMAND]

    Explain what is asked right now, or one command; ? does the same. help all lists everything.

    Example: help trade
    """
    if text.casefold() in ("all", "commands"):
        await room.show_help("")
    elif text:
        await room.show_help(text)
    else:
        await room.visit.page(help_at_this_moment(room))


@TABLE.add("leave", "lobby", "quit", "q", "exit", group="Table")
async def leave(room: TableRoom, text: str) -> None:
    """leave

    Go back to the lobby; your seat is kept and the game goes on.

    Example: leave
    """
    if room.is_mine and room.table.status == "playing" and len(room.table.seats()) > 1:
        room.visit.tell("The others wait for you; you will be told at your next call.", style="dim")
    room.over = True
