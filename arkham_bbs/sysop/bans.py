"""Bans of accounts, keys and networks: they end live sessions and tokens at once.

Room: sysop. Imports accounts, store and its neighbours here.
Source: USER_ASKS G2, G3, G4.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress

from arkham_bbs.accounts import KeyRefused, format_end, parse_public_key
from arkham_bbs.store.addresses import Network, is_within
from arkham_bbs.store.records import BanRecord
from arkham_bbs.sysop.board import LineHere
from arkham_bbs.sysop.callers import end_line
from arkham_bbs.sysop.catalogue import COMMANDS, Given
from arkham_bbs.sysop.desk import Actor, Desk
from arkham_bbs.sysop.reading import (
    format_moment,
    parse_network,
    parse_until,
)
from arkham_bbs.sysop.refusals import SysopRefused
from arkham_bbs.sysop.reply import Reply, Rows, counted, say

CLOSED = "This board is closed to you."
LOOPBACK = ("127.0.0.1", "::1")
THIS_MACHINE = "this machine itself: every caller of a board at home, or behind a proxy here"
_BROAD = {4: 8, 6: 19}
"""Blocks as wide as this or wider need --force: they are the world, not a person."""


@COMMANDS.add("moderator", act=True)
async def ban(desk: Desk, actor: Actor, given: Given) -> Reply:
    """ban account|key|network SUBJECT [--for TIME] [--force] REASON...

    Shut somebody out at once, for a time or for ever. SUBJECT is a
    handle, a fingerprint or public key, an address or a block. Moderators ban accounts only.

    Example: ban network 203.0.113.0/24 --for 7d password guessing
    """
    kind = given["choice"]
    until = parse_until(given.get("for"), desk.now(), "--for")
    if kind != "account" and not actor.is_sysop:
        raise SysopRefused("not-allowed", role="sysop", mine=actor.role)
    reason = given.reason
    warned: tuple[str, ...] = ()
    if kind == "account":
        account = await desk.account(given["subject"])
        desk.must_outrank(actor, account)
        warned = await desk.must_not_be_last_sysop(actor, account)
        record = await desk.store.bans.add(kind, str(account.id), reason, actor.handle, until)
        shown = account.handle
        tokens = await desk.accounts.revoke_tokens(account.id)
        met = [line for line in desk.lines() if line.account == account.id]
    elif kind == "key":
        shown = _fingerprint(given["subject"])
        owner = await desk.store.keys.by_fingerprint(shown)
        if owner is not None and owner.account_id == actor.account_id:
            raise SysopRefused("not-yourself")
        record = await desk.store.bans.add(kind, shown, reason, actor.handle, until)
        tokens = 0 if owner is None else await desk.accounts.revoke_tokens(owner.account_id)
        met = [line for line in desk.lines() if line.key == shown]
    else:
        network = parse_network(given["subject"])
        if not given.has("force"):
            _must_not_lock_out(desk, actor, network)
        shown = str(network)
        record = await desk.store.bans.add(kind, shown, reason, actor.handle, until)
        desk.accounts.bans_changed()
        tokens = await desk.store.tokens.revoke_network(network)
        met = [line for line in desk.lines() if is_within(line.address, (network,))]
    told = f"{reason.rstrip('.')}. That holds {format_end(until)}."
    ended = _end_all(desk, actor, met, told)
    desk.bans_made += 1
    end = "for ever" if until is None else f"until {format_moment(until)} UTC"
    return say(
        f"Ban {record.id}: {kind} {shown} is shut out {end}. Ended at once: "
        f"{counted(ended, 'line')}, {counted(tokens, 'token')}.",
        *warned,
        data={"ban": shown_ban(record, shown), "lines_ended": ended, "tokens_ended": tokens},
        subject=shown,
        ban=record.id,
        lines_ended=ended,
        until=until,
    )


def _end_all(desk: Desk, actor: Actor, lines: list[LineHere], reason: str) -> int:
    """End the lines a ban meets, except the one it is made from (--force, own network)."""
    ended = 0
    for line in lines:
        if line.account is None or line.account != actor.account_id:
            ended += end_line(desk, line, "banned", CLOSED, reason)
    return ended


def _must_not_lock_out(desk: Desk, actor: Actor, network: Network) -> None:
    """Refuse a block that holds this machine, the sysop's own address, or an exempt one."""
    kept = [(address, THIS_MACHINE) for address in LOOPBACK]
    kept += [(address, "unlimited_addresses") for address in desk.site.unlimited]
    if actor.way != "cli" and actor.address:
        kept.append((actor.address, "your own address"))
    for address, why in kept:
        if is_within(address.partition("/")[0], (network,)):
            raise SysopRefused("would-lock-out", network=str(network), address=address, why=why)
    if network.prefixlen <= _BROAD[network.version]:
        raise SysopRefused(
            "would-lock-out",
            network=str(network),
            address="a good part of the world",
            why="it is that wide",
        )


def _fingerprint(text: str) -> str:
    typed = text.strip()
    if typed.startswith("SHA256:") and len(typed) == 50:
        return typed
    try:
        return parse_public_key(typed).fingerprint
    except KeyRefused:
        raise SysopRefused(
            "bad-value",
            name="SUBJECT",
            value=typed[:60],
            allowed="a fingerprint such as SHA256:... or a public key in double quotes",
        ) from None


def shown_ban(record: BanRecord, shown: str) -> dict[str, object]:
    """Return a ban as plain values."""
    return {
        "id": record.id,
        "kind": record.kind,
        "subject": shown,
        "reason": record.reason,
        "by": record.by,
        "created_at": record.created_at,
        "expires_at": record.expires_at,
        "lifted_at": record.lifted_at,
        "lifted_by": record.lifted_by,
    }


async def shown_subjects(desk: Desk, records: Iterable[BanRecord]) -> dict[int, str]:
    """Return whom each ban shuts out, by the ban's id: accounts by their handle."""
    records = list(records)
    ids = [int(r.subject) for r in records if r.kind == "account" and r.subject.isdecimal()]
    known = await desk.store.accounts.many(ids)
    shown = {}
    for record in records:
        shown[record.id] = record.subject
        if record.kind == "account" and record.subject.isdecimal():
            account = known.get(int(record.subject))
            shown[record.id] = account.handle if account else f"account {record.subject}"
    return shown


@COMMANDS.add("moderator")
async def bans(desk: Desk, actor: Actor, given: Given) -> Reply:
    """bans [--all]

    List the bans in force; with --all also those lifted or expired.

    Example: bans --all
    """
    every = given.has("all")
    records = await (desk.store.bans.all(500) if every else desk.store.bans.active())
    if not actor.is_sysop:
        records = [r for r in records if r.kind == "account"]
    shown = await shown_subjects(desk, records)
    rows = Rows.of(
        "ID KIND SUBJECT UNTIL BY REASON",
        [
            (
                r.id,
                r.kind,
                shown[r.id],
                "lifted"
                if r.lifted_at
                else format_moment(r.expires_at)
                if r.expires_at
                else "for ever",
                r.by,
                r.reason,
            )
            for r in records
        ],
    )
    return Reply(
        lines=(f"{counted(len(records), 'ban')}.",),
        rows=rows,
        data=[shown_ban(r, shown[r.id]) for r in records],
    )


@COMMANDS.add("moderator", act=True)
async def unban(desk: Desk, actor: Actor, given: Given) -> Reply:
    """unban WHICH [REASON...]

    Lift a ban, by its number or by its subject.

    Example: unban 12 he has written a nice letter
    """
    which = given["which"].strip()
    records = await desk.store.bans.active()
    if not actor.is_sysop:
        records = [r for r in records if r.kind == "account"]
    shown = await shown_subjects(desk, records)
    names = {which.casefold()}
    with suppress(SysopRefused):
        # As it was read when the ban was made: an address is a block of one.
        names.add(str(parse_network(which)))
    wanted = [r for r in records if str(r.id) == which.removeprefix("#")] or [
        r for r in records if names & {shown[r.id].casefold(), r.subject.casefold()}
    ]
    if not wanted:
        raise SysopRefused("no-such-ban", which=which[:60])
    for record in wanted:
        await desk.store.bans.lift(record.id, actor.handle)
    desk.accounts.bans_changed()
    lifted = ", ".join(f"{r.id} ({shown[r.id]})" for r in wanted)
    return say(
        f"Lifted: {lifted}.",
        data=[shown_ban(r, shown[r.id]) for r in wanted],
        subject=shown[wanted[0].id],
        bans=[r.id for r in wanted],
    )
