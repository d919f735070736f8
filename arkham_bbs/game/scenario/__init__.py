"""Scenario files: a position, scripted dice, the answers, and what must come out.

Room: game. Imports neighbours here. Source: docs/scenarios.md.
"""

from __future__ import annotations

from arkham_bbs.game.scenario.casebook import load_cases, parse_cases
from arkham_bbs.game.scenario.command_line import main, run_files
from arkham_bbs.game.scenario.export import export_scenario
from arkham_bbs.game.scenario.model import Case
from arkham_bbs.game.scenario.reading import Refused
from arkham_bbs.game.scenario.running import run_case

__all__ = [
    "Case",
    "Refused",
    "export_scenario",
    "load_cases",
    "main",
    "parse_cases",
    "run_case",
    "run_files",
]
