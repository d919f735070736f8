"""The effect vocabulary of the event tables, and the check of every effect in it.

Room: game. Imports its neighbour model.
Source: the D6 tables of the locations and the gate tables of the Other Worlds.

An effect list is resolved in order. Each effect is a mapping whose first key
is the verb. AMOUNT is a whole number, ``d6`` (roll one die) or ``all``.

``none: true``
    nothing happens
``gain: {POOL: AMOUNT}``, ``lose: {POOL: AMOUNT}``
    POOL is strength, sanity or money
``test: {skill: S, pass: [..], fail: [..]}``
    a roll against fast_talk, fight, knowledge, sneak, strength or sanity
``draw: {item: n, spell: n, skill: n}``
    free cards from the named decks
``discard: {item: n} | {spell: n} | {guns: all}``
    the owner chooses; nothing if none is held
``buy: {item | spell: n, price: list | N, otherwise: [..]}``
    an optional purchase, open to Fast Talk; ``list`` is the price on the card
``pay: {amount: N, purchase: bool, then: [..], otherwise: [..]}``
    an optional payment, open to Fast Talk if it is a purchase
``choose: [{label: .., needs: COND, effects: [..]}, ..]``
    the player picks one; ``needs`` may be absent
``if: {when: COND, then: [..], else: [..]}``
    COND is a word of CONDITIONS, or ``{money: N}`` for holding at least N
``monster_appears: true``, ``gate_and_monster: true``, ``sidewalk: true``
    a monster here; a gate and a monster here; out to an entrance space
``jail: n``, ``lose_turns: n`` with an optional ``then: [..]``
    turns in jail; turns lost here, and what follows them
``repeat_box: true``, ``lost: true``, ``random_arkham: true``, ``reroll: true``
    same box next turn; lost for good; a rolled location; this table again
``go: LOCATION``
    moved there without choice, which counts as entering
``ride: any_place | any_location | LOCATION, declinable, then_roll, otherwise: [..]``
    a free journey; ``any_place`` allows street spaces too
``visit_world: {world: W, rolls: n, back: now | next_turn}``
    a roll on another gate table, then back
``hire: CHARACTER, cost: N``, ``retainer: true``, ``buy_automobile: {price: N}``
    a local character, a retainer card, the automobile
``gamble: {stake: all_money, win_on: even_d6 | heads, win: [..], lose: [..]}``
    a bet of everything held
``sell_item: {count: 1, price: N}``
    one item of choice for N dollars
``bonus: {skill: S, amount: n, lasts: next_encounter}``
    a passing advantage
``next_move: {dice: n} | {add: n}``
    changes the next movement roll
``find_handgun: {otherwise: [..]}``
    the first one-handed gun of the item deck
``wake_at: {1: LOCATION, .. 6: LOCATION}``
    the place shown by a D6
"""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence
from typing import Any

from arkham_bbs.game.content.model import ContentError

SKILLS = ("fast_talk", "fight", "knowledge", "sneak", "strength", "sanity")
POOLS = ("strength", "sanity", "money")
DECKS = ("item", "spell", "skill")
CONDITIONS = (
    "has_gun",
    "has_item",
    "has_spell",
    "on_retainer",
    "retainer_free",
    "skill_card_left",
)
LASTS = ("next_encounter",)
WIN_ON = ("even_d6", "heads")
BACK = ("now", "next_turn")
RIDES = ("any_place", "any_location")


class EffectChecker:
    """Checks effect lists against the vocabulary and the ids of the other files."""

    def __init__(
        self, locations: Container[str], worlds: Container[str], characters: Container[str]
    ) -> None:
        self._locations = locations
        self._worlds = worlds
        self._characters = characters
        self._verbs: dict[str, Callable[[dict[str, Any], str], None]] = {
            "gain": self._pool,
            "lose": self._pool,
            "test": self._test,
            "draw": self._draw,
            "discard": self._discard,
            "buy": self._buy,
            "pay": self._pay,
            "choose": self._choose,
            "if": self._if,
            "jail": self._jail,
            "lose_turns": self._lose_turns,
            "go": self._go,
            "ride": self._ride,
            "visit_world": self._visit,
            "hire": self._hire,
            "gamble": self._gamble,
            "sell_item": self._sell,
            "bonus": self._bonus,
            "next_move": self._next_move,
            "buy_automobile": self._automobile,
            "find_handgun": self._handgun,
            "wake_at": self._wake,
        }
        for flag in (
            "none",
            "monster_appears",
            "gate_and_monster",
            "sidewalk",
            "repeat_box",
            "retainer",
            "reroll",
            "lost",
            "random_arkham",
        ):
            self._verbs[flag] = self._flag

    @property
    def verbs(self) -> tuple[str, ...]:
        """Every verb, in alphabetical order."""
        return tuple(sorted(self._verbs))

    def check(self, effects: object, path: str) -> None:
        """Check a list of effects.

        Raises:
            ContentError: with ``path`` and the place inside the list.
        """
        if not isinstance(effects, list | tuple):
            raise ContentError(f"{path}: a list of effects is wanted, not {effects!r}")
        for index, effect in enumerate(effects):
            where = f"{path}[{index}]"
            if not isinstance(effect, dict) or not effect:
                raise ContentError(f"{where}: an effect with a verb is wanted, not {effect!r}")
            verb = next(iter(effect))
            if verb not in self._verbs:
                raise ContentError(f"{where}: {verb!r} is no verb of the vocabulary")
            self._verbs[verb](effect, f"{where}.{verb}")

    def _flag(self, effect: dict[str, Any], path: str) -> None:
        self._keys(effect, path, {next(iter(effect))})
        if next(iter(effect.values())) is not True:
            raise ContentError(f"{path}: only true is allowed")

    def _pool(self, effect: dict[str, Any], path: str) -> None:
        pools = self._only(effect, path)
        if not pools:
            raise ContentError(f"{path}: names no pool")
        for pool, amount in pools.items():
            self._one_of(pool, POOLS, f"{path}.{pool}")
            if amount not in ("d6", "all"):
                self._number(amount, f"{path}.{pool}")

    def _test(self, effect: dict[str, Any], path: str) -> None:
        body = self._body(effect, path, {"skill", "pass", "fail"})
        self._one_of(body["skill"], SKILLS, f"{path}.skill")
        self.check(body["pass"], f"{path}.pass")
        self.check(body["fail"], f"{path}.fail")

    def _draw(self, effect: dict[str, Any], path: str) -> None:
        decks = self._only(effect, path)
        if not decks:
            raise ContentError(f"{path}: names no deck")
        for deck, count in decks.items():
            self._one_of(deck, DECKS, f"{path}.{deck}")
            self._number(count, f"{path}.{deck}")

    def _discard(self, effect: dict[str, Any], path: str) -> None:
        body = self._only(effect, path)
        if body == {"guns": "all"}:
            return
        for deck, count in body.items():
            self._one_of(deck, ("item", "spell"), f"{path}.{deck}")
            self._number(count, f"{path}.{deck}")

    def _buy(self, effect: dict[str, Any], path: str) -> None:
        body = self._only(effect, path)
        deck = next(iter(body), "")
        self._one_of(deck, ("item", "spell"), path)
        self._keys(body, path, {deck, "price", "otherwise"})
        self._number(body[deck], f"{path}.{deck}")
        if body["price"] != "list":
            self._number(body["price"], f"{path}.price")
        self.check(body["otherwise"], f"{path}.otherwise")

    def _pay(self, effect: dict[str, Any], path: str) -> None:
        body = self._body(effect, path, {"amount", "purchase", "then", "otherwise"})
        self._number(body["amount"], f"{path}.amount")
        self._bool(body["purchase"], f"{path}.purchase")
        self.check(body["then"], f"{path}.then")
        self.check(body["otherwise"], f"{path}.otherwise")

    def _choose(self, effect: dict[str, Any], path: str) -> None:
        self._keys(effect, path, {"choose"})
        options = effect["choose"]
        if not isinstance(options, list) or len(options) < 2:
            raise ContentError(f"{path}: at least two options are wanted")
        for index, option in enumerate(options):
            where = f"{path}[{index}]"
            if not isinstance(option, dict):
                raise ContentError(f"{where}: an option is a table")
            self._keys(option, where, {"label", "effects"}, optional={"needs"})
            if not isinstance(option["label"], str) or not option["label"]:
                raise ContentError(f"{where}.label: a word is wanted")
            if "needs" in option:
                self._condition(option["needs"], f"{where}.needs")
            self.check(option["effects"], f"{where}.effects")

    def _if(self, effect: dict[str, Any], path: str) -> None:
        body = self._body(effect, path, {"when", "then", "else"})
        self._condition(body["when"], f"{path}.when")
        self.check(body["then"], f"{path}.then")
        self.check(body["else"], f"{path}.else")

    def _jail(self, effect: dict[str, Any], path: str) -> None:
        self._keys(effect, path, {"jail"})
        self._number(effect["jail"], path)

    def _lose_turns(self, effect: dict[str, Any], path: str) -> None:
        self._keys(effect, path, {"lose_turns"}, optional={"then"})
        self._number(effect["lose_turns"], path)
        self.check(effect.get("then", []), f"{path}.then")

    def _go(self, effect: dict[str, Any], path: str) -> None:
        self._keys(effect, path, {"go"})
        self._one_of(effect["go"], self._locations, path)

    def _ride(self, effect: dict[str, Any], path: str) -> None:
        self._keys(effect, path, {"ride", "declinable", "then_roll", "otherwise"})
        if effect["ride"] not in RIDES:
            self._one_of(effect["ride"], self._locations, path)
        self._bool(effect["declinable"], f"{path}.declinable")
        self._bool(effect["then_roll"], f"{path}.then_roll")
        self.check(effect["otherwise"], f"{path}.otherwise")

    def _visit(self, effect: dict[str, Any], path: str) -> None:
        body = self._body(effect, path, {"world", "rolls", "back"})
        self._one_of(body["world"], self._worlds, f"{path}.world")
        self._number(body["rolls"], f"{path}.rolls")
        self._one_of(body["back"], BACK, f"{path}.back")

    def _hire(self, effect: dict[str, Any], path: str) -> None:
        self._keys(effect, path, {"hire", "cost"})
        self._one_of(effect["hire"], self._characters, path)
        self._number(effect["cost"], f"{path}.cost")

    def _gamble(self, effect: dict[str, Any], path: str) -> None:
        body = self._body(effect, path, {"stake", "win_on", "win", "lose"})
        self._one_of(body["stake"], ("all_money",), f"{path}.stake")
        self._one_of(body["win_on"], WIN_ON, f"{path}.win_on")
        self.check(body["win"], f"{path}.win")
        self.check(body["lose"], f"{path}.lose")

    def _sell(self, effect: dict[str, Any], path: str) -> None:
        body = self._body(effect, path, {"count", "price"})
        self._number(body["count"], f"{path}.count")
        self._number(body["price"], f"{path}.price")

    def _bonus(self, effect: dict[str, Any], path: str) -> None:
        body = self._body(effect, path, {"skill", "amount", "lasts"})
        self._one_of(body["skill"], SKILLS, f"{path}.skill")
        self._number(body["amount"], f"{path}.amount")
        self._one_of(body["lasts"], LASTS, f"{path}.lasts")

    def _next_move(self, effect: dict[str, Any], path: str) -> None:
        body = self._only(effect, path)
        for key, amount in body.items():
            self._one_of(key, ("dice", "add"), f"{path}.{key}")
            self._number(amount, f"{path}.{key}")

    def _automobile(self, effect: dict[str, Any], path: str) -> None:
        body = self._body(effect, path, {"price"})
        self._number(body["price"], f"{path}.price")

    def _handgun(self, effect: dict[str, Any], path: str) -> None:
        body = self._body(effect, path, {"otherwise"})
        self.check(body["otherwise"], f"{path}.otherwise")

    def _wake(self, effect: dict[str, Any], path: str) -> None:
        body = self._only(effect, path)
        if list(body) != [1, 2, 3, 4, 5, 6]:
            raise ContentError(f"{path}: the results 1 to 6 are wanted")
        for face, location in body.items():
            self._one_of(location, self._locations, f"{path}.{face}")

    def _condition(self, condition: object, path: str) -> None:
        if isinstance(condition, dict):
            self._keys(condition, path, {"money"})
            self._number(condition["money"], f"{path}.money")
        else:
            self._one_of(condition, CONDITIONS, path)

    def _only(self, effect: dict[str, Any], path: str) -> dict[Any, Any]:
        verb = next(iter(effect))
        self._keys(effect, path, {verb})
        body = effect[verb]
        if not isinstance(body, dict):
            raise ContentError(f"{path}: a table is wanted, not {body!r}")
        return body

    def _body(self, effect: dict[str, Any], path: str, keys: set[str]) -> dict[str, Any]:
        body = self._only(effect, path)
        self._keys(body, path, keys)
        return body

    @staticmethod
    def _keys(
        table: dict[Any, Any], path: str, wanted: set[str], optional: set[str] | None = None
    ) -> None:
        for key in sorted(wanted):
            if key not in table:
                raise ContentError(f"{path}: {key!r} is missing")
        for key in table:
            if key not in wanted and key not in (optional or set()):
                raise ContentError(f"{path}: {key!r} is unknown here")

    @staticmethod
    def _one_of(value: object, allowed: Container[str], path: str) -> None:
        if value not in allowed:
            listed = ", ".join(allowed) if isinstance(allowed, Sequence) else "the known ids"
            raise ContentError(f"{path}: {value!r} is not one of {listed}")

    @staticmethod
    def _number(value: object, path: str) -> None:
        if isinstance(value, bool) or not isinstance(value, int) or value < 1:
            raise ContentError(f"{path}: a whole number from 1 up is wanted, not {value!r}")

    @staticmethod
    def _bool(value: object, path: str) -> None:
        if not isinstance(value, bool):
            raise ContentError(f"{path}: true or false is wanted, not {value!r}")
