"""The letter writer: line by line on any terminal, kept as a draft after every line.

Room: session. Imports lobby (drafts) and its neighbours here.
Source: issue 5 ("drafts survive a dropped line").
"""

from __future__ import annotations

from typing import Any, Literal

from arkham_bbs.lobby.letters import BODY_COLUMNS
from arkham_bbs.session.visit import Visit
from arkham_bbs.terminal import Cancelled

WAITING_LINES = 1_000
WAITING_CHARS = 16_000
"""What may be pasted at once: twice the characters of the longest letter or post."""

DraftKind = Literal["mail", "post"]


async def write_text(visit: Visit, kind: DraftKind, slot: str, about: dict[str, Any]) -> str | None:
    """Let the caller write several lines; returns the text, or None when it is put off or dropped.

    Args:
        about: what belongs to the writing beside its lines (to, subject), kept with the draft.

    A ``.`` alone sends, ``/undo`` takes the last line out, ``/show`` shows all, ``/drop`` throws it
    away. Ctrl-C keeps the draft for another time.
    """
    letters = visit.services.lobby.letters
    kept = await letters.draft(visit.me, kind, slot)
    lines: list[str] = list(kept.data.get("lines", [])) if kept is not None else []
    visit.written = lines
    try:
        with visit.terminal.taking_text(lines=WAITING_LINES, chars=WAITING_CHARS):
            return await _write(visit, kind, slot, about, lines)
    finally:
        visit.written = []


async def _write(
    visit: Visit, kind: DraftKind, slot: str, about: dict[str, Any], lines: list[str]
) -> str | None:
    letters = visit.services.lobby.letters
    if lines:
        visit.tell("You had begun this before:", *lines)
    visit.tell(
        "Write line by line. A dot alone sends; /undo, /show, /drop; Ctrl-C keeps it for later."
    )
    is_full = False
    while True:
        try:
            line = await visit.read(
                f"{len(lines) + 1:2}> ",
                way_out="A dot alone sends it; Ctrl-C keeps it for later.",
            )
        except Cancelled:
            visit.tell("It is kept as a draft. Type drafts to go on with it.")
            return None
        if line == ".":
            text = "\n".join(lines).strip()
            if text:
                return text
            visit.tell("There is nothing in it yet. /drop throws it away.")
        elif line == "/drop":
            await letters.drop_draft(visit.me, kind, slot)
            visit.tell("Thrown away.")
            return None
        elif line == "/show":
            visit.tell(*(lines or ["(empty)"]))
        elif line == "/undo":
            is_full = False
            if lines:
                visit.tell(f"Out: {lines.pop()}")
        elif len(lines) >= WAITING_LINES or sum(map(len, lines)) + len(line) > BODY_COLUMNS:
            # Also so that what is kept after every line does not grow without end.
            visit.tell(
                "Left out, too."
                if is_full
                else f"Left out: it would be longer than {BODY_COLUMNS} characters or "
                f"{WAITING_LINES} lines. A dot sends what is there; /undo takes a line out."
            )
            is_full = True
            continue
        else:
            lines.append(line)
        await letters.save_draft(visit.me, kind, slot, {**about, "lines": lines})
