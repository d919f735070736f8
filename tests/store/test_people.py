"""Accounts, keys, failures, bans, tokens, invitations, visits, ignore lists."""

from __future__ import annotations

import asyncio
from datetime import datetime, timedelta

import pytest

from arkham_bbs.store import Duplicate, Missing, Store
from tests.store.conftest import add_account, add_game
from tests.store.databases import Clock


async def test_an_account_comes_back_as_it_was_made(store: Store, clock: Clock) -> None:
    made = await store.accounts.create(
        "Ann Lee", "ann lee", "annlee", "hash", profile={"location": "Dunwich", "rows": 24}
    )
    assert await store.accounts.get(made.id) == made
    assert await store.accounts.by_folded("ann lee") == made
    assert await store.accounts.by_skeleton("annlee") == made
    assert (made.role, made.state, made.calls, made.created_at) == ("caller", "active", 0, clock())
    assert await store.accounts.get(made.id + 1) is None


@pytest.mark.parametrize(("folded", "skeleton"), [("ann", "other"), ("other", "ann")])
async def test_a_name_or_one_like_it_is_had_once(store: Store, folded: str, skeleton: str) -> None:
    await add_account(store, "Ann")
    with pytest.raises(Duplicate) as caught:
        await store.accounts.create("Other", folded, skeleton, None)
    assert caught.value.code == "handle-taken"
    assert await store.accounts.count() == 1


async def test_of_many_registering_one_name_one_gets_it(store: Store) -> None:
    outcomes = await asyncio.gather(
        *(add_account(store, "Ann") for _ in range(10)), return_exceptions=True
    )
    assert sum(isinstance(outcome, Duplicate) for outcome in outcomes) == 9


async def test_accounts_are_changed_field_by_field(store: Store, clock: Clock) -> None:
    ann = await add_account(store, "Ann")
    await add_account(store, "Bob")
    clock.pass_time(hours=1)
    until = clock() + timedelta(hours=2)
    assert (await store.accounts.set_role(ann.id, "sysop")).role == "sysop"
    assert (await store.accounts.set_state(ann.id, "hold")).state == "hold"
    assert (await store.accounts.set_muted(ann.id, until)).muted_until == until
    assert (await store.accounts.set_password(ann.id, "new")).password_hash == "new"
    touched = await store.accounts.touch(ann.id)
    assert (touched.calls, touched.last_seen_at) == (1, clock())
    renamed = await store.accounts.rename(ann.id, "Anna", "anna", "anna")
    assert renamed.handle == "Anna"
    with pytest.raises(Duplicate):
        await store.accounts.rename(ann.id, "BOB", "bob", "bob")
    with pytest.raises(Missing):
        await store.accounts.set_role(999, "sysop")


async def test_accounts_are_searched_by_the_beginning_of_the_name(store: Store) -> None:
    for name in ("Ann", "Anton", "Bob", "A_n"):
        await add_account(store, name)
    bob = await store.accounts.by_folded("bob")
    assert bob is not None
    await store.accounts.set_role(bob.id, "moderator")
    assert [a.handle for a in await store.accounts.search("an")] == ["Ann", "Anton"]
    assert [a.handle for a in await store.accounts.search("a_")] == ["A_n"]
    assert [a.handle for a in await store.accounts.search(role="moderator")] == ["Bob"]
    assert [a.handle for a in await store.accounts.search(limit=2, offset=1)] == ["Ann", "Anton"]
    assert await store.accounts.count(role="caller", state="active") == 3
    assert set(await store.accounts.many([bob.id, 999, bob.id])) == {bob.id}


async def test_a_profile_is_merged_key_by_key_even_by_many_at_once(store: Store) -> None:
    ann = await add_account(store, "Ann", profile={"a": 1, "gone": 2})
    await asyncio.gather(
        store.accounts.merge_profile(ann.id, {"gone": None}),
        *(store.accounts.merge_profile(ann.id, {f"k{n}": n}) for n in range(8)),
    )
    found = await store.accounts.get(ann.id)
    assert found is not None
    assert found.profile == {"a": 1, **{f"k{n}": n for n in range(8)}}
    with pytest.raises(Missing):
        await store.accounts.merge_profile(999, {})


async def test_a_reset_code_works_once_and_in_time(store: Store, clock: Clock) -> None:
    ann = await add_account(store, "Ann")
    await store.accounts.set_reset(ann.id, "code", clock() + timedelta(hours=1))
    assert not await store.accounts.use_reset(ann.id, "wrong", "new")
    outcomes = await asyncio.gather(
        *(store.accounts.use_reset(ann.id, "code", f"new{n}") for n in range(5))
    )
    assert sorted(outcomes) == [False] * 4 + [True]
    await store.accounts.set_reset(ann.id, "late", clock() + timedelta(hours=1))
    clock.pass_time(hours=1)
    assert not await store.accounts.use_reset(ann.id, "late", "new")


async def test_an_export_has_everything_but_secrets(store: Store) -> None:
    ann, bob = await add_account(store, "Ann"), await add_account(store, "Bob")
    await store.keys.add(ann.id, "SHA256:x", "ssh-ed25519", "ssh-ed25519 AAAA")
    await store.chat.add("lobby", ann.id, "Ann", "hello")
    await store.chat.add("lobby", bob.id, "Bob", "not Ann's")
    await store.mail.send(bob.id, "Bob", ann.id, "Ann", "Hi", "Body")
    out = await store.accounts.export(ann.id)
    assert out["account"]["handle"] == "Ann"
    assert "password_hash" not in out["account"]
    assert [line["text"] for line in out["chat"]] == ["hello"]
    assert len(out["mail"]) == len(out["keys"]) == 1
    with pytest.raises(Missing):
        await store.accounts.export(999)


async def test_a_deleted_account_leaves_no_name_but_whole_threads(store: Store) -> None:
    ann, bob = await add_account(store, "Ann"), await add_account(store, "Bob")
    board = await store.boards.create("general", "General")
    thread, _ = await store.boards.begin_thread(board.id, ann.id, "Ann", "Hello", "First")
    await store.boards.reply(thread.id, bob.id, "Bob", "Second")
    await store.mail.send(ann.id, "Ann", bob.id, "Bob", "Hi", "Body")
    await store.mail.send(bob.id, "Bob", ann.id, "Ann", "Re: Hi", "Body")
    await store.keys.add(ann.id, "SHA256:x", "ssh-ed25519", "ssh-ed25519 AAAA")
    game = await add_game(store, host_id=ann.id)
    await store.seats.put(game.id, 0, account_id=ann.id, name="Ann")
    assert await store.accounts.delete(ann.id)
    assert not await store.accounts.delete(ann.id)
    assert [(p.account_id, p.name) for p in await store.boards.posts(thread.id)] == [
        (None, "(departed)"),
        (bob.id, "Bob"),
    ]
    (letter,) = await store.mail.inbox(bob.id)
    assert (letter.from_id, letter.from_name) == (None, "(departed)")
    assert await store.keys.by_fingerprint("SHA256:x") is None
    kept = await store.games.get(game.id)
    assert kept is not None
    assert kept.host_id is None
    (seat,) = await store.seats.list(game.id)
    assert (seat.account_id, seat.name) == (None, "(departed)")
    assert await store.integrity() == []


async def test_a_key_belongs_to_one_account(store: Store, clock: Clock) -> None:
    ann, bob = await add_account(store, "Ann"), await add_account(store, "Bob")
    key = await store.keys.add(ann.id, "SHA256:x", "ssh-ed25519", "ssh-ed25519 AAAA", "laptop")
    with pytest.raises(Duplicate) as caught:
        await store.keys.add(bob.id, "SHA256:x", "ssh-ed25519", "ssh-ed25519 AAAA")
    assert caught.value.code == "key-taken"
    with pytest.raises(Missing):
        await store.keys.add(999, "SHA256:y", "ssh-ed25519", "ssh-ed25519 AAAA")
    await store.keys.touch("SHA256:x")
    found = await store.keys.by_fingerprint("SHA256:x")
    assert found is not None
    assert (found.id, found.used_at, found.comment) == (key.id, clock(), "laptop")
    assert await store.keys.list(ann.id) == [found]
    assert not await store.keys.remove(bob.id, "SHA256:x")
    assert await store.keys.remove(ann.id, "SHA256:x")
    assert await store.keys.list(ann.id) == []


async def test_failures_count_up_lock_and_are_forgotten(store: Store, clock: Clock) -> None:
    hour = timedelta(hours=1)
    counts = await asyncio.gather(
        *(store.failures.record("account", "ann", forget_after=hour) for _ in range(5))
    )
    assert sorted(record.count for record in counts) == [1, 2, 3, 4, 5]
    until = clock() + timedelta(hours=3)
    await store.failures.lock("account", "ann", until)
    found = await store.failures.get("account", "ann")
    assert found is not None
    assert (found.count, found.locked_until) == (5, until)
    assert await store.failures.get("address", "ann") is None
    clock.pass_time(hours=2)
    again = await store.failures.record("account", "ann", forget_after=hour)
    assert (again.count, again.first_at, again.locked_until) == (1, clock(), None)
    assert [record.subject for record in await store.failures.list()] == ["ann"]
    assert await store.failures.clear("account", "ann")
    assert not await store.failures.clear("account", "ann")


async def test_purging_failures_spares_locks_in_force(store: Store, clock: Clock) -> None:
    await store.failures.record("account", "ann")
    await store.failures.record("account", "bob")
    await store.failures.lock("account", "bob", clock() + timedelta(days=3))
    clock.pass_time(days=2)
    assert await store.failures.purge(clock() - timedelta(days=1)) == 1
    assert await store.failures.get("account", "bob") is not None


_NETWORKS = [
    ("192.0.2.7", "192.0.2.7", True),
    ("192.0.2.7", "192.0.2.8", False),
    ("192.0.2.0/24", "192.0.2.200", True),
    ("192.0.2.9/24", "192.0.2.200", True),
    ("192.0.2.0/24", "192.0.3.1", False),
    ("192.0.2.0/24", "::ffff:192.0.2.1", True),
    ("2001:db8::/32", "2001:db8:1::5", True),
    ("2001:db8::/32", "2001:db9::5", False),
    ("0.0.0.0/0", "203.0.113.1", True),
    ("0.0.0.0/0", "not an address", False),
]


async def test_a_network_ban_meets_its_addresses_and_no_others(store: Store) -> None:
    for subject, address, meets in _NETWORKS:
        ban = await store.bans.add("network", subject, "scanning", "sysop")
        expected = ban if meets else None
        assert await store.bans.match(address=address) == expected, (subject, address)
        await store.bans.lift(ban.id, "sysop")


async def test_bans_expire_are_lifted_and_the_longest_is_told(store: Store, clock: Clock) -> None:
    short = await store.bans.add("account", "7", "a day", "Mod", clock() + timedelta(days=1))
    key = await store.bans.add("key", "SHA256:x", "for good", "Mod")
    assert await store.bans.match(account_id=7) == short
    assert await store.bans.match(account_id=7, fingerprint="SHA256:x") == key
    assert await store.bans.match(account_id=8) is None
    assert await store.bans.match() is None
    assert await store.bans.active() == [short, key]
    assert await store.bans.lift(key.id, "Sysop")
    assert not await store.bans.lift(key.id, "Sysop")
    lifted = await store.bans.get(key.id)
    assert lifted is not None
    assert (lifted.lifted_by, lifted.lifted_at) == ("Sysop", clock())
    clock.pass_time(days=1)
    assert await store.bans.match(account_id=7) is None
    assert await store.bans.active() == []
    assert [ban.id for ban in await store.bans.all()] == [key.id, short.id]
    with pytest.raises(ValueError, match="not appear to be"):
        await store.bans.add("network", "everybody", "", "")


async def test_a_token_is_taken_once(store: Store, clock: Clock) -> None:
    ann = await add_account(store, "Ann")
    soon = clock() + timedelta(minutes=5)
    await store.tokens.issue("hash", ann.id, "s1", "192.0.2.1", soon, {"typed": "wal"})
    taken = await asyncio.gather(*(store.tokens.take("hash") for _ in range(6)))
    (token,) = [one for one in taken if one is not None]
    assert (token.account_id, token.session_id, token.data) == (ann.id, "s1", {"typed": "wal"})
    await store.tokens.issue("stale", ann.id, "s2", "", soon)
    clock.pass_time(minutes=5)
    assert await store.tokens.take("stale") is None


async def test_tokens_are_revoked_and_purged(store: Store, clock: Clock) -> None:
    ann, bob = await add_account(store, "Ann"), await add_account(store, "Bob")
    for n, account in enumerate((ann, ann, bob)):
        await store.tokens.issue(str(n), account.id, "s", "", clock() + timedelta(minutes=5))
    assert await store.tokens.revoke(ann.id) == 2
    assert await store.tokens.take("0") is None
    clock.pass_time(minutes=5)
    assert await store.tokens.purge() == 1


async def test_an_invitation_is_used_as_often_as_it_allows(store: Store, clock: Clock) -> None:
    ann, bob = await add_account(store, "Ann"), await add_account(store, "Bob")
    game = await add_game(store)
    await store.invites.create("register", "AAAA", uses=3)
    seat = await store.invites.create(
        "seat",
        "BBBB",
        game_id=game.id,
        seat=2,
        from_id=ann.id,
        to_id=bob.id,
        note="we need a doctor",
        expires_at=clock() + timedelta(days=1),
    )
    used = await asyncio.gather(*(store.invites.use("AAAA") for _ in range(5)))
    assert sum(one is not None for one in used) == 3
    assert await store.invites.get("AAAA") is None
    await store.invites.give_back("AAAA")
    assert [one.code for one in await store.invites.registrations()] == ["AAAA"]
    assert await store.invites.pending(bob.id) == [seat]
    clock.pass_time(days=1)
    assert await store.invites.pending(bob.id) == []
    assert await store.invites.purge() == 1
    with pytest.raises(Duplicate):
        await store.invites.create("register", "AAAA")


async def test_visits_are_listed_newest_first(store: Store, clock: Clock) -> None:
    ann = await add_account(store, "Ann")
    first = await store.calls.begin(ann.id, "Ann", "ssh", "192.0.2.1")
    clock.pass_time(minutes=3)
    await store.calls.end(first)
    await store.calls.begin(None, "guest", "telnet", "x" * 500)
    latest = await store.calls.latest()
    assert [(call.name, call.door) for call in latest] == [("guest", "telnet"), ("Ann", "ssh")]
    assert latest[0].ended_at is None
    assert latest[1].ended_at is not None
    assert latest[1].ended_at - latest[1].began_at == timedelta(minutes=3)
    assert await store.calls.count(clock()) == 1
    assert [call.id for call in await store.calls.of_account(ann.id)] == [first]
    assert await store.calls.purge(clock() + timedelta(days=1)) == 2


async def test_ignoring_is_one_sided_and_safe_to_repeat(store: Store) -> None:
    ann, bob = await add_account(store, "Ann"), await add_account(store, "Bob")
    assert await store.ignores.add(ann.id, bob.id)
    assert not await store.ignores.add(ann.id, bob.id)
    assert list(await store.ignores.list(ann.id)) == [bob.id]
    assert list(await store.ignores.list(bob.id)) == []
    assert await store.ignores.remove(ann.id, bob.id)
    assert not await store.ignores.remove(ann.id, bob.id)


async def test_a_time_without_a_zone_is_refused(store: Store) -> None:
    ann = await add_account(store, "Ann")
    with pytest.raises(Exception, match="without a zone"):
        await store.accounts.set_muted(ann.id, datetime(1926, 1, 1))  # noqa: DTZ001
