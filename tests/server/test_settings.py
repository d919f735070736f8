"""Settings: file, environment, command line, and what a sysop reads when one is wrong."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from arkham_bbs.config import Settings, SettingsError, load_settings

ROOT = Path(__file__).parents[2]


@pytest.fixture(autouse=True)
def no_settings_around(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in list(os.environ):
        if name.startswith("ARKHAM_") and not name.startswith("ARKHAM_TEST_"):
            monkeypatch.delenv(name)
    monkeypatch.chdir(tmp_path)


def refused(**overrides: object) -> list[str]:
    with pytest.raises(SettingsError) as caught:
        load_settings(None, **overrides)
    return [str(problem) for problem in caught.value.problems]


def test_without_file_and_environment_the_defaults_hold() -> None:
    found = load_settings()
    assert (found.ssh_port, found.telnet_port, found.web_port) == (2233, 2323, 4200)
    assert (found.host, found.data_dir) == ("127.0.0.1", Path("data"))
    assert found.database == "sqlite:///data/arkham.db"


def test_the_environment_wins_over_the_file_and_the_command_line_over_both(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    file = tmp_path / "a.toml"
    file.write_text('ssh_port = 1001\ntelnet_port = 1002\nboard_name = "Miskatonic"\n')
    monkeypatch.setenv("ARKHAM_TELNET_PORT", "1003")
    monkeypatch.setenv("ARKHAM_OPS_PORT", "1004")
    found = load_settings(file, ops_port="1005", host=None)
    assert (found.ssh_port, found.telnet_port, found.ops_port) == (1001, 1003, 1005)
    assert found.board_name == "Miskatonic"


def test_the_file_is_found_by_variable_and_in_its_usual_place(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "config").mkdir()
    (tmp_path / "config" / "arkham.toml").write_text("ssh_port = 1001\n")
    assert load_settings().ssh_port == 1001
    other = tmp_path / "other.toml"
    other.write_text("ssh_port = 1002\n")
    monkeypatch.setenv("ARKHAM_CONFIG", str(other))
    assert load_settings().ssh_port == 1002


def test_a_wrong_value_is_named_with_what_is_allowed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ARKHAM_SSH_PORT", "70000")
    monkeypatch.setenv("ARKHAM_LOG_FORMAT", "xml")
    problems = refused()
    assert any("ARKHAM_SSH_PORT" in p and "70000" in p and "65535" in p for p in problems)
    assert any("ARKHAM_LOG_FORMAT" in p and "xml" in p and "console or json" in p for p in problems)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("host", "arkham.example"),
        ("database_url", "mysql://u:p@h/x"),
        ("proxy_protocol_peers", "10.0.0.0/99"),
        ("proxy_protocol_peers", "a castle"),
        ("web_origins", "bbs.example.org"),
        ("begin_s", "0"),
        ("idle_s", "forever"),
        ("output_limit_kib", "1"),
        ("registration", "maybe"),
        ("ssh_legacy", "perhaps"),
        ("board_name", ""),
    ],
)
def test_values_that_cannot_be_used_are_refused(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str
) -> None:
    monkeypatch.setenv(f"ARKHAM_{name.upper()}", value)
    assert any(f"ARKHAM_{name.upper()}" in problem for problem in refused())


def test_a_password_in_a_refused_database_url_is_not_shown(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("ARKHAM_DATABASE_URL", "mysql://howard:rlyeh@localhost/x")
    [problem] = refused()
    assert "rlyeh" not in problem
    assert "howard" in problem


def test_unknown_settings_are_refused_with_the_nearest_known_name(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("ARKHAM_TELNET_PROT", "1")
    file = tmp_path / "a.toml"
    file.write_text("shh_port = 1\n")
    with pytest.raises(SettingsError) as caught:
        load_settings(file)
    problems = [str(problem) for problem in caught.value.problems]
    assert any("shh_port" in p and "did you mean ssh_port" in p for p in problems)
    assert any("ARKHAM_TELNET_PROT" in p and "ARKHAM_TELNET_PORT" in p for p in problems)


def test_a_wrong_value_of_the_file_is_told_although_something_else_wins_over_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("ARKHAM_TELNET_PORT", "2323")
    file = tmp_path / "a.toml"
    file.write_text('shh_port = 1\ntelnet_port = "many"\nweb_port = 99999\nidle_s = 0\n')
    with pytest.raises(SettingsError) as caught:
        load_settings(file, web_port=4200)
    problems = caught.value.problems
    names = ["idle_s", "shh_port", "telnet_port", "web_port"]
    assert sorted(problem.name for problem in problems) == names
    assert {problem.source for problem in problems} == {f"in {file}"}
    assert any("'many'" in str(problem) for problem in problems)


def test_settings_that_contradict_each_other_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    assert any("telnet_port" in p for p in refused(ssh_port=2000, telnet_port=2000))
    assert any("idle_warning_s" in p for p in refused(idle_warning_s=50, idle_s=40))
    problems = refused(telnet_tls_port=2992)
    assert any("telnet_tls_cert" in p for p in problems)
    assert any("telnet_tls_key" in p for p in problems)


@pytest.mark.parametrize("text", ["ssh_port = ", "\x00", "[", 'a = "\xff'])
def test_a_file_that_is_not_toml_is_refused_by_name(tmp_path: Path, text: str) -> None:
    file = tmp_path / "broken.toml"
    file.write_bytes(text.encode("latin-1"))
    with pytest.raises(SettingsError, match=r"broken\.toml"):
        load_settings(file)


def test_a_file_that_is_not_there_is_refused_by_name(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match=r"nowhere\.toml"):
        load_settings(tmp_path / "nowhere.toml")


@settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(
    text=st.dictionaries(
        st.sampled_from(sorted(Settings.model_fields)),
        st.one_of(
            st.integers(-(10**6), 10**6).map(str),
            st.text("abz/:.@ ", max_size=12).map(lambda text: f'"{text}"'),
            st.just("[1, 2]"),
            st.just("true"),
            st.just("{ a = 1 }"),
        ),
        max_size=5,
    )
)
def test_no_settings_file_can_cause_anything_but_a_refusal(
    tmp_path: Path, text: dict[str, str]
) -> None:
    file = tmp_path / "fuzz.toml"
    file.write_text("\n".join(f"{name} = {value}" for name, value in text.items()))
    try:
        load_settings(file)
    except SettingsError as error:
        refusal = error
    else:
        return
    assert all(str(problem) for problem in refusal.problems)


def test_the_sample_shows_every_setting_with_its_default(tmp_path: Path) -> None:
    sample = (ROOT / "config" / "arkham.toml").read_text()
    assert tomllib.loads(sample) == {}, "the sample must change nothing"
    shown = dict(re.findall(r"^# (\w+) = (.+)$", sample, re.MULTILINE))
    assert set(shown) == set(Settings.model_fields)
    file = tmp_path / "all.toml"
    not_empty = {
        name: value for name, value in shown.items() if (name, value) != ("database_url", '""')
    }
    for name in ("telnet_tls_cert", "telnet_tls_key"):
        assert not_empty.pop(name) == '""'
    file.write_text("\n".join(f"{name} = {value}" for name, value in not_empty.items()))
    assert load_settings(file) == load_settings()


def test_the_command_ends_with_status_2_and_no_traceback() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "arkham_bbs.cli", "serve", "--ssh-port", "many"],
        capture_output=True,
        text=True,
        timeout=60,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        check=False,
    )
    assert done.returncode == 2
    assert "ssh_port" in done.stderr
    assert "many" in done.stderr
    assert "65535" in done.stderr
    assert "Traceback" not in done.stderr
