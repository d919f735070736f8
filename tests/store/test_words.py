"""What people write: chat, letters, drafts, boards, news, the newspaper; and it is clean."""

from __future__ import annotations

from datetime import date, timedelta

import pytest

from arkham_bbs.store import Duplicate, Missing, Store, clean_text
from tests.store.conftest import add_account, add_game
from tests.store.databases import Clock


@pytest.mark.parametrize(
    ("dirty", "clean"),
    [
        ("plain text, Zürich 東京 ☠", "plain text, Zürich 東京 ☠"),
        ("a\x1b[31mred\x1b[0m", "a[31mred[0m"),
        ("\x9b2Jc1", "2Jc1"),
        ("nul\x00 bell\x07 del\x7f", "nul bell del"),
        ("\u202egnp.exe\u202c", "gnp.exe"),
        ("zero\u200bwidth\u200d\ufeff", "zerowidth"),
        ("soft\u00adhyphen", "softhyphen"),
        ("one\r\ntwo\rthree\u2028four\x85five", "one\ntwo\nthree\nfour\nfive"),
        ("tab\there", "tab here"),
        ("lone \ud800 surrogate", "lone  surrogate"),
        ("tag\U000e0041s", "tags"),
        ("\u3164filler", "filler"),
        ("\u2066isolate\u2069", "isolate"),
    ],
)
def test_text_is_clean_and_cleaning_twice_changes_nothing(dirty: str, clean: str) -> None:
    assert clean_text(dirty) == clean
    assert clean_text(clean) == clean


async def test_everything_people_write_is_clean_when_it_is_stored(store: Store) -> None:
    dirty, clean = "x\x1b\x00\u202e\u200by", "xy"
    ann = await add_account(store, "Ann", profile={"signature": dirty, dirty: [dirty]})
    found = await store.accounts.get(ann.id)
    assert found is not None
    assert found.profile == {"signature": clean, clean: [clean]}
    game = await add_game(store, title=dirty, table={"motto": dirty})
    assert (game.title, game.table) == (clean, {"motto": clean})
    line = await store.chat.add("lobby", ann.id, dirty, dirty)
    assert (line.name, line.text) == (clean, clean)
    letter = await store.mail.send(ann.id, dirty, ann.id, dirty, dirty, dirty)
    assert (letter.subject, letter.body, letter.from_name) == (clean, clean, clean)
    await store.drafts.put(ann.id, "mail", "", {"body": dirty})
    draft = await store.drafts.get(ann.id, "mail")
    assert draft is not None
    assert draft.data == {"body": clean}
    board = await store.boards.create("general", dirty, dirty)
    thread, post = await store.boards.begin_thread(board.id, ann.id, dirty, dirty, dirty)
    assert (board.title, thread.title, post.body, post.name) == (clean,) * 4
    assert (await store.oneliners.add(ann.id, dirty, dirty)).text == clean
    assert (await store.news.add(dirty, dirty, dirty)).body == clean
    await store.editions.put(date(1926, 10, 30), [dirty])
    edition = await store.editions.get(date(1926, 10, 30))
    assert edition is not None
    assert edition.lines == (clean,)
    act = await store.audit.add(who=dirty, action="x", why=dirty, details={"typed": dirty})
    assert (act.who, act.why, act.details) == (clean, clean, {"typed": clean})
    ban = await store.bans.add("account", "1", dirty, dirty)
    assert ban.reason == clean


async def test_answers_bear_any_text(store: Store) -> None:
    game = await add_game(store)
    await store.answers.append(game.id, 1, 0, "nul\x00 lone \ud800 fine ж")
    (answer,) = await store.answers.since(game.id)
    assert answer.key.endswith("fine ж")


async def test_scrollback_gives_the_newest_lines_in_order(store: Store) -> None:
    for n in range(10):
        await store.chat.add("lobby", None, "Ann", f"line {n}")
    await store.chat.add("table:x", None, "Ann", "elsewhere", "emote")
    last = await store.chat.scrollback("lobby", 3)
    assert [line.text for line in last] == ["line 7", "line 8", "line 9"]
    earlier = await store.chat.scrollback("lobby", 2, before=last[0].id)
    assert [line.text for line in earlier] == ["line 5", "line 6"]
    later = await store.chat.scrollback("lobby", after=last[1].id)
    assert [line.text for line in later] == ["line 9"]
    assert await store.chat.trim("lobby", 4) == 6
    assert await store.chat.trim("lobby", 40) == 0
    assert len(await store.chat.scrollback("lobby")) == 4
    assert await store.chat.trim("lobby", 0) == 4
    assert len(await store.chat.scrollback("table:x")) == 1


async def test_a_letter_is_read_answered_and_dropped_by_each_side(
    store: Store, clock: Clock
) -> None:
    ann, bob = await add_account(store, "Ann"), await add_account(store, "Bob")
    letter = await store.mail.send(ann.id, "Ann", bob.id, "Bob", "Dunwich", "Come at once.")
    assert await store.mail.unread(bob.id) == 1
    assert await store.mail.unread(ann.id) == 0
    assert not await store.mail.mark_read(ann.id, letter.id)
    assert await store.mail.mark_read(bob.id, letter.id)
    assert not await store.mail.mark_read(bob.id, letter.id)
    read = await store.mail.get(ann.id, letter.id)
    assert read is not None
    assert read.read_at == clock()
    reply = await store.mail.send(
        bob.id, "Bob", ann.id, "Ann", "Re: Dunwich", "On my way.", reply_to=letter.id
    )
    assert reply.reply_to == letter.id
    assert [m.id for m in await store.mail.sent(ann.id)] == [letter.id]
    assert [m.id for m in await store.mail.inbox(bob.id)] == [letter.id]
    assert list(await store.mail.inbox(bob.id, unread_only=True)) == []
    assert await store.mail.delete(bob.id, letter.id)
    assert not await store.mail.delete(bob.id, letter.id)
    assert await store.mail.get(bob.id, letter.id) is None
    assert await store.mail.get(ann.id, letter.id) is not None
    assert await store.mail.delete(ann.id, letter.id)
    assert await store.mail.get(ann.id, letter.id) is None


async def test_nobody_reads_or_drops_a_letter_of_others(store: Store) -> None:
    ann, bob = await add_account(store, "Ann"), await add_account(store, "Bob")
    eve = await add_account(store, "Eve")
    letter = await store.mail.send(ann.id, "Ann", bob.id, "Bob", "x", "y")
    assert await store.mail.get(eve.id, letter.id) is None
    assert not await store.mail.delete(eve.id, letter.id)
    with pytest.raises(Missing):
        await store.mail.send(ann.id, "Ann", 999, "Nobody", "x", "y")


async def test_the_boards_own_letters_and_letters_to_oneself(store: Store) -> None:
    ann = await add_account(store, "Ann")
    letter = await store.mail.send(None, "The board", ann.id, "Ann", "Your turn", "x")
    assert [m.id for m in await store.mail.inbox(ann.id)] == [letter.id]
    own = await store.mail.send(ann.id, "Ann", ann.id, "Ann", "note", "x")
    assert await store.mail.delete(ann.id, own.id)
    assert await store.mail.get(ann.id, own.id) is None


async def test_a_draft_is_kept_until_it_is_sent(store: Store, clock: Clock) -> None:
    ann = await add_account(store, "Ann")
    await store.drafts.put(ann.id, "mail", "bob", {"body": "Dear"})
    clock.pass_time(seconds=5)
    await store.drafts.put(ann.id, "mail", "bob", {"body": "Dear Bob"})
    await store.drafts.put(ann.id, "post", "12", {"body": "I think"})
    draft = await store.drafts.get(ann.id, "mail", "bob")
    assert draft is not None
    assert (draft.data, draft.saved_at) == ({"body": "Dear Bob"}, clock())
    assert len(await store.drafts.list(ann.id)) == 2
    assert await store.drafts.delete(ann.id, "mail", "bob")
    assert not await store.drafts.delete(ann.id, "mail", "bob")
    assert await store.drafts.get(ann.id, "mail", "bob") is None


async def test_a_post_is_new_to_others_until_they_have_read_it(store: Store, clock: Clock) -> None:
    ann, bob = await add_account(store, "Ann"), await add_account(store, "Bob")
    board = await store.boards.create("general", "General")
    thread, first = await store.boards.begin_thread(board.id, ann.id, "Ann", "Gates", "One?")
    assert (thread.posts, thread.unread) == (1, 0)
    assert await store.boards.unread(ann.id) == {}
    assert await store.boards.unread(bob.id) == {board.id: 1}
    found = await store.boards.first_unread(bob.id, thread.id)
    assert found == first
    await store.boards.mark_read(bob.id, thread.id, first.id)
    assert await store.boards.unread(bob.id) == {}
    clock.pass_time(minutes=1)
    second = await store.boards.reply(thread.id, ann.id, "Ann", "Two!")
    third = await store.boards.reply(thread.id, None, "(departed)", "Three.")
    seen = await store.boards.thread(thread.id, bob.id)
    assert seen is not None
    assert (seen.posts, seen.unread, seen.last_post_at) == (3, 2, clock())
    # A mark never goes back.
    await store.boards.mark_read(bob.id, thread.id, third.id)
    await store.boards.mark_read(bob.id, thread.id, first.id)
    assert await store.boards.unread(bob.id) == {}
    assert [p.id for p in await store.boards.posts(thread.id, after=first.id)] == [
        second.id,
        third.id,
    ]


async def test_hidden_posts_are_seen_by_staff_only_and_count_for_nobody(store: Store) -> None:
    ann, bob = await add_account(store, "Ann"), await add_account(store, "Bob")
    board = await store.boards.create("general", "General")
    thread, post = await store.boards.begin_thread(board.id, ann.id, "Ann", "x", "rude")
    assert await store.boards.hide_post(post.id, "Mod")
    assert not await store.boards.hide_post(post.id, "Mod")
    assert list(await store.boards.posts(thread.id)) == []
    assert [p.hidden_by for p in await store.boards.posts(thread.id, hidden=True)] == ["Mod"]
    assert await store.boards.unread(bob.id) == {}
    assert await store.boards.show_post(post.id)
    shown = await store.boards.post(post.id)
    assert shown is not None
    assert shown.hidden_by is None


async def test_threads_are_listed_pinned_first_then_newest(store: Store, clock: Clock) -> None:
    ann = await add_account(store, "Ann")
    board = await store.boards.create("general", "General")
    threads = []
    for title in ("a", "b", "c"):
        clock.pass_time(minutes=1)
        threads.append((await store.boards.begin_thread(board.id, ann.id, "Ann", title, "x"))[0])
    clock.pass_time(minutes=1)
    await store.boards.reply(threads[0].id, ann.id, "Ann", "up again")
    await store.boards.set_thread(threads[1].id, pinned=True)
    assert [t.title for t in await store.boards.threads(board.id)] == ["b", "a", "c"]
    assert [t.title for t in await store.boards.threads(board.id, limit=1, offset=1)] == ["a"]


async def test_a_closed_thread_takes_no_replies(store: Store) -> None:
    board = await store.boards.create("general", "General")
    thread, _ = await store.boards.begin_thread(board.id, None, "x", "x", "x")
    assert await store.boards.set_thread(thread.id, locked=True, title="closed")
    with pytest.raises(Duplicate) as caught:
        await store.boards.reply(thread.id, None, "x", "x")
    assert caught.value.code == "locked"
    for missing in (
        store.boards.reply(999, None, "x", "x"),
        store.boards.begin_thread(999, None, "x", "x", "x"),
    ):
        with pytest.raises(Missing):
            await missing
    assert not await store.boards.set_thread(999, locked=True)


async def test_a_whole_board_can_be_marked_read_and_put_away(store: Store) -> None:
    ann, bob = await add_account(store, "Ann"), await add_account(store, "Bob")
    board = await store.boards.create("general", "General", position=2)
    await store.boards.create("rules", "Rules", position=1, write_role="sysop")
    for n in range(3):
        await store.boards.begin_thread(board.id, ann.id, "Ann", f"t{n}", "x")
    await store.boards.mark_board_read(bob.id, board.id)
    assert await store.boards.unread(bob.id) == {}
    await store.boards.begin_thread(board.id, ann.id, "Ann", "new", "x")
    assert await store.boards.unread(bob.id) == {board.id: 1}
    assert [b.name for b in await store.boards.list()] == ["rules", "general"]
    await store.boards.update(board.id, archived=True)
    assert await store.boards.unread(bob.id) == {}
    assert [b.name for b in await store.boards.list()] == ["rules"]
    assert [b.name for b in await store.boards.list(archived=True)] == ["rules", "general"]
    rules, _ = await store.boards.list(archived=True)
    assert rules.write_role == "sysop"
    with pytest.raises(Duplicate):
        await store.boards.create("rules", "Again")
    with pytest.raises(ValueError, match="colour"):
        await store.boards.update(board.id, colour="red")


async def test_one_liners_news_and_the_message_of_the_day(store: Store) -> None:
    ann = await add_account(store, "Ann")
    for n in range(4):
        await store.oneliners.add(ann.id, "Ann", f"line {n}")
    wall = await store.oneliners.latest(2)
    assert [line.text for line in wall] == ["line 2", "line 3"]
    assert await store.oneliners.remove(wall[0].id)
    assert [line.text for line in await store.oneliners.latest(2)] == ["line 1", "line 3"]

    first = await store.news.add("Opening", "We are open.", "Sysop")
    second = await store.news.add("Closing", "Not yet.", "Sysop")
    assert [n.id for n in await store.news.list()] == [second.id, first.id]
    assert [n.id for n in await store.news.unread(ann.id)] == [first.id, second.id]
    await store.news.mark_read(ann.id, first.id)
    assert [n.id for n in await store.news.unread(ann.id)] == [second.id]
    assert (await store.news.update(second.id, body="Never.")).body == "Never."
    with pytest.raises(Missing):
        await store.news.update(999, title="x")
    assert await store.news.remove(second.id)
    # An id is never used again, so a mark cannot come to hide something newer.
    assert (await store.news.add("Third", "x", "Sysop")).id > second.id

    assert await store.motd.get() is None
    await store.motd.set("Beware of the fog.", "Sysop")
    motd = await store.motd.get()
    assert motd is not None
    assert motd.text == "Beware of the fog."
    await store.motd.set("", "Sysop")
    assert await store.motd.get() is None


async def test_the_newspaper_appears_once_a_day_and_is_seen_once(store: Store) -> None:
    ann = await add_account(store, "Ann")
    monday = date(1926, 11, 1)
    assert await store.editions.put(monday, ["GATE SEEN", "Nobody hurt."])
    assert not await store.editions.put(monday, ["Another"])
    await store.editions.put(monday + timedelta(days=1), ["Quiet night."])
    tuesday = await store.editions.get(monday + timedelta(days=1))
    assert tuesday is not None
    assert tuesday.lines == ("Quiet night.",)
    assert await store.editions.get(monday - timedelta(days=1)) is None
    assert await store.editions.seen(ann.id) is None
    await store.editions.mark_seen(ann.id, monday)
    await store.editions.mark_seen(ann.id, monday - timedelta(days=1))
    assert await store.editions.seen(ann.id) == monday


async def test_the_audit_trail_is_searched_by_everything(store: Store, clock: Clock) -> None:
    ann = await add_account(store, "Ann", role="sysop")
    await store.audit.add(
        who="Ann", account_id=ann.id, way="ssh", address="192.0.2.1", action="ban add",
        subject="Eve", why="shouting 100% of the time", details={"days": 3},
    )  # fmt: skip
    clock.pass_time(hours=1)
    await store.audit.add(who="system", action="backup", result="full")
    everything = await store.audit.search()
    assert [act.action for act in everything] == ["backup", "ban add"]
    for wanted in (
        {"text": "SHOUTING 100%"},
        {"text": "eve"},
        {"text": '"days":3'},
        {"who": "ann"},
        {"action": "ban"},
        {"until": clock()},
    ):
        found = await store.audit.search(**wanted)
        assert [act.action for act in found] == ["ban add"], wanted
    assert [act.result for act in await store.audit.search(since=clock())] == ["full"]
    assert await store.audit.search(text="100_") == []
    assert len(await store.audit.search(limit=1)) == 1
    # The trail stays when the account goes.
    await store.accounts.delete(ann.id)
    assert (await store.audit.search(who="ann"))[0].account_id == ann.id


async def test_settings_override_until_they_are_taken_away(store: Store) -> None:
    await store.settings.set("registration", "closed", "Ann")
    await store.settings.set("limits", {"idle_s": 600, "list": [1, 2.5, None, True]}, "Ann")
    await store.settings.set("registration", "open", "Bob")
    assert await store.settings.all() == {
        "limits": {"idle_s": 600, "list": [1, 2.5, None, True]},
        "registration": "open",
    }
    assert await store.settings.get("registration") == "open"
    assert [s.by for s in await store.settings.records()] == ["Ann", "Bob"]
    assert await store.settings.unset("registration")
    assert not await store.settings.unset("registration")
    await store.settings.set("limits", None, "Ann")
    assert await store.settings.all() == {}
    assert await store.settings.get("limits") is None
