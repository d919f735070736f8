"""The sysop's office of a running server: services, the line from the machine, upkeep, reload.

Room: composition, beside server and cli. Imports every room it joins.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from arkham_bbs import __version__
from arkham_bbs.config import Settings, SettingsError, _without_password, load_settings
from arkham_bbs.doors.exchange import Exchange
from arkham_bbs.doors.ssh_commands import ExecReply, ExecRequest
from arkham_bbs.doors.switchboard import Switchboard
from arkham_bbs.lobby import Caller, Lobby, LobbyRefused
from arkham_bbs.lobby.export import export_lines
from arkham_bbs.ops.metrics import Metrics
from arkham_bbs.session.listing import games_called
from arkham_bbs.session.refusals import lobby_sentence
from arkham_bbs.session.services import Services
from arkham_bbs.session.sysop_room import sysop_menu
from arkham_bbs.store.errors import StoreError
from arkham_bbs.sysop import (
    Caretaker,
    Closing,
    Desk,
    Reloaded,
    SettingShown,
    Site,
    SysopRefused,
    Upkeep,
)
from arkham_bbs.sysop.line import LineServer
from arkham_bbs.sysop.refusals import sentence_of

LIVE = frozenset(
    {
        "board_name",
        "registration",
        "retention_days",
        "max_connections",
        "max_per_address",
        "new_per_second",
        "new_per_second_per_address",
        "unlimited_addresses",
        "begin_s",
        "login_s",
        "idle_warning_s",
        "idle_s",
        "output_stall_s",
        "output_limit_kib",
        "line_length",
        "input_lines",
        "negotiation_limit_kib",
        "session_memory_kib",
        "ssh_offered_keys",
        "shutdown_s",
        "log_level",
        "backup_every_h",
        "backup_keep",
        "keep_calls_days",
        "keep_failures_days",
    }
)
"""Settings that `settings reload` changes while the board runs; the others wait for a restart."""

SECRET = frozenset({"smtp_password"})

SSH_COLUMNS = 100

EXPORT_USAGE = "Which game? Give its title, as games and replay in the lobby show it: export TITLE"
EXPORT_AS = "Call under your own name to export a game: ssh NAME@HOST export GAME"
EXPORT_LATER = "The book of games cannot be opened just now. Please ring again."


def shown_settings(settings: Settings) -> tuple[SettingShown, ...]:
    """Return every setting as a sysop may read it."""
    return tuple(
        SettingShown(name, _shown(name, getattr(settings, name)), _shown(name, field.default),
                     name in LIVE)
        for name, field in Settings.model_fields.items()
    )  # fmt: skip


def _shown(name: str, value: object) -> str:
    if name in SECRET and value:
        return "(hidden)"
    if isinstance(value, tuple):
        return ", ".join(str(part) for part in value)
    if isinstance(value, bool):
        return "true" if value else "false"
    return "" if value is None else _without_password(str(value))


def site_of(settings: Settings) -> Site:
    """Return what the services need to know of the place, from the settings."""
    site = Site(data_dir=settings.data_dir, database=settings.database, version=__version__)
    site.settings = lambda: shown_settings(settings)
    place(site, settings)
    return site


def place(site: Site, settings: Settings) -> None:
    """Let a site follow the settings."""
    site.unlimited = settings.unlimited_addresses
    site.upkeep = Upkeep(
        backup_every_h=settings.backup_every_h,
        backup_keep=settings.backup_keep,
        keep_calls_days=settings.keep_calls_days,
        keep_failures_days=settings.keep_failures_days,
        keep_games_days=settings.retention_days,
    )


class Office:
    """Everything of administration that lives as long as the server.

    Args:
        settings: those in force. read: reads them again, as the start did.
        apply: lets the server's other rooms follow new live settings.
        stop: begins the clean stop.
    """

    def __init__(
        self,
        settings: Settings,
        services: Services,
        switchboard: Switchboard,
        metrics: Metrics,
        *,
        read: Callable[[], Settings] = load_settings,
        apply: Callable[[Settings], None],
        stop: Callable[[str], None],
    ) -> None:
        self._settings = settings
        self._read = read
        self._apply = apply
        lobby: Lobby = services.lobby
        self._lobby = lobby
        self._accounts = services.accounts
        self.exchange = Exchange(switchboard, lobby, stop=stop, reload=self.reload)
        self.site = site_of(settings)
        self.site.settings = lambda: shown_settings(self._settings)
        self.desk = Desk(
            services.store, services.accounts, self.site, lobby=lobby, board=self.exchange
        )
        self.desk.closing = Closing(lobby, self.exchange)
        self.caretaker = Caretaker(self.desk, lobby)
        self._line = LineServer(self.desk, settings.data_dir)
        self._why_shut = services.why_shut = self.desk.closing.refusal
        services.sysop_menu = sysop_menu(self.desk)
        self._watch_figures(metrics)

    async def start(self) -> None:
        """Open the line from the machine, and begin the upkeep."""
        self.caretaker.start()
        await self._line.start()

    async def stop(self) -> None:
        """Close the line; let what is being written be finished."""
        await self._line.stop()
        await self.caretaker.stop()

    async def run_command(self, request: ExecRequest) -> ExecReply:
        """Run one `ssh ... export GAME` or `ssh ... sysop COMMAND`."""
        if request.command == "export":
            return await self._export(request)
        if not request.by_key or request.account_id is None:
            return ExecReply(1, err=sentence_of("needs-key", {}))
        actor = await self.desk.actor(request.account_id, "ssh", request.address)
        outcome = await self.desk.run(actor, request.words or ("help",))
        text = "\n".join(outcome.lines(SSH_COLUMNS)) + "\n"
        if outcome.status and not outcome.wants_json:
            return ExecReply(outcome.status, err=text)
        return ExecReply(outcome.status, out=text)

    async def _export(self, request: ExecRequest) -> ExecReply:
        """Answer with a game the caller sat in, or any that everybody may go through."""
        account = None
        if request.account_id is not None:
            account = await self._accounts.get(request.account_id)
        if account is None:
            return ExecReply(1, err=EXPORT_AS)
        if not request.words:
            return ExecReply(2, err=EXPORT_USAGE)
        role: Any = account.role if account.role in ("moderator", "sysop") else "caller"
        shut = self._why_shut()
        if shut and role == "caller":
            return ExecReply(1, err=shut)
        try:
            data = await self._lobby.export(
                " ".join(request.words), Caller(account.id, account.handle, role), games_called
            )
        except LobbyRefused as refused:
            return ExecReply(1, err=lobby_sentence(refused.code, refused.facts))
        except StoreError:
            return ExecReply(1, err=EXPORT_LATER)
        lines = await asyncio.to_thread(export_lines, data)
        return ExecReply(0, out="\n".join(lines) + "\n")

    async def reload(self) -> Reloaded:
        """Read the settings again and use what can change now.

        Raises:
            SysopRefused: "settings"; nothing was changed.
        """
        try:
            fresh = self._read()
        except SettingsError as error:
            raise SysopRefused(
                "settings", problems="; ".join(str(problem) for problem in error.problems)
            ) from error
        names = [n for n in Settings.model_fields if getattr(fresh, n) != self._now(n)]
        live = {name: getattr(fresh, name) for name in names if name in LIVE}
        waiting = {n: _shown(n, getattr(fresh, n)) for n in names if n not in LIVE}
        before, self._settings = self._settings, self._settings.model_copy(update=live)
        place(self.site, self._settings)
        if self._settings.log_level != before.log_level:
            self.exchange.set_log_level(self._settings.log_level)
        self._apply(self._settings)
        return Reloaded({n: _shown(n, value) for n, value in live.items()}, waiting)

    def _now(self, name: str) -> Any:
        return getattr(self._settings, name)

    def _watch_figures(self, metrics: Metrics) -> None:
        desk, caretaker = self.desk, self.caretaker
        metrics.watch_counter("arkham_sysop_acts", "Acts kept in the audit", lambda: desk.acts)
        metrics.watch_counter(
            "arkham_sysop_refused", "Sysop's commands refused", lambda: desk.refused
        )
        metrics.watch_counter("arkham_bans_made", "Bans made", lambda: desk.bans_made)
        metrics.watch_counter(
            "arkham_tables_frozen", "Tables frozen by a fault", lambda: caretaker.frozen
        )
        metrics.watch_counter("arkham_backups", "Backups by outcome", self._backups, "outcome")
        metrics.watch_gauge(
            "arkham_backup_saved_at_seconds",
            "When the last backup was made (0: none in this run)",
            lambda: caretaker.saved_at or 0.0,
        )

    def _backups(self) -> Mapping[str, float]:
        return {"good": self.caretaker.backups, "failed": self.caretaker.backups_failed}


def follow(services: Services, settings: Settings) -> None:
    """Let sessions, accounts and the lobby follow new live settings."""
    services.settings = replace(
        services.settings,
        board_name=settings.board_name,
        begin_s=settings.begin_s,
        login_s=settings.login_s,
        idle_warning_s=settings.idle_warning_s,
        idle_s=settings.idle_s,
    )
    policy = services.accounts.policy
    services.accounts.set_policy(
        replace(
            policy,
            registration=settings.registration,
            exempt=(*type(policy)().exempt, *settings.unlimited_addresses),
        )
    )
    floor = services.lobby.floor
    floor.settings = replace(floor.settings, retention_days=settings.retention_days)
