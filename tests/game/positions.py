"""Positions built straight from the state: what is named is there, all else is in its deck."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from arkham_bbs.game.content import CONTENT
from arkham_bbs.game.dice import Dice, ScriptedDice
from arkham_bbs.game.game import Game
from arkham_bbs.game.options import Options
from arkham_bbs.game.play import Play
from arkham_bbs.game.setup import full_decks
from arkham_bbs.game.state import Bound, Card, Gate, Investigator, Monster, State
from arkham_bbs.game.stored import ENCODER, Snapshot


def person(
    name: str,
    place: str,
    *,
    seat: int = 0,
    items: Sequence[str] = (),
    spells: Sequence[str] = (),
    bound: Iterable[tuple[str, int]] = (),
    charity: Sequence[str] = ("charity",),
    **more: Any,
) -> Investigator:
    """Return an investigator with cards by id."""
    return Investigator(
        id=name,
        seat=seat,
        place=place,
        items=[Card(card) for card in items],
        spells=[Card(card) for card in spells],
        bound=[Bound(*pair) for pair in bound],
        charity=list(charity),
        **more,
    )


def counter(name: str, place: str, **more: Any) -> Monster:
    """Return a counter on the board."""
    return Monster(id=name, place=place, **more)


def position(
    people: Sequence[Investigator],
    *,
    step: str,
    active: str | None,
    turn: int = 3,
    monsters: Sequence[Monster] = (),
    gates: Sequence[tuple[str, str, bool]] = (),
    signs: Sequence[str] = (),
    doom: int = 3,
    to_act: Sequence[int] = (),
    top: dict[str, Sequence[str]] | None = None,
    empty: Sequence[str] = (),
) -> State:
    """Return a state in which every card and counter is in exactly one place.

    Args:
        gates: (place, world, face up). top: cards to lie first in a deck. empty: decks whose
            cards are all counted among the first investigator's trophies or hand instead.
    """
    seats = max(who.seat for who in people) + 1
    state = State(
        rules_version="1",
        seats=tuple(f"Player {n + 1}" for n in range(seats)),
        players=seats,
        turn=turn,
        step=step,
        active=active,
        doom=doom,
    )
    state.decks = full_decks()
    decks = state.decks
    for who in people:
        for card in who.items:
            decks.items.remove(card.id)
        for card in who.spells:
            decks.spells.remove(card.id)
        for skill in who.skills:
            decks.skills.remove(skill)
        for name in [*who.trophies_monsters, *(b.id for b in who.bound)]:
            decks.monsters.remove(name)
        for world in who.trophies_gates:
            decks.gates.remove(world)
        for ally in who.allies:
            decks.allies.remove(ally)
        decks.charity -= len(who.charity)
        decks.retainers -= who.retainer
        decks.automobile -= who.automobile
        state.investigators[who.id] = who
    for monster in monsters:
        decks.monsters.remove(monster.id)
        state.monsters.append(monster)
    for place, world, face_up in gates:
        decks.gates.remove(world)
        state.gates[place] = Gate(world, face_up)
    for place in signs:
        decks.items.remove("elder_sign")
        state.elder_signs.append(place)
    for deck, cards in (top or {}).items():
        held: list[str] = getattr(decks, deck)
        for card in cards:
            held.remove(card)
        held[:0] = cards
    owner = people[0]
    for deck in empty:
        held = getattr(decks, deck)
        if deck == "monsters":
            owner.trophies_monsters += held
        elif deck == "gates":
            owner.trophies_gates += held
        elif deck == "items":
            owner.items += [Card(card) for card in held]
        elif deck == "spells":
            owner.spells += [Card(card) for card in held]
        else:
            owner.skills += held
        held.clear()
    state.seats_left = list(to_act)
    state.pool = [name for name in CONTENT.investigators if name not in state.investigators]
    return state


def stored_at(state: State, options: Options | None = None, seed: bytes = bytes(16)) -> Game:
    """Return a game read from the store at a position, as a table would have it."""
    kept = Snapshot(
        rules_version=state.rules_version,
        options=options or Options(),
        seed=seed,
        state=ENCODER.encode(state),
        base_seq=0,
        seq=0,
        entries=(),
        dice_used=state.dice_used,
    )
    return Game.restore(ENCODER.encode(kept))


def game_at(
    state: State, dice: Sequence[object] | Dice = (), options: Options | None = None, **more: Any
) -> Game:
    """Return the game at its first decision, with scripted dice."""
    rolled: Dice = ScriptedDice(dice) if isinstance(dice, list | tuple) else dice  # type: ignore[assignment]
    return Game.at(state, (options or Options()).checked(), rolled, **more)


def step_over(*steps: str) -> Any:
    """Return a stop that halts when any other step than these is about to begin."""

    def stop(play: Play) -> bool:
        return play.state.step not in steps

    return stop
