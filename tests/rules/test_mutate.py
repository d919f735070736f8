"""The tool that breaks rules finds the places to break, and changes one of them at a time."""

from __future__ import annotations

import ast
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path
from types import ModuleType

SCRIPT = Path(__file__).resolve().parents[2] / "scripts" / "mutate"
SOURCE = '''
LIMIT = 7


def gain(play, who, amount):
    """Raise a value, 7 at most."""
    if who.strength >= LIMIT and not who.down:
        return 0
    who.strength += amount
    play.emit(PoolChanged(who=who.id, change=3))
    yield from play.settle(who, rule=5)
    yield from play.end(who)
    return 1
'''


def tool() -> ModuleType:
    loader = SourceFileLoader("mutate_script", str(SCRIPT))
    spec = spec_from_loader("mutate_script", loader)
    assert spec is not None
    module = module_from_spec(spec)
    loader.exec_module(module)
    return module


def broken(number: int) -> str:
    return ast.unparse(ast.fix_missing_locations(tool().Finder(number).visit(ast.parse(SOURCE))))


def test_it_finds_what_may_be_broken_and_leaves_what_only_tells() -> None:
    finder = tool().Finder()
    finder.visit(ast.parse(SOURCE))
    assert [what for what, _ in finder.found] == [
        "flip: who.strength >= LIMIT",
        "drop not: not who.down",
        "swap and/or: who.strength >= LIMIT and (not who.down)",
        "negate: who.strength >= LIMIT and (not who.down)",
        "0 becomes 1",
        "leave out: who.strength += amount",
        "leave out: yield from play.settle(who, rule=5)",
        "leave out: yield from play.end(who)",
        "1 becomes 2",
    ]


def test_each_mutant_differs_from_the_source_and_from_all_others() -> None:
    plain = ast.unparse(ast.parse(SOURCE))
    mutants = {broken(number) for number in range(9)}
    assert len(mutants) == 9
    assert plain not in mutants
    assert broken(99) == plain


def test_the_chapters_are_the_files_of_rules_and_nothing_else() -> None:
    script = tool()
    for name in ("combat", "board", "policies/zero_1987", "policies/leaving"):
        assert name in script.CHAPTERS
    for name in ("events", "state", "views", "policies/rolls"):
        assert name not in script.CHAPTERS
    for name in script.CHAPTERS:
        assert (script.GAME / f"{name}.py").exists()
