"""Each room's share of the settings.

Room: composition. Imports config and the rooms whose settings it fills in.
"""

from __future__ import annotations

from dataclasses import replace

from arkham_bbs.accounts import Policy
from arkham_bbs.config import Settings
from arkham_bbs.doors.limits import Limits
from arkham_bbs.lobby import Channels, LobbySettings, Smtp
from arkham_bbs.session import SessionSettings


def policy_of(settings: Settings) -> Policy:
    """Return the accounts' share: who may register, and who is never slowed down."""
    policy = Policy()
    return replace(
        policy,
        registration=settings.registration,
        exempt=(*policy.exempt, *settings.unlimited_addresses),
    )


def session_settings(settings: Settings, fingerprints: tuple[str, ...]) -> SessionSettings:
    """Return the session's share, and the host keys it shows to callers."""
    return SessionSettings(
        board_name=settings.board_name,
        begin_s=settings.begin_s,
        login_s=settings.login_s,
        idle_warning_s=settings.idle_warning_s,
        idle_s=settings.idle_s,
        quiet_s=max(settings.table_idle_s, settings.idle_s),
        fingerprints=fingerprints,
    )


def limits_of(settings: Settings) -> Limits:
    """Return the doors' share of the settings."""
    return Limits(
        max_connections=settings.max_connections,
        max_per_address=settings.max_per_address,
        new_per_second=settings.new_per_second,
        new_per_second_per_address=settings.new_per_second_per_address,
        unlimited=settings.unlimited_addresses,
        begin_s=settings.begin_s,
        login_s=settings.login_s,
        output_stall_s=settings.output_stall_s,
        output_limit=settings.output_limit_kib * 1024,
        offered_keys=settings.ssh_offered_keys,
        line_length=settings.line_length,
        input_lines=settings.input_lines,
        negotiation_bytes=settings.negotiation_limit_kib * 1024,
        session_bytes=settings.session_memory_kib * 1024,
    )


def lobby_settings(settings: Settings) -> LobbySettings:
    """Return the lobby's share of the settings."""
    return LobbySettings(
        notify_after_s=settings.notify_after_s,
        tables_each=settings.tables_per_caller,
        tables_in_all=settings.tables_in_all,
        retention_days=settings.retention_days,
        scrollback=settings.talk_kept,
        mail_limit=settings.letters_kept,
    )


def channels_of(settings: Settings) -> Channels:
    """Return how callers who are away may be told that it is their turn."""
    smtp = None
    if settings.smtp_host:
        smtp = Smtp(
            host=settings.smtp_host,
            port=settings.smtp_port,
            sender=settings.smtp_sender,
            user=settings.smtp_user,
            password=settings.smtp_password,
            security=settings.smtp_security,
        )
    return Channels(
        smtp=smtp,
        webhooks=settings.webhooks,
        private_webhooks=settings.private_webhooks,
        board_name=settings.board_name,
        address=settings.public_address,
    )
