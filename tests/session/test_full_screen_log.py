"""What a full screen has no room for is counted, and a refusal leaves the question in sight.

Room: session.
"""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from arkham_bbs.game import events as happened
from arkham_bbs.game.narration.causes import event_text
from arkham_bbs.session.screens import Question, Scene, dashboard, question_panel
from arkham_bbs.session.screens.newest import ASKS_YOU, Reply, Told, log_panel, more, weight_of
from arkham_bbs.session.told import own_weight, tell_event, tell_own
from arkham_bbs.terminal import Capabilities, Line, Size
from arkham_bbs.terminal.capabilities import PRESETS
from tests.screens.sample import position
from tests.screens.test_screens import Offer, offers
from tests.session.harness import ANSI80, Board, ScriptedCaller
from tests.session.test_play import settle, two_at_a_table, until
from tests.session.test_table_commands import play_until

ANSI40 = ANSI80.override({"columns": 40, "rows": 25})
SCREENS = pytest.mark.parametrize(
    "caps",
    [ANSI80, ANSI40, PRESETS["ansi"].override({"columns": 132, "rows": 43})],
    ids=["80x24", "40x25", "132x43"],
)


def rows(*texts: str) -> list[Line]:
    return [Line.of(text) for text in texts]


def test_lines_that_are_not_whole_in_sight_are_counted_beside_the_first_that_has_room() -> None:
    log = rows("One.", "Two.", "Three.", "Four.")
    found = [line.text for line in log_panel(log, 40, 2, 4)]
    assert found == ["Three." + " " * 18 + "2 more: type log", "Four."]
    assert all(line.width <= 40 for line in log_panel(log, 40, 2, 4))


def test_where_no_row_has_room_the_count_has_a_row_of_its_own() -> None:
    log = rows("One.", *("A sentence as long as the row",) * 3)
    found = [line.text for line in log_panel(log, 30, 3, 4)]
    assert found == ["2 more: type log", *("A sentence as long as the row",) * 2]


def test_an_earlier_answer_makes_way_and_is_not_counted() -> None:
    log = [Line("One."), Line("Two."), Reply("An earlier answer."), Reply("The answer.")]
    found = [line.text for line in log_panel(log, 39, 3, 2, 1)]
    assert found == ["One.", "Two.", "The answer."]


def test_an_answer_that_fills_the_panel_stands_whole_without_a_count() -> None:
    log = [*told(*DIN), Reply("An answer that is about as long as three rows of this panel.")]
    found = [line.text for line in log_panel(log, 24, 3, len(DIN), 1)]
    assert " ".join(" ".join(found).split()) == log[-1].text


def test_a_single_row_shows_the_beginning_of_the_weightiest_and_the_count() -> None:
    log = told(BLOWS[3], *DIN)
    found = [line.text for line in log_panel(log, 39, 1, len(log))]
    assert found == ["A gate opens in the..  9 more: type log"]


def test_a_row_cut_short_counts_as_missed() -> None:
    log = rows("This sentence needs quite a few rows of such a panel.", "Two.")
    assert more(1) in log_panel(log, 34, 2, 2)[0].text + log_panel(log, 34, 2, 2)[1].text


def test_nothing_is_counted_when_all_that_is_new_is_in_sight() -> None:
    log = rows("One.", "Two.", "Three.")
    assert [line.text for line in log_panel(log, 40, 2, 2)] == ["Two.", "Three."]
    assert log_panel(log, 40, 0, 3) == []


def told(*events: happened.Event) -> list[Line]:
    return [tell_event(event, ()) for event in events]


LOSS = happened.InvestigatorLost(who="joe_diamond", where="woods", cause="devoured", rule="x")
BLOWS = (
    happened.PoolChanged(who="joe_diamond", pool="strength", change=-2, now=0, rule="x"),
    happened.KnockedOut(who="joe_diamond", pool="strength", where="woods", rule="x"),
    happened.InvestigatorWaits(who="joe_diamond", where="abyss/1", rule="x"),
    happened.GatePlaced(place="woods", rule="x"),
    happened.DoomMoved(now=9, change=1, cause="gate", rule="x"),
    happened.GameOver(victory=False, reason="doom-of-arkham", turn=9, rule="x"),
)
DIN = tuple(happened.TurnBegan(turn=turn, rule="x") for turn in range(1, 9))


@pytest.mark.parametrize("event", [LOSS, *BLOWS], ids=lambda e: type(e).__name__)
@pytest.mark.parametrize("columns", [39, 79])
def test_what_nobody_may_miss_stays_in_sight_whatever_came_after_it(
    event: happened.Event, columns: int
) -> None:
    log = told(event, *DIN)
    shown = " ".join(line.text for line in log_panel(log, columns, 5, len(log)))
    assert re.sub(r"\s+", " ", log[0].text) in re.sub(r"\s+", " ", shown)


def test_lines_stay_in_the_order_in_which_they_happened() -> None:
    log = told(DIN[0], LOSS, *DIN[1:4], BLOWS[3], *DIN[4:])
    found = [line.text for line in log_panel(log, 79, 3, len(log))]
    assert found[0].startswith("Joe Diamond is devoured")
    assert found[1].startswith("A gate opens")
    assert found[2] == log[-1].text
    assert f"{len(log) - 3} more: type log" in "".join(found)


def test_of_too_many_the_gravest_stays() -> None:
    log = told(LOSS, BLOWS[3], BLOWS[4], *DIN)
    assert log_panel(log, 79, 1, len(log))[0].text.startswith("Joe Diamond is devoured")


def test_the_answer_to_what_was_typed_comes_before_everything() -> None:
    log = [*told(LOSS, *DIN), Line("I cannot read that.")]
    found = log_panel(log, 79, 1, len(log), 1)
    assert found[0].text.startswith("I cannot read that.")


def test_what_was_read_already_makes_way_for_what_is_new() -> None:
    log = told(LOSS, *DIN)
    assert [line.text for line in log_panel(log, 79, 2, 2)] == [line.text for line in log[-2:]]


@SCREENS
def test_a_death_is_on_the_dashboard_of_every_size(caps: Capabilities) -> None:
    log = told(LOSS, *DIN)
    scene = Scene(view=position(), log=log, unread=len(log), question=Question("Where to?"))
    text = "\n".join(row.text for row in dashboard(scene, caps, Size(*caps.size)).lines())
    assert "Joe Diamond is devoured" in text


async def alone(board: Board, caps: Capabilities) -> ScriptedCaller:
    """Bring Ann to a game of her own, at its first question."""
    ann = await board.newcomer("Ann", caps=caps)
    await ann.types("create", "Title")
    ann.feed(b"\r")
    await until(lambda: bool(board.lobby.tables()))
    table = board.lobby.table(board.lobby.tables()[0].table)
    await until(lambda: table.decision is not None)
    await settle()
    return ann


@SCREENS
async def test_what_was_dealt_unseen_is_counted_and_log_shows_it(
    board: Board, caps: Capabilities
) -> None:
    ann = await alone(board, caps)
    table = board.lobby.table(board.lobby.tables()[0].table)
    missed = None
    for _ in range(200):
        missed = next(filter(None, map(COUNT.search, ann.screen())), None)
        if missed:
            break
        decision = table.decision
        assert decision is not None
        ann.feed((decision.default or decision.keys()[0]).encode() + b"\r")
        await until(lambda was=decision: table.decision != was)
        await settle()
    assert missed, "nothing was ever missed"
    told = [entry.text for entry in await board.store.history.last(table.id, int(missed[1]))]
    flat = re.sub(r"\s+", " ", await ann.runs("log"))
    assert [text for text in told if re.sub(r"\s+", " ", text) not in flat] == []
    await settle()
    assert not any(map(COUNT.search, ann.screen()))


@pytest.mark.parametrize("columns", [39, 79])
def test_what_waits_for_ones_own_answer_comes_before_other_news(columns: int) -> None:
    vote = Told("Vote on a pause: 0 of 2 in. Type vote yes or vote no.", weight=ASKS_YOU)
    log = [vote, *told(*BLOWS, LOSS, *DIN)]
    flat = " ".join(line.text for line in log_panel(log, columns, 2, len(log)))
    assert vote.text in re.sub(r"\s+", " ", flat)


async def test_an_offer_and_a_vote_are_read_whole_on_40_columns(board: Board) -> None:
    ann, bob, table = await two_at_a_table(board, second=ANSI40)
    await play_until(board, table, "move", seat=0)
    view = table.view(None)
    partner = {sheet.seat: sheet for sheet in view.investigators}[1].name
    await ann.types(f"trade {partner} give $1", "would give")
    await settle()
    shown = re.sub(r"\s+", " ", " ".join(bob.screen()))
    assert "Type accept 1 or decline 1." in shown
    await ann.types("pause", "the others are asked")
    await settle()
    shown = re.sub(r"\s+", " ", " ".join(bob.screen()))
    assert "Vote on a pause:" in shown
    assert "Type vote yes or vote no." in shown


@pytest.mark.parametrize("caps", [ANSI80, ANSI40], ids=["80x24", "40x25"])
async def test_what_is_asked_beside_the_game_stands_on_the_screen_until_it_is_answered(
    board: Board, caps: Capabilities
) -> None:
    ann = await alone(board, caps)
    await ann.types("giveup", "> " if caps is ANSI40 else "[y/N]")
    await settle()
    assert "Give up your seat for good? [y/N]" in " ".join("\n".join(ann.screen()).split())
    await ann.types("xyzzy", "yes or no")
    await settle()
    assert "Give up your seat for good? [y/N]" in " ".join("\n".join(ann.screen()).split())
    await ann.types("no", "You> ")
    await settle()
    text = " ".join("\n".join(ann.screen()).split())
    assert "Give up your seat" not in text
    assert "will you be?" in text


async def test_what_is_asked_is_told_in_lines_where_the_screen_has_no_room_any_more(
    board: Board,
) -> None:
    ann = await alone(board, ANSI40)
    await ann.types("giveup", "> ")
    await settle()
    seen = len(ann.read)
    ann.resize(40, 12)
    await until(lambda: "Give up your seat for good? [y/N]" in ann.read[seen:])


COUNT = re.compile(r"(\d+) more: type log")


@SCREENS
async def test_a_refusal_stands_whole_above_the_question(board: Board, caps: Capabilities) -> None:
    ann = await alone(board, caps)
    await ann.types("xyzzy plugh", "I cannot read")
    await settle()
    text = "\n".join(ann.screen())
    assert "goes back --" not in text
    at = text.index("I cannot read")
    assert "? for help." in re.sub(r"\n +", " ", text[at:])
    assert "will you be?" in re.sub(r"\n +", " ", text[at:])
    told = text[at:].split("for help.")[0].split("\n")
    assert all(row.startswith("  ") for row in told[1:]), "a row begins in mid-sentence"


@SCREENS
async def test_bug_after_many_answers_no_row_of_the_news_is_empty(
    board: Board, caps: Capabilities
) -> None:
    ann = await alone(board, caps)
    for words in (*("xyzzy plugh", "vote yes") * 40, "vote yes"):
        ann.feed(words.encode() + b"\r")
        await settle()
    shown = ann.screen()
    at = next(n for n, row in enumerate(shown) if "Nothing is being voted on." in row)
    assert shown[at - 1].strip()
    assert "Ann: who will you be?" in shown[at + 1]


async def test_an_answer_leaves_all_options_in_sight(board: Board) -> None:
    ann = await alone(board, ANSI80)
    await ann.types("xyzzy plugh plover and many more words", "I cannot read")
    await settle()
    text = "\n".join(ann.screen())
    assert "help." in re.sub(r"\n +", " ", text)
    assert "8 Harvey Walters" in text


def card_question() -> Question:
    told = "Carolyn Fern: use a card before the encounter on the street near the Hospital goes on?"
    card = "Use Blue Watcher of the Pyramid on the Shoggoth (17% banished, 83% banished and fall)"
    return Question(told, [Offer(1, card), Offer(2, "Go on")], enter=2)


def test_a_question_that_was_read_makes_way_for_its_options() -> None:
    found = [line.text for line in question_panel(card_question(), 79, 4, known=True)]
    assert found[0].endswith("type ?")
    assert found[1].startswith("1 Use Blue Watcher")
    assert found[3] == "2 Go on (Enter)"


def test_the_town_makes_way_for_a_question_and_what_answers_a_line() -> None:
    news = [Line("News."), Reply("No.")]
    scene = Scene(view=position(), log=news, question=card_question(), reply=1, unread=4)
    shown = dashboard(scene, ANSI80, Size(80, 23)).text()
    assert "near the Hospital\n  goes on?\n1 Use" in shown
    assert "and fall)\n2 Go on (Enter)" in shown
    assert "No.\n" in shown
    assert "@JD" in shown, "the street where one stands stays"


def own_fate() -> list[happened.Event]:
    """An encounter of Joe's with all that came of it."""
    joe = {"who": "joe_diamond", "rule": "x"}
    return [
        happened.EventRolled(place="train_station", die=3, **joe),
        happened.PoolChanged(pool="money", change=15, now=28, cause="location-event", **joe),
        happened.CardDrawn(deck="items", card="shotgun", **joe),
        happened.PoolChanged(pool="strength", change=-2, now=3, cause="event", die=2, **joe),
    ]


@pytest.mark.parametrize("own", [True, False])
def test_what_happened_to_ones_own_investigator_is_read_whole(own: bool) -> None:
    view = position()
    mine = frozenset({"joe_diamond"} if own else ())
    happenings = [*own_fate(), *BLOWS[3:5], *DIN]
    log = [tell_own(event, tell_event(event, ()), mine) for event in happenings]
    words = ("Shoot", "Sneak away from it", "Cast a spell", "Run")
    question = Question("A Ghoul bars the way?", [Offer(n, w) for n, w in enumerate(words, 1)])
    scene = Scene(view=view, log=log, question=question, unread=len(log))
    text = dashboard(scene, ANSI80, Size(80, 23)).text()
    flat = re.sub(r"\s+", " ", text)
    assert [line.text in flat for line in log[:4]] == [own] * 4
    assert "4 Run" in text
    assert "@JD" in text
    walk = replace(scene, question=Question("Where to?", offers(), on_map=True))
    text = dashboard(walk, ANSI80, Size(80, 23)).text()
    flat = re.sub(r"\s+", " ", text)
    assert [line.text in flat for line in log[:4]] == [own] * 4
    assert "1 Stay here" in text
    assert "Where to?" in text


def test_a_monster_killed_by_ones_own_investigator_weighs_more_than_one_that_walks() -> None:
    fell = happened.MonsterGone(
        monster="ghoul_1", place="woods", how="killed", by="joe_diamond", rule="x"
    )
    told_to = {
        one: tell_own(fell, tell_event(fell, ()), frozenset({one})) for one in ("joe_diamond", "x")
    }
    assert weight_of(told_to["joe_diamond"]) > weight_of(told_to["x"]) == 0


def test_of_ones_own_doings_what_was_chosen_weighs_little() -> None:
    joe = {"who": "joe_diamond", "rule": "x"}
    fare = happened.PoolChanged(pool="money", change=-1, now=3, cause="fare", **joe)
    robbed = happened.CardGone(deck="items", card="shotgun", how="robbed", **joe)
    sold = happened.CardGone(deck="items", card="shotgun", how="sold", **joe)
    assert max(own_weight(fare), own_weight(sold)) < own_weight(BLOWS[3]) < own_weight(robbed)
    assert own_weight(LOSS) >= 4


async def test_in_a_real_game_what_an_encounter_brought_is_on_the_screen(board: Board) -> None:
    ann = await alone(board, ANSI80)
    table = board.lobby.table(board.lobby.tables()[0].table)
    found = None
    for _ in range(40):
        decision = table.decision
        assert decision is not None
        ann.feed((decision.default or decision.keys()[0]).encode() + b"\r")
        await until(lambda was=decision: table.decision != was)
        await settle()
        flat = re.sub(r"\s+", " ", " ".join(ann.screen()))
        found = re.search(r"rolls \[(\d)\] at the Train Station: ", flat)
        if found:
            assert event_text("train_station", int(found[1])) in flat[found.end() :]
            break
    assert found, "an encounter never came into sight"


async def test_a_refusal_of_three_rows_is_whole_and_the_question_stays(board: Board) -> None:
    ann = await alone(board, ANSI40)
    await ann.types("harvey", "beside Harvey Walters")
    await ann.types("joe", "how do you share")
    await ann.types("xyzzy plugh plover", "I cannot read")
    await settle()
    text = re.sub(r"\s+", " ", " ".join(ann.screen()))
    assert "or ? for help." in text
    assert "Harvey Walters: how do you share 10 points between strength and sanity?" in text


@SCREENS
async def test_bug_enter_where_nothing_is_taken_for_granted_gets_a_sentence(
    board: Board, caps: Capabilities
) -> None:
    ann = await alone(board, caps)
    said = "Nothing is taken for granted here: type a number or a name."
    for _ in range(3):
        ann.feed(b"\r")
        await settle()
        text = re.sub(r"\s+", " ", " ".join(ann.screen()))
        assert text.count(said) == 1
        assert "will you be?" in text
        assert ann.terminal.in_dashboard


@SCREENS
async def test_a_refusal_goes_with_the_next_answer_and_what_happened_stays(
    board: Board, caps: Capabilities
) -> None:
    ann = await alone(board, caps)
    await ann.types("xyzzy plugh", "I cannot read")
    await ann.types("99", "There is no")
    await settle()
    shown = " ".join(ann.screen())
    assert "I cannot read" not in shown, "the newest answer only"
    await ann.types("joe", "beside Joe Diamond")
    await settle()
    shown = re.sub(r"\s+", " ", " ".join(ann.screen()))
    assert "There is no" not in shown
    assert "Ann will play Joe Diamond." in shown
