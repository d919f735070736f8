"""The `arkham-bbs` command.

Room: composition. Imports Typer; everything else is imported by the command that needs it, so
that `arkham-bbs --help` answers at once.

Exit status: 0 done, 1 refused or failed (the reason is on standard error), 2 wrong settings, wrong
usage, or a data directory that another server has.
"""

from __future__ import annotations

import asyncio
import importlib
import sys
from collections.abc import Callable, Coroutine, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

from arkham_bbs import __version__

if TYPE_CHECKING:
    from arkham_bbs.config import Settings

app = typer.Typer(
    name="arkham-bbs",
    help="A bulletin-board server for the 1987 Arkham Horror: SSH, telnet and browser.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)
scenario_app = typer.Typer(
    help="Positions with scripted dice: check them, or write one from a game.",
    no_args_is_help=True,
    rich_markup_mode=None,
)
game_app = typer.Typer(help="Look into stored games.", no_args_is_help=True, rich_markup_mode=None)
app.add_typer(scenario_app, name="scenario")
app.add_typer(game_app, name="game")

# Another room reads these arguments itself, `--help` among them.
PASSED_ON: dict[str, Any] = {
    "context_settings": {
        "allow_extra_args": True,
        "ignore_unknown_options": True,
        "help_option_names": [],
    }
}

ConfigOption = Annotated[
    Path | None,
    typer.Option("--config", help="Settings file instead of config/arkham.toml.", metavar="FILE"),
]
DataOption = Annotated[
    Path | None, typer.Option("--data-dir", help="Directory of database and host key.")
]


PLACE = ("--config", "--data-dir")


class Place(NamedTuple):
    """Where a board is: its settings file and data directory, as far as they were given."""

    config: Path | None
    data_dir: Path | None


def _print_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"arkham-bbs {__version__}")
        raise typer.Exit


@app.callback()
def root(
    context: typer.Context,
    config: ConfigOption = None,
    data_dir: DataOption = None,
    version: Annotated[
        bool,
        typer.Option("--version", help="Show the version.", callback=_print_version, is_eager=True),
    ] = False,
) -> None:
    """A bulletin-board server for the 1987 Arkham Horror: SSH, telnet and browser."""
    context.obj = Place(config, data_dir)


def place_of(context: typer.Context, config: Path | None, data_dir: Path | None) -> Place:
    """Return both options as they were given, behind the command or else before it."""
    before: Place = context.obj
    return Place(config or before.config, data_dir or before.data_dir)


@app.command()
def serve(
    context: typer.Context,
    config: ConfigOption = None,
    data_dir: DataOption = None,
    host: Annotated[str | None, typer.Option(help="Address to listen on.")] = None,
    ssh_port: Annotated[str | None, typer.Option(help="SSH port; 0 closes it.")] = None,
    telnet_port: Annotated[str | None, typer.Option(help="Telnet port; 0 closes it.")] = None,
    web_port: Annotated[str | None, typer.Option(help="Web port; 0 closes it.")] = None,
    ops_port: Annotated[
        str | None, typer.Option(help="Port for health and metrics; 0 closes it.")
    ] = None,
    log_format: Annotated[str | None, typer.Option(help="console or json.")] = None,
    log_level: Annotated[str | None, typer.Option(help="debug, info, warning or error.")] = None,
) -> None:
    """Open the board: migrate the database, listen, and serve until told to stop."""
    config, data_dir = place_of(context, config, data_dir)
    given = {
        "data_dir": data_dir,
        "host": host,
        "ssh_port": ssh_port,
        "telnet_port": telnet_port,
        "web_port": web_port,
        "ops_port": ops_port,
        "log_format": log_format,
        "log_level": log_level,
    }
    settings = read_settings(config, **given)
    from arkham_bbs.config import load_settings
    from arkham_bbs.server.running import run

    raise typer.Exit(run(settings, lambda: load_settings(config, **given)))


@app.command()
def migrate(
    context: typer.Context, config: ConfigOption = None, data_dir: DataOption = None
) -> None:
    """Bring the database to this version's schema. `serve` does it as well."""
    config, data_dir = place_of(context, config, data_dir)
    settings = read_settings(config, data_dir=data_dir)

    async def work() -> None:
        from arkham_bbs.store import Store

        settings.data_dir.mkdir(parents=True, exist_ok=True, mode=0o700)
        was_due = await Store.migrate(settings.database)
        found, _ = await Store.revision(settings.database)
        done = "now" if was_due else "already"
        typer.echo(f"The database is {done} at revision {found}.")

    _run(settings, work)


@app.command()
def fingerprints(
    context: typer.Context, config: ConfigOption = None, data_dir: DataOption = None
) -> None:
    """Show the fingerprints of the SSH host keys, for callers who want to check them."""
    config, data_dir = place_of(context, config, data_dir)
    settings = read_settings(config, data_dir=data_dir)
    from arkham_bbs.sysop.opening import no_board

    missing = no_board(settings.data_dir, settings.database)
    if missing:
        typer.echo(f"arkham-bbs: {missing}", err=True)
        raise typer.Exit(2)

    async def work() -> None:
        from arkham_bbs.doors.host_keys import fingerprint, load_host_key, load_rsa_host_key

        typer.echo(f"{fingerprint(load_host_key(settings.data_dir))} (ED25519)")
        typer.echo(f"{fingerprint(load_rsa_host_key(settings.data_dir))} (RSA)")

    _run(settings, work)


@app.command(**PASSED_ON)
def simulate(context: typer.Context) -> None:
    """Play whole games by random answers and count what breaks (--help for its options)."""
    delegate("arkham_bbs.game.simulate", context.args)


@scenario_app.command("run", **PASSED_ON)
def scenario_run(context: typer.Context) -> None:
    """Check scenario files: a line for each; 1 when any fails, 2 when one cannot be read."""
    delegate("arkham_bbs.game.scenario", ["run", *context.args])


@scenario_app.command("export", **PASSED_ON)
def scenario_export(context: typer.Context) -> None:
    """Write the position of a stored game as a scenario file."""
    delegate("arkham_bbs.game.scenario", ["export", *context.args])


@game_app.command("verify", **PASSED_ON)
def game_verify(context: typer.Context) -> None:
    """Roll an exported game's dice again and compare: 0 as played, 1 not, 3 not over yet."""
    delegate("arkham_bbs.game.verify", context.args)


@app.command(**PASSED_ON)
def sysop(context: typer.Context) -> None:
    """Run the board from this machine: accounts, bans, tables, backups (--help lists all)."""
    words, given = (
        list(context.args),
        dict[str, Path | None](zip(PLACE, place_of(context, None, None), strict=True)),
    )
    # Before the command's name only: what follows it belongs to the command.
    while words and words[0].partition("=")[0] in given:
        name, equals, value = words.pop(0).partition("=")
        if not equals:
            if not words:
                typer.echo(f"{name} needs a value.", err=True)
                raise typer.Exit(2)
            value = words.pop(0)
        given[name] = Path(value)
    from arkham_bbs.ops import local_line

    if not words or words[0] in ("--help", "-h"):
        typer.echo(local_line.USAGE)
        raise typer.Exit(0 if words else 2)
    settings = read_settings(given["--config"], data_dir=given["--data-dir"])
    try:
        answer = local_line.ask(settings.data_dir / local_line.NAME, local_line.request_of(words))
    except OSError as error:
        typer.echo(f"arkham-bbs sysop: {error}", err=True)
        raise typer.Exit(1) from None
    if answer is not None:
        raise typer.Exit(local_line.show(answer, words))
    # Only now: a stopped board needs all the rooms, a running one has them.
    from arkham_bbs.office import site_of
    from arkham_bbs.ops.logs import configure
    from arkham_bbs.sysop.command_line import main as run_sysop

    configure("error", settings.log_format)
    raise typer.Exit(run_sysop(words, site_of(settings)))


def delegate(module_name: str, arguments: Sequence[str]) -> None:
    """Let another room's `main(arguments) -> int` do the work and take its exit status."""
    try:
        module = importlib.import_module(module_name)
    except ModuleNotFoundError as error:
        if error.name is None or not module_name.startswith(error.name):
            raise
        typer.echo("This build of arkham_bbs was made without that command.", err=True)
        raise typer.Exit(1) from None
    main_function: Callable[[list[str]], int | None] = module.main
    raise typer.Exit(main_function(list(arguments)) or 0)


def read_settings(config: Path | None, **overrides: Any) -> Settings:
    """Read the settings, or say what is wrong with them and end with status 2."""
    from arkham_bbs.config import SettingsError, load_settings

    try:
        return load_settings(config, **overrides)
    except SettingsError as error:
        typer.echo("A setting is wrong, so nothing was started:", err=True)
        for problem in error.problems:
            typer.echo(f"  {problem}", err=True)
        raise typer.Exit(2) from None


def _run(settings: Settings, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
    """Run a short command; what can go wrong on a machine is one sentence, not a traceback."""
    from arkham_bbs.ops.logs import configure
    from arkham_bbs.store.errors import StoreError

    configure("warning", settings.log_format)
    try:
        asyncio.run(work())
    except StoreError as error:
        from arkham_bbs.sysop.opening import sentence_about

        typer.echo(f"arkham-bbs: {sentence_about(error, settings.database)}", err=True)
        raise typer.Exit(1) from None
    except OSError as error:
        typer.echo(f"arkham-bbs: {error}", err=True)
        raise typer.Exit(1) from None


def main() -> None:
    """Entry point of the console script."""
    try:
        app()
    except KeyboardInterrupt:
        sys.exit(130)


if __name__ == "__main__":
    main()
