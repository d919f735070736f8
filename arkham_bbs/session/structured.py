"""The game as structured data, beside the text: what MUD clients know as GMCP.

Room: session. Imports game (views, board, names), terminal and its neighbours here. The shapes are
documented in docs/clients.md; the browser's page reads the same ones. Nothing is in them that the
caller's own view does not hold.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from arkham_bbs.game.board import NEAR
from arkham_bbs.game.narration import names
from arkham_bbs.game.views import InvestigatorView, View
from arkham_bbs.session.asked import Asked, Choice
from arkham_bbs.session.told import asked_name, question_of
from arkham_bbs.terminal import Terminal

if TYPE_CHECKING:
    from arkham_bbs.session.table_room import TableRoom

AWAY: dict[str, Any] = {"table": None}
"""Game.State of somebody who is at no table."""


class StructuredFeed:
    """Sends each message when it says something new.

    The text is for people; a client that wants numbers for a gauge, a map or a row of buttons
    finds them here, and none of it costs anything where nobody listens.
    """

    def __init__(self, terminal: Terminal) -> None:
        self._terminal = terminal
        self._last: dict[str, Any] = {}

    def tell(self, room: TableRoom) -> None:
        """Send what has changed at the caller's table."""
        if not self._terminal.has_gmcp:
            return
        view = room.view
        if view is None:
            self._send("Game.State", gathering(room))
            return
        self._send("Game.State", game_state(room, view))
        sheet = own_sheet(room, view)
        if sheet is not None:
            self._send("Char.Vitals", vitals(sheet))
            self._send("Room.Info", room_info(sheet, view))
        self._send("Game.Options", options(room))

    def leave(self) -> None:
        """Say that the caller is at no table any more."""
        if self._last and self._terminal.has_gmcp:
            self._send("Game.Options", {"decision": None, "options": []})
            self._send("Game.State", AWAY)

    def _send(self, name: str, data: dict[str, Any]) -> None:
        if self._last.get(name) != data:
            self._last[name] = data
            self._terminal.send_gmcp(name, data)


def own_sheet(room: TableRoom, view: View) -> InvestigatorView | None:
    """Return the sheet that matters now: who is asked, else the caller's first; else whose turn."""
    decision = room.decision
    mine = view.mine() if view.seat is not None else ()
    wanted = [decision.investigator] if decision is not None and room.is_mine else []
    wanted += [sheet.id for sheet in mine]
    if not mine and view.active is not None:
        wanted.append(view.active)
    sheets = {sheet.id: sheet for sheet in view.investigators}
    return next((sheets[who] for who in wanted if who in sheets), None)


def vitals(sheet: InvestigatorView) -> dict[str, Any]:
    """Char.Vitals: one investigator's numbers."""
    return {
        "investigator": sheet.name,
        "strength": sheet.strength,
        "max_strength": sheet.strength_max,
        "sanity": sheet.sanity,
        "max_sanity": sheet.sanity_max,
        "money": sheet.money,
        "clues": sheet.clues,
        "status": sheet.status,
    }


def gathering(room: TableRoom) -> dict[str, Any]:
    """Game.State of a table that has not begun."""
    return {"table": room.table.id, "title": room.table.title, "status": room.table.status}


def game_state(room: TableRoom, view: View) -> dict[str, Any]:
    """Game.State: how the town stands and who is waited for."""
    decision = room.decision
    return {
        **gathering(room),
        "turn": view.turn,
        "step": view.step,
        "active": names.person(view.active) if view.active else None,
        "doom": view.doom,
        "max_doom": view.doom_last,
        "gates": len(view.gates),
        "max_gates": view.gate_limit,
        "elder_signs": len(view.elder_signs),
        "monsters": len(view.monsters),
        "waiting_for": asked_name(decision, view) if decision is not None else None,
        "your_turn": room.is_mine,
        "over": room.table.is_over or view.result is not None,
        "victory": view.result.victory if view.result is not None else None,
    }


def room_info(sheet: InvestigatorView, view: View) -> dict[str, Any]:
    """Room.Info: where the investigator stands and what is there."""
    here = sheet.place
    gate = next((gate for gate in view.gates if gate.place == here), None)
    return {
        "id": here,
        "name": names.place_title(here),
        "exits": {names.place_title(near): near for near in NEAR.get(here, ())},
        "monsters": [names.numbered_monster(m.id) for m in view.monsters if m.place == here],
        "investigators": [s.name for s in view.investigators if s.place == here],
        "gate": None if gate is None else {"world": gate.world},
        "elder_sign": here in view.elder_signs,
        "clues": view.clues.get(here, 0),
    }


LISTED = 5
"""Options that stand in a list on the smallest screen; those beyond are named by their key."""


def _said(choice: Choice, asked: Asked) -> str:
    """Return what to send for an option: a number only where the caller's screen lists it."""
    is_listed = choice.number <= LISTED and not choice.way
    return str(choice.number) if asked.is_set or is_listed else choice.key


def options(room: TableRoom) -> dict[str, Any]:
    """Game.Options: what may be answered now and how, when it is the caller who is asked."""
    asked, view = room.asked, room.view
    if asked is None or view is None or not room.is_mine or asked.decision != room.decision:
        return {"decision": None, "options": []}
    decision = asked.decision
    # In an auction a number is an amount of money, so nothing has a number of its own.
    is_auction = decision.kind == "bid"
    said = {c.key: c.key if is_auction else _said(c, asked) for c in asked.choices}
    return {
        "decision": decision.number,
        "kind": decision.kind,
        "several": asked.is_set,
        "question": question_of(decision, view),
        "default": said.get(decision.default or ""),
        "options": [
            {"say": said[choice.key], "label": choice.label}
            for choice in asked.choices
            if not (is_auction and choice.key.startswith("cash:"))
        ],
    }
