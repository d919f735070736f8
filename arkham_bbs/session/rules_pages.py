"""The rules as a caller reads them: one page when it is clear which, a choice when it is not.

Room: session. Imports the game's rules reference (game/content/rules), which has all the words.
Source: issue 5 ("contextual help"), DESIGN.md section 8 (``rules [topic]``).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import zip_longest

from arkham_bbs.game.content import CONTENT, Item, SmallCard, SpellCard
from arkham_bbs.game.content.rules import Page, pages, rule_title, rules_reference, topics
from arkham_bbs.game.narration import names
from arkham_bbs.session.parsing import Candidate, Nothing, match, plain
from arkham_bbs.session.visit import Visit
from arkham_bbs.terminal import Line
from arkham_bbs.terminal.clean import pad_text

MOST_CHOICES = 20
"""Pages offered at once when a word fits several; the best come first."""

_KINDS = {
    "chapter": "",
    "option": "option",
    "item": "item",
    "spell": "spell",
    "skill": "skill",
    "card": "card",
    "monster": "monster",
    "place": "place",
    "world": "Other World",
    "investigator": "investigator",
}


def page_title(page: Page) -> str:
    """Return a page's title, with its kind where that is not plain."""
    kind = _KINDS.get(page.kind, page.kind)
    return f"{page.title} ({kind})" if kind else page.title


def page_lines(visit: Visit, page: Page, rule: str = "") -> list[Line | str]:
    """Return one page: title, intro, a paragraph for each point with its rules, related pages.

    Args:
        rule: a rule id that was asked for; the points that name it come first.
    """
    lines: list[Line | str] = [*visit.rows(page.title, style="title")]
    if page.intro and not rule:
        lines += visit.rows(page.intro)
    points = list(page.points)
    if rule:
        points.sort(key=lambda point: rule not in point.rules)
    for point in points:
        shown = " ".join(point.rules)
        text = f"{point.text} [{shown}]" if shown else point.text
        lines += visit.rows(text) if visit.is_linear else visit.rows(f"- {text}", indent="  ")
    if page.see:
        known = pages()
        related = ", ".join(known[other].title for other in page.see)
        lines += visit.rows(f"See also: {related}.", style="dim")
    return lines


def contents_lines(visit: Visit) -> list[Line | str]:
    """Return the titles of the chapters, and what else there are pages about."""
    titles = [page.title for page in topics("chapter")]
    rows: list[Line | str] = [*visit.rows("The rules, by topic", style="title")]
    room = (visit.caps.columns - 1) // 2
    if visit.is_linear or room < max(map(len, titles)) + 1:
        rows += titles
    else:
        half = (len(titles) + 1) // 2
        rows += [
            Line.of(pad_text(left, room)).add(right)
            for left, right in zip_longest(titles[:half], titles[half:], fillvalue="")
        ]
    others = "item, spell, skill, monster, place, Other World, investigator and option"
    rows += visit.rows(f"There is a page for every {others} too, and for rule ids such as SNEAK-4.")
    return rows


def titles_near(text: str) -> str:
    """Return a sentence with the titles nearest to words that no page holds."""
    found = match(text, [Candidate(page.id, (page.title, *page.aliases)) for page in topics()])
    if isinstance(found, Nothing) and found.near:
        near = names.listed([choice.shown for choice in found.near], "or")
        return f" Did you mean {near}?"
    return ""


async def show_rules(visit: Visit, text: str) -> None:
    """Show the list of topics, the page asked for, or the choice between several."""
    if not text:
        await visit.page(contents_lines(visit))
        text = await visit.ask("Which page? (a word, a name; Enter: none)")
        if not text:
            return
        command, _, topic = text.partition(" ")
        if plain(command) == "rules" and topic:
            # Typed while the list was being read: the whole command, not words of a page.
            visit.instead(text)
            text = topic
        elif not rules_reference(text):
            visit.instead(text)
    found = rules_reference(text)
    if not found:
        visit.tell(f'No page tells of "{text}".{titles_near(text)} rules alone lists the topics.')
        return
    rule = text.strip().upper()
    if rule_title(rule):
        visit.tell(f"{rule}: {rule_title(rule)}.", style="dim")
        own = pages().get(f"option {rule}", found[0])
        await visit.page(page_lines(visit, own, rule))
        return
    page = found[0] if len(found) == 1 else await _choose(visit, text, found)
    if page is not None:
        await visit.page(page_lines(visit, page))


async def _choose(visit: Visit, text: str, found: Sequence[Page]) -> Page | None:
    """Ask which of several pages is meant."""
    shown = found[:MOST_CHOICES]
    nearest = "; the nearest are" if len(found) > MOST_CHOICES else ""
    visit.tell(f'"{text}" is in {len(found)} pages{nearest}:')
    choices = [Candidate(page.id, (page_title(page),)) for page in shown]
    chosen = await visit.ask_one("Which one? (Enter: none)", choices)
    return pages()[chosen] if chosen is not None else None


def about_option(key: str) -> str:
    """Return the rule of the card or monster an option names, for help at the moment."""
    decks: tuple[Mapping[str, Item | SpellCard | SmallCard], ...] = (
        CONTENT.items,
        CONTENT.spells,
        CONTENT.small_cards,
    )
    for part in key.replace("/", ":").replace("+", ":").split(":"):
        for deck in decks:
            if part in deck:
                return f"{deck[part].name}: {deck[part].rule}"
        if part in CONTENT.monsters:
            words = CONTENT.species.get(names.species(part))
            return f"{words.name}: {words.rule}" if words else ""
    return ""
