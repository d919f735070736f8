"""What Enter takes is shown and marked at every kind of question, in every view. Room: session."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import pytest

from arkham_bbs.session.option_list import answer_hint, enter_hint, enter_key, enter_number
from arkham_bbs.session.screens import Question, Scene, dashboard
from arkham_bbs.session.shown import Shown
from arkham_bbs.session.table_room import TableRoom
from arkham_bbs.session.table_telling import option_lines
from arkham_bbs.session.told import question_of
from arkham_bbs.session.visit import Visit
from arkham_bbs.terminal import Capabilities, Line, Size
from tests.session.asked import all_kinds, asked_at_a_table
from tests.session.harness import ANSI80, LINEAR, NARROW40, PLAIN80

SCREENS = pytest.mark.parametrize("size", [(40, 24), (40, 25), (80, 24), (132, 43)])
LISTS = pytest.mark.parametrize("caps", [PLAIN80, NARROW40, LINEAR], ids=lambda caps: caps.name)


def with_default() -> list[str]:
    """Return the kinds of question that Enter answers."""
    rooms = {kind: asked_at_a_table(kind) for kind in all_kinds()}
    return [kind for kind, room in rooms.items() if room.asked and enter_key(room.asked)]


@SCREENS
@pytest.mark.parametrize("colour", ["none", "16"])
@pytest.mark.parametrize("kind", with_default())
def test_a_full_screen_marks_it(kind: str, size: tuple[int, int], colour: str) -> None:
    room = asked_at_a_table(kind)
    assert room.asked
    assert room.decision
    assert room.view
    is_bid = kind == "bid"
    question = Question(
        question_of(room.decision, room.view),
        () if is_bid else room.asked.choices,
        hint=enter_hint(room.asked) if is_bid else "",
        enter=enter_number(room.asked),
    )
    caps = ANSI80.override({"columns": size[0], "rows": size[1], "colour": colour})
    scene = Scene(view=room.view, log=[Line("News.")] * 9, unread=9, question=question)
    text = dashboard(scene, caps, Size(columns=size[0], rows=size[1] - 1)).text()
    assert ("Enter alone: Pass" if is_bid else "(Enter)") in text


@LISTS
@pytest.mark.parametrize("kind", with_default())
def test_a_list_marks_it(kind: str, caps: Capabilities) -> None:
    room = asked_at_a_table(kind)
    asked = room.asked
    assert asked
    visit: Any = SimpleNamespace(caps=caps, is_linear=caps.linear)
    visit.rows = lambda said, **look: Visit.rows(visit, said, **look)
    stand_in: Any = SimpleNamespace(visit=visit, shown=Shown(), may_trade=False)
    lines = option_lines(cast(TableRoom, stand_in), asked, few=True)
    text = " ".join(" ".join(line.text for line in lines).split())
    label = next(choice.label for choice in asked.choices if choice.key == enter_key(asked))
    assert f"{label} (Enter)" in text
    assert kind == "bid" or enter_number(asked) in stand_in.shown
    assert "Enter" not in answer_hint(asked), "told twice"
