# Shared by scripts/serve and scripts/test: find a Python, make .venv, install the project.
# Sourced, not run; the caller stands in the project's directory.
# shellcheck shell=sh

say() {
    printf '%s\n' "$*" >&2
}

is_new_enough() {
    "$1" -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1
}

find_python() {
    for candidate in ${ARKHAM_TEST_PYTHON:-} python3.13 python3.12 python3.11 python3.14 python3 python; do
        if command -v "$candidate" >/dev/null 2>&1 && is_new_enough "$candidate"; then
            printf '%s\n' "$candidate"
            return 0
        fi
    done
    say "arkham_bbs needs Python 3.11 or newer, and none was found."
    for candidate in python3 python; do
        if command -v "$candidate" >/dev/null 2>&1; then
            say "  $candidate is $("$candidate" --version 2>&1)"
        fi
    done
    say "Install one (Debian, Ubuntu: apt install python3 python3-venv) and start again."
    return 1
}

# What the environment was made for: a change of any of these installs again.
stamp_of() {
    cksum pyproject.toml arkham_bbs/__init__.py
    printf '%s\n' "$root" "$1"
}

# prepare EXTRA: make or reuse .venv with the project and the named extra ("" or "test").
# An environment made for the tests serves as well; it is not taken down for a start.
prepare() {
    stamp=.venv/arkham-installed
    if [ -x .venv/bin/arkham-bbs ] && [ -f "$stamp" ]; then
        if [ "$(cat "$stamp")" = "$(stamp_of "$1")" ]; then
            return 0
        fi
        if [ -z "$1" ] && [ "$(cat "$stamp")" = "$(stamp_of test)" ]; then
            return 0
        fi
    fi
    if [ ! -x .venv/bin/python ] || ! is_new_enough .venv/bin/python; then
        python=$(find_python) || exit 1
        say "Making the environment in .venv with $("$python" --version) ..."
        if ! "$python" -m venv --clear .venv; then
            say "$python cannot make environments: its venv module is missing."
            say "Install it (Debian, Ubuntu: apt install python3-venv) and start again."
            exit 1
        fi
    fi
    say "Installing the project into .venv ..."
    if [ -n "$1" ]; then
        target=".[$1]"
    else
        target="."
    fi
    if ! .venv/bin/python -m pip install --quiet --disable-pip-version-check --editable "$target"; then
        say "The installation failed; the reason is above. Nothing was started."
        exit 1
    fi
    # The stamp comes last, so that an installation that was broken off is done again.
    stamp_of "$1" >"$stamp"
}
