"""Bytes for every charset, tolerant both ways. Room: terminal."""

from __future__ import annotations

import pytest

from arkham_bbs.terminal.capabilities import CHARSETS
from arkham_bbs.terminal.charsets import Decoder, Encoder, can_show, decode_bytes
from arkham_bbs.terminal.clean import text_width

ASCII_FRAME = "┌─┬─┐│├┼┤└┴┘═║╔╗╚╝"


def test_b20_frames_in_utf8_and_cp437_are_the_very_characters() -> None:
    assert Encoder("utf-8").encode("┌─┐║é") == "┌─┐║é".encode()
    assert Encoder("cp437").encode("┌─┐║é") == "┌─┐║é".encode("cp437")


def test_b21_frames_become_ascii_where_they_cannot_be_shown_or_are_not_wanted() -> None:
    for encoder in (
        Encoder("ascii"),
        Encoder("latin-1"),
        Encoder("cp437", ascii_frames=True),
        Encoder("utf-8", ascii_frames=True),
    ):
        data = encoder.encode(ASCII_FRAME)
        assert data.isascii()
        assert len(data) == len(ASCII_FRAME)
        assert data.startswith(b"+-+-+|+++++")


def test_letters_lose_their_accents_before_they_are_lost() -> None:
    assert Encoder("ascii").encode("Café Übermut Łódź Æsir “quoted” – …") == (
        b'Cafe Ubermut Lodz Asir "quoted" - .'
    )
    assert Encoder("latin-1").encode("Café “x”") == b'Caf\xe9 "x"'
    assert Encoder("petscii40").encode("é") == b"\x45"


@pytest.mark.parametrize("charset", CHARSETS)
def test_b24_what_cannot_be_shown_keeps_its_width(charset: str) -> None:
    for char in "漢字😀ffi½€\u0378♫→":
        data = Encoder(charset).encode(char)
        if charset != "utf-8":
            assert len(data) == text_width(char), char
        elif char == "\u0378":
            assert data == b"?"


@pytest.mark.parametrize("charset", CHARSETS)
def test_printable_ascii_survives_a_round_trip_or_is_replaced_by_its_like(charset: str) -> None:
    text = "".join(map(chr, range(32, 127)))
    data = Encoder(charset).encode(text)
    assert len(data) == len(text)
    back = decode_bytes(data, charset)
    plain = "".join(char for char in text if can_show(char, charset))
    assert "".join(b for a, b in zip(text, back, strict=True) if can_show(a, charset)) == plain
    if charset in ("utf-8", "cp437", "latin-1", "ascii"):
        assert back == text


def test_b22_petscii_letters_are_in_the_set_with_both_cases() -> None:
    assert Encoder("petscii40").encode("aZ") == b"\x41\xda"
    assert Encoder("petscii40").encode("┌─┐│└┘├┤┬┴┼") == bytes(
        [0xB0, 0xC0, 0xAE, 0xDD, 0xAD, 0xBD, 0xAB, 0xB3, 0xB2, 0xB1, 0xDB]
    )
    assert Encoder("petscii40").encode("╔═╗") == bytes([0xB0, 0xC0, 0xAE])


def test_b22_no_text_can_send_a_commodore_or_an_atari_control_code() -> None:
    for charset, steering in (
        ("petscii40", {*range(32), *range(0x80, 0xA0)}),
        ("atascii", {0x1B, 0x1C, 0x1D, 0x1E, 0x1F, *range(0x7D, 0x80), *range(0x9B, 0xA0)}),
    ):
        for code in [*range(0x20, 0x7F), *range(0xA0, 0x3000), 0x1F600]:
            data = Encoder(charset).encode(chr(code))
            assert not steering.intersection(data), (charset, hex(code))


def test_split_and_broken_input_is_decoded_without_errors() -> None:
    decoder = Decoder("utf-8")
    assert decoder.feed(b"\xe6\xbc") == ""
    assert decoder.feed(b"\xa2x\xff") == "漢x\ufffd"
    assert decode_bytes(bytes(range(256)), "ascii").count("\ufffd") == 128
    for charset in CHARSETS:
        assert decode_bytes(bytes(range(256)), charset)
