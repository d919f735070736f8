"""The players' rules reference is complete, cross-linked and easy to find one's way in."""

from __future__ import annotations

import pytest

from arkham_bbs.game.content import CONTENT
from arkham_bbs.game.content.rules import (
    naming,
    option_name,
    option_texts,
    pages,
    rule_title,
    rule_titles,
    rules_reference,
    search,
    topics,
)
from arkham_bbs.game.options import MODULES, PRESETS, SWITCHES


def test_every_rule_id_is_named_on_some_page() -> None:
    named = {rule for page in pages().values() for rule in page.rules}
    assert [rule for rule in rule_titles() if rule not in named] == []


def test_the_list_of_ids_has_every_chapter_with_its_length() -> None:
    count: dict[str, int] = {}
    for rule in rule_titles():
        chapter = rule.partition("-")[0]
        count[chapter] = count.get(chapter, 0) + 1
    assert len(rule_titles()) == 444
    assert count["OPEN"] == 42
    assert count["P05"] == 14
    assert count["C05"] == 19
    assert count["D13"] == 16
    assert count["COMBAT"] == 21


def test_titles_are_short_and_say_something() -> None:
    assert all(2 < len(title) <= 60 for title in rule_titles().values())
    assert rule_title("MOVE-3") == "Taking a taxi"
    assert rule_title("MOVE-99") == ""


def test_every_card_monster_place_world_and_investigator_has_a_page() -> None:
    titles = {page.title for page in pages().values()}
    for kind in (
        CONTENT.items,
        CONTENT.spells,
        CONTENT.skills,
        CONTENT.locations,
        CONTENT.worlds,
        CONTENT.investigators,
        CONTENT.small_cards,
    ):
        assert [one.name for one in kind.values() if one.name not in titles] == []
    assert [name for name in CONTENT.species if name not in titles] == []


def test_every_option_and_module_has_words_and_a_page() -> None:
    for key in (*PRESETS, *SWITCHES, *MODULES, "OPT-8"):
        text = option_texts()[key]
        assert text.page in pages()
        assert f"option {key}" in pages()
    assert option_name("OPT-8=2") == "Investigators per player: 2"
    assert option_name("OPT-77") == "OPT-77"


def test_links_and_rules_of_pages_exist() -> None:
    for page in pages().values():
        assert all(other in pages() for other in page.see)
        assert all(rule in rule_titles() for rule in page.rules)
        assert page.see, page.id
        assert page.rules, page.id
        assert page.intro


@pytest.mark.parametrize(
    ("typed", "page"),
    [
        ("movement", "movement"),
        ("MOVE", "movement"),
        ("sneaking", "sneak"),
        ("ghoul", "Ghoul"),
        ("Ghouls", "Ghoul"),
        ("the abyss", "abyss"),
        ("abyss", "abyss"),
        ("woods", "woods"),
        ("dhol", "Dhole"),
        ("elder sign", "elder-sign"),
        ("auction", "auction"),
        ("auction card", "auction-card"),
        ("taxi whistle", "taxi_whistle"),
        ("Powder of Ibn-Ghazi", "power_of_ibn_ghazi"),
        ("move-3", "vehicles"),
        ("harvey", "harvey_walters"),
        ("pool_checks", "pool-checks"),
        ("lost in time and space", "conditions-2005"),
    ],
)
def test_what_players_type_finds_the_page(typed: str, page: str) -> None:
    assert rules_reference(typed)[0].id == page


@pytest.mark.parametrize("typed", ["dhol", "yug", "cloud", "sani", "nightgaunt r", "retainers"])
def test_a_unique_start_finds_one_page(typed: str) -> None:
    found = rules_reference(typed)
    assert len(found) >= 1
    assert found[0].title.lower().replace("-", " ").startswith(typed[:3]) or len(found) == 1


def test_an_ambiguous_start_offers_the_choices() -> None:
    found = rules_reference("silver")
    assert {"silver-key", "silver_bullet", "silver_key", "silver_twilight_lodge"} <= {
        page.id for page in found
    }


def test_nothing_is_found_for_nothing() -> None:
    assert rules_reference("  ") == ()
    assert rules_reference("xyzzy plugh") == ()
    assert search("") == ()


def test_words_in_the_text_find_pages_best_first() -> None:
    assert rules_reference("walking away from the table") == ()
    assert search("clear space short")[0].id == "vehicles"
    assert search("guardians trophy")[0].kind == "chapter"


def test_a_rule_id_lists_the_pages_that_name_it() -> None:
    assert [page.id for page in naming("ITEM-RUBY-1")] == ["ruby_of_rlyeh"]
    assert rules_reference("open-4")[0].id == "mists_of_rlyeh"


def test_topics_are_listed_by_kind() -> None:
    assert topics("chapter")[0].id == "overview"
    assert len(topics("monster")) == len(CONTENT.species)
    assert len(topics("place")) == 26
    assert len(topics()) == len(pages())


def test_pages_say_rules_in_words_and_not_in_ids_alone() -> None:
    for page in pages().values():
        for point in page.points:
            assert point.text.isascii()
            assert point.text[-1] in '.":!?)' or point.text[0].isdigit(), (page.id, point.text)
