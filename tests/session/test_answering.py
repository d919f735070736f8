"""From typed words to the key of an option. Room under test: session.answering."""

from __future__ import annotations

import re

import pytest

from arkham_bbs.game.content import CONTENT
from arkham_bbs.game.decisions import Decision, Option
from arkham_bbs.game.narration.labels import choice_labels
from arkham_bbs.session import asked as asked_module
from arkham_bbs.session.answering import read_answer
from arkham_bbs.session.asked import Asked, choice_names, lay_out, ordered_keys


def ask(kind: str, *keys: str, default: str | None = None, parts: tuple[str, ...] = ()) -> Asked:
    decision = Decision(
        number=1,
        kind=kind,
        seat=0,
        investigator="joe_diamond",
        options=tuple(Option(key) for key in keys),
        default=default,
        form="set" if parts else "one",
        parts=parts,
    )
    return lay_out(decision, {}, marks={"JD": "woods"})


MOVE = ask(
    "move",
    "stay",
    "out_and_in",
    "walk:woods",
    "walk:s26",
    "walk:s2",
    "taxi:s20:woods",
    "taxi:s20:graveyard",
    "automobile:hospital",
    default="stay",
)
ARMS = ask(
    "attack_items",
    "none",
    "knife",
    "shotgun",
    "revolver_38",
    "knife+revolver_38",
    parts=("knife", "revolver_38", "shotgun"),
)
BID = ask("bid", "pass", "pledge:knife", "cash:1", "cash:2", "cash:3", default="pass")
LAST_BID = ask("bid", "pass", "cash:4", default="pass")
ONE_ARM = ask("attack_items", "knife", parts=("knife",))
BUY = ask("buy", "yes", "no", default="no")
LEAVE = ask("hit", "take", "flesh_ward", default="take")


@pytest.mark.parametrize(
    ("asked", "typed", "key"),
    [
        (MOVE, "woods", "walk:woods"),
        (MOVE, "out and in", "out_and_in"),
        (MOVE, "walk out and in again", "out_and_in"),
        (MOVE, "stay", "stay"),
        (MOVE, "the Woods", "walk:woods"),
        (MOVE, "taxi woods", "taxi:s20:woods"),
        (MOVE, "grave", "taxi:s20:graveyard"),
        (MOVE, "drive to the hospital", "automobile:hospital"),
        (MOVE, "s26", "walk:s26"),
        (MOVE, "s2", "walk:s2"),
        (MOVE, "1", "walk:woods"),
        (MOVE, "JD", "walk:woods"),
        (MOVE, "walk:s26", "walk:s26"),
        (ARMS, "1 2", "knife+revolver_38"),
        (ARMS, "revolver and knife", "knife+revolver_38"),
        (ARMS, "shotgun", "shotgun"),
        (ARMS, "none", "none"),
        (ARMS, "bare hands", "none"),
        (BID, "2", "cash:2"),
        (BID, "$3", "cash:3"),
        (BID, "pass", "pass"),
        (BID, "pledge knife", "pledge:knife"),
        (BUY, "y", "yes"),
        (BUY, "nope", "no"),
        (LEAVE, "flesh", "flesh_ward"),
        (LEAVE, "no", "take"),
        (LEAVE, "yes", "flesh_ward"),
    ],
)
def test_words_find_their_option(asked: Asked, typed: str, key: str) -> None:
    assert read_answer(asked, typed).key == key


@pytest.mark.parametrize(
    ("asked", "typed", "words"),
    [
        (MOVE, "lighthouse", "cannot reach"),
        (MOVE, "99", "from 1 to"),
        (MOVE, "drive woods", "Not by automobile"),
        (ARMS, "knife shotgun", "hands"),
        (BID, "9", "from $1 to $3"),
        (LAST_BID, "9", "only $4"),
        (ARMS, "5", "no choice 5; they go from 1 to 4"),
        (ARMS, "1 7", "no choice 7"),
        (ONE_ARM, "3", "no choice 3; there is only 1"),
    ],
)
def test_what_cannot_be_had_is_explained(asked: Asked, typed: str, words: str) -> None:
    reading = read_answer(asked, typed)
    assert reading.key is None
    assert words in reading.problem


@pytest.mark.parametrize("typed", ["no", "yes", "n", "xyzzy", ""])
def test_a_stray_yes_or_no_never_ends_a_walk(typed: str) -> None:
    assert read_answer(MOVE, typed).key is None


def test_a_long_list_of_places_begins_with_declining_and_the_locations() -> None:
    keys = [*(f"place:s{n}" for n in range(20)), "place:woods", "place:hospital", "decline"]
    long = Decision(3, "ride", 0, "joe_diamond", tuple(map(Option, keys)), default="decline")
    assert ordered_keys(long)[:4] == ["decline", "place:woods", "place:hospital", "place:s0"]
    short = Decision(3, "ride", 0, "joe_diamond", tuple(map(Option, keys[15:])))
    assert ordered_keys(short) == keys[15:]


@pytest.mark.parametrize(
    ("budget", "words"), [(3, "spaces away, and you have 3."), (14, "something stands in the way")]
)
def test_a_place_out_of_reach_is_told_with_its_distance(budget: int, words: str) -> None:
    walks = tuple(map(Option, ("stay", "walk:woods")))
    facts = {"budget": budget, "from": "s26"}
    decision = Decision(1, "move", 0, "joe_diamond", walks, facts=facts)
    problem = read_answer(lay_out(decision, {}), "lighthouse").problem
    assert "cannot reach the Lighthouse this turn" in problem
    assert words in problem


def test_rides_from_everywhere_to_one_place_share_its_names() -> None:
    asked_module._names_of.cache_clear()
    rides = [choice_names(f"taxi:s{number}:woods") for number in range(1, 60)]
    assert asked_module._names_of.cache_info().misses == 1
    assert rides[0] is rides[-1]
    names, to = rides[0]
    assert to == "woods"
    assert "taxi The Woods" in names or "taxi Woods" in names
    assert choice_names("whistle:s1:woods") != rides[0]


CHANCES = {"fight": "Fight (100% kill)", "sneak": "Sneak (67% away, 33% caught (D6))"}
PRICES = {
    "knife": "Knife (+1, one hand)",
    "shotgun": "Shotgun for $6",
    "revolver_38": ".38 Revolver",
}


def labelled(asked: Asked, labels: dict[str, str]) -> Asked:
    return lay_out(asked.decision, labels)


@pytest.mark.parametrize("typed", ["3", "6", "33", "67", "100", "#3", "(67)", "0"])
def test_bug_a_number_in_the_odds_is_no_answer(typed: str) -> None:
    meeting = labelled(ask("meet", "fight", "sneak"), CHANCES)
    read = read_answer(meeting, typed)
    number = int(typed.strip("#()"))
    assert read.key is None
    assert read.problem == f"There is no choice {number}; they go from 1 to 2."


@pytest.mark.parametrize("typed", ["67%", "3!", "caught", "kill", "100 kill"])
def test_bug_odds_name_no_option(typed: str) -> None:
    assert read_answer(labelled(ask("meet", "fight", "sneak"), CHANCES), typed).key is None


@pytest.mark.parametrize(
    ("typed", "key"),
    [("5", None), ("38", None), ("0", None), ("1 8", None), ("6", None), (".38", "revolver_38")],
)
def test_bug_a_number_beyond_the_pieces_takes_none_of_them(typed: str, key: str | None) -> None:
    read = read_answer(labelled(ARMS, PRICES), typed)
    assert read.key == key
    assert bool(read.problem) == (key is None)


def test_the_whole_label_is_shown_when_words_fit_several() -> None:
    labels = {"walk:s1": "Street near the Woods (s1)", "walk:s2": "Street near the Woods (s2)"}
    streets = labelled(ask("halt", "walk:s1", "walk:s2"), labels)
    assert "(s1) or Street near the Woods (s2)" in read_answer(streets, "street near woods").problem


WHISTLE = ask(
    "move",
    "stay",
    "walk:s26",
    "walk:s23",
    "whistle:s26:woods",
    "whistle:woods",
    "whistle:s23:s1",
    "whistle:s26:s1",
    "taxi:s20:woods",
    "taxi:s9:woods",
    default="stay",
)


def test_of_the_rides_of_one_kind_to_one_place_the_plainest_has_a_number() -> None:
    assert [choice.key for choice in WHISTLE.choices] == [
        *("stay", "walk:s26", "walk:s23", "taxi:s20:woods", "whistle:woods", "whistle:s23:s1"),
    ]


@pytest.mark.parametrize(
    ("typed", "key"),
    [
        ("whistle woods", "whistle:woods"),
        ("whistle from s26 to the woods", "whistle:s26:woods"),
        ("Whistle from 26 to s1", "whistle:s26:s1"),
        ("whistle:s26:s1", "whistle:s26:s1"),
        ("taxi from s9 to woods", "taxi:s9:woods"),
        ("taxi:s9:woods", "taxi:s9:woods"),
    ],
)
def test_a_ride_that_begins_elsewhere_is_said_with_its_beginning(typed: str, key: str) -> None:
    reading = read_answer(WHISTLE, typed)
    assert (reading.key, reading.problem) == (key, "")
    assert reading.choice is not None
    assert reading.choice.cost == 1


@pytest.mark.parametrize("typed", ["taxi from s23 to woods", "whistle from s26 to arkham asylum"])
def test_a_ride_that_is_not_on_offer_is_refused(typed: str) -> None:
    reading = read_answer(WHISTLE, typed)
    assert reading.key is None
    assert reading.problem


def event_choices() -> list[tuple[str, list[str], str]]:
    """Return place, labels and text of every event of the town that lets one choose."""
    found = []
    for place, location in CONTENT.locations.items():
        for die, event in (location.events or {}).items():
            facts = {"place": place, "die": die}
            asked = Decision(1, "choose", 0, "joe_diamond", (Option("choice:0"),), facts=facts)
            if labels := choice_labels(asked):
                found.append((place, labels, event.text))
    return found


EVENTS = event_choices()


def test_bug_what_the_text_of_an_event_calls_a_choice_is_understood() -> None:
    said = {(place, *labels): text for place, labels, text in EVENTS}
    assert "Attend: lose a turn" in said["north_church", "attend", "decline"]
    asked = lay_out(CHOICE, {"choice:0": "Attend (lose a turn)", "choice:1": "Decline"})
    for typed, key in (("stay", 0), ("attend", 0), ("yes", 0), ("no", 1), ("walk out", 1)):
        assert read_answer(asked, typed).key == f"choice:{key}"
    shop = lay_out(CHOICE, {"choice:0": "Buy the tablet", "choice:1": "No encounter"})
    assert read_answer(shop, "neither").key == "choice:1"
    assert read_answer(shop, "no").key == "choice:1"


CHOICE = Decision(
    number=1,
    kind="choose",
    seat=0,
    investigator="joe_diamond",
    options=(Option("choice:0"), Option("choice:1")),
)


@pytest.mark.parametrize(("place", "labels", "text"), EVENTS)
def test_what_may_be_refused_may_be_declined_and_the_other_way_round(
    place: str, labels: list[str], text: str
) -> None:
    keys = [f"choice:{number}" for number in range(len(labels))]
    decision = Decision(1, "choose", 0, "joe_diamond", tuple(map(Option, keys)))
    asked = lay_out(decision, dict(zip(keys, labels, strict=True)))
    for label, key in zip(labels, keys, strict=True):
        if label in ("refuse", "decline"):
            assert {read_answer(asked, word).key for word in ("refuse", "decline", "no")} == {key}
            assert read_answer(asked, "yes").key == keys[0]
            words = set(re.findall(r"[a-z]+", text.casefold()))
            assert words & {"refuse", "decline", "if"}, f"{place}: {text}"
