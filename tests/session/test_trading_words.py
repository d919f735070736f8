"""Trades by words when one caller runs several investigators. Room: session."""

from __future__ import annotations

import pytest

from arkham_bbs.game.game import Game
from arkham_bbs.session.screens.newest import ASKS_YOU, Told, weight_of
from arkham_bbs.session.trading import (
    answer_phrase,
    closed_sentence,
    no_trade_sentence,
    read_offer_number,
    read_trade,
    without_void_offers,
)
from arkham_bbs.terminal import Line
from tests.game.positions import person, position, stored_at
from tests.session.harness import ANSI80, Board
from tests.session.test_play import settle, two_at_a_table, until
from tests.session.test_table_commands import play_until


def at_the_station(*, asked: str = "vincent_lee") -> Game:
    """Bob runs Joe and Vincent, Ann runs Gloria; all three stand in one place."""
    people = [
        person("gloria_goldberg", "train_station", seat=0, items=["knife"], money=4),
        person("joe_diamond", "train_station", seat=1, items=["shotgun"], money=5),
        person("vincent_lee", "train_station", seat=1, items=["silver_bullet"], money=1),
    ]
    return stored_at(position(people, step="movement", active=asked, to_act=(0,)))


@pytest.mark.parametrize(
    ("asked", "words", "offerer", "give"),
    [
        ("vincent_lee", "gloria give silver bullet for $2", "vincent_lee", "items.silver_bullet"),
        ("joe_diamond", "gloria give silver bullet for $2", "vincent_lee", "items.silver_bullet"),
        ("vincent_lee", "gloria give shotgun for $2", "joe_diamond", "items.shotgun"),
        ("vincent_lee", "gloria give $1", "vincent_lee", "cash-1"),
        ("joe_diamond", "gloria give $1", "joe_diamond", "cash-1"),
        ("vincent_lee", "joe to gloria give $1", "joe_diamond", "cash-1"),
        ("joe_diamond", "vincent to gloria give $1", "vincent_lee", "cash-1"),
        ("", "gloria give silver bullet", "vincent_lee", "items.silver_bullet"),
    ],
)
def test_the_one_who_is_asked_trades_or_the_one_who_has_the_card(
    asked: str, words: str, offerer: str, give: str
) -> None:
    game = at_the_station()
    trade = read_trade(words, game.view(1), game.interjections(1), asked=asked)
    assert trade.problem == ""
    assert trade.key.startswith(f"{offerer}/trade:{offerer}:gloria_goldberg:{give}:")
    game.check_interjection(1, trade.key)


def test_what_nobody_has_is_told_of_the_one_who_is_asked() -> None:
    game = at_the_station()
    view, options = game.view(1), game.interjections(1)
    trade = read_trade("gloria give elephant", view, options, asked="vincent_lee")
    assert trade.problem.startswith('Vincent Lee has no "elephant"')
    trade = read_trade("gloria give $2", view, options, asked="vincent_lee")
    assert trade.problem == "Vincent Lee has $1, not $2."


def test_an_offer_says_how_each_side_can_answer_it() -> None:
    game = at_the_station()
    view, options = game.view(1), game.interjections(1)
    game.interject(1, read_trade("gloria give silver bullet", view, options).key)
    offer = game.view(0).offers[0]
    assert answer_phrase(offer, game.view(0)) == "Type accept 1 or decline 1."
    assert answer_phrase(offer, game.view(1)) == "Type withdraw 1."
    assert answer_phrase(offer, game.view(None)) == ""


@pytest.mark.parametrize(
    ("gloria", "vincent", "said"),
    [("s1", "s26", "Nobody is in your place"), ("s1", "hospital", "Trades wait while")],
)
def test_why_there_is_no_trade_now(gloria: str, vincent: str, said: str) -> None:
    people = [
        person("gloria_goldberg", gloria, seat=0),
        person("joe_diamond", "hospital", seat=1),
        person("vincent_lee", vincent, seat=1),
    ]
    game = stored_at(position(people, step="movement", active="joe_diamond", to_act=(0,)))
    assert no_trade_sentence(game.view(1)).startswith(said)


@pytest.mark.parametrize("how", ["accepted", "declined", "withdrawn", "lapsed"])
def test_an_offer_that_stands_no_longer_says_why(how: str) -> None:
    game = at_the_station()
    view, options = game.view(1), game.interjections(1)
    closed = {1: "declined", 4: how}
    for text in ("", "4"):
        key, problem = read_offer_number(text, view, "accept", options, {}, closed)
        assert not key
        assert problem.endswith(closed_sentence(4, how))
        assert "is closed" not in problem, "it says how"
        assert problem.startswith("Offer 4 " if text else "There is no offer you can accept now. ")
    assert "was declined" in read_offer_number("1", view, "accept", options, {}, closed)[1]
    assert "no offer you can accept" in read_offer_number("7", view, "accept", options, {}, {})[1]
    # After a taking back the same number may be open again.
    game.interject(0, read_trade("joe give knife", game.view(0), game.interjections(0)).key)
    number = str(game.view(1).offers[0].number)
    again = read_offer_number(
        number, game.view(1), "accept", game.interjections(1), {}, {int(number): how}
    )
    assert again[0].endswith(f"accept:{number}")


def test_a_void_offer_asks_for_no_answer_any_more() -> None:
    lines: list[Line] = []
    for number in (1, 2):
        lines.append(
            Told(f"Offer {number}: Joe would give Gloria $1 for nothing.", weight=ASKS_YOU)
        )
        lines.append(Told(f"Type accept {number} or decline {number}.", weight=ASKS_YOU))
    lines.append(Line("Bob: Type accept 1 or decline 1."))
    lines.append(Told("Vote on a pause: 0 of 2 in. Type vote yes or vote no.", weight=ASKS_YOU))
    shown = without_void_offers(lines, {2})
    assert [weight_of(line) for line in shown] == [0, 0, ASKS_YOU, ASKS_YOU, 0, ASKS_YOU]
    assert shown[1].text == "(Offer 1 stands no longer.)"
    assert [line.text for line in shown[2:]] == [line.text for line in lines[2:]]


async def test_bug_an_offer_taken_back_does_not_linger_on_the_screen(board: Board) -> None:
    ann, bob, table = await two_at_a_table(board, ANSI80)
    await play_until(board, table, "move", seat=0)
    partner = next(one.name for one in table.view(None).investigators if one.seat == 0)
    await bob.types(f"trade {partner} give $1", "would give")
    await settle()
    assert "Type accept 1 or decline 1." in "\n".join(ann.screen())
    await bob.types("withdraw", "is withdrawn")
    await settle()
    shown = "\n".join(ann.screen())
    assert "Type accept 1" not in shown
    assert "is withdrawn." in shown
    await ann.types("accept", "Offer 1 was withdrawn.")
    await bob.types(f"trade {partner} give $1", "would give")
    await until(lambda: "Type accept 2 or decline 2." in "\n".join(ann.screen()))
    await ann.types("decline")
    await until(lambda: "Offer 2 from" in "\n".join(ann.screen()))
    await bob.sees("is declined")
    await bob.types("withdraw 2", "Offer 2 was declined.")
