"""Roles: who is caller, moderator or sysop, and how the first sysop is made.

Room: sysop. Imports accounts and its neighbours here.
"""

from __future__ import annotations

from arkham_bbs.accounts import ROLES
from arkham_bbs.sysop.catalogue import COMMANDS, Given
from arkham_bbs.sysop.desk import Actor, Desk
from arkham_bbs.sysop.people import follow, shown_account
from arkham_bbs.sysop.reading import parse_one_of
from arkham_bbs.sysop.refusals import SysopRefused
from arkham_bbs.sysop.reply import Reply, say


@COMMANDS.add("sysop", act=True)
async def account_role(desk: Desk, actor: Actor, given: Given) -> Reply:
    """account role HANDLE caller|moderator|sysop [REASON...]

    Make somebody caller, moderator or sysop; a live session has the new role at once.

    Example: account role Ann moderator
    """
    role = given["choice"]
    return await _give_role(desk, actor, given["handle"], role)


@COMMANDS.add("sysop", act=True)
async def grant(desk: Desk, actor: Actor, given: Given) -> Reply:
    """grant HANDLE [ROLE]

    Make somebody sysop, or the role that is named. On the machine this makes the first one.

    Example: grant Ann
    """
    role = parse_one_of(given.get("role") or "sysop", "ROLE", ROLES)
    return await _give_role(desk, actor, given["handle"], role)


async def _give_role(desk: Desk, actor: Actor, handle: str, role: str) -> Reply:
    account = await desk.account(handle)
    told: tuple[str, ...] = ()
    if role != "sysop":
        if account.id == actor.account_id:
            raise SysopRefused("not-yourself")
        told = await desk.must_not_be_last_sysop(actor, account)
    changed = await desk.accounts.grant(account.handle, role, by=actor.handle)
    await follow(desk, changed)
    return say(
        f"{account.handle} is {role} now (was {account.role}).",
        *told,
        data={"account": shown_account(changed), "before": account.role},
        subject=account.handle,
        role=role,
        before=account.role,
    )
