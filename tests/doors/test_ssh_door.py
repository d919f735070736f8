"""The SSH door with OpenSSH's own client, asyncssh's client and raw sockets."""

from __future__ import annotations

import asyncio
import shutil
import stat
import struct
from collections.abc import AsyncIterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

import asyncssh
import pytest

from arkham_bbs.accounts import LoginRefused
from arkham_bbs.doors.host_keys import fingerprint, load_host_key
from arkham_bbs.doors.limits import REFUSALS, Limits
from arkham_bbs.doors.ssh import SshDoor, refusal_packet
from arkham_bbs.doors.ssh_caller import TOO_MANY_KEYS, TOO_SLOW, SshCaller
from arkham_bbs.doors.ssh_commands import NO_COMMANDS, ExecReply, ExecRequest
from arkham_bbs.doors.ssh_session import NO_PTY
from arkham_bbs.store.errors import StoreUnavailable
from tests.doors.clients import PtyClient, RawClient, plain
from tests.doors.conftest import Board

needs_ssh = pytest.mark.skipif(shutil.which("ssh") is None, reason="OpenSSH's ssh is not installed")


@dataclass
class Person:
    """As much of an account as the door looks at."""

    id: int


@dataclass
class TwoAccounts:
    """Ann (password, and keys when given) in place of the accounts room."""

    keys: set[str] = field(default_factory=set)
    tries: list[tuple[str, str, str]] = field(default_factory=list)
    asked: int = 0
    is_broken: bool = False

    async def login(self, handle: str, password: str, address: str) -> Person:
        self.tries.append((handle, password, address))
        if self.is_broken:
            raise RuntimeError("no database")
        if (handle, password) != ("ann", "R'lyeh"):
            raise LoginRefused("wrong")
        return Person(7)

    async def readmit(self, account_id: int, address: str) -> Person:
        return Person(account_id)

    async def knows_key(self, handle: str, key: str) -> bool:
        self.asked += 1
        return handle == "ann" and " ".join(key.split()[:2]) in self.keys

    async def login_key(self, handle: str, key: str, address: str) -> Person:
        if not await self.knows_key(handle, key):
            raise LoginRefused("unknown-key")
        return Person(7)


@dataclass
class SshBoard:
    board: Board
    door: SshDoor
    accounts: TwoAccounts
    directory: Path

    @property
    def port(self) -> int:
        return self.door.port

    def ssh(self, user: str, *options: str, command: tuple[str, ...] = ()) -> list[str]:
        return [
            "ssh", "-F", "none", "-p", str(self.port),
            "-o", "StrictHostKeyChecking=no",
            "-o", f"UserKnownHostsFile={self.directory / 'known'}",
            "-o", "LogLevel=INFO", "-o", "IdentityAgent=none",
            *options, f"{user}@127.0.0.1", *command,
        ]  # fmt: skip

    def connect(self, user: str, **options: object) -> object:
        given: dict[str, object] = {
            "username": user,
            "known_hosts": None,
            "client_keys": None,
            "agent_path": None,
            "config": None,
        }
        return asyncssh.connect("127.0.0.1", self.port, **(given | options))  # type: ignore[arg-type]


@pytest.fixture
async def ssh_board(board: Board, tmp_path: Path) -> AsyncIterator[SshBoard]:
    accounts = TwoAccounts()
    door = SshDoor(board.switchboard, accounts, load_host_key(tmp_path))  # type: ignore[arg-type]
    await door.start("127.0.0.1", 0)
    yield SshBoard(board, door, accounts, tmp_path)
    await door.stop()
    await door.close()


def key_file(directory: Path, name: str) -> tuple[Path, str]:
    key = asyncssh.generate_private_key("ssh-ed25519")
    path = directory / name
    key.write_private_key(str(path))
    path.chmod(0o600)
    return path, " ".join(key.export_public_key("openssh").decode().split()[:2])


# -- the host key ----------------------------------------------------------------------------------


def test_the_host_key_is_made_once_and_readable_by_its_owner_alone(tmp_path: Path) -> None:
    first = load_host_key(tmp_path / "new" / "data")
    [file] = (tmp_path / "new" / "data").iterdir()
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    again = load_host_key(tmp_path / "new" / "data")
    assert fingerprint(again) == fingerprint(first)
    assert fingerprint(first).startswith("SHA256:")
    assert first.get_algorithm() == "ssh-ed25519"


# -- who gets in -----------------------------------------------------------------------------------


@pytest.mark.parametrize("user", ["bbs", "new", "BBS", "guest", "Guest"])
async def test_the_open_names_need_no_proof(ssh_board: SshBoard, user: str) -> None:
    async with ssh_board.connect(user) as connection:  # type: ignore[attr-defined]
        process = await connection.create_process(term_type="xterm", encoding=None)
        await process.stdout.readuntil(b"Name: ")
        process.stdin.write(b"bye\r")
        assert b"Good night." in await process.stdout.read()
        assert process.exit_status == 0
    origin = ssh_board.board.session.origins[0]
    assert (origin.door, origin.account_id, origin.address) == ("ssh", None, "127.0.0.1")
    assert origin.guest == (user.casefold() == "guest")
    assert origin.newcomer == (user == "new")


async def test_a_right_password_says_whose_call_it_is(ssh_board: SshBoard) -> None:
    async with ssh_board.connect("ann", password="R'lyeh") as connection:  # type: ignore[attr-defined]
        process = await connection.create_process(term_type="xterm", encoding=None)
        await process.stdout.readuntil(b"Name: ")
    assert ssh_board.board.session.origins[0].account_id == 7
    assert ssh_board.accounts.tries == [("ann", "R'lyeh", "127.0.0.1")]


async def test_a_registered_key_logs_in(ssh_board: SshBoard) -> None:
    path, text = key_file(ssh_board.directory, "id")
    ssh_board.accounts.keys.add(text)
    async with ssh_board.connect("ann", client_keys=[str(path)]) as connection:  # type: ignore[attr-defined]
        process = await connection.create_process(term_type="xterm", encoding=None)
        await process.stdout.readuntil(b"Name: ")
    origin = ssh_board.board.session.origins[0]
    assert origin.account_id == 7
    assert origin.key is not None
    assert origin.key.startswith(text)


async def test_unknown_keys_do_not_count_and_the_first_is_remembered(ssh_board: SshBoard) -> None:
    files = [key_file(ssh_board.directory, f"id{number}") for number in range(6)]
    async with ssh_board.connect(  # type: ignore[attr-defined]
        "ann", client_keys=[str(path) for path, _ in files], password="R'lyeh"
    ) as connection:
        process = await connection.create_process(term_type="xterm", encoding=None)
        await process.stdout.readuntil(b"Name: ")
    assert ssh_board.accounts.asked == 6
    origin = ssh_board.board.session.origins[0]
    assert origin.key is not None
    assert origin.key.startswith(files[0][1])


async def test_more_than_twenty_unknown_keys_end_the_call_with_advice(ssh_board: SshBoard) -> None:
    files = [str(key_file(ssh_board.directory, f"id{number}")[0]) for number in range(25)]
    with pytest.raises(asyncssh.DisconnectError) as caught:
        await ssh_board.connect("ann", client_keys=files, password="R'lyeh")  # type: ignore[misc]
    assert caught.value.reason == TOO_MANY_KEYS
    assert ssh_board.accounts.tries == []


async def test_a_key_that_was_only_offered_proves_nothing(ssh_board: SshBoard) -> None:
    """Ask whether Ann's key would do, then enter by the open name: nobody, not Ann."""
    _, text = key_file(ssh_board.directory, "id")
    ssh_board.accounts.keys.add(text)
    caller_offers = asyncssh.import_public_key(text)

    caller = SshCaller(
        ssh_board.accounts,  # type: ignore[arg-type]
        ssh_board.board.switchboard,
        "127.0.0.1",
        None,  # type: ignore[arg-type]
        connections=set(),
        open_session=lambda _: None,  # type: ignore[arg-type,return-value]
    )
    assert await caller.validate_public_key("ann", caller_offers)

    class Connection:
        def get_extra_info(self, name: str) -> str:
            return "bbs"

    caller.connection = Connection()  # type: ignore[assignment]
    assert await caller.identify() is None
    Connection.get_extra_info = lambda self, name: "bob"  # type: ignore[method-assign,assignment]
    with pytest.raises(LoginRefused):
        await caller.identify()


async def test_three_wrong_passwords_end_the_call(ssh_board: SshBoard) -> None:
    class Client(asyncssh.SSHClient):
        asked = 0

        def password_auth_requested(self) -> str:
            Client.asked += 1
            return "wrong"

    with pytest.raises(asyncssh.Error) as caught:
        await ssh_board.connect("ann", client_factory=Client)  # type: ignore[misc]
    assert "Three wrong passwords" in str(caught.value)
    assert Client.asked == len(ssh_board.accounts.tries) == 3
    board = ssh_board.board
    assert board.metric("arkham_dropped_total", door="ssh", reason="password-tries") == 1


async def test_only_methods_that_can_work_are_announced(ssh_board: SshBoard) -> None:
    methods = await asyncssh.get_server_auth_methods(
        "127.0.0.1", ssh_board.port, username="ann", config=None
    )
    assert set(methods) == {"publickey", "password"}


async def test_a_database_in_trouble_is_no_wrong_password(ssh_board: SshBoard) -> None:
    ssh_board.accounts.is_broken = True
    banners: list[str] = []

    class Client(asyncssh.SSHClient):
        def auth_banner_received(self, msg: str, lang: str) -> None:
            banners.append(msg)

    with pytest.raises(asyncssh.Error):
        await ssh_board.connect("ann", password="R'lyeh", client_factory=Client)  # type: ignore[misc]
    assert "Tell the sysop" in banners[0]
    ssh_board.accounts.is_broken = False
    async with ssh_board.connect("ann", password="R'lyeh"):  # type: ignore[attr-defined]
        pass


async def test_a_full_disk_is_told_in_its_own_words(
    ssh_board: SshBoard, monkeypatch: pytest.MonkeyPatch
) -> None:
    banners: list[str] = []

    class Client(asyncssh.SSHClient):
        def auth_banner_received(self, msg: str, lang: str) -> None:
            banners.append(msg)

    async def refuses(*_: object) -> None:
        raise StoreUnavailable("full", why="database or disk is full")

    monkeypatch.setattr(ssh_board.accounts, "login", refuses)
    with pytest.raises(asyncssh.Error):
        await ssh_board.connect("ann", password="R'lyeh", client_factory=Client)  # type: ignore[misc]
    assert "disk is full" in banners[0]
    assert "Tell the sysop." in banners[0]


# -- what is not to be had ------------------------------------------------------------------------


async def test_without_a_terminal_there_is_a_sentence_and_a_status(ssh_board: SshBoard) -> None:
    async with ssh_board.connect("bbs") as connection:  # type: ignore[attr-defined]
        done = await connection.run(input="")
        assert done.exit_status == 1
        assert NO_PTY in done.stderr
    assert ssh_board.board.session.origins == []


async def test_commands_are_refused_unless_the_hook_takes_them(ssh_board: SshBoard) -> None:
    async with ssh_board.connect("bbs") as connection:  # type: ignore[attr-defined]
        for command in ("ls", "sysop who", "'", "rm -rf /"):
            done = await connection.run(command)
            assert done.exit_status == 1
            assert done.stderr
        assert NO_COMMANDS in (await connection.run("ls")).stderr

    seen: list[ExecRequest] = []

    async def hook(request: ExecRequest) -> ExecReply:
        seen.append(request)
        return ExecReply(3, out="two callers", err="careful")

    ssh_board.door.run_command = hook
    async with ssh_board.connect("ann", password="R'lyeh") as connection:  # type: ignore[attr-defined]
        done = await connection.run("sysop who --json 'a b'")
    assert (done.exit_status, done.stdout, done.stderr) == (3, "two callers\n", "careful\n")
    assert (seen[0].account_id, seen[0].words) == (7, ("who", "--json", "a b"))


async def test_sftp_and_every_forwarding_are_refused(ssh_board: SshBoard) -> None:
    async with ssh_board.connect("bbs") as connection:  # type: ignore[attr-defined]
        with pytest.raises(asyncssh.Error):
            await connection.start_sftp_client()
        with pytest.raises(asyncssh.ChannelOpenError):
            await connection.open_connection("127.0.0.1", ssh_board.port)
        with pytest.raises(asyncssh.ChannelListenError):
            await connection.forward_remote_port("127.0.0.1", 0, "127.0.0.1", 1)
        with pytest.raises(asyncssh.ChannelOpenError):
            await connection.open_unix_connection("/tmp/x")


async def test_only_a_few_sessions_fit_one_connection(ssh_board: SshBoard) -> None:
    async with ssh_board.connect("bbs") as connection:  # type: ignore[attr-defined]
        for _ in range(4):
            await connection.create_process(term_type="xterm", encoding=None)
        with pytest.raises(asyncssh.ChannelOpenError):
            await connection.create_process(term_type="xterm", encoding=None)


# -- the terminal ----------------------------------------------------------------------------------


async def test_type_size_and_locale_reach_the_terminal(ssh_board: SshBoard) -> None:
    async with ssh_board.connect("bbs") as connection:  # type: ignore[attr-defined]
        process = await connection.create_process(
            term_type="xterm-256color",
            term_size=(132, 43),
            env={"LANG": "de_DE.UTF-8"},
            encoding=None,
        )
        await process.stdout.readuntil(b"Name: ")
        caps = ssh_board.board.session.terminals[0].caps
        assert (caps.columns, caps.rows, caps.charset, caps.colour) == (132, 43, "utf-8", "256")
        process.change_terminal_size(100, 30)
        await ssh_board.board.until(lambda: ssh_board.board.session.sizes[-1:] == [(100, 30)])


async def test_a_size_of_nothing_means_80_by_24(ssh_board: SshBoard) -> None:
    async with ssh_board.connect("bbs") as connection:  # type: ignore[attr-defined]
        process = await connection.create_process(term_type="dumb", term_size=(0, 0), encoding=None)
        await process.stdout.readuntil(b"Name: ")
        size = ssh_board.board.session.terminals[0].size
        assert (size.columns, size.rows) == (80, 24)


async def test_broken_utf8_and_early_input_leave_the_line_open(ssh_board: SshBoard) -> None:
    async with ssh_board.connect("bbs") as connection:  # type: ignore[attr-defined]
        process = await connection.create_process(term_type="dumb", encoding=None)
        process.stdin.write(b"\xff\xfe\xc3(\x80\rann\r")
        await process.stdout.readuntil(b"Hello <ann>")
        process.stdin.write(b"secret\rDagon\r")
        seen = await process.stdout.readuntil(b"Noted.")
        assert b"Dagon" not in seen


async def test_of_much_early_input_no_line_is_cut(
    ssh_board: SshBoard, monkeypatch: pytest.MonkeyPatch
) -> None:
    identify = SshCaller.identify

    async def slowly(self: SshCaller) -> object:
        await asyncio.sleep(0.5)
        return await identify(self)

    monkeypatch.setattr(SshCaller, "identify", slowly)
    lines = [f"we met {number:04} ghouls 1" for number in range(1_500)]
    async with ssh_board.connect("bbs") as connection:  # type: ignore[attr-defined]
        process = await connection.create_process(term_type="dumb", encoding=None)
        process.stdin.write("".join(f"{line}\r" for line in lines).encode())
        heard = ssh_board.board.session.lines
        await ssh_board.board.until(lambda: len(heard) > 20)
        # The flood is over when the rest of it was read, and the channel with it.
        async with asyncio.timeout(15):
            while "done" not in heard:
                process.stdin.write(b"done\r")
                await asyncio.sleep(0.3)
        assert set(heard) <= {*lines, "done"}


# -- ends ------------------------------------------------------------------------------------------


async def test_a_close_at_any_stage_leaves_nobody(
    ssh_board: SshBoard, capsys: pytest.CaptureFixture[str]
) -> None:
    board = ssh_board.board
    for bytes_sent in (b"", b"SSH-2.0-x\r\n", b"SSH-2.0-x\r\n" + b"\x00" * 64, b"nonsense\r\n" * 9):
        client = await RawClient.connect(ssh_board.port, bytes_sent)
        await client.expect(b"SSH-2.0-ArkhamBBS")
        client.writer.transport.abort()
    await board.until(lambda: not board.switchboard.turnstile.open)
    assert board.metric("arkham_faults_total") == 0
    assert "Traceback" not in capsys.readouterr().out

    class Client(asyncssh.SSHClient):
        async def password_auth_requested(self) -> str:
            self.connection.abort()
            return "x"

        def connection_made(self, conn: asyncssh.SSHClientConnection) -> None:
            self.connection = conn

    with suppress(asyncssh.Error, OSError):
        await ssh_board.connect("ann", client_factory=Client)  # type: ignore[misc]
    connection = await ssh_board.connect("bbs")  # type: ignore[misc]
    process = await connection.create_process(term_type="dumb", encoding=None)
    await process.stdout.readuntil(b"Name: ")
    connection.abort()
    await board.until(lambda: not board.switchboard.calls and not board.switchboard.turnstile.open)
    assert board.session.ended == len(board.session.origins)
    async with ssh_board.connect("bbs"):  # type: ignore[attr-defined]
        pass


async def test_a_fault_ends_one_session_with_a_reference(ssh_board: SshBoard) -> None:
    async with ssh_board.connect("bbs") as connection:  # type: ignore[attr-defined]
        process = await connection.create_process(term_type="dumb", encoding=None)
        process.stdin.write(b"crash\r")
        seen = await process.stdout.read()
        assert b"Tell the sysop" in seen
        assert b"Traceback" not in seen


class TestDeadlines:
    @pytest.fixture
    def limits(self) -> Limits:
        return Limits(begin_s=0.5, login_s=1.5, new_per_second_per_address=1_000)

    async def test_a_silent_line_is_closed_with_a_sentence(self, ssh_board: SshBoard) -> None:
        client = await RawClient.connect(ssh_board.port)
        assert TOO_SLOW.encode() in await client.rest()
        board = ssh_board.board
        assert board.metric("arkham_dropped_total", door="ssh", reason="begin-time") == 1
        await board.until(lambda: not board.switchboard.turnstile.open)
        await client.close()

    async def test_thinking_too_long_about_a_password_ends_the_call(
        self, ssh_board: SshBoard
    ) -> None:
        class Client(asyncssh.SSHClient):
            async def password_auth_requested(self) -> str:
                await asyncio.sleep(30)
                return "x"

        with pytest.raises(asyncssh.Error) as caught:
            await ssh_board.connect("ann", client_factory=Client)  # type: ignore[misc]
        assert TOO_SLOW in str(caught.value)


class TestLimits:
    @pytest.fixture
    def limits(self) -> Limits:
        return Limits(max_per_address=1, new_per_second_per_address=1_000)

    async def test_a_client_over_its_share_reads_why(self, ssh_board: SshBoard) -> None:
        async with ssh_board.connect("bbs"):  # type: ignore[attr-defined]
            with pytest.raises(asyncssh.DisconnectError) as caught:
                await ssh_board.connect("bbs")  # type: ignore[misc]
            assert caught.value.reason.startswith(REFUSALS["address-full"])

    @needs_ssh
    async def test_openssh_shows_why(self, ssh_board: SshBoard) -> None:
        async with ssh_board.connect("bbs"):  # type: ignore[attr-defined]
            client = PtyClient(ssh_board.ssh("bbs"))
            try:
                assert await client.finish() == 255
                assert "Too many lines are open" in client.seen
            finally:
                client.kill()


def test_the_refusal_is_one_whole_ssh_packet() -> None:
    data = refusal_packet("No.")
    head, _, packet = data.partition(b"\r\n")
    assert head == b"SSH-2.0-ArkhamBBS"
    [length] = struct.unpack(">I", packet[:4])
    assert length + 4 == len(packet)
    assert len(packet) % 8 == 0
    assert packet[4] >= 4
    assert packet[5] == 1


# -- OpenSSH ---------------------------------------------------------------------------------------


@needs_ssh
@pytest.mark.parametrize("term", ["xterm-256color", "vt100", "dumb"])
async def test_openssh_plays_under_a_pty(ssh_board: SshBoard, term: str) -> None:
    client = PtyClient(ssh_board.ssh("bbs"), columns=120, rows=40, term=term)
    try:
        await client.expect("Name: ")
        client.send("annx\x7f\r")
        await client.expect("Hello <ann>")
        size = ssh_board.board.session.terminals[0].size
        assert (size.columns, size.rows) == (120, 40)
        client.resize(90, 30)
        await ssh_board.board.until(lambda: ssh_board.board.session.sizes[-1:] == [(90, 30)])
        client.send("bye\r")
        assert "Good night" in plain(await client.expect("Good night"))
        assert await client.finish() == 0
    finally:
        client.kill()


@needs_ssh
async def test_openssh_offers_unknown_keys_then_a_password(ssh_board: SshBoard) -> None:
    options: list[str] = []
    for number in range(8):
        options += ["-i", str(key_file(ssh_board.directory, f"id{number}")[0])]
    client = PtyClient(ssh_board.ssh("ann", *options))
    try:
        await client.expect("password: ")
        client.send("wrong\n")
        await client.expect("Call as the user 'new'")
        await client.expect("password: ")
        client.send("R'lyeh\n")
        await client.expect("Name: ")
        assert ssh_board.board.session.origins[0].account_id == 7
        assert ssh_board.board.session.origins[0].key is not None
    finally:
        client.kill()


@needs_ssh
async def test_openssh_without_a_terminal_ends_with_a_status(ssh_board: SshBoard) -> None:
    process = await asyncio.create_subprocess_exec(
        *ssh_board.ssh("bbs", "-T"),
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    _, err = await asyncio.wait_for(process.communicate(), 20)
    assert process.returncode == 1
    assert NO_PTY.encode() in err


@needs_ssh
async def test_openssh_names_the_board_and_the_key_is_the_printed_one(
    ssh_board: SshBoard,
) -> None:
    if shutil.which("ssh-keyscan") is None or shutil.which("ssh-keygen") is None:
        pytest.skip("ssh-keyscan is not installed")
    process = await asyncio.create_subprocess_exec(
        "ssh-keyscan", "-p", str(ssh_board.port), "-t", "ed25519", "127.0.0.1",
        stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.DEVNULL,
    )  # fmt: skip
    out, _ = await asyncio.wait_for(process.communicate(), 20)
    key = asyncssh.import_public_key(out.split(b" ", 1)[1])
    assert fingerprint(key) == fingerprint(load_host_key(ssh_board.directory))


async def test_the_legacy_switch_lets_an_old_client_in_and_is_off_otherwise(
    board: Board, tmp_path: Path
) -> None:
    old: dict[str, object] = {
        "kex_algs": ["diffie-hellman-group14-sha1"],
        "encryption_algs": ["aes128-cbc"],
        "mac_algs": ["hmac-sha1"],
    }
    for legacy in (False, True):
        door = SshDoor(
            board.switchboard,
            TwoAccounts(),  # type: ignore[arg-type]
            load_host_key(tmp_path),
            legacy=legacy,
        )
        await door.start("127.0.0.1", 0)
        try:
            ring = asyncssh.connect(
                "127.0.0.1", door.port, username="bbs", known_hosts=None, config=None,
                client_keys=None, **old,
            )  # fmt: skip
            if legacy:
                async with ring:
                    pass
            else:
                with pytest.raises(asyncssh.Error):
                    await ring
        finally:
            await door.stop()
            await door.close()
