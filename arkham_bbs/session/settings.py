"""Settings: how the board looks and behaves for one caller, and how the caller is told.

Room: session. Imports terminal (what can be chosen), lobby (how to be told) and its neighbours.
Source: USER_ASKS C6, E11, F9, H5, H8.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from arkham_bbs.session.look import choose_look, describe_own_look
from arkham_bbs.session.parsing import Candidate, Found, choose, not_understood, parse_yes_no
from arkham_bbs.session.room import Room
from arkham_bbs.session.visit import Visit
from arkham_bbs.terminal.capabilities import CHARSETS, COLOURS, ERASE_KEYS, FRAMES, PALETTES


@dataclass(frozen=True)
class Setting:
    """One line of ``settings``: what it is called, what it says now, how it is changed."""

    key: str
    title: str
    now: Callable[[Visit], str]
    change: Callable[[Visit, str], Awaitable[None]]


_SWITCH = {"on": "yes", "off": "no", "1": "yes", "0": "no"}


def _flag(text: str) -> bool | None:
    return parse_yes_no(_SWITCH.get(text.casefold(), text))


def _on(value: bool) -> str:
    return "on" if value else "off"


def _terminal_choice(
    field: str, title: str, allowed: tuple[str, ...], words: dict[str, str] | None = None
) -> Setting:
    """Return a setting that overrides one capability for the door in use."""
    shown = words or {}

    async def change(visit: Visit, text: str) -> None:
        choices = [Candidate("auto", ("as found out", "auto"))]
        choices += [Candidate(name, (shown.get(name, name), name)) for name in allowed]
        key = await _pick(visit, title, text, choices)
        if key is not None:
            value = None if key == "auto" else key
            door = visit.origin.look_kept_as
            await visit.keep_preferences(visit.preferences.with_terminal(door, **{field: value}))
            _say_now(visit, title, str(getattr(visit.caps, field)))

    def now(visit: Visit) -> str:
        value = str(getattr(visit.caps, field))
        chosen = field in visit.preferences.doors.get(visit.origin.look_kept_as, {})
        source = f" (the {visit.origin.port} port's)" if visit.origin.port else " (found out)"
        return f"{shown.get(value, value)}{'' if chosen else source}"

    return Setting(field, title, now, change)


def _terminal_flag(field: str, title: str) -> Setting:
    async def change(visit: Visit, text: str) -> None:
        wish = _flag(text)
        if wish is None:
            wish = await visit.ask_yes_no(f"{title}:", default=bool(getattr(visit.caps, field)))
        door = visit.origin.look_kept_as
        await visit.keep_preferences(visit.preferences.with_terminal(door, **{field: wish}))
        _say_now(visit, title, _on(wish))

    return Setting(field, title, lambda visit: _on(bool(getattr(visit.caps, field))), change)


def _preference_flag(field: str, title: str) -> Setting:
    async def change(visit: Visit, text: str) -> None:
        wish = _flag(text)
        if wish is None:
            wish = not getattr(visit.preferences, field)
        await visit.keep_preferences(visit.preferences.changed(**{field: wish}))
        _say_now(visit, title, _on(wish))

    return Setting(field, title, lambda visit: _on(bool(getattr(visit.preferences, field))), change)


def _say_now(visit: Visit, title: str, value: str) -> None:
    visit.tell(f"{title}: {value}.", style="good")


async def _pick(visit: Visit, title: str, text: str, choices: list[Candidate]) -> str | None:
    if text:
        found = choose(text, choices)
        if isinstance(found, Found):
            return found.key
        visit.tell(not_understood(text, found))
    visit.tell(f"{title}:")
    return await visit.ask_one("Your choice? (Enter: as it is)", choices)


async def _change_width(visit: Visit, text: str) -> None:
    answer = text or await visit.ask("Columns, 20 to 400, or auto:")
    if not answer:
        return
    door = visit.origin.look_kept_as
    if answer.casefold().startswith("a"):
        await visit.keep_preferences(visit.preferences.with_terminal(door, columns=None))
    elif answer.isdigit() and 20 <= int(answer) <= 400:
        await visit.keep_preferences(visit.preferences.with_terminal(door, columns=int(answer)))
    else:
        visit.tell("A width is a number from 20 to 400, or auto.")
        return
    _say_now(visit, "Width", str(visit.caps.columns))


async def _change_view(visit: Visit, text: str) -> None:
    choices = [
        Candidate("auto", ("the best your terminal can do", "auto")),
        Candidate("dashboard", ("dashboard: the whole screen, always current", "dashboard")),
        Candidate("scroll", ("scrolling lines", "scroll", "scrolling")),
        Candidate("linear", ("linear: for screen readers, one fact a line", "linear", "reader")),
    ]
    key = await _pick(visit, "View", text, choices)
    if key is None:
        return
    if key == "dashboard" and not visit.caps.can_paint:
        visit.tell("Your terminal cannot be painted on; the scrolling view stays.")
        return
    preferences = visit.preferences
    if key != "linear":
        preferences = preferences.with_terminal(visit.origin.look_kept_as, linear=None)
    await visit.keep_preferences(preferences.changed(view=key))
    _say_now(visit, "View", key)


async def _change_look(visit: Visit, text: str) -> None:
    await choose_look(visit)
    await visit.keep_preferences(visit.preferences)


async def _change_notices(visit: Visit, text: str) -> None:
    """Say how to be told, outside the board, that a decision waits."""
    if visit.is_guest:
        visit.tell("Guests are told nothing outside the board.")
        return
    notifier = visit.services.lobby.notifier
    ways = await notifier.ways(visit.me)
    choices = [Candidate("off", ("nothing outside the board", "off"))]
    if notifier.channels.smtp is not None:
        now = f"by e-mail {ways.get('email') or ''}".strip()
        choices.append(Candidate("email", (now, "email", "mail")))
    if notifier.channels.webhooks:
        now = f"by webhook {ways.get('webhook') or ''}".strip()
        choices.append(Candidate("webhook", (now, "webhook")))
    if len(choices) == 1:
        visit.tell("This board tells nobody outside itself; the sysop has set no way up.")
        return
    way, _, address = text.partition(" ")
    key = await _pick(visit, "When a decision waits and you are not on the line", way, choices)
    if key is None:
        return
    if key == "off":
        await notifier.set_ways(visit.me, email="", webhook="")
        await _read_profile_again(visit)
        _say_now(visit, "Told outside the board", "nothing")
        return
    address = address.strip() or await visit.ask("The address (Enter: none):")
    await notifier.set_ways(visit.me, **{key: address})
    await _read_profile_again(visit)
    _say_now(visit, "Told by " + key, address or "no longer")


async def _change_quiet(visit: Visit, text: str) -> None:
    """Set the hours (UTC) in which clocks of slow tables and notices rest."""
    answer = text or await visit.ask("Quiet hours in UTC, as 22-7, or none:")
    if not answer:
        return
    value = "" if answer.casefold() in ("none", "off", "no") else answer
    kept = await visit.services.lobby.people.set_profile(visit.me, "quiet_hours", value)
    await _read_profile_again(visit)
    _say_now(visit, "Quiet hours", kept or "none")


async def _change_profile(visit: Visit, text: str) -> None:
    """Change the lines others see in a profile."""
    if visit.account is None:
        visit.tell("Guests have no profile.")
        return
    for key, question in (
        ("name", "Your name, if you like"),
        ("location", "Where you call from"),
        ("signature", "A line of your own"),
    ):
        now = str(visit.account.profile.get(key) or "")
        wish = await visit.ask(f"{question}:", initial=now)
        if wish != now:
            await visit.services.lobby.people.set_profile(visit.me, key, wish)
    await _read_profile_again(visit)
    visit.tell("Your profile is changed.", style="good")


async def _read_profile_again(visit: Visit) -> None:
    if visit.account is not None:
        visit.account = await visit.services.accounts.get(visit.account.id) or visit.account


SETTINGS: tuple[Setting, ...] = (
    Setting("look", "Look", describe_own_look, _change_look),
    Setting("view", "View", lambda visit: visit.preferences.view, _change_view),
    Setting("width", "Width", lambda visit: str(visit.caps.columns), _change_width),
    _terminal_choice("charset", "Characters", CHARSETS),
    _terminal_choice(
        "colour", "Colours", COLOURS, {"16": "16", "256": "256", "true": "true colour"}
    ),
    _terminal_choice("palette", "Palette", PALETTES, {"safe": "safe for colour-blind eyes"}),
    _terminal_choice("frames", "Frames", FRAMES),
    _terminal_choice(
        "erase_key",
        "Erase key",
        ERASE_KEYS,
        {
            "both": "both keys",
            "backspace": "08 erases, 7F deletes",
            "delete": "7F erases, 08 deletes",
        },
    ),
    _terminal_flag("echo", "Echo of typed commands"),
    _terminal_flag("keepalive", "Keep-alive bytes"),
    _preference_flag("bell", "Bell when it is your move"),
    _preference_flag("odds", "Chances beside options"),
    _preference_flag("confirm_paid", "Ask before a paid ride"),
    _preference_flag("confirm_end", "Ask before ending a turn"),
    Setting("notices", "Told outside the board", lambda visit: _ways(visit), _change_notices),
    Setting("quiet", "Quiet hours (UTC)", lambda visit: _quiet(visit), _change_quiet),
    Setting("profile", "Profile lines", lambda visit: _lines(visit), _change_profile),
)


def _ways(visit: Visit) -> str:
    kept = visit.account.profile if visit.account is not None else {}
    words = {"notify_email": "by e-mail", "notify_webhook": "by webhook"}
    return " and ".join(said for key, said in words.items() if kept.get(key)) or "no"


def _quiet(visit: Visit) -> str:
    return str((visit.account.profile if visit.account else {}).get("quiet_hours") or "none")


def _lines(visit: Visit) -> str:
    return str((visit.account.profile if visit.account else {}).get("location") or "none")


async def settings(room: Room, text: str) -> None:
    """settings [NAME [VALUE]]

    Change how the board looks and behaves for you; it is kept for your next call by this door.
    The plain port and the one for screen readers keep their own look.

    Example: settings bell off
    """
    visit = room.visit
    candidates = [Candidate(one.key, (one.title, one.key)) for one in SETTINGS]
    if text:
        word, _, value = text.partition(" ")
        found = choose(word, candidates)
        if not isinstance(found, Found):
            visit.tell(not_understood(word, found))
            return
        await _setting(found.key).change(visit, value.strip())
        room.resized()
        return
    while True:
        for number, one in enumerate(SETTINGS, 1):
            visit.tell_item(number, f"{one.title}: {one.now(visit)}")
        answer = await visit.ask("Change which? (Enter: done)")
        if not answer:
            break
        word, _, value = answer.partition(" ")
        found = choose(word, candidates)
        if not isinstance(found, Found):
            visit.instead(answer)
            visit.tell(not_understood(answer, found))
            continue
        await _setting(found.key).change(visit, value.strip())
    room.resized()


def _setting(key: str) -> Setting:
    return next(one for one in SETTINGS if one.key == key)
