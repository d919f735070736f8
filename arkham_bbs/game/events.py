"""What happened, as typed facts.

Room: game. Imports the standard library and msgspec only.

Log lines, screens, replays and tests are made from these; no test reads prose. Every event is
frozen, carries the rule id that caused it, and shows nothing a seat may not know: a gate laid
face down is reported without its world, a counter laid face down with its public front only.
Ids are those of the content (``s26``, ``woods``, ``ghoul_1``, ``shotgun``, ``joe_diamond``).
"""

from __future__ import annotations

from typing import Any

from msgspec import Struct


class Event(Struct, frozen=True, tag=True, kw_only=True, omit_defaults=True, gc=False):
    """Base of everything that can be told. ``rule`` is a rule id, or "" when none applies.

    Events hold only plain values and tuples, never one another: the collector need not look.
    """

    rule: str = ""


# ---- the frame of the game -------------------------------------------------------------------


class GameStarted(Event, frozen=True, kw_only=True, omit_defaults=True):
    """The game begins; ``commitment`` is the SHA-256 of the seed, in hex."""

    commitment: str
    rules_version: str
    options: tuple[str, ...] = ()


class FirstPlayerRolled(Event, frozen=True, kw_only=True, omit_defaults=True):
    """``rolls`` are (seat, first die, second die); ``first`` is None after a tie."""

    rolls: tuple[tuple[int, int, int], ...]
    first: int | None = None


class InvestigatorChosen(Event, frozen=True, kw_only=True, omit_defaults=True):
    who: str
    seat: int


class PointsShared(Event, frozen=True, kw_only=True, omit_defaults=True):
    who: str
    strength: int
    sanity: int


class CardsDealt(Event, frozen=True, kw_only=True, omit_defaults=True):
    who: str
    items: tuple[str, ...] = ()
    skills: tuple[str, ...] = ()
    spells: tuple[str, ...] = ()


class TurnBegan(Event, frozen=True, kw_only=True, omit_defaults=True):
    turn: int


class InvestigatorTurnBegan(Event, frozen=True, kw_only=True, omit_defaults=True):
    who: str
    turn: int


class MythosBegan(Event, frozen=True, kw_only=True, omit_defaults=True):
    turn: int


class GameOver(Event, frozen=True, kw_only=True, omit_defaults=True):
    """``reason``: gates-closed, doom-of-arkham, too-many-gates or nobody-left."""

    victory: bool
    reason: str
    turn: int
    first_citizen: tuple[str, ...] = ()


class TurnSkipped(Event, frozen=True, kw_only=True, omit_defaults=True):
    """``cause``: jail, lost-turn, waiting, arrested, delayed, lost-in-time."""

    who: str
    cause: str
    left: int = 0


# ---- numbers of an investigator --------------------------------------------------------------


class PoolChanged(Event, frozen=True, kw_only=True, omit_defaults=True):
    """Strength, sanity or money went up or down.

    ``pool`` is strength, sanity or money; ``change`` what really changed after limits;
    ``wanted`` what the rule asked for; ``cause`` a short stable word such as ``location-event``,
    ``monster:ghoul_1``, ``card:healing_stone``, ``fare``, ``treatment``, ``trade``.
    """

    who: str
    pool: str
    change: int
    now: int
    cause: str = ""
    wanted: int | None = None
    die: int | None = None


class SkillChecked(Event, frozen=True, kw_only=True, omit_defaults=True):
    """A D6 against a value (1987), or a pool of dice (``pool_checks``: ``hits`` of ``difficulty``).

    ``skill``: fast_talk, fight, knowledge, sneak, strength, sanity, or a pool skill.
    """

    who: str
    skill: str
    purpose: str
    dice: tuple[int, ...]
    value: int
    passed: bool
    hits: int | None = None
    difficulty: int | None = None


class ClueSpent(Event, frozen=True, kw_only=True, omit_defaults=True):
    """One more die for a check; ``hits`` are all successes of the check so far."""

    who: str
    die: int
    success: bool
    left: int
    hits: int | None = None
    difficulty: int | None = None


class SanityChecked(Event, frozen=True, kw_only=True, omit_defaults=True):
    """A horror check against one monster; ``dice`` empty when SAN is 0/0 (SANITY-8).

    With ``pool_checks`` ``hits`` and ``difficulty`` are given, and the dice were told before.
    """

    who: str
    monster: str
    dice: tuple[int, ...]
    value: int
    passed: bool
    loss: int
    loss_die: int | None = None
    hits: int | None = None
    difficulty: int | None = None


class CoinFlipped(Event, frozen=True, kw_only=True, omit_defaults=True):
    """``face`` heads or tails, or the id the coin picked; ``among`` the candidates, if any."""

    purpose: str
    face: str
    who: str | None = None
    among: tuple[str, ...] = ()


class DieRolled(Event, frozen=True, kw_only=True, omit_defaults=True):
    """A die that is no check: a table, a loss, a wager. ``purpose`` says which."""

    purpose: str
    dice: tuple[int, ...]
    who: str | None = None


# ---- moving ----------------------------------------------------------------------------------


class MovementRolled(Event, frozen=True, kw_only=True, omit_defaults=True):
    who: str
    dice: tuple[int, ...]
    bonus: int
    total: int


class Moved(Event, frozen=True, kw_only=True, omit_defaults=True):
    """``how``: walk, taxi, whistle, automobile, ride, sidewalk, sneak, gate, return, key, carried,
    knocked-out, jail, event, thrown, find-gate, box, rescue, placed, lost-in-time, emerged,
    released, fallen. ``path`` leaves out the start. ``wanted`` is the goal of a vehicle that had
    to halt before it."""

    who: str
    start: str
    to: str
    how: str
    path: tuple[str, ...] = ()
    fare: int = 0
    wanted: str | None = None


class Stayed(Event, frozen=True, kw_only=True, omit_defaults=True):
    who: str
    place: str


# ---- places and events -----------------------------------------------------------------------


class EventRolled(Event, frozen=True, kw_only=True, omit_defaults=True):
    """A location's table or a gate table. ``place`` is the location or the world's box."""

    who: str
    place: str
    die: int


class ServiceUsed(Event, frozen=True, kw_only=True, omit_defaults=True):
    """``service``: treatment, monograph, charity, sell, event."""

    who: str
    place: str
    service: str


class Bought(Event, frozen=True, kw_only=True, omit_defaults=True):
    who: str
    what: str
    price: int


class Declined(Event, frozen=True, kw_only=True, omit_defaults=True):
    who: str
    what: str


class Bargained(Event, frozen=True, kw_only=True, omit_defaults=True):
    """The price after a Fast Talk roll."""

    who: str
    passed: bool
    price: int


class NothingHappened(Event, frozen=True, kw_only=True, omit_defaults=True):
    """``cause``: none, elder-sign, gate-deck-empty, pile-empty, hound-barred, deck-empty, no-card,
    on-retainer, already-hired, no-gate, no-skill-left, nothing-held, nobody-unused."""

    cause: str
    who: str | None = None
    place: str | None = None


class ConditionSet(Event, frozen=True, kw_only=True, omit_defaults=True):
    """A lasting mark on an investigator, set or ended.

    ``condition``: jailed, lost-turns, held, sneak-bonus, next-move-dice, next-move-add, retainer,
    must-leave, delayed, arrested, blessed, cursed, lost-in-time, standing.
    """

    who: str
    condition: str
    on: bool = True
    amount: int = 0


# ---- cards -----------------------------------------------------------------------------------


class CardDrawn(Event, frozen=True, kw_only=True, omit_defaults=True):
    """``deck``: items, spells, skills."""

    who: str
    deck: str
    card: str


class CardGone(Event, frozen=True, kw_only=True, omit_defaults=True):
    """A card left a hand.

    ``how``: used, lost, sold, dropped, discarded, robbed, bid, declined, laid.
    """

    who: str
    deck: str
    card: str
    how: str


class CardUsed(Event, frozen=True, kw_only=True, omit_defaults=True):
    who: str
    card: str
    target: str | None = None


class SpellCast(Event, frozen=True, kw_only=True, omit_defaults=True):
    """A Knowledge roll for a spell has been made (the SkillChecked event shows the dice)."""

    who: str
    spell: str
    worked: bool
    cost: int = 0
    target: str | None = None


class SpellsTurnedUp(Event, frozen=True, kw_only=True, omit_defaults=True):
    who: str
    spells: tuple[str, ...]


class KeyMarked(Event, frozen=True, kw_only=True, omit_defaults=True):
    who: str
    place: str


class Hired(Event, frozen=True, kw_only=True, omit_defaults=True):
    who: str
    character: str


class CharacterSpent(Event, frozen=True, kw_only=True, omit_defaults=True):
    who: str
    character: str


class CharityGranted(Event, frozen=True, kw_only=True, omit_defaults=True):
    """``category``: money, items, spells."""

    who: str
    category: str


class CharityRepaid(Event, frozen=True, kw_only=True, omit_defaults=True):
    who: str
    with_what: str


# ---- monsters --------------------------------------------------------------------------------


class MonsterAppeared(Event, frozen=True, kw_only=True, omit_defaults=True):
    monster: str
    place: str
    face_up: bool


class MonsterMet(Event, frozen=True, kw_only=True, omit_defaults=True):
    who: str
    monsters: tuple[str, ...]
    place: str


class MonsterMoved(Event, frozen=True, kw_only=True, omit_defaults=True):
    monster: str
    start: str
    path: tuple[str, ...]
    target: str | None = None


class MonsterTurned(Event, frozen=True, kw_only=True, omit_defaults=True):
    """An arrow was set, or a counter turned face down again."""

    monster: str
    heading: tuple[str, ...]
    face_up: bool


class MonsterGone(Event, frozen=True, kw_only=True, omit_defaults=True):
    """``how``: killed, banished, bound, pile, colour, hound, sneaked, repaid, gate, freed."""

    monster: str
    place: str
    how: str
    by: str | None = None


class MonsterFreed(Event, frozen=True, kw_only=True, omit_defaults=True):
    monster: str
    place: str
    by: str


class VampireGrew(Event, frozen=True, kw_only=True, omit_defaults=True):
    monster: str
    face_up: bool
    strength: int | None = None


class ExtraStrengthRolled(Event, frozen=True, kw_only=True, omit_defaults=True):
    """A Shoggoth's extra die (COMBAT-16)."""

    monster: str
    die: int
    strength: int


class AttackRolled(Event, frozen=True, kw_only=True, omit_defaults=True):
    """One attack on a monster or gate. ``parts`` are (source, points) without the die.

    With ``pool_checks`` ``dice`` holds the pool, ``hits`` and ``difficulty`` are given.
    """

    who: str
    target: str
    parts: tuple[tuple[str, int], ...]
    dice: tuple[int, ...]
    total: int
    needed: int
    success: bool
    hits: int | None = None
    difficulty: int | None = None


class MonsterAttacks(Event, frozen=True, kw_only=True, omit_defaults=True):
    monster: str
    who: str
    place: str


class HitTaken(Event, frozen=True, kw_only=True, omit_defaults=True):
    """What became of a miss. ``by``: self, flesh_ward, piccolo_of_leng, or a hired character."""

    who: str
    monster: str
    by: str


class SneakTried(Event, frozen=True, kw_only=True, omit_defaults=True):
    """``aim`` is a place, ``gate`` or ``box``. ``automatic`` when Mists made the roll needless."""

    who: str
    aim: str
    passed: bool
    automatic: bool = False


# ---- gates, doom and worlds ------------------------------------------------------------------


class GateRolled(Event, frozen=True, kw_only=True, omit_defaults=True):
    """The Gate Appearance roll; ``purpose``: mythos, setup or thrown."""

    dice: tuple[int, int]
    place: str
    purpose: str = "mythos"


class GatePlaced(Event, frozen=True, kw_only=True, omit_defaults=True):
    """``world`` only when it lies face up."""

    place: str
    world: str | None = None


class GateTurnedUp(Event, frozen=True, kw_only=True, omit_defaults=True):
    place: str
    world: str


class GateDestroyed(Event, frozen=True, kw_only=True, omit_defaults=True):
    """``how``: attack, elder_sign, blue_watcher_of_the_pyramid, dragons_eye."""

    place: str
    world: str
    by: str
    how: str


class GateAttackWon(Event, frozen=True, kw_only=True, omit_defaults=True):
    who: str
    place: str


class GateKnown(Event, frozen=True, kw_only=True, omit_defaults=True):
    """The right to attack a gate was won (``on``) or lost."""

    who: str
    place: str
    on: bool = True


class ElderSignLaid(Event, frozen=True, kw_only=True, omit_defaults=True):
    who: str
    place: str


class PowerLeft(Event, frozen=True, kw_only=True, omit_defaults=True):
    """HOUSE-3: a power stays as a seal."""

    who: str
    place: str
    monster: str


class DoomMoved(Event, frozen=True, kw_only=True, omit_defaults=True):
    now: int
    change: int
    cause: str


# ---- losses and rescues ----------------------------------------------------------------------


class KnockedOut(Event, frozen=True, kw_only=True, omit_defaults=True):
    """A value reached 0. ``pool``: strength, sanity or both; ``where`` the place it happened."""

    who: str
    pool: str
    where: str


class InvestigatorLost(Event, frozen=True, kw_only=True, omit_defaults=True):
    """``cause``: zero, event, stranded, devoured."""

    who: str
    where: str
    cause: str


class InvestigatorWaits(Event, frozen=True, kw_only=True, omit_defaults=True):
    who: str
    where: str


class Stranded(Event, frozen=True, kw_only=True, omit_defaults=True):
    who: str
    world: str
    by: str


class Rescued(Event, frozen=True, kw_only=True, omit_defaults=True):
    who: str
    by: str


class ReplacementDue(Event, frozen=True, kw_only=True, omit_defaults=True):
    seat: int
    lost: str


# ---- people dealing with each other ----------------------------------------------------------


class TradeOffered(Event, frozen=True, kw_only=True, omit_defaults=True):
    """``give`` and ``take`` list card ids and ``cash:N``, from the offerer's side."""

    number: int
    who: str
    partner: str
    give: tuple[str, ...]
    take: tuple[str, ...]


class TradeClosed(Event, frozen=True, kw_only=True, omit_defaults=True):
    """``how``: accepted, declined, withdrawn, lapsed."""

    number: int
    who: str
    partner: str
    how: str


class AuctionOpened(Event, frozen=True, kw_only=True, omit_defaults=True):
    who: str


class LotOffered(Event, frozen=True, kw_only=True, omit_defaults=True):
    auctioneer: str
    item: str
    lot: int


class BidMade(Event, frozen=True, kw_only=True, omit_defaults=True):
    who: str
    cash: int
    items: tuple[str, ...] = ()
    value: int = 0


class LotClosed(Event, frozen=True, kw_only=True, omit_defaults=True):
    """``winner`` None when nobody took it; ``share`` is the auctioneer's part."""

    item: str
    winner: str | None = None
    price: int = 0
    share: int = 0


# ---- the later rule modules ------------------------------------------------------------------


class CluesPlaced(Event, frozen=True, kw_only=True, omit_defaults=True):
    place: str
    now: int


class CluesTaken(Event, frozen=True, kw_only=True, omit_defaults=True):
    who: str
    place: str
    amount: int


class CluesLost(Event, frozen=True, kw_only=True, omit_defaults=True):
    """Clue tokens left a sheet unspent; ``left`` are still there."""

    who: str
    amount: int
    left: int


class CluesDestroyed(Event, frozen=True, kw_only=True, omit_defaults=True):
    place: str
    amount: int


class Defeated(Event, frozen=True, kw_only=True, omit_defaults=True):
    """``token``: strength or sanity; ``place`` where the marker lies, None when devoured."""

    who: str
    token: str | None
    place: str | None


class DefeatedMet(Event, frozen=True, kw_only=True, omit_defaults=True):
    who: str
    fallen: str
    helped: bool


class LeadPassed(Event, frozen=True, kw_only=True, omit_defaults=True):
    who: str


class BlessingRolled(Event, frozen=True, kw_only=True, omit_defaults=True):
    who: str
    card: str
    die: int
    kept: bool


class TakenBack(Event, frozen=True, kw_only=True, omit_defaults=True):
    """The game went back to before answer ``to``; ``voted`` when dice or cards had been seen."""

    seat: int
    to: int
    voted: bool


def event_types() -> dict[str, type[Event]]:
    """Return every event type by its tag, in the order of this file."""
    found: dict[str, type[Event]] = {}
    todo: list[type[Event]] = list(Event.__subclasses__())
    for kind in todo:
        found[kind.__name__] = kind
    return found


def to_plain(event: Event) -> dict[str, Any]:
    """Turn an event into plain JSON-able values, with its type under ``type``."""
    import msgspec

    plain: dict[str, Any] = msgspec.to_builtins(event)
    return plain
