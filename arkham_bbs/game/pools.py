"""Strength, sanity and money: gaining and losing.

Room: game. Imports events and neighbours here. Source: RULES.md TURN-6, COMBAT-13, SANITY-6.
"""

from __future__ import annotations

from arkham_bbs.game.events import DieRolled, PoolChanged
from arkham_bbs.game.play import Play, Rule
from arkham_bbs.game.state import Investigator


def gain(play: Play, who: Investigator, pool: str, amount: int, cause: str, rule: str) -> int:
    """Raise a value up to its limit (TURN-6) and return what was really gained."""
    if pool == "money":
        who.money += amount
        got = amount
    else:
        now: int = getattr(who, pool)
        got = max(0, min(amount, play.conditions.limit(who, pool) - now))
        setattr(who, pool, now + got)
    play.emit(
        PoolChanged(
            who=who.id,
            pool=pool,
            change=got,
            now=getattr(who, pool),
            cause=cause,
            wanted=amount,
            rule=rule,
        )
    )
    return got


def pay(play: Play, who: Investigator, amount: int, cause: str, rule: str) -> int:
    """Take money, as far as it goes, and return what was paid."""
    paid = min(amount, who.money)
    who.money -= paid
    if amount:
        play.emit(
            PoolChanged(
                who=who.id,
                pool="money",
                change=-paid,
                now=who.money,
                cause=cause,
                wanted=-amount,
                rule=rule,
            )
        )
    return paid


def lower(play: Play, who: Investigator, pool: str, amount: int, cause: str, rule: str) -> int:
    """Lower strength or sanity, not below 0, without looking at the consequence."""
    now: int = getattr(who, pool)
    lost = min(amount, now)
    setattr(who, pool, now - lost)
    play.emit(
        PoolChanged(
            who=who.id,
            pool=pool,
            change=-lost,
            now=now - lost,
            cause=cause,
            wanted=-amount,
            rule=rule,
        )
    )
    return lost


def lose(
    play: Play, who: Investigator, pool: str, amount: int, cause: str, rule: str
) -> Rule[None]:
    """Lower strength or sanity and bear the consequence of a 0.

    Raises:
        CarriedOff: the value reached 0 and ``who`` was taken away.
    """
    if amount <= 0:
        return
    lower(play, who, pool, amount, cause, rule)
    if getattr(who, pool) <= 0:
        yield from play.zero.reached(play, who, (pool,))


def lose_die(play: Play, who: Investigator, pool: str, cause: str, rule: str) -> Rule[None]:
    """Lose D6 strength or sanity."""
    die = play.d6()
    play.emit(DieRolled(purpose=f"lose-{pool}", dice=(die,), who=who.id, rule=rule))
    yield from lose(play, who, pool, die, cause, rule)
