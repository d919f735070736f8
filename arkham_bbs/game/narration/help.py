"""Help about the moment at hand: what ``?`` says about a decision.

Room: game. Imports decisions, content and its neighbours here.
Source: content/texts/help.toml, one entry for each kind of decision.
"""

from __future__ import annotations

from functools import cache
from itertools import islice

import msgspec

from arkham_bbs.game.content.rules import read_toml, rule_title
from arkham_bbs.game.decisions import Decision


class DecisionHelp(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The three parts of help: what is asked, what the options mean, what to consider.

    Attributes:
        auctioneer: what the auctioneer is to consider instead.
    """

    asks: str
    means: str
    advice: str
    auctioneer: str = ""


class Step(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The title of a step of the turn, and a line about it."""

    name: str
    line: str


@cache
def helps() -> dict[str, DecisionHelp]:
    """Return the help for every kind of decision."""
    found: dict[str, DecisionHelp] = msgspec.convert(
        read_toml("texts/help.toml"), dict[str, DecisionHelp]
    )
    return found


@cache
def steps() -> dict[str, Step]:
    """Return the titles of the steps of a turn, by the engine's word for them."""
    found: dict[str, Step] = msgspec.convert(read_toml("texts/phases.toml"), dict[str, Step])
    return found


def step_title(step: str) -> str:
    """Name a step of the turn; an unknown word is opened up and shown."""
    found = steps().get(step)
    return found.name if found else step.replace("_", " ").capitalize()


def help_text(decision: Decision) -> str:
    """Say what is asked, what the options mean by the rules, and what good players consider.

    Paragraphs are separated by an empty line; the last names the rules, which
    ``rules ID`` explains.
    """
    words = helps()[decision.kind]
    rules = [decision.rule] if decision.rule else []
    for one in islice(decision.options, 100):
        if one.rule and one.rule not in rules:
            rules.append(one.rule)
    named = [f"{rule} ({rule_title(rule)})" if rule_title(rule) else rule for rule in rules[:4]]
    presides = decision.facts.get("auctioneer") == decision.investigator
    advice = (words.auctioneer if presides else "") or words.advice
    parts = [words.asks, words.means, f"Worth a thought: {advice}"]
    if named:
        parts.append(f"Rules: {', '.join(named)}.")
    return "\n\n".join(parts)
