"""Reference pages made from the content: cards, monsters, places, worlds, people, options.

Room: game. Imports the content.
Source: the content files; page_rules.toml for the rules behind each page.
"""

from __future__ import annotations

from collections.abc import Iterator

from arkham_bbs.game.content import CONTENT
from arkham_bbs.game.content.model import Item, Monster, SpellCard, World
from arkham_bbs.game.content.rules import Page, Point, option_texts, read_toml
from arkham_bbs.game.versions import MENDED, RULES_VERSION

HAND_WORDS = {0: "no hands", 1: "one hand", 2: "two hands"}
# Pages of cards whose own id is the name of a chapter.
CARD_PAGES = {"auction": "auction-card", "charity": "charity-card"}


def card_page(card: str) -> str:
    """Return the id of the page about a card."""
    return CARD_PAGES.get(card, card)


def generated_pages() -> list[Page]:
    """Return every page that is made and not written, in a stated order."""
    sources = read_toml("page_rules.toml")
    return [
        *_items(sources),
        *_spells(sources),
        *_other_cards(sources),
        *_monsters(sources),
        *_locations(sources),
        *_worlds(),
        _gate_appearance(),
        *_investigators(),
        *_options(),
        _mended(),
    ]


def _rules(sources: dict[str, dict[str, str]], table: str, key: str) -> tuple[str, ...]:
    return tuple(sources[table].get(key, "").split())


def _more(sources: dict[str, dict[str, str]], card: str) -> tuple[Point, ...]:
    text = sources["cards_more"].get(card)
    return (Point(text),) if text else ()


def _items(sources: dict[str, dict[str, str]]) -> Iterator[Page]:
    for item in CONTENT.items.values():
        yield Page(
            id=card_page(item.id),
            title=item.name,
            kind="item",
            intro=item.flavour,
            points=(
                Point(item.rule, _rules(sources, "cards", item.id)),
                *_more(sources, item.id),
                Point(_item_facts(item)),
            ),
            see=("auction",) if item.id == "auction" else _item_topics(item),
            aliases=(f"{item.name} card",) if item.id == "auction" else (),
        )


def _item_topics(item: Item) -> tuple[str, ...]:
    if item.id == "elder_sign":
        return ("elder-sign", "gate-attack")
    if item.id == "silver_key":
        return ("silver-key",)
    if item.id in ("blue_watcher_of_the_pyramid", "dragons_eye", "flute_of_the_outer_gods"):
        return ("banishing",)
    if item.attack:
        return ("weapons", "combat")
    return ("vehicles",) if item.id == "taxi_whistle" else ("buying", "trading")


def _item_facts(item: Item) -> str:
    facts = [f"Item card, ${item.cost}", HAND_WORDS[item.hands]]
    if item.attack:
        facts.append(f"attack +{item.attack} {'magical' if item.magical else 'physical'}")
    elif item.magical:
        facts.append("magical")
    if item.gun:
        facts.append("a gun")
    if item.per_turn:
        facts.append("once a turn")
    facts.append({"one_use": "one use", "on_draw": "gone when drawn"}.get(item.discard, "kept"))
    return f"{', '.join(facts)}. Copies in the deck: {item.copies}."


def _spells(sources: dict[str, dict[str, str]]) -> Iterator[Page]:
    for spell in CONTENT.spells.values():
        yield Page(
            id=spell.id,
            title=spell.name,
            kind="spell",
            intro=spell.flavour,
            points=(
                Point(spell.rule, _rules(sources, "cards", spell.id)),
                *_more(sources, spell.id),
                Point(_spell_facts(spell)),
            ),
            see=("bind-monster", "spells") if spell.id == "bind_monster" else ("spells",),
            aliases=(spell.card_name,) if spell.card_name else (),
        )


def _spell_facts(spell: SpellCard) -> str:
    attack = f", attack +{spell.attack} magical" if spell.attack else ""
    kept = "goes back to the deck after one success" if spell.discard == "on_success" else "kept"
    named = f" Called {spell.card_name} on the printed card." if spell.card_name else ""
    return (
        f"Spell card from {spell.book}, {spell.sanity_cost} sanity{attack}, {kept}."
        f" Copies in the deck: {spell.copies}.{named}"
    )


def _other_cards(sources: dict[str, dict[str, str]]) -> Iterator[Page]:
    for skill in CONTENT.skills.values():
        yield Page(
            id=skill.id,
            title=skill.name,
            kind="skill",
            intro=skill.flavour,
            points=(
                Point(skill.rule, _rules(sources, "cards", skill.id)),
                Point(f"Skill card. Copies in the deck: {skill.copies}."),
            ),
            see=("rolls", "setup"),
        )
    topics = {
        "tom_big_mountain": "hirelings",
        "eric_colt": "hirelings",
        "automobile": "vehicles",
        "retainer": "retainers",
        "charity": "charity",
        "clue": "pool-checks",
        "blessed": "conditions-2005",
        "cursed": "conditions-2005",
    }
    for card in CONTENT.small_cards.values():
        yield Page(
            id=card_page(card.id),
            title=card.name,
            kind="card",
            intro=card.flavour,
            points=(Point(card.rule, _rules(sources, "cards", card.id)),),
            see=(topics[card.id],),
        )


def _monsters(sources: dict[str, dict[str, str]]) -> Iterator[Page]:
    topics = {"Hound of Tindalos": "hounds", "Nightgaunt": "nightgaunts"}
    for kind in CONTENT.species.values():
        counters = [one for one in CONTENT.monsters.values() if one.species == kind.name]
        yield Page(
            id=kind.name,
            title=kind.name,
            kind="monster",
            intro=kind.flavour,
            points=(
                Point(kind.rule, _rules(sources, "species", kind.name)),
                Point(species_facts(counters)),
            ),
            see=(*((topics[kind.name],) if kind.name in topics else ()), "counters", "combat"),
            aliases=(kind.plural,) if kind.plural != kind.name else (),
        )


def species_facts(counters: list[Monster]) -> str:
    """Say the numbers of a kind of counter: how many, strength, sanity, movement, worlds."""
    first = counters[0]
    strength = f"{first.sp} + D6" if first.sp_bonus_d6 else str(first.sp)
    codes = list(dict.fromkeys(movement_code(one) for one in counters))
    homes = list(
        dict.fromkeys(
            CONTENT.worlds[one.world].name if one.world else "no world (black and white)"
            for one in counters
        )
    )
    return (
        f"Counters: {len(counters)}. Strength {strength}. Sanity lost on a pass"
        f" {first.sanity_pass}, on a failure {str(first.sanity_fail).replace('d6', 'D6')}."
        f" Movement {', '.join(codes)}. Colour of {', '.join(homes)}."
    )


def movement_code(monster: Monster) -> str:
    """Write the movement code of a counter: ``L-5``, ``F-6``, or ``none``."""
    if not monster.speed:
        return "none"
    hand = monster.hand if monster.hand in ("L", "R") else "F"
    return f"{hand}-{monster.speed}"


def _locations(sources: dict[str, dict[str, str]]) -> Iterator[Page]:
    rolls = {place: roll for roll, place in CONTENT.appearance.items()}
    barred = CONTENT.misc["hounds"]["cannot_appear"]
    topics = {
        "dagon_mission": "charity",
        "hospital": "treatment",
        "sanitarium": "treatment",
        "hibs_roadhouse": "selling",
        "curiositie_shoppe": "selling",
        "police_station": "jail",
        "miskatonic_university": "monographs",
        "newspaper": "retainers",
    }
    yield Page(
        id="places",
        title="The locations",
        kind="chapter",
        intro="The 26 named places of Arkham.",
        points=(
            *(
                Point(f"{location.name}: {location.description}")
                for location in CONTENT.locations.values()
            ),
            Point("Each is a place of its own, apart from the street before it.", ("MOVE-5",)),
        ),
        see=("board", "encounters", "services"),
        aliases=("locations",),
    )
    for location in CONTENT.locations.values():
        doors = " and ".join(location.entrances)
        facts = f"{'A building' if location.building else 'Not a building'}, entered from {doors}."
        if location.id in rolls:
            facts += f" A gate roll of {rolls[location.id]} falls here."
        if location.id in barred:
            facts += " Hounds of Tindalos never appear here."
        yield Page(
            id=location.id,
            title=location.name,
            kind="place",
            intro=location.description,
            points=(
                Point(facts, ("MOVE-23",)),
                *(
                    Point(f"{result}: {event.text}")
                    for result, event in (location.events or {}).items()
                ),
                Point(
                    "The table is rolled with one die."
                    if location.events
                    else "There is no table here: the service is the encounter.",
                    _rules(sources, "locations", location.id)
                    or (("ENC-1",) if location.events else ("ENC-13",)),
                ),
            ),
            see=(
                *((topics[location.id],) if location.id in topics else ()),
                "encounters",
                "board",
            ),
        )


def _worlds() -> Iterator[Page]:
    for world in CONTENT.worlds.values():
        yield Page(
            id=world.id,
            title=world.name,
            kind="world",
            intro=world.description,
            points=(
                Point(_world_facts(world), ("COLOUR-1", "GATTACK-3", "HOUND-4")),
                *(Point(f"{result}: {event.text}") for result, event in world.events.items()),
                Point("The table is rolled on arrival in each box.", ("WORLD-1", "GATE-3")),
            ),
            see=("worlds", "gates", "gate-attack"),
        )


def _world_facts(world: World) -> str:
    copies = dict(CONTENT.gate_deck)[world.id]
    hounds = "Hounds never appear here" if world.tindalos_safe else "Hounds may appear here"
    kinds = dict.fromkeys(one.species for one in CONTENT.monsters.values() if one.world == world.id)
    return (
        f"Colour {world.colour}, letter {world.letter}. Gate strength {world.gate_strength},"
        f" {copies} gate cards. {hounds}. Its monsters: {', '.join(kinds)}."
    )


def _gate_appearance() -> Page:
    return Page(
        id="gate-appearance",
        title="Gate Appearance table",
        kind="chapter",
        intro="Where two dice open a gate.",
        points=(
            *(
                Point(f"{roll}: {CONTENT.locations[place].name}")
                for roll, place in CONTENT.appearance.items()
            ),
            Point("Rolled once in every Mythos Phase, and once at the start.", ("MYTHOS-1",)),
        ),
        see=("mythos", "gates"),
        aliases=("gate table", "appearance"),
    )


def _investigators() -> Iterator[Page]:
    yield Page(
        id="investigators",
        title="The investigators",
        kind="chapter",
        intro="Eight people with nothing in common but Arkham.",
        points=tuple(
            Point(
                f"{card.name}: Fast Talk {card.fast_talk}, Fight {card.fight},"
                f" Knowledge {card.knowledge}, Sneak {card.sneak}.",
                ("SETUP-1",),
            )
            for card in CONTENT.investigators.values()
        ),
        see=("setup", "rolls"),
        aliases=("people", "characters"),
    )
    for card in CONTENT.investigators.values():
        yield Page(
            id=card.id,
            title=card.name,
            kind="investigator",
            intro=card.biography,
            points=(
                Point(
                    f"Fast Talk {card.fast_talk}, Fight {card.fight}, Knowledge {card.knowledge},"
                    f" Sneak {card.sneak}. Strength and sanity share 10 points, 3 to 7 each.",
                    ("SETUP-1", "SETUP-7", "SETUP-8"),
                ),
            ),
            see=("investigators", "setup"),
        )


def _options() -> Iterator[Page]:
    for key, text in option_texts().items():
        yield Page(
            id=f"option {key}",
            title=text.name,
            kind="option",
            intro=text.line,
            points=(Point(f"Chosen by the host as {key}.", tuple(text.rules.split())),),
            see=(text.page,),
            aliases=(f"option {key.lower()}",),
        )


def _mended() -> Page:
    return Page(
        id="mended",
        title="What was mended",
        kind="chapter",
        intro=f"These are the rules of version {RULES_VERSION}. A game keeps the version it began "
        "under and goes on by these. Where something that was played would come out otherwise "
        "now, it goes back to where that step of the turn began, and says so in its log.",
        points=tuple(Point(f"Since {one.version}: {one.text}", one.rules) for one in MENDED),
        see=("movement", "gate-attack", "hospital"),
        aliases=("versions", "rules version", "changes"),
    )
