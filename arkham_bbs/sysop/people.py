"""Accounts: list, show, make, close, open, rename, let in again, export, delete.

Room: sysop. Imports accounts, lobby and its neighbours here.
"""

from __future__ import annotations

import json
from typing import Any

from arkham_bbs.accounts import ROLES, STATES, Account
from arkham_bbs.lobby import Caller
from arkham_bbs.sysop.catalogue import COMMANDS, Given
from arkham_bbs.sysop.desk import Actor, Desk
from arkham_bbs.sysop.reading import format_moment, parse_number, parse_one_of
from arkham_bbs.sysop.reply import Reply, Rows, counted, say

LISTED = 200
RESET_HOURS = 24


def shown_account(account: Account, *, bans: int = 0, keys: int = 0) -> dict[str, Any]:
    """Return what staff may see of an account; nothing secret is in it."""
    return {
        "id": account.id,
        "handle": account.handle,
        "role": account.role,
        "state": account.state,
        "created_at": account.created_at,
        "last_seen_at": account.last_seen_at,
        "calls": account.calls,
        "muted_until": account.muted_until,
        "keys": keys,
        "bans": bans,
    }


async def follow(desk: Desk, account: Account) -> None:
    """Let a live session of a changed account have its new handle and role at once."""
    lobby = desk.live_lobby
    presence = lobby.presences.of(account.id) if lobby is not None else None
    if lobby is None:
        return
    if presence is None:
        await lobby.account_changed(account.id)
        return
    role: Any = account.role if account.role in ("moderator", "sysop") else "caller"
    await lobby.become(presence, Caller(account.id, account.handle, role))


@COMMANDS.add("moderator")
async def account_list(desk: Desk, actor: Actor, given: Given) -> Reply:
    """account list [BEGINNING] [--role ROLE] [--state STATE] [--limit COUNT]

    List accounts by handle: all, or those that begin so, have a role, or are in a state.

    Example: account list a --state hold
    """
    role, state, limit = given.get("role"), given.get("state"), given.get("limit")
    found = await desk.store.accounts.search(
        (given.get("beginning") or "").casefold(),
        role=None if role is None else parse_one_of(role, "--role", ROLES),
        state=None if state is None else parse_one_of(state, "--state", STATES),
        limit=LISTED if limit is None else parse_number(limit, "--limit", 1, 10_000),
    )
    rows = Rows.of(
        "ID HANDLE ROLE STATE CALLS LAST-SEEN",
        [(a.id, a.handle, a.role, a.state, a.calls, format_moment(a.last_seen_at)) for a in found],
    )
    names = ("id", "handle", "role", "state", "calls", "created_at", "last_seen_at")
    data = [{name: getattr(a, name) for name in names} for a in found]
    return Reply(lines=(f"{counted(len(found), 'account')}.",), rows=rows, data=data)


@COMMANDS.add("moderator", private=True)
async def account_show(desk: Desk, actor: Actor, given: Given) -> Reply:
    """account show HANDLE

    Show an account: role, state, mute, bans, seats; for sysops its keys and last calls too.

    Example: account show Ann
    """
    account = await desk.account(given["handle"])
    keys = await desk.accounts.keys(account.id)
    active = await desk.store.bans.active()
    bans = [b for b in active if b.kind == "account" and b.subject == str(account.id)]
    seats = await desk.store.seats.of_account(account.id)
    facts = shown_account(account, bans=len(bans), keys=len(keys))
    facts["seats"] = [{"table": s.game_id, "seat": s.seat + 1} for s in seats]
    facts["here"] = any(line.account == account.id for line in desk.lines())
    lines = [
        f"{account.handle} (account {account.id}), {account.role}, {account.state}.",
        f"Made {format_moment(account.created_at)}, last seen "
        f"{format_moment(account.last_seen_at)}, {counted(account.calls, 'call')}.",
        f"On the line now: {'yes' if facts['here'] else 'no'}. Seats: {len(seats)}. "
        f"Keys: {len(keys)}.",
    ]
    if account.muted_until is not None and account.is_muted(desk.now()):
        lines.append(f"Muted until {format_moment(account.muted_until)}.")
    lines += [f"Banned (ban {b.id}) by {b.by}: {b.reason}" for b in bans]
    if actor.is_sysop:
        calls = await desk.store.calls.of_account(account.id, 5)
        facts["last_calls"] = [
            {"door": c.door, "address": c.address, "began_at": c.began_at, "ended_at": c.ended_at}
            for c in calls
        ]
        lines += [f"Call by {c.door} from {c.address}, {format_moment(c.began_at)}." for c in calls]
    return Reply(lines=tuple(lines), data=facts, subject=account.handle)


@COMMANDS.add("sysop", act=True)
async def account_create(desk: Desk, actor: Actor, given: Given) -> Reply:
    """account create HANDLE [--role ROLE] [--hold]

    Make an account for somebody, whatever the registration switch says. It is entered with the
    one-time code shown here: type reset at the welcome.

    Example: account create Ann --role moderator
    """
    role = parse_one_of(given.get("role") or "caller", "--role", ROLES)
    account = await desk.accounts.create(
        given["handle"], role=role, state="hold" if given.has("hold") else "active"
    )
    code = await desk.accounts.reset_code(account.id)
    return say(
        f"{account.handle} is made, as {role}. One-time code, good for {RESET_HOURS} hours: {code}",
        "Hand it on in private. At the welcome they type: reset",
        data={"account": shown_account(account), "code": code},
        subject=account.handle,
        role=role,
    )


@COMMANDS.add("sysop", act=True)
async def account_disable(desk: Desk, actor: Actor, given: Given) -> Reply:
    """account disable HANDLE REASON...

    Close an account without deleting anything; its line and its tokens end at once.

    Example: account disable Ann asked for a pause
    """
    account = await desk.account(given["handle"])
    desk.must_outrank(actor, account)
    told = await desk.must_not_be_last_sysop(actor, account)
    changed = await desk.accounts.set_state(account.id, "disabled")
    lobby = desk.live_lobby
    ended = lobby is not None and lobby.expel(account.id, "banned", given.reason)
    return say(
        f"{account.handle} is closed.",
        *told,
        data={"account": shown_account(changed), "line_ended": ended},
        subject=account.handle,
    )


@COMMANDS.add("sysop", act=True)
async def account_enable(desk: Desk, actor: Actor, given: Given) -> Reply:
    """account enable HANDLE

    Open an account again, or let one in that was on hold.

    Example: account enable Ann
    """
    account = await desk.account(given["handle"])
    changed = await desk.accounts.set_state(account.id, "active")
    await follow(desk, changed)
    return say(
        f"{account.handle} is open, with every right of its role ({changed.role}).",
        data={"account": shown_account(changed)},
        subject=account.handle,
    )


@COMMANDS.add("sysop", act=True)
async def account_hold(desk: Desk, actor: Actor, given: Given) -> Reply:
    """account hold HANDLE

    Put an account on hold: it may play, and cannot talk until it is enabled.

    Example: account hold Ann
    """
    account = await desk.account(given["handle"])
    desk.must_outrank(actor, account)
    told = await desk.must_not_be_last_sysop(actor, account)
    changed = await desk.accounts.set_state(account.id, "hold")
    await follow(desk, changed)
    return say(
        f"{account.handle} is on hold.",
        *told,
        data={"account": shown_account(changed)},
        subject=account.handle,
    )


@COMMANDS.add("moderator", act=True)
async def account_rename(desk: Desk, actor: Actor, given: Given) -> Reply:
    """account rename HANDLE NEW-HANDLE [REASON...]

    Give an account another name, at its tables too. The rules for names hold.

    Example: account rename Ann Anna she asked for it
    """
    account = await desk.account(given["handle"])
    if account.id != actor.account_id:
        desk.must_outrank(actor, account)
    changed = await desk.accounts.rename(account.id, given["new-handle"])
    await follow(desk, changed)
    return say(
        f"{account.handle} is called {changed.handle} now.",
        data={"account": shown_account(changed), "before": account.handle},
        subject=account.handle,
        after=changed.handle,
    )


@COMMANDS.add("sysop", act=True)
async def account_reset_password(desk: Desk, actor: Actor, given: Given) -> Reply:
    """account reset-password HANDLE

    Make a one-time code for somebody who has lost the password, and lift the lock on the name.
    An older code ends; the password itself stays until the code is used.

    Example: account reset-password Ann
    """
    account = await desk.account(given["handle"])
    code = await desk.accounts.reset_code(account.id)
    await desk.accounts.unlock(account.handle)
    return say(
        f"One-time code for {account.handle}, good for {RESET_HOURS} hours: {code}",
        "Hand it on in private. At the welcome they type: reset",
        data={"handle": account.handle, "code": code, "valid_hours": RESET_HOURS},
        subject=account.handle,
    )


@COMMANDS.add("sysop", private=True)
async def account_export(desk: Desk, actor: Actor, given: Given) -> Reply:
    """account export HANDLE

    Show everything that is kept about an account, as JSON; no secret is in it.

    Example: account export Ann
    """
    account = await desk.account(given["handle"])
    data = await desk.store.accounts.export(account.id)
    text = json.dumps(data, indent=1, ensure_ascii=True, default=str)
    return Reply(lines=tuple(text.splitlines()), data=data, subject=account.handle, is_exact=True)


@COMMANDS.add("sysop", act=True)
async def account_delete(desk: Desk, actor: Actor, given: Given) -> Reply:
    """account delete HANDLE REASON...

    Remove an account for good. Its seats become free; what others have read stays, without the
    name. Export it first if it may be asked for.

    Example: account delete Ann she wrote and asked for it
    """
    account = await desk.account(given["handle"])
    desk.must_outrank(actor, account)
    told = await desk.must_not_be_last_sysop(actor, account)
    lobby = await desk.lobby()
    freed = 0
    for table in lobby.tables_of(account.id):
        seat = table.seating.of(account.id)
        if seat is not None:
            await table.seating.remove_absent(actor.as_caller(), seat)
            await table.settled()
            freed += 1
    lobby.expel(account.id, "account-gone")
    await desk.accounts.revoke_tokens(account.id)
    await desk.accounts.delete(account.id)
    return say(
        f"{account.handle} is gone; {freed} seats are free.",
        *told,
        data={"handle": account.handle, "id": account.id, "seats_freed": freed},
        subject=account.handle,
        account=account.id,
    )


@COMMANDS.add("sysop", act=True)
async def unlock(desk: Desk, actor: Actor, given: Given) -> Reply:
    """unlock NAME...

    Lift the lock that wrong passwords have put on a handle or an address.

    Example: unlock 192.0.2.7
    """
    lifted = await desk.accounts.unlock(given["name"])
    told = "The lock is lifted." if lifted else "There was no lock on that."
    return say(told, data={"lifted": lifted})
