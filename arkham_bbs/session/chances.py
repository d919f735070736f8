"""Chances beside an option and behind a question, and a game's log as events again.

Room: session. Imports game (odds, events, decisions, views). The reckoning is the game's own and
uses only what the viewer may know. Source: issue 3 (``odds``, ``dice``, ``why``); USER_ASKS F10.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Union

import msgspec

from arkham_bbs.game.decisions import Decision
from arkham_bbs.game.events import Event, event_types
from arkham_bbs.game.odds import rolls_hang_on
from arkham_bbs.game.odds.words import aside_note, lines_for, option_note
from arkham_bbs.game.views import View

_KINDS = event_types()
_EVENT: msgspec.json.Decoder[Any] = msgspec.json.Decoder(Union[tuple(_KINDS.values())])  # noqa: UP007


def with_chances(
    labels: dict[str, str], decision: Decision, view: View, *, linear: bool = False
) -> dict[str, str]:
    """Return the labels with the chance behind each option that rolls a die.

    Args:
        linear: write chances as words, for screen readers.
    """
    if not rolls_hang_on(decision):
        return labels
    noted: dict[str, str] = {}
    for key, label in labels.items():
        # A piece that cannot be a whole answer (a bullet without its gun) has no chance alone.
        alone = decision.form != "set" or decision.offers(key)
        note = option_note(view, decision, key, linear=linear) if alone else ""
        noted[key] = f"{label} ({note})" if note else label
    return noted


def with_aside_chances(
    labels: dict[str, str], view: View, *, linear: bool = False
) -> dict[str, str]:
    """Return the labels of what may be done out of turn, each with its chance."""
    notes = {key: aside_note(view, key, linear=linear) for key in labels}
    return {key: f"{said} ({notes[key]})" if notes[key] else said for key, said in labels.items()}


def odds_lines(decision: Decision, view: View) -> list[str]:
    """Return the chances behind a question, as sentences."""
    return lines_for(view, decision)


def events_of(entries: Iterable[tuple[int, str, str]]) -> list[tuple[int, Event]]:
    """Return stored events with their game turns; lines that are no events are left out.

    Args:
        entries: turn, kind and JSON of everything in a game's log, oldest first.
    """
    return [(turn, _EVENT.decode(data)) for turn, kind, data in entries if kind in _KINDS]
