"""What a rule holds in its hands: the state, the dice, the policies, and the way to ask.

Room: game. Imports the standard library, msgspec, the content and neighbours here.

A rule is a generator that yields an `Ask` and receives the key of the option chosen, so that it
reads in the order of the rulebook. Facts leave by `Play.emit`; chance comes in from `Play.dice`.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

from arkham_bbs.game import board
from arkham_bbs.game.content import CONTENT, Content
from arkham_bbs.game.decisions import Decision, Option, option
from arkham_bbs.game.dice import Dice
from arkham_bbs.game.events import CoinFlipped, DieRolled, Event
from arkham_bbs.game.options import Options
from arkham_bbs.game.state import Investigator, Monster, State

if TYPE_CHECKING:
    from arkham_bbs.game.policies import Checks, Conditions, Zero

T = TypeVar("T")
Rule = Generator["Ask", str, T]
OptionsOf = Callable[[], Sequence[Option]]
Effects = Mapping[str, Callable[..., "Rule[None]"]]
"""The rule of each effect that a table may have, by its name (see effects.py)."""

HOUNDS: frozenset[str] = frozenset(
    name for name, card in CONTENT.monsters.items() if "tindalos" in card.special
)
BLOCKERS: frozenset[str] = frozenset(
    name for name, card in CONTENT.monsters.items() if card.cls == "blocker"
)


class Finished(Exception):
    """The game is over; unwinds whatever was going on. Never leaves the game room."""


class CarriedOff(Exception):
    """Somebody was taken away (hospital, jail, Other World ...): the encounter is over (ENC-15)."""


class MovedOn(Exception):
    """Somebody stands in another place and has an encounter there at once (ENC-5)."""


class Ask:
    """A question under way. ``options`` is called again whenever the question is refreshed."""

    __slots__ = ("default", "facts", "form", "kind", "options", "parts", "ready", "rule", "who")

    def __init__(
        self,
        kind: str,
        who: str,
        options: OptionsOf,
        *,
        rule: str,
        default: str | None,
        facts: dict[str, Any],
        form: str,
        parts: Callable[[], tuple[str, ...]] | None,
        ready: Sequence[Option] | None,
    ) -> None:
        self.kind = kind
        self.who = who
        self.options = options
        self.rule = rule
        self.default = default
        self.facts = facts
        self.form = form
        self.parts = parts
        self.ready = ready

    def decision(self, number: int, state: State) -> Decision:
        """Return the question as it is put to a player now, as decision ``number``."""
        who = state.investigators.get(self.who)
        choices = self.ready if self.ready is not None else self.options()
        self.ready = None
        return Decision(
            number=number,
            kind=self.kind,
            seat=who.seat if who else int(self.facts["seat"]),
            investigator=self.who,
            options=choices,
            default=self.default,
            form=self.form,
            parts=self.parts() if self.parts else (),
            rule=self.rule,
            facts=self.facts,
        )


def plain(keys: Sequence[str], rule: str = "") -> list[Option]:
    """Return one option for each key, all granted by ``rule``."""
    return [option(key, rule) for key in keys]


class Play:
    """One game's state with everything that acts on it; handed to every rule.

    Attributes:
        state: the whole position. dice: the only chance there is.
        options: the host's choices. content: the printed matter.
        checks, zero, conditions: the policies the later modules replace.
        effects: the rules of what the tables may say.
        events: what has happened since the caller last took them.
        asks_all: ask even questions with a single possible answer (scenario files look at them).
    """

    def __init__(
        self,
        state: State,
        dice: Dice,
        options: Options,
        checks: Checks,
        zero: Zero,
        conditions: Conditions,
        effects: Effects,
    ) -> None:
        self.state = state
        self.dice = dice
        self.options = options
        self.switches = frozenset(options.on())
        self.content: Content = CONTENT
        self.checks = checks
        self.zero = zero
        self.conditions = conditions
        self.effects = effects
        self.events: list[Event] = []
        self.asks_all = False

    # ---- talking -------------------------------------------------------------------------

    def emit(self, event: Event) -> None:
        """Record a fact."""
        self.events.append(event)

    def ask(
        self,
        kind: str,
        who: Investigator | str,
        options: OptionsOf,
        *,
        rule: str,
        default: str | None = None,
        facts: dict[str, Any] | None = None,
        form: str = "one",
        parts: Callable[[], tuple[str, ...]] | None = None,
        always: bool = False,
    ) -> Rule[str]:
        """Ask one question and return the key chosen.

        A question with a single possible answer answers itself, unless ``always``.
        """
        choices = options()
        if not always and not self.asks_all and len(choices) == 1:
            return choices[0].key
        name = who if isinstance(who, str) else who.id
        answer = yield Ask(
            kind,
            name,
            options,
            rule=rule,
            default=default,
            facts=facts or {},
            form=form,
            parts=parts,
            ready=choices,
        )
        return answer

    def ask_plain(
        self,
        kind: str,
        who: Investigator | str,
        keys: Sequence[str],
        *,
        rule: str,
        default: str | None = None,
        facts: dict[str, Any] | None = None,
    ) -> Rule[str]:
        """Ask with a fixed list of keys."""
        choices = plain(keys, rule)
        return (
            yield from self.ask(kind, who, lambda: choices, rule=rule, default=default, facts=facts)
        )

    # ---- chance --------------------------------------------------------------------------

    def d6(self) -> int:
        """Roll one die."""
        return self.dice.d6()

    def roll(self, purpose: str, who: Investigator | None = None, rule: str = "") -> int:
        """Roll one die that is no check, and tell it."""
        die = self.dice.d6()
        self.emit(DieRolled(purpose=purpose, dice=(die,), who=who.id if who else None, rule=rule))
        return die

    def pick(self, names: Sequence[str], purpose: str, rule: str) -> str:
        """Let a coin pick one of several names; no coin is needed for one."""
        if len(names) == 1:
            return names[0]
        chosen = names[self.dice.pick(names)]
        self.emit(CoinFlipped(purpose=purpose, face=chosen, among=tuple(names), rule=rule))
        return chosen

    def shuffle(self, cards: list[str]) -> None:
        """Put cards in random order, in place."""
        below = self.dice.below
        for last in range(len(cards) - 1, 0, -1):
            other = below(last + 1)
            cards[last], cards[other] = cards[other], cards[last]

    def shuffle_in(self, deck: list[str], card: str) -> None:
        """Put one card back at a random depth of a shuffled deck (DECK-1)."""
        deck.insert(self.dice.below(len(deck) + 1), card)

    # ---- looking -------------------------------------------------------------------------

    def has(self, switch: str) -> bool:
        """Tell whether an option or house rule is in force."""
        return switch in self.switches

    def investigator(self, who: str) -> Investigator:
        """Return an investigator in the game."""
        return self.state.investigators[who]

    def active(self) -> list[Investigator]:
        """Return the investigators in play, those waiting or lost left out."""
        return [i for i in self.state.investigators.values() if i.status == "active"]

    def turn_order(self) -> list[str]:
        """Return the ids of all investigators in the game, clockwise from the first player.

        Of the first player's own investigators one that leads comes first.
        """
        state = self.state
        seats = len(state.seats)
        lead = self.zero.lead(self)
        ordered = sorted(
            (i for i in state.investigators.values() if i.status in ("active", "waiting")),
            key=lambda i: ((i.seat - state.first_seat) % seats, lead not in (None, i.id)),
        )
        return [i.id for i in ordered]

    def at(self, place: str) -> list[Investigator]:
        """Return the investigators in play at a place, in turn order."""
        here = [
            i
            for i in self.state.investigators.values()
            if i.place == place and i.status == "active"
        ]
        if len(here) > 1:
            order = self.turn_order()
            here.sort(key=lambda i: order.index(i.id))
        return here

    def monsters_at(self, place: str) -> list[Monster]:
        """Return the counters that can be met at a place; Hounds outdoors are absent (HOUND-8)."""
        found = [m for m in self.state.monsters if m.place == place]
        if found and not board.is_building(place):
            found = [m for m in found if m.id not in HOUNDS]
        return found

    def occupied(self) -> frozenset[str]:
        """Return every place where a monster would be met."""
        return frozenset(
            [
                m.place
                for m in self.state.monsters
                if m.id not in HOUNDS or board.is_building(m.place)
            ]
        )

    def road_blocks(self) -> board.RoadBlocks:
        """Return what is closed to vehicles now."""
        return board.road_blocks(
            frozenset([m.place for m in self.state.monsters if m.id in BLOCKERS])
        )

    def gate_limit(self) -> int:
        """Return how many gates lose the game now (LOSE-1 to 3, OPT-5)."""
        if self.has("OPT-5"):
            count = len(self.active())
            return 8 if count <= 3 else 7 if count == 4 else 6
        players = self.state.players
        return 8 if players <= 2 else 7 if players <= 4 else 6

    def in_mythos(self) -> bool:
        """Tell whether it is the Mythos Phase, when nobody is active."""
        return self.state.active is None
