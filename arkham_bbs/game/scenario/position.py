"""Building a position: every named thing where the case puts it, the rest where it belongs.

Room: game. Imports the content and neighbours here. Source: docs/scenarios.md.
"""

from __future__ import annotations

from arkham_bbs.game import board
from arkham_bbs.game.content import CONTENT
from arkham_bbs.game.options import Options, investigators_per_player
from arkham_bbs.game.scenario.model import OWN_STEPS, PHASES
from arkham_bbs.game.scenario.people import read_investigators
from arkham_bbs.game.scenario.reading import Node
from arkham_bbs.game.scenario.script import CaseDeck, Unnamed
from arkham_bbs.game.scenario.supply import DECKS, Supply
from arkham_bbs.game.setup import full_decks
from arkham_bbs.game.state import (
    Gate,
    Monster,
    Result,
    State,
    TradeOffer,
    TurnNotes,
)

DISCARDS: tuple[str, ...] = ("items_discard", "spells_discard")
GATE_PLACES: tuple[str, ...] = tuple(dict.fromkeys(CONTENT.appearance.values()))


def build_state(case: Node, options: Options, phase: str) -> State:
    """Build the position of a case.

    Raises:
        Refused: a field is wrong, or the position cannot be.
    """
    supply = Supply()
    players = case.at("players").number(1, 8) if "players" in case.value else 1
    turn = case.at("turn").number(0, 999) if "turn" in case.value else 1
    if (turn == 0) != (phase in ("setup", "new")) and phase != "turn_start":
        raise case.at("turn").refuse("turn 0 is for the set-up, and only for it")
    state = State(
        rules_version="",
        seats=tuple(f"Player {number + 1}" for number in range(players)),
        players=players,
        turn=turn,
        step=PHASES[phase],
    )
    last = CONTENT.misc["lose"]["doom_track_last"]
    if "doom" in case.value:
        state.doom = case.at("doom").number(0, 99 if phase == "over" else last)
    _gates(case, state, supply)
    limit = CONTENT.misc["lose"]["gate_limit_by_players"][state.players]
    if len(state.gates) >= limit and not options.has("OPT-5") and phase != "over":
        raise case.at("gates").refuse(f"the game is lost with {limit} gates")
    state.investigators = read_investigators(case, state, supply, options, turn, phase)
    _monsters(case, state, supply)
    if options.has("HOUSE-3"):
        _leave_powers(state)
    _clues(case, state, options)
    _decks(case, state, supply)
    _turn(case, state, phase)
    state.pool = [name for name in CONTENT.investigators if name not in state.investigators]
    _rarely_given(case, state, phase, options)
    return state


def _gates(case: Node, state: State, supply: Supply) -> None:
    for sign in _listed(case, "elder_signs"):
        place = sign.among(GATE_PLACES, "gate location")
        if place in state.elder_signs:
            raise sign.refuse(f"{place!r} is sealed twice")
        supply.take("items", "elder_sign", sign)
        state.elder_signs.append(place)
    for gate in _listed(case, "gates"):
        fields = gate.fields(("place", "world", "face_up"))
        place = gate.at("place").among(GATE_PLACES, "gate location")
        if place in state.gates:
            raise gate.at("place").refuse(f"{place!r} has a gate already")
        if place in state.elder_signs:
            raise gate.at("place").refuse(f"{place!r} bears an Elder Sign")
        world = supply.take("gates", gate.at("world").text(), gate.at("world"))
        face_up = fields["face_up"].flag() if "face_up" in fields else False
        state.gates[place] = Gate(world=world, face_up=face_up)


def _monsters(case: Node, state: State, supply: Supply) -> None:
    for node in _listed(case, "monsters"):
        fields = node.fields(("id", "place", "heading", "face_up", "strength"))
        name = supply.take("monsters", node.at("id").text(), node.at("id"))
        card = CONTENT.monsters[name]
        place = node.at("place").text()
        if not board.in_arkham(place) and not _is_faced(case, state, place):
            raise node.at("place").refuse(f"no such place {place!r}")
        outdoors = board.is_location(place) and not board.is_building(place)
        if "tindalos" in card.special and outdoors:
            raise node.at("place").refuse(f"a Hound cannot be at {place!r}")
        monster = Monster(id=name, place=place)
        if "heading" in fields:
            monster.heading = _heading(fields["heading"], place)
        elif card.hand in ("L", "R") and board.in_arkham(place):
            monster.heading = board.headings(place)[0]
        if "face_up" in fields:
            monster.face_up = fields["face_up"].flag()
        if "strength" in fields:
            strength = fields["strength"].number(1, 999)
            if strength != card.sp and (card.cls != "vampire" or strength < card.sp):
                raise fields["strength"].refuse(f"the strength of {name!r} is {card.sp}")
            monster.strength = strength if strength != card.sp else 0
        state.monsters.append(monster)
    for place, node in case.at("powers").fields().items() if "powers" in case.value else ():
        if place not in GATE_PLACES:
            raise node.refuse(f"no such gate location {place!r}")
        state.powers_left[place] = supply.take("monsters", node.text(), node)


def _leave_powers(state: State) -> None:
    """Take a power where no gate is for one left behind (HOUSE-3): it came with a gate."""
    for monster in list(state.monsters):
        taken = {*state.gates, *state.elder_signs, *state.powers_left}
        bare = monster.place in GATE_PLACES and monster.place not in taken
        if bare and CONTENT.monsters[monster.id].cls == "power":
            state.powers_left[monster.place] = monster.id
            state.monsters.remove(monster)


def _is_faced(case: Node, state: State, place: str) -> bool:
    """Tell whether a counter in a box is the one met there just now, as step 1f begins."""
    active = state.investigators.get(str(case.value.get("active")))
    return (
        state.step == "monsters"
        and active is not None
        and board.is_box(place)
        and (active.place == place)
    )


def _heading(node: Node, place: str) -> tuple[str, ...]:
    way = (node.value,) if isinstance(node.value, str) else tuple(node.texts())
    if way not in board.headings(place):
        raise node.refuse(f"no arrow at {place!r} points to {'/'.join(way)}")
    return way


def _clues(case: Node, state: State, options: Options) -> None:
    if "clues" not in case.value:
        return
    for place, node in case.at("clues").fields().items():
        if place not in GATE_PLACES:
            raise node.refuse(f"no such gate location {place!r}")
        count = node.number(0, 99)
        if count and "pool_checks" not in options.modules:
            raise node.refuse("clue tokens belong to the module pool_checks")
        if count:
            state.clues[place] = count


def _decks(case: Node, state: State, supply: Supply) -> None:
    """Put named cards on top, and under them everything not named anywhere."""
    named = case.at("decks") if "decks" in case.value else Node({}, "decks")
    fields = named.fields((*DECKS, *DISCARDS))
    decks = state.decks
    tops: dict[str, list[str]] = {}
    for name, node in fields.items():
        kind = name.removesuffix("_discard")
        tops[name] = [supply.take(kind, card.text(), card) for card in node.each()]
    full = full_decks()
    for name in DECKS:
        left = supply.left[name]
        rest = []
        for card in getattr(full, name):
            if left[card]:
                left[card] -= 1
                rest.append(Unnamed(card))
        if name in fields and not tops[name]:
            rest = []
        setattr(decks, name, CaseDeck(name, [*tops.get(name, ()), *rest]))
    for name in DISCARDS:
        setattr(decks, name, list(tops.get(name, ())))
    decks.allies = [name for name in full.allies if supply.left["allies"][name]]
    decks.retainers = supply.left["retainers"]["retainer"]
    decks.automobile = supply.left["automobile"]["automobile"]
    decks.charity = supply.left["charity"]["charity"]


def _turn(case: Node, state: State, phase: str) -> None:
    """Note whose turn it is and who still acts in this game turn."""
    node = case.at("active")
    active = None if node.value in (None, "none") else node.text()
    if active is not None and active not in state.investigators:
        raise node.refuse(f"{active!r} is not in the game")
    if (active is None) == (phase in OWN_STEPS) and phase != "setup":
        raise node.refuse(f"{active or 'none'!r} cannot be active in the step {phase!r}")
    away = active is not None and state.investigators[active].status != "active"
    if away and phase not in ("upkeep", "aftermath"):
        raise node.refuse(f"{active!r} is not in play")
    if (
        phase == "movement"
        and active is not None
        and board.is_box(state.investigators[active].place)
    ):
        raise case.at("phase").refuse("in an Other World the step is other_world")
    state.active = active
    order = sorted(state.investigators.values(), key=lambda who: who.seat)
    names = [who.id for who in order]
    if "to_act" in case.value:
        left = []
        for entry in case.at("to_act").each():
            left.append(entry.among(names, "investigator in the game"))
    elif active is not None and phase in OWN_STEPS:
        left = names[names.index(active) + 1 :]
    else:
        left = names if phase == "next" else []
    here = state.investigators[active].seat if active is not None else None
    seats = [state.investigators[name].seat for name in left]
    if here is None and "to_act" in case.value and "waiting_seat" in case.value:
        here = case.at("waiting_seat").number(0, state.players - 1)
    state.waiting = [name for name, seat in zip(left, seats, strict=True) if seat == here]
    state.seats_left = list(dict.fromkeys(seat for seat in seats if seat != here))
    if phase == "aftermath" and active is not None:
        place = state.investigators[active].place
        if place in CONTENT.misc["selling"]["locations"]:
            state.notes.survived_event = place


def _rarely_given(case: Node, state: State, phase: str, options: Options) -> None:
    """Read what only exports give: notes of the turn, open offers, seats to be refilled."""
    given = case.value
    if "over_limit_since_turn" in given:
        state.over_limit_since = case.at("over_limit_since_turn").number(0, max(0, state.turn))
    if "notes" in given:
        _notes(case.at("notes"), state.notes)
    if "replacements" in given:
        state.replacements = [n.number(0, state.players - 1) for n in _listed(case, "replacements")]
    elif phase == "new":
        count = investigators_per_player(options, state.players)
        state.replacements = [seat for seat in range(state.players) for _ in range(count)]
    if "pool" in given:
        state.pool = [n.among(CONTENT.investigators, "investigator") for n in _listed(case, "pool")]
    if "lead" in given:
        state.lead = case.at("lead").among(state.investigators, "investigator in the game")
    for number, node in enumerate(_listed(case, "offers"), start=1):
        node.fields(("of", "with", "give", "take"))
        state.offers.append(
            TradeOffer(
                number=number,
                who=node.at("of").among(state.investigators, "investigator in the game"),
                partner=node.at("with").among(state.investigators, "investigator in the game"),
                give=tuple(node.at("give").texts()) if node.at("give").value else (),
                take=tuple(node.at("take").texts()) if node.at("take").value else (),
            )
        )
        state.offer_count = number
    if phase == "over":
        victory = case.at("ended").among(("victory", "defeat"), "ending") == "victory"
        state.result = Result(victory=victory, reason="exported", turn=state.turn)


def _notes(node: Node, notes: TurnNotes) -> None:
    flags = ("moved", "gate_attacked")
    fields = node.fields((*flags, "gate_roll", "placed", "survived_event", "barred"))
    for name in flags:
        if name in fields:
            setattr(notes, name, fields[name].flag())
    if "gate_roll" in fields:
        notes.gate_roll = fields["gate_roll"].number(0, 12)
    if "placed" in fields:
        notes.placed = [n.among(CONTENT.monsters, "counter") for n in fields["placed"].each()]
    for name in ("survived_event", "barred"):
        if name in fields:
            setattr(notes, name, fields[name].among(CONTENT.locations, "location"))


def _listed(case: Node, name: str) -> list[Node]:
    return list(case.at(name).each()) if case.value.get(name) is not None else []
