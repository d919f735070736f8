"""The rules in short, page by page, for callers who ask in the middle of a game.

Room: session. Imports game content for the pages about cards, monsters, worlds and places.
Source: RULES.md; every sentence is new.
"""

from __future__ import annotations

from collections.abc import Mapping

from arkham_bbs.game.content import CONTENT, Item, Skill, SmallCard, SpellCard
from arkham_bbs.game.narration import names
from arkham_bbs.session.parsing import Candidate, Found, Several, choose, join_words
from arkham_bbs.session.visit import Visit

PAGES: dict[str, tuple[str, tuple[str, ...]]] = {
    "aim": (
        "What you are here for",
        (
            "Gates to Other Worlds open in Arkham. Close every one and the town is saved.",
            "Each gate that opens moves Doom on by one. When Doom passes its last space, or too "
            "many gates stand open at once, Arkham is lost.",
            "To close a gate you must come back through one, which gives the right to attack it, "
            "and then beat its strength; or lay an Elder Sign on it.",
            "Gates allowed: fewer than 8 with one or two players, 7 with three or four, 6 "
            "with more.",
        ),
    ),
    "turn": (
        "A turn",
        (
            "Everybody acts once: upkeep, movement, encounter. Then comes the Mythos for all.",
            "Movement: two dice, that many spaces or fewer. Going in or out of a door costs one.",
            "Encounter: a monster where you end must be met. Otherwise the place has an event or a "
            "service; at a gate you may go through instead.",
            "Mythos: two dice name a place where a gate and a monster appear; on 7 monsters appear "
            "at the gates instead. Then monsters walk, and attack whoever they share a place with.",
        ),
    ),
    "movement": (
        "Getting about",
        (
            "Walk up to the sum of two dice. A monster on your way stops you.",
            "At a taxi stand, $1 takes you anywhere in Arkham. A whistle calls a taxi to you.",
            "Some monsters block the street: cars and taxis keep a space away from them.",
            "Walking into any location ends the move.",
        ),
    ),
    "sneak": (
        "Sneaking",
        (
            "Say where you aim, then roll a die: your Sneak or less and you slip away.",
            "You still look at the worst monster once, so your sanity is checked once.",
            "You need a place without monsters beside you, or a gate to slip into.",
            "Fail, and you fight; fail on the way to a gate, and you lose a die of strength.",
            "In the Mythos you must fight one round first.",
        ),
    ),
    "combat": (
        "Fighting",
        (
            "First your sanity is checked against the monster. Then: a die, plus Fight, plus the "
            "weapons and spells you use. Reach its strength and it is yours.",
            "You have two hands: one two-handed weapon, or two for one hand each; things that need "
            "no hands are free.",
            "Some monsters cannot be hurt by hand or steel: only magic and the die count.",
            "Fall short and you lose a die of strength, then choose again: fight on or sneak.",
        ),
    ),
    "sanity": (
        "Sanity",
        (
            "A die of your sanity or less passes a check. Each monster says what a pass and a "
            "failure cost.",
            "One look at each monster is enough for a whole turn.",
            "At 0 sanity you wake in the Sanitarium, one spell poorer; in an Other World "
            "you are lost.",
        ),
    ),
    "strength": (
        "Strength",
        (
            "At 0 strength you wake in the Hospital, one item poorer; in an Other World "
            "you are lost.",
            "Hospital and Sanitarium give back a die of strength or sanity for money.",
            "Neither ever goes above 7.",
        ),
    ),
    "gates": (
        "Gates",
        (
            "Go through and you are in the far half of an Other World: something happens there, "
            "next turn you come to the near half, and the turn after you are back in Arkham.",
            "You come back by a gate to that world. Having come back you may attack that "
            "gate, now or "
            "later, until you leave it.",
            "The attack is a die, Fight and items against the strength of the gate. A win closes "
            "it; monsters of its colour go with it.",
            "If no gate leads home you are stranded.",
        ),
    ),
    "spells": (
        "Spells",
        (
            "A spell costs sanity and works on a Knowledge roll: a die of your Knowledge or less.",
            "Cast, it lies face down until your next turn; most can be cast once a turn.",
        ),
    ),
    "money": (
        "Money",
        (
            "Everybody begins with $13. Shops sell what the die turns up.",
            "Fast Talk before you buy: succeed and it costs $1 less, fail and it costs $1 "
            "more. You "
            "may still say no.",
            "A retainer pays $2 at the start of each of your turns.",
        ),
    ),
    "trade": (
        "Trading",
        (
            "Two in one place may hand each other money, items, spells, charity cards and helpers.",
            "Write: trade gloria give knife $3 for shotgun. The other types accept, "
            "decline or counter.",
            "No trading while a fight, a check or an auction is being settled.",
        ),
    ),
    "monsters": (
        "Monsters",
        (
            "A counter shows a letter and a number: L and R turn left or right at "
            "crossings, F flies; "
            "the number is how far.",
            "What a monster can do is not known until somebody has met it.",
            "Trophies of monsters and gates are kept and pay debts of charity.",
        ),
    ),
    "worlds": (
        "Other Worlds",
        (
            "Eight worlds, each with a colour and a letter. Each has two boxes: the far "
            "one where you "
            "arrive and the near one before home.",
            "Some results keep you there, some cost strength or sanity, some throw you out early.",
        ),
    ),
    "elder": (
        "Elder Sign",
        (
            "It costs 2 sanity and needs both sides of the gate found. The gate is closed "
            "for good, "
            "Doom goes back by one, and nothing ever appears there again.",
        ),
    ),
    "charity": (
        "Charity and honours",
        (
            "The Order of the Silver Twilight helps the poorest once; the card turns over and a "
            "trophy is owed.",
            "Whoever closed most gates when Arkham is saved is First Citizen.",
        ),
    ),
    "table": (
        "At the table",
        (
            "Answer with a number, a name or a part of it. ? explains the question of the moment.",
            "leave keeps your seat. takeback undoes your last answer while nothing has "
            "been rolled.",
            "When a clock runs out the others vote: wait, one answer or more by the "
            "autopilot, or a "
            "substitute. Idleness never ends a game.",
        ),
    ),
}


def page_candidates() -> list[Candidate]:
    """Return everything a page can be asked for."""
    found = [Candidate(f"page:{key}", (title, key)) for key, (title, _) in PAGES.items()]
    found += [Candidate(f"place:{key}", (place.name,)) for key, place in CONTENT.locations.items()]
    found += [Candidate(f"world:{key}", (world.name,)) for key, world in CONTENT.worlds.items()]
    found += [Candidate(f"item:{key}", (item.name,)) for key, item in CONTENT.items.items()]
    found += [Candidate(f"spell:{key}", (spell.name,)) for key, spell in CONTENT.spells.items()]
    found += [Candidate(f"skill:{key}", (skill.name,)) for key, skill in CONTENT.skills.items()]
    found += [Candidate(f"card:{key}", (card.name,)) for key, card in CONTENT.small_cards.items()]
    found += [Candidate(f"species:{key}", (words.name,)) for key, words in CONTENT.species.items()]
    found += [
        Candidate(f"person:{key}", (card.name,)) for key, card in CONTENT.investigators.items()
    ]
    return found


def rule_page(key: str) -> list[str]:
    """Return one page by its key."""
    kind, _, name = key.partition(":")
    if kind == "page":
        title, sentences = PAGES[name]
        return [title, *sentences]
    if kind == "place":
        place = CONTENT.locations[name]
        lines = [place.name, place.description]
        for die, event in (place.events or {}).items():
            lines.append(f"{die}: {event.text}")
        return lines
    if kind == "world":
        world = CONTENT.worlds[name]
        lines = [f"{world.name} ({world.letter}, {world.colour})", world.description]
        lines.append(f"Gate strength: {world.gate_strength}.")
        lines += [f"{die}: {event.text}" for die, event in world.events.items()]
        return lines
    if kind == "species":
        words = CONTENT.species[name]
        return [words.name, words.flavour, words.rule]
    if kind == "person":
        card = CONTENT.investigators[name]
        values = (
            f"Fast Talk {card.fast_talk}, Fight {card.fight}, "
            f"Knowledge {card.knowledge}, Sneak {card.sneak}."
        )
        return [card.name, card.biography, values]
    decks: dict[str, Mapping[str, Item | SpellCard | Skill | SmallCard]] = {
        "item": CONTENT.items,
        "spell": CONTENT.spells,
        "skill": CONTENT.skills,
        "card": CONTENT.small_cards,
    }
    found = decks[kind][name]
    return [found.name, found.flavour, found.rule]


async def show_rules(visit: Visit, text: str) -> None:
    """Show the list of pages, or the page asked for."""
    if not text:
        visit.tell(
            "The rules in short. Type rules and one of these, or any card, place or monster:"
        )
        visit.tell(join_words(list(PAGES)) + ".")
        answer = await visit.ask("Which page? (Enter: none)")
        if not answer:
            return
        text = answer
    result = choose(text, page_candidates())
    if isinstance(result, Several):
        first = [c for c in result.choices if c.key.startswith("page:")]
        if len(first) == 1:
            result = Found(first[0].key)
    if isinstance(result, Found):
        await visit.page([line for line in rule_page(result.key) if line])
        return
    visit.tell(visit.explain(text, result))


def about_option(key: str) -> str:
    """Return the rule of the card or monster an option names, for help at the moment."""
    decks: tuple[Mapping[str, Item | SpellCard | SmallCard], ...] = (
        CONTENT.items,
        CONTENT.spells,
        CONTENT.small_cards,
    )
    for part in key.replace("/", ":").split(":")[1:]:
        for deck in decks:
            if part in deck:
                return f"{deck[part].name}: {deck[part].rule}"
        if part in CONTENT.monsters:
            words = CONTENT.species.get(names.species(part))
            return f"{words.name}: {words.rule}" if words else ""
    return ""
