"""What a caller reads about a notice of the lobby: people, words, tables, clocks and votes.

Room: session. Imports lobby (the notices) and terminal's cleaning. Game events are told by
told.py, because only they need the game's words.
"""

from __future__ import annotations

from collections.abc import Sequence

from arkham_bbs.lobby import (
    Broadcast,
    ChatHeard,
    ClockRanOut,
    ClockWarning,
    DecisionWaits,
    MailArrived,
    Notice,
    PresenceChanged,
    Repaint,
    SeatChanged,
    SessionEnded,
    StatusChanged,
    Told,
    VoteChanged,
    VoteClosed,
    WentBack,
)
from arkham_bbs.lobby.cleaning import with_reason
from arkham_bbs.lobby.notices import Invited
from arkham_bbs.lobby.votes import SECRET
from arkham_bbs.session.parsing import join_words
from arkham_bbs.session.refusals import format_wait, staff_pause

_VOTES = {
    "clock": "what happens now that the time is over",
    "pause": "a pause",
    "resume": "going on",
    "adjourn": "adjourning for today",
    "takeback": "taking the last answer back",
    "end": "giving the game up",
    "remove": "giving an absent caller's seat away",
}

VOTE_WORDS = {
    "yes": "yes",
    "no": "no",
    "wait": "wait as long again",
    "answer": "let the autopilot answer this one",
    "autopilot": "let the autopilot play until they return",
    "offer": "offer the seat to whoever comes",
}

_STATUS = {
    "gathering": "The table is waiting for players.",
    "playing": "Play goes on.",
    "paused": "The table is paused. Clocks stand still.",
    "adjourned": "The table is adjourned; every seat is kept.",
    "finished": "The game is over.",
    "ended": "The table has been closed.",
}

_WENT_BACK = {
    "checkpoint": "The rules have been mended since: the game stands where this step of the turn "
    "began, and {answers} no longer count. rules mended tells what has changed.",
    "sysop": "The sysop set play back {answers}.",
}


def is_personal(notice: Notice) -> bool:
    """Say whether a notice is meant for this caller alone."""
    return isinstance(notice, Told | MailArrived | DecisionWaits | Broadcast | Invited)


def ending_lines(notice: SessionEnded) -> tuple[str, ...]:
    """Return the last lines of a session that is ended from outside."""
    reason = f" {notice.reason}" if notice.reason else ""
    return {
        "taken-over": (
            f"You have called from elsewhere ({notice.door or 'another door'}), "
            "and your place is there now. This line is closed.",
        ),
        "kicked": (with_reason("The sysop has closed this line", notice.reason),),
        "banned": (with_reason("This board is closed to you", notice.reason),),
        "closing": (f"The board is closing for a while; every game is saved.{reason}",),
        "account-gone": ("This account is gone. Good-bye.",),
    }[notice.why]


def vote_title(kind: str, by: str = "") -> str:
    """Return what a vote is about; with who put the motion also whose answer is to go."""
    if kind != "takeback" or not by:
        return _VOTES.get(kind, kind)
    return f"taking {by}'s last answer back"


def vote_sentence(notice: VoteChanged, by: str = "") -> str:
    """Return how a vote stands and how to give one's voice; ``by`` is who put the motion."""
    how = how_to_vote(notice.choices)
    if notice.kind in SECRET:  # nobody is told how many have voted
        return f"Vote on {vote_title(notice.kind)}, in secret. {how}"
    # Of an answer taken back the title has said whose it is.
    asks = f"{by} asks, " if by and notice.kind not in ("takeback", "clock") else ""
    title = vote_title(notice.kind, by)
    return f"Vote on {title}: {asks}{notice.cast} of {notice.needed} in. {how}"


def how_to_vote(choices: Sequence[str]) -> str:
    """Return what is typed to vote, word for word."""
    typed = join_words([f"vote {choice}" for choice in choices], "or")
    if all(VOTE_WORDS.get(choice) == choice for choice in choices):
        return f"Type {typed}."
    return f"Type {typed}; vote alone says what they mean."


def notice_sentences(notice: Notice, me: str) -> tuple[str, ...]:
    """Return what to say about a notice; nothing for those that are no news to this caller."""
    match notice:
        case Told(kind=kind, sender=sender, text=text):
            verb = "pages you" if kind == "page" else "tells you"
            if not text:
                return (f"{sender} {verb}.",)
            return (f"{sender} {verb}: {text}",)
        case Broadcast(sender=sender, text=text):
            by = f" ({sender})" if sender else ""
            return (f"The board{by}: {text}",)
        case MailArrived(sender=sender, subject=subject):
            return (f'A letter from {sender}: "{subject}". Type mail to read it.',)
        case Invited(sender=sender, title=title):
            return (f'{sender} asks you to sit down at "{title}". Type invitations.',)
        case DecisionWaits(title=title):
            return (f'Your move at "{title}". Type resume to go there.',)
        case ChatHeard(channel=channel, sender=sender, text=text):
            where = " (watching)" if channel == "gallery" else ""
            return (f"{sender}{where}: {text}",)
        case PresenceChanged(handle=handle) if handle == me:
            return ()
        case PresenceChanged(handle=handle, here=False):
            return (f"{handle} has left the board.",)
        case Repaint(lost=lost):
            return (f"({lost} lines went by while your line was slow.)",) if lost else ()
    return table_sentences(notice, me)


def table_sentences(notice: Notice, me: str) -> tuple[str, ...]:
    """Return what to say about a table's notice that is not a game event."""
    match notice:
        case ClockWarning(handle=handle, left_s=left, warning=warning):
            who = "You have" if handle == me else f"{handle} has"
            end = " Half the time is gone." if warning == 1 else " Then the table will be asked."
            return (f"{who} {format_wait(left)} left for this decision.{end}",)
        case ClockRanOut(handle=handle):
            if handle == me:
                return ("Your time is over. Nothing is decided yet; you may still answer.",)
            return (f"{handle}'s time is over. Type vote to say what happens now.",)
        case VoteChanged():
            return (vote_sentence(notice),)
        case VoteClosed(kind="clock", outcome=outcome):
            return (f"Time is over, and the vote says: {VOTE_WORDS.get(outcome, outcome)}.",)
        case VoteClosed(kind=kind, outcome=outcome):
            return (
                f"The vote on {vote_title(kind)} is closed: {VOTE_WORDS.get(outcome, outcome)}.",
            )
        case SeatChanged(seat=seat, handle=handle, control=control, what=what, leaver=leaver):
            if what == "autopilot" and handle == me:
                return (f"The autopilot plays seat {seat + 1}, yours: autopilot off ends that.",)
            return (_seat_sentence(seat, handle, control, what, leaver),)
        case StatusChanged(status="frozen", reference=reference):
            return (f"The table has stopped: a fault of ours, {reference}. Nothing is lost.",)
        case StatusChanged(status="playing", why="started"):
            return ()  # the game's first event says so, and what it is played by
        case StatusChanged(status="ended", why="consent"):
            return ("The game is given up.",)
        case StatusChanged(status="paused", why="sysop", reason=reason):
            return (f"{staff_pause(reason)} Clocks stand still.",)
        case StatusChanged(status=status):
            return (_STATUS.get(status, ""),)
        case WentBack(why=why, answers=answers, by=by):
            count = "1 answer" if answers == 1 else f"{answers} answers"
            # Of an answer taken back the game itself tells.
            said = _WENT_BACK.get(why)
            return (said.format(by=by or "Somebody", answers=count),) if said else ()
    return ()


def _seat_sentence(seat: int, handle: str | None, control: str, what: str, leaver: str = "") -> str:
    who = handle or "Nobody"
    number = seat + 1
    left = f"{leaver} has left the table. " if leaver else ""
    return {
        "sat": f"{who} takes seat {number}.",
        "gave-up": f"{left}Seat {number} is free.",
        "handed": f"{who} takes seat {number} over.",
        "removed": f"Seat {number} is free: its caller was away too long.",
        "substituted": f"{who} plays seat {number} from now on.",
        "autopilot": f"The autopilot plays seat {number} until {who} returns.",
        "returned": f"{who} is back and plays seat {number}.",
        "offered": f"Seat {number} is offered to whoever comes.",
    }.get(what, f"Seat {number}: {who} ({control}).")
