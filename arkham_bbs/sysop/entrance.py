"""Who may register: the switch, and invitations.

Room: sysop. Imports accounts, store and its neighbours here. Source: USER_ASKS G5.
"""

from __future__ import annotations

from arkham_bbs.sysop.catalogue import COMMANDS, Given
from arkham_bbs.sysop.desk import Actor, Desk
from arkham_bbs.sysop.reading import format_moment, parse_number, parse_time
from arkham_bbs.sysop.refusals import SysopRefused
from arkham_bbs.sysop.reply import Reply, Rows, counted, say

TOLD = {
    "open": "Anybody may register.",
    "closed": "Nobody may register.",
    "invite-only": "Registering takes a code: invite create.",
    "hold": "Anybody may register; new accounts play, and talk once they are enabled.",
}


@COMMANDS.add("moderator")
async def registration_show(desk: Desk, actor: Actor, given: Given) -> Reply:
    """registration show

    Show who may register now.

    Example: registration show
    """
    mode = await desk.accounts.registration()
    return say(f"Registration is {mode}. {TOLD[mode]}", data={"registration": mode})


@COMMANDS.add("sysop", act=True)
async def registration_set(desk: Desk, actor: Actor, given: Given) -> Reply:
    """registration set open|closed|invite-only|hold

    Switch registration: open, closed, invite-only or hold. It holds at once and after a restart.

    Example: registration set invite-only
    """
    mode = given["choice"]
    before = await desk.accounts.registration()
    await desk.accounts.set_registration(mode, actor.handle)
    return say(
        f"Registration is {mode} now (was {before}). {TOLD[mode]}",
        data={"registration": mode, "before": before},
        subject=mode,
        before=before,
    )


@COMMANDS.add("sysop", act=True)
async def invite_create(desk: Desk, actor: Actor, given: Given) -> Reply:
    """invite create [NOTE...] [--uses COUNT] [--for TIME]

    Make a code to register with. One person and two weeks, unless you say otherwise.

    Example: invite create the chess club --uses 5 --for 30d
    """
    uses = parse_number(given.get("uses") or "1", "--uses", 1, 1000)
    valid_s = parse_time(given.get("for") or "14d", "--for")
    note = (given.get("note") or "")[:120]
    code = await desk.accounts.create_invite(
        actor.account_id, uses=uses, valid_s=valid_s, note=note
    )
    return say(
        f"Code: {code} (good for {uses}).",
        data={"code": code, "uses": uses, "valid_s": valid_s, "note": note},
        subject=note,
    )


@COMMANDS.add("sysop", private=True)
async def invite_list(desk: Desk, actor: Actor, given: Given) -> Reply:
    """invite list

    List the codes to register with that can still be used.

    Example: invite list
    """
    found = await desk.store.invites.registrations()
    rows = Rows.of(
        "ID CODE LEFT UNTIL NOTE",
        [(i.id, i.code, i.uses_left, format_moment(i.expires_at), i.note) for i in found],
    )
    data = [
        {
            "id": i.id,
            "code": i.code,
            "uses_left": i.uses_left,
            "expires_at": i.expires_at,
            "note": i.note,
        }
        for i in found
    ]
    return Reply(lines=(f"{counted(len(found), 'code')}.",), rows=rows, data=data)


@COMMANDS.add("sysop", act=True)
async def invite_remove(desk: Desk, actor: Actor, given: Given) -> Reply:
    """invite remove ID

    Take a code back.

    Example: invite remove 3
    """
    number = parse_number(given["id"], "ID", 1, 10**9 - 1)
    if number not in {i.id for i in await desk.store.invites.registrations()}:
        raise SysopRefused("no-such-item", kind="code", which=number)
    await desk.store.invites.remove(number)
    return say(f"Code {number} opens nothing any more.", data={"id": number})
