"""The settings of a board: config/arkham.toml, then ARKHAM_* environment variables.

Room: none; read once by `server` and `cli`. The other rooms receive plain values.
Imports pydantic and pydantic-settings.
"""

from __future__ import annotations

import difflib
import ipaddress
import os
import re
import tomllib
from collections.abc import Mapping
from contextvars import ContextVar
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import Field, ValidationError, field_validator
from pydantic.fields import FieldInfo
from pydantic_settings import (
    BaseSettings,
    InitSettingsSource,
    NoDecode,
    PydanticBaseSettingsSource,
    SettingsConfigDict,
)

PREFIX = "ARKHAM_"
DEFAULT_FILE = Path("config/arkham.toml")

# Read elsewhere, so not a mistake when they stand in the environment.
_NOT_SETTINGS = ("ARKHAM_CONFIG", "ARKHAM_TEST_", "ARKHAM_BENCH_")

_command_line: ContextVar[dict[str, Any]] = ContextVar("command_line")

Networks = Annotated[tuple[str, ...], NoDecode]
Port = Annotated[int, Field(ge=0, le=65535)]

PORT = "a TCP port from 1 to 65535, or 0 to leave this way in closed"
SECONDS = "a number of seconds, 1 to 86400"
NETWORKS = "addresses or networks such as 10.0.0.0/8, parted by commas (in TOML: a list)"


def setting(default: Any, allowed: str, **limits: Any) -> Any:
    """Declare one setting; `allowed` is the sentence a sysop reads when the value is refused."""
    return Field(default=default, description=allowed, **limits)


class Settings(BaseSettings):
    """Every setting, checked. The comments for sysops are in config/arkham.toml."""

    model_config = SettingsConfigDict(env_prefix=PREFIX, extra="forbid", frozen=True)

    board_name: str = setting("Arkham BBS", "1 to 40 characters", min_length=1, max_length=40)
    data_dir: Path = setting(Path("data"), "a directory the server may write to")
    database_url: str | None = setting(
        None, "sqlite:///FILE or postgresql://USER:PASSWORD@HOST/DATABASE"
    )
    host: str = setting(
        "127.0.0.1", "an address of this machine: 127.0.0.1, 0.0.0.0 (all), ::1, :: (all)"
    )
    ssh_port: Port = setting(2233, PORT)
    telnet_port: Port = setting(2323, PORT)
    web_port: Port = setting(4200, PORT)
    ops_port: Port = setting(4299, PORT)

    ssh_legacy: bool = setting(False, "true or false")
    ssh_offered_keys: int = setting(20, "1 to 100", ge=1, le=100)
    telnet_plain_port: Port = setting(0, PORT)
    telnet_screen_reader_port: Port = setting(0, PORT)
    telnet_tls_port: Port = setting(0, PORT)
    telnet_tls_cert: Path | None = setting(None, "a PEM file with the certificate chain")
    telnet_tls_key: Path | None = setting(None, "a PEM file with the private key")
    proxy_protocol_peers: Networks = setting((), NETWORKS)
    trusted_web_proxies: Networks = setting((), NETWORKS)
    web_origins: Networks = setting(
        (), "origins such as https://bbs.example.org, parted by commas (in TOML: a list)"
    )

    web_return_s: float = setting(90.0, "a number of seconds, 5 to 600", ge=5, le=600)

    registration: Literal["open", "closed", "invite-only", "hold"] = setting(
        "open", "open, closed, invite-only or hold"
    )

    retention_days: int = setting(0, "0 (for ever) to 36500", ge=0, le=36_500)

    keep_calls_days: int = setting(90, "0 (for ever) to 36500", ge=0, le=36_500)
    keep_failures_days: int = setting(30, "0 (for ever) to 36500", ge=0, le=36_500)
    backup_every_h: float = setting(24.0, "0 (never) to 8760 hours", ge=0, le=8_760)
    backup_keep: int = setting(7, "0 (all of them) to 1000", ge=0, le=1_000)

    tables_per_caller: int = setting(16, "1 to 1000", ge=1, le=1_000)
    tables_in_all: int = setting(2000, "1 to 100000", ge=1, le=100_000)
    talk_kept: int = setting(500, "20 to 100000 lines", ge=20, le=100_000)
    letters_kept: int = setting(200, "10 to 10000 letters", ge=10, le=10_000)
    notify_after_s: float = setting(60.0, "0 to 86400 seconds", ge=0, le=86_400)

    public_address: str = setting("", "at most 200 characters", max_length=200)
    webhooks: bool = setting(True, "true or false")
    private_webhooks: bool = setting(False, "true or false")
    smtp_host: str = setting("", "a mail server's name, or nothing for no mail", max_length=255)
    smtp_port: Port = setting(25, "a TCP port from 1 to 65535")
    smtp_sender: str = setting("arkham-bbs@localhost", "a mail address", pattern=r"^\S+@\S+$")
    smtp_user: str = setting("", "a name, or nothing when the server asks for none")
    smtp_password: str = setting("", "a password, or nothing")
    smtp_security: Literal["none", "starttls", "tls"] = setting("none", "none, starttls or tls")

    max_connections: int = setting(1500, "1 to 100000", ge=1, le=100_000)
    max_per_address: int = setting(20, "1 to 100000", ge=1, le=100_000)
    new_per_second: float = setting(100.0, "0.1 to 100000", ge=0.1, le=100_000)
    new_per_second_per_address: float = setting(10.0, "0.1 to 100000", ge=0.1, le=100_000)
    unlimited_addresses: Networks = setting((), NETWORKS)
    begin_s: float = setting(60.0, SECONDS, ge=1, le=86_400)
    login_s: float = setting(180.0, SECONDS, ge=1, le=86_400)
    idle_warning_s: float = setting(3_000.0, SECONDS, ge=1, le=86_400)
    idle_s: float = setting(3_600.0, SECONDS, ge=1, le=86_400)
    table_idle_s: float = setting(14_400.0, SECONDS, ge=1, le=86_400)
    output_stall_s: float = setting(60.0, SECONDS, ge=1, le=86_400)
    output_limit_kib: int = setting(512, "64 to 16384 (KiB)", ge=64, le=16_384)
    line_length: int = setting(1000, "80 to 8000 characters", ge=80, le=8000)
    input_lines: int = setting(20, "1 to 1000", ge=1, le=1000)
    negotiation_limit_kib: int = setting(64, "4 to 4096 (KiB)", ge=4, le=4096)
    session_memory_kib: int = setting(4096, "256 to 65536 (KiB)", ge=256, le=65_536)
    shutdown_s: float = setting(5.0, "a number of seconds, 0.5 to 9", ge=0.5, le=9)

    log_format: Literal["console", "json"] = setting("console", "console or json")
    log_level: Literal["debug", "info", "warning", "error"] = setting(
        "info", "debug, info, warning or error"
    )

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,
        file_secret_settings: PydanticBaseSettingsSource,
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """Command line, then environment, then the file, which arrives as keyword arguments."""
        given = InitSettingsSource(settings_cls, init_kwargs=_command_line.get({}))
        return given, env_settings, init_settings

    @field_validator(
        "proxy_protocol_peers",
        "trusted_web_proxies",
        "unlimited_addresses",
        "web_origins",
        mode="before",
    )
    @classmethod
    def _split(cls, value: object) -> object:
        if isinstance(value, str):
            return tuple(part for part in re.split(r"[,\s]+", value) if part)
        return value

    @field_validator("proxy_protocol_peers", "trusted_web_proxies", "unlimited_addresses")
    @classmethod
    def _networks(cls, value: tuple[str, ...]) -> tuple[str, ...]:
        for part in value:
            ipaddress.ip_network(part, strict=False)
        return value

    @field_validator("web_origins")
    @classmethod
    def _origins(cls, value: tuple[str, ...]) -> tuple[str, ...]:
        for part in value:
            if not re.fullmatch(r"https?://[^/\s]+", part):
                raise ValueError("not an origin")
        return value

    @field_validator("host")
    @classmethod
    def _address(cls, value: str) -> str:
        if value != "localhost":
            ipaddress.ip_address(value)
        return value

    @field_validator("database_url")
    @classmethod
    def _database(cls, value: str | None) -> str | None:
        if value and not re.match(r"(sqlite|postgresql|postgres)(\+\w+)?://", value):
            raise ValueError("not a database this server knows")
        return value or None

    @property
    def database(self) -> str:
        """The database to open: the given one, or `arkham.db` in the data directory."""
        return self.database_url or f"sqlite:///{(self.data_dir / 'arkham.db').as_posix()}"


class Problem:
    """One wrong setting: where it stands, what it says and what it may say."""

    def __init__(self, name: str, value: object, allowed: str, source: str) -> None:
        self.name = name
        self.value = value
        self.allowed = allowed
        self.source = source

    def __str__(self) -> str:
        if "password" in self.name.lower():
            return f"{self.name} ({self.source}); allowed: {self.allowed}"
        shown = "" if self.value is None else f" = {_without_password(repr(self.value))}"
        return f"{self.name}{shown} ({self.source}); allowed: {self.allowed}"


class SettingsError(Exception):
    """The settings cannot be used. `problems` says every reason, not only the first."""

    def __init__(self, problems: list[Problem]) -> None:
        super().__init__("; ".join(str(problem) for problem in problems))
        self.problems = problems


def _without_password(text: str) -> str:
    return re.sub(r"(://[^:/@\s]*:)[^@\s]*@", r"\1***@", text)


def settings_file(given: Path | None, environ: Mapping[str, str]) -> Path | None:
    """Return the file to read: the given one, ARKHAM_CONFIG, or config/arkham.toml if there."""
    if given is not None:
        return given
    if environ.get("ARKHAM_CONFIG"):
        return Path(environ["ARKHAM_CONFIG"])
    return DEFAULT_FILE if DEFAULT_FILE.is_file() else None


def load_settings(path: Path | None = None, **overrides: Any) -> Settings:
    """Read and check the settings.

    Args:
        path: the TOML file; without it ARKHAM_CONFIG or config/arkham.toml.
        overrides: values given on the command line, which win over both.

    Raises:
        SettingsError: with every wrong or unknown setting.
    """
    environ = os.environ
    file = settings_file(path, environ)
    values = _read_file(file) if file is not None else {}
    fields = Settings.model_fields
    problems = [
        Problem(name, values[name], _did_you_mean(name, fields), f"in {file}")
        for name in sorted(values)
        if name not in fields
    ]
    for variable in sorted(environ):
        if not variable.startswith(PREFIX) or variable.startswith(_NOT_SETTINGS):
            continue
        name = variable.removeprefix(PREFIX).lower()
        if name not in fields:
            allowed = _did_you_mean(name, fields, upper=True)
            problems.append(Problem(variable, environ[variable], allowed, "in the environment"))
    known = {name: value for name, value in values.items() if name in fields}
    given = {name: value for name, value in overrides.items() if value is not None}
    covered = {n: v for n, v in known.items() if n in given or PREFIX + n.upper() in environ}
    problems += _problems_alone(covered, file)
    token = _command_line.set(given)
    try:
        settings = Settings(**known)
    except ValidationError as refused:
        problems += [
            _problem(error, fields, environ, file, given)
            for error in refused.errors(include_url=False, include_context=False)
        ]
        raise SettingsError(problems) from None
    finally:
        _command_line.reset(token)
    problems += _contradictions(settings)
    if problems:
        raise SettingsError(problems)
    return settings


def _problems_alone(values: Mapping[str, Any], file: Path | None) -> list[Problem]:
    """Find what is wrong with values of the file that something else wins over this time."""
    try:
        # Not through the constructor, which would look at the environment again.
        Settings.__pydantic_validator__.validate_python(
            dict(values), self_instance=Settings.model_construct()
        )
    except ValidationError as refused:
        return [
            _problem(error, Settings.model_fields, {}, file, {})
            for error in refused.errors(include_url=False, include_context=False)
        ]
    return []


def _read_file(file: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(file.read_text(encoding="utf-8"))
    except OSError as error:
        reason = error.strerror or "cannot be read"
        raise SettingsError(
            [Problem(str(file), None, "a settings file that can be read", reason)]
        ) from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise SettingsError(
            [Problem(str(file), None, "TOML, as in the sample config/arkham.toml", str(error))]
        ) from None


def _did_you_mean(name: str, fields: Mapping[str, FieldInfo], *, upper: bool = False) -> str:
    close = difflib.get_close_matches(name, list(fields), n=1, cutoff=0.5)
    if not close:
        return "only the settings listed in config/arkham.toml; this is not one of them"
    meant = PREFIX + close[0].upper() if upper else close[0]
    return f"only known settings; did you mean {meant}?"


def _problem(
    error: Any,
    fields: Mapping[str, FieldInfo],
    environ: Mapping[str, str],
    file: Path | None,
    given: Mapping[str, Any],
) -> Problem:
    name = str(error["loc"][0]) if error["loc"] else "settings"
    allowed = (fields[name].description or "") if name in fields else str(error["msg"])
    variable = PREFIX + name.upper()
    if name in given:
        return Problem(name, given[name], allowed, "on the command line")
    if variable in environ:
        return Problem(variable, environ[variable], allowed, "in the environment")
    return Problem(name, error["input"], allowed, f"in {file}")


def _contradictions(settings: Settings) -> list[Problem]:
    """Find settings that are right one by one and wrong together."""
    problems: list[Problem] = []

    def wrong(name: str, allowed: str) -> None:
        problems.append(Problem(name, getattr(settings, name), allowed, "with the others"))

    if settings.telnet_tls_port:
        for name in ("telnet_tls_cert", "telnet_tls_key"):
            file = getattr(settings, name)
            if file is None or not file.is_file():
                port = settings.telnet_tls_port
                wrong(name, f"a PEM file that exists, because telnet_tls_port is {port}")
    if settings.smtp_host and not settings.smtp_port:
        wrong("smtp_port", "a TCP port from 1 to 65535")
    if settings.idle_warning_s > settings.idle_s:
        wrong("idle_warning_s", f"at most idle_s, which is {settings.idle_s:g}")
    if settings.begin_s > settings.login_s:
        wrong("begin_s", f"at most login_s, which is {settings.login_s:g}")
    taken: dict[int, str] = {}
    for name in Settings.model_fields:
        # Where others listen does not matter to what we listen on.
        if (
            not name.endswith("_port")
            or name == "smtp_port"
            or not (port := getattr(settings, name))
        ):
            continue
        if port in taken:
            wrong(name, f"a port of its own; {taken[port]} has this one already")
        taken[port] = name
    return problems
