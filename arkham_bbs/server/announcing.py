"""How the board is announced: to its sysop at the start, and to sites that list boards.

Room: composition. Imports config.
"""

from __future__ import annotations

from collections.abc import Mapping

from arkham_bbs import __version__
from arkham_bbs.config import Settings


def opening_notice(
    settings: Settings,
    ports: Mapping[str, int],
    *,
    fingerprint: str,
    no_web: str,
    first_sysop_code: str | None,
) -> str:
    """Return what the sysop reads when the board is open.

    Args:
        ports: the open ones, by the name of the door.
        no_web: why the web door is closed although it was asked for; "" when it is not.
    """
    shown = "127.0.0.1" if settings.host in ("0.0.0.0", "::", "localhost") else settings.host
    lines = [f"{settings.board_name} is open (arkham_bbs {__version__})."]
    if "ssh" in ports:
        lines.append(f"  SSH      ssh -p {ports['ssh']} new@{shown}")
        lines.append(f"           host key {fingerprint}")
    words = {
        "telnet": ("Telnet   telnet {host} {port}", ""),
        "plain": ("Telnet   telnet {host} {port}", "without negotiation"),
        "screen-reader": ("Telnet   telnet {host} {port}", "for screen readers"),
        "tls": ("Telnet   openssl s_client -quiet -connect {host}:{port}", "inside TLS"),
    }
    for kind, (line, remark) in words.items():
        if kind in ports:
            text = line.format(host=shown, port=ports[kind])
            lines.append(f"  {text}" + (f"   ({remark})" if remark else ""))
    if "web" in ports:
        lines.append(f"  Browser  http://{shown}:{ports['web']}/")
    elif no_web:
        lines.append(f"  Browser  closed: {no_web}")
    if "ops" in ports:
        lines.append(f"  Health   http://127.0.0.1:{ports['ops']}/healthz, /readyz, /metrics")
    if not ports.keys() - {"ops"}:
        lines.append(
            "  Nobody can call: every way in is closed. Open one with ARKHAM_SSH_PORT=2233, "
            "ARKHAM_TELNET_PORT=2323 or ARKHAM_WEB_PORT=4200."
        )
    elif first_sysop_code is not None:
        lines += [
            "This board has no sysop yet. Register, then type in the lobby:",
            f"  claim {first_sysop_code}",
            "The code is good once, until the server stops; the next start prints another.",
        ]
    if ports.keys() - {"ops"} and settings.host in ("127.0.0.1", "::1", "localhost"):
        lines.append(
            "Only this machine can call. To open the board to the world:"
            " ARKHAM_HOST=0.0.0.0 ./scripts/serve"
        )
    lines.append("Ctrl-C closes the board; every game is kept.")
    return "\n".join(lines)


def mssp_facts(settings: Settings, players: int, opened_at: int) -> dict[str, str | list[str]]:
    """Return the MSSP variables; ``opened_at`` is in seconds since 1970."""
    facts: dict[str, str | list[str]] = {
        "NAME": settings.board_name,
        "PLAYERS": str(players),
        "UPTIME": str(opened_at),
        "CODEBASE": f"arkham_bbs {__version__}",
        "FAMILY": "Custom",
        "GENRE": "Horror",
        "GAMEPLAY": "Strategy",
        "LANGUAGE": "English",
        "PORT": str(settings.telnet_port),
        "ANSI": "1",
        "GMCP": "1",
        "UTF-8": "1",
        "XTERM 256 COLORS": "1",
        "HIRING BUILDERS": "0",
    }
    if settings.telnet_tls_port:
        facts["SSL"] = facts["TLS"] = str(settings.telnet_tls_port)
    if settings.ssh_port:
        facts["SSH"] = str(settings.ssh_port)
    return facts
