"""`arkham-bbs scenario run FILE...` and `arkham-bbs scenario export FILE`.

Room: game. Imports the standard library and neighbours here.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

from arkham_bbs.game.scenario.casebook import load_cases
from arkham_bbs.game.scenario.reading import Refused
from arkham_bbs.game.scenario.running import run_case


def run_files(paths: Iterable[Path | str]) -> int:
    """Run every case of every file, printing a line for each.

    Returns: 0 when all pass, 1 when any fails, 2 when a file cannot be read or is refused.
    """
    failed = unreadable = 0
    for name in paths:
        try:
            cases = load_cases(Path(name))
        except Refused as refused:
            print(f"UNREADABLE {name}: {refused}")
            unreadable += 1
            continue
        for case in cases:
            problems = run_case(case)
            print(f"{'FAIL' if problems else 'ok  '} {case.name}")
            for problem in problems:
                print(f"       {problem}")
            failed += bool(problems)
    return 2 if unreadable else 1 if failed else 0


def main(arguments: Sequence[str] | None = None) -> int:
    """Read the command's words and do what they say; returns the exit status."""
    parser = argparse.ArgumentParser(prog="arkham-bbs scenario")
    commands = parser.add_subparsers(dest="command", required=True)
    run = commands.add_parser("run", help="check scenario files, a line for each case")
    run.add_argument("files", nargs="+", metavar="FILE")
    export = commands.add_parser("export", help="write the position of a stored game as a case")
    export.add_argument("file", metavar="SNAPSHOT", help="a file holding a game's snapshot")
    export.add_argument("-o", "--output", metavar="FILE", help="where to write it (else: shown)")
    export.add_argument("--name", default="exported", help="the name of the case")
    export.add_argument(
        "--decks", action="store_true", help="name whole decks, also cards nobody has seen"
    )
    given = parser.parse_args(arguments)
    if given.command == "run":
        return run_files(given.files)
    return _export(given)


def _export(given: argparse.Namespace) -> int:
    from msgspec import MsgspecError

    from arkham_bbs.game.game import Game
    from arkham_bbs.game.scenario.export import export_scenario
    from arkham_bbs.game.stored import ReplayMismatch

    try:
        game = Game.restore(Path(given.file).read_bytes())
    except (OSError, MsgspecError, ReplayMismatch) as error:
        print(f"{given.file}: {error}", file=sys.stderr)
        return 2
    text = export_scenario(game, name=given.name, whole_decks=given.decks)
    if given.output:
        Path(given.output).write_text(text, encoding="utf-8")
    else:
        sys.stdout.write(text)
    return 0
