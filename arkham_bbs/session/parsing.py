"""Reads what a caller types: forgiving about case, articles, punctuation and slips of the finger.

Room: session. Imports the standard library only, so that it can be tested with words alone.
Source: DESIGN.md section 8 (numbers choose options; a name or a unique part of it works wherever
an option names it) and STYLE.md section 6 (three answers: unreadable, not now, which of these).
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import cached_property, lru_cache

ARTICLES = frozenset({"the", "a", "an", "to", "at", "my", "of", "in", "into", "from", "le", "la"})
"""Words that carry no choice; they are ignored unless nothing else is left."""

YES = frozenset({"y", "yes", "ye", "yep", "yeah", "ok", "okay", "sure", "aye"})
NO = frozenset({"n", "no", "nope", "nay", "never"})

LIKE = 0.6
"""Names less like what was typed are not offered."""
LONGEST_NAME = 64
LONGEST_TEXT = 160
"""Longer texts name nothing: they are not compared, since that takes the time of everybody."""
MOST_NAMES = 16_384
"""Names remembered with their words: a move by taxi alone has some thousand options."""
MOST_WORDS = 16
"""Names written one after the other are taken apart up to this many words."""

_ABBREVIATIONS = {"st": "street", "str": "street", "ave": "avenue", "univ": "university"}
_SPLIT = re.compile(r"\s*(?:,|;|\+(?!\d)|(?<=\d)\+(?=\d)|&|\band\b)\s*")
_NUMBER = re.compile(r"^[#(\[]?(\d{1,3})[.)\]]?$")


@dataclass(frozen=True)
class Candidate:
    """One thing a caller may mean.

    Attributes:
        key: what the program calls it.
        names: what a caller may call it, the one to show first.
        marks: short signs (a letter on the map) that count only when typed exactly.
        label: what to show, where that says more than may be typed.
    """

    key: str
    names: tuple[str, ...]
    marks: tuple[str, ...] = ()
    label: str = ""

    @property
    def shown(self) -> str:
        """Return the name to show when asking which one was meant."""
        return self.label or (self.names[0] if self.names else self.key)

    @cached_property
    def spelled(self) -> tuple[tuple[tuple[str, ...], str, str], ...]:
        """Return of each name its words, these in a row, and the same without blanks."""
        # The first name is this one's own; the others it has in common with many.
        own = (*self.names[:1], self.key.replace(":", " "))
        return (*map(_spelled, filter(None, map(words_of, own))), *_all_spelled(self.names[1:]))

    @cached_property
    def parts(self) -> frozenset[str]:
        """Return the names, and each of their words."""
        own = words_of(self.names[0]) if self.names else ()
        return _all_parts(self.names[1:]) | {*own, " ".join(own)}


@dataclass(frozen=True)
class Found:
    """The words name exactly one thing."""

    key: str


@dataclass(frozen=True)
class Several:
    """The words fit more than one thing: ask which."""

    choices: tuple[Candidate, ...]


@dataclass(frozen=True)
class Nothing:
    """The words fit nothing; ``near`` is what may have been meant, best first.

    Attributes:
        problem: the sentence for a number that is not on offer.
    """

    near: tuple[Candidate, ...] = ()
    problem: str = ""


Match = Found | Several | Nothing


_ASCII = {
    code: None
    if chr(code) == "'"
    else chr(code)
    if chr(code).isalnum() or chr(code) in "$+"
    else " "
    for code in range(128)
}
"""What is left of each character of an English text."""


@lru_cache(maxsize=2048)
def plain(text: str) -> str:
    """Return ``text`` folded for comparing: no case, accents, punctuation or double spaces."""
    if text.isascii():
        return " ".join(text.casefold().translate(_ASCII).split())
    decomposed = unicodedata.normalize("NFKD", text.casefold())
    letters = "".join(c for c in decomposed if not unicodedata.combining(c))
    letters = letters.replace("'", "").replace("’", "")
    return " ".join(re.sub(r"[^\w$+-]+|_", " ", letters).replace("-", " ").split())


@lru_cache(maxsize=MOST_NAMES)
def words_of(text: str) -> tuple[str, ...]:
    """Return the words that matter, articles left out unless nothing else is there."""
    words = tuple(_ABBREVIATIONS.get(word, word) for word in plain(text).split())
    kept = tuple(word for word in words if word not in ARTICLES)
    return kept or words


def _spelled(words: tuple[str, ...]) -> tuple[tuple[str, ...], str, str]:
    """Return words, the same in a row, and without blanks."""
    return words, " ".join(words), "".join(words)


@lru_cache(maxsize=2048)
def _all_spelled(names: tuple[str, ...]) -> tuple[tuple[tuple[str, ...], str, str], ...]:
    """Return what each of some names is spelled like, each once."""
    found = dict.fromkeys(filter(None, map(words_of, names)))
    return tuple(map(_spelled, found))


@lru_cache(maxsize=2048)
def _all_parts(names: tuple[str, ...]) -> frozenset[str]:
    """Return some names, and each of their words."""
    found = {words_of(name) for name in names}
    return frozenset(word for words in found for word in (*words, " ".join(words)))


def parse_number(text: str) -> int | None:
    """Return the number in ``3``, ``#3``, ``3.``, ``(3)``; None when it is not a number."""
    found = _NUMBER.match(text.strip())
    return int(found.group(1)) if found else None


def parse_yes_no(text: str) -> bool | None:
    """Return True for yes, False for no, None when it is neither; a number is neither."""
    word = plain(text)
    if word in YES:
        return True
    if word in NO:
        return False
    return None


def _in_order(typed: Sequence[str], name: Sequence[str]) -> bool:
    """Say whether each typed word begins a word of the name, in the same order."""
    at = 0
    for word in typed:
        while at < len(name) and not name[at].startswith(word):
            at += 1
        if at == len(name):
            return False
        at += 1
    return True


def _rank(typed: tuple[str, ...], raw: str, candidate: Candidate) -> int:
    """Return how well the words fit: 0 is exact, larger is weaker, 99 is not at all."""
    best = 99
    joined = " ".join(typed)
    squeezed = joined.replace(" ", "")
    if raw.strip().casefold() == candidate.key.casefold():
        return 0
    first = f" {typed[0]}"
    for words, whole, unspaced in candidate.spelled:
        # Every fit has the first word at the beginning of a word, or all of them in one piece.
        if first not in f" {whole}" and squeezed not in unspaced:
            continue
        if whole == joined or unspaced == squeezed:
            best = min(best, 0)
        elif any(word.isdigit() and len(word) < 4 and word not in words for word in typed):
            continue  # the beginning of a number is another number
        elif whole.startswith(joined):
            best = min(best, 1)
        elif typed[0] in words and _in_order(typed, words):
            best = min(best, 2)
        elif _in_order(typed, words):
            best = min(best, 3)
        elif len(squeezed) >= 3 and squeezed in unspaced:
            best = min(best, 4)
        elif all(any(word.startswith(part) for word in words) for part in typed):
            best = min(best, 5)
    return best


class _Slip:
    """What was typed, compared with names; the same words are in many names and compared once."""

    def __init__(self, typed: str) -> None:
        self._length = len(typed)
        self._matcher = SequenceMatcher(None)
        # The matcher remembers its second text.
        self._matcher.set_seq2(typed)
        self._known: dict[str, float] = {}

    def likeness(self, candidate: Candidate) -> float:
        """Return how near a slip of the finger comes to one of the names: LIKE to 1, or 0."""
        best, known = 0.0, self._known
        for part in candidate.parts:
            like = known.get(part)
            if like is None:
                like = known[part] = self._compare(part)
            if like > best:
                best = like
        return best

    def _compare(self, part: str) -> float:
        # Both bounds are never below the ratio, and nearly always settle it.
        length = len(part)
        if 2.0 * min(length, self._length) < LIKE * (length + self._length):
            return 0.0
        self._matcher.set_seq1(part)
        if self._matcher.quick_ratio() < LIKE:
            return 0.0
        ratio = self._matcher.ratio()
        return ratio if ratio >= LIKE else 0.0


def match(
    text: str, candidates: Iterable[Candidate], *, suggest: bool = True, like: float = LIKE
) -> Match:
    """Find what ``text`` names.

    An exact mark or key wins over names; among names the best kind of fit wins, and two equally
    good fits are never guessed between. Duplicated keys count once. Without ``suggest`` nothing
    near is looked for, and never for a number. A text of more than LONGEST_TEXT characters can
    only be an exact key.
    """
    pool = list({candidate.key: candidate for candidate in candidates}.values())
    raw = text.strip()
    if not raw:
        return Nothing()
    for candidate in pool:
        if raw in candidate.marks or raw == candidate.key:
            return Found(candidate.key)
    if len(raw) > LONGEST_TEXT:
        return Nothing()
    typed = words_of(raw)
    if not typed:
        return Nothing()
    ranked = [(_rank(typed, raw, candidate), candidate) for candidate in pool]
    best = min((rank for rank, _ in ranked), default=99)
    if best < 99:
        fitting = tuple(candidate for rank, candidate in ranked if rank == best)
        return Found(fitting[0].key) if len(fitting) == 1 else Several(fitting)
    if not suggest or len(raw) > LONGEST_NAME or parse_number(raw) is not None:
        return Nothing()
    slip = _Slip(" ".join(typed))
    scored = sorted(
        ((slip.likeness(candidate), index) for index, candidate in enumerate(pool)),
        key=lambda pair: (-pair[0], pair[1]),
    )
    return Nothing(tuple(pool[index] for score, index in scored[:3] if score >= like))


def choose(text: str, candidates: Sequence[Candidate], *, suggest: bool = True) -> Match:
    """Find one of numbered candidates: by number, mark, key or name.

    A number counts from 1 in the order given. A number out of range fits nothing, unless a name,
    key or mark really is that number; a number within a name is none.
    """
    number = parse_number(text)
    if number is None:
        return match(text, candidates, suggest=suggest)
    if 1 <= number <= len(candidates):
        return Found(candidates[number - 1].key)
    word = text.strip()
    exact = {
        candidate.key: None
        for candidate in candidates
        if word in (candidate.key, *candidate.names, *candidate.marks)
    }
    if len(exact) == 1:
        return Found(*exact)
    return Nothing(problem=no_such_number(number, len(candidates)))


def no_such_number(number: int, many: int) -> str:
    """Return the sentence for a number beyond a list of ``many``."""
    if not many:
        return "There is nothing to choose from."
    others = f"they go from 1 to {many}" if many > 1 else "there is only 1"
    return f"There is no choice {number}; {others}."


def choose_several(
    text: str, candidates: Sequence[Candidate], *, repeats: bool = False
) -> tuple[str, ...] | Match:
    """Find several candidates in ``1 3``, ``knife, shotgun``, ``knife and shotgun``.

    Returns the keys in the order typed, each once unless ``repeats`` (for things held twice); or,
    when a part cannot be read, the match of that part so that the caller can be told which.
    """
    parts = [part for part in _SPLIT.split(text.strip()) if part]
    if len(parts) > 2 * MOST_WORDS:
        return Nothing()
    if len(parts) == 1:
        pieces = parts[0].split()
        if len(pieces) > 1 and all(parse_number(piece) is not None for piece in pieces):
            parts = pieces
    keys: list[str] = []
    for part in parts:
        result = choose(part, candidates)
        if isinstance(result, Found):
            found = [result.key]
        else:
            split = _greedy(part, candidates)
            if split is None:
                return result
            found = split
        keys.extend(key for key in found if repeats or key not in keys)
    return tuple(keys)


def _greedy(text: str, candidates: Sequence[Candidate]) -> list[str] | None:
    """Read names written one after the other (``knife shotgun``); None when it does not work."""
    pieces = text.split()
    keys: list[str] = []
    if len(pieces) > MOST_WORDS:
        return None
    while pieces:
        for length in range(len(pieces), 0, -1):
            result = choose(" ".join(pieces[:length]), candidates, suggest=False)
            if isinstance(result, Found):
                keys.append(result.key)
                pieces = pieces[length:]
                break
        else:
            return None
    return keys


def join_words(names: Sequence[str], last: str = "and") -> str:
    """Return ``a``, ``a and b``, ``a, b and c``."""
    if len(names) < 2:
        return "".join(names)
    return f"{', '.join(names[:-1])} {last} {names[-1]}"


def not_understood(typed: str, result: object) -> str:
    """Return the sentence for words that fit nothing or more than one thing."""
    if typed.startswith("?"):
        return "Type a number or a name from the list; Enter leaves it as it is."
    if isinstance(result, Several):
        names = join_words([choice.shown for choice in result.choices[:6]], "or")
        return f'"{typed}" could be {names}. Which did you mean?'
    if problem := getattr(result, "problem", ""):
        return str(problem)
    near = getattr(result, "near", ())
    if near:
        names = join_words([choice.shown for choice in near], "or")
        return f'I cannot read "{typed}". Did you mean {names}?'
    return f'I cannot read "{typed}". A number or a name from the list will do.'
