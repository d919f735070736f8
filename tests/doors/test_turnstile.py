"""Limits on connections: per address, in all, and per second."""

from __future__ import annotations

from arkham_bbs.doors.limits import REFUSALS, Limits, Ticket, Turnstile


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def turnstile(clock: Clock | None = None, **limits: object) -> Turnstile:
    return Turnstile(Limits(**limits), clock or Clock())  # type: ignore[arg-type]


def entered(found: Ticket | str) -> Ticket:
    assert isinstance(found, Ticket), found
    return found


def test_one_address_gets_its_share_and_no_more() -> None:
    gate = turnstile(max_per_address=2)
    first = entered(gate.admit("10.0.0.1"))
    entered(gate.admit("10.0.0.1"))
    assert gate.admit("10.0.0.1") == "address-full"
    entered(gate.admit("10.0.0.2"))
    first.release()
    entered(gate.admit("10.0.0.1"))


def test_the_house_is_full_for_everybody() -> None:
    gate = turnstile(max_connections=2)
    entered(gate.admit("10.0.0.1"))
    last = entered(gate.admit("10.0.0.2"))
    assert gate.admit("10.0.0.3") == "full"
    last.release()
    last.release()
    entered(gate.admit("10.0.0.3"))
    assert gate.admit("10.0.0.4") == "full", "a ticket released twice must not make room twice"


def test_new_connections_are_limited_by_the_second_and_the_budget_refills() -> None:
    clock = Clock()
    gate = turnstile(clock, new_per_second_per_address=3.0, max_per_address=100)
    for _ in range(6):
        entered(gate.admit("10.0.0.1"))
    assert gate.admit("10.0.0.1") == "too-fast"
    entered(gate.admit("10.0.0.2"))
    clock.now += 1.0
    for _ in range(3):
        entered(gate.admit("10.0.0.1"))
    assert gate.admit("10.0.0.1") == "too-fast"


def test_all_addresses_together_are_limited_as_well() -> None:
    gate = turnstile(new_per_second=4.0)
    for number in range(8):
        entered(gate.admit(f"10.0.0.{number}"))
    assert gate.admit("10.0.1.1") == "too-fast"


def test_exempt_addresses_pass_the_limits_per_address_and_not_the_total() -> None:
    gate = turnstile(unlimited=("127.0.0.0/8",), max_per_address=1, max_connections=3)
    for _ in range(3):
        entered(gate.admit("127.0.0.1"))
    assert gate.admit("127.0.0.1") == "full"


def test_a_closing_server_takes_nobody_and_a_draining_board_those_who_may_be_staff() -> None:
    gate = turnstile()
    gate.is_draining = True
    entered(gate.admit("10.0.0.1"))
    gate.is_closed = True
    assert gate.admit("10.0.0.1") == "closing"


def test_memory_of_rates_is_bounded() -> None:
    gate = turnstile(new_per_second=100_000.0)
    for number in range(60_000):
        found = gate.admit(f"10.{number >> 16}.{(number >> 8) & 255}.{number & 255}")
        if isinstance(found, Ticket):
            found.release()
    assert len(gate._rates) <= 50_000
    assert gate.open == 0
    assert not gate._by_source


def test_every_reason_has_a_sentence() -> None:
    for reason in ("full", "address-full", "too-fast", "banned", "closing"):
        assert REFUSALS[reason].isascii()
