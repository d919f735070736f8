"""Playing the last answers of a game again, noting every die, draw and decision.

Room: game. Imports neighbours here. Source: docs/scenarios.md.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, SupportsIndex

from msgspec import Struct, field

from arkham_bbs.game.decisions import Decision
from arkham_bbs.game.dice import SeededDice
from arkham_bbs.game.game import Game
from arkham_bbs.game.movement import walks_from
from arkham_bbs.game.scenario.script import SHUFFLE
from arkham_bbs.game.scenario.speech import say, say_aside
from arkham_bbs.game.state import State
from arkham_bbs.game.stored import Entry

DECKS: tuple[str, ...] = ("items", "spells", "skills", "gates", "monsters")
# These are put to a player even with one possible answer, so that they count as answered.
ALWAYS_ASKED: frozenset[str] = frozenset({"move", "meet", "begin", "extras"})


class RecordingDice:
    """The game's own dice, with a list of what they gave."""

    def __init__(self, seed: bytes, used: int) -> None:
        self.inner = SeededDice(seed, used)
        self.given: list[tuple[str, int | str]] = []
        self.skip = 0

    @property
    def used(self) -> int:
        """Draws made so far."""
        return self.inner.used

    @used.setter
    def used(self, value: int) -> None:
        self.inner.used = value

    def d6(self) -> int:
        """Return 1 to 6."""
        face = self.inner.d6()
        self.given.append(("die", face))
        return face

    def coin(self) -> bool:
        """Return True for heads."""
        heads = self.inner.coin()
        self.given.append(("coin", "heads" if heads else "tails"))
        return heads

    def pick(self, names: Sequence[str]) -> int:
        """Return an index into ``names``."""
        index = self.inner.pick(names)
        self.given.append(("coin", names[index]))
        return index

    def below(self, limit: int) -> int:
        """Return 0 to ``limit`` - 1; the first ``skip`` calls leave things as they are."""
        if self.skip:
            self.skip -= 1
            return limit - 1
        place = self.inner.below(limit)
        self.given.append((SHUFFLE, place))
        return place


class _Dealt(str):
    """A card that lay in its deck when the recording began."""

    __slots__ = ()


class WatchedDeck(list[str]):
    """A deck that knows how many of its first cards were drawn."""

    def __init__(self, cards: Iterable[str]) -> None:
        super().__init__(_Dealt(card) for card in cards)
        self.first = [str(card) for card in self]
        self.drawn = 0
        self.is_mixed = False

    def pop(self, index: SupportsIndex = -1) -> str:
        """Draw a card."""
        card = super().pop(index)
        self.drawn += isinstance(card, _Dealt)
        return str(card)

    def remove(self, card: str) -> None:
        """Take a card out of the middle: its depth has to be told."""
        super().remove(card)
        self.is_mixed = True

    def __setitem__(self, index: Any, value: Any) -> None:
        self.is_mixed = True
        super().__setitem__(index, value)

    def told(self, whole: bool) -> list[str] | None:
        """Return the cards to name, top first; None when none needs naming."""
        if not self.first or whole or self.is_mixed:
            return self.first
        return self.first[: self.drawn] or None


class Told(Struct):
    """An answer in the words of the files. ``is_silent``: only one answer was possible."""

    ask: str
    answer: Any
    of: str | None
    is_silent: bool = False


class Recording(Struct):
    """A game played again from its last step boundary."""

    base: State
    game: Game
    dice: RecordingDice
    decks: dict[str, WatchedDeck]
    told: list[Told] = field(default_factory=list)


def _same_shuffle(dice: RecordingDice, cards: list[str]) -> int:
    """Shuffle as Play.shuffle does and return how many draws that took."""
    for last in range(len(cards) - 1, 0, -1):
        other = dice.inner.below(last + 1)
        cards[last], cards[other] = cards[other], cards[last]
    return max(0, len(cards) - 1)


def record(game: Game) -> Recording:
    """Play the answers since the last step boundary again."""
    base, used, entries = game.last_span()
    state, _, _ = game.last_span()
    dice = RecordingDice(game.seed, used)
    if state.step == "setup":
        for name in DECKS:
            dice.skip += _same_shuffle(dice, getattr(state.decks, name))
    decks = {name: WatchedDeck(getattr(state.decks, name)) for name in DECKS}
    for name, deck in decks.items():
        setattr(state.decks, name, deck)
    again = Game.at(state, game.options, dice, asks_all=True)
    if base.step == "setup":
        for deck in decks.values():
            deck.is_mixed = False
    recording = Recording(base=base, game=again, dice=dice, decks=decks)
    _answer_singles(recording)
    for entry in entries:
        dice.used = entry.dice_used
        _apply(recording, entry)
        _answer_singles(recording)
    return recording


def _answer_singles(recording: Recording) -> None:
    """Give the only answer wherever there was one, as the game itself did."""
    game = recording.game
    while (decision := game.decision) is not None:
        if len(decision.options) != 1 or decision.kind in ALWAYS_ASKED:
            return
        key = decision.options[0].key
        recording.told.append(_told(game, decision, key, is_silent=True))
        game.decide(key)


def _apply(recording: Recording, entry: Entry) -> None:
    game = recording.game
    if entry.interjection:
        who, _, key = entry.key.partition("/")
        ask, answer = say_aside(game, key)
        if ask == "trade":
            ask = "offer"
        recording.told.append(Told(ask, answer, who))
        game.interject(entry.seat, entry.key)
        return
    decision = game.decision
    assert decision is not None
    recording.told.append(_told(game, decision, entry.key))
    game.decide(entry.key)


def _told(game: Game, decision: Decision, key: str, *, is_silent: bool = False) -> Told:
    ask, answer = say(decision, key)
    of = decision.investigator or None
    if of is not None and of == game.play.state.active:
        of = None
    if decision.kind == "move":
        answer = _with_path(game, decision, answer)
    return Told(ask, answer, of, is_silent)


def _with_path(game: Game, decision: Decision, answer: Any) -> Any:
    """Write a walk as its path."""
    who = game.play.investigator(decision.investigator)
    facts = decision.facts
    ways = walks_from(game.play, who, facts["budget"], facts["mists"])
    if isinstance(answer, dict) and "walk" in answer:
        return {**answer, "walk": list(ways[answer["walk"]])}
    if isinstance(answer, str) and answer in ways:
        return list(ways[answer])
    return answer


def choices_of(recording: Recording) -> list[dict[str, Any]]:
    """Return the choices to list: silent ones only where they keep others in their place."""
    found: list[dict[str, Any]] = []
    told = recording.told
    for index, one in enumerate(told):
        if one.is_silent:
            after = next((t for t in told[index + 1 :] if not t.is_silent), None)
            aside = after is not None and after.ask in ("use", "cast", "offer", "accept")
            if after is None or not (after.ask == one.ask or aside):
                continue
        entry: dict[str, Any] = {"ask": one.ask, "answer": one.answer}
        if one.of is not None:
            entry["of"] = one.of
        found.append(entry)
    return found
