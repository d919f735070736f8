"""Hospital, Sanitarium and the Mission's charity.

Room: game. Imports events and neighbours here.
Source: RULES.md LOC-CARE-1 to LOC-CARE-4, COMBAT-19, HOUSE-2, LOC-DAGON-1 to LOC-DAGON-6, OPEN-3.
"""

from __future__ import annotations

from arkham_bbs.game.drawing import draw_for
from arkham_bbs.game.events import CharityGranted, ConditionSet, ServiceUsed
from arkham_bbs.game.play import Play, Rule, plain
from arkham_bbs.game.pools import gain, pay
from arkham_bbs.game.state import Investigator

WARDS: dict[str, str] = {"hospital": "strength", "sanitarium": "sanity"}
MISSION = "dagon_mission"


def treat(play: Play, who: Investigator) -> None:
    """Give one turn's treatment for $3, or for what there is (LOC-CARE-1 to -4)."""
    pool = WARDS[who.place]
    rule = "LOC-CARE-1"
    fee = play.content.misc["fees"]["treatment"]
    play.emit(ServiceUsed(who=who.id, place=who.place, service="treatment", rule=rule))
    if pay(play, who, fee, "treatment", rule) < fee:
        who.must_leave = True
        play.emit(ConditionSet(who=who.id, condition="must-leave", rule="LOC-CARE-3"))
    if play.has("HOUSE-2"):
        amount = play.conditions.limit(who, pool) - getattr(who, pool)
        gain(play, who, pool, amount, "treatment", "HOUSE-2")
    else:
        amount = play.roll("treatment", who, "LOC-CARE-2")
        gain(play, who, pool, amount, "treatment", "LOC-CARE-2")
    other = "sanity" if pool == "strength" else "strength"
    if getattr(who, other) <= 0:
        gain(play, who, other, 1, "treatment", "COMBAT-19")


def offer_treatment(play: Play, who: Investigator) -> Rule[None]:
    """Offer treatment as the encounter (ENC-13); nobody in full health is asked."""
    pool = WARDS[who.place]
    if getattr(who, pool) >= play.conditions.limit(who, pool):
        return
    answer = yield from play.ask_plain(
        "treat",
        who,
        ["yes", "no"],
        rule="LOC-CARE-1",
        default="no",
        facts={"pool": pool, "fee": play.content.misc["fees"]["treatment"], "money": who.money},
    )
    if answer == "yes":
        treat(play, who)


def qualifies(play: Play, who: Investigator) -> list[str]:
    """Return the categories in which ``who`` is in need (LOC-DAGON-2, LOC-DAGON-5, OPEN-3)."""
    everybody = [
        other
        for other in play.state.investigators.values()
        if other.status in ("active", "waiting")
    ]
    found = []
    if who.money <= min(other.money for other in everybody):
        found.append("money")
    if len(who.items) <= min(len(other.items) for other in everybody):
        found.append("items")
    if len(who.spells) <= min(len(other.spells) for other in everybody):
        found.append("spells")
    return found


def offer_charity(play: Play, who: Investigator) -> Rule[None]:
    """Offer the Mission's charity as the encounter (LOC-DAGON-1, LOC-DAGON-3)."""
    if "charity" not in who.charity:
        return
    answer = yield from play.ask(
        "charity",
        who,
        lambda: plain([*qualifies(play, who), "no"], "LOC-DAGON-3"),
        rule="LOC-DAGON-3",
        default="no",
    )
    if answer == "no":
        return
    who.charity[who.charity.index("charity")] = "repay"
    play.emit(CharityGranted(who=who.id, category=answer, rule="LOC-DAGON-3"))
    grants = play.content.misc["charity"]["grants"]
    if answer == "money":
        gain(play, who, "money", grants["money"], "charity", "LOC-DAGON-3")
        return
    for _ in range(grants[answer]):
        yield from draw_for(play, who, answer, "LOC-DAGON-3")
