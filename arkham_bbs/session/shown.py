"""Which numbers of the pending question a caller has been shown, and what is said of the others.

Room: session. Imports terminal (Line) and answering. A number nobody has shown is a guess, and a
guess must not walk an investigator anywhere. Where ``takeback`` undoes it, it is taken at once.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from arkham_bbs.session.answering import Reading
from arkham_bbs.session.asked import Asked, Choice
from arkham_bbs.session.option_list import enter_number
from arkham_bbs.session.parsing import parse_number
from arkham_bbs.terminal import Line

_MARKED = frozenset({"number", "reach", "taxi"})
"""Roles in which a screen shows the number of an option."""

TAKEN_BACK_FREELY = frozenset(
    {
        "choose_investigator",
        "split",
        "lose_item",
        "lose_spell",
        "discard_item",
        "discard_spell",
        "discard_half",
        "sell",
        "sell_for",
        "lead",
        "tie",
    }
)
"""Kinds of question after which no die is rolled and nothing hidden is shown."""

_NUMBER = re.compile(r"\d+")


class Shown:
    """The numbers that were seen, kept as long as the question they belong to."""

    def __init__(self) -> None:
        self._question: int | None = None
        self._numbers: set[int] = set()

    def begin(self, question: int) -> None:
        """Forget what belongs to another question than the one of this number."""
        if question != self._question:
            self._question = question
            self._numbers.clear()

    def add(self, numbers: Iterable[int]) -> None:
        """Note that these numbers are on the caller's screen."""
        self._numbers.update(numbers)

    def __contains__(self, number: int) -> bool:
        return number in self._numbers


def numbers_in(lines: Iterable[Line]) -> set[int]:
    """Return every number that lines offer, in a list or on a map."""
    return {
        int(digits)
        for line in lines
        for span in line.spans
        if span.style in _MARKED
        for digits in _NUMBER.findall(span.text)
    }


def unseen_choice(asked: Asked, reading: Reading, line: str, shown: Shown) -> Choice | None:
    """Return the option that a line names by a number which was not shown, if there is one."""
    if reading.key is None or asked.decision.kind == "bid":
        return None  # in an auction a number is an amount of money
    if asked.is_set:
        typed = {int(digits) for digits in _NUMBER.findall(line)}
        meant = [choice for choice in asked.choices if choice.number in typed]
    else:
        number = parse_number(line)
        meant = [reading.choice] if reading.choice and reading.choice.number == number else []
    return next((choice for choice in meant if choice.number not in shown), None)


def unseen_default(asked: Asked, shown: Shown) -> Choice | None:
    """Return the option that Enter would take, if it was in no list."""
    number = enter_number(asked)
    if not number or number in shown or asked.decision.kind == "bid":
        return None
    return asked.choices[number - 1]


def unseen_sentence(choice: Choice) -> str:
    """Return what is said when a number is typed that was in no list."""
    return (
        f'{choice.number} was not shown: "{choice.label}". Type {choice.number} again to take it.'
    )


def enter_sentence(choice: Choice) -> str:
    """Return what is said when Enter is pressed and what it takes was in no list."""
    return f'Enter would take {choice.number}, "{choice.label}". Press Enter again to take it.'


def alone_sentence(choice: Choice) -> str:
    """Return what is said when ``use`` or ``cast`` alone fits one option: it asks for a list."""
    return f"You can: {choice.number} {choice.label}. Type {choice.number} to take it."
