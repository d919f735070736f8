"""The vocabulary of the tables: what each effect of a location or gate-table result does.

Room: game. Imports events and neighbours here.
Source: RULES.md ENC-1 to ENC-15, WORLD-6 to WORLD-11, LOC-JAIL-1, LOC-RETAINER, OPEN-31.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from msgspec import Struct

from arkham_bbs.game import board, economy
from arkham_bbs.game.cards import distinct, draw_for, drop
from arkham_bbs.game.events import (
    CardDrawn,
    CoinFlipped,
    ConditionSet,
    GateRolled,
    NothingHappened,
)
from arkham_bbs.game.gates import lay_gate
from arkham_bbs.game.meeting import meet_here
from arkham_bbs.game.monsters import appear, point_new, sealed
from arkham_bbs.game.places import relocate
from arkham_bbs.game.play import CarriedOff, MovedOn, Play, Rule, plain
from arkham_bbs.game.pools import gain, lose, pay
from arkham_bbs.game.state import Card, Investigator, Visit
from arkham_bbs.game.vehicles import goals, ride

Effect = dict[str, Any]


class Scene(Struct, frozen=True):
    """Where a table was rolled on, and the die."""

    place: str
    die: int

    @property
    def cause(self) -> str:
        """Return the stable word for what this event changes."""
        return f"event:{self.place}:{self.die}"


Handler = Callable[[Play, Investigator, Effect, Scene], Rule[None]]


def run_effects(
    play: Play, who: Investigator, effects: Iterable[Effect], scene: Scene
) -> Rule[None]:
    """Carry out effects in order.

    Raises:
        MovedOn, CarriedOff: the investigator left; the rest lapses (ENC-15).
    """
    for effect in effects:
        yield from HANDLERS[next(iter(effect))](play, who, effect, scene)


def holds(play: Play, who: Investigator, condition: Any) -> bool:
    """Tell whether a COND of the tables is true."""
    if isinstance(condition, dict):
        return who.money >= int(condition["money"])
    if condition == "has_gun":
        return any(play.content.items[card.id].gun for card in who.items)
    if condition == "has_item":
        return bool(who.items)
    if condition == "has_spell":
        return bool(who.spells)
    if condition == "on_retainer":
        return who.retainer
    if condition == "retainer_free":
        return not who.retainer and play.state.decks.retainers > 0
    return bool(play.state.decks.skills)  # skill_card_left


def _none(play: Play, who: Investigator, effect: Effect, scene: Scene) -> Rule[None]:
    play.emit(NothingHappened(cause="none", who=who.id, place=scene.place, rule="ENC-1"))
    return
    yield


def _gain(play: Play, who: Investigator, effect: Effect, scene: Scene) -> Rule[None]:
    for pool, amount in effect["gain"].items():
        points = who.money if amount == "all" else _amount(play, who, amount)
        gain(play, who, pool, points, scene.cause, "ENC-1")
    return
    yield


def _amount(play: Play, who: Investigator, amount: int | str) -> int:
    return play.roll("event", who, "ENC-1") if amount == "d6" else int(amount)


def _lose(play: Play, who: Investigator, effect: Effect, scene: Scene) -> Rule[None]:
    for pool, amount in effect["lose"].items():
        if pool == "money":
            pay(play, who, who.money if amount == "all" else int(amount), scene.cause, "ENC-1")
        else:
            yield from lose(play, who, pool, _amount(play, who, amount), scene.cause, "ENC-1")


def _test(play: Play, who: Investigator, effect: Effect, scene: Scene) -> Rule[None]:
    test = effect["test"]
    passed = yield from play.checks.test(play, who, test["skill"], scene.cause)
    yield from run_effects(play, who, test["pass" if passed else "fail"], scene)


def _draw(play: Play, who: Investigator, effect: Effect, scene: Scene) -> Rule[None]:
    for kind, count in effect["draw"].items():
        for _ in range(count):
            yield from draw_for(play, who, f"{kind}s", "ENC-1")


def _discard(play: Play, who: Investigator, effect: Effect, scene: Scene) -> Rule[None]:
    for kind, count in effect["discard"].items():
        if kind == "guns":
            for card in list(who.items):
                if play.content.items[card.id].gun:
                    drop(play, who, "items", card.id, "robbed", "ENC-1")
            continue
        cards = who.items if kind == "item" else who.spells
        for _ in range(count):
            if not cards:
                play.emit(NothingHappened(cause="nothing-held", who=who.id, rule="ENC-1"))
                break
            answer = yield from play.ask_plain(
                f"discard_{kind}",
                who,
                [f"{kind}:{name}" for name in distinct([card.id for card in cards])],
                rule="ENC-1",
            )
            drop(play, who, f"{kind}s", answer.partition(":")[2], "discarded", "ENC-1")


def _buy(play: Play, who: Investigator, effect: Effect, scene: Scene) -> Rule[None]:
    offer = effect["buy"]
    deck = "items" if "item" in offer else "spells"
    if not (yield from economy.buy_card(play, who, deck, offer["price"])):
        yield from run_effects(play, who, offer.get("otherwise", ()), scene)


def _pay(play: Play, who: Investigator, effect: Effect, scene: Scene) -> Rule[None]:
    offer = effect["pay"]
    if offer["purchase"]:
        paid = yield from economy.agree(play, who, scene.cause, offer["amount"])
    else:
        paid = yield from economy.settle(play, who, "pay", scene.cause, offer["amount"], "ENC-9")
    yield from run_effects(play, who, offer["then" if paid else "otherwise"], scene)


def _choose(play: Play, who: Investigator, effect: Effect, scene: Scene) -> Rule[None]:
    choices = effect["choose"]
    answer = yield from play.ask(
        "choose",
        who,
        lambda: plain(
            [
                f"choice:{place}"
                for place, choice in enumerate(choices)
                if "needs" not in choice or holds(play, who, choice["needs"])
            ],
            "ENC-1",
        ),
        rule="ENC-1",
        facts={
            "place": scene.place,
            "die": scene.die,
            "labels": tuple(choice["label"] for choice in choices),
        },
    )
    chosen = choices[int(answer.partition(":")[2])]
    yield from run_effects(play, who, chosen["effects"], scene)


def _if(play: Play, who: Investigator, effect: Effect, scene: Scene) -> Rule[None]:
    branch = effect["if"]
    yield from run_effects(
        play, who, branch["then" if holds(play, who, branch["when"]) else "else"], scene
    )


def _monster(play: Play, who: Investigator, effect: Effect, scene: Scene) -> Rule[None]:
    if appear(play, who.place, face_up=True, rule="ENC-4") is not None:
        yield from meet_newcomer(play, who)


def meet_newcomer(play: Play, who: Investigator) -> Rule[None]:
    """Meet what an event brought (ENC-4); the victor at a gate may enter it (GATE-4, OPEN-18)."""
    from arkham_bbs.game.encounter import after_victory

    yield from meet_here(play, who)
    yield from after_victory(play, who)


def _gate_and_monster(play: Play, who: Investigator, effect: Effect, scene: Scene) -> Rule[None]:
    place = who.place
    if sealed(play, place):
        play.emit(NothingHappened(cause="elder-sign", place=place, rule="OPEN-15"))
        return
    if place in play.state.gates:
        if appear(play, place, face_up=True, rule="ENC-10") is not None:
            yield from meet_newcomer(play, who)
        return
    if not lay_gate(play, place, counts=True, rule="ENC-2"):
        play.emit(NothingHappened(cause="gate-deck-empty", place=place, rule="GATE-5"))
        return
    monster = appear(play, place, face_up=False, rule="ENC-3")
    if monster is not None:
        yield from point_new(play, monster, who)
    from arkham_bbs.game.worlds import go_through

    yield from go_through(play, who, place, "event", "ENC-14")
    raise CarriedOff(who)


def _sidewalk(play: Play, who: Investigator, effect: Effect, scene: Scene) -> Rule[None]:
    yield from to_sidewalk(play, who)
    raise MovedOn(who)


def to_sidewalk(play: Play, who: Investigator) -> Rule[None]:
    """Move, free, to an entrance space of one's choice (ENC-12)."""
    doors = board.ENTRANCES[who.place]
    answer = yield from play.ask_plain(
        "sidewalk", who, [f"place:{door}" for door in doors], rule="ENC-12"
    )
    relocate(play, who, answer.partition(":")[2], "sidewalk", rule="ENC-12")


def _jail(play: Play, who: Investigator, effect: Effect, scene: Scene) -> Rule[None]:
    yield from play.conditions.jail(play, who, effect["jail"])


def _lose_turns(play: Play, who: Investigator, effect: Effect, scene: Scene) -> Rule[None]:
    who.lost_turns += effect["lose_turns"]
    who.then = list(effect.get("then", ()))
    play.emit(
        ConditionSet(who=who.id, condition="lost-turns", amount=effect["lose_turns"], rule="TURN-5")
    )
    return
    yield


def _repeat_box(play: Play, who: Investigator, effect: Effect, scene: Scene) -> Rule[None]:
    if who.visit is None:
        who.held = True
        play.emit(ConditionSet(who=who.id, condition="held", rule="WORLD-6"))
    return
    yield


def _go(play: Play, who: Investigator, effect: Effect, scene: Scene) -> Rule[None]:
    relocate(play, who, effect["go"], "event", rule="ENC-5")
    raise MovedOn(who)
    yield


def _ride(play: Play, who: Investigator, effect: Effect, scene: Scene) -> Rule[None]:
    wanted: tuple[str, ...]
    if effect["ride"] == "any_place":
        wanted = board.PLACES
    elif effect["ride"] == "any_location":
        wanted = tuple(board.ENTRANCES)
    else:
        wanted = (effect["ride"],)
    keys = [f"place:{place}" for place in goals(play, who.place, wanted)]
    if effect["declinable"]:
        keys.append("decline")
    if not keys:
        play.emit(NothingHappened(cause="none", who=who.id, place=scene.place, rule="MOVE-9"))
        return
    answer = yield from play.ask_plain(
        "ride", who, keys, rule="ENC-11", default="decline" if effect["declinable"] else None
    )
    if answer == "decline":
        yield from run_effects(play, who, effect["otherwise"], scene)
        return
    yield from ride(play, who, answer.partition(":")[2], "ride", rule="MOVE-21")
    raise MovedOn(who)


def _visit(play: Play, who: Investigator, effect: Effect, scene: Scene) -> Rule[None]:
    from arkham_bbs.game.worlds import end_visit, roll_table

    visit = effect["visit_world"]
    if who.visit is None:
        who.visit = Visit(world=visit["world"], home=who.place)
    relocate(play, who, f"{visit['world']}/2", "event", rule="WORLD-11")
    yield from roll_table(play, who)
    if visit["back"] == "now":
        end_visit(play, who)


def _hire(play: Play, who: Investigator, effect: Effect, scene: Scene) -> Rule[None]:
    yield from economy.hire(play, who, effect["hire"], effect["cost"])


def _retainer(play: Play, who: Investigator, effect: Effect, scene: Scene) -> Rule[None]:
    play.state.decks.retainers -= 1
    who.retainer = True
    play.emit(ConditionSet(who=who.id, condition="retainer", rule="LOC-RETAINER-1"))
    return
    yield


def _gamble(play: Play, who: Investigator, effect: Effect, scene: Scene) -> Rule[None]:
    wager = effect["gamble"]
    if wager["win_on"] == "heads":
        won = play.dice.coin()
        face = "heads" if won else "tails"
        play.emit(CoinFlipped(purpose="wager", face=face, who=who.id, rule="ENC-1"))
    else:
        won = play.roll("wager", who, "ENC-1") % 2 == 0
    yield from run_effects(play, who, wager["win" if won else "lose"], scene)


def _sell_item(play: Play, who: Investigator, effect: Effect, scene: Scene) -> Rule[None]:
    sale = effect["sell_item"]
    for _ in range(sale["count"]):
        answer = yield from play.ask_plain(
            "sell_for",
            who,
            [f"item:{name}" for name in distinct([card.id for card in who.items])],
            rule="ENC-1",
            facts={"price": sale["price"]},
        )
        item = answer.partition(":")[2]
        drop(play, who, "items", item, "sold", "ENC-1")
        gain(play, who, "money", sale["price"], f"sold:{item}", "ENC-1")


def _bonus(play: Play, who: Investigator, effect: Effect, scene: Scene) -> Rule[None]:
    who.sneak_bonus = effect["bonus"]["amount"]
    play.emit(
        ConditionSet(who=who.id, condition="sneak-bonus", amount=who.sneak_bonus, rule="ENC-1")
    )
    return
    yield


def _next_move(play: Play, who: Investigator, effect: Effect, scene: Scene) -> Rule[None]:
    change = effect["next_move"]
    if "dice" in change:
        who.next_dice = change["dice"]
        condition, amount = "next-move-dice", who.next_dice
    else:
        who.next_add += change["add"]
        condition, amount = "next-move-add", who.next_add
    play.emit(ConditionSet(who=who.id, condition=condition, amount=amount, rule="ENC-1"))
    return
    yield


def _automobile(play: Play, who: Investigator, effect: Effect, scene: Scene) -> Rule[None]:
    yield from economy.buy_automobile(play, who, effect["buy_automobile"]["price"])


def _handgun(play: Play, who: Investigator, effect: Effect, scene: Scene) -> Rule[None]:
    """Take the next one-handed gun of the item stack, then shuffle it."""
    deck = play.state.decks.items
    cards = play.content.items
    found = next((name for name in deck if cards[name].gun and cards[name].hands == 1), None)
    if found is None:
        yield from run_effects(play, who, effect["find_handgun"]["otherwise"], scene)
        return
    deck.remove(found)
    play.state.drawn.append(f"items:{found}")
    play.shuffle(deck)
    play.emit(CardDrawn(who=who.id, deck="items", card=found, rule="ENC-1"))
    from arkham_bbs.game.cards import take_item

    yield from take_item(play, who, Card(found))


def _wake(play: Play, who: Investigator, effect: Effect, scene: Scene) -> Rule[None]:
    """Lie at another location at once; the turn ends without an encounter (OPEN-31)."""
    die = play.roll("wake", who, "OPEN-31")
    relocate(play, who, effect["wake_at"][die], "event", rule="OPEN-31")
    raise CarriedOff(who)
    yield


def _reroll(play: Play, who: Investigator, effect: Effect, scene: Scene) -> Rule[None]:
    from arkham_bbs.game.encounter import roll_event

    yield from roll_event(play, who)


def _lost(play: Play, who: Investigator, effect: Effect, scene: Scene) -> Rule[None]:
    yield from play.zero.lost(play, who, scene.cause)


def _thrown(play: Play, who: Investigator, effect: Effect, scene: Scene) -> Rule[None]:
    """Appear at the location of a Gate Appearance roll; the turn ends there (WORLD-9)."""
    dice = (play.d6(), play.d6())
    place = play.content.appearance[sum(dice)]
    play.emit(GateRolled(dice=dice, place=place, purpose="thrown", rule="WORLD-9"))
    who.visit = None
    who.departed_gate = None
    relocate(play, who, place, "thrown", rule="WORLD-9")
    raise CarriedOff(who)
    yield


HANDLERS: dict[str, Handler] = {
    "none": _none,
    "gain": _gain,
    "lose": _lose,
    "test": _test,
    "draw": _draw,
    "discard": _discard,
    "buy": _buy,
    "pay": _pay,
    "choose": _choose,
    "if": _if,
    "monster_appears": _monster,
    "gate_and_monster": _gate_and_monster,
    "sidewalk": _sidewalk,
    "jail": _jail,
    "lose_turns": _lose_turns,
    "repeat_box": _repeat_box,
    "go": _go,
    "ride": _ride,
    "visit_world": _visit,
    "hire": _hire,
    "retainer": _retainer,
    "gamble": _gamble,
    "sell_item": _sell_item,
    "bonus": _bonus,
    "next_move": _next_move,
    "buy_automobile": _automobile,
    "find_handgun": _handgun,
    "wake_at": _wake,
    "reroll": _reroll,
    "lost": _lost,
    "random_arkham": _thrown,
}
