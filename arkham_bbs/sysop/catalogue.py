"""The sysop's commands: one table, read the same way by the menu, by SSH and on the machine.

Room: sysop. Imports the standard library and its neighbours here.

A command's docstring is its help page, and the first line of it is its grammar:

    ban account|key|network SUBJECT [--for TIME] REASON...

Words in capitals must be given, those in brackets may be left out, dots take the rest of the
line, and of words with bars between them one is given (the handler finds it as ``choice``).
Every act also takes ``--reason WORDS``; every command takes ``--json``.
"""

from __future__ import annotations

import difflib
import inspect
import re
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Literal

from arkham_bbs.sysop.reading import parse_one_of
from arkham_bbs.sysop.refusals import SysopRefused
from arkham_bbs.sysop.reply import Reply

if TYPE_CHECKING:
    from arkham_bbs.sysop.desk import Actor, Desk

Role = Literal["moderator", "sysop"]
RANKS = {"none": -1, "guest": 0, "caller": 1, "moderator": 2, "sysop": 3}
"""Everybody begins at "none"."""


WHO = frozenset({"handle", "who", "subject", "which"})
"""Arguments that say who is meant, or may."""


@dataclass(frozen=True)
class Argument:
    """One place in a command's grammar."""

    name: str
    is_needed: bool
    is_rest: bool
    choices: tuple[str, ...] = ()


@dataclass
class Given:
    """What was typed, by the names of the grammar in small letters."""

    words: dict[str, str] = field(default_factory=dict)
    options: dict[str, str] = field(default_factory=dict)
    reason: str = ""

    def __getitem__(self, name: str) -> str:
        return self.words[name]

    def get(self, name: str) -> str | None:
        """Return an argument or the value of an option; None when it was left out."""
        return self.words.get(name, self.options.get(name))

    def has(self, flag: str) -> bool:
        """Say whether a flag such as ``--force`` stood there."""
        return flag in self.options


Handler = Callable[["Desk", "Actor", Given], Awaitable[Reply]]


@dataclass(frozen=True)
class Command:
    """One thing a sysop can do.

    Attributes:
        role: the least role that may.
        is_act: it changes something, so it goes into the audit.
        is_private: it only looks, but at what is private, so it goes there too.
        must_say_why: refused without a reason.
        without_database: can be done although the database cannot be opened.
    """

    name: str
    role: Role
    run: Handler
    usage: str
    sentence: str
    example: str
    arguments: tuple[Argument, ...]
    options: dict[str, bool]
    is_act: bool
    is_private: bool
    must_say_why: bool
    without_database: bool = False

    @property
    def is_audited(self) -> bool:
        return self.is_act or self.is_private

    @property
    def words(self) -> tuple[str, ...]:
        return tuple(self.name.split())

    @property
    def place_of_handle(self) -> int | None:
        """Which of the arguments, from 0, says who is meant; None when none does."""
        for place, argument in enumerate(self.arguments):
            if argument.name in WHO and not argument.is_rest:
                return place
        return None

    @property
    def takes_reason(self) -> bool:
        return self.is_act

    def read(self, typed: Sequence[str]) -> Given:
        """Read what follows the command's name.

        Raises:
            SysopRefused: usage.
        """
        given = Given()
        words: list[str] = []
        left = list(typed)
        while left:
            word = left.pop(0)
            if word == "--":
                words += left
                break
            if not word.startswith("--"):
                words.append(word)
                continue
            name, equals, value = word[2:].partition("=")
            if name == "reason" and self.takes_reason:
                takes_value = True
            elif name in self.options:
                takes_value = self.options[name]
            else:
                raise self.wrong(f"There is no --{name[:30]} here.")
            if takes_value and not equals:
                if not left:
                    raise self.wrong(f"--{name} needs a value.")
                value = left.pop(0)
            elif equals and not takes_value:
                raise self.wrong(f"--{name} takes no value.")
            given.options[name] = value
        for argument in self.arguments:
            if not words:
                # What --reason said need not be said again at the end of the line.
                said = argument.name == "reason" and "reason" in given.options
                if argument.is_needed and not said:
                    if argument.name == "reason":
                        raise SysopRefused("needs-reason", usage=self.usage)
                    if argument.choices:
                        raise self.wrong(self._one_of(argument, given))
                    raise self.wrong(f"{argument.name.upper()} is missing.")
                continue
            if argument.choices:
                words[0] = parse_one_of(words[0], self.name, argument.choices)
            if argument.is_rest:
                given.words[argument.name] = " ".join(words)
                words.clear()
            else:
                given.words[argument.name] = words.pop(0)
        if words:
            blanks = "" if self.place_of_handle is None else " Put a name with blanks in quotes."
            raise self.wrong(f'I cannot place "{words[0][:30]}".{blanks}')
        # ``--reason the pipes burst`` needs no quotes where the rest of the line is the reason.
        reasons = (given.options.get("reason"), given.words.get("reason"))
        given.reason = " ".join(part for part in reasons if part).strip()
        if self.must_say_why and not given.reason:
            raise SysopRefused("needs-reason", usage=self.usage)
        return given

    def _one_of(self, argument: Argument, given: Given) -> str:
        """Say how to type the line with each of the words that may stand there."""
        start = " ".join((self.name, *given.words.values()))
        *others, last = [f"{start} {choice}" for choice in argument.choices]
        return f"Type {', '.join(others)} or {last}."

    def wrong(self, what: str) -> SysopRefused:
        """Return the refusal of a line that does not fit the grammar."""
        return SysopRefused("usage", what=what, usage=self.usage)


class Catalogue:
    """All commands, in the order in which help lists them."""

    def __init__(self) -> None:
        self._commands: dict[tuple[str, ...], Command] = {}

    def add(
        self,
        role: Role,
        *,
        act: bool = False,
        private: bool = False,
        without_database: bool = False,
    ) -> Callable[[Handler], Handler]:
        """Return a decorator that registers a handler by its docstring.

        Raises:
            ValueError: the docstring is no help page, or the name is taken.
        """

        def register(run: Handler) -> Handler:
            command = replace(
                _read_docstring(run, role, act, private), without_database=without_database
            )
            if command.words in self._commands:
                raise ValueError(f"{command.name} is registered twice")
            self._commands[command.words] = command
            return run

        return register

    def all(self) -> tuple[Command, ...]:
        """In the order of registration."""
        return tuple(self._commands.values())

    def allowed(self, role: str) -> tuple[Command, ...]:
        """What a role may do; nothing for a role that is none."""
        rank = RANKS.get(role, -1)
        return tuple(c for c in self.all() if rank >= RANKS[c.role])

    def find(self, typed: Sequence[str]) -> tuple[Command, list[str]]:
        """Find the command a line begins with; return it and the words after its name.

        Each word of a name may be shortened as long as only one command fits.

        Raises:
            SysopRefused: unknown-command, which-command.
        """
        for count in (2, 1):
            words = tuple(word.lower() for word in typed[:count])
            if len(words) == count and words in self._commands:
                return self._commands[words], list(typed[count:])
        fitting = [
            command
            for command in self.all()
            if len(typed) >= len(command.words)
            and all(
                name.startswith(word.lower())
                for name, word in zip(command.words, typed, strict=False)
            )
        ]
        # "ban" in full before the "bans" that it also begins.
        exact = [c for c in fitting if c.words[0] == typed[0].lower()] if typed else []
        fitting = exact or fitting
        if len(fitting) == 1:
            return fitting[0], list(typed[len(fitting[0].words) :])
        shown = " ".join(typed[:2])[:40]
        if fitting:
            names = ", ".join(command.name for command in fitting[:8])
            raise SysopRefused("which-command", typed=shown, names=names)
        group = [c.name for c in self.all() if typed and c.words[0] == typed[0].lower()]
        near = group or difflib.get_close_matches(
            " ".join(typed[:2]).lower(), [c.name for c in self.all()], n=3, cutoff=0.6
        )
        hint = f" Did you mean {', '.join(near[:12])}?" if near else ""
        raise SysopRefused("unknown-command", typed=shown, hint=hint)

    def complete(self, typed: str, role: str) -> list[str]:
        """Return the names that go on from what is typed."""
        start = " ".join(typed.lower().split()) + (" " if typed.endswith(" ") else "")
        return [c.name + " " for c in self.allowed(role) if c.name.startswith(start)]


def _read_docstring(run: Handler, role: Role, act: bool, private: bool) -> Command:
    text = inspect.cleandoc(run.__doc__ or "")
    lines = [line.strip() for line in text.splitlines()]
    usage = lines[0] if lines else ""
    example = next((x.removeprefix("Example:").strip() for x in lines if x[:8] == "Example:"), "")
    sentence = " ".join(x for x in lines[1:] if x and not x.startswith("Example:"))
    if not (usage and sentence and example):
        raise ValueError(f"{run.__name__}: needs usage, a sentence and an Example line")
    words = usage.split()
    name_words = [w for w in words if re.fullmatch(r"[a-z-]+", w) and not w.startswith("-")]
    arguments: list[Argument] = []
    options: dict[str, bool] = {}
    rest = " ".join(words[len(name_words) :])
    for part in re.findall(r"\[[^\]]*\]|\S+", rest):
        bare = part.strip("[]")
        if bare.startswith("--"):
            option, _, value = bare[2:].partition(" ")
            options[option] = bool(value)
            continue
        choices = tuple(bare.split("|")) if "|" in bare else ()
        arguments.append(
            Argument(
                "choice" if choices else bare.removesuffix("...").lower(),
                choices=choices,
                is_needed=not part.startswith("["),
                is_rest=bare.endswith("..."),
            )
        )
    must_say_why = any(a.name == "reason" and a.is_needed for a in arguments)
    return Command(
        name=" ".join(name_words),
        role=role,
        run=run,
        usage=usage,
        sentence=sentence,
        example=example,
        arguments=tuple(arguments),
        options=options,
        is_act=act,
        is_private=private,
        must_say_why=must_say_why,
    )


COMMANDS = Catalogue()
"""Filled when the modules with the handlers are imported (see ``arkham_bbs.sysop``)."""
