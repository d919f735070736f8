"""Letters, drafts, boards, profiles, one-liners, fame, achievements, the Advertiser."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from arkham_bbs.lobby import ACHIEVEMENTS, Caller, LobbyRefused, MailArrived
from arkham_bbs.lobby.achievements import Played, Told, earned
from arkham_bbs.lobby.floor import LobbySettings
from arkham_bbs.store.records import HonourLine

from .conftest import Hall

GUEST = Caller(-1, "guest-1", "guest")


# -- letters ----------------------------------------------------------------------------------
async def test_a_letter_waits_for_somebody_who_is_away(hall: Hall) -> None:
    ann, bob = await hall.caller("Ann"), await hall.caller("Bob")
    mail = hall.lobby.letters
    await mail.send(ann, "bob", "Tonight\x1b[5m?", "At the docks.\r\n\r\n\r\nBring a lamp.\x07")
    assert await mail.unread(bob) == 1
    (letter,) = await mail.inbox(bob)
    letter = await mail.read(bob, letter.id)
    assert (letter.subject, letter.body) == ("Tonight?", "At the docks.\n\nBring a lamp.")
    assert await mail.unread(bob) == 0
    reply = await mail.send(bob, "Ann", "Re: Tonight?", "Yes.", letter.id)
    assert reply.reply_to == letter.id
    with pytest.raises(LobbyRefused, match="no-such-message"):
        await mail.read(Caller(99, "Eve"), letter.id)
    await mail.delete(bob, letter.id)
    assert await mail.inbox(bob) == []
    assert len(await mail.sent(ann)) == 1


async def test_a_letter_is_announced_to_somebody_connected(hall: Hall) -> None:
    ann, bob = await hall.caller("Ann"), await hall.call("Bob")
    await hall.lobby.letters.send(ann, "Bob", "", "Come.")
    (notice,) = [n for n in bob.notices.take_now() if isinstance(n, MailArrived)]
    assert (notice.sender, notice.subject) == ("Ann", "(no subject)")


async def test_an_ignored_writer_never_learns_of_it(hall: Hall) -> None:
    ann, bob = await hall.caller("Ann"), await hall.call("Bob")
    await hall.lobby.chat.ignore(bob.caller, "Ann")
    await hall.lobby.letters.send(ann, "Bob", "Hm", "Why?")
    assert await hall.lobby.letters.inbox(bob.caller) == []
    assert not [n for n in bob.notices.take_now() if isinstance(n, MailArrived)]
    assert len(await hall.lobby.letters.sent(ann)) == 1


async def test_letter_boxes_and_writers_have_limits(hall: Hall) -> None:
    ann = await hall.caller("Ann")
    await hall.caller("Bob")
    mail = hall.lobby.letters
    hall.lobby.floor.settings = LobbySettings(mail_limit=6)
    for _ in range(5):
        await mail.send(ann, "Bob", "x", "y")
    with pytest.raises(LobbyRefused, match="too-fast"):
        await mail.send(ann, "Bob", "x", "y")
    hall.time.advance(60)
    await mail.send(ann, "Bob", "x", "y")
    hall.time.advance(60)
    with pytest.raises(LobbyRefused, match="mailbox-full"):
        await mail.send(ann, "Bob", "x", "y")
    with pytest.raises(LobbyRefused, match="no-such-person"):
        await mail.send(ann, "Nobody", "x", "y")


async def test_drafts_survive_a_dropped_line_and_a_restart(hall: Hall) -> None:
    ann = await hall.caller("Ann")
    await hall.lobby.letters.save_draft(ann, "mail", "Bob", {"lines": ["Dear Bob,"]})
    lobby = await hall.restart()
    draft = await lobby.letters.draft(ann, "mail", "Bob")
    assert draft is not None
    assert draft.data == {"lines": ["Dear Bob,"]}
    for number in range(30):
        await lobby.letters.save_draft(ann, "post", str(number), {"lines": []})
    assert len(await lobby.letters.drafts(ann)) == 20
    await lobby.letters.drop_draft(ann, "post", "29")
    assert len(await lobby.letters.drafts(ann)) == 19


# -- boards -----------------------------------------------------------------------------------
async def new_to(hall: Hall, caller: Caller) -> int:
    """Count the posts that are new to a caller on all boards."""
    return sum(row.unread for row in await hall.lobby.bulletins.list(caller))


async def test_threads_replies_and_what_is_new_since(hall: Hall) -> None:
    ann, bob = await hall.caller("Ann"), await hall.caller("Bob")
    boards = hall.lobby.bulletins
    assert [row.board.name for row in await boards.list(bob)] == ["common", "cases", "rules"]
    thread, first = await boards.begin(ann, "common", "Lamps", "Who has oil?")
    assert await new_to(hall, bob) == 1
    assert await new_to(hall, ann) == 0
    await boards.reply(bob, thread.id, "I do.")
    assert await new_to(hall, ann) == 1
    unread = await boards.first_unread(ann, thread.id)
    assert unread is not None
    assert unread.body == "I do."
    await boards.mark_read(ann, thread.id, unread.id)
    assert await new_to(hall, ann) == 0
    assert [p.body for p in await boards.posts(bob, thread.id)] == ["Who has oil?", "I do."]
    assert [p.body for p in await boards.posts(bob, thread.id, after=first.id)] == ["I do."]
    await boards.mark_board_read(bob, "common")
    (row, *_) = await boards.list(bob)
    assert row.unread == 0


async def test_boards_refuse_the_unknown_the_locked_and_the_lowly(hall: Hall) -> None:
    ann = await hall.caller("Ann")
    boards = hall.lobby.bulletins
    thread, _ = await boards.begin(ann, "common", "Lamps", "Who has oil?")
    await hall.store.boards.set_thread(thread.id, locked=True)
    board = await boards.board("Points of Order")
    await hall.store.boards.update(board.id, write_role="sysop")
    for work, code in (
        (boards.reply(ann, thread.id, "me"), "not-allowed"),
        (boards.reply(ann, 999, "me"), "no-such-thread"),
        (boards.begin(ann, "rules", "a", "b"), "not-allowed"),
        (boards.begin(ann, "nowhere", "a", "b"), "no-such-board"),
        (boards.begin(ann, "common", "", "b"), "empty-text"),
        (boards.begin(GUEST, "common", "a", "b"), "guests-cannot"),
    ):
        with pytest.raises(LobbyRefused, match=code):
            await work


async def test_posts_of_the_ignored_and_hidden_posts_are_left_out(hall: Hall) -> None:
    ann, bob = await hall.caller("Ann"), await hall.call("Bob")
    boards = hall.lobby.bulletins
    thread, _ = await boards.begin(bob.caller, "common", "Lamps", "Who has oil?")
    post = await boards.reply(ann, thread.id, "Not you.")
    await hall.lobby.chat.ignore(bob.caller, "Ann")
    assert len(await boards.posts(bob.caller, thread.id)) == 1
    await hall.store.boards.hide_post(post.id, "Wilbur")
    assert len(await boards.posts(ann, thread.id)) == 1
    assert len(await boards.posts(await hall.caller("Mod", "moderator"), thread.id)) == 2


# -- profiles ---------------------------------------------------------------------------------
async def test_a_profile_holds_what_was_volunteered(hall: Hall) -> None:
    ann = await hall.caller("Ann")
    people = hall.lobby.people
    await people.set_profile(ann, "location", "Innsmouth\u202e, by the sea")
    await people.set_profile(ann, "signature", "Yours,\nA.")
    profile = await people.profile("ANN")
    assert (profile.location, profile.signature) == ("Innsmouth, by the sea", "Yours,\nA.")
    assert profile.statistics["games"] == 0
    await people.set_profile(ann, "location", "")
    assert (await people.profile("Ann")).location == ""
    for field, text, code in (
        ("location", "x" * 41, "too-long"),
        ("birthday", "1.4.", "not-allowed"),
        ("quiet_hours", "sometimes", "bad-quiet-hours"),
    ):
        with pytest.raises(LobbyRefused, match=code):
            await people.set_profile(ann, field, text)
    with pytest.raises(LobbyRefused, match="no-such-person"):
        await people.profile("Nobody")


async def test_one_liners_stand_as_on_a_wall_and_are_rare(hall: Hall) -> None:
    ann, bob = await hall.caller("Ann"), await hall.caller("Bob")
    await hall.lobby.people.oneliner(ann, "The fog is early.")
    await hall.lobby.people.oneliner(bob, "So am I.")
    assert [o.text for o in await hall.lobby.people.oneliners()] == [
        "The fog is early.",
        "So am I.",
    ]
    with pytest.raises(LobbyRefused, match="too-fast"):
        await hall.lobby.people.oneliner(ann, "And another thing.")


# -- fame -------------------------------------------------------------------------------------
async def test_the_hall_of_fame_lists_all_who_tie(hall: Hall) -> None:
    def line(name: str, gates: int, monsters: int, who: str) -> HonourLine:
        return HonourLine(
            account_id=None,
            name=name,
            investigator=who,
            first_citizen=False,
            victory=True,
            reason="gates-closed",
            rank=(gates, monsters),
            turns=9,
            players=2,
        )

    table, _ = await hall.table("Ann")
    lines = [
        line("Ann", 3, 10, "joe_diamond"),
        line("Bob", 3, 12, "jenny_barnes"),
        line("Cat", 3, 10, "vincent_lee"),
        line("Dan", 1, 90, "monterey_jack"),
    ]
    await hall.store.honours.record(table.id, lines)
    places = await hall.lobby.people.hall_of_fame()
    assert [(p.place, [r.name for r in p.lines]) for p in places] == [
        (1, ["Bob"]),
        (2, ["Ann", "Cat"]),
        (4, ["Dan"]),
    ]
    places = await hall.lobby.people.hall_of_fame(2)
    assert [len(p.lines) for p in places] == [1, 2]


def played(*events: Told, **change: Any) -> Played:
    base: dict[str, Any] = {
        "mine": frozenset({"joe_diamond"}),
        "victory": True,
        "first_citizen": False,
        "players": 2,
        "turns": 10,
        "doom": 5,
        "pace": "live",
    }
    return Played(**(base | change), events=events)


GATE = Told("GateDestroyed", {"place": "woods", "world": "abyss", "by": "joe_diamond"})


@pytest.mark.parametrize(
    ("key", "game"),
    [
        ("to-the-end", played(victory=False)),
        ("dawn", played()),
        ("first-citizen", played(first_citizen=True)),
        ("locksmith", played(GATE, GATE, GATE)),
        ("sealed", played(Told("ElderSignLaid", {"who": "joe_diamond", "place": "woods"}))),
        ("rescuer", played(Told("Rescued", {"who": "x", "by": "joe_diamond"}))),
        ("hammer", played(Told("LotClosed", {"item": "lamp", "winner": "joe_diamond"}))),
        (
            "handshake",
            played(Told("TradeClosed", {"who": "x", "partner": "joe_diamond", "how": "accepted"})),
        ),
        (
            "tourist",
            played(
                *(
                    Told("Moved", {"who": "joe_diamond", "to": f"{world}/2"})
                    for world in ("abyss", "leng", "rlyeh")
                )
            ),
        ),
        ("untouched", played()),
        ("eleventh-hour", played(doom=12)),
        (
            "both-wards",
            played(
                Told("KnockedOut", {"who": "joe_diamond", "pool": "strength"}),
                Told("KnockedOut", {"who": "joe_diamond", "pool": "sanity"}),
            ),
        ),
        ("full-house", played(players=6)),
        ("by-post", played(pace="slow")),
    ],
)
def test_each_achievement_is_drawn_from_play(key: str, game: Played) -> None:
    assert key in earned(game)
    assert key not in earned(played(victory=False)) or key == "to-the-end"


def test_what_others_did_earns_nothing() -> None:
    others = Told("GateDestroyed", {"by": "jenny_barnes"})
    assert "locksmith" not in earned(played(others, others, others))
    assert set(earned(played())) <= set(ACHIEVEMENTS)


# -- the Advertiser ---------------------------------------------------------------------------
async def test_the_advertiser_tells_of_yesterday_once_a_day(hall: Hall) -> None:
    table, (ann, _) = await hall.table("Ann", "Bob", title="Fog")
    await table.answer(ann.caller, "end", number=0)
    await table.settled()
    hall.time.advance(86400)
    gazette = hall.lobby.gazette
    edition = await gazette.for_caller(ann.caller)
    assert edition is not None
    assert edition.day == datetime.fromtimestamp(hall.time.now(), UTC).date() - timedelta(days=1)
    told = " ".join(edition.lines)
    assert '"Fog"' in told
    assert "Ann and Bob" in told
    assert await gazette.for_caller(ann.caller) is None
    assert await gazette.edition() == edition
    assert await gazette.for_caller(GUEST) == edition
    hall.time.advance(86400)
    quiet = await gazette.for_caller(ann.caller)
    assert quiet is not None
    assert quiet.lines != edition.lines


async def test_an_older_edition_is_printed_even_if_nobody_asked_on_its_day(hall: Hall) -> None:
    table, (ann, _) = await hall.table("Ann", "Bob", title="Fog")
    await table.answer(ann.caller, "end", number=0)
    await table.settled()
    hall.time.advance(3 * 86400)
    gazette = hall.lobby.gazette
    assert '"Fog"' in " ".join((await gazette.back_number(3)).lines)
    assert await gazette.back_number(1) == await gazette.edition()
    assert '"Fog"' not in " ".join((await gazette.back_number(1)).lines)


async def test_no_edition_is_handed_out_from_which_games_may_be_gone(hall: Hall) -> None:
    gazette = hall.lobby.gazette
    for kept, days in ((0, 30), (7, 6), (1, 1), (400, 30)):
        hall.lobby.floor.settings = LobbySettings(retention_days=kept)
        assert gazette.days_back == days


async def test_private_tables_stay_out_of_the_paper(hall: Hall) -> None:
    table, (ann, _) = await hall.table("Ann", "Bob", title="Secret", private=True)
    await table.answer(ann.caller, "end", number=0)
    await table.settled()
    hall.time.advance(86400)
    assert "Secret" not in " ".join((await hall.lobby.gazette.edition()).lines)


async def test_nobody_can_have_todays_paper_before_the_day_is_over(hall: Hall) -> None:
    today = datetime.fromtimestamp(hall.time.now(), UTC).date()
    assert (await hall.lobby.gazette.edition(today)).day == today - timedelta(days=1)
