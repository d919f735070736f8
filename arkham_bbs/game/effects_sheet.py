"""Effects of the tables on a sheet: what an event asks, gives, takes, sells and promises.

Room: game. Imports events and neighbours here.
Source: RULES.md ENC-1, ENC-9, LOC-HIRE, LOC-RETAINER, TURN-5.
"""

from __future__ import annotations

from typing import Any

from arkham_bbs.game import economy
from arkham_bbs.game.cards import distinct, drop, take_item
from arkham_bbs.game.drawing import draw_for
from arkham_bbs.game.effects import Effect, Handler, Scene, run_effects
from arkham_bbs.game.events import CardDrawn, CoinFlipped, ConditionSet, NothingHappened
from arkham_bbs.game.play import Play, Rule, plain
from arkham_bbs.game.pools import gain, lose, pay
from arkham_bbs.game.state import Card, Investigator


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


def _lose_turns(play: Play, who: Investigator, effect: Effect, scene: Scene) -> Rule[None]:
    who.lost_turns += effect["lose_turns"]
    who.then = list(effect.get("then", ()))
    play.emit(
        ConditionSet(who=who.id, condition="lost-turns", amount=effect["lose_turns"], rule="TURN-5")
    )
    return
    yield


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
    yield from take_item(play, who, Card(found))


SHEET: dict[str, Handler] = {
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
    "lose_turns": _lose_turns,
    "hire": _hire,
    "retainer": _retainer,
    "gamble": _gamble,
    "sell_item": _sell_item,
    "bonus": _bonus,
    "next_move": _next_move,
    "buy_automobile": _automobile,
    "find_handgun": _handgun,
}
