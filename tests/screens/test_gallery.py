"""The gallery script draws the same pictures every time, and they need nothing from elsewhere."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

ROOT = Path(__file__).resolve().parents[2]


def draw(folder: Path, hash_seed: str) -> dict[str, bytes]:
    """Run the script in a process of its own and return what it wrote."""
    subprocess.run(
        [sys.executable, "scripts/draw_gallery.py", str(folder)],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONHASHSEED": hash_seed},
        check=True,
        capture_output=True,
        timeout=120,
    )
    return {file.name: file.read_bytes() for file in sorted(folder.iterdir())}


def test_two_runs_draw_the_same_files_whatever_the_hash_seed(tmp_path: Path) -> None:
    first = draw(tmp_path / "one", "1")
    second = draw(tmp_path / "two", "2")
    assert first == second
    for name in ("80x24-dashboard", "132x43-dashboard", "40x25-dashboard", "linear-pages"):
        assert f"{name}.svg" in first
        assert f"{name}.txt" in first
    for name in ("cp437-dashboard", "petscii-dashboard", "petscii-welcome"):
        assert f"{name}.svg" in first


def test_pictures_are_well_formed_and_load_nothing_from_other_hosts(tmp_path: Path) -> None:
    for name, data in draw(tmp_path, "0").items():
        if name.endswith(".svg"):
            root = ElementTree.fromstring(data)
            assert root.tag.endswith("svg")
            text = data.decode("utf-8").replace('xmlns="http://www.w3.org/2000/svg"', "")
            assert "http" not in text
            assert "href" not in text
        elif name.startswith("linear"):
            text = data.decode("utf-8")
            assert text.isascii()
            assert "\x1b" not in text
