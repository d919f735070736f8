"""Every stored 1987 game plays again, answer by answer, exactly as it was played."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.corpus.replaying import GAMES, SPAN, load, replay

FILES = sorted(GAMES.glob("*.json"))


def test_there_is_a_corpus() -> None:
    assert len(FILES) >= 20


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_stored_game_plays_again_as_it_was_played(path: Path) -> None:
    stored = load(path)
    again = replay(stored)
    for number, (one, other) in enumerate(zip(stored.digests, again.digests, strict=True)):
        assert one == other, f"it goes another way among answers {number * SPAN} ff."
    assert again.last == stored.last
    assert again.reason == stored.reason
