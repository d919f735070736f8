"""A flood of refused connections does not fill the log, and every one is counted."""

from __future__ import annotations

import asyncio

import pytest
from structlog.testing import capture_logs

from arkham_bbs.doors import refusal_log
from arkham_bbs.doors.limits import Limits
from arkham_bbs.doors.refusal_log import SINGLE, RefusalLog
from tests.doors.clients import RawClient
from tests.doors.conftest import Board


class TestFlood:
    @pytest.fixture
    def limits(self) -> Limits:
        return Limits(max_per_address=1, new_per_second_per_address=1_000, new_per_second=1_000)

    async def test_one_line_and_then_a_sum(
        self, board: Board, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(refusal_log, "SUM_S", 0.3)
        door = await board.telnet()
        inside = await RawClient.connect(door.port)
        await inside.expect(b"Name: ")
        with capture_logs() as logs:
            for _ in range(60):
                client = await RawClient.connect(door.port)
                assert b"Too many lines" in await client.rest()
                await client.close()
            await asyncio.sleep(0.4)
        written = [one for one in logs if one["event"].startswith("call_refused")]
        assert written[0]["event"] == "call_refused"
        assert [one["event"] for one in written[1:]] == ["call_refused_more"] * (len(written) - 1)
        assert 2 <= len(written) <= 8
        assert 1 + sum(one["count"] for one in written[1:]) == 60
        assert board.metric("arkham_refused_total", door="telnet", reason="address-full") == 60
        await inside.close()


async def test_many_addresses_are_one_sum(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(refusal_log, "SUM_S", 0.1)
    with capture_logs() as logs:
        kept = RefusalLog()
        for number in range(250):
            kept.note("page_refused", door="web", address=f"10.0.{number}.1", reason="full")
        await asyncio.sleep(0.15)
        assert len(logs) == SINGLE + 1
        assert (logs[-1]["count"], logs[-1]["addresses"]) == (250 - SINGLE, 250 - SINGLE)
        kept.note("page_refused", door="web", address="10.0.249.1", reason="full")
        kept.note("page_refused", door="web", address="192.0.2.1", reason="full")
        kept.close()
    assert [one["event"] for one in logs[SINGLE + 1 :]] == ["page_refused", "page_refused_more"]
    assert logs[-1]["count"] == 1
