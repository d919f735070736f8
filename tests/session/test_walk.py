"""The captured walk (docs/walk, by scripts/walk): it fits, and no fault of ours is in it."""

from __future__ import annotations

from pathlib import Path

import pytest

WALK = Path(__file__).resolve().parents[2] / "docs" / "walk"


@pytest.mark.parametrize(("name", "columns"), [("80-columns", 80), ("40-columns", 40)])
def test_the_walk_fits_its_terminal(name: str, columns: int) -> None:
    rows = (WALK / f"{name}.txt").read_text(encoding="utf-8").split("\n")
    told = [row for row in rows if not row.startswith("#####") and "> " not in row]
    assert max(map(len, told)) <= columns


@pytest.mark.parametrize("name", ["80-columns", "40-columns", "linear"])
def test_the_walk_goes_everywhere_without_a_fault(name: str) -> None:
    text = (WALK / f"{name}.txt").read_text(encoding="utf-8")
    assert "Something broke" not in text
    assert "Traceback" not in text
    for part in ("The welcome", "The tutorial begins", "Looking about", "Together", "Log-off"):
        assert f"##### {part}" in text


def test_a_screen_reader_is_shown_no_frame() -> None:
    text = (WALK / "linear.txt").read_text(encoding="utf-8")
    start = text.index("##### A guest looks round")
    assert not set("│═■─╔") & set(text[start:])
