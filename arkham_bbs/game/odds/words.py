"""Odds in words: short beside an option, and whole sentences for those who ask.

Room: game. Imports the standard library, the content, narration and neighbours here.
Percentages are rounded, but never to 0 or 100 where something can still go the other way.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction

from arkham_bbs.game.content import CONTENT
from arkham_bbs.game.decisions import Decision
from arkham_bbs.game.narration import label, names
from arkham_bbs.game.odds import odds_aside, odds_for, odds_of, plans_for
from arkham_bbs.game.odds.doing import table_tests
from arkham_bbs.game.odds.meeting import MISTS
from arkham_bbs.game.odds.outcomes import OptionOdds
from arkham_bbs.game.views import View

# How an outcome is called: beside an option, and in a sentence.
_SAID: dict[str, tuple[str, str]] = {
    "kill": ("kill", "the monster dies"),
    "destroy": ("closed", "the gate is destroyed"),
    "hit": ("hit (D6)", "you are hit for a D6 and stand"),
    "fall": ("fall", "you are hit and fall"),
    "carried": ("carried off", "it carries you off"),
    "unhurt": ("unhurt", "it finds no gate to carry you to"),
    "miss": ("miss", "the attack fails"),
    "mad": ("mad", "your sanity is gone"),
    "away": ("away", "you get away"),
    "caught": ("caught", "you are caught and must fight"),
    "works": ("works", "it works"),
    "fails": ("fails", "it fails"),
    "sheltered": ("turned aside", "the blow is turned aside"),
    "cheaper": ("$1 off", "it costs $1 less"),
    "dearer": ("$1 more", "it costs $1 more"),
    "same": ("no change", "the price stays as it is"),
    "full": ("full", "you are restored in full"),
    "better": ("better", "you gain less than all of it"),
    "together": ("together", "you take your companion along"),
    "alone": ("alone", "you go on alone"),
    "helped": ("helped", "you help them and take what they had"),
    "gathered": ("only gathered", "you only take what they had"),
    "pass": ("pass", "the roll succeeds"),
    "fail": ("fail", "the roll fails"),
    "win": ("win", "you win"),
    "lose": ("lose", "you lose"),
    "through": ("through", "you pass"),
    "two-spells": ("2 spells", "two spells"),
    "spell-and-monster": ("spell and monster", "a spell and a monster"),
    "two-monsters": ("2 monsters", "two monsters"),
    "banish": ("banished", "it is banished and you stand"),
    "banish-and-fall": ("banished and fall", "it is banished and you fall"),
    "destroy-and-fall": ("closed and fall", "the gate is destroyed and you fall"),
    "seal": ("sealed", "the gate is sealed"),
    "shaken": ("too shaken", "too little sanity is left for the sign"),
    "paid": ("paid", "you are paid"),
}


# What follows a casting of the Mists, by the kind of question: its chance is that of the casting,
# and not that of getting away, which stands beside it.
_MISTS_AFTER: dict[str, dict[str, tuple[str, str]]] = {
    "meet": {
        "works": ("Sneak is sure", "then Sneak cannot fail"),
        "fails": ("choose again", "then you choose again"),
    },
    "aim": {
        "works": ("no roll", "then Sneak cannot fail"),
        "fails": ("the roll", "then Sneak is rolled for"),
    },
    "move": {
        "works": ("no monster stops you", "then no monster stops you"),
        "fails": ("walk on without", "then you walk without them"),
    },
    "pass_monster": {
        "works": ("walk on", "then you may walk on"),
        "fails": ("stop here", "then you stop there"),
    },
}
LATER = "odds follow when you choose which"
"""What stands beside Fight where several monsters could be fought."""


def percent(chance: Fraction) -> str:
    """Return a chance as a whole percentage, honest at both ends."""
    if chance <= 0:
        return "0%"
    if chance >= 1:
        return "100%"
    rounded = round(chance * 100)
    if rounded <= 0:
        return "<1%"
    if rounded >= 100:
        return ">99%"
    return f"{rounded}%"


def spoken(chance: Fraction) -> str:
    """Return a chance in words that a screen reader reads well: ``5 in 6``, ``about 42 in 100``."""
    if chance <= 0:
        return "no chance"
    if chance >= 1:
        return "certain"
    if chance.denominator <= 36:
        return f"{chance.numerator} in {chance.denominator}"
    hundredths = min(99, max(1, round(chance * 100)))
    return f"about {hundredths} in 100"


def short(
    odds: OptionOdds, *, linear: bool = False, after: Mapping[str, tuple[str, str]] | None = None
) -> str:
    """Return what stands beside an option: ``83% kill, 17% hit (D6)``; empty for nothing.

    Args:
        linear: for screen readers, ``kill 5 in 6; hit 1 in 6``.
        after: what follows an outcome, in few words and as a clause.
    """
    if odds.note == "unknown":
        return "chance unknown"
    if not odds.outcomes or odds.note.startswith("table:"):
        return ""
    if len(odds.outcomes) == 1 and odds.outcomes[0][0] == "paid":
        return ""
    outcomes, after = _with_hope(odds), after or {}
    shares = [
        _share(name, share, linear=linear) + (f": {after[name][0]}" if name in after else "")
        for name, share in outcomes
    ]
    text = ("; " if linear or after else ", ").join(shares)
    good, plain = outcomes[0]
    lucky = next((share for name, share in odds.clues if name == good), None)
    if lucky is not None and lucky != plain:
        chance = spoken(lucky) if linear else percent(lucky)
        text += f"; with clues {chance}"
    return text


def _share(name: str, share: Fraction, *, linear: bool) -> str:
    word = _SAID.get(name, (name, name))[0]
    return f"{word} {spoken(share)}" if linear else f"{percent(share)} {word}"


def _with_hope(odds: OptionOdds) -> list[tuple[str, Fraction]]:
    """Return the outcomes, a kill or a closed gate first even where it cannot come."""
    named = [name for name, _ in odds.outcomes]
    attacks = any(name == "attack" for name, _ in odds.steps)
    if not attacks or "kill" in named or "destroy" in named:
        return list(odds.outcomes)
    hoped = "kill" if {"hit", "fall", "carried", "unhurt"}.intersection(named) else "destroy"
    return [(hoped, Fraction(0)), *odds.outcomes]


def _clause(outcomes: Iterable[tuple[str, Fraction]]) -> str:
    said = [
        f"{_SAID.get(name, (name, name))[1]} {percent(share)} ({spoken(share)})"
        if share.denominator <= 36 and 0 < share < 1
        else f"{_SAID.get(name, (name, name))[1]} {percent(share)}"
        for name, share in outcomes
    ]
    return "; ".join(said)


def _weapons(note: str) -> str:
    pieces = note.removeprefix("with:").split("+")
    if pieces == ["none"]:
        return "bare hands"
    return names.listed([names.thing(piece) for piece in pieces])


def sentences(odds: OptionOdds, said: str, view: View, decision: Decision) -> list[str]:
    """Return all that is known about one option, ``said`` being its label."""
    if odds.note == "unknown":
        return [f"{said}: nobody can tell what lies face down."]
    if odds.note.startswith("table:"):
        return _table(odds.note.partition(":")[2], said, view, decision)
    lines = []
    head = f"{said}: {_clause(odds.outcomes)}"
    if odds.note.startswith("with:"):
        head += f", fighting with {_weapons(odds.note)}"
    lines.append(head + ".")
    for name, (_, clause) in _after(decision, odds.key).items():
        lines.append(f"  If {_SAID[name][1]}, {clause}.")
    for pool, spread in odds.losses:
        lines.append(f"  {_loss(pool, spread)}")
    if odds.clues and odds.clues != odds.outcomes:
        lines.append(f"  With every clue token spent on it: {_clause(odds.clues)}.")
    return lines


def _after(decision: Decision, key: str) -> Mapping[str, tuple[str, str]]:
    """Return what follows where an option casts the Mists, by outcome."""
    return _MISTS_AFTER.get(decision.kind, {}) if key == f"cast:{MISTS}" else {}


def _is_known_later(odds: OptionOdds, decision: Decision) -> bool:
    """Say whether the odds of a fight hang on which of several monsters is chosen."""
    return (decision.kind, odds.key) == ("meet", "fight") and not (odds.outcomes or odds.note)


def _loss(pool: str, spread: tuple[tuple[int, Fraction], ...]) -> str:
    gains = any(amount < 0 for amount, _ in spread)
    word = names.skill(pool) if pool != "money" else "money"
    verb = "gained" if gains else "lost"
    amounts = ", ".join(
        f"{abs(amount)} ({percent(share)})"
        for amount, share in (reversed(spread) if gains else spread)
    )
    return f"{word[:1].upper()}{word[1:]} {verb}: {amounts}."


def _table(place: str, said: str, view: View, decision: Decision) -> list[str]:
    sheet = view.investigator(decision.investigator)
    lines = [f"{said}: one of six results, each 1 in 6."]
    for face, skill, chance in table_tests(view, sheet, place):
        lines.append(f"  On a {face}: a {names.skill(skill)} roll, passed {percent(chance)}.")
    return lines


def lines_for(view: View, decision: Decision) -> list[str]:
    """Return the odds of everything on offer as sentences, whole attack plans included."""
    lines: list[str] = []
    if decision.offers("fight") and _is_known_later(odds_of(view, decision, "fight"), decision):
        lines.append(f"{label('fight', decision, view)}: the {LATER}.")
    for odds in odds_for(view, decision):
        lines += sentences(odds, label(odds.key, decision, view), view, decision)
    plans = plans_for(view, decision)
    if len(plans) > 1:
        lines.append("With the best weapons, casting first:")
        for plan in plans[:8]:
            spells = "no spell" if plan.key == "none" else _spells(plan.key)
            lines.append(f"  {spells}: {_clause(plan.outcomes)}.")
    return lines


def _spells(key: str) -> str:
    return names.listed([CONTENT.spells[name].name for name in key.split("+")])


def option_note(view: View, decision: Decision, key: str, *, linear: bool = False) -> str:
    """Return the chance that belongs beside one option, or nothing when no roll hangs on it."""
    odds = odds_of(view, decision, key)
    if _is_known_later(odds, decision):
        return LATER
    return short(odds, linear=linear, after=_after(decision, key))


def aside_note(view: View, key: str, *, linear: bool = False) -> str:
    """Return the chance that belongs beside an interjection, or nothing."""
    return short(odds_aside(view, key), linear=linear)
