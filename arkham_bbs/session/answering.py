"""From what a caller types to the key of an option: by number, key, name, mark or amount.

Room: session. Imports game (decisions, names), parsing, and how a question is laid out (asked.py).
Source: DESIGN.md section 8. Nothing here decides anything: it only reads; the table checks again
that the answer is on offer.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import islice

from arkham_bbs.game.board import is_location
from arkham_bbs.game.content import CONTENT
from arkham_bbs.game.decisions import Option
from arkham_bbs.game.narration import names
from arkham_bbs.session.asked import (
    ACTIONS,
    HAILED,
    RIDES,
    Asked,
    Choice,
    choice_names,
    choice_of,
    thing_names,
)
from arkham_bbs.session.parsing import (
    Candidate,
    Found,
    Match,
    Nothing,
    Several,
    choose,
    choose_several,
    match,
    not_understood,
    parse_number,
    parse_yes_no,
    plain,
    words_of,
)
from arkham_bbs.session.ways import shortest_path

FEW = 512
"""Combinations of a set that are looked at one by one; there may be millions."""


@dataclass(frozen=True)
class Reading:
    """What a line means for the pending decision.

    Exactly one of ``key`` (an answer) and ``problem`` (a sentence) is set; with neither, the line
    says nothing about the decision and may be a command.
    """

    key: str | None = None
    problem: str = ""
    choice: Choice | None = None


def read_answer(asked: Asked, line: str) -> Reading:
    """Read a line as an answer to the decision; see Reading."""
    text = line.strip()
    if not text:
        return Reading()
    if asked.is_set:
        return _read_set(asked, text)
    exact = _exact(asked, text)
    if exact is not None:
        return exact
    if asked.decision.kind == "bid" and (amount := re.fullmatch(r"\$?(\d+)", text)):
        return _bid(asked, int(amount.group(1)))
    number = parse_number(text)
    if number is not None and 1 <= number <= len(asked.choices):
        taken = asked.choices[number - 1]
        return Reading(key=taken.key, choice=taken)
    if number is not None:
        chosen = choose(text, [choice.candidate for choice in asked.choices])
        if isinstance(chosen, Found):
            return _found(asked, chosen.key)
        return Reading(problem=not_understood(text, chosen))
    said = parse_yes_no(text)
    if said is not None:
        answer = _yes_no(asked, said)
        if answer is not None:
            return answer
    moving = [choice for choice in asked.choices if choice.way]
    if moving:
        reading = _read_move(asked, text, moving)
        if reading.key is not None or reading.problem:
            return reading
    result = match(text, [choice.candidate for choice in asked.choices])
    return _from_match(asked, text, result)


def _exact(asked: Asked, text: str) -> Reading | None:
    for choice in asked.choices:
        if text == choice.key:
            return Reading(key=choice.key, choice=choice)
    if text.partition(":")[0] in HAILED and asked.decision.offers(text):
        return Reading(key=text, choice=choice_of(text))
    place = asked.marks.get(text)
    if place is not None:
        return _to_place(asked, place, "")
    return None


def _bid(asked: Asked, amount: int) -> Reading:
    key = f"cash:{amount}"
    for choice in asked.choices:
        if choice.key == key:
            return Reading(key=key, choice=choice)
    offered = [int(c.key[5:]) for c in asked.choices if c.key.startswith("cash:")]
    if not offered:
        return Reading(problem="You have no cash to bid. Pass, or pledge an item.")
    least, most = min(offered), max(offered)
    allowed = f"from ${least} to ${most}" if least < most else f"only ${least}"
    return Reading(problem=f"A bid of ${amount} will not do: {allowed}.")


def _yes_no(asked: Asked, said: bool) -> Reading | None:
    by_key = {choice.key: choice for choice in asked.choices}
    word = "yes" if said else "no"
    if word in by_key:
        return Reading(key=word, choice=by_key[word])
    if asked.decision.kind == "move":
        return None  # "no" to a question that is no longer there must not end a walk
    default = asked.decision.default
    if default in by_key and not said:
        return Reading(key=default, choice=by_key[default])
    if default in by_key and len(asked.choices) == 2:
        other = next(choice for choice in asked.choices if choice.key != default)
        return Reading(key=other.key, choice=other)
    return None


def _found(asked: Asked, key: str) -> Reading:
    for choice in asked.choices:
        if choice.key == key:
            return Reading(key=key, choice=choice)
    return Reading()


def _read_move(asked: Asked, text: str, moving: Sequence[Choice]) -> Reading:
    """Read a destination: a bare name takes the cheapest way there; ``taxi woods`` says which."""
    words = plain(text).split()
    wanted_way = ""
    for way in RIDES:
        if words and any(words[0] == verb for verb in ACTIONS[way]):
            wanted_way = way
            words = words[1:]
            break
    if wanted_way == "walk" and plain(text).split()[0] in ("go", "move"):
        wanted_way = ""
    if not words:
        if wanted_way:
            return Reading(problem=f"{text.capitalize()} where? Add the name of a place.")
        return Reading()
    if wanted_way in HAILED and words[0] == "from" and "to" in words:
        return _ride_from(asked, wanted_way, words)
    places = {choice.to: None for choice in moving if choice.to}
    pool = [Candidate(place, thing_names(place)) for place in places]
    target = " ".join(words)
    result = match(target, pool)
    if isinstance(result, Several):
        named = [c for c in result.choices if is_location(c.key)]
        if len(named) == 1:
            result = Found(named[0].key)
    if isinstance(result, Found):
        return _to_place(asked, result.key, wanted_way)
    everywhere = match(
        target, [Candidate(p, thing_names(p)) for p in (*CONTENT.locations, *CONTENT.spaces)]
    )
    if isinstance(result, Nothing) and isinstance(everywhere, Found):
        return Reading(problem=_out_of_reach(asked, everywhere.key))
    if isinstance(result, Several):
        return Reading(problem=which_sentence(text, result))
    return Reading()


def _ride_from(asked: Asked, way: str, words: Sequence[str]) -> Reading:
    """Read ``taxi from s20 to the woods``: a ride that begins elsewhere than the plainest one."""
    middle = words.index("to")
    pool = [Candidate(p, thing_names(p)) for p in (*CONTENT.locations, *CONTENT.spaces)]
    start, goal = (match(" ".join(part), pool) for part in (words[1:middle], words[middle + 1 :]))
    if not isinstance(start, Found) or not isinstance(goal, Found):
        return Reading(
            problem=f"Say {way} from one place to another, such as {way} from s20 to s1."
        )
    for key in (f"{way}:{start.key}:{goal.key}", f"{way}:{goal.key}"):
        is_here = key.count(":") == 1
        if is_here and start.key != asked.decision.facts.get("from"):
            continue
        if asked.decision.offers(key):
            return Reading(key=key, choice=choice_of(key))
    told = f"{names.place(start.key)} to {names.place(goal.key)}"
    return Reading(problem=f"There is no {way} from {told} this turn.")


def _to_place(asked: Asked, place: str, way: str) -> Reading:
    """Choose the option that leads to a place, by the way named or the cheapest."""
    there = [choice for choice in asked.choices if choice.to == place]
    if way:
        chosen = [choice for choice in there if choice.way == way]
        if not chosen and there:
            others = names.listed([choice.way or "foot" for choice in there], "or")
            return Reading(problem=f"Not by {way} this turn; by {others}.")
        there = chosen
    there.sort(key=lambda c: (RIDES.index(c.way) if c.way in RIDES else 9, c.key.count(":")))
    if not there:
        return Reading(problem=_out_of_reach(asked, place))
    return Reading(key=there[0].key, choice=there[0])


def _out_of_reach(asked: Asked, place: str) -> str:
    """Say that a place cannot be reached, how far it is and how far the roll goes."""
    said = f"You cannot reach {names.place(place)} this turn"
    start, budget = asked.decision.facts.get("from"), asked.decision.facts.get("budget")
    path = shortest_path(start, place) if isinstance(start, str) else ()
    if not path or not isinstance(budget, int):
        return f"{said}."
    if len(path) <= budget:
        return f"{said}: something stands in the way. Type look for what it is."
    return f"{said}: it is {names.counted(len(path), 'space')} away, and you have {budget}."


def _from_match(asked: Asked, text: str, result: Match) -> Reading:
    if isinstance(result, Found):
        return _found(asked, result.key)
    if isinstance(result, Several):
        return Reading(problem=which_sentence(text, result))
    return Reading()


def which_sentence(text: str, result: Several) -> str:
    """Return the question for words that fit several options."""
    shown = [choice.shown for choice in result.choices[:5]]
    more = " or others" if len(result.choices) > 5 else ""
    return f'"{text}" could be {names.listed(shown, "or")}{more}. Which did you mean?'


def _read_set(asked: Asked, text: str) -> Reading:
    """Read the pieces of a set: ``1 3``, ``knife and shotgun``, ``none``, ``all``."""
    if asked.decision.offers(text):
        return Reading(key=text)
    word = plain(text)
    if asked.decision.offers("none") and (word in ("none", "nothing", "bare hands", "no", "hands")):
        return Reading(key="none")
    pieces = [choice for choice in asked.choices if choice.key != "none"]
    if word in ("all", "everything"):
        chosen: tuple[str, ...] | Match = tuple(choice.key for choice in pieces)
    else:
        candidates = [choice.candidate for choice in asked.choices]
        chosen = choose_several(text, candidates, repeats=True)
    if not isinstance(chosen, tuple):
        if isinstance(chosen, Several):
            return Reading(problem=which_sentence(text, chosen))
        return Reading(problem=chosen.problem if isinstance(chosen, Nothing) else "")
    if chosen == ("none",):
        return Reading(key="none")
    wanted = [key for key in chosen if key != "none"]
    # A thing named twice is meant twice only where two of it are held.
    for keys in (wanted, list(dict.fromkeys(wanted))):
        if keys and asked.decision.offers("+".join(keys)):
            return Reading(key="+".join(keys))
        for option in islice(asked.decision.options, FEW):
            if sorted(option.key.split("+")) == sorted(keys):
                return Reading(key=option.key)
    return Reading(problem=_set_problem(asked, sorted(set(wanted))))


def _set_problem(asked: Asked, wanted: Sequence[str]) -> str:
    """Say why a combination is not on offer, with one that is near."""
    shown = names.listed([_label(asked, key) for key in wanted])
    if asked.decision.kind == "attack_items":
        return f"{shown} need more hands than you have: one two-handed weapon, or two one-handed."
    some = islice(asked.decision.options, FEW)
    sizes = sorted({len(option.key.split("+")) for option in some})
    if sizes and len(wanted) not in sizes:
        return (
            f"Choose {names.listed([str(size) for size in sizes], 'or')} of them; "
            f"{shown} is {len(wanted)}."
        )
    return f"{shown} cannot be chosen together. Type options to see what can."


def _label(asked: Asked, key: str) -> str:
    for choice in asked.choices:
        if choice.key == key:
            return choice.label
    return names.card(key)


def read_interjection(
    options: Sequence[Option], labels: Mapping[str, str], text: str, *, now: str
) -> Reading:
    """Read what is to be done beside the question, among what may be; ``now`` says when that is."""
    pool = [
        Candidate(option.key, (labels.get(option.key, option.key), *choice_names(option.key)[0]))
        for option in options
    ]
    result = choose(text, pool)
    if isinstance(result, Found):
        return Reading(key=result.key)
    if isinstance(result, Several):
        return Reading(problem=which_sentence(text, result))
    if isinstance(result, Nothing) and result.problem:
        return Reading(problem=result.problem)
    if words_of(text):
        return Reading(problem=f'"{text}" is not among the things you can do {now}.')
    return Reading()
