"""Who may do what: everything begins from "no", whatever the way."""

from __future__ import annotations

import pytest

from arkham_bbs.accounts import LoginRefused
from arkham_bbs.doors.ssh_commands import ExecRequest
from arkham_bbs.sysop import COMMANDS, Actor
from tests.sysop.bureau import KEYS, Bureau

FOR_MODERATORS = frozenset(
    {
        *("help", "who", "sessions", "session show", "kick", "mute", "unmute", "broadcast"),
        *("ban", "bans", "unban", "account list", "account show", "account rename"),
        *("table list", "table inspect", "table pause", "table resume", "table hand-over"),
        *("table autopilot", "table take-back", "registration show", "shutdown show", "stats"),
        *("news list", "motd show", "board list", "thread set", "post hide", "post show"),
        *("oneliner remove", "report list", "report show", "report close"),
    }
)
"""Everything a moderator may do. Whatever is not here is the sysop's alone."""


@pytest.mark.parametrize("role", ["none", "caller", "moderator", "sysop", "root"])
async def test_the_matrix_of_roles_and_commands(bureau: Bureau, role: str) -> None:
    actor = Actor("Somebody", role=role, way="ssh", account_id=999)
    allowed = set()
    for command in COMMANDS.all():
        outcome = await bureau.desk.run(actor, [*command.words, "--no-such-option"])
        assert outcome.code in ("not-allowed", "usage")
        if outcome.code == "usage":
            allowed.add(command.name)
    expected = {
        "moderator": set(FOR_MODERATORS),
        "sysop": {c.name for c in COMMANDS.all()},
    }
    assert allowed == expected.get(role, set())
    refused = await bureau.store.audit.search(limit=1000)
    assert {r.result for r in refused} <= {"not-allowed"}
    assert len(refused) == len(COMMANDS.all()) - len(allowed)


def test_completion_and_help_show_only_what_is_allowed() -> None:
    assert {c.strip() for c in COMMANDS.complete("", "moderator")} == set(FOR_MODERATORS)
    assert COMMANDS.complete("", "caller") == []
    assert COMMANDS.allowed("nobody") == ()


async def test_a_moderator_acts_against_callers_only(bureau: Bureau) -> None:
    for handle in ("Wilbur", "Armitage", "Ann", "Morgan"):
        await bureau.arrives(handle)
    await bureau.accounts.create("Second", role="moderator")
    for words in (
        ("kick", "Wilbur", "why"),
        ("mute", "Armitage", "5m", "why"),
        ("ban", "account", "Second", "why"),
        ("account", "rename", "Wilbur", "Whateley"),
    ):
        assert (await bureau.does("Morgan", *words)).code == "outranked", words
    assert (await bureau.does("Morgan", "kick", "Morgan", "why")).code == "not-yourself"
    assert (await bureau.does("Morgan", "kick", "Ann", "why")).status == 0
    for subject in (("network", "203.0.113.7"), ("key", KEYS["Ann"])):
        outcome = await bureau.does("Morgan", "ban", subject[0], subject[1], "why")
        assert outcome.code == "not-allowed"


async def test_where_somebody_calls_from_is_for_sysops(bureau: Bureau) -> None:
    await bureau.arrives("Ann", address="192.0.2.99", key=KEYS["Ann"])
    for words in (("sessions",), ("session", "show", "Ann"), ("account", "show", "Ann")):
        for_moderator = await bureau.does("Morgan", *words)
        for_sysop = await bureau.does("Wilbur", *words)
        assert b"192.0.2.99" not in for_moderator.json()
        assert "192.0.2.99" not in " ".join(for_moderator.lines())
        if words[0] != "account":
            assert b"192.0.2.99" in for_sysop.json()


async def test_a_role_that_is_taken_away_is_gone_at_the_next_line(bureau: Bureau) -> None:
    line = await bureau.arrives("Morgan")
    await line.types("sysop", "Sysop>")
    await line.types("who", "on the line")
    assert (await bureau.does("Wilbur", "account", "role", "Morgan", "caller")).status == 0
    await line.types("who", "That takes the role of moderator")
    await line.sees("Lobby>")
    await line.types("sysop", "That is for the sysop.")
    assert (await bureau.store.audit.search(who="Morgan"))[0].result == "not-allowed"


async def test_a_disabled_held_or_banned_account_has_no_role_left(bureau: Bureau) -> None:
    morgan = bureau.people["Morgan"].id
    assert (await bureau.desk.actor(morgan, "ssh", "")).role == "moderator"
    for state in ("hold", "disabled"):
        await bureau.accounts.set_state(morgan, state)
        assert (await bureau.desk.actor(morgan, "ssh", "")).role == "none"
    await bureau.accounts.set_state(morgan, "active")
    await bureau.store.bans.add("account", str(morgan), "spite", "Wilbur")
    assert (await bureau.desk.actor(morgan, "ssh", "")).role == "none"
    assert (await bureau.desk.actor(None, "ssh", "")).role == "none"
    assert (await bureau.desk.actor(4711, "ssh", "")).role == "none"


async def test_ssh_commands_need_a_registered_key(bureau: Bureau) -> None:
    wilbur = bureau.people["Wilbur"].id
    for request in (
        ExecRequest(wilbur, "192.0.2.1", ("who",), "s", by_key=False),
        ExecRequest(None, "192.0.2.1", ("who",), "s"),
    ):
        reply = await bureau.office.run_command(request)
        assert (reply.status, "registered key" in reply.err) == (1, True)
    reply = await bureau.office.run_command(
        ExecRequest(bureau.people["Ann"].id, "192.0.2.1", ("who",), "s")
    )
    assert (reply.status, "takes the role" in reply.err) == (1, True)


async def test_the_board_keeps_one_sysop_who_can_come_in(bureau: Bureau) -> None:
    assert (await bureau.does("Wilbur", "account", "role", "Armitage", "caller")).status == 0
    for words in (
        ("account", "role", "Wilbur", "caller"),
        ("account", "disable", "Wilbur", "why"),
        ("account", "delete", "Wilbur", "why"),
        ("ban", "account", "Wilbur", "why"),
    ):
        assert (await bureau.does("Wilbur", *words)).code == "not-yourself", words
    await bureau.does("Wilbur", "grant", "Ann")
    await bureau.accounts.set_state(bureau.people["Ann"].id, "disabled")
    for words in (
        ("account", "role", "Wilbur", "caller"),
        ("account", "disable", "Wilbur", "why"),
        ("account", "delete", "Wilbur", "why"),
        ("ban", "account", "Wilbur", "why"),
    ):
        outcome = await bureau.desk.run(Actor("X", "sysop", "ssh", "", 999), words)
        assert outcome.code == "last-sysop", words


@pytest.mark.parametrize(
    "line",
    [
        "account role Wilbur caller",
        "account disable Wilbur why",
        "account hold Wilbur",
        "account delete Wilbur why",
        "ban account Wilbur why",
    ],
)
async def test_whoever_takes_the_last_sysop_away_on_the_machine_is_told(
    bureau: Bureau, line: str
) -> None:
    machine = Actor("root@machine", "sysop", "cli", "local")
    done = await bureau.desk.run(machine, ["account", "role", "Armitage", "caller"])
    assert "no sysop" not in "\n".join(done.lines(80))
    done = await bureau.desk.run(machine, line.split())
    assert done.status == 0
    told = " ".join("\n".join(done.lines(80)).split())
    assert "The board has no sysop who can come in now." in told
    assert "arkham-bbs sysop grant NAME" in told


async def test_a_ban_must_not_lock_the_sysop_out(bureau: Bureau) -> None:
    for network in ("198.51.100.0/24", "198.51.100.9", "0.0.0.0/0", "10.0.0.0/7", "::/0"):
        outcome = await bureau.does("Wilbur", "ban", "network", network, "why")
        assert outcome.code == "would-lock-out", network
    forced = await bureau.does("Wilbur", "ban", "network", "198.51.100.0/24", "--force", "why")
    assert forced.status == 0
    own = await bureau.does("Wilbur", "ban", "key", KEYS["Wilbur"], "why")
    assert own.code == "not-yourself"


@pytest.mark.parametrize("network", ["127.0.0.1", "127.0.0.0/16", "::1", "::ffff:127.0.0.1"])
async def test_a_ban_of_this_machine_needs_force_from_the_machine_too(
    bureau: Bureau, network: str
) -> None:
    status, found = await bureau.by("cli", ("ban", "network", network, "why"))
    assert (status, found["error"]) == (1, "would-lock-out")
    status, _ = await bureau.by("cli", ("ban", "network", network, "--force", "why"))
    assert status == 0
    # And it is lifted by what was typed, or by any way to write the same.
    status, found = await bureau.by("cli", ("unban", network))
    assert status == 0, found
    assert not await bureau.store.bans.active()


async def test_one_ssh_line_is_asked_anew_for_each_session(bureau: Bureau) -> None:
    ann = bureau.people["Ann"].id
    assert (await bureau.accounts.readmit(ann, "192.0.2.1")).handle == "Ann"
    await bureau.does("Wilbur", "ban", "account", "Ann", "spite")
    with pytest.raises(LoginRefused) as refused:
        await bureau.accounts.readmit(ann, "192.0.2.1")
    assert refused.value.code == "banned"
