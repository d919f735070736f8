"""Checking exported games: as played, and tampered with."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import msgspec
import pytest

from arkham_bbs.game import Game, Setup
from arkham_bbs.game.simulate import pick_answer
from arkham_bbs.game.verify import main, verify
from arkham_bbs.lobby.export import export_lines


def exported() -> dict[str, Any]:
    """Play a random game and write it down the way the board exports games."""
    rng = random.Random(1)
    seed = bytes(range(32))
    setup = Setup(seats=("Ann", "Bob", "Cyd"))
    game = Game.new(setup, seed)
    events = [{"seq": -1, "data": msgspec.to_builtins(e)} for e in game.take_events()]
    answers = []
    while game.decision is not None:
        seq, seat, key = game.seq, game.decision.seat, pick_answer(rng, game.decision)
        happened = game.decide(key)
        answers.append({"seq": seq, "seat": seat, "key": key, "interjection": False})
        events += [{"seq": seq, "data": msgspec.to_builtins(e)} for e in happened]
    return {
        "rules_version": game.play.state.rules_version,
        "setup": msgspec.to_builtins(setup),
        "seed": seed.hex(),
        "commitment": game.commitment,
        "answers": answers,
        "events": events,
        "result": msgspec.to_builtins(game.result),
    }


@pytest.fixture(scope="module")
def game_file() -> dict[str, Any]:
    return exported()


def changed(game_file: dict[str, Any]) -> dict[str, Any]:
    return json.loads(msgspec.json.encode(game_file))


def test_a_true_export_is_as_played(game_file: dict[str, Any], tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_bytes(msgspec.json.encode(game_file))
    assert main([str(path)]) == 0
    verdict = verify(path.read_bytes())
    assert verdict.answers == len(game_file["answers"])
    assert verdict.dice > 100


def tamper_die(game: dict[str, Any]) -> None:
    rolled = next(e for e in game["events"] if e["data"]["type"] == "MovementRolled")
    rolled["data"]["dice"][0] = 7 - rolled["data"]["dice"][0]


def tamper_answer(game: dict[str, Any]) -> None:
    move = next(a for a in game["answers"] if a["key"].startswith("walk:"))
    move["key"] = "stay"


def tamper_illegal(game: dict[str, Any]) -> None:
    game["answers"][0]["key"] = "pick:sherlock"


def tamper_seed(game: dict[str, Any]) -> None:
    game["seed"] = "00" * 32


def tamper_result(game: dict[str, Any]) -> None:
    game["result"]["victory"] = not game["result"]["victory"]


def tamper_missing(game: dict[str, Any]) -> None:
    del game["events"][len(game["events"]) // 2]


@pytest.mark.parametrize(
    "tamper",
    [tamper_die, tamper_answer, tamper_illegal, tamper_seed, tamper_result, tamper_missing],
)
def test_a_tampered_export_is_found_out(
    game_file: dict[str, Any], tamper: Any, tmp_path: Path
) -> None:
    game = changed(game_file)
    tamper(game)
    path = tmp_path / "game.json"
    path.write_bytes(json.dumps(game).encode())
    assert main([str(path)]) == 1


def test_a_file_that_is_no_game_cannot_be_read(tmp_path: Path) -> None:
    path = tmp_path / "no.json"
    path.write_text("{}")
    assert main([str(path)]) == 2
    assert main([str(tmp_path / "missing.json")]) == 2


def as_shown(game: dict[str, Any], width: int) -> str:
    """What a terminal of that width makes of an export, with a prompt at both ends."""
    rows = []
    for line in export_lines(game):
        rows += [line[at : at + width] for at in range(0, len(line), width)]
    return "Fog> export\r\n" + "\r\n".join(rows) + "\r\nCheck it.\r\n\x1b[0mFog> "


@pytest.mark.parametrize("width", [24, 40, 70, 80])
def test_what_is_copied_from_a_terminal_can_be_checked(
    game_file: dict[str, Any], width: int, tmp_path: Path
) -> None:
    path = tmp_path / "copied.txt"
    path.write_bytes(as_shown(changed(game_file), width).encode())
    assert main([str(path)]) == 0
    verdict = verify(path.read_bytes())
    assert verdict.answers == len(game_file["answers"])


def test_lines_to_copy_are_short_ascii_and_the_same_json(game_file: dict[str, Any]) -> None:
    game = changed(game_file) | {"title": 'Café "Fog", {a} \\ b: ' + "x" * 100}
    lines = export_lines(game)
    assert json.loads("\n".join(lines)) == game == json.loads("".join(lines))
    assert all(line.isascii() for line in lines)
    assert [line for line in lines if len(line) > 70 and "xxx" not in line] == []


def in_play(game_file: dict[str, Any]) -> dict[str, Any]:
    """The same game as its players could export it in the middle."""
    game = changed(game_file)
    return game | {
        "seed": "",
        "events": [],
        "result": None,
        "answers": game["answers"][: len(game["answers"]) // 2],
    }


def test_a_game_in_play_is_neither_proved_nor_called_false(
    game_file: dict[str, Any], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "live.json"
    path.write_text(json.dumps(in_play(game_file)))
    assert main([str(path)]) == 3
    told = capsys.readouterr().out
    assert "NOT" not in told
    assert "not over" in told
    verdict = verify(path.read_bytes())
    assert verdict.is_open
    assert verdict.listed == len(game_file["answers"]) // 2
    # Three people, an investigator or more and two splits each, before the first card.
    assert 6 <= verdict.answers < verdict.listed


def drop_answer(game: dict[str, Any]) -> None:
    del game["answers"][3]


def stranger(game: dict[str, Any]) -> None:
    game["answers"][-1]["seat"] = 3


def no_promise(game: dict[str, Any]) -> None:
    game["commitment"] = "c0ffee"


def told_result(game: dict[str, Any]) -> None:
    game["result"] = {"victory": True}


def odd_options(game: dict[str, Any]) -> None:
    game["setup"]["options"]["preset"] = "no such preset"


@pytest.mark.parametrize(
    "tamper", [drop_answer, stranger, no_promise, told_result, odd_options, tamper_illegal]
)
def test_what_is_wrong_with_a_game_in_play_is_found_as_far_as_it_can_be(
    game_file: dict[str, Any], tamper: Any, tmp_path: Path
) -> None:
    game = in_play(game_file)
    tamper(game)
    path = tmp_path / "live.json"
    path.write_text(json.dumps(game))
    assert main([str(path)]) == 1


def test_of_several_files_the_gravest_counts(game_file: dict[str, Any], tmp_path: Path) -> None:
    whole, live, false = (tmp_path / f"{name}.json" for name in ("whole", "live", "false"))
    whole.write_text(json.dumps(game_file))
    live.write_text(json.dumps(in_play(game_file)))
    false.write_text(json.dumps(changed(game_file) | {"seed": "00" * 32}))
    missing = tmp_path / "missing.json"
    for files, status in (
        ([whole], 0),
        ([live, whole], 3),
        ([false, live], 1),
        ([missing, false, live], 2),
    ):
        assert main([str(path) for path in files]) == status
