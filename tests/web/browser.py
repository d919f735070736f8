"""A real browser without a window, driven over the DevTools protocol by a few calls."""

from __future__ import annotations

import asyncio
import base64
import itertools
import json
import shutil
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

WAIT_S = 30.0
CHROMIUM = next(
    (
        found
        for name in ("chromium", "chromium-browser", "google-chrome")
        if (found := shutil.which(name))
    ),
    None,
)
FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--hide-scrollbars",
    "--force-device-scale-factor=1",
)


class Page:
    """One tab: what it shows, what is typed into it, what it complained about."""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket
        self._ids = itertools.count(1)
        self._waiting: dict[int, asyncio.Future[Any]] = {}
        self.complaints: list[str] = []
        self.requests: list[str] = []
        self._reading = asyncio.create_task(self._read())

    async def _read(self) -> None:
        with suppress(ConnectionClosed):
            await self._read_all()

    async def _read_all(self) -> None:
        async for text in self._socket:
            message = json.loads(text)
            if (waiter := self._waiting.pop(message.get("id", 0), None)) is not None:
                if not waiter.done():
                    waiter.set_result(message)
                continue
            facts = message.get("params", {})
            match message.get("method"):
                case "Log.entryAdded":
                    entry = facts["entry"]
                    if entry["level"] == "error":
                        self.complaints.append(f"{entry['text']} {entry.get('url', '')}")
                case "Runtime.exceptionThrown":
                    self.complaints.append(json.dumps(facts["exceptionDetails"])[:500])
                case "Network.requestWillBeSent":
                    self.requests.append(facts["request"]["url"])

    async def call(self, method: str, **facts: Any) -> Any:
        number = next(self._ids)
        waiter = self._waiting[number] = asyncio.get_running_loop().create_future()
        await self._socket.send(json.dumps({"id": number, "method": method, "params": facts}))
        async with asyncio.timeout(WAIT_S):
            answer = await waiter
        if "error" in answer:
            raise AssertionError(f"{method}: {answer['error']}")
        return answer["result"]

    async def begin(self, *, touch: bool = False) -> None:
        for domain in ("Page", "Runtime", "Log", "Network"):
            await self.call(f"{domain}.enable")
        if touch:
            await self.call("Emulation.setTouchEmulationEnabled", enabled=True, maxTouchPoints=5)
            await self.call(
                "Emulation.setEmitTouchEventsForMouse", enabled=True, configuration="mobile"
            )

    async def size(self, width: int, height: int, *, mobile: bool = False) -> None:
        await self.call(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=height,
            deviceScaleFactor=1,
            mobile=mobile,
        )

    async def go(self, address: str) -> None:
        await self.call("Page.navigate", url=address)
        await self.until("document.readyState === 'complete'")

    async def run(self, script: str) -> Any:
        answer = await self.call(
            "Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True
        )
        if "exceptionDetails" in answer:
            raise AssertionError(f"{script}: {answer['exceptionDetails']}")
        return answer["result"].get("value")

    async def until(self, script: str, within_s: float = WAIT_S) -> None:
        """Wait until an expression is true."""
        try:
            async with asyncio.timeout(within_s):
                while not await self.run(f"Boolean({script})"):  # noqa: ASYNC110
                    await asyncio.sleep(0.05)
        except TimeoutError:
            raise AssertionError(f"never true: {script}; shown:\n{await self.shown()}") from None

    async def shown(self) -> str:
        """What the page shows, in the terminal or as text."""
        return str(
            await self.run(
                """!document.getElementById('log') ? ''
                : document.documentElement.dataset.view === 'text'
                ? document.getElementById('log').innerText + '\\n['
                  + document.getElementById('prompt').innerText + ']'
                : [...document.querySelectorAll('.xterm-rows > div')]
                    .map((row) => row.textContent.replace(/\\u00a0/g, ' ').trimEnd()).join('\\n')"""
            )
        )

    async def sees(self, *wanted: str, within_s: float = WAIT_S) -> str:
        """Wait until all of it is shown at once."""
        shown = ""
        try:
            async with asyncio.timeout(within_s):
                while True:
                    shown = await self.shown()
                    if all(text in shown for text in wanted):
                        break
                    await asyncio.sleep(0.05)
        except TimeoutError:
            raise AssertionError(f"no {wanted!r}; shown:\n{shown}") from None
        return shown

    async def type(self, text: str, *, enter: bool = True) -> None:
        """Type with the keyboard, into whatever has the focus."""
        await self.call("Input.insertText", text=text)
        if enter:
            await self.key("Enter", "\r", 13)

    async def key(self, name: str, text: str = "", code: int = 0, *, modifiers: int = 0) -> None:
        facts: dict[str, Any] = {
            "key": name,
            "code": name,
            "windowsVirtualKeyCode": code,
            "modifiers": modifiers,
        }
        if text:
            facts["text"] = text
        await self.call("Input.dispatchKeyEvent", type="keyDown", **facts)
        facts.pop("text", None)
        await self.call("Input.dispatchKeyEvent", type="keyUp", **facts)

    async def click(self, x: float, y: float) -> None:
        for kind in ("mouseMoved", "mousePressed", "mouseReleased"):
            await self.call(
                "Input.dispatchMouseEvent",
                type=kind,
                x=x,
                y=y,
                button="none" if kind == "mouseMoved" else "left",
                clickCount=0 if kind == "mouseMoved" else 1,
            )
            await asyncio.sleep(0.15)

    async def press(self, selector: str) -> None:
        """Click an element."""
        await self.run(f"document.querySelector({json.dumps(selector)}).click()")

    async def picture(self, file: Path) -> None:
        answer = await self.call("Page.captureScreenshot", format="png")
        file.write_bytes(base64.b64decode(answer["data"]))  # noqa: ASYNC240 - a small file

    async def close(self) -> None:
        self._reading.cancel()
        await asyncio.gather(self._reading, return_exceptions=True)
        await self._socket.close()


class Browser:
    """The browser itself."""

    def __init__(self, address: str) -> None:
        self._address = address
        self._pages: list[Page] = []

    async def page(self, *, touch: bool = False) -> Page:
        """Open a tab with a storage of its own."""
        async with connect(self._address, max_size=None) as control:
            await control.send(json.dumps({"id": 1, "method": "Target.createBrowserContext"}))
            context = await _answer(control, 1)
            facts = {"url": "about:blank", "browserContextId": context["browserContextId"]}
            await control.send(
                json.dumps({"id": 2, "method": "Target.createTarget", "params": facts})
            )
            target = (await _answer(control, 2))["targetId"]
            # A context lives no longer than the connection that made it, unless that stays.
            base = self._address.rpartition("/devtools/")[0]
            page = Page(await connect(f"{base}/devtools/page/{target}", max_size=None))
            self._pages.append(page)
            await page.begin(touch=touch)
            return page

    async def close(self) -> None:
        for page in self._pages:
            await page.close()


async def _answer(socket: ClientConnection, number: int) -> Any:
    async with asyncio.timeout(WAIT_S):
        while True:
            message = json.loads(await socket.recv())
            if message.get("id") == number:
                return message["result"]


def _read(file: Path) -> list[str]:
    return file.read_text().splitlines() if file.exists() else []


async def _told_address(file: Path) -> str:
    """Wait until the browser has written down where it listens."""
    async with asyncio.timeout(WAIT_S):
        while len(_read(file)) < 2:  # noqa: ASYNC110 - a file has no event
            await asyncio.sleep(0.05)
    port, path = _read(file)[:2]
    return f"ws://127.0.0.1:{port}{path}"


@asynccontextmanager
async def browser() -> AsyncIterator[Browser]:
    """Start Chromium with an empty profile; it is gone afterwards."""
    assert CHROMIUM is not None
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        process = await asyncio.create_subprocess_exec(
            CHROMIUM,
            *FLAGS,
            "--remote-debugging-port=0",
            f"--user-data-dir={profile}",
            "about:blank",
            stdout=asyncio.subprocess.DEVNULL,
            stderr=asyncio.subprocess.DEVNULL,
        )
        try:
            found = Browser(await _told_address(Path(profile) / "DevToolsActivePort"))
            yield found
            await found.close()
        finally:
            if process.returncode is None:
                process.kill()
            await process.wait()
