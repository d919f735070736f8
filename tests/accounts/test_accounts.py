"""Registering, logging in, waiting after failures, coming back, and what staff may change."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from arkham_bbs.accounts import (
    Account,
    AccountError,
    Accounts,
    HandleRefused,
    LoginRefused,
    PasswordRefused,
    Policy,
    RegistrationRefused,
    Unknown,
)
from arkham_bbs.store import Store
from tests.accounts.conftest import CHEAP, GOOD, HERE
from tests.store.databases import Clock


async def _refusal(work: Any) -> AccountError:
    with pytest.raises(AccountError) as caught:
        await work
    return caught.value


async def _guess(accounts: Accounts, name: str, times: int, clock: Clock) -> None:
    """Fail so often, each time after the delay that was asked for."""
    for _ in range(times):
        refused = await _refusal(accounts.login(name, "wrong", LOCAL))
        assert refused.code == "wrong"
        clock.pass_time(seconds=float(str(refused.facts["retry_after_s"])))


LOCAL = "127.0.0.1"  # not counted as an address


# -- registering ----------------------------------------------------------------------------


async def test_who_registers_can_log_in_whatever_the_case(accounts: Accounts) -> None:
    ann = await accounts.register(" Ann Lee ", GOOD, HERE)
    assert (ann.handle, ann.role, ann.state, ann.calls) == ("Ann Lee", "caller", "active", 1)
    again = await accounts.login("ANN  LEE", GOOD, HERE)
    assert (again.id, again.calls) == (ann.id, 2)
    assert again.last_seen_at is not None
    assert await accounts.find("ann lee") == again
    assert await accounts.get(ann.id) == again
    assert await accounts.find("nobody here") is None


async def test_passwords_are_kept_as_argon2id_only(accounts: Accounts, store: Store) -> None:
    ann = await accounts.register("Ann", GOOD, HERE)
    record = await store.accounts.get(ann.id)
    assert record is not None
    assert str(record.password_hash).startswith("$argon2id$")
    assert "password_hash" not in ann.__struct_fields__


@pytest.mark.parametrize("other", ["Bill", "BILL", "Bi11", "BiII", "B-i-l-l"])
async def test_a_name_or_its_look_alike_is_had_once(accounts: Accounts, other: str) -> None:
    await accounts.register("Bill", GOOD, HERE)
    for work in (accounts.register(other, GOOD, HERE), accounts.available(other)):
        refused = await _refusal(work)
        assert isinstance(refused, HandleRefused)
        assert refused.code == "taken"


async def test_of_many_registering_one_name_at_once_one_gets_it(accounts: Accounts) -> None:
    outcomes = await asyncio.gather(
        *(accounts.register("Ann", GOOD, "127.0.0.1") for _ in range(10)), return_exceptions=True
    )
    refused = [outcome for outcome in outcomes if isinstance(outcome, HandleRefused)]
    assert len(refused) == 9
    assert {error.code for error in refused} == {"taken"}


async def test_registration_can_be_closed_on_hold_or_by_invitation(accounts: Accounts) -> None:
    await accounts.set_registration("closed", "Sysop")
    assert (await _refusal(accounts.register("Ann", GOOD, HERE))).code == "closed"
    await accounts.set_registration("hold", "Sysop")
    ann = await accounts.register("Ann", GOOD, HERE)
    assert ann.on_hold
    assert (await accounts.login("Ann", GOOD, HERE)).on_hold
    assert not (await accounts.set_state(ann.id, "active")).on_hold
    await accounts.set_registration("invite-only", "Sysop")
    assert (await _refusal(accounts.register("Bob", GOOD, HERE))).code == "invite-needed"
    refused = await _refusal(accounts.register("Bob", GOOD, HERE, invite="nope"))
    assert refused.code == "invite-unknown"
    code = await accounts.create_invite(ann.id)
    bob = await accounts.register("Bob", GOOD, HERE, invite=code.lower().replace("-", " "))
    assert bob.state == "active"
    refused = await _refusal(accounts.register("Eve", GOOD, HERE, invite=code))
    assert refused.code == "invite-unknown"
    with pytest.raises(ValueError, match="sometimes"):
        await accounts.set_registration("sometimes", "Sysop")
    assert await accounts.registration() == "invite-only"


async def test_an_invitation_is_not_spent_on_a_failed_registration(accounts: Accounts) -> None:
    await accounts.register("Ann", GOOD, HERE)
    await accounts.set_registration("invite-only", "Sysop")
    code = await accounts.create_invite(None)
    outcomes = await asyncio.gather(
        *(accounts.register("Bob", GOOD, HERE, invite=code) for _ in range(3)),
        return_exceptions=True,
    )
    assert sum(not isinstance(outcome, Exception) for outcome in outcomes) == 1
    second = await accounts.create_invite(None)
    await _refusal(accounts.register("Ann", GOOD, HERE, invite=second))
    assert (await accounts.register("Eve", GOOD, HERE, invite=second)).handle == "Eve"


async def test_one_address_registers_only_so_many(store: Store, clock: Clock) -> None:
    accounts = Accounts(store, policy=Policy(registrations_per_address=2), hashing=CHEAP)
    for name in ("Ann", "Bob"):
        await accounts.register(name, GOOD, HERE)
    refused = await _refusal(accounts.register("Eve", GOOD, HERE))
    assert isinstance(refused, RegistrationRefused)
    assert refused.code == "limit"
    assert float(str(refused.facts["retry_after_s"])) == 3600
    await accounts.register("Eve", GOOD, "203.0.113.8")
    for name in ("Local", "Locals", "Localss"):
        await accounts.register(name, GOOD, "127.0.0.1")
    clock.pass_time(hours=1)
    await accounts.register("Zed", GOOD, HERE)
    await accounts.close()


async def test_bad_passwords_are_refused_at_every_door(accounts: Accounts) -> None:
    assert (await _refusal(accounts.register("Miss Lee", "miss lee", HERE))).code == "is-handle"
    ann = await accounts.register("Ann", GOOD, HERE)
    for work in (
        accounts.change_password(ann.id, GOOD, "12345678"),
        accounts.set_password(ann.id, "12345678"),
        accounts.login_reset("Ann", await accounts.reset_code(ann.id), "12345678", HERE),
        accounts.create("Bob", "12345678"),
    ):
        refused = await _refusal(work)
        assert isinstance(refused, PasswordRefused)
        assert refused.code == "common"


# -- logging in -----------------------------------------------------------------------------


async def test_wrong_name_and_wrong_password_are_told_alike(
    accounts: Accounts, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    await accounts.register("Ann", GOOD, HERE)
    steps: list[str] = []
    hasher = accounts._hasher
    verify = hasher.verify

    async def watched(stored: str | None, password: str) -> bool:
        steps.append("hashed")
        return await verify(stored, password)

    monkeypatch.setattr(hasher, "verify", watched)
    told = []
    for name in ("Ann", "Nobody Here", "\x1b[31m", "x" * 5000):
        refused = await _refusal(accounts.login(name, "wrong password", "127.0.0.1"))
        told.append((type(refused), refused.code, refused.facts, len(steps)))
        steps.clear()
    assert told == [told[0]] * 4
    assert told[0][3] == 1
    counted = [record for record in await store.failures.list() if record.scope == "account"]
    assert {record.count for record in counted} == {1}
    assert len(counted) == 4


async def test_delays_grow_then_lock_and_end(accounts: Accounts, clock: Clock) -> None:
    await accounts.register("Ann", GOOD, HERE)
    waits = []
    for _ in range(9):
        refused = await _refusal(accounts.login("Ann", "wrong", LOCAL))
        waits.append(refused.facts["retry_after_s"])
        if refused.facts["retry_after_s"]:
            early = await _refusal(accounts.login("Ann", GOOD, LOCAL))
            assert isinstance(early, LoginRefused)
            assert (early.code, early.retry_after_s) == ("delay", refused.facts["retry_after_s"])
        clock.pass_time(seconds=float(str(refused.facts["retry_after_s"])))
    assert waits == [0, 0, 2, 4, 8, 16, 32, 60, 60]
    tenth = await _refusal(accounts.login("Ann", "wrong", LOCAL))
    assert tenth.facts["retry_after_s"] == 900
    clock.pass_time(seconds=899)
    locked = await _refusal(accounts.login("ann", GOOD, "198.51.100.1"))
    assert isinstance(locked, LoginRefused)
    assert (locked.code, locked.retry_after_s) == ("locked", 1)
    clock.pass_time(seconds=1)
    assert (await accounts.login("Ann", GOOD, LOCAL)).handle == "Ann"
    # And then all is forgotten.
    assert (await _refusal(accounts.login("Ann", "wrong", LOCAL))).facts["retry_after_s"] == 0


async def test_each_failure_after_a_lock_locks_for_longer(accounts: Accounts, clock: Clock) -> None:
    await accounts.register("Ann", GOOD, HERE)
    await _guess(accounts, "Ann", 10, clock)
    locks = []
    for _ in range(6):
        refused = await _refusal(accounts.login("Ann", "wrong", LOCAL))
        locks.append(float(str(refused.facts["retry_after_s"])))
        clock.pass_time(seconds=locks[-1])
    assert locks == [1800, 3600, 7200, 14400, 14400, 14400]


async def test_a_lock_survives_a_restart(
    accounts: Accounts, store: Store, clock: Clock, tmp_path: Path
) -> None:
    await accounts.register("Ann", GOOD, HERE)
    await _guess(accounts, "Ann", 9, clock)
    await _refusal(accounts.login("Ann", "wrong", LOCAL))
    await store.close()
    reopened = await Store.open(f"sqlite:///{tmp_path / 'arkham.db'}", clock=clock)
    again = Accounts(reopened, hashing=CHEAP)
    assert (await _refusal(again.login("Ann", GOOD, LOCAL))).code == "locked"
    assert await again.unlock("ANN")
    assert (await again.login("Ann", GOOD, LOCAL)).handle == "Ann"
    await again.close()
    await reopened.close()


async def test_an_address_that_tries_many_names_is_locked_out_of_all(
    accounts: Accounts, clock: Clock
) -> None:
    await accounts.register("Ann", GOOD, HERE)
    for n in range(30):
        refused = await _refusal(accounts.login(f"Name {n}", "wrong", HERE))
        assert refused.code == "wrong"
        if n < 29:
            clock.pass_time(seconds=float(str(refused.facts["retry_after_s"])))
    assert (await _refusal(accounts.login("Ann", GOOD, HERE))).code == "locked"
    assert (await accounts.login("Ann", GOOD, "198.51.100.1")).handle == "Ann"
    # A right password does not wash an address clean.
    assert await accounts.unlock(HERE)
    assert (await accounts.login("Ann", GOOD, HERE)).handle == "Ann"


async def test_ipv6_neighbours_count_as_one_and_the_exempt_not_at_all(
    store: Store, clock: Clock
) -> None:
    policy = Policy(exempt=("192.0.2.0/24",))
    policy = replace(policy, address=replace(policy.address, lock_at=3, free=2))
    accounts = Accounts(store, policy=policy, hashing=CHEAP)
    for n in range(3):
        await _refusal(accounts.login(f"N{n}x", "wrong", f"2001:db8::{n}"))
        await _refusal(accounts.login(f"N{n}x", "wrong", "192.0.2.5"))
    assert (await _refusal(accounts.login("Zed", "x", "2001:db8::99"))).code == "locked"
    assert (await _refusal(accounts.login("Zed", "x", "2001:db8:0:1::1"))).code == "wrong"
    assert (await _refusal(accounts.login("Zed", "x", "::ffff:192.0.2.5"))).code == "wrong"
    await accounts.close()


async def test_a_volley_of_guesses_cannot_outrun_the_counting(accounts: Accounts) -> None:
    await accounts.register("Ann", GOOD, HERE)
    outcomes = await asyncio.gather(
        *(accounts.login("Ann", f"guess {n}", HERE) for n in range(40)), return_exceptions=True
    )
    codes = [getattr(outcome, "code", None) for outcome in outcomes]
    assert codes.count("wrong") == 3
    assert codes.count("delay") == 37
    assert len(accounts._turns) == 0


async def test_twenty_right_logins_at_once_all_get_in(accounts: Accounts) -> None:
    ann = await accounts.register("Ann", GOOD, HERE)
    entered = await asyncio.gather(*(accounts.login("Ann", GOOD, HERE) for _ in range(20)))
    assert {account.id for account in entered} == {ann.id}


async def test_a_hash_of_another_cost_is_renewed_at_login(store: Store) -> None:
    cheap = Accounts(store, hashing=CHEAP)
    ann = await cheap.register("Ann", GOOD, HERE)
    dear = Accounts(store, hashing=replace(CHEAP, memory_kib=16))
    await dear.login("Ann", GOOD, HERE)
    record = await store.accounts.get(ann.id)
    assert record is not None
    assert "m=16," in str(record.password_hash)
    await dear.login("Ann", GOOD, HERE)
    await cheap.close()
    await dear.close()


async def test_the_disabled_and_the_banned_hear_so_only_with_the_right_password(
    accounts: Accounts, store: Store, clock: Clock
) -> None:
    ann = await accounts.register("Ann", GOOD, HERE)
    await accounts.set_state(ann.id, "disabled")
    assert (await _refusal(accounts.login("Ann", "wrong", HERE))).code == "wrong"
    assert (await _refusal(accounts.login("Ann", GOOD, HERE))).code == "disabled"
    await accounts.set_state(ann.id, "active")
    until = clock() + timedelta(days=1)
    await store.bans.add("account", str(ann.id), "shouting", "Mod", until)
    assert (await _refusal(accounts.login("Ann", "wrong", HERE))).code == "wrong"
    banned = await _refusal(accounts.login("Ann", GOOD, HERE))
    assert (banned.code, banned.facts["reason"], banned.facts["expires_at"]) == (
        "banned",
        "shouting",
        until,
    )
    clock.pass_time(days=1)
    assert (await accounts.login("Ann", GOOD, HERE)).handle == "Ann"


async def test_a_banned_address_gets_nowhere(accounts: Accounts, store: Store) -> None:
    ann = await accounts.register("Ann", GOOD, HERE)
    token = await accounts.resume_token(ann.id, "s", HERE)
    await store.bans.add("network", "203.0.113.0/24", "scanning", "Sysop")
    for work in (
        accounts.login("Ann", GOOD, HERE),
        accounts.login_reset("Ann", "x", GOOD, HERE),
        accounts.login_key("Ann", "x", HERE),
        accounts.resume(token, HERE),
        accounts.register("Bob", GOOD, HERE),
    ):
        assert (await _refusal(work)).code == "banned"
    # The token was not spent on it.
    assert (await accounts.resume(token, "198.51.100.1"))[0].id == ann.id


# -- passwords ------------------------------------------------------------------------------


async def test_changing_a_password_needs_the_old_one_and_ends_tokens(
    accounts: Accounts,
) -> None:
    ann = await accounts.register("Ann", GOOD, HERE)
    token = await accounts.resume_token(ann.id, "s", HERE)
    refused = await _refusal(accounts.change_password(ann.id, "wrong", "a better secret"))
    assert (type(refused), refused.code) == (PasswordRefused, "wrong")
    await accounts.change_password(ann.id, GOOD, "a better secret")
    assert (await _refusal(accounts.login("Ann", GOOD, HERE))).code == "wrong"
    assert (await accounts.login("Ann", "a better secret", HERE)).id == ann.id
    assert (await _refusal(accounts.resume(token, HERE))).code == "wrong"
    await accounts.set_password(ann.id, "set by the sysop")
    assert (await accounts.login("Ann", "set by the sysop", HERE)).id == ann.id


async def test_guessing_the_old_password_is_counted_too(accounts: Accounts, clock: Clock) -> None:
    ann = await accounts.register("Ann", GOOD, HERE)
    codes = []
    for _ in range(5):
        codes.append((await _refusal(accounts.change_password(ann.id, "no", "new secret"))).code)
    assert codes == ["wrong", "wrong", "wrong", "delay", "delay"]


async def test_a_reset_code_sets_a_password_once(accounts: Accounts, clock: Clock) -> None:
    ann = await accounts.register("Ann", GOOD, HERE)
    old = await accounts.reset_code(ann.id)
    code = await accounts.reset_code(ann.id)
    assert (await _refusal(accounts.login_reset("Ann", old, "a new secret", HERE))).code == "wrong"
    typed = code.lower().replace("-", "")
    assert (await accounts.login_reset("ann", typed, "a new secret", HERE)).id == ann.id
    refused = await _refusal(accounts.login_reset("Ann", code, "another secret", HERE))
    assert refused.code == "wrong"
    assert (await accounts.login("Ann", "a new secret", HERE)).id == ann.id
    late = await accounts.reset_code(ann.id)
    clock.pass_time(hours=24)
    refused = await _refusal(accounts.login_reset("Ann", late, "another secret", HERE))
    assert refused.code == "wrong"
    refused = await _refusal(accounts.login_reset("Nobody", late, "another secret", HERE))
    assert refused.code == "wrong"
    assert (await _refusal(accounts.reset_code(999))).code == "unknown-account"


async def test_a_new_password_ends_the_code_for_one(accounts: Accounts) -> None:
    ann = await accounts.register("Ann", GOOD, HERE)
    code = await accounts.reset_code(ann.id)
    await accounts.change_password(ann.id, GOOD, "remembered at last")
    refused = await _refusal(accounts.login_reset("Ann", code, "another secret", HERE))
    assert refused.code == "wrong"
    assert (await accounts.login("Ann", "remembered at last", HERE)).id == ann.id


async def test_reset_codes_cannot_be_guessed_in_a_volley(accounts: Accounts) -> None:
    ann = await accounts.register("Ann", GOOD, HERE)
    await accounts.reset_code(ann.id)
    outcomes = await asyncio.gather(
        *(accounts.login_reset("Ann", f"{n:012}", "a new secret", HERE) for n in range(20)),
        return_exceptions=True,
    )
    assert [getattr(outcome, "code", None) for outcome in outcomes].count("wrong") == 3


# -- coming back ----------------------------------------------------------------------------


async def test_a_token_brings_a_session_back_once(
    accounts: Accounts, store: Store, clock: Clock
) -> None:
    ann = await accounts.register("Ann", GOOD, HERE)
    token = await accounts.resume_token(ann.id, "session-1", HERE, {"typed": "walk to"})
    outcomes = await asyncio.gather(
        *(accounts.resume(token, "198.51.100.9") for _ in range(5)), return_exceptions=True
    )
    (came,) = [outcome for outcome in outcomes if not isinstance(outcome, BaseException)]
    assert (came[0].id, came[1], came[2]) == (ann.id, "session-1", {"typed": "walk to"})
    late = await accounts.resume_token(ann.id, "s", HERE, valid_s=90)
    clock.pass_time(seconds=90)
    assert (await _refusal(accounts.resume(late, HERE))).code == "wrong"
    await accounts.resume_token(ann.id, "s", HERE)
    assert await accounts.revoke_tokens(ann.id) == 1


async def test_tokens_of_the_disabled_and_deleted_end(accounts: Accounts) -> None:
    ann = await accounts.register("Ann", GOOD, HERE)
    token = await accounts.resume_token(ann.id, "s", HERE)
    await accounts.set_state(ann.id, "disabled")
    assert (await _refusal(accounts.resume(token, HERE))).code == "wrong"
    token = await accounts.resume_token(ann.id, "s", HERE)
    assert (await _refusal(accounts.resume(token, HERE))).code == "disabled"
    token = await accounts.resume_token(ann.id, "s", HERE)
    await accounts.delete(ann.id)
    assert (await _refusal(accounts.resume(token, HERE))).code == "wrong"


# -- staff ----------------------------------------------------------------------------------


async def test_the_first_sysop_claims_the_board_with_a_code_once(
    accounts: Accounts, store: Store
) -> None:
    ann = await accounts.register("Ann", GOOD, HERE)
    bob = await accounts.register("Bob", GOOD, HERE)
    code = await accounts.first_sysop_code()
    assert code is not None
    assert await accounts.first_sysop_code() == code
    assert (await _refusal(accounts.claim_sysop(ann.id, "wrong", HERE))).code == "wrong"
    outcomes = await asyncio.gather(
        *(accounts.claim_sysop(who.id, code.lower(), HERE) for who in (ann, bob)),
        return_exceptions=True,
    )
    # Whichever of two claims at once comes first.
    (sysop,) = (outcome for outcome in outcomes if isinstance(outcome, Account))
    assert sysop.role == "sysop"
    assert await accounts.first_sysop_code() is None
    (act,) = await store.audit.search(action="account role")
    assert (act.who, act.address) == (sysop.handle, HERE)


async def test_the_first_code_bears_twenty_guesses(accounts: Accounts) -> None:
    ann = await accounts.register("Ann", GOOD, HERE)
    code = await accounts.first_sysop_code()
    assert code is not None
    for _ in range(20):
        await _refusal(accounts.claim_sysop(ann.id, "wrong", HERE))
    assert (await _refusal(accounts.claim_sysop(ann.id, code, HERE))).code == "wrong"


async def test_roles_are_granted_and_known(accounts: Accounts) -> None:
    await accounts.register("Ann", GOOD, HERE)
    moderator = await accounts.grant("ANN", "moderator", "the machine")
    assert moderator.role == "moderator"
    sysop = await accounts.grant("Ann", "sysop", "the machine")
    assert sysop.role == "sysop"
    assert await accounts.first_sysop_code() is None
    assert isinstance(await _refusal(accounts.grant("Nobody", "sysop", "")), Unknown)
    with pytest.raises(ValueError, match="emperor"):
        await accounts.grant("Ann", "emperor", "")


async def test_staff_make_rename_mute_and_delete_accounts(accounts: Accounts, clock: Clock) -> None:
    await accounts.set_registration("closed", "Sysop")
    host = await accounts.create("Sysop", role="sysop", allow_reserved=True)
    assert host.role == "sysop"
    assert (await _refusal(accounts.create("Admin"))).code == "reserved"
    # Without a password nobody gets in by password.
    assert (await _refusal(accounts.login("Sysop", "", HERE))).code == "wrong"
    ann = await accounts.create("Ann", GOOD, state="hold")
    assert (await accounts.login("Ann", GOOD, HERE)).on_hold
    assert (await _refusal(accounts.rename(ann.id, "Sysop2"))).code == "reserved"
    await accounts.create("Bill", GOOD)
    assert (await _refusal(accounts.rename(ann.id, "Bi11"))).code == "taken"
    assert (await accounts.rename(ann.id, "ann")).handle == "ann"
    assert (await accounts.rename(ann.id, "Anna")).handle == "Anna"
    assert (await accounts.login("Anna", GOOD, HERE)).id == ann.id
    muted = await accounts.mute(ann.id, clock() + timedelta(minutes=10))
    assert muted.is_muted(clock())
    clock.pass_time(minutes=10)
    assert not muted.is_muted(clock())
    assert not (await accounts.mute(ann.id, None)).is_muted(clock())
    await accounts.delete(ann.id)
    assert await accounts.get(ann.id) is None
    assert (await accounts.create("Anna", GOOD)).id != ann.id
    for work in (
        accounts.delete(ann.id),
        accounts.mute(ann.id, None),
        accounts.rename(ann.id, "Zed"),
        accounts.set_state(ann.id, "active"),
        accounts.set_profile(ann.id, {}),
        accounts.set_password(ann.id, GOOD),
    ):
        assert (await _refusal(work)).code == "unknown-account"
    with pytest.raises(ValueError, match="gone"):
        await accounts.set_state(host.id, "gone")


async def test_a_profile_keeps_choices_and_drops_them(accounts: Accounts) -> None:
    ann = await accounts.register("Ann", GOOD, HERE)
    changed = await accounts.set_profile(ann.id, {"terminal": {"columns": 40}, "bell": True})
    assert changed.profile == {"terminal": {"columns": 40}, "bell": True}
    changed = await accounts.set_profile(ann.id, {"bell": None, "location": "Kings\x1bport"})
    assert changed.profile == {"terminal": {"columns": 40}, "location": "Kingsport"}


async def test_when_hashing_is_swamped_callers_are_told_to_come_back(store: Store) -> None:
    accounts = Accounts(store, hashing=replace(CHEAP, waiting=2, workers=1))
    outcomes = await asyncio.gather(
        *(accounts.login(f"Name {n}", "wrong", "127.0.0.1") for n in range(30)),
        return_exceptions=True,
    )
    codes = {getattr(outcome, "code", None) for outcome in outcomes}
    assert codes <= {"wrong", "busy"}
    assert "wrong" in codes
    busy = [o for o in outcomes if isinstance(o, LoginRefused) and o.code == "busy"]
    assert all(error.retry_after_s > 0 for error in busy)
    assert accounts.hashing == 0
    await accounts.close()
