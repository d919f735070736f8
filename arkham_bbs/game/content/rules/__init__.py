"""The players' rules reference: pages by topic, with search and unique abbreviations.

Room: game. Imports msgspec and the content.
Source: the chapters beside this file, and pages made from cards, monsters and places.

Every page names the rule ids behind it. ``rules_reference`` takes what a player
types: a topic, the start of one, a card, a monster, a place, a rule id or any words.
"""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from typing import Any

import msgspec

from arkham_bbs.game.content.model import ContentError


class Point(msgspec.Struct, frozen=True):
    """One paragraph and the rules behind it."""

    text: str
    rules: tuple[str, ...] = ()


class Page(msgspec.Struct, frozen=True):
    """One topic.

    ``kind`` is chapter, item, spell, skill, card, monster, place, world, investigator or
    option; ``see`` holds the ids of related pages.
    """

    id: str
    title: str
    kind: str
    intro: str
    points: tuple[Point, ...]
    see: tuple[str, ...] = ()
    aliases: tuple[str, ...] = ()

    @property
    def rules(self) -> tuple[str, ...]:
        """Every rule id the page names, in the order of first mention."""
        return tuple(dict.fromkeys(rule for point in self.points for rule in point.rules))


class OptionText(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The words for one of the host's choices; ``page`` explains it at length."""

    name: str
    line: str
    rules: str
    page: str


def read_toml(name: str) -> dict[str, Any]:
    """Read one file of the content directory."""
    path = files("arkham_bbs.game.content").joinpath(name)
    return tomllib.loads(path.read_text(encoding="utf-8"))


@cache
def rule_titles() -> dict[str, str]:
    """Return the short title of every rule, by id, in the order of the rulebook."""
    titles: dict[str, str] = msgspec.convert(read_toml("rule_ids.toml")["titles"], dict[str, str])
    return titles


def rule_title(rule: str) -> str:
    """Return the short title of a rule id, or "" for an unknown one."""
    return rule_titles().get(rule, "")


@cache
def option_texts() -> dict[str, OptionText]:
    """Return the words for presets, switches and modules, by the key a host uses."""
    texts: dict[str, OptionText] = msgspec.convert(
        read_toml("texts/options.toml"), dict[str, OptionText]
    )
    return texts


def option_name(key: str) -> str:
    """Name a preset, switch or module; ``OPT-8=2`` and unknown keys keep their value."""
    base, _, value = key.partition("=")
    text = option_texts().get(base)
    if text is None:
        return key
    return f"{text.name}: {value}" if value else text.name


@cache
def pages() -> dict[str, Page]:
    """Return every page by its id: chapters first, then those made from the content.

    Raises:
        ContentError: a page names an unknown rule or page.
    """
    from arkham_bbs.game.content.rules.generated import generated_pages

    found: dict[str, Page] = {}
    for page in (*_chapters(), *generated_pages()):
        if page.id in found:
            raise ContentError(f"rules: page {page.id!r} comes twice")
        found[page.id] = page
    for page in found.values():
        for rule in page.rules:
            if rule not in rule_titles():
                raise ContentError(f"rules: page {page.id!r} names unknown rule {rule!r}")
        for other in page.see:
            if other not in found:
                raise ContentError(f"rules: page {page.id!r} points to unknown page {other!r}")
    return found


def _chapters() -> list[Page]:
    folder = files("arkham_bbs.game.content").joinpath("rules")
    names = sorted(entry.name for entry in folder.iterdir() if entry.name.endswith(".toml"))
    return [
        Page(
            id=table["id"],
            title=table["title"],
            kind="chapter",
            intro=table["intro"],
            points=tuple(Point(text, tuple(rules.split())) for text, rules in table["points"]),
            see=tuple(table.get("see", ())),
            aliases=tuple(table.get("aliases", ())),
        )
        for name in names
        for table in read_toml(f"rules/{name}")["page"]
    ]


def topics(kind: str | None = None) -> tuple[Page, ...]:
    """Return the pages of a kind in their order, or all of them."""
    return tuple(page for page in pages().values() if kind is None or page.kind == kind)


def rules_reference(topic: str) -> tuple[Page, ...]:
    """Find the pages a player means.

    Args:
        topic: a title, id, alias, rule id, the start of any of these, or words to look for.

    Returns:
        One page when it is clear which is meant; several when it is not, best first;
        none when nothing fits.
    """
    wanted = _plain(topic)
    if not wanted:
        return ()
    if topic.strip().upper() in rule_titles():
        return naming(topic.strip().upper())
    exact = [page for page in pages().values() if wanted in _names(page)[:2]]
    exact = exact or [page for page in pages().values() if wanted in _names(page)]
    if exact:
        return tuple(exact[:1]) if exact[0].kind == "chapter" else tuple(exact)
    begun = [
        page
        for page in pages().values()
        if any(name.startswith(wanted) or f" {wanted}" in f" {name}" for name in _names(page))
    ]
    titled = [page for page in begun if any(n.startswith(wanted) for n in _names(page)[:2])]
    if len(titled) == 1:
        return tuple(titled)
    if begun:
        return (*titled, *(page for page in begun if page not in titled))
    return search(topic)


def naming(rule: str) -> tuple[Page, ...]:
    """Return the pages that name a rule id, chapters first."""
    return tuple(page for page in pages().values() if rule in page.rules)


def search(words: str) -> tuple[Page, ...]:
    """Find the pages that hold all the words, those with most mentions first."""
    wanted = _plain(words).split()
    if not wanted:
        return ()
    scored: list[tuple[int, int, Page]] = []
    for place, page in enumerate(pages().values()):
        title = _plain(page.title)
        text = _plain(" ".join([page.title, page.intro, *(point.text for point in page.points)]))
        if all(word in text for word in wanted):
            score = sum(text.count(word) + 10 * title.count(word) for word in wanted)
            scored.append((-score, place, page))
    return tuple(page for _, _, page in sorted(scored, key=lambda entry: entry[:2]))


def _plain(text: str) -> str:
    kept = text.casefold().replace("_", " ").replace("-", " ").replace("’", "'")
    return " ".join(kept.split()).strip(' .?!"')


def _names(page: Page) -> list[str]:
    names = [_plain(page.id), _plain(page.title), *(_plain(alias) for alias in page.aliases)]
    return [*names, *(name[4:] for name in names if name.startswith("the "))]
