"""A database left by a machine that stopped under earlier rules: every game in it goes on.

``version-1.db.xz`` was written by the last release of version 1, which stopped without a word in
the middle of eight games; in two of them the last answers hang on a rule that was mended since.
"""

from __future__ import annotations

import asyncio
import json
import lzma
import shutil
import sqlite3
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from arkham_bbs.game import RULES_VERSION
from arkham_bbs.game.verify import UNPROVED, main, verify
from arkham_bbs.lobby import ManualTime, Table
from arkham_bbs.lobby.arkham import ArkhamEngine
from arkham_bbs.lobby.export import export_game
from arkham_bbs.players import cautious_answer
from arkham_bbs.store import Store
from arkham_bbs.sysop.backup import verify_url
from arkham_bbs.sysop.backups import told
from tests.lobby.conftest import START, Hall

STORES = Path(__file__).parent / "stores"
GO_BACK = {"ride-refused": (52, 54), "ride-not-asked": (92, 94)}
"""The answers that no longer count: behind the first, up to the second."""
GO_ON = ("taken-back", "four-callers", "lost", "everything", "house-rules", "eight-callers")


@pytest.fixture(scope="module")
def left_behind(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("stores") / "version-1.db"
    path.write_bytes(lzma.decompress((STORES / "version-1.db.xz").read_bytes()))
    return path


@pytest.fixture
async def hall(left_behind: Path, tmp_path: Path) -> AsyncIterator[Hall]:
    """The lobby of today on a copy of it."""
    path = tmp_path / "board.db"
    shutil.copy(left_behind, path)
    url = f"sqlite+aiosqlite:///{path}"
    await Store.migrate(url)
    time = ManualTime(START + 86400)
    store = await Store.open(url, clock=lambda: datetime.fromtimestamp(time.now(), UTC))
    opened = await Hall(store, time, engine=ArkhamEngine()).open()
    yield opened
    await opened.lobby.close()
    await store.close()


async def taken_up(hall: Hall, title: str) -> Table:
    records = await hall.store.games.list(states=("live", "finished"), limit=50)
    record = next(record for record in records if record.title == title)
    assert record.rules_version == "1"
    table = hall.lobby.table(record.id)
    await table.ready()
    await table.settled()
    return table


async def log_of(hall: Hall, table: Table, kind: str) -> list[str]:
    entries = await hall.store.history.since(table.id, -1)
    return [entry.text for entry in entries if entry.kind == kind]


async def plays_to_the_end(table: Table) -> None:
    for _ in range(2000):
        decision = table.decision
        if decision is None:
            break
        view = table.game.view(decision.seat)  # type: ignore[union-attr]
        key = cautious_answer(view, decision)
        await table.answering.commit(decision.seat, key, by="autopilot")
    assert table.status == "finished"


@pytest.mark.parametrize("title", GO_ON)
async def test_a_game_goes_on_where_it_stood_and_its_log_names_the_mended_rules(
    hall: Hall, title: str
) -> None:
    table = await taken_up(hall, title)
    answers = await hall.store.answers.last_seq(table.id)
    assert table.seq == answers
    assert table.state.voided == []
    assert await log_of(hall, table, "WentBack") == []
    (said,) = await log_of(hall, table, "RulesMended")
    assert "goes on" in said
    assert "rules mended" in said
    await hall.restart()
    table = await taken_up(hall, title)
    assert len(await log_of(hall, table, "RulesMended")) == 1
    await plays_to_the_end(table)


@pytest.mark.parametrize("title", GO_BACK)
async def test_a_game_whose_answers_hang_on_a_mended_rule_says_why_it_went_back(
    hall: Hall, title: str
) -> None:
    table = await taken_up(hall, title)
    assert table.state.voided == [GO_BACK[title]]
    assert table.seq == await hall.store.answers.last_seq(table.id)
    (said,) = await log_of(hall, table, "WentBack")
    assert said.startswith("The rules have been mended since this was played (version 2 now;")
    assert "no longer count: 2." in said
    assert await log_of(hall, table, "RulesMended") == []
    before = table.game.fingerprint()  # type: ignore[union-attr]
    await hall.restart()
    table = await taken_up(hall, title)
    assert table.game.fingerprint() == before  # type: ignore[union-attr]
    assert len(await log_of(hall, table, "WentBack")) == 1
    await plays_to_the_end(table)


async def test_a_taking_back_over_the_last_checkpoint_still_counts(
    hall: Hall, left_behind: Path
) -> None:
    with sqlite3.connect(left_behind) as stored:
        ((taken_back, behind),) = stored.execute(
            "SELECT a.key, max(c.seq) FROM answers a JOIN games g ON g.id = a.game_id"
            " JOIN checkpoints c ON c.game_id = g.id"
            " WHERE g.title = 'taken-back' AND a.key LIKE 'takeback:%' GROUP BY a.seq"
            " ORDER BY a.seq DESC LIMIT 1"
        ).fetchall()
    assert int(taken_back.split(":")[1]) < behind
    table = await taken_up(hall, "taken-back")
    whole = ArkhamEngine().begin(
        (await hall.store.games.get(table.id)).setup,  # type: ignore[union-attr]
        table.seed,
    )[0]
    for answer in await hall.store.answers.since(table.id):
        if answer.interjection:
            whole.interject(answer.seat, answer.key)
        else:
            whole.decide(answer.key, seat=answer.seat)
    assert whole.decision == table.decision
    assert whole.view(None) == table.view(None)


@pytest.mark.parametrize(
    ("title", "status", "has_board"),
    [("finished", 0, True), ("finished-otherwise", UNPROVED, False)],
)
async def test_a_finished_game_is_told_again_and_proved_as_far_as_it_can_be(
    hall: Hall, tmp_path: Path, title: str, status: int, has_board: bool
) -> None:
    table = await taken_up(hall, title)
    replay = await hall.lobby.replay(table.id, await hall.caller("Eve"))
    assert replay.is_mended
    assert len(replay.steps) > 50
    replay.to(10_000)
    assert (replay.view() is not None) == has_board
    path = tmp_path / "game.json"
    path.write_text(json.dumps(await export_game(hall.store, table.id)))
    assert main([str(path)]) == status
    verdict = verify(path.read_bytes())
    assert verdict.wrong == []
    assert bool(verdict.otherwise) != has_board


async def test_a_false_seed_is_not_excused_by_older_rules(hall: Hall, tmp_path: Path) -> None:
    table = await taken_up(hall, "finished-otherwise")
    game = await export_game(hall.store, table.id)
    path = tmp_path / "game.json"
    path.write_text(json.dumps(game | {"seed": "00" * 32}))
    assert main([str(path)]) == 1


def test_a_backup_of_it_is_sound_and_says_which_games_will_go_back(
    left_behind: Path, tmp_path: Path
) -> None:
    path = tmp_path / "backup.db"
    shutil.copy(left_behind, path)
    found = asyncio.run(verify_url(f"sqlite:///{path}", migrate=True))
    assert found.problems == ()
    assert (found.games, found.going_back) == (len(GO_ON) + len(GO_BACK), len(GO_BACK))
    assert "2 games will go back" in told(found)


def test_there_is_a_database_of_every_earlier_version() -> None:
    versions = {f"version-{number}" for number in range(1, int(RULES_VERSION))}
    assert {path.name.partition(".")[0] for path in STORES.iterdir()} == versions
