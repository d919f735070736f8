"""The 1987 rules, pure: no clock, no network, no database.

Room: game. Imports its neighbours only.
"""

from arkham_bbs.game.decisions import Answer, AnswerRefused, Decision, Option
from arkham_bbs.game.events import Event
from arkham_bbs.game.game import Game, Setup
from arkham_bbs.game.options import MODULES, PRESETS, SWITCHES, BadOptions, Options
from arkham_bbs.game.state import Result
from arkham_bbs.game.stored import ReplayMismatch
from arkham_bbs.game.versions import RULES_VERSION
from arkham_bbs.game.views import View

__all__ = [
    "MODULES",
    "PRESETS",
    "RULES_VERSION",
    "SWITCHES",
    "Answer",
    "AnswerRefused",
    "BadOptions",
    "Decision",
    "Event",
    "Game",
    "Option",
    "Options",
    "ReplayMismatch",
    "Result",
    "Setup",
    "View",
]
