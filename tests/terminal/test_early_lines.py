"""Lines that wait unread and are dropped by what they say. Room: terminal."""

from __future__ import annotations

from arkham_bbs.terminal.keys import Key
from arkham_bbs.terminal.typeahead import TypeAhead


def queued(*keys: Key) -> TypeAhead:
    ahead = TypeAhead()
    for key in keys:
        assert ahead.put(key)
    return ahead


def taken(ahead: TypeAhead) -> str:
    text = ""
    while ahead:
        key = ahead.take()
        text += key.text if key.name == "text" else f"<{key.name}>"
    return text


ENTER = Key("enter")


def text(words: str) -> Key:
    return Key("text", words)


def test_whole_lines_are_dropped_and_the_rest_keeps_its_order() -> None:
    ahead = queued(text("1"), ENTER, ENTER, text("lo"), text("ok"), ENTER, text("1"), ENTER)
    assert ahead.drop_lines(lambda line: line in ("", "1")) == 3
    assert taken(ahead) == "look<enter>"


def test_a_line_under_way_and_a_line_with_other_keys_stay() -> None:
    ahead = queued(text("12"), Key("backspace"), ENTER, text("1"))
    assert ahead.drop_lines(lambda line: True) == 0
    assert taken(ahead) == "12<backspace><enter>1"


def test_what_was_dropped_takes_no_room() -> None:
    ahead = TypeAhead()
    ahead.most_lines = 2
    for _ in range(2):
        assert ahead.put(ENTER)
    assert not ahead.put(ENTER)
    assert ahead.overfull
    assert ahead.drop_lines(lambda line: not line) == 2
    assert (ahead.chars, ahead.overfull) == (0, False)
    assert ahead.put(ENTER)
