"""Settings reach the lobby and the session: notices to the absent, limits, retention, tutorial."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from arkham_bbs.config import load_settings
from arkham_bbs.lobby import Channels
from arkham_bbs.server.board import Server
from arkham_bbs.server.shares import channels_of, lobby_settings
from arkham_bbs.session import run_tutorial
from tests.lobby.test_notify import HttpSink, SmtpSink
from tests.session.harness import PASSWORD, Board, ScriptedCaller

CLOSED = {"ssh_port": 0, "telnet_port": 0, "web_port": 0, "ops_port": 0}


@pytest.fixture
async def sinks() -> AsyncIterator[tuple[SmtpSink, HttpSink]]:
    """A mail server and a web server that keep what they are given."""
    smtp, http = SmtpSink(), HttpSink()
    servers = [await asyncio.start_server(sink.serve, "127.0.0.1", 0) for sink in (smtp, http)]
    for sink, server in zip((smtp, http), servers, strict=True):
        sink.port = server.sockets[0].getsockname()[1]
    yield smtp, http
    for server in servers:
        server.close()


class OpenServer(Board):
    """A whole server with its doors closed; callers come in by lines in memory."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.store = server.store
        self.accounts = server.accounts
        self.lobby = server.lobby
        self.services = server.services
        self.callers: list[ScriptedCaller] = []


async def serve(tmp_path: Path, **settings: object) -> OpenServer:
    server = Server(load_settings(None, data_dir=tmp_path / "data", **CLOSED, **settings))
    await server.start()
    return OpenServer(server)


def test_every_channel_setting_reaches_the_notifier() -> None:
    assert channels_of(load_settings()) == Channels()
    found = channels_of(
        load_settings(
            None,
            smtp_host="mail.example",
            smtp_port=2525,
            smtp_sender="board@mail.example",
            smtp_user="board",
            smtp_password="secret",
            smtp_security="starttls",
            webhooks=False,
            private_webhooks=True,
            public_address="bbs.example, telnet 2323",
            board_name="Innsmouth",
        )
    )
    assert found.smtp is not None
    assert (found.smtp.host, found.smtp.port, found.smtp.user) == ("mail.example", 2525, "board")
    assert (found.smtp.sender, found.smtp.security) == ("board@mail.example", "starttls")
    assert (found.webhooks, found.private_webhooks) == (False, True)
    assert (found.board_name, found.address) == ("Innsmouth", "bbs.example, telnet 2323")


def test_every_limit_reaches_the_lobby() -> None:
    found = lobby_settings(
        load_settings(
            None,
            retention_days=30,
            tables_per_caller=3,
            tables_in_all=50,
            talk_kept=100,
            letters_kept=20,
            notify_after_s=5,
        )
    )
    assert (found.retention_days, found.tables_each, found.tables_in_all) == (30, 3, 50)
    assert (found.scrollback, found.mail_limit, found.notify_after_s) == (100, 20, 5)


async def test_a_caller_who_drops_is_told_once_by_mail_and_webhook(
    tmp_path: Path, sinks: tuple[SmtpSink, HttpSink]
) -> None:
    smtp, http = sinks
    board = await serve(
        tmp_path,
        smtp_host="127.0.0.1",
        smtp_port=smtp.port,
        private_webhooks=True,
        notify_after_s=0,
        public_address="bbs.example",
    )
    try:
        assert board.services.tutorial is run_tutorial
        assert board.services.clock == board.lobby.time.now
        bob = board.call(address="192.0.2.8")
        await bob.registers("Bob")
        await bob.types("settings notices email bob@example.org", "Told by email")
        hook = f"http://127.0.0.1:{http.port}/hook"
        await bob.types(f"settings notices webhook {hook}", "Told by webhook")
        await bob.types("create Fog seats=2 pace=slow", "1 more needed")
        ann = board.call()
        await ann.registers("Ann")
        await ann.types("join fog", "Waiting for Bob")
        await bob.types("start", "will you be?")
        table = board.lobby.table(board.lobby.tables()[0].table)
        await bob.drops()
        decision = table.decision
        assert decision is not None
        if decision.seat != 0:
            presence = board.lobby.presences.by_handle("Ann")
            assert presence is not None
            await table.answer(presence.caller, decision.keys()[0], number=decision.number)
        async with asyncio.timeout(20):
            while not (smtp.letters and http.posts):  # noqa: ASYNC110 - the sinks tell nobody
                await asyncio.sleep(0.01)
        await board.lobby.notifier.idle()
        assert len(smtp.letters) == len(http.posts) == 1
        assert 'your move at "Fog"' in smtp.letters[0]
        assert "bbs.example" in str(http.posts[0][1]["content"])
    finally:
        await board.server.stop()


async def test_a_board_without_mail_offers_none(tmp_path: Path) -> None:
    board = await serve(tmp_path, webhooks=False)
    try:
        ann = board.call()
        await ann.registers("Ann")
        await ann.types("settings notices", "tells nobody outside itself", "Lobby>")
        assert PASSWORD not in ann.read
    finally:
        await board.server.stop()
