"""Reads the TOML files, decodes them into structs and checks every cross reference.

Room: game. Imports msgspec and its neighbours model and effects.
Source: the content files beside this one.

Mechanics and words are kept in separate files (``monsters.toml`` and
``texts/monsters.toml``), so that each reads well; they meet here. A datum
without words, or words without a datum, are both errors.
"""

from __future__ import annotations

import tomllib
from collections.abc import Container, Iterable
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any, TypeVar

import msgspec

from arkham_bbs.game.content.effects import EffectChecker
from arkham_bbs.game.content.model import (
    Content,
    ContentError,
    InvestigatorCard,
    Item,
    Location,
    Monster,
    Skill,
    SmallCard,
    Space,
    Species,
    SpellCard,
    World,
)

T = TypeVar("T")

CLASSES = ("power", "ghost", "flyer", "blocker", "vampire", "none")
HANDS = ("L", "R", "none")
SPECIALS = ("only_magic", "magic_and_silver", "weapons_do_1", "tindalos", "nightgaunt", "migo")
ITEM_DISCARDS = ("never", "one_use", "stays_on_board", "on_draw")
SPELL_DISCARDS = ("never", "on_success")
SKILL_VALUES = ("fast_talk", "fight", "knowledge", "sneak")


def load_content(root: Traversable | None = None) -> Content:
    """Load everything printed from a directory of content files.

    Args:
        root: the directory; the one of this package when None.

    Raises:
        ContentError: the message names the file and the path of the datum.
    """
    return _Loader(files(__package__) if root is None else root).load()


class _Loader:
    """One pass over the files of a directory."""

    def __init__(self, root: Traversable) -> None:
        self._root = root

    def load(self) -> Content:
        board = self._read("board.toml")
        gates = self._read("gates.toml")
        misc = _int_keys(self._read("misc.toml"))
        misc["extra_monsters"] = gates.get("extra_monsters")
        cards = self._read("texts/cards.toml")
        monsters_toml = self._read("monsters.toml")
        for order, table in enumerate(monsters_toml.values()):
            table["order"] = order
        content = Content(
            spaces=self._keyed("board.toml", board["spaces"], Space),
            streets=self._convert(
                "board.toml", board["streets"]["links"], tuple[tuple[str, str], ...]
            ),
            intersections=self._convert(
                "board.toml", board["intersections"], dict[str, tuple[str, ...]]
            ),
            locations=self._places("locations.toml", Location),
            worlds=self._places("worlds.toml", World),
            gate_deck=tuple(self._convert("gates.toml", gates["deck"], dict[str, int]).items()),
            appearance=self._convert("gates.toml", _int_keys(gates["appearance"]), dict[int, str]),
            monsters=self._keyed("monsters.toml", monsters_toml, Monster),
            species=self._species(),
            items=self._cards("items.toml", cards["items"], Item),
            spells=self._cards("spells.toml", cards["spells"], SpellCard),
            skills=self._cards("skills.toml", cards["skills"], Skill),
            investigators=self._cards(
                "investigators.toml", self._read("texts/investigators.toml"), InvestigatorCard
            ),
            small_cards=self._keyed("texts/cards.toml", cards["small"], SmallCard),
            misc=misc,
        )
        check_content(content)
        return content

    def _read(self, name: str) -> dict[str, Any]:
        try:
            return tomllib.loads(self._root.joinpath(name).read_text(encoding="utf-8"))
        except tomllib.TOMLDecodeError as error:
            raise ContentError(f"{name}: {error}") from error
        except OSError as error:
            raise ContentError(f"{name}: cannot be read ({error})") from error

    def _places(self, name: str, kind: type[T]) -> dict[str, T]:
        """Decode places and their tables, joined with the words for them."""
        tables = self._read(name)
        words = self._read(f"texts/{name}")
        self._same_ids(name, tables, words)
        for key, table in tables.items():
            table["description"] = words[key].get("description")
            events = table.get("events")
            texts = words[key].get("events", {})
            if events is None:
                if texts:
                    raise ContentError(f"texts/{name}: {key}.events: this place has no table")
                continue
            self._same_ids(name, events, texts, f"{key}.events")
            for result, event in events.items():
                event["text"] = texts[result]
            table["events"] = _int_keys(events)
            if list(table["events"]) != [1, 2, 3, 4, 5, 6]:
                raise ContentError(f"{name}: {key}.events: the results 1 to 6 are wanted")
            if "services" in table:
                table["services"] = _int_keys(table["services"])
        return self._keyed(name, tables, kind)

    def _cards(self, name: str, words: dict[str, Any], kind: type[T]) -> dict[str, T]:
        tables = self._read(name)
        self._same_ids(name, tables, words)
        for key, table in tables.items():
            table.update(words[key])
            if "effect" in table:
                table["effect"] = _int_keys(table["effect"])
        return self._keyed(name, tables, kind)

    def _species(self) -> dict[str, Species]:
        name = "texts/monsters.toml"
        return {
            key: self._convert(f"{name}: {key}", {"name": key, **table}, Species)
            for key, table in self._read(name).items()
        }

    def _keyed(self, name: str, tables: dict[str, Any], kind: type[T]) -> dict[str, T]:
        return {
            key: self._convert(f"{name}: {key}", {"id": key, **table}, kind)
            for key, table in tables.items()
        }

    @staticmethod
    def _convert(path: str, value: object, kind: Any) -> Any:
        try:
            return msgspec.convert(value, kind)
        except msgspec.ValidationError as error:
            raise ContentError(f"{path}: {error}") from error

    @staticmethod
    def _same_ids(name: str, data: Iterable[str], words: Iterable[str], path: str = "") -> None:
        data, words = list(data), list(words)
        prefix = f"{path}." if path else ""
        for key in data:
            if key not in words:
                raise ContentError(f"{name}: {prefix}{key} has no words")
        for key in words:
            if key not in data:
                raise ContentError(f"{name}: {prefix}{key} has words but no datum")


def _int_keys(value: Any) -> Any:
    """Turn keys made of digits back into numbers, all the way down: TOML has text keys only."""
    if isinstance(value, dict):
        return {
            int(key) if isinstance(key, str) and key.isdigit() else key: _int_keys(inner)
            for key, inner in value.items()
        }
    if isinstance(value, list):
        return [_int_keys(inner) for inner in value]
    return value


def check_content(content: Content) -> None:
    """Check every cross reference of loaded content.

    Raises:
        ContentError: the message names the file and the path of the datum.
    """
    _check_board(content)
    _check_tables(content)
    _check_gates(content)
    _check_monsters(content)
    _check_cards(content)
    _check_counts(content)


def _known(value: object, known: Container[str], path: str) -> None:
    if value not in known:
        raise ContentError(f"{path}: {value!r} is not known")


def _check_board(content: Content) -> None:
    neighbours: dict[str, list[str]] = {space: [] for space in content.spaces}
    for index, (one, other) in enumerate(content.streets):
        path = f"board.toml: streets.links[{index}]"
        _known(one, content.spaces, path)
        _known(other, content.spaces, path)
        if one == other or other in neighbours[one]:
            raise ContentError(f"{path}: {one}-{other} is no new link")
        neighbours[one].append(other)
        neighbours[other].append(one)
    for crossing, around in neighbours.items():
        if len(around) >= 3 and crossing not in content.intersections:
            raise ContentError(f"board.toml: intersections: {crossing} is missing")
    for crossing, order in content.intersections.items():
        path = f"board.toml: intersections.{crossing}"
        _known(crossing, content.spaces, path)
        if sorted(order) != sorted(neighbours[crossing]):
            raise ContentError(f"{path}: these are not the neighbours of {crossing}")
    for space in content.spaces.values():
        if space.entrance_of is not None:
            path = f"board.toml: spaces.{space.id}.entrance_of"
            _known(space.entrance_of, content.locations, path)
            if space.id not in content.locations[space.entrance_of].entrances:
                raise ContentError(f"{path}: the location does not name {space.id}")
    for location in content.locations.values():
        path = f"locations.toml: {location.id}.entrances"
        if not location.entrances:
            raise ContentError(f"{path}: at least one is wanted")
        for entrance in location.entrances:
            _known(entrance, content.spaces, path)
            if content.spaces[entrance].entrance_of != location.id:
                raise ContentError(f"{path}: {entrance} is not marked as this entrance")


def _check_tables(content: Content) -> None:
    characters = [character["id"] for character in content.misc["local_characters"]]
    checker = EffectChecker(list(content.locations), list(content.worlds), characters)
    for location in content.locations.values():
        for result, event in (location.events or {}).items():
            checker.check(event.effects, f"locations.toml: {location.id}.events.{result}.effects")
    for world in content.worlds.values():
        for result, event in world.events.items():
            checker.check(event.effects, f"worlds.toml: {world.id}.events.{result}.effects")


def _check_gates(content: Content) -> None:
    for world, copies in content.gate_deck:
        _known(world, content.worlds, "gates.toml: deck")
        if copies < 1:
            raise ContentError(f"gates.toml: deck.{world}: at least one copy is wanted")
    if list(content.appearance) != list(range(2, 13)):
        raise ContentError("gates.toml: appearance: the results 2 to 12 are wanted")
    for result, location in content.appearance.items():
        _known(location, content.locations, f"gates.toml: appearance.{result}")
    letters = [world.letter for world in content.worlds.values()]
    if len(set(letters)) != len(letters) or any(len(letter) != 1 for letter in letters):
        raise ContentError("worlds.toml: every world wants one letter of its own")


def _check_monsters(content: Content) -> None:
    for monster in content.monsters.values():
        path = f"monsters.toml: {monster.id}"
        _known(monster.species, content.species, f"{path}.species")
        _known(monster.cls, CLASSES, f"{path}.class")
        _known(monster.hand, HANDS, f"{path}.hand")
        if monster.world is not None:
            _known(monster.world, content.worlds, f"{path}.world")
        for special in monster.special:
            _known(special, SPECIALS, f"{path}.special")
        if isinstance(monster.sanity_fail, str):
            _known(monster.sanity_fail, ("d6+1",), f"{path}.sanity_fail")
    named = {monster.species for monster in content.monsters.values()}
    for species in content.species:
        if species not in named:
            raise ContentError(f"texts/monsters.toml: {species}: no counter has this species")


def _check_cards(content: Content) -> None:
    for item in content.items.values():
        _known(item.discard, ITEM_DISCARDS, f"items.toml: {item.id}.discard")
        if item.hands not in (0, 1, 2):
            raise ContentError(f"items.toml: {item.id}.hands: 0, 1 or 2 is wanted")
    for spell in content.spells.values():
        _known(spell.discard, SPELL_DISCARDS, f"spells.toml: {spell.id}.discard")
    for skill in content.skills.values():
        _known(skill.skill, SKILL_VALUES, f"skills.toml: {skill.id}.skill")
    kinds = [*content.items, *content.spells, *content.skills]
    if len(set(kinds)) != len(kinds):
        raise ContentError("items.toml, spells.toml, skills.toml: an id is used twice")
    start = content.misc["setup"]["start_location"]
    _known(start, content.locations, "misc.toml: setup.start_location")
    _known(content.misc["jail"]["location"], content.locations, "misc.toml: jail.location")
    for place in content.misc["selling"]["locations"]:
        _known(place, content.locations, "misc.toml: selling.locations")
    for place in content.misc["hounds"]["cannot_appear"]:
        known = [*content.locations, *content.worlds]
        _known(place, known, "misc.toml: hounds.cannot_appear")
    for character in content.misc["local_characters"]:
        path = f"misc.toml: local_characters.{character['id']}"
        _known(character["found_at"], content.locations, f"{path}.found_at")
        _known(character["id"], content.small_cards, path)


def _check_counts(content: Content) -> None:
    """Compare the numbers of counters and cards with the totals the box should hold."""
    found = {
        "monsters": len(content.monsters),
        "gates": sum(copies for _, copies in content.gate_deck),
        "items": sum(item.copies for item in content.items.values()),
        "spells": sum(spell.copies for spell in content.spells.values()),
        "skills": sum(skill.copies for skill in content.skills.values()),
        "retainers": content.misc["retainers"]["copies"],
        "local_characters": sum(one["copies"] for one in content.misc["local_characters"]),
        "charity": content.misc["charity"]["copies"],
    }
    for kind, count in content.misc["counters"].items():
        if found.get(kind) != count:
            raise ContentError(
                f"misc.toml: counters.{kind}: {count} wanted, {found.get(kind)} found"
            )
