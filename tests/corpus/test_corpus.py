"""Stored 1987 games play again: this version's exactly, earlier ones to the same position."""

from __future__ import annotations

from pathlib import Path

import pytest

from arkham_bbs.game import RULES_VERSION
from arkham_bbs.game.versions import MENDED, mended_since
from tests.corpus.replaying import GAMES, SPAN, load, replay

NOW = sorted((GAMES / RULES_VERSION).glob("*.json"))
BEFORE = sorted(path for path in GAMES.glob("*/*.json") if path.parent.name != RULES_VERSION)

OTHER_NOTES = {"1/house4-house5"}
"""A turn's notes at the end of these held a field that is gone; their digest of the position does
not count."""


def test_there_is_a_corpus_of_every_version() -> None:
    versions = {str(number) for number in range(1, int(RULES_VERSION) + 1)}
    assert {folder.name for folder in GAMES.iterdir()} == versions
    assert all(len(list((GAMES / version).glob("*.json"))) >= 20 for version in versions)
    assert {one.version for one in MENDED} == versions - {"1"}
    assert mended_since("1") == MENDED
    assert mended_since(RULES_VERSION) == ()


@pytest.mark.parametrize("path", NOW, ids=lambda path: path.stem)
def test_a_stored_game_plays_again_as_it_was_played(path: Path) -> None:
    stored = load(path)
    assert stored.rules == RULES_VERSION
    again = replay(stored)
    for number, (one, other) in enumerate(zip(stored.digests, again.digests, strict=True)):
        assert one == other, f"it goes another way among answers {number * SPAN} ff."
    assert again.last == stored.last
    assert again.reason == stored.reason


@pytest.mark.parametrize("path", BEFORE, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_a_game_of_an_earlier_version_comes_to_the_same_end(path: Path) -> None:
    stored = load(path)
    again = replay(stored)
    assert again.reason == stored.reason
    if f"{path.parent.name}/{path.stem}" not in OTHER_NOTES:
        assert again.last == stored.last
