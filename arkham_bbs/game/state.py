"""Everything a game is between two decisions: mutable structs, owned by one Game.

Room: game. Imports msgspec only.

Ids are those of the content. Lists keep the order in which things came; nothing here is a set.
Nothing here points back either, so the search for garbage may pass it all by (``gc=False``).
"""

from __future__ import annotations

from typing import Any

from msgspec import Struct, field


class Card(Struct, omit_defaults=True, gc=False):
    """An item or spell in a hand.

    ``used`` is the game turn in which it was last used or failed, 0 for never. A spell with
    ``used`` lies face down; it turns up in its holder's first upkeep of a later turn (OPEN-24).
    ``lender`` is the lost investigator an item is borrowed from (LOST-6).
    """

    id: str
    used: int = 0
    lender: str = ""


class Bound(Struct, omit_defaults=True, gc=False):
    """A monster carried as a weapon, with the strength it had when caught (SPELL-BIND-10)."""

    id: str
    strength: int


class Visit(Struct, omit_defaults=True, gc=False):
    """A stay in another world by event: the visitor belongs to ``home`` (WORLD-11)."""

    world: str
    home: str


class Investigator(Struct, omit_defaults=True, gc=False):
    """One investigator in the game.

    ``status``: active, waiting (for rescue), defeated, out. ``place`` is a space, a location, a
    box such as ``abyss/2``, ``jail_cell`` or ``lost_in_time``. ``found_gate`` is the location
    whose gate may be attacked (GATTACK-1); ``departed_gate`` the way out of the present world.
    ``checked`` lists counters checked this game turn (SANITY-1).
    """

    id: str
    seat: int
    place: str
    strength: int = 5
    sanity: int = 5
    strength_max: int = 7
    sanity_max: int = 7
    money: int = 13
    status: str = "active"
    items: list[Card] = field(default_factory=list)
    spells: list[Card] = field(default_factory=list)
    skills: list[str] = field(default_factory=list)
    charity: list[str] = field(default_factory=list)
    allies: list[str] = field(default_factory=list)
    retainer: bool = False
    automobile: bool = False
    bound: list[Bound] = field(default_factory=list)
    trophies_monsters: list[str] = field(default_factory=list)
    trophies_gates: list[str] = field(default_factory=list)
    found_gate: str | None = None
    departed_gate: str | None = None
    visit: Visit | None = None
    held: bool = False
    jail: int = 0
    lost_turns: int = 0
    then: list[dict[str, Any]] = field(default_factory=list)
    next_dice: int = 2
    next_add: int = 0
    sneak_bonus: int = 0
    checked: list[str] = field(default_factory=list)
    key_mark: str | None = None
    must_leave: bool = False
    mists: bool = False
    # The later rule modules (VARIANTS.md); untouched by the 1987 rules.
    clues: int = 0
    delayed: bool = False
    arrested: bool = False
    lost_stage: int = 0
    blessed: int = 0
    cursed: int = 0
    token: str | None = None


class Monster(Struct, omit_defaults=True, gc=False):
    """A counter on the board, or in a box while it is being met there.

    ``heading`` is (space,) on the street, (entrance, space beyond) in a location, () for none.
    ``strength`` is the grown strength of a vampire, 0 for the printed one.
    """

    id: str
    place: str
    heading: tuple[str, ...] = ()
    face_up: bool = False
    strength: int = 0
    placed_turn: int = 0


class Gate(Struct, omit_defaults=True, gc=False):
    world: str
    face_up: bool = False


class Decks(Struct, gc=False):
    """Card stacks, first drawn first. ``monsters`` is the pile of unused counters."""

    items: list[str] = field(default_factory=list)
    items_discard: list[str] = field(default_factory=list)
    spells: list[str] = field(default_factory=list)
    spells_discard: list[str] = field(default_factory=list)
    skills: list[str] = field(default_factory=list)
    gates: list[str] = field(default_factory=list)
    monsters: list[str] = field(default_factory=list)
    retainers: int = 4
    allies: list[str] = field(default_factory=list)
    automobile: int = 1
    charity: int = 8


class TradeOffer(Struct, omit_defaults=True, gc=False):
    """An open offer; ``give`` and ``take`` list pieces as trade.py writes them."""

    number: int
    who: str
    partner: str
    give: tuple[str, ...] = ()
    take: tuple[str, ...] = ()


class TurnNotes(Struct, omit_defaults=True, gc=False):
    """What must be remembered within the turn of one investigator, and within a Mythos Phase."""

    moved: bool = False
    arrived: bool = False
    gate_attacked: bool = False
    no_gate: bool = False
    came_back: bool = False
    skip_encounter: bool = False
    drove: bool = False
    patient: bool = False
    survived_event: str | None = None
    gate_roll: int = 0
    placed: list[str] = field(default_factory=list)
    barred: str | None = None
    carried: str | None = None


class Result(Struct, frozen=True, omit_defaults=True, gc=False):
    """How the game ended. ``reason``: gates-closed, doom-of-arkham, too-many-gates, nobody-left."""

    victory: bool
    reason: str
    turn: int
    first_citizen: tuple[str, ...] = ()
    honours: tuple[dict[str, Any], ...] = ()


class State(Struct, gc=False):
    """The whole game between decisions, but for the dice's secret seed.

    ``step`` names the step about to begin (see turn.py); ``active`` the investigator whose turn
    it is, None outside the Investigator Phase; ``drawn`` the cards turned up
    and not yet dealt with; ``waiting`` the investigators of the seat in
    turn that still have to act; ``seats_left`` the seats still to act this game turn.
    """

    rules_version: str
    seats: tuple[str, ...]
    players: int
    turn: int = 0
    step: str = "setup"
    active: str | None = None
    first_seat: int = 0
    lead: str | None = None
    seats_left: list[int] = field(default_factory=list)
    waiting: list[str] = field(default_factory=list)
    investigators: dict[str, Investigator] = field(default_factory=dict)
    pool: list[str] = field(default_factory=list)
    fallen: list[str] = field(default_factory=list)
    replacements: list[int] = field(default_factory=list)
    monsters: list[Monster] = field(default_factory=list)
    gates: dict[str, Gate] = field(default_factory=dict)
    elder_signs: list[str] = field(default_factory=list)
    powers_left: dict[str, str] = field(default_factory=dict)
    clues: dict[str, int] = field(default_factory=dict)
    doom: int = 1
    decks: Decks = field(default_factory=Decks)
    drawn: list[str] = field(default_factory=list)
    offers: list[TradeOffer] = field(default_factory=list)
    offer_count: int = 0
    over_limit_since: int = 0
    notes: TurnNotes = field(default_factory=TurnNotes)
    dice_used: int = 0
    answered: int = 0
    result: Result | None = None
