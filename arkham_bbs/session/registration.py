"""Getting a name: the handle with its rules explained, the password twice, the key in one step.

Room: session. Imports accounts and its neighbours here.
Source: issue 2 (registration), USER_ASKS C6, D8, G11, G12, H7. Nothing is kept until the last
question is answered, so a line that drops on the way leaves neither a name nor a half account.
"""

from __future__ import annotations

from contextlib import suppress

from arkham_bbs.accounts import (
    AccountError,
    HandleRefused,
    PasswordRefused,
    RegistrationRefused,
)
from arkham_bbs.session.account_refusals import account_sentence
from arkham_bbs.session.visit import Visit
from arkham_bbs.store.errors import StoreUnavailable


async def register(visit: Visit) -> bool:
    """Walk a caller through registration; True when they have an account now.

    Ctrl-C at any question leaves it (``Cancelled`` passes to the caller of this).
    """
    accounts = visit.services.accounts
    mode = await accounts.registration()
    if mode == "closed":
        visit.tell("The board takes no new names at present. You may look round as guest.")
        return False
    visit.heading("A new name")
    visit.tell(
        "Choose a name of 2 to 16 characters: letters, digits, spaces, - _ and '. "
        "Others will know you by it. Ctrl-C leaves this at any time."
    )
    invite: str | None = None
    if mode.startswith("invite"):
        invite = await _invitation(visit)
        if invite is None:
            return False
    handle = await _handle(visit)
    if handle is None:
        return False
    password = await _password(visit, handle)
    key = await _key(visit)
    while True:
        try:
            account = await accounts.register(
                handle, password, visit.origin.address, invite=invite, key=key
            )
        except HandleRefused as refused:
            # Somebody else took it meanwhile: the rest of what was said still holds.
            visit.tell(account_sentence(refused), style="bad")
            handle = await _handle(visit)
            if handle is None:
                return False
        except PasswordRefused as refused:
            visit.tell(account_sentence(refused), style="bad")
            password = await _password(visit, handle)
        except RegistrationRefused as refused:
            visit.tell(account_sentence(refused), style="bad")
            if not refused.code.startswith("invite"):
                return False
            # It was used up meanwhile; another will do.
            invite = await _invitation(visit)
            if invite is None:
                return False
        except AccountError as refused:
            visit.tell(account_sentence(refused), style="bad")
            return False
        except StoreUnavailable as trouble:
            visit.tell(visit.sentence(trouble, doing="register"), style="bad")
            return False
        else:
            break
    visit.take_account(account)
    with suppress(StoreUnavailable):
        # The name is there; what this terminal is like can be found out again.
        await visit.keep_preferences(
            visit.preferences.with_seen(visit.origin.look_kept_as, visit.caps.to_profile())
        )
    visit.tell(f"Welcome to Arkham, {account.handle}. The name is yours.", style="good")
    if key is not None:
        visit.tell("Your key is kept: call as your name, and no password is asked.")
    if account.on_hold:
        visit.tell("New names are looked over by the sysop: you may play, and talk a little later.")
    return True


async def _invitation(visit: Visit) -> str | None:
    """Ask until an invitation code is good; None when the caller goes back with Enter."""
    while True:
        code = await visit.ask("Your invitation code (Enter goes back):")
        try:
            await visit.services.accounts.invitation(code)
        except RegistrationRefused as refused:
            visit.tell(account_sentence(refused), style="bad")
            if not code:
                return None
        except StoreUnavailable as trouble:
            visit.tell(visit.sentence(trouble, doing="register"), style="bad")
            return None
        else:
            return code


async def _key(visit: Visit) -> str | None:
    """Ask whether the SSH key in use should open the door from now on."""
    if visit.origin.key and await visit.ask_yes_no(
        "Keep the SSH key you are calling with, so that it opens the door next time?", default=True
    ):
        return visit.origin.key
    return None


async def _handle(visit: Visit) -> str | None:
    """Ask until a name is free and fits; None when the caller gives up with Enter."""
    while True:
        typed = await visit.ask("Name:")
        if not typed:
            if await visit.ask_yes_no("Leave without a name?", default=True):
                return None
            continue
        if typed == "?":
            visit.tell(
                "Two to sixteen characters of one alphabet, beginning and ending with a letter or "
                "a digit. A name that looks like somebody else's is refused."
            )
            continue
        if typed.casefold() == "new" and visit.origin.newcomer:
            visit.tell("You are getting a new name already. What shall it be?")
            continue
        try:
            handle = visit.services.accounts.check_handle(typed)
            await visit.services.accounts.available(handle)
        except AccountError as refused:
            visit.tell(account_sentence(refused), style="bad")
            continue
        return handle


async def _password(visit: Visit, handle: str) -> str:
    """Ask for a password twice; neither is ever echoed or remembered."""
    visit.tell("A password has at least 8 characters. It is not shown while you type.")
    while True:
        password = await visit.read("Password: ", secret=True)
        try:
            visit.services.accounts.check_password(password, handle)
        except AccountError as refused:
            visit.tell(account_sentence(refused), style="bad")
            continue
        if await visit.read("Once more: ", secret=True) == password:
            return password
        visit.tell("Those were not the same. Please choose again.")


async def offer_key(visit: Visit) -> None:
    """Ask once whether the SSH key in use should open the door from now on."""
    key = visit.origin.key
    if visit.account is None or not key or not visit.preferences.offer_keys:
        return
    if await visit.services.accounts.knows_key(visit.handle, key):
        return
    if await visit.ask_yes_no(
        "Keep the SSH key you are calling with, so that it opens the door next time?", default=True
    ):
        await visit.services.accounts.add_key(visit.account.id, key, "kept at login")
        visit.tell("Your key is kept.", style="good")
    else:
        await visit.keep_preferences(visit.preferences.changed(offer_keys=False))
        visit.tell("As you like. Type keys in the lobby if you change your mind.")
