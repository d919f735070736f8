"""The investigators of a case: who they are, where they are and what they hold.

Room: game. Imports the content and neighbours here. Source: docs/scenarios.md.
"""

from __future__ import annotations

from arkham_bbs.game import board
from arkham_bbs.game.content import CONTENT
from arkham_bbs.game.options import Options
from arkham_bbs.game.policies.conditions_2005_places import LYING, STANDING
from arkham_bbs.game.scenario.model import OWN_STEPS
from arkham_bbs.game.scenario.people_checks import check_person
from arkham_bbs.game.scenario.reading import Node
from arkham_bbs.game.scenario.supply import Supply
from arkham_bbs.game.state import Bound, Card, Investigator, State, Visit

STATUSES: tuple[str, ...] = ("active", "waiting", "lost", "defeated", "out")
HIGHEST = 7
AS_THEY_ARE: tuple[str, ...] = (
    "retainer",
    "automobile",
    "found_gate",
    "departed_gate",
    "held",
    "key_mark",
    "must_leave",
    "sneak_bonus",
    "mists",
    "clues",
    "delayed",
    "arrested",
    "lost_stage",
    "blessed",
    "cursed",
    "token",
)
"""What a case says of an investigator under the name and with the value it has in the game."""

FIELDS: tuple[str, ...] = (
    "place",
    "strength",
    "sanity",
    "strength_max",
    "sanity_max",
    "money",
    "charity",
    "items",
    "spells",
    "spells_down",
    "skills",
    "allies",
    "bound",
    "trophies",
    "checked",
    "absent",
    "next_move",
    "status",
    "seat",
    "visit",
    *AS_THEY_ARE,
)


def read_investigators(
    case: Node, state: State, supply: Supply, options: Options, turn: int, phase: str
) -> dict[str, Investigator]:
    """Return the investigators of a case in clockwise order.

    Raises:
        Refused: a field is wrong or contradicts another.
    """
    everybody = case.at("investigators").fields() if phase != "new" else {}
    found: dict[str, Investigator] = {}
    active = case.value.get("active")
    names = list(everybody)
    for index, (name, node) in enumerate(everybody.items()):
        if name not in CONTENT.investigators:
            raise node.refuse(f"no such investigator {name!r}")
        fields = node.fields(FIELDS)
        seat = _seat(index, len(names), state.players)
        if "seat" in fields:
            seat = fields["seat"].number(0, state.players - 1)
        later = phase in OWN_STEPS and active in names and index > names.index(active)
        fresh = phase == "upkeep" and name == active
        # A spell found face down was used this turn, unless its owner's upkeep is still to come.
        used = max(1, turn - 1 if later or fresh else turn)
        found[name] = _investigator(name, node, fields, seat, supply, options, state, used)
    if not found and phase not in ("new", "over"):
        raise case.at("investigators").refuse("nobody is in the game")
    return found


def _seat(index: int, count: int, players: int) -> int:
    """Share investigators among the players in order, the first players having one more."""
    each, more = divmod(count, players)
    if not each:
        return index
    big = more * (each + 1)
    return index // (each + 1) if index < big else more + (index - big) // each


def _investigator(
    name: str,
    node: Node,
    fields: dict[str, Node],
    seat: int,
    supply: Supply,
    options: Options,
    state: State,
    used: int,
) -> Investigator:
    who = Investigator(id=name, seat=seat, place="")
    if "status" in fields:
        who.status = fields["status"].among(STATUSES, "status")
    who.place = _place(node, fields, who, options)
    for pool in ("strength", "sanity"):
        if f"{pool}_max" in fields:
            setattr(who, f"{pool}_max", fields[f"{pool}_max"].number(0, HIGHEST))
        most = getattr(who, f"{pool}_max")
        value = fields[pool].number(0, most) if pool in fields else min(5, most)
        setattr(who, pool, value)
    if "money" in fields:
        who.money = fields["money"].number(0, 9999)
    _cards(who, fields, supply, used)
    _board_matters(who, fields, state)
    _conditions(who, fields)
    check_person(node, who, options)
    return who


def _place(node: Node, fields: dict[str, Node], who: Investigator, options: Options) -> str:
    if "place" not in fields:
        if who.status in ("lost", "out"):
            return "lost"
        raise node.at("place").refuse("a place is wanted")
    place = fields["place"].text()
    if board.in_arkham(place):
        return place
    world, _, box = place.partition("/")
    if world in CONTENT.worlds and box in ("1", "2"):
        return place
    if place in ("lost_in_time", "jail_cell"):
        if "conditions_2005" in options.modules:
            return place
        raise fields["place"].refuse(f"{place!r} belongs to the module conditions_2005")
    if place == "lost" and who.status in ("lost", "out"):
        return place
    raise fields["place"].refuse(f"no such place {place!r}")


def _cards(who: Investigator, fields: dict[str, Node], supply: Supply, used: int) -> None:
    for kind, name in (("items", "items"), ("spells", "spells"), ("spells", "spells_down")):
        if name not in fields:
            continue
        hand = who.items if kind == "items" else who.spells
        for node in fields[name].each():
            hand.append(_card(node, kind, supply, used if name == "spells_down" else 0))
    for name in ("skills", "allies"):
        if name in fields:
            cards = [supply.take(name, n.text(), n) for n in fields[name].each()]
            setattr(who, name, cards)
    sides = fields["charity"].each() if "charity" in fields else ()
    charity = [n.among(("charity", "repay"), "side of a charity card") for n in sides]
    default = [] if "charity" in fields or who.status in ("lost", "out") else ["charity"]
    who.charity = charity or default
    for _ in who.charity:
        supply.take("charity", "charity", fields.get("charity", Node(None, "charity")))
    for name, kind in (("retainer", "retainers"), ("automobile", "automobile")):
        if name in fields and fields[name].flag():
            supply.take(kind, name, fields[name])
            setattr(who, name, True)
    if "bound" in fields:
        for node in fields["bound"].each():
            node.fields(("id", "strength"))
            monster = supply.take("monsters", node.at("id").text(), node.at("id"))
            if CONTENT.monsters[monster].cls == "power":
                raise node.at("id").refuse(f"{monster!r} cannot be bound")
            printed = CONTENT.monsters[monster].sp
            given = node.at("strength")
            strength = given.number(1, 999) if given.value is not None else printed
            who.bound.append(Bound(id=monster, strength=strength))
    if "trophies" in fields:
        node = fields["trophies"]
        node.fields(("monsters", "gates"))
        if node.at("monsters").value:
            who.trophies_monsters = [
                supply.take("monsters", n.text(), n) for n in node.at("monsters").each()
            ]
        if node.at("gates").value:
            who.trophies_gates = [
                supply.take("gates", n.text(), n) for n in node.at("gates").each()
            ]


def _card(node: Node, kind: str, supply: Supply, used: int) -> Card:
    """Read a card: its id, or its id with the turn of its last use and whom it is borrowed from."""
    lender = ""
    if isinstance(node.value, dict):
        given = node.fields(("id", "turn", "lender"))
        used = given["turn"].number(0, 999) if "turn" in given else used
        if "lender" in given:
            lender = given["lender"].among(CONTENT.investigators, "investigator")
        node = node.at("id")
    if kind == "items" and node.value == "auction":
        raise node.refuse("an Auction is never held")
    return Card(supply.take(kind, node.text(), node), used, lender)


def _board_matters(who: Investigator, fields: dict[str, Node], state: State) -> None:
    node = fields.get("found_gate")
    if node is not None and node.value not in (None, "none"):
        who.found_gate = node.among(state.gates, "open gate")
        if who.place != who.found_gate:
            raise node.refuse("the right to attack a gate is lost by leaving it")
    node = fields.get("departed_gate")
    if node is not None and node.value not in (None, "none"):
        who.departed_gate = node.among(set(CONTENT.appearance.values()), "gate location")
        if not board.is_box(who.place) and who.place != "lost_in_time":
            raise node.refuse("nobody in Arkham is on the way out of a gate")
    if "checked" in fields:
        who.checked = [n.among(CONTENT.monsters, "counter") for n in fields["checked"].each()]
    if "held" in fields:
        who.held = fields["held"].flag()
        if who.held and not board.is_box(who.place):
            raise fields["held"].refuse("only in an Other World is somebody held in a box")
    node = fields.get("key_mark")
    if node is not None and node.value not in (None, "none"):
        mark = node.text()
        world, _, box = mark.partition("/")
        if not board.in_arkham(mark) and not (world in CONTENT.worlds and box in ("1", "2")):
            raise node.refuse(f"no such place {mark!r}")
        if not any(card.id == "silver_key" for card in who.items):
            raise node.refuse("only the owner of the Silver Key has a mark")
        who.key_mark = mark
    if "visit" in fields:
        node = fields["visit"]
        node.fields(("world", "home"))
        world = node.at("world").among(CONTENT.worlds, "Other World")
        who.visit = Visit(world=world, home=node.at("home").text())


def _conditions(who: Investigator, fields: dict[str, Node]) -> None:
    node = fields.get("absent", Node(None, ""))
    if isinstance(node.value, int):
        who.lost_turns = node.number(0, 99)
    elif node.value not in (None, "none"):
        absent = node.fields(("lost_turns", "jail", "then"))
        if "lost_turns" in absent:
            who.lost_turns = absent["lost_turns"].number(0, 99)
        if "jail" in absent:
            who.jail = absent["jail"].number(0, 99)
        if "then" in absent:
            who.then = [dict(n.fields()) and n.value for n in absent["then"].each()]
    node = fields.get("next_move", Node(None, ""))
    if isinstance(node.value, int):
        who.next_add = node.number(-20, 20)
    elif node.value not in (None, "none"):
        change = node.fields(("dice", "add"))
        if "dice" in change:
            who.next_dice = change["dice"].number(1, 2)
        if "add" in change:
            who.next_add = change["add"].number(-20, 20)
    for name in ("must_leave", "mists", "delayed", "arrested"):
        if name in fields:
            setattr(who, name, fields[name].flag())
    for name in ("blessed", "cursed"):
        if name in fields:
            value = fields[name].value
            turn = int(value) if isinstance(value, bool) else fields[name].number(0, 999)
            setattr(who, name, turn)
    for name in ("clues", "lost_stage", "sneak_bonus"):
        if name in fields:
            setattr(who, name, fields[name].number(0, 99))
    _outside(who, fields)
    if "token" in fields and fields["token"].value not in (None, "none"):
        who.token = fields["token"].among(("strength", "sanity"), "token")


def _outside(who: Investigator, fields: dict[str, Node]) -> None:
    """Read from the place what a case need not say twice (C05-6, C05-8)."""
    if who.place == "jail_cell" and "arrested" not in fields:
        who.arrested = True
        who.jail = 0
    if who.place == "lost_in_time" and "lost_stage" not in fields:
        # Whoever still lies there, or has a turn to lose, cannot come back yet.
        who.lost_stage = LYING if who.delayed or who.lost_turns else STANDING
        who.lost_turns = 0
