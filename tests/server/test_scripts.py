"""scripts/serve and scripts/test on machines that lack something."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from tests.server.conftest import ROOT

TOOLS = ("sh", "dirname", "cat", "cksum", "env", "printf")


@pytest.fixture
def machine(tmp_path: Path) -> Path:
    """A tree with the scripts, and a PATH with the plainest tools and no Python."""
    tree = tmp_path / "tree"
    shutil.copytree(ROOT / "scripts", tree / "scripts")
    (tree / "pyproject.toml").write_text("")
    (tree / "arkham_bbs").mkdir()
    (tree / "arkham_bbs" / "__init__.py").write_text("")
    tools = tmp_path / "bin"
    tools.mkdir()
    for tool in TOOLS:
        found = shutil.which(tool)
        assert found is not None
        (tools / tool).symlink_to(found)
    return tmp_path


def program(machine: Path, name: str, text: str) -> None:
    path = machine / "bin" / name
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(0o755)


def run(machine: Path, *command: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [str(machine / "tree" / command[0]), *command[1:]],
        env={"PATH": str(machine / "bin")},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


@pytest.mark.parametrize("script", ["scripts/serve", "scripts/test"])
def test_no_python_at_all_is_said_clearly(machine: Path, script: str) -> None:
    done = run(machine, script)
    assert done.returncode == 1
    assert "needs Python 3.11 or newer" in done.stderr
    assert not (machine / "tree" / ".venv").exists()


def test_a_python_that_is_too_old_is_named_with_its_version(machine: Path) -> None:
    program(machine, "python3", '[ "$1" = "--version" ] && echo "Python 3.9.2" || exit 1')
    done = run(machine, "scripts/serve")
    assert done.returncode == 1
    assert "Python 3.9.2" in done.stderr


def test_a_python_without_venv_is_told_what_to_install(machine: Path) -> None:
    program(machine, "python3", '[ "$1" = "-m" ] && exit 1; echo "Python 3.11.2"')
    done = run(machine, "scripts/serve")
    assert done.returncode == 1
    assert "python3-venv" in done.stderr


def test_a_failed_lint_fails_the_script_and_pytest_still_comes_last(machine: Path) -> None:
    tree = machine / "tree"
    bin_dir = tree / ".venv" / "bin"
    bin_dir.mkdir(parents=True)
    for name, text in {
        "arkham-bbs": "exit 0",
        "ruff": "echo untidy; exit 1",
        "mypy": "exit 0",
        "lint-imports": "exit 0",
        "python": 'case "$*" in *pytest*) echo "pytest $*"; exit "${PYTEST_STATUS:-0}";; esac',
    }.items():
        path = bin_dir / name
        path.write_text(f"#!/bin/sh\n{text}\n")
        path.chmod(0o755)
    # Without a stamp the first run "installs"; the python above takes that quietly.
    first = run(machine, "scripts/test", "-k", "nothing")
    assert first.returncode == 1
    assert "FAILED BEFORE THE TESTS: ruff-check ruff-format" in first.stdout
    assert first.stdout.splitlines()[-1] == "pytest -m pytest -k nothing"
    assert "Installing" in first.stderr
    second = run(machine, "scripts/test")
    assert "Installing" not in second.stderr, "the stamp says that nothing has changed"
    (tree / "pyproject.toml").write_text("# changed")
    assert "Installing" in run(machine, "scripts/test").stderr
