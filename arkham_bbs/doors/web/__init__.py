"""The web door: a page with a terminal in it, and the same session over a WebSocket.

Room: doors. Imports session, terminal, ops and the neighbouring modules of doors.

- door.py      listens, serves, opens and closes (Starlette on uvicorn, in the server's own loop)
- calls.py     one WebSocket after another for one call: hello, keys, lines, resize, coming back
- returns.py   calls whose line is gone and who may take them up again
- wire.py      the sending side of a call, which outlives its connections
- frames.py    what page and door say to each other beside the terminal's bytes
- pages.py     the page and its parts, with their headers
- origins.py   who may call: Host, Origin, and addresses behind trusted proxies
- static/      the page; vendor/ holds xterm.js once scripts/fetch-web-assets has been there
"""

from __future__ import annotations

from arkham_bbs.doors.web.door import BoardFacts, WebDoor, WebSettings
from arkham_bbs.doors.web.pages import AssetsMissing

__all__ = ["AssetsMissing", "BoardFacts", "WebDoor", "WebSettings"]
