"""No installed package has a known vulnerability, as far as the network lets anybody ask.

Runs pip-audit over the environment the tests run in. Not everybody's network reaches a service
that knows; then the test is skipped and says why. It never waits longer than its limit.
"""

from __future__ import annotations

import importlib.metadata
import importlib.util
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

LIMIT_S = 60.0
SOCKET_S = 10
AWAY = ("ConnectionError", "ProxyError", "SSLError", "Timeout", "ServiceError", "Could not connect")
"""What pip-audit's own words have in them when nobody answered it."""


class Auditor:
    """Asks pip-audit, within one limit of time for all its questions."""

    def __init__(self, directory: Path) -> None:
        self._directory = directory
        self._deadline = time.monotonic() + LIMIT_S

    def ask(self, *words: str) -> list[dict[str, Any]]:
        """Return what is known of each package; skip the test when nobody can say."""
        command = [sys.executable, "-m", "pip_audit", "--format", "json", *words]
        command += ["--progress-spinner", "off", "--timeout", str(SOCKET_S)]
        command += ["--desc", "off", "--cache-dir", str(self._directory / "cache")]
        process = subprocess.Popen(
            command,
            cwd=self._directory,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            # It has children of its own, and all must go when the time is up.
            start_new_session=True,
        )
        try:
            said, complained = process.communicate(timeout=self._deadline - time.monotonic())
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.communicate()
            pytest.skip(f"no answer about vulnerabilities within {LIMIT_S:.0f} s")
        if not said.strip() and any(word in complained for word in AWAY):
            # Its complaint names hosts and proxies of this network; nobody else needs those.
            pytest.skip("the service that knows of vulnerabilities cannot be reached from here")
        assert said.strip(), f"pip-audit broke (code {process.returncode}):\n{complained[-2000:]}"
        found: list[dict[str, Any]] = json.loads(said)["dependencies"]
        return found


def flaws(packages: list[dict[str, Any]]) -> list[str]:
    """Name each known vulnerability, and the versions without it."""
    return [
        f"{package['name']} {package['version']}: {flaw['id']}, "
        f"fixed in {', '.join(flaw['fix_versions']) or 'no version yet'}"
        for package in packages
        for flaw in package.get("vulns", ())
    ]


def test_no_installed_package_has_a_known_vulnerability(tmp_path: Path) -> None:
    if importlib.util.find_spec("pip_audit") is None:
        pytest.skip("pip-audit is not installed; it comes with the extra named test")
    auditor = Auditor(tmp_path)

    # A mirror may answer everything with "not found", which looks like a clean bill of health.
    # So one package that every such service knows is asked about first.
    known = tmp_path / "known.txt"
    known.write_text(f"pip-audit=={importlib.metadata.version('pip-audit')}\n")
    first = auditor.ask("--requirement", str(known), "--no-deps", "--disable-pip")
    if any("skip_reason" in package for package in first):
        pytest.skip("the package index of this network answers, but knows no vulnerabilities")

    packages = auditor.ask("--skip-editable")
    assert any("vulns" in package for package in packages), "not one package could be looked up"
    assert not flaws(packages), "\n".join(flaws(packages))


def test_a_known_vulnerability_is_named_with_its_cure() -> None:
    answer: list[dict[str, Any]] = [
        {"name": "sound", "version": "1.0", "vulns": []},
        {"name": "unknown", "skip_reason": "not found"},
        {
            "name": "leaky",
            "version": "2.0",
            "vulns": [
                {"id": "PYSEC-1926-1", "fix_versions": ["2.1", "3.0"]},
                {"id": "PYSEC-1926-2", "fix_versions": []},
            ],
        },
    ]
    assert flaws(answer) == [
        "leaky 2.0: PYSEC-1926-1, fixed in 2.1, 3.0",
        "leaky 2.0: PYSEC-1926-2, fixed in no version yet",
    ]
