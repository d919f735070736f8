"""From the first byte to a name: the welcome, the look of the terminal, login, guest.

Room: session. Imports accounts and its neighbours here.
Source: issue 2 (doors, accounts), USER_ASKS B4, B20, D1, G7, G15, H2, I5.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress

from arkham_bbs.accounts import Account, AccountError, LoginRefused
from arkham_bbs.lobby import Caller
from arkham_bbs.session.account_refusals import account_sentence, login_sentence
from arkham_bbs.session.leaving import SessionOver
from arkham_bbs.session.look import (
    choose_look,
    describe_look,
    look_by_digit,
    quick_look,
    terminal_question,
)
from arkham_bbs.session.parsing import plain
from arkham_bbs.session.registration import register
from arkham_bbs.session.screens import welcome_screen
from arkham_bbs.session.visit import Visit
from arkham_bbs.store.errors import StoreUnavailable
from arkham_bbs.terminal import Cancelled

MOST_TRIES = 4
"""Wrong names or passwords on one line before it is closed."""

NO_NAME = 64
"""Characters, more than any name has however it is written; no password is asked for them."""

HANG_UP = frozenset({"quit", "bye", "exit", "q", "off"})
REGISTER = frozenset({"new", "register"})
WORDS = HANG_UP | REGISTER | {"help", "guest", "reset"}
"""What is no name at the name prompt; `accounts` gives none of them away."""

REGISTRATION_S = 1_200.0
"""Time for the whole of a registration."""


async def enter_board(visit: Visit) -> None:
    """Find out who calls; on return the visit has a caller (a guest's or an account's).

    Raises:
        SessionOver: too many wrong tries, or too long without a name.
    """
    if visit.origin.account_id is not None:
        account = await visit.services.accounts.get(visit.origin.account_id)
        if account is not None:
            visit.take_account(account)
            if not visit.origin.resumed:
                _must_be_open(visit)
            return
    if visit.origin.guest:
        _must_be_open(visit)
        visit.lines(welcome_screen(visit.caps, visit.services.settings.board_name))
        become_guest(visit)
        return
    settings = visit.services.settings
    try:
        async with asyncio.timeout(settings.login_s) as limit:
            await _welcome(visit, limit)
    except TimeoutError:
        raise SessionOver(
            "login-timeout", ("The night porter shrugs and closes the door. Call again.",)
        ) from None


async def _first_line(visit: Visit) -> str:
    """Read the first line, which must begin to arrive within a minute."""
    try:
        async with asyncio.timeout(visit.services.settings.begin_s):
            return await visit.read(NAME_PROMPT, way_out=WAY_OUT)
    except TimeoutError:
        raise SessionOver("no-answer", ("No answer on the line. Call again.",)) from None


NAME_PROMPT = "Your name: "
WAY_OUT = "Type quit to hang up."


def _show_welcome(visit: Visit) -> None:
    if not visit.is_linear:
        # Before the picture, which a screen reader would spell out.
        visit.tell("Screen reader? Type ! and Enter.", style="dim")
    visit.lines(welcome_screen(visit.caps, visit.services.settings.board_name))
    visit.tell(f"Your terminal: {describe_look(visit.caps)}.", style="dim")
    asked = terminal_question(visit)
    if asked:
        visit.tell(asked)
    if visit.origin.newcomer:
        return
    shut = visit.services.why_shut()
    if shut:
        visit.tell(shut, style="warn")
        visit.tell("Of the staff? Type your name. Otherwise type quit.")
        return
    visit.tell("Type your name, or new to get one, or guest to look round.")
    visit.tell("Type * for another look, ? for help.")


async def _welcome(visit: Visit, limit: asyncio.Timeout) -> None:
    _show_welcome(visit)
    tries = 0
    first = True
    if visit.origin.newcomer:
        try:
            if await _newcomer(visit, limit):
                return
        except Cancelled:
            visit.tell("Never mind. Your name, new or guest?")
        else:
            visit.tell("Type your name, new or guest.")
    while True:
        try:
            name = await (_first_line(visit) if first else visit.read(NAME_PROMPT, way_out=WAY_OUT))
        except Cancelled:
            visit.tell("Type your name, new or guest; quit hangs up.")
            continue
        finally:
            first = False
        word = plain(name)
        try:
            if not name:
                visit.tell("Type your name, new or guest.")
            elif name == "*":
                await choose_look(visit)
                _show_welcome(visit)
            elif (look := look_by_digit(name)) is not None:
                quick_look(visit, look)
                _show_welcome(visit)
            elif name == "!":
                quick_look(visit, "reader")
                visit.tell("Screen reader mode is on. Type your name, new or guest.")
            elif name.startswith("?") or word == "help":
                _explain(visit)
            elif word in HANG_UP:
                raise SessionOver("quit")
            elif word in REGISTER:
                if await _newcomer(visit, limit):
                    return
            elif word == "guest":
                _must_be_open(visit)
                become_guest(visit)
                return
            elif word == "reset":
                if await _reset(visit):
                    return
            else:
                if len(name) > 2 and name.endswith("!"):
                    quick_look(visit, "reader")
                    name = name[:-1].strip()
                tries += 1
                if len(name) > NO_NAME:
                    visit.tell("Nobody here has so long a name. Type your name, new or guest.")
                elif await _login(visit, name):
                    return
        except Cancelled:
            visit.tell("Never mind. Your name, new or guest?")
        if tries >= MOST_TRIES:
            raise SessionOver("wrong-tries", ("That was the last try on this line. Call again.",))


async def _newcomer(visit: Visit, limit: asyncio.Timeout) -> bool:
    """Register; nobody should be cut off while thinking of a name (USER_ASKS I5)."""
    _must_be_open(visit)
    limit.reschedule(asyncio.get_running_loop().time() + REGISTRATION_S)
    return await register(visit)


def _explain(visit: Visit) -> None:
    visit.tell(
        "If you have a name here, type it; your password is asked next and never shown.",
        "new: choose a name and a password. It takes a minute.",
        "guest: read the rules, watch a game, try the tutorial.",
        "reset: you have a reset code from the sysop.",
        "*: another look (1 to 6 choose one at once). !: screen reader, one fact a line.",
        "quit: hang up.",
    )


def _must_be_open(visit: Visit) -> None:
    """See that calls are taken, or that this is one of the staff, who may come in all the same.

    Raises:
        SessionOver: neither.
    """
    shut = visit.services.why_shut()
    if shut and (visit.caller is None or visit.caller.role not in ("moderator", "sysop")):
        raise SessionOver("draining", (shut,))


def become_guest(visit: Visit) -> None:
    """Let the caller in without an account."""
    number = visit.services.lobby.presences.next_guest()
    visit.caller = Caller(account=number, handle=f"Guest {-number}", role="guest")
    visit.use_preferences()


async def _login(visit: Visit, name: str) -> bool:
    """Ask for the password of ``name``; wrong name and wrong password are one answer."""
    password = await visit.read("Password: ", secret=True)
    try:
        account = await visit.services.accounts.login(name, password, visit.origin.address)
    except StoreUnavailable as trouble:
        visit.tell(visit.sentence(trouble, doing="log in"), style="bad")
        return False
    except LoginRefused as refused:
        if refused.code in ("banned", "disabled"):
            raise SessionOver(refused.code, (login_sentence(refused),)) from None
        visit.tell(login_sentence(refused), style="bad")
        if refused.code == "wrong":
            visit.tell("Type new if you have no name here yet.", style="dim")
        return False
    await _become(visit, account)
    return True


async def _become(visit: Visit, account: Account) -> None:
    """Take the account; a look chosen at the welcome is kept for the next call by this door."""
    chosen = visit.preferences
    visit.take_account(account)
    _must_be_open(visit)
    if not chosen.doors.get(visit.origin.look_kept_as):
        return
    kept = visit.preferences
    if "linear" in (chosen.view, kept.view):
        kept = kept.changed(view=chosen.view)
    with suppress(StoreUnavailable):
        # The look holds for this call all the same.
        await visit.keep_preferences(kept)


async def _reset(visit: Visit) -> bool:
    """Use a reset code the sysop has handed on."""
    name = await visit.ask("Your name:")
    code = await visit.ask("Reset code:")
    password = await visit.read("New password: ", secret=True)
    if password != await visit.read("Once more: ", secret=True):
        visit.tell("Those were not the same. Nothing was changed.")
        return False
    try:
        account = await visit.services.accounts.login_reset(
            name, code, password, visit.origin.address
        )
    except AccountError as refused:
        visit.tell(account_sentence(refused), style="bad")
        return False
    except StoreUnavailable as trouble:
        visit.tell(visit.sentence(trouble, doing="reset"), style="bad")
        return False
    await _become(visit, account)
    visit.tell("Your password is changed.")
    return True
