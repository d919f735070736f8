"""Yourself: password, SSH keys, a guest's new name, claiming the board.

Room: session. Imports accounts and its neighbours here; registers the settings beside them.
Source: USER_ASKS A6, B15, C6, H8.
"""

from __future__ import annotations

from typing import Any

from arkham_bbs.accounts import (
    AccountError,
    KeyRefused,
    LoginRefused,
    PublicKey,
    parse_public_key,
)
from arkham_bbs.session.account_refusals import account_sentence
from arkham_bbs.session.commands import CommandTable
from arkham_bbs.session.registration import register
from arkham_bbs.session.room import Room
from arkham_bbs.session.settings import settings
from arkham_bbs.store.records import KeyRecord


async def password(room: Room, text: str) -> None:
    """password

    Change your password; neither the old nor the new is shown.

    Example: password
    """
    visit = room.visit
    if visit.account is None:
        visit.tell("Guests have no password.")
        return
    old = await visit.read("Old password: ", secret=True)
    new = await visit.read("New password: ", secret=True)
    if new != await visit.read("Once more: ", secret=True):
        visit.tell("Those were not the same. Nothing was changed.")
        return
    try:
        await visit.services.accounts.change_password(visit.account.id, old, new)
    except AccountError as refused:
        visit.tell(account_sentence(refused), style="bad")
        return
    visit.tell("Your password is changed.", style="good")


def _named(key: KeyRecord | PublicKey) -> str:
    """Return how a key is told from others: its kind, its fingerprint, whose it says it is."""
    return f"{key.algorithm} {key.fingerprint} {key.comment}".rstrip()


def _fit_to_keep(key: str | None) -> PublicKey | None:
    """Return the key the client uses, unless it is of a kind that is not kept."""
    try:
        return parse_public_key(key) if key else None
    except KeyRefused:
        return None


async def keys(room: Room, text: str) -> None:
    """keys [add [KEY] | remove N]

    List your SSH keys; add keeps the key you are calling with or one you paste; remove takes one
    away.

    Example: keys add
    """
    visit = room.visit
    if visit.account is None:
        visit.tell("Guests have no keys.")
        return
    accounts = visit.services.accounts
    word, _, rest = text.partition(" ")
    if word.casefold() == "add":
        key = rest.strip()
        in_use = None if key else _fit_to_keep(visit.origin.key)
        if in_use is not None and await visit.ask_yes_no(
            f"Keep the key you are calling with, {_named(in_use)}?", default=True
        ):
            key = in_use.text
        if not key:
            key = await visit.ask("Paste the public key, one line (Enter: none):")
        if not key:
            return
        kept = await accounts.add_key(visit.account.id, key)
        visit.tell(f"Kept: {_named(kept)}", style="good")
        return
    if word.casefold() in ("remove", "delete"):
        mine = await accounts.keys(visit.account.id)
        chosen = rest.strip()
        if chosen.isdigit() and 1 <= int(chosen) <= len(mine):
            chosen = mine[int(chosen) - 1].fingerprint
        await accounts.remove_key(visit.account.id, chosen)
        visit.tell("That key opens the door no more.")
        return
    mine = await accounts.keys(visit.account.id)
    if not mine:
        visit.tell("You have no SSH keys here. keys add keeps one.")
    for number, one in enumerate(mine, 1):
        used = f", used {one.used_at:%d %b %Y}" if one.used_at else ""
        visit.tell(f"{number}. {_named(one)}{used}")
    for line in visit.services.settings.fingerprints:
        visit.tell(f"This board: {line}", style="dim")


async def register_guest(room: Room, text: str) -> None:
    """register

    Guests get a name and stay in the same session.

    Example: register
    """
    visit = room.visit
    if visit.account is not None:
        visit.tell(f"You have a name already: {visit.handle}.")
        return
    if await register(visit) and visit.presence is not None:
        await visit.services.lobby.become(visit.presence, visit.me)


async def claim(room: Room, text: str) -> None:
    """claim CODE

    Become the sysop, with the code the server prints at its start as long as the board has none.

    Example: claim 4KF7-22QD
    """
    visit = room.visit
    if visit.account is None:
        visit.tell("Register first; then claim the board.")
        return
    code = text or await visit.ask("The code:")
    try:
        account = await visit.services.accounts.claim_sysop(
            visit.account.id, code, visit.origin.address
        )
    except LoginRefused as refused:
        if refused.code != "wrong":
            raise
        visit.tell(
            "That is not the code, or it is good no more. As long as the board has no sysop, the "
            "server prints a new one at each start."
        )
        return
    visit.take_account(account)
    if visit.presence is not None:
        await visit.services.lobby.become(visit.presence, visit.me)
    visit.tell("You are the sysop of this board. Type sysop for the menu.", style="good")


def _guest_only(room: Room) -> str | None:
    return None if room.visit.is_guest else f"You have a name already: {room.visit.handle}."


def _no_guest(room: Room) -> str | None:
    return "That takes a name of your own; type register." if room.visit.is_guest else None


def _claimable(room: Room) -> str | None:
    if not room.visit.services.accounts.is_claimable():
        return "This board has its sysop; there is nothing to claim."
    return _no_guest(room)


def register_on(table: CommandTable[Any]) -> None:
    """Add the commands about oneself to a table of commands."""
    table.add("settings", "set", group="Yourself")(settings)
    table.add("keys", group="Yourself", not_now=_no_guest)(keys)
    table.add("password", group="Yourself", not_now=_no_guest)(password)
    table.add("register", group="Yourself", not_now=_guest_only)(register_guest)
    table.add("claim", group="Board", not_now=_claimable)(claim)
