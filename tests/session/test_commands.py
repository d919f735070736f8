"""The command table: abbreviations, help screens, three kinds of refusal. Room: session."""

from __future__ import annotations

import pytest

from arkham_bbs.session.commands import CommandTable, Ready, Refusal, help_lines


class Place:
    def __init__(self) -> None:
        self.said: list[str] = []
        self.started = False


def make_table() -> CommandTable[Place]:
    table: CommandTable[Place] = CommandTable("the test room")

    @table.add("say", group="People")
    async def say(place: Place, text: str) -> None:
        """say WORDS

        Speak to everyone here.

        Example: say good evening
        """
        place.said.append(text)

    @table.add("settings", "set", group="Yourself")
    async def settings(place: Place, text: str) -> None:
        """settings

        Change how the board looks.

        Example: settings
        """

    @table.add("start", group="Tables", not_now=lambda p: None if p.started else "Not yet.")
    async def start(place: Place, text: str) -> None:
        """start

        Begin the game.

        Example: start
        """

    @table.add("help", "h", group="Help")
    async def help_(place: Place, text: str) -> None:
        """help [COMMAND]

        Explain.

        Example: help say
        """

    return table


async def test_full_names_aliases_and_unique_beginnings_run() -> None:
    table, place = make_table(), Place()
    for line in ("say hello", "SAY hello", "sa hello", "'hello", '" hello'):
        ready = table.read(place, line)
        assert isinstance(ready, Ready)
        await ready.command.run(place, ready.argument)
    assert place.said == ["hello"] * 5
    ready = table.read(place, "set")
    assert isinstance(ready, Ready)
    assert ready.command.name == "settings"


def test_three_refusals_are_three_different_answers() -> None:
    table, place = make_table(), Place()
    kinds = []
    for line in ("xyzzy", "start", "s"):
        refusal = table.read(place, line)
        assert isinstance(refusal, Refusal)
        kinds.append(refusal.kind)
    assert kinds == ["unreadable", "not-now", "which"]


def test_a_mistyped_command_is_suggested() -> None:
    refusal = make_table().find("setings")
    assert isinstance(refusal, Refusal)
    assert refusal.kind == "unreadable"
    assert "settings" in refusal.sentence


def test_a_question_mark_is_help_everywhere() -> None:
    ready = make_table().read(Place(), "?say")
    assert isinstance(ready, Ready)
    assert (ready.command.name, ready.argument) == ("help", "say")


def test_the_docstring_is_the_help_screen() -> None:
    command = make_table().get("say")
    assert command is not None
    assert help_lines(command) == [
        "Usage: say WORDS",
        "Speak to everyone here.",
        "Example: say good evening",
    ]


def test_a_command_without_a_help_screen_is_refused_at_import() -> None:
    table: CommandTable[Place] = CommandTable("x")

    async def silent(place: Place, text: str) -> None:
        """Only one line."""

    with pytest.raises(ValueError, match="docstring"):
        table.add("silent")(silent)


def test_only_what_can_be_done_now_is_listed() -> None:
    table, place = make_table(), Place()
    listed = [command.name for _, commands in table.groups(place) for command in commands]
    assert listed == ["say", "settings", "help"]
