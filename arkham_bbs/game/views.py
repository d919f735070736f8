"""What a seat, or a spectator, may know: starts empty and adds only what is public to it.

Room: game. Imports the standard library, msgspec and neighbours here.

Hidden: deck orders, the dice and their seed, the worlds of face-down gates, and strength, SAN
and special ability of counters that nobody has met (COUNTER-15). Hands are open to all.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec import Struct

from arkham_bbs.game.decisions import Decision
from arkham_bbs.game.state import Investigator, Monster, Result

if TYPE_CHECKING:
    from arkham_bbs.game.play import Play


class CardView(Struct, frozen=True, gc=False):
    """``ready`` is False for a spell lying face down or a once-per-turn item already used."""

    id: str
    ready: bool = True


class GateView(Struct, frozen=True, gc=False):
    """``world`` is None while the gate lies face down (GATE-2)."""

    place: str
    world: str | None
    face_up: bool


class MonsterView(Struct, frozen=True, gc=False):
    """A counter on the board. ``code`` is ``L-5``, ``F-6``, or ``-`` for one that never moves.

    ``strength``, ``sanity`` (loss on pass, loss on failure as text) and ``special`` are None
    until it has been met.
    """

    id: str
    species: str
    place: str
    heading: tuple[str, ...]
    code: str
    cls: str
    world: str | None
    face_up: bool
    strength: int | None = None
    sanity: tuple[str, str] | None = None
    special: tuple[str, ...] | None = None


class InvestigatorView(Struct, frozen=True, gc=False):
    """A sheet. Skill values include cards, hired characters and passing bonuses.

    ``checked`` are counters against which no sanity check is due this game turn (SANITY-1);
    ``mists`` when Mists of R'lyeh will win the next Sneak (SPELL-MISTS-1).
    """

    id: str
    name: str
    seat: int
    status: str
    place: str
    strength: int
    strength_max: int
    sanity: int
    sanity_max: int
    money: int
    skills: dict[str, int]
    skill_cards: tuple[str, ...]
    items: tuple[CardView, ...]
    spells: tuple[CardView, ...]
    charity: tuple[str, ...]
    allies: tuple[str, ...]
    retainer: bool
    automobile: bool
    bound: tuple[tuple[str, int], ...]
    trophies_monsters: tuple[str, ...]
    trophies_gates: tuple[str, ...]
    found_gate: str | None
    departed_gate: str | None
    jail: int
    lost_turns: int
    key_mark: str | None
    clues: int
    conditions: tuple[str, ...]
    token: str | None
    checked: tuple[str, ...] = ()
    mists: bool = False


class OfferView(Struct, frozen=True, gc=False):
    number: int
    who: str
    partner: str
    give: tuple[str, ...]
    take: tuple[str, ...]


class View(Struct, frozen=True, gc=False):
    """The game as one viewer may see it. ``seat`` is None for a spectator.

    ``step`` names the step of the turn (upkeep, movement, encounter, gate_roll ...);
    ``gate_limit`` the number of gates that loses the game.
    """

    seat: int | None
    seats: tuple[str, ...]
    turn: int
    step: str
    active: str | None
    lead: str | None
    doom: int
    doom_last: int
    gate_limit: int
    gates: tuple[GateView, ...]
    elder_signs: tuple[str, ...]
    powers_left: dict[str, str]
    clues: dict[str, int]
    monsters: tuple[MonsterView, ...]
    investigators: tuple[InvestigatorView, ...]
    order: tuple[str, ...]
    offers: tuple[OfferView, ...]
    options: tuple[str, ...]
    commitment: str
    decision: Decision | None
    result: Result | None

    def investigator(self, who: str) -> InvestigatorView:
        """Return the sheet of ``who``. Raises KeyError for a stranger."""
        for sheet in self.investigators:
            if sheet.id == who:
                return sheet
        raise KeyError(who)

    def mine(self) -> tuple[InvestigatorView, ...]:
        """Return the sheets of the viewer's own investigators."""
        return tuple(i for i in self.investigators if i.seat == self.seat)


def movement_code(card: Any) -> str:
    """Return the public movement code of a monster counter (COUNTER-2)."""
    if not card.speed:
        return "-"
    hand = card.hand if card.hand in ("L", "R") else "F"
    return f"{hand}-{card.speed}"


def _monster(play: Play, monster: Monster) -> MonsterView:
    card = play.content.monsters[monster.id]
    known = monster.face_up
    return MonsterView(
        id=monster.id,
        species=card.species,
        place=monster.place,
        heading=monster.heading,
        code=movement_code(card),
        cls=card.cls,
        world=card.world,
        face_up=known,
        strength=(monster.strength or card.sp) if known else None,
        sanity=(str(card.sanity_pass), str(card.sanity_fail)) if known else None,
        special=tuple(card.special) if known else None,
    )


def _investigator(play: Play, who: Investigator) -> InvestigatorView:
    turn = play.state.turn
    card = play.content.investigators[who.id]
    return InvestigatorView(
        id=who.id,
        name=card.name,
        seat=who.seat,
        status=who.status,
        place=who.place,
        strength=who.strength,
        strength_max=who.strength_max,
        sanity=who.sanity,
        sanity_max=who.sanity_max,
        money=who.money,
        skills=play.checks.values(play, who),
        skill_cards=tuple(who.skills),
        items=tuple(CardView(c.id, not c.used or c.used < turn) for c in who.items),
        spells=tuple(CardView(c.id, not c.used) for c in who.spells),
        charity=tuple(who.charity),
        allies=tuple(who.allies),
        retainer=who.retainer,
        automobile=who.automobile,
        bound=tuple((b.id, b.strength) for b in who.bound),
        trophies_monsters=tuple(who.trophies_monsters),
        trophies_gates=tuple(who.trophies_gates),
        found_gate=who.found_gate,
        departed_gate=who.departed_gate,
        jail=who.jail,
        lost_turns=who.lost_turns,
        key_mark=who.key_mark,
        clues=who.clues,
        conditions=play.conditions.shown(who),
        token=who.token,
        checked=tuple(who.checked),
        mists=who.mists,
    )


def build_view(play: Play, seat: int | None, decision: Decision | None, commitment: str) -> View:
    """Return what ``seat`` may know now; None is a spectator."""
    state = play.state
    return View(
        seat=seat,
        seats=state.seats,
        turn=state.turn,
        step=state.step,
        active=state.active,
        lead=play.zero.lead(play),
        doom=state.doom,
        doom_last=play.content.misc["lose"]["doom_track_last"],
        gate_limit=play.gate_limit(),
        gates=tuple(
            GateView(place, gate.world if gate.face_up else None, gate.face_up)
            for place, gate in state.gates.items()
        ),
        elder_signs=tuple(state.elder_signs),
        powers_left=dict(state.powers_left),
        clues=dict(state.clues),
        monsters=tuple(_monster(play, m) for m in state.monsters),
        investigators=tuple(_investigator(play, i) for i in state.investigators.values()),
        order=tuple(play.turn_order()),
        offers=tuple(OfferView(o.number, o.who, o.partner, o.give, o.take) for o in state.offers),
        options=play.options.shown(),
        commitment=commitment,
        decision=decision,
        result=state.result,
    )
