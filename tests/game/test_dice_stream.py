"""The dice are HMAC-SHA-256 of seed and counter, as anyone can reckon them again."""

from __future__ import annotations

import hmac

import pytest

from arkham_bbs.game.dice import SeededDice


@pytest.mark.parametrize("seed", [b"", b"sixteen bytes ok", b"k" * 32, b"k" * 64, b"k" * 100])
def test_a_die_is_the_first_fair_byte_of_the_hmac_of_its_number(seed: bytes) -> None:
    dice = SeededDice(seed, used=7)
    for number in range(7, 200):
        block = hmac.digest(seed, number.to_bytes(8, "big"), "sha256")
        wanted = next(byte % 6 + 1 for byte in block if byte < 252)
        assert dice.d6() == wanted
        assert dice.used == number + 1


def test_coins_and_places_come_from_the_same_stream() -> None:
    seed = b"sixteen bytes ok"
    dice = SeededDice(seed)
    block = hmac.digest(seed, bytes(8), "sha256")
    assert dice.coin() == (block[0] < 128)
    block = hmac.digest(seed, (1).to_bytes(8, "big"), "sha256")
    assert dice.below(10) == int.from_bytes(block[:4], "big") % 10
