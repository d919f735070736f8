"""Help about the moment at hand: what is asked, what the options mean, what good players weigh.

Room: session. Imports game (decisions) and its neighbours here.
Source: issue 5 (contextual help at any prompt), DESIGN.md section 8.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from arkham_bbs.session.chances import odds_lines
from arkham_bbs.session.rules_pages import PAGES, about_option
from arkham_bbs.session.told import question_of

if TYPE_CHECKING:
    from arkham_bbs.session.table_room import TableRoom

ADVICE: dict[str, tuple[str, str]] = {
    "choose_investigator": ("", "A good Fighter, a good Sneak and somebody who can cast make a team."),
    "split": ("sanity", "5 and 5 is safe; a fighter wants strength, a caster sanity."),
    "extras": ("", "A weapon helps at once; a skill helps all game."),
    "order": ("turn", "Let the one act first who can clear the way for the other."),
    "move": ("movement", "End in a place whose event you want, out of the way of monsters at night."),
    "pass_monster": ("movement", "Mists is spent for the whole walk or for one Sneak."),
    "use": ("turn", "What is used up now is gone; once-a-turn things come back."),
    "gate": ("gates", "Go through only in good health: two turns away and no Hospital there."),
    "service": ("", "A quiet turn of healing is often worth more than an event."),
    "meet": ("sneak", "Sneak from what you cannot hurt; fight what you can kill in one blow."),
    "target": ("combat", "The weakest first, so that fewer strike back."),
    "aim": ("sneak", "Aim away from the streets where monsters walk."),
    "attack_spells": ("spells", "Each try costs sanity whether or not it works."),
    "attack_items": ("combat", "Count what you need: one-use things are spent, hit or miss."),
    "hit": ("combat", "Flesh Ward is up again next turn; a helper is gone for good."),
    "fast_talk": ("money", "Worth trying with Fast Talk of 4 or more; you may still decline after."),
    "buy": ("money", "Keep $1 for a taxi and $2 for the Hospital."),
    "pay": ("money", "Keep $1 for a taxi and $2 for the Hospital."),
    "treat": ("strength", "Heal before the next gate, not behind it."),
    "arrow": ("monsters", "Point it where nobody is, and towards a dead end if you can."),
    "lose_item": ("strength", "Let the thing go that is used once and costs least."),
    "lose_spell": ("sanity", "Keep what wins fights or brings you home."),
    "bid": ("trade", "What you bid goes to the bank or the auctioneer; pledged items go too."),
    "zero": ("strength", "The Hospital costs an item, the Sanitarium a spell."),
    "wait_or_new": ("worlds", "Waiting keeps your cards, if a friend is near enough to fetch you."),
    "charity": ("charity", "What you take is paid back with a trophy later."),
}
"""For each kind of decision: the page of rules that explains it, and what good players weigh."""


def help_at_this_moment(room: TableRoom) -> list[str]:
    """Return what a caller at a table should know right now."""
    view, decision = room.view, room.decision
    if view is None or not room.table.is_started:
        return [
            "The game has not begun.",
            "start begins it (the host). invite NAME asks somebody. say speaks to the table.",
            "leave goes back to the lobby. help all lists every command.",
        ]
    if decision is None:
        return [
            "The game is over.",
            "honor shows the roll of honour, log what happened, dice how they fell.",
            "leave goes back to the lobby.",
        ]
    if room.watching or room.seat is None:
        return [
            "You are looking on. map, look, sheet, gates, monsters and log show the game.",
            "say speaks to the others who look on. leave goes back to the lobby.",
        ]
    if not room.is_mine:
        return [
            f"{room.waiting_text()} is asked: {question_of(decision, view)}",
            "Meanwhile: map, look, sheet, gates, monsters, log; say, tell, trade, use, cast.",
            "clock tells the time left. help all lists every command.",
        ]
    page, advice = ADVICE.get(decision.kind, ("", ""))
    lines = [f"Asked: {question_of(decision, view)}"]
    if room.asked is not None:
        many = len(room.asked.choices)
        lines.append(
            f"Answer with a number from 1 to {many}, a name or a part of it. options lists all."
            if many > 1
            else "There is one answer: type 1."
        )
        if hint := room.hint(room.asked):
            lines.append(hint)
        notes = [about_option(choice.key) for choice in room.asked.choices[:40]]
        lines += [note for note in dict.fromkeys(notes) if note][:6]
    if page in PAGES:
        lines += PAGES[page][1]
    lines += odds_lines(decision, view)
    if advice:
        lines.append(f"What good players weigh: {advice}")
    lines.append(
        "map, look, sheet, gates, monsters, log, why and rules can be typed at any time. "
        "help all lists every command."
    )
    return lines
