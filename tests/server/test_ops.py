"""Health and figures."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping

from prometheus_client.parser import text_string_to_metric_families

from arkham_bbs.ops.http import OpsServer
from arkham_bbs.ops.metrics import Metrics


async def ask(port: int, request: bytes) -> tuple[int, bytes]:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(request)
    answer = await asyncio.wait_for(reader.read(), 10)
    writer.close()
    head, _, body = answer.partition(b"\r\n\r\n")
    return int(head.split()[1]), body


async def served(metrics: Metrics, wrong: Mapping[str, str]) -> OpsServer:
    async def ready() -> Mapping[str, str]:
        return wrong

    ops = OpsServer(metrics, ready, "1.2.3")
    await ops.start(0)
    return ops


async def test_health_ready_and_unknown_pages() -> None:
    wrong: dict[str, str] = {}
    ops = await served(Metrics(), wrong)
    get = b"GET %s HTTP/1.1\r\nHost: x\r\n\r\n"
    try:
        status, body = await ask(ops.port, get % b"/healthz")
        assert (status, json.loads(body)["version"]) == (200, "1.2.3")
        assert (await ask(ops.port, get % b"/readyz"))[0] == 200
        wrong["store"] = "lost"
        status, body = await ask(ops.port, get % b"/readyz")
        assert (status, json.loads(body)["wrong"]) == (503, {"store": "lost"})
        assert (await ask(ops.port, get % b"/etc/passwd"))[0] == 404
        assert (await ask(ops.port, b"POST /healthz HTTP/1.1\r\n\r\n"))[0] == 405
        assert (await ask(ops.port, b"\x16\x03\x01\r\n\r\n"))[0] == 405
    finally:
        await ops.stop()


async def test_a_real_parser_reads_the_figures() -> None:
    metrics = Metrics()
    metrics.connections.labels("ssh").inc(3)
    metrics.sessions.labels("telnet").set(2)
    metrics.decision_s.observe(0.02)
    metrics.watch_gauge("arkham_tables", "Tables", lambda: {"live": 4, "lobby": 1}, "state")
    metrics.watch_counter("arkham_commits", "Commits", lambda: 17)
    ops = await served(metrics, {})
    try:
        status, body = await ask(ops.port, b"GET /metrics HTTP/1.1\r\n\r\n")
    finally:
        await ops.stop()
    assert status == 200
    samples = {
        (sample.name, *sample.labels.values()): sample.value
        for family in text_string_to_metric_families(body.decode())
        for sample in family.samples
    }
    assert samples["arkham_connections_total", "ssh"] == 3
    assert samples["arkham_sessions", "telnet"] == 2
    assert samples["arkham_tables", "live"] == 4
    assert samples["arkham_commits_total",] == 17
    assert samples["arkham_decision_seconds_count",] == 1
    assert samples["process_resident_memory_bytes",] > 1_000_000
