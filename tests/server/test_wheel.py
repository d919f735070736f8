"""A wheel built from the tree and installed alone in an empty environment serves as well."""

from __future__ import annotations

import asyncio
import sys
import zipfile
from pathlib import Path

from tests.doors.clients import RawClient
from tests.server.conftest import ROOT, StartServer, clean_environment


async def run(*command: str | Path, cwd: Path) -> None:
    process = await asyncio.create_subprocess_exec(
        *map(str, command),
        cwd=cwd,
        env=clean_environment(),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    out, _ = await asyncio.wait_for(process.communicate(), 600)
    assert process.returncode == 0, out.decode("utf-8", "replace")[-3_000:]


async def test_the_wheel_alone_serves(tmp_path: Path, start_server: StartServer) -> None:
    # Built with the hatchling of this environment: the test needs no second download of it.
    await run(sys.executable, "-m", "build", "--wheel", "--outdir", tmp_path, ROOT, cwd=tmp_path)
    [wheel] = tmp_path.glob("*.whl")  # noqa: ASYNC240 - one small directory
    names = zipfile.ZipFile(wheel).namelist()
    assert "arkham_bbs/migrations/env.py" in names
    assert "arkham_bbs/config_sample.toml" in names
    assert any(
        name.startswith("arkham_bbs/game/content/") and name.endswith(".toml") for name in names
    )
    await run(sys.executable, "-m", "venv", tmp_path / "empty", cwd=tmp_path)
    python = tmp_path / "empty" / "bin" / "python"
    await run(
        python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", wheel,
        cwd=tmp_path,
    )  # fmt: skip
    home = tmp_path / "home"
    home.mkdir()
    server = await start_server(
        home, [str(tmp_path / "empty" / "bin" / "arkham-bbs"), "serve"], python_path=False
    )
    caller = await RawClient.connect(server.telnet_port)
    await caller.expect(b"Your name: ")
    await caller.close()
    assert (await server.get("/readyz"))[0] == 200
    assert await server.finish() == 0
    assert "Traceback" not in server.log
