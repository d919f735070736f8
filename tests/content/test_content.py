"""What is printed is complete, consistent, and refused by file and path when it is not."""

from __future__ import annotations

import shutil
import time
from pathlib import Path

import pytest

from arkham_bbs.game import content as package
from arkham_bbs.game.content import CONTENT, ContentError, load_content
from arkham_bbs.game.content.effects import EffectChecker

FOLDER = Path(package.__file__).parent


def test_the_box_holds_what_it_should() -> None:
    assert len(CONTENT.spaces) == 68
    assert len(CONTENT.streets) == 78
    assert len(CONTENT.intersections) == 18
    assert len(CONTENT.locations) == 26
    assert len(CONTENT.worlds) == 8
    assert len(CONTENT.monsters) == 49
    assert sum(copies for _, copies in CONTENT.gate_deck) == 16
    assert sum(item.copies for item in CONTENT.items.values()) == 37
    assert sum(spell.copies for spell in CONTENT.spells.values()) == 24
    assert sum(skill.copies for skill in CONTENT.skills.values()) == 8
    assert len(CONTENT.investigators) == 8


def test_every_table_has_six_results_with_words() -> None:
    tables = [place.events for place in CONTENT.locations.values() if place.events]
    tables += [world.events for world in CONTENT.worlds.values()]
    lines = [event.text for table in tables for event in table.values()]
    assert len(lines) == 23 * 6 + 8 * 6
    assert all(10 < len(line) <= 160 for line in lines)
    assert len(set(lines)) == len(lines)


def test_only_the_three_service_places_have_no_table() -> None:
    bare = [place.id for place in CONTENT.locations.values() if place.events is None]
    assert bare == ["dagon_mission", "hospital", "sanitarium"]
    assert all(CONTENT.locations[place].services for place in bare)


def test_world_letters_are_those_of_the_map() -> None:
    letters = {world.id: world.letter for world in CONTENT.worlds.values()}
    assert letters == {
        "abyss": "A",
        "another_dimension": "D",
        "city_of_the_great_race": "G",
        "earths_dreamlands": "E",
        "great_hall_of_celeano": "C",
        "plateau_of_leng": "L",
        "rlyeh": "R",
        "yuggoth": "Y",
    }


def test_tables_indexed_by_a_die_have_number_keys() -> None:
    assert CONTENT.misc["monograph"]["payout"][6] == 10
    assert CONTENT.misc["lose"]["gate_limit_by_players"][8] == 6
    woods = CONTENT.locations["woods"].events
    assert woods is not None
    assert woods[4].effects[2]["wake_at"][1] == "devils_beach"
    assert CONTENT.items["brazen_head"].effect["table"][6] == "monster_appears"


def test_orders_are_those_of_the_files() -> None:
    assert [monster.order for monster in CONTENT.monsters.values()] == list(range(49))
    assert next(iter(CONTENT.monsters)) == "cthulhu"
    assert list(CONTENT.appearance) == list(range(2, 13))
    assert CONTENT.intersections["s6"] == ("s3", "s12", "s5")


def test_all_words_are_printable_ascii() -> None:
    words = [
        event.text
        for place in CONTENT.locations.values()
        for event in (place.events or {}).values()
    ]
    words += [event.text for world in CONTENT.worlds.values() for event in world.events.values()]
    words += [card.flavour + card.rule for card in CONTENT.items.values()]
    words += [card.flavour + card.rule for card in CONTENT.spells.values()]
    words += [kind.flavour + kind.rule for kind in CONTENT.species.values()]
    words += [card.biography for card in CONTENT.investigators.values()]
    assert all(word.isascii() and word.isprintable() for word in words)


def test_loading_is_quick() -> None:
    best = min(_seconds_to_load() for _ in range(5))
    assert best < 0.25  # 25 ms on an idle core; the bound allows for a busy machine


def _seconds_to_load() -> float:
    start = time.perf_counter()
    load_content()
    return time.perf_counter() - start


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """Return a directory with all content files, to be broken."""
    target = tmp_path / "content"
    shutil.copytree(FOLDER, target, ignore=shutil.ignore_patterns("*.py", "__pycache__"))
    return target


@pytest.mark.parametrize(
    ("file", "old", "new", "named"),
    [
        ("board.toml", '["s0", "s1"]', '["s0", "s99"]', "board.toml: streets.links[0]: 's99'"),
        ("board.toml", 's6 = ["s3", "s12", "s5"]', 's6 = ["s3", "s5"]', "intersections.s6"),
        ("board.toml", "s0 = { x = 48, y = 21 }", "s0 = { x = 48 }", "board.toml: s0"),
        ("locations.toml", 'entrances = ["s22"]', 'entrances = ["s23"]', "spaces.s22.entrance_of"),
        (
            "locations.toml",
            'hire = "tom_big_mountain"',
            'hire = "tom_small_hill"',
            "locations.toml: black_cave.events.5.effects[0].hire: 'tom_small_hill'",
        ),
        (
            "locations.toml",
            'skill = "sneak", pass = [{ sidewalk = true }], fail = [{ lose = { strength = 3 } }]',
            'skill = "sneak", pass = [{ sidewalk = true }], fail = [{ lose = { strenght = 3 } }]',
            "locations.toml: black_cave.events.4.effects[0].test.fail[0].lose.strenght",
        ),
        ("locations.toml", "monster_appears", "monster_apears", "is no verb of the vocabulary"),
        (
            "worlds.toml",
            'world = "rlyeh"',
            'world = "rlyehh"',
            "worlds.toml: another_dimension.events.3.effects[0].visit_world.world",
        ),
        ("worlds.toml", 'letter = "Y"', 'letter = "R"', "one letter of its own"),
        ("gates.toml", '2 = "shunned_house"', '2 = "shun_house"', "gates.toml: appearance.2"),
        (
            "monsters.toml",
            'world = "abyss"',
            'world = "abbys"',
            "monsters.toml: formless_spawn_1.world",
        ),
        (
            "monsters.toml",
            'species = "Dhole"',
            'species = "Hole"',
            "monsters.toml: dhole_1.species",
        ),
        ("monsters.toml", "speed = 8", 'speed = "fast"', "monsters.toml: hound_of_tindalos_1"),
        ("items.toml", "copies = 4", "copies = 5", "misc.toml: counters.items"),
        ("items.toml", 'discard = "on_draw"', 'discard = "soon"', "items.toml: auction.discard"),
        ("items.toml", "[knife]", "[knives]", "items.toml: knives has no words"),
        ("texts/cards.toml", "[spells.heal]", "[spells.heel]", "spells.toml: heal has no words"),
        ("texts/locations.toml", "[woods.events]\n1 =", "[woods.events]\n7 =", "woods.events.1"),
        ("skills.toml", 'skill = "sneak"', 'skill = "snack"', "skills.toml: skill_sneak.skill"),
        (
            "misc.toml",
            'location = "police_station"',
            'location = "cafe"',
            "misc.toml: jail.location",
        ),
        ("spells.toml", "[heal]", "[heal", "spells.toml: "),
    ],
)
def test_a_typo_is_refused_with_its_file_and_path(
    copy: Path, file: str, old: str, new: str, named: str
) -> None:
    path = copy / file
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(ContentError) as caught:
        load_content(copy)
    assert named in str(caught.value)


def test_a_missing_file_is_named(copy: Path) -> None:
    (copy / "gates.toml").unlink()
    with pytest.raises(ContentError, match=r"gates\.toml"):
        load_content(copy)


@pytest.mark.parametrize(
    ("effects", "named"),
    [
        ("monster", "a list of effects"),
        ([{}], "x[0]"),
        ([{"monster_appears": 1}], "only true"),
        ([{"gain": {"strength": 0}}], "x[0].gain.strength"),
        ([{"gain": {"strength": True}}], "x[0].gain.strength"),
        ([{"gain": {}}], "names no pool"),
        ([{"gain": {"money": 1}, "lose": {"money": 1}}], "'lose' is unknown here"),
        ([{"test": {"skill": "luck", "pass": [], "fail": []}}], "x[0].test.skill"),
        ([{"test": {"skill": "fight", "pass": []}}], "'fail' is missing"),
        ([{"draw": {"gate": 1}}], "x[0].draw.gate"),
        ([{"buy": {"item": 1, "price": "cheap", "otherwise": []}}], "x[0].buy.price"),
        ([{"pay": {"amount": 1, "purchase": 1, "then": [], "otherwise": []}}], "purchase"),
        ([{"choose": [{"label": "a", "effects": []}]}], "at least two"),
        ([{"choose": [{"label": "", "effects": []}, {"label": "b", "effects": []}]}], "label"),
        ([{"if": {"when": "has_hat", "then": [], "else": []}}], "x[0].if.when"),
        ([{"jail": "long"}], "x[0].jail"),
        ([{"lose_turns": 1, "then": [{"fly": True}]}], "x[0].lose_turns.then[0]"),
        ([{"go": "moon"}], "x[0].go"),
        ([{"ride": "moon", "declinable": True, "then_roll": True, "otherwise": []}], "x[0].ride"),
        ([{"visit_world": {"world": "moon", "rolls": 1, "back": "now"}}], "visit_world.world"),
        ([{"visit_world": {"world": "abyss", "rolls": 1, "back": "never"}}], "visit_world.back"),
        ([{"gamble": {"stake": "shirt", "win_on": "heads", "win": [], "lose": []}}], "stake"),
        ([{"bonus": {"skill": "sneak", "amount": 1, "lasts": "ever"}}], "x[0].bonus.lasts"),
        ([{"next_move": {"feet": 1}}], "x[0].next_move.feet"),
        ([{"wake_at": {1: "woods"}}], "the results 1 to 6"),
        ([{"find_handgun": {}}], "'otherwise' is missing"),
    ],
)
def test_effects_outside_the_vocabulary_are_refused(effects: object, named: str) -> None:
    checker = EffectChecker(["woods"], ["abyss"], ["eric_colt"])
    with pytest.raises(ContentError) as caught:
        checker.check(effects, "x")
    assert named in str(caught.value)


def test_every_verb_of_the_vocabulary_is_used_by_some_table() -> None:
    used: set[str] = set()

    def note(value: object) -> None:
        if isinstance(value, dict):
            used.add(str(next(iter(value), "")))
            for inner in value.values():
                note(inner)
        elif isinstance(value, list | tuple):
            for inner in value:
                note(inner)

    for place in CONTENT.locations.values():
        note([event.effects for event in (place.events or {}).values()])
    for world in CONTENT.worlds.values():
        note([event.effects for event in world.events.values()])
    assert set(EffectChecker((), (), ()).verbs) <= used
