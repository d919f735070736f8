"""A whole server: start, the two doors with real clients, figures, clean stop."""

from __future__ import annotations

import asyncio
import json
import re
import shutil
import signal
import socket
import stat
from pathlib import Path

import asyncssh
import pytest
from prometheus_client.parser import text_string_to_metric_families

from tests.doors.clients import PtyClient, RawClient, plain
from tests.server.conftest import ServerProcess, StartServer

PASSWORD = "the old ones were"


def ssh_command(server: ServerProcess, user: str) -> list[str]:
    return [
        "ssh", "-F", "none", "-p", str(server.ssh_port), "-o", "StrictHostKeyChecking=no",
        "-o", f"UserKnownHostsFile={server.directory / 'known'}", "-o", "LogLevel=ERROR",
        "-o", "IdentityAgent=none", f"{user}@127.0.0.1",
    ]  # fmt: skip


async def register(client: RawClient, name: bytes) -> None:
    """Walk a raw telnet caller from the welcome to the lobby."""
    await client.expect(b"Your name: ")
    client.send(b"new\r\n")
    await client.expect(b"name", within_s=20)
    client.send(name + b"\r\n")
    for _ in range(2):
        await client.expect(b"assword")
        client.send(PASSWORD.encode() + b"\r\n")
    await client.expect(name, within_s=20)


async def test_the_start_says_where_to_connect_and_how_to_open_to_the_world(
    start_server: StartServer,
) -> None:
    server = await start_server()
    assert f"ssh -p {server.ssh_port} new@127.0.0.1" in server.out
    assert f"telnet 127.0.0.1 {server.telnet_port}" in server.out
    assert re.search(r"SHA256:[A-Za-z0-9+/]{43}", server.out)
    assert re.search(r"claim \S{8,}", server.out)
    assert "ARKHAM_HOST=0.0.0.0" in server.out
    data = Path(str(server.settings["data_dir"]))
    assert (data / "arkham.db").is_file()
    key = data / "ssh_host_ed25519_key"
    assert stat.S_IMODE(key.stat().st_mode) == 0o600
    status, body = await server.get("/healthz")
    assert (status, json.loads(body)["status"]) == (200, "ok")
    assert (await server.get("/readyz"))[0] == 200
    assert await server.finish() == 0
    assert server.out.rstrip().endswith("Closed.")


async def test_openssh_and_a_raw_telnet_caller_reach_the_login_screen(
    start_server: StartServer,
) -> None:
    server = await start_server()
    telnet = await RawClient.connect(server.telnet_port)
    await telnet.expect(b"Your name: ")
    if shutil.which("ssh") is not None:
        client = PtyClient(ssh_command(server, "bbs"))
        try:
            await client.expect("Your name: ")
            client.send("quit\r")
            await client.expect("Good night")
            assert await client.finish() == 0
        finally:
            client.kill()
    async with asyncssh.connect(
        "127.0.0.1", server.ssh_port, username="bbs", known_hosts=None, client_keys=None,
        config=None,
    ) as connection:  # fmt: skip
        process = await connection.create_process(term_type="vt100", encoding=None)
        await process.stdout.readuntil(b"Your name: ")
    await telnet.close()
    assert await server.finish() == 0
    assert "Traceback" not in server.log


async def test_the_real_telnet_program_reaches_the_login_screen(
    start_server: StartServer,
) -> None:
    if shutil.which("telnet") is None:
        pytest.skip("the telnet program is not installed")
    server = await start_server()
    client = PtyClient(["telnet", "127.0.0.1", str(server.telnet_port)])
    try:
        await client.expect("Your name: ")
        client.send("quit\r")
        assert "Good night" in plain(await client.expect("Good night"))
    finally:
        client.kill()


async def test_sigterm_tells_everybody_keeps_everything_and_ends_with_0(
    start_server: StartServer,
) -> None:
    server = await start_server()
    at_login = await RawClient.connect(server.telnet_port)
    await at_login.expect(b"Your name: ")
    inside = await RawClient.connect(server.telnet_port)
    await register(inside, b"Wilmarth")
    await asyncio.sleep(0.5)
    server.process.send_signal(signal.SIGTERM)
    assert b"closing" in await at_login.rest()
    assert b"clos" in await inside.rest()
    assert await server.finish(None, within_s=10) == 0
    assert "Traceback" not in server.log
    again = await start_server(server.directory)
    caller = await RawClient.connect(again.telnet_port)
    await caller.expect(b"Your name: ")
    caller.send(b"wilmarth\r\n")
    await caller.expect(b"assword")
    caller.send(PASSWORD.encode() + b"\r\n")
    await caller.expect(b"Wilmarth")
    for client in (at_login, inside, caller):
        await client.close()
    assert await again.finish(signal.SIGINT) == 0


async def test_a_registered_name_logs_in_by_ssh_with_its_password(
    start_server: StartServer,
) -> None:
    server = await start_server()
    caller = await RawClient.connect(server.telnet_port)
    await register(caller, b"Armitage")
    await caller.close()
    async with asyncssh.connect(
        "127.0.0.1", server.ssh_port, username="armitage", password=PASSWORD, known_hosts=None,
        client_keys=None, config=None,
    ) as connection:  # fmt: skip
        process = await connection.create_process(term_type="dumb", encoding=None)
        await process.stdout.readuntil(b"Armitage")
    with pytest.raises(asyncssh.PermissionDenied):
        await asyncssh.connect(
            "127.0.0.1", server.ssh_port, username="armitage", password="wrong",
            known_hosts=None, client_keys=None, config=None,
        )  # fmt: skip
    _, body = await server.get("/metrics")
    assert 'arkham_logins_total{method="password"} 1.0' in body
    assert 'arkham_login_failures_total{code="wrong",method="password"}' in body


async def test_the_figures_are_read_by_a_real_parser(start_server: StartServer) -> None:
    server = await start_server()
    caller = await RawClient.connect(server.telnet_port)
    await caller.expect(b"Your name: ")
    status, body = await server.get("/metrics")
    assert status == 200
    samples = {
        (sample.name, *sample.labels.values()): sample.value
        for family in text_string_to_metric_families(body)
        for sample in family.samples
    }
    assert samples["arkham_sessions", "telnet"] == 1
    assert samples["arkham_connections_total", "telnet"] == 1
    assert samples["arkham_output_queue_bytes", "all"] >= 0
    assert "arkham_loop_lag_seconds_count" in {name for name, *_ in samples}
    assert "arkham_decision_seconds_count" in {name for name, *_ in samples}
    assert samples["arkham_commits_total",] >= 0
    await caller.close()


async def test_a_port_that_is_taken_stops_the_start_with_its_setting(
    start_server: StartServer,
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        server = await start_server(wait=False, telnet_port=port)
        assert await server.finish(None, within_s=60) == 1
    assert f"telnet_port {port}" in server.log
    assert "ARKHAM_TELNET_PORT" in server.log
    assert "Traceback" not in server.log


async def test_a_second_server_on_the_same_data_is_refused_and_told_by_whom(
    start_server: StartServer, tmp_path: Path
) -> None:
    for name in ("first", "second", "third"):
        (tmp_path / name).mkdir()
    first = await start_server(tmp_path / "first")
    data = first.settings["data_dir"]
    second = await start_server(tmp_path / "second", data_dir=data, wait=False)
    assert await second.finish(None, 60.0) == 2
    assert f"process {first.process.pid}" in second.log
    assert f"ssh port {first.ssh_port}" in second.log
    assert "Traceback" not in second.log + second.out
    assert (await first.get("/readyz"))[0] == 200
    assert "sysop_line_dropped" not in first.log
    # Elsewhere, but on the same file: refused as well.
    url = f"sqlite:///{data}/arkham.db"
    third = await start_server(tmp_path / "third", database_url=url, wait=False)
    assert await third.finish(None, 60.0) == 2
    assert f"process {first.process.pid}" in third.log
    # Nothing has to be cleared away behind a server that was killed.
    await first.kill()
    again = await start_server(tmp_path / "second", data_dir=data)
    assert await again.finish() == 0


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("data_dir", "a-file"),
        ("database_url", "sqlite:////dev/null/arkham.db"),
        ("telnet_tls_port", "2992"),
    ],
)
async def test_a_setting_that_cannot_work_stops_the_start_without_a_traceback(
    start_server: StartServer, tmp_path: Path, name: str, value: str
) -> None:
    (tmp_path / "a-file").write_text("not a directory")
    server = await start_server(wait=False, **{name: value})
    assert await server.finish(None, within_s=60) in (1, 2)
    assert name in server.log or "database" in server.log
    assert "Traceback" not in server.log


async def test_who_says_nothing_is_told_so_hung_up_on_and_counted(
    start_server: StartServer,
) -> None:
    server = await start_server(begin_s=1, login_s=60)
    caller = await RawClient.connect(server.telnet_port)
    await caller.expect(b"Your name: ")
    seen = await caller.rest()
    assert b"No answer" in seen
    _, body = await server.get("/metrics")
    assert 'arkham_dropped_total{door="telnet",reason="begin-time"} 1.0' in body
    await caller.close()


async def test_who_never_gives_a_name_is_told_so_hung_up_on_and_counted(
    start_server: StartServer,
) -> None:
    server = await start_server(begin_s=2, login_s=2)
    caller = await RawClient.connect(server.telnet_port, b"?\r\n")
    await caller.expect(b"Your name: ")
    assert b"closes the door" in await caller.rest()
    _, body = await server.get("/metrics")
    assert 'arkham_dropped_total{door="telnet",reason="login-time"} 1.0' in body
    await caller.close()


async def test_two_hundred_calls_that_drop_leave_nobody_behind(start_server: StartServer) -> None:
    server = await start_server()
    for _ in range(10):
        clients = [await RawClient.connect(server.telnet_port) for _ in range(20)]
        for client in clients:
            client.writer.transport.abort()
    wanted = (
        r'^arkham_connections_total\{door="telnet"\} 200\.0$',
        r"^arkham_open_connections 0\.0$",
        r'^arkham_sessions\{door="telnet"\} 0\.0$',
    )
    body = ""
    async with asyncio.timeout(20):
        while not all(re.search(line, body, re.MULTILINE) for line in wanted):
            await asyncio.sleep(0.1)
            _, body = await server.get("/metrics")
    assert "Traceback" not in server.log
