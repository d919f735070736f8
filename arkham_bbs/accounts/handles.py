"""Handles: what a caller may be called, and which names are too alike.

Room: accounts. Imports the standard library and its neighbours. Nothing here waits.
Source: Unicode TR 39 for the idea of a skeleton; the table is our own choice of look-alikes.
"""

from __future__ import annotations

import re
import unicodedata

from arkham_bbs.accounts.errors import HandleRefused

LEAST = 2
MOST = 16
_SEPARATORS = " -_'"
_LONGEST_TYPED = 64

# Letters by category, but nothing is to be seen of them.
_INVISIBLE = frozenset("\u115f\u1160\u17b4\u17b5\u3164\uffa0")

# Japanese is written in three scripts at once.
_TOGETHER = frozenset({"HIRAGANA", "KATAKANA", "CJK"})

_RESERVED = (
    "all anonymous anyone arkham arkhambbs autopilot bbs board bot computer everybody everyone "
    "guest host me mod mods myself new news nobody none null operator owner postmaster register "
    "root security server someone staff support system table watcher webmaster you "
    # What the name prompt reads as something to do: nobody of such a name could log in.
    "bye exit goodbye help logoff logout off quit reset"
)
# Staff in any dressing: "Sysop2", "Real Admin", "the moderator".
_STAFF = ("sysop", "admin", "administrator", "moderator")

# In the log and in talk nobody could tell them from those who are played.
_INVESTIGATORS = (
    "Vincent Lee",
    "Gloria Goldberg",
    "Joe Diamond",
    "Monterey Jack",
    "Jenny Barnes",
    "Mandy Thompson",
    "Carolyn Fern",
    "Harvey Walters",
)
# Guests are numbered, and so might the board's own voices be.
_NUMBERED = ["guest", "board", "system", "autopilot", "server", "arkham"]

# Single marks, applied before and after case folding; keys may be capitals where the capital
# looks like something else than the small letter does.
_PAIRS = {
    "l": "iI1|ıɩɪʟłƚӏІіӀїΙιίίⅼᛁןⵏꓲᎥᏞԼյ",
    "o": "0OОоӧοΟσΟօՕøØºⲟ೦๐ꓳסه",
    "a": "аАӑӓαΑɑᎪꓮ",
    "b": "вВьЬβΒƄᏴᏼꓐ",
    "c": "сСϲϹⅽᏟꓚ",
    "d": "ԁđĐðÐɗⅾᎠꓓժ",
    "e": "еЕёЁэεΕєЄəɛᎬꓰ",
    "f": "ғϝƒꓝ",
    "g": "ɡցɢԍᏀꓖ",
    "h": "һнНΗհħᎻꓧ",
    "j": "јЈϳᎫꓙ",
    "k": "кКκΚĸᏦꓗ",
    "m": "мМΜɱᎷꓟ",
    "n": "ηпΝɴոռꓠ",
    "p": "рРρΡþÞᏢꓑ",
    "q": "ԛգզ",
    "r": "гГɾɿᎡꓣʀ",
    "s": "ѕЅꜱᏚꓢտ",
    "t": "тТτΤŧᎢꓔ",
    "u": "υսʋцꓴՍ",
    "v": "νѵѴᏙꓦ",
    "w": "ԝωшШᎳꓪա",
    "x": "хХχΧ᙭ꓫ",
    "y": "уУүγΥʏᎩꓬ",
    "z": "ζΖᴢᏃꓜ",
}
_LOOKS = {ord(mark): plain for plain, marks in _PAIRS.items() for mark in marks}
_DIGITS = str.maketrans("34578", "eastb")
_DIGRAPHS = (("rn", "m"), ("vv", "w"), ("æ", "ae"), ("œ", "oe"))


def check_handle(typed: str) -> str:
    """Return the handle as it will be kept and shown.

    Compatibility forms become plain letters (NFKC), outer blanks go.

    Raises:
        HandleRefused: see there; "taken" is not looked at here.
    """
    if len(typed) > _LONGEST_TYPED:
        raise HandleRefused("too-long", least=LEAST, most=MOST, length=len(typed))
    handle = unicodedata.normalize("NFKC", typed).strip(" ")
    bad = sorted({mark for mark in handle if not _is_allowed(mark)})
    if bad:
        raise HandleRefused("characters", bad=[f"U+{ord(mark):04X}" for mark in bad])
    columns = sum(2 if unicodedata.east_asian_width(mark) in "WF" else 1 for mark in handle)
    if len(handle) < LEAST:
        raise HandleRefused("too-short", least=LEAST, most=MOST, length=len(handle))
    if columns > MOST:
        raise HandleRefused("too-long", least=LEAST, most=MOST, length=columns)
    if handle[0] in _SEPARATORS or handle[-1] in _SEPARATORS or re.search(r"[ \-_']{2}", handle):
        raise HandleRefused("edges")
    scripts = {_script(mark) for mark in handle if mark.isalpha()}
    if not scripts:
        # A number alone would be taken for a choice wherever lines are typed.
        raise HandleRefused("no-letter")
    if len(scripts) > 1 and not scripts <= _TOGETHER:
        raise HandleRefused("mixed-scripts", scripts=sorted(scripts))
    if is_reserved(handle):
        bones = _bare_bones(handle)
        raise HandleRefused(
            "reserved",
            word=bones in _COMMON_BONES,
            investigator=bones in _INVESTIGATOR_BONES,
        )
    return handle


def fold(handle: str) -> str:
    """Return the form by which a typed name is looked up: case and compatibility do not count."""
    plain = unicodedata.normalize("NFKC", handle[:_LONGEST_TYPED]).casefold()
    return " ".join(unicodedata.normalize("NFKC", plain).split())[:_LONGEST_TYPED]


def skeleton(handle: str) -> str:
    """Return a form that is equal for names a reader may take for one another.

    Separators, accents and case vanish; look-alike letters of other scripts, l/I/1, O/0, rn/m
    and vv/w fall together. It is never shown.
    """
    marks = unicodedata.normalize("NFKC", handle).translate(_LOOKS).casefold()
    marks = unicodedata.normalize("NFKD", marks).translate(_LOOKS)
    marks = "".join(mark for mark in marks if mark.isalnum())
    for pair, single in _DIGRAPHS:
        marks = marks.replace(pair, single)
    return marks[:128]


def is_reserved(handle: str) -> bool:
    """Say whether a name is the board's own or an investigator's, or poses as its staff."""
    if _bare_bones(handle) in _RESERVED_BONES | _INVESTIGATOR_BONES:
        return True
    handle = handle.translate(_DIGITS)
    bones = skeleton(handle)
    if bones in _RESERVED_BONES or any(
        bones.startswith(staff) or bones.endswith(staff) for staff in _STAFF_BONES
    ):
        return True
    words = [skeleton(word) for word in re.split(r"[ \-_']+", handle)]
    return any(word.startswith(staff) for word in words for staff in _STAFF_BONES)


def _bare_bones(handle: str) -> str:
    """Return the skeleton without an article, and without a number behind what is numbered."""
    plain = unicodedata.normalize("NFKC", handle)
    unnumbered = skeleton(re.sub(r"[ \-_']*[0-9]+$", "", plain).translate(_DIGITS))
    if unnumbered.removeprefix(_THE) in _NUMBERED_BONES:
        return unnumbered.removeprefix(_THE)
    bare = skeleton(plain.translate(_DIGITS))
    first, *rest = re.split(r"[ \-_']+", plain)
    if rest and skeleton(first.translate(_DIGITS)) == _THE:
        return bare.removeprefix(_THE)
    return bare


def _is_allowed(mark: str) -> bool:
    if mark in _SEPARATORS or mark in "0123456789":
        return True
    return unicodedata.category(mark) in ("Lu", "Ll", "Lt", "Lo") and mark not in _INVISIBLE


def _script(mark: str) -> str:
    """Return the first word of the letter's Unicode name, which is its script's."""
    return re.split(r"[ \-]", unicodedata.name(mark, "UNNAMED"), maxsplit=1)[0]


_RESERVED_BONES = frozenset(skeleton(word) for word in _RESERVED.split())
_THE = skeleton("the")
_NUMBERED_BONES = frozenset(skeleton(word) for word in _NUMBERED)
_INVESTIGATOR_BONES = frozenset(skeleton(name.translate(_DIGITS)) for name in _INVESTIGATORS)
_OFFICES = ("arkham", "arkhambbs", "host", "mod", "mods", "operator", "owner", "root", "staff")
_COMMON_BONES = _RESERVED_BONES - {skeleton(word) for word in _OFFICES}
"""Words of the board that nobody would take for its staff."""
_STAFF_BONES = tuple(skeleton(word) for word in _STAFF)
