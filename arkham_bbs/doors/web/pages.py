"""The page, its parts and their headers, all read once when the door opens.

Room: doors. Imports starlette. The page asks nothing of any other host. Its policy allows scripts
and styles from here only; xterm.js makes style elements of its own, which carry a nonce.
"""

from __future__ import annotations

import gzip
import hashlib
import html
import re
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

STATIC = Path(__file__).with_name("static")
VENDOR = Path(__file__).with_name("vendor")

VENDOR_FILES = ("xterm.js", "xterm.css", "addon-fit.js", "addon-web-links.js")

TYPES = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
}

HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    # Asked again each time, answered by 304: a board that was upgraded never meets an old page.
    "Cache-Control": "no-cache",
}


class AssetsMissing(Exception):
    """xterm.js is not here. The text says what to do."""


@dataclass(frozen=True)
class Asset:
    """One file, ready to send."""

    body: bytes
    packed: bytes
    media_type: str
    tag: str


def _asset(path: Path, body: bytes) -> Asset:
    packed = gzip.compress(body, 9, mtime=0) if path.suffix != ".png" else body
    tag = f'"{hashlib.sha256(body).hexdigest()[:24]}"'
    return Asset(body, packed if len(packed) < len(body) else body, TYPES[path.suffix], tag)


def policy(host: str, *, nonce: str = "") -> str:
    """Return the content security policy. ``host`` must be checked already."""
    styles = f"'self' 'nonce-{nonce}'" if nonce else "'self'"
    return "; ".join(
        (
            "default-src 'none'",
            "script-src 'self'",
            f"style-src {styles}",
            "img-src 'self' data:",
            # Older Safari does not take 'self' for the WebSocket of the same host.
            f"connect-src 'self' ws://{host} wss://{host}",
            "manifest-src 'self'",
            "worker-src 'self'",
            "base-uri 'none'",
            "form-action 'none'",
            "frame-ancestors 'none'",
        )
    )


class Pages:
    """Answers GET and HEAD.

    Args:
        facts: put in the place of ``{{name}}`` in the page, as text.

    Raises:
        AssetsMissing: scripts/fetch-web-assets has not been here.
    """

    def __init__(self, facts: Mapping[str, str], *, vendor: Path = VENDOR) -> None:
        missing = [name for name in VENDOR_FILES if not (vendor / name).is_file()]
        if missing:
            names = ", ".join(missing)
            raise AssetsMissing(f"{names} not found; ./scripts/fetch-web-assets fetches them")
        self._assets: dict[str, Asset] = {}
        for path in sorted(STATIC.rglob("*")):
            if path.is_file() and path.suffix in TYPES and path.name != "index.html":
                name = f"/{path.relative_to(STATIC).as_posix()}"
                self._assets[name] = _asset(path, self._filled(path, facts))
        for name in VENDOR_FILES:
            path = vendor / name
            self._assets[f"/vendor/{name}"] = _asset(path, path.read_bytes())
        self._assets["/favicon.ico"] = self._assets["/icons/icon-32.png"]
        self._page = self._filled(STATIC / "index.html", facts).decode()

    @staticmethod
    def _filled(path: Path, facts: Mapping[str, str]) -> bytes:
        body = path.read_bytes()
        if path.suffix not in (".html", ".webmanifest"):
            return body
        quote = html.escape if path.suffix == ".html" else _json_words
        return re.sub(
            r"\{\{(\w+)\}\}", lambda found: quote(facts.get(found[1], "")), body.decode()
        ).encode()

    async def answer(self, request: Request) -> Response:
        """Serve one path."""
        host = request.headers.get("host", "")
        if request.method not in ("GET", "HEAD"):
            return self.refusal(405, "Only GET here.", {"Allow": "GET, HEAD"})
        if request.url.path == "/":
            return self._front_page(request, host)
        asset = self._assets.get(request.url.path)
        if asset is None:
            return self.refusal(404, "There is no such page in Arkham.")
        headers = HEADERS | {
            "ETag": asset.tag,
            "Vary": "Accept-Encoding",
            "Content-Security-Policy": policy(host),
        }
        if asset.tag in request.headers.get("if-none-match", ""):
            return Response(status_code=304, headers=headers)
        return self._sent(request, asset.body, asset.packed, asset.media_type, headers)

    def _front_page(self, request: Request, host: str) -> Response:
        nonce = secrets.token_urlsafe(16)
        body = self._page.replace("@nonce@", nonce).encode()
        headers = HEADERS | {
            "Cache-Control": "no-store",
            "Content-Security-Policy": policy(host, nonce=nonce),
        }
        return self._sent(request, body, body, TYPES[".html"], headers)

    @staticmethod
    def _sent(
        request: Request, body: bytes, packed: bytes, media_type: str, headers: dict[str, str]
    ) -> Response:
        takes_gzip = "gzip" in request.headers.get("accept-encoding", "").lower()
        if packed is not body and takes_gzip:
            return Response(
                packed, media_type=media_type, headers=headers | {"Content-Encoding": "gzip"}
            )
        return Response(body, media_type=media_type, headers=headers)

    @staticmethod
    def refusal(status: int, sentence: str, headers: dict[str, str] | None = None) -> Response:
        """Say no in one sentence."""
        return PlainTextResponse(
            f"{sentence}\n",
            status_code=status,
            headers=HEADERS
            | {"Content-Security-Policy": "default-src 'none'"}
            | dict(headers or {}),
        )


def _json_words(text: str) -> str:
    """Make text fit to stand inside a JSON string."""
    return "".join(char for char in text if char.isprintable() and char not in '"\\')
