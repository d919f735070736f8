"""Every numbered rule has a test, or is listed as still without one."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def test_no_rule_is_without_a_test_unawares() -> None:
    done = subprocess.run(
        [sys.executable, str(ROOT / "scripts" / "rule-coverage"), "--missing"],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert done.returncode == 0, done.stderr
