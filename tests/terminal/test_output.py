"""The paced, bounded writer of one caller, with a clock that only we move. Room: terminal."""

from __future__ import annotations

from arkham_bbs.terminal.charsets import Encoder
from arkham_bbs.terminal.output import LOW_WATER, PAUSE_LIMIT, PENDING_LIMIT, Output


class Line:
    """A transport whose client reads only what the test lets it read."""

    def __init__(self) -> None:
        self.sent: list[bytes] = []
        self.unread = 0
        self.deaf = False
        self.closed = False

    def send(self, data: bytes) -> None:
        self.sent.append(data)
        if self.deaf:
            self.unread += len(data)

    def close(self) -> None:
        self.closed = True

    def pending(self) -> int:
        return self.unread


class Bench:
    def __init__(self) -> None:
        self.now = 0.0
        self.line = Line()
        self.out = Output(self.line, Encoder("utf-8"), lambda: self.now)
        self.notes: list[str] = []
        self.out.on_drained = lambda: self.notes.append("drained")
        self.out.on_stalled = lambda: self.notes.append("stalled")
        self.out.on_overrun = lambda: self.notes.append("overrun")


def test_what_is_written_in_one_turn_is_sent_in_one_piece() -> None:
    bench = Bench()
    for word in ("a", "é", "b"):
        bench.out.write(word)
    assert bench.out.flush() is None
    assert bench.line.sent == ["aéb".encode()]


def test_a_reader_who_does_not_read_costs_a_bounded_amount() -> None:
    bench = Bench()
    bench.line.deaf = True
    for _ in range(5000):
        bench.out.write("x" * 200)
        bench.out.flush()
    assert bench.out.waiting + bench.line.unread <= PENDING_LIMIT + 8192
    assert bench.out.dropped
    assert bench.line.unread <= LOW_WATER * 2 + 400


def test_a_drained_line_asks_for_a_repaint_once() -> None:
    bench = Bench()
    bench.line.deaf = True
    while bench.out.write("x" * 1000):
        bench.out.flush()
    assert bench.notes == []
    bench.line.deaf = False
    for _ in range(30):
        bench.line.unread = 0
        bench.out.flush()
    assert bench.notes == ["drained"]
    assert bench.out.write("new")
    bench.out.flush()
    assert bench.line.sent[-1].endswith(b"new")


def test_a_reader_stalled_for_60_seconds_is_cut_and_a_slow_one_is_not() -> None:
    bench = Bench()
    bench.line.deaf = True
    bench.out.write("x" * 50_000)
    bench.out.flush()
    for _ in range(20):
        bench.now += 50.0
        bench.line.unread -= 100
        bench.out.flush()
    assert bench.notes == []
    bench.now += 59.0
    bench.out.flush()
    assert bench.notes == []
    bench.now += 1.0
    assert bench.out.flush() is None
    assert bench.notes == ["stalled"]
    assert not bench.out.write("more")


def test_a9_a_pause_holds_a_bounded_amount_and_then_ends_by_itself() -> None:
    bench = Bench()
    bench.out.paused = True
    bench.out.write("kept")
    bench.out.flush()
    assert bench.line.sent == []
    while bench.out.paused:
        bench.out.write("y" * 1000)
    assert bench.out.waiting <= PAUSE_LIMIT + 2000
    assert bench.notes == ["overrun"]
    bench.out.flush()
    assert bench.line.sent[0].startswith(b"kept")


def test_another_charset_applies_only_to_what_is_written_after() -> None:
    bench = Bench()
    bench.out.write("é")
    bench.out.use(Encoder("cp437"))
    bench.out.write("é")
    bench.out.flush()
    assert b"".join(bench.line.sent) == "é".encode() + b"\x82"


def test_closing_hands_over_everything_even_when_paused() -> None:
    bench = Bench()
    bench.out.paused = True
    bench.out.write("good-bye")
    bench.out.flush_all()
    assert bench.line.sent == [b"good-bye"]
