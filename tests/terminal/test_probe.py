"""The probe never hangs, whatever the terminal says. Room: terminal."""

from __future__ import annotations

import pytest

from arkham_bbs.terminal.capabilities import PRESETS, from_term
from arkham_bbs.terminal.probe import CHOICES, QUESTION, Probe


def run(answers: list[tuple[float, str]], term: str = "ansi") -> tuple[Probe, float]:
    """Play a terminal that says these things at these moments; returns when it was over."""
    probe = Probe(from_term(term))
    probe.start(0.0)
    for at, text in answers:
        while not probe.done and probe.deadline() < at:
            probe.tick(probe.deadline())
        probe.report(text, at)
        if probe.done:
            return probe, at
    while not probe.done:
        now = probe.deadline()
        probe.tick(now)
    return probe, now


def test_b4_a_silent_terminal_is_waited_for_2_seconds_and_then_asked_plainly() -> None:
    probe, now = run([])
    assert now == 2.0
    assert not probe.answered
    assert set(CHOICES.values()) == set(PRESETS)
    assert len(QUESTION) <= 80
    assert "1 ANSI" in QUESTION


@pytest.mark.parametrize(
    "answers",
    [
        [(1.9, "[1;3R"), (3.8, "x")],
        [(1.9, "[1;3R")],
        [(0.1, "[9R"), (0.2, "[;R"), (1.9, "[1;9R")],
        [(0.5, "[8;24;80t")] * 50,
        [(1.0, "[?1;2c")],
    ],
)
def test_b4_all_waiting_together_is_at_most_4_seconds(answers: list[tuple[float, str]]) -> None:
    assert run(answers)[1] <= 4.0


def test_b20_one_column_means_utf8_and_two_mean_cp437() -> None:
    probe, _ = run([(0.1, "[1;2R")])
    assert probe.result().charset == "utf-8"
    probe, _ = run([(0.1, "[5;3R"), (0.2, "[=67;84;101;114;109;1;200c")])
    assert probe.result().charset == "cp437"
    assert probe.result().addressing
    probe, _ = run([(0.1, "[5;3R"), (0.2, "[=67;84;101;114;109;1;200c")], term="xterm")
    assert probe.result().charset == "cp437"
    probe, _ = run([(0.1, "[5;3R"), (0.2, "[?62;1;2c")], term="xterm")
    assert probe.result().charset == "latin-1"


def test_answers_that_come_too_late_change_nothing() -> None:
    probe, _ = run([(2.5, "[1;2R")])
    assert probe.done
    assert not probe.answered
    assert probe.report("[1;2R", 9.0) == b""
    assert probe.result() == from_term("ansi")
