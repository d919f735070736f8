"""The whole board in sentences: places, people, monsters, gates, worlds; for ears and for eyes.

Room: session. Imports game (content, views, names). Labels come before values, one fact a line.
Source: USER_ASKS H1, H3; issue 4 (linear mode).
"""

from __future__ import annotations

from arkham_bbs.game.board import ENTRANCES, is_box, is_location, world_of
from arkham_bbs.game.content import CONTENT
from arkham_bbs.game.narration import names
from arkham_bbs.game.views import InvestigatorView, MonsterView, View
from arkham_bbs.session.parsing import Candidate, Found, Several, match
from arkham_bbs.session.screens import states

_HANDS = {"L": "turns left at crossings", "R": "turns right at crossings", "F": "flies"}

_STATUS = {
    "waiting": "waiting to be rescued",
    "lost": "lost",
    "defeated": "defeated",
    "out": "out of the game",
}


def person_phrase(sheet: InvestigatorView, view: View) -> str:
    """Return who somebody is: ``Gloria Goldberg (Ann)``."""
    return f"{sheet.name} ({names.seat_name(sheet.seat, view.seats)})"


def movement_phrase(code: str) -> str:
    """Return a movement code in words: ``turns left at crossings, 5 spaces a turn (L-5)``."""
    hand, _, speed = code.partition("-")
    if not speed:
        return "never moves"
    how = _HANDS.get(hand, "moves")
    return f"{how}, {names.counted(int(speed), 'space')} a turn ({code})"


def monster_sentence(monster: MonsterView) -> str:
    """Return everything that is known of a counter."""
    parts = [f"{names.monster_of_kind(monster.id)}: {names.place(monster.place)}"]
    parts.append(f"Moves: {movement_phrase(monster.code)}")
    if monster.heading and is_location(monster.heading[0]) is False:
        parts.append(f"Heading: {names.place(monster.heading[-1])}")
    if monster.strength is not None:
        parts.append(f"Strength: {monster.strength}")
        if monster.sanity is not None:
            passed, failed = monster.sanity
            parts.append(f"Sanity: {passed} on a pass, {failed} on a failure")
        words = CONTENT.species.get(monster.species)
        if words is not None and words.rule:
            parts.append(words.rule.rstrip("."))
    else:
        parts.append("Strength: not known until it is met")
    if monster.world:
        parts.append(f"Colour of {CONTENT.worlds[monster.world].name}")
    return ". ".join(parts) + "."


def monster_sentences(view: View, text: str = "") -> list[str]:
    """Return the monsters on the board, those that match ``text`` if it is given."""
    chosen = list(view.monsters)
    if text:
        pool = [Candidate(m.id, (names.numbered_monster(m.id), m.species)) for m in view.monsters]
        result = match(text, pool)
        if isinstance(result, Found):
            wanted = {result.key}
        elif isinstance(result, Several):
            wanted = {choice.key for choice in result.choices}
        else:
            return []
        chosen = [m for m in chosen if m.id in wanted]
    elif not chosen:
        return ["No monster walks in Arkham."]
    return [monster_sentence(monster) for monster in chosen]


def gate_sentences(view: View) -> list[str]:
    """Return the open gates, the seals, and how near the end is."""
    lines: list[str] = []
    for gate in view.gates:
        if gate.world is None:
            lines.append(f"{names.place_title(gate.place)}: a gate, face down.")
        else:
            world = CONTENT.worlds[gate.world]
            lines.append(
                f"{names.place_title(gate.place)}: gate to {names.place(gate.world)} "
                f"({world.letter}), strength {world.gate_strength}."
            )
        knowing = [s.name for s in view.investigators if s.found_gate == gate.place]
        if knowing:
            lines.append(f"  May be attacked by {names.listed(knowing)}.")
    if not view.gates:
        lines.append("No gate is open.")
    for place in view.elder_signs:
        lines.append(f"{names.place_title(place)}: sealed by an Elder Sign.")
    for place, power in view.powers_left.items():
        lines.append(f"{names.place_title(place)}: sealed by {names.the_monster(power)}.")
    if view.gate_limit:
        lines.append(f"Gates open: {len(view.gates)}; the game is lost at {view.gate_limit}.")
    lines.append(f"Doom: {view.doom}; Arkham falls beyond {view.doom_last}.")
    return lines


def place_sentences(view: View, place: str) -> list[str]:
    """Return what there is to know about a place."""
    lines = [f"Place: {names.place_title(place)}."]
    if is_box(place):
        world = CONTENT.worlds[world_of(place)]
        lines.append(world.description)
        lines.append(
            f"Colour: {world.colour} ({world.letter}). Gate strength: {world.gate_strength}."
        )
    elif place in CONTENT.locations:
        location = CONTENT.locations[place]
        lines.append(location.description)
        doors = names.listed(ENTRANCES[place])
        lines.append(f"Entrance: {doors}.")
        for gate in view.gates:
            if gate.place == place:
                to = names.place(gate.world) if gate.world else "face down"
                lines.append(f"Gate: {to}.")
        if place in view.elder_signs:
            lines.append("Sealed by an Elder Sign.")
        if view.clues.get(place):
            lines.append(f"Clues: {view.clues[place]}.")
    elif place in CONTENT.spaces:
        space = CONTENT.spaces[place]
        if space.taxi:
            lines.append("A taxi stands here: $1 to anywhere in Arkham.")
        if space.entrance_of:
            lines.append(f"Door: {names.place_title(space.entrance_of)}.")
    people = [
        person_phrase(s, view) + (f", lying {states.fallen_word(s)}" if s.token else "")
        for s in view.investigators
        if s.place == place
    ]
    if people:
        lines.append(f"People: {names.listed(people)}.")
    lines += [
        f"Monster: {monster_sentence(monster)}"
        for monster in view.monsters
        if monster.place == place
    ]
    return lines


def whereabouts(view: View, text: str = "") -> list[str]:
    """Return where everybody and everything is; with ``text`` only what fits it."""
    facts: list[tuple[Candidate, str]] = []
    for sheet in view.investigators:
        status = f", {_STATUS[sheet.status]}" if sheet.status in _STATUS else ""
        where = names.place(sheet.place)
        if sheet.status == "defeated":
            status = f", defeated and {states.fallen_word(sheet)}"
        elif sheet.status == "lost":
            where, status = "lost for good", ""
        status += states.suffix(sheet, view)
        facts.append(
            (
                Candidate(sheet.id, (sheet.name, names.seat_name(sheet.seat, view.seats))),
                f"{person_phrase(sheet, view)}: {where}{status}.",
            )
        )
    for gate in view.gates:
        to = f"to {names.place(gate.world)}" if gate.world else "face down"
        world = (CONTENT.worlds[gate.world].name,) if gate.world else ()
        facts.append(
            (
                Candidate(
                    f"gate:{gate.place}", (f"gate at {names.place_title(gate.place)}", *world)
                ),
                f"Gate, {to}: {names.place(gate.place)}.",
            )
        )
    for monster in view.monsters:
        name = names.numbered_monster(monster.id)
        facts.append(
            (
                Candidate(monster.id, (name, monster.species)),
                f"{names.monster_of_kind(monster.id)}: {names.place(monster.place)}, "
                f"{movement_phrase(monster.code)}.",
            )
        )
    for place in view.elder_signs:
        facts.append(
            (
                Candidate(f"sign:{place}", (f"Elder Sign {names.place_title(place)}",)),
                f"Elder Sign: {names.place(place)}.",
            )
        )
    if not text:
        return [sentence for _, sentence in facts] or ["The board is empty."]
    result = match(text, [candidate for candidate, _ in facts])
    if isinstance(result, Found):
        wanted = {result.key}
    elif isinstance(result, Several):
        wanted = {choice.key for choice in result.choices}
    else:
        return _place_of(text)
    return [sentence for candidate, sentence in facts if candidate.key in wanted]


def _place_of(text: str) -> list[str]:
    """Return where a location lies on the plan."""
    pool = [Candidate(key, (place.name,)) for key, place in CONTENT.locations.items()]
    result = match(text, pool)
    if not isinstance(result, Found):
        return []
    place = CONTENT.locations[result.key]
    across = "west" if place.x < 40 else "east" if place.x > 65 else "middle"
    down = "north" if place.y < 28 else "south" if place.y > 48 else "centre"
    return [
        f"{place.name}: {down}, {across} of the town; "
        f"entrance {names.listed(ENTRANCES[result.key])}."
    ]


def world_sentences(view: View) -> list[str]:
    """Return the Other Worlds with whoever is there and the gates known to lead there."""
    lines: list[str] = []
    for key, world in CONTENT.worlds.items():
        known = [names.place(g.place) for g in view.gates if g.world == key]
        people = [
            f"{s.name} in box {s.place.rpartition('/')[2]}"
            for s in view.investigators
            if is_box(s.place) and world_of(s.place) == key
        ]
        line = f"{world.name}: {world.colour} ({world.letter}), gate strength {world.gate_strength}"
        if known:
            line += f"; gate at {names.listed(known)}"
        if people:
            line += f"; there: {names.listed(people)}"
        lines.append(line + ".")
    if states.has_outside(view):
        lost = [sheet.name for sheet in states.outside(view)]
        there = names.listed(lost) if lost else "nobody"
        lines.append(f"{names.place_title(states.OUTSIDE)}: there: {there}.")
    return lines
