"""The SSH keys of an account: list, add, remove.

Room: sysop. Imports store (the record of a key) and its neighbours here.
"""

from __future__ import annotations

from typing import Any

from arkham_bbs.store.records import KeyRecord
from arkham_bbs.sysop.catalogue import COMMANDS, Given
from arkham_bbs.sysop.desk import Actor, Desk
from arkham_bbs.sysop.reading import format_moment
from arkham_bbs.sysop.reply import Reply, Rows, counted, say


def _shown_key(number: int, key: KeyRecord) -> dict[str, Any]:
    return {
        "number": number,
        "fingerprint": key.fingerprint,
        "algorithm": key.algorithm,
        "comment": key.comment,
        "added_at": key.added_at,
        "used_at": key.used_at,
    }


@COMMANDS.add("sysop", private=True)
async def keys_list(desk: Desk, actor: Actor, given: Given) -> Reply:
    """keys list HANDLE

    List the SSH keys of an account.

    Example: keys list Ann
    """
    account = await desk.account(given["handle"])
    keys = await desk.accounts.keys(account.id)
    rows = Rows.of(
        "NO FINGERPRINT KIND USED COMMENT",
        [
            (n, k.fingerprint, k.algorithm, format_moment(k.used_at), k.comment)
            for n, k in enumerate(keys, 1)
        ],
    )
    return Reply(
        lines=(f"{account.handle} has {counted(len(keys), 'key')}.",),
        rows=rows,
        data=[_shown_key(n, k) for n, k in enumerate(keys, 1)],
        subject=account.handle,
    )


@COMMANDS.add("sysop", act=True)
async def keys_add(desk: Desk, actor: Actor, given: Given) -> Reply:
    """keys add HANDLE KEY...

    Add a public key to an account, pasted as one line.

    Example: keys add Ann ssh-ed25519 AAAAC3Nz... ann@home
    """
    account = await desk.account(given["handle"])
    key = await desk.accounts.add_key(account.id, given["key"])
    number = len(await desk.accounts.keys(account.id))
    told = f"{key.algorithm} {key.fingerprint} {key.comment}".rstrip()
    return say(
        f"{account.handle} may come in with {told}.",
        data=_shown_key(number, key),
        subject=account.handle,
        fingerprint=key.fingerprint,
    )


@COMMANDS.add("sysop", act=True)
async def keys_remove(desk: Desk, actor: Actor, given: Given) -> Reply:
    """keys remove HANDLE KEY

    Take a key away, by its number in the list or its fingerprint.

    Example: keys remove Ann 2
    """
    account = await desk.account(given["handle"])
    key = await desk.accounts.remove_key(account.id, given["key"])
    return say(
        f"{key.fingerprint} opens nothing here any more.",
        data={"fingerprint": key.fingerprint},
        subject=account.handle,
        fingerprint=key.fingerprint,
    )
