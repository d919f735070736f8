"""Telnet's negotiation, byte by byte, polite and hostile. Room: terminal."""

from __future__ import annotations

import itertools

import pytest

from arkham_bbs.terminal.capabilities import Size
from arkham_bbs.terminal.strangers import REFUSALS, stranger
from arkham_bbs.terminal.telnet import TelnetMachine
from arkham_bbs.terminal.telnet_codes import (
    AYT,
    BINARY,
    CHARSET,
    CMD_EOR,
    DO,
    DONT,
    ECHO,
    EOR,
    GA,
    GMCP,
    IAC,
    MSSP,
    NAWS,
    NEW_ENVIRON,
    SB,
    SE,
    SGA,
    TM,
    TTYPE,
    WILL,
    WONT,
)
from arkham_bbs.terminal.telnet_events import Event, Exhausted, Interrupted, Message, Resized
from arkham_bbs.terminal.telnet_parsing import MAX_SUBNEGOTIATION

STATUS = 5


def cmd(*codes: int) -> bytes:
    return bytes((IAC, *codes))


def sub(option: int, body: bytes) -> bytes:
    return bytes((IAC, SB, option)) + body.replace(b"\xff", b"\xff\xff") + bytes((IAC, SE))


def told_type(name: str) -> bytes:
    return sub(TTYPE, b"\x00" + name.encode())


def opened(**wishes: object) -> TelnetMachine:
    machine = TelnetMachine(**wishes)  # type: ignore[arg-type]
    machine.start(0.0)
    return machine


WINDOW = Size(columns=100, rows=40)


class Client:
    """A client that answers everything it is asked, from a table of what it agrees to."""

    def __init__(
        self,
        names: list[str] | None = None,
        *,
        will: frozenset[int] = frozenset(),
        do: frozenset[int] = frozenset(),
        silent: frozenset[int] = frozenset(),
        size: Size = WINDOW,
        environ: bytes | None = None,
        charset: str = "UTF-8",
    ) -> None:
        self.names = names or []
        self.will, self.do, self.silent = will, do, silent
        self.size = size
        self.environ = environ
        self.charset = charset
        self.asked_type = 0
        self.seen: list[bytes] = []

    def answer(self, data: bytes) -> bytes:
        out = b""
        at = 0
        while at < len(data):
            assert data[at] == IAC
            verb = data[at + 1]
            if verb in (DO, DONT, WILL, WONT):
                option = data[at + 2]
                self.seen.append(data[at : at + 3])
                at += 3
                if option in self.silent:
                    continue
                if verb == DO:
                    out += cmd(WILL if option in self.will else WONT, option)
                    if option == NAWS and option in self.will:
                        out += sub(
                            NAWS,
                            self.size.columns.to_bytes(2, "big")
                            + self.size.rows.to_bytes(2, "big"),
                        )
                elif verb == WILL:
                    out += cmd(DO if option in self.do else DONT, option)
            elif verb == SB:
                end = data.index(bytes((IAC, SE)), at)
                option, body = data[at + 2], data[at + 3 : end]
                self.seen.append(data[at : end + 2])
                at = end + 2
                if option == TTYPE and option not in self.silent:
                    name = self.names[min(self.asked_type, len(self.names) - 1)]
                    self.asked_type += 1
                    out += told_type(name)
                elif option == NEW_ENVIRON and self.environ is not None:
                    out += sub(NEW_ENVIRON, self.environ)
                elif option == CHARSET and body[:1] == b"\x01":
                    out += sub(CHARSET, b"\x02" + self.charset.encode())
            else:
                at += 2
        return out


def converse(machine: TelnetMachine, client: Client, *, rounds: int = 40) -> list[Event]:
    """Let both talk until nobody has anything to say."""
    events: list[Event] = []
    to_client = machine.start(0.0)
    for _ in range(rounds):
        to_server = client.answer(to_client)
        if not to_server:
            return events
        fed = machine.feed(to_server, 0.1)
        assert fed.data == b""
        events += fed.events
        to_client = fed.send
    raise AssertionError("they talk for ever")


FULL = frozenset({TTYPE, NAWS, NEW_ENVIRON, SGA, BINARY})
FULL_DO = frozenset({ECHO, SGA, BINARY, CHARSET, GMCP, EOR, MSSP})


def test_an_ordinary_client_tells_all_and_gets_character_mode() -> None:
    machine = TelnetMachine()
    client = Client(
        ["XTERM-256COLOR", "XTERM-256COLOR"],
        will=FULL,
        do=FULL_DO,
        environ=b"\x00\x00LANG\x01de_DE.UTF-8\x00USER\x01root",
    )
    events = converse(machine, client)
    assert Resized(Size(columns=100, rows=40)) in events
    assert machine.settled
    caps = machine.capabilities()
    assert (caps.columns, caps.rows, caps.charset, caps.colour) == (100, 40, "utf-8", "256")
    assert caps.addressing
    assert not caps.line_mode
    assert "USER" not in machine.known.environ


def test_a_mud_client_keeps_its_echo_and_gets_gmcp() -> None:
    machine = TelnetMachine()
    client = Client(["MUDLET", "ANSI-TRUECOLOR", "MTTS 269", "MTTS 269"], will=FULL, do=FULL_DO)
    converse(machine, client)
    assert machine.settled
    assert cmd(WILL, ECHO) not in client.seen
    assert cmd(WONT, ECHO) in client.seen
    caps = machine.capabilities()
    assert caps.line_mode
    assert (caps.charset, caps.colour) == ("utf-8", "true")
    assert machine.gmcp("Core.Hello", {"a": "\xff"}).startswith(bytes((IAC, SB, GMCP)))
    assert machine.prompt_mark() == cmd(CMD_EOR)


@pytest.mark.parametrize(
    "moods", list(itertools.product(("will", "wont", "silent"), repeat=3)), ids="-".join
)
def test_b6_every_mix_of_answers_reaches_the_login(moods: tuple[str, str, str]) -> None:
    options = (TTYPE, NAWS, NEW_ENVIRON)
    machine = TelnetMachine()
    client = Client(
        ["VT100", "VT100"],
        will=frozenset(o for o, mood in zip(options, moods, strict=True) if mood == "will"),
        silent=frozenset(o for o, mood in zip(options, moods, strict=True) if mood == "silent"),
        do=FULL_DO,
    )
    converse(machine, client)
    now = 0.1
    while not machine.settled:
        now = machine.deadline()
        assert now <= 4.0
        more = client.answer(machine.tick(now).send)
        if more:
            machine.feed(more, now)
    assert machine.capabilities().rows in (24, 40)


def test_a_raw_socket_that_answers_nothing_is_settled_within_a_second() -> None:
    machine = opened()
    assert not machine.settled
    assert machine.tick(0.5).send == b""
    fed = machine.tick(1.0)
    assert machine.settled
    assert fed.send == b""
    caps = machine.capabilities()
    assert (caps.columns, caps.rows, caps.charset, caps.colour) == (80, 24, "ascii", "none")
    assert caps.line_mode
    assert machine.prompt_mark() == b""
    assert machine.keepalive() == b""


def test_a13_early_input_is_kept_among_the_negotiation() -> None:
    machine = opened()
    data = b"car" + cmd(WILL, NAWS) + b"ter\r\n" + sub(NAWS, b"\x00\x50\x00\x18") + b"pw\r\n"
    fed = machine.feed(data, 0.1)
    assert fed.data == b"carter\r\npw\r\n"
    assert machine.known.size == Size(columns=80, rows=24)
    again = opened()
    out = b"".join(again.feed(bytes([byte]), 0.1).data for byte in data)
    assert out == fed.data
    assert again.known.size == machine.known.size


def test_b1_no_answer_to_a_state_already_held() -> None:
    machine = opened()
    assert machine.feed(cmd(DO, SGA), 0.1).send == cmd(WILL, SGA)
    assert machine.feed(cmd(DO, SGA) * 5, 0.1).send == b""
    assert machine.feed(cmd(WILL, NAWS) * 5, 0.1).send == b""
    assert machine.feed(cmd(WONT, 200) + cmd(DONT, 201), 0.1).send == b""


def test_b1_unknown_options_and_status_are_refused() -> None:
    machine = opened()
    assert machine.feed(cmd(DO, STATUS), 0.1).send == cmd(WONT, STATUS)
    assert machine.feed(cmd(WILL, 99), 0.1).send == cmd(DONT, 99)


@pytest.mark.parametrize(
    "flood",
    [
        cmd(WILL, 99),
        cmd(DO, 99),
        cmd(WILL, NAWS) + cmd(WONT, NAWS),
        cmd(DO, SGA) + cmd(DONT, SGA),
        cmd(WILL, TTYPE) + told_type("A") + told_type("B") + cmd(WONT, TTYPE),
        cmd(DO, CHARSET) + cmd(DONT, CHARSET),
        cmd(WILL, CHARSET) + sub(CHARSET, b"\x01;UTF-8"),
        cmd(WILL, NEW_ENVIRON) + cmd(WONT, NEW_ENVIRON),
        cmd(DO, MSSP) + cmd(DONT, MSSP),
        cmd(DO, TM),
        cmd(AYT),
        b"".join(cmd(DO, option) for option in range(255)),
    ],
)
def test_b1_b2_no_flood_of_requests_gets_a_flood_of_answers(flood: bytes) -> None:
    machine = opened(mssp=lambda: {"NAME": "x" * 200})
    sent = b""
    events: list[Event] = []
    for _ in range(400):
        fed = machine.feed(flood * (1 + 60 // len(flood)), 0.1)
        sent += fed.send
        events += fed.events
    assert len(sent) < 6000
    assert len(events) < 200


def test_b1_two_servers_talking_to_each_other_come_to_an_end() -> None:
    left, right = TelnetMachine(), TelnetMachine()
    to_right, to_left = left.start(0.0), right.start(0.0)
    total = 0
    for _ in range(200):
        to_left, to_right = right.feed(to_right, 0.1).send, left.feed(to_left, 0.1).send
        total += len(to_left) + len(to_right)
        if not to_left and not to_right:
            break
    else:
        raise AssertionError("they talk for ever")
    assert total < 1000


def test_an_endless_negotiation_is_reported_once() -> None:
    machine = opened()
    events = []
    for _ in range(40):
        events += machine.feed(cmd(DO, SGA) * 1000, 0.1).events
    assert events.count(Exhausted()) == 1
    assert machine.feed(b"look\r\n", 0.1).data == b"look\r\n"


def test_b2_the_same_size_told_again_is_no_event() -> None:
    machine = opened()
    told = sub(NAWS, b"\x00\x64\x00\x28")
    events = machine.feed(cmd(WILL, NAWS) + told * 50, 0.1).events
    assert sum(isinstance(event, Resized) for event in events) == 1


@pytest.mark.parametrize("filler", [b"x", b"\xff\xff", b"x\r\n"])
def test_b3_an_unfinished_subnegotiation_is_bounded_in_size_and_never_typed(filler: bytes) -> None:
    machine = opened()
    assert machine.feed(cmd(SB, TTYPE) + filler * 6000, 0.1).data == b""
    assert len(machine._parser.unfinished) <= MAX_SUBNEGOTIATION
    fed = machine.feed(cmd(SE) + b"look\r\n", 0.2)
    assert fed.data == b"look\r\n"
    assert machine.known.names == []
    assert Exhausted() not in fed.events


def test_b3_a_subnegotiation_without_end_is_negotiating_without_end() -> None:
    machine = opened()
    fed = [machine.feed(cmd(SB, TTYPE), 0.1)]
    fed += [machine.feed(b"quit\r\n" * 400, 0.1) for _ in range(84)]
    assert b"".join(one.data for one in fed) == b""
    assert [event for one in fed for event in one.events] == [Exhausted()]


def test_b3_an_unfinished_subnegotiation_is_bounded_in_time() -> None:
    machine = opened()
    assert machine.feed(cmd(SB, TTYPE) + b"abc", 1.0).data == b""
    assert machine.feed(b"def", 30.0).data == b""
    assert machine.feed(b"look\r\n", 31.5).data == b"look\r\n"
    machine.feed(cmd(SB, NAWS), 40.0)
    machine.tick(71.0)
    assert machine.feed(b"map\r\n", 71.0).data == b"map\r\n"


def test_b3_a_lost_end_of_a_subnegotiation_is_found_again() -> None:
    machine = opened()
    fed = machine.feed(cmd(SB, TTYPE) + b"\x00x" + cmd(DO, SGA) + b"look", 0.1)
    assert fed.data == b"look"
    assert fed.send == cmd(WILL, SGA)


def test_iac_iac_is_one_byte_in_data_and_in_subnegotiations() -> None:
    machine = opened()
    assert machine.feed(b"a\xff\xffb", 0.1).data == b"a\xffb"
    machine.feed(cmd(WILL, NAWS) + sub(NAWS, b"\x00\xff\x00\xff"), 0.1)
    assert machine.known.size == Size(columns=255, rows=200)


def test_a7_timing_mark_is_answered_and_ip_is_ctrl_c() -> None:
    machine = opened()
    fed = machine.feed(cmd(0xF4) + cmd(DO, TM), 0.1)
    assert fed.events == [Interrupted()]
    assert fed.send == cmd(WILL, TM)
    assert machine.feed(cmd(0xF3), 0.1).events == [Interrupted()]


def test_are_you_there_is_answered_and_erase_commands_are_keys() -> None:
    machine = opened()
    assert b"Yes" in machine.feed(cmd(AYT), 0.1).send
    assert machine.feed(b"ab" + cmd(0xF7) + cmd(0xF8), 0.1).data == b"ab\x7f\x15"


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"\x00",
        b"\x02",
        b"\x00\x00",
        b"\x00\x00LANG",
        b"\x00\x00LANG\x01",
        b"\x00\x01x",
        b"\x00\x03\x03\x01\x01",
        b"\x00\x02",
        b"\x00\x00" + b"x" * 4000,
        b"\x00" + b"\x00A\x01B" * 900,
    ],
)
def test_b7_environ_answers_with_parts_missing_do_no_harm(body: bytes) -> None:
    machine = opened()
    machine.feed(cmd(WILL, NEW_ENVIRON) + sub(NEW_ENVIRON, body), 0.1)
    assert machine.feed(b"look", 0.1).data == b"look"
    assert len(machine.known.environ) <= 16


def test_b8_nothing_is_asked_before_the_type_is_known_and_never_255_bytes() -> None:
    machine = TelnetMachine()
    first = TelnetMachine().start(0.0)
    assert bytes((DO, NEW_ENVIRON)) not in first
    client = Client(["ANSI", "VT100", "VT52", "VTNT", "VTNT"], will=FULL, do=FULL_DO)
    converse(machine, client)
    assert client.asked_type <= 4
    types = [at for at, seen in enumerate(client.seen) if seen[:3] == cmd(SB, TTYPE)]
    environ = [at for at, seen in enumerate(client.seen) if seen[2] == NEW_ENVIRON]
    assert min(environ) > max(types)
    for seen in client.seen:
        assert len(seen) < 255


def test_b9_b12_a_password_of_a_line_client_is_between_will_and_wont_echo() -> None:
    machine = opened()
    machine.tick(1.0)
    assert machine.set_echo(True) == cmd(WILL, ECHO)
    assert machine.set_echo(True) == b""
    assert machine.set_echo(False) == cmd(WONT, ECHO)
    fed = machine.feed(cmd(DO, ECHO) + cmd(DONT, ECHO), 2.0)
    assert fed.send == b""
    assert not machine.ours(ECHO)
    assert machine.capabilities().line_mode


def test_b9_a_character_client_has_one_echo_and_no_changes_of_it() -> None:
    machine = TelnetMachine()
    converse(machine, Client(["VT100", "VT100"], will=FULL, do=FULL_DO))
    assert machine.char_mode
    assert machine.set_echo(True) == b""
    assert machine.set_echo(False) == b""


def test_b10_b11_login_registration_and_change_use_at_most_four_echo_changes() -> None:
    machine = TelnetMachine()
    client = Client(["Mudlet", "XTERM", "MTTS 13"], will=FULL, do=FULL_DO)
    converse(machine, client)
    changes = 0
    for _ in range(6):
        on = machine.set_echo(True)
        side_on = machine.ours(ECHO) or on
        assert side_on, "a password would show"
        machine.feed(client.answer(on), 0.2)
        changes += bool(on)
        off = machine.set_echo(False)
        machine.feed(client.answer(off), 0.2)
        changes += bool(off)
    last = machine.entered_lobby()
    machine.feed(client.answer(last), 0.2)
    changes += bool(last)
    assert changes <= 4
    assert not machine.ours(ECHO)
    assert machine.capabilities().line_mode


def test_b14_go_ahead_follows_prompts_only_while_sga_is_off() -> None:
    machine = opened()
    machine.feed(cmd(WONT, TTYPE), 0.1)
    machine.feed(cmd(DONT, SGA) + cmd(DONT, ECHO), 0.1)
    assert machine.prompt_mark() == cmd(GA)
    machine.feed(cmd(DO, SGA), 0.1)
    assert machine.prompt_mark() == b""


def test_b16_mssp_is_told_once_and_marks_nobody() -> None:
    machine = opened(mssp=lambda: {"NAME": "Arkham", "PORT": ["2323", "2233"]})
    fed = machine.feed(cmd(DO, MSSP) + cmd(DONT, MSSP) + cmd(DO, MSSP), 0.1)
    assert fed.send.count(bytes((IAC, SB, MSSP))) == 1
    assert b"\x01PORT\x022323\x022233" in fed.send
    assert TelnetMachine().start(0.0).find(bytes((WILL, MSSP))) < 0


def test_b5_a_quiet_port_never_says_a_word_and_takes_commands_out() -> None:
    machine = TelnetMachine(quiet=True)
    assert machine.start(0.0) == b""
    assert machine.settled
    fed = machine.feed(b"a" + cmd(DO, ECHO) + cmd(AYT) + sub(TTYPE, b"\x00X") + b"b", 0.1)
    assert fed == (b"ab", [], b"")
    assert machine.set_echo(True) == b""
    assert machine.prompt_mark() == b""


def test_gmcp_messages_are_decoded_and_bad_ones_tolerated() -> None:
    machine = opened()
    machine.feed(cmd(DO, GMCP), 0.1)
    events = machine.feed(
        sub(GMCP, b'Core.Hello {"client": "Mudlet"}')
        + sub(GMCP, b"Core.Ping")
        + sub(GMCP, b"Bad {" + b"[" * 3000)
        + sub(GMCP, b"\xff\xfe \xff"),
        0.1,
    ).events
    assert events[:3] == [
        Message("Core.Hello", {"client": "Mudlet"}),
        Message("Core.Ping", None),
        Message("Bad", None),
    ]
    assert len(events) == 4


def test_charset_is_settled_either_way_round() -> None:
    machine = opened()
    fed = machine.feed(cmd(WILL, CHARSET) + sub(CHARSET, b"\x01;KOI8-R;IBM437;x"), 0.1)
    assert sub(CHARSET, b"\x02IBM437") in fed.send
    assert machine.known.charset == "cp437"
    fed = machine.feed(sub(CHARSET, b"\x01;KOI8-R"), 0.1)
    assert fed.send == sub(CHARSET, b"\x03")
    for body in (b"", b"\x01", b"\x02", b"\x01;", b"\x02EBCDIC", b"\x01[TTABLE]\x01"):
        machine.feed(sub(CHARSET, body), 0.1)


def test_data_to_send_is_escaped() -> None:
    machine = opened()
    assert machine.escape(b"a\xffb\r\nc\rd\r\x00") == b"a\xff\xffb\r\nc\r\x00d\r\x00"
    machine.feed(cmd(DO, BINARY), 0.1)
    assert machine.escape(b"c\rd") == b"c\rd"


@pytest.mark.parametrize(
    ("first", "kind"),
    [
        (b"GET / HTTP/1.1\r\n", "http"),
        (b"POST /login HTTP/1.0", "http"),
        (b"CONNECT example:443 HTTP/1.1", "http"),
        (b"PRI * HTTP/2.0\r\n", "http"),
        (b"\x16\x03\x01\x02\x00\x01", "tls"),
        (b"SSH-2.0-OpenSSH_9.9\r\n", "ssh"),
        (b"get lamp\r\n", None),
        (b"GET lamp\r\n", None),
        (b"\xff\xfd\x03", None),
        (b"Carter\r\n", None),
        (b"", None),
    ],
)
def test_strangers_are_known_by_their_first_bytes(first: bytes, kind: str | None) -> None:
    assert stranger(first) == kind
    if kind is not None:
        assert REFUSALS[kind].count(b"\n") == 1
