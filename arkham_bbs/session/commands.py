"""The command table: names, aliases, abbreviations, help screens, and the three kinds of refusal.

Room: session. Imports parsing only.
Source: DESIGN.md section 8, STYLE.md sections 5 and 6. A command's docstring is its help screen:
first line the usage, then one sentence, then one line beginning ``Example:``.
"""

from __future__ import annotations

import inspect
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from arkham_bbs.session.parsing import Candidate, Match, Nothing, Several, join_words, match, plain

C = TypeVar("C")
"""What a command works on: a place the caller is in (the lobby, a table, a replay)."""


LONGEST_SAID = 40
"""Of a longer word only the beginning is repeated to whoever typed it."""

ASK_HELP = "Type ? for what works here."

LONGEST_SLIP = 24
LIKE_A_COMMAND = 0.7
"""Commands less like what was typed are not offered; words this short are soon alike."""
MOST_SLIPS = 256
"""Words that are no commands, remembered with what they may have been meant for."""


@dataclass(frozen=True)
class Command(Generic[C]):
    """One thing a caller can type.

    Attributes:
        name: the full word.
        aliases: other words for it; an alias beats every abbreviation.
        group: the heading it stands under in the list of commands.
        run: does it; gets the place and the rest of the line.
        not_now: returns the sentence that says why it cannot be done now, or None.
    """

    name: str
    aliases: tuple[str, ...]
    group: str
    run: Callable[[C, str], Awaitable[None]]
    not_now: Callable[[C], str | None]
    usage: str
    sentence: str
    example: str
    more: Callable[[], list[str]] = list
    """Returns what else its help screen lists."""


@dataclass(frozen=True)
class Ready(Generic[C]):
    """A command to run, with the rest of the line."""

    command: Command[C]
    argument: str


@dataclass(frozen=True)
class Refusal:
    """Why a line was not run.

    ``kind`` is "unreadable", "not-now" or "which"; ``sentence`` is for the caller.
    """

    kind: str
    sentence: str


def _said(text: str) -> str:
    return text if len(text) <= LONGEST_SAID else f"{text[:LONGEST_SAID]}..."


def _always(_place: object) -> str | None:
    return None


def _read_docstring(run: Callable[..., object]) -> tuple[str, str, str]:
    """Take usage, sentence and example out of a docstring."""
    text = inspect.cleandoc(run.__doc__ or "")
    lines = [line.strip() for line in text.splitlines()]
    usage = lines[0] if lines else ""
    example = ""
    body: list[str] = []
    for line in lines[1:]:
        if line.startswith("Example:"):
            example = line.removeprefix("Example:").strip()
        elif line:
            body.append(line)
    return usage, " ".join(body), example


class CommandTable(Generic[C]):
    """All commands of one place, in the order in which they are offered."""

    def __init__(self, place: str) -> None:
        """Start empty; ``place`` is how help names it, for example ``the lobby``."""
        self.place = place
        self.beyond: tuple[tuple[CommandTable[Any], str], ...] = ()
        """Other places, and where their words work: they are no slips of the finger here."""
        self._commands: dict[str, Command[C]] = {}
        self._aliases: dict[str, str] = {}
        self._slips: dict[str, Match] = {}

    def add(
        self,
        name: str,
        *aliases: str,
        group: str = "Other",
        not_now: Callable[[C], str | None] = _always,
        more: Callable[[], list[str]] = list,
    ) -> Callable[[Callable[[C, str], Awaitable[None]]], Callable[[C, str], Awaitable[None]]]:
        """Return a decorator that registers a coroutine under ``name`` and ``aliases``.

        Raises:
            ValueError: the name or an alias is taken, or the docstring is not a help screen.
        """

        def register(
            run: Callable[[C, str], Awaitable[None]],
        ) -> Callable[[C, str], Awaitable[None]]:
            usage, sentence, example = _read_docstring(run)
            if not (usage and sentence and example):
                raise ValueError(f"{name}: docstring needs usage, a sentence and an Example line")
            command = Command(name, aliases, group, run, not_now, usage, sentence, example, more)
            for word in (name, *aliases):
                if word in self._commands or word in self._aliases:
                    raise ValueError(f"{word} is registered twice in {self.place}")
            self._commands[name] = command
            self._slips.clear()
            for alias in aliases:
                self._aliases[alias] = name
            return run

        return register

    def without(self, *names: str, place: str) -> CommandTable[C]:
        """Return a table of the same commands but for some, for a place much like this one.

        Raises:
            KeyError: there is no such command.
        """
        table: CommandTable[C] = CommandTable(place)
        table._commands, table.beyond = dict(self._commands), self.beyond
        for name in names:
            del table._commands[name]
        table._aliases = {
            alias: name for alias, name in self._aliases.items() if name in table._commands
        }
        return table

    def __iter__(self) -> Iterator[Command[C]]:
        return iter(self._commands.values())

    def names(self) -> tuple[str, ...]:
        """Return the full names in the order of registration."""
        return tuple(self._commands)

    def get(self, name: str) -> Command[C] | None:
        """Return the command of that exact name or alias."""
        return self._commands.get(self._aliases.get(name, name))

    def find(self, word: str, place: C | None = None) -> Command[C] | Refusal:
        """Find a command by name, alias or unique abbreviation.

        Args:
            place: where it is typed; what cannot be done there now makes no abbreviation unclear.
        """
        said = _said(word)
        typed = plain(word).replace(" ", "") or word.strip()
        exact = self.get(typed)
        if exact is not None:
            return exact
        for other, where in self.beyond:
            if other.get(typed) is not None and len(typed) > 1:
                return Refusal("not-now", f'"{said}" {where}')
        fitting = [command for command in self if command.name.startswith(typed)]
        if not fitting:
            by_alias = {
                name: None
                for alias, name in self._aliases.items()
                if len(typed) > 1 and alias.startswith(typed)
            }
            fitting = [self._commands[name] for name in by_alias]
        if len(fitting) > 1 and place is not None:
            fitting = [one for one in fitting if one.not_now(place) is None] or fitting
        if len(fitting) == 1:
            return fitting[0]
        if fitting:
            names = join_words([command.name for command in fitting], "or")
            return Refusal("which", f'"{said}" could be {names}. Which did you mean?')
        near = self._near(typed)
        if isinstance(near, Nothing) and near.near:
            names = join_words([candidate.key for candidate in near.near], "or")
            return Refusal("unreadable", f'I cannot read "{said}". Did you mean {names}?')
        if isinstance(near, Several):
            names = join_words([candidate.key for candidate in near.choices], "or")
            return Refusal("which", f'"{said}" could be {names}. Which did you mean?')
        return Refusal("unreadable", f'I cannot read "{said}". {ASK_HELP}')

    def _near(self, typed: str) -> Match:
        """Return what a word that names no command may have been meant for.

        The same slips are made again and again; the search for what they meant is not.
        """
        known = self._slips.get(typed)
        if known is None:
            pool = [Candidate(c.name, (c.name, *c.aliases)) for c in self]
            known = match(typed, pool, like=LIKE_A_COMMAND)
            if len(typed) <= LONGEST_SLIP:
                if len(self._slips) >= MOST_SLIPS:
                    self._slips.clear()
                self._slips[typed] = known
        return known

    def read(self, place: C, line: str) -> Ready[C] | Refusal:
        """Read a typed line: a command word, then its argument.

        ``'text`` and ``"text`` are short for ``say text`` where the place has ``say``.
        """
        text = line.strip()
        if text[:1] in {"'", '"'} and self.get("say") is not None:
            text = f"say {text[1:].strip()}"
        if text.startswith("?") and self.get("help") is not None:
            text = f"help {text[1:].strip()}"
        if text == "!":
            return Refusal("not-now", "Screen reader mode from here on: settings view linear")
        word, _, argument = text.partition(" ")
        if len(word) == 1 and " " in argument.strip() and self.get(word.casefold()) is None:
            # A sentence, such as "A night to remember", is no command cut short to its article.
            return Refusal("unreadable", f'I cannot read "{_said(text)}". {ASK_HELP}')
        found = self.find(word, place)
        if isinstance(found, Refusal):
            return found
        reason = found.not_now(place)
        if reason is not None:
            return Refusal("not-now", reason)
        return Ready(found, argument.strip())

    def complete(self, text: str) -> tuple[str, ...]:
        """Return the full names that begin with ``text``, for Tab."""
        return tuple(name for name in self._commands if name.startswith(text.casefold()))

    def groups(self, place: C) -> list[tuple[str, list[Command[C]]]]:
        """Return the commands that can be used now, under their headings, in order."""
        result: dict[str, list[Command[C]]] = {}
        for command in self:
            if command.not_now(place) is None:
                result.setdefault(command.group, []).append(command)
        return list(result.items())


def help_lines(command: Command[C]) -> list[str]:
    """Return the help screen of one command: usage, sentence, example, other words."""
    lines = [f"Usage: {command.usage}", command.sentence, f"Example: {command.example}"]
    lines += command.more()
    if command.aliases:
        lines.append(f"Also: {', '.join(command.aliases)}")
    return lines
