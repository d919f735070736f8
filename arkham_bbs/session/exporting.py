"""An export on a caller's screen: short lines to copy, and the way to have it as a file.

Room: session. Imports lobby and its neighbours here. Source: docs/sysop.md.
"""

from __future__ import annotations

import asyncio
from typing import Any

from arkham_bbs.lobby.export import WIDTH, export_lines
from arkham_bbs.session.visit import Visit


async def show_export(visit: Visit, game_id: str, data: dict[str, Any]) -> None:
    """Show an export, unbroken by the pager, and say how it is checked."""
    width = max(20, min(WIDTH, visit.caps.columns - 1))
    # A long game is a million characters; others play meanwhile.
    lines = await asyncio.to_thread(export_lines, data, width)
    visit.tell(
        "Copy all that follows, from the first brace to the last. As a file, where the board has "
        f"an SSH port: ssh -p PORT {visit.handle}@HOST export {game_id[:8]} > game.json",
        style="dim",
    )
    await visit.show_to_copy(lines)
    if data["seed"]:
        visit.tell("Check it with: arkham-bbs game verify FILE", style="dim")
    else:
        visit.tell("The seed and what it dealt are added when the game is over.", style="dim")
