"""What is asked: decisions, options, answers, and the small set of kinds.

Room: game. Imports the standard library and msgspec only.

An answer is always the ``key`` of an option on offer. Keys are stable strings of the form
``verb`` or ``verb:argument`` or ``verb:argument:argument``; ids are the content's ids. A
decision whose ``form`` is ``set`` lists its single pieces in ``parts`` and its options are
the allowed combinations, pieces joined by ``+`` (``knife+revolver_38``), or ``none``.

Kinds, who is asked, and the keys they offer:

=================== ===========================================================================
choose_investigator ``pick:INVESTIGATOR`` (SETUP-1)
split               ``split:STRENGTH:SANITY`` (SETUP-7)
extras              set of two of ``skill spell item`` as ``skill+spell`` (HOUSE-1)
begin               ``begin``: ready to start; until then skill cards may be traded (SETUP-15)
order               ``first:INVESTIGATOR`` which of one's investigators acts next (TURN-7)
emerge              ``place:PLACE`` or ``wait`` (C05-6)
move                ``stay``, ``walk:PLACE``, ``taxi:PLACE`` or ``taxi:STAND:PLACE`` (walk to the
                    stand first), ``whistle:PLACE`` or ``whistle:FROM:PLACE``,
                    ``automobile:PLACE``, ``cast:SPELL``, ``key:PLACE`` (Silver Key passage),
                    ``out_and_in`` (GATTACK-10, by a gate one could attack)
pass_monster        ``cast:mists_of_rlyeh`` or ``stop`` (OPEN-4), asked of one walking on a monster
halt                ``place:SPACE`` where a blocked vehicle stops (MOVE-24)
use                 ``use:ITEM``, ``use:ITEM:TARGET``, ``cast:SPELL``, ``key:PLACE``, ``go_on``
gate                ``enter``, ``event``, ``attack``, ``meet``
service             ``monograph``, ``event``
meet                ``fight``, ``sneak``, ``cast:mists_of_rlyeh``
target              ``target:MONSTER``
aim                 ``place:PLACE``, ``gate``, ``cast:mists_of_rlyeh``
sneak_spell         ``cast:mists_of_rlyeh`` or ``roll``
attack_spells       ``none``, ``cast:SPELL``, ``use:ITEM`` or ``use:ITEM:TARGET``, ``key:PLACE``
attack_items        set of items and bound monsters, or ``none``
spectacles_on       ``weapon:ITEM`` or ``none``
bind                ``banish``, ``capture``
free_bound          ``place:PLACE``
hit                 ``take``, ``flesh_ward``, ``ally:CHARACTER``
fast_talk           ``try``, ``no``
buy, pay            ``yes``, ``no``
treat               ``yes``, ``no``
choose              ``choice:N`` (0-based place in the event's list)
ride                ``place:PLACE``, ``decline``
sidewalk            ``place:SPACE``
return_gate         ``place:LOCATION``
carry_gate          ``place:LOCATION``
lose_item           ``item:ITEM`` or ``bound:MONSTER``
lose_spell          ``spell:SPELL``
discard_item        ``item:ITEM`` or ``bound:MONSTER``
discard_spell       ``spell:SPELL``
discard_half        set of cards: ``facts["count"]`` of them, exactly (C05-2)
drop                ``item:ITEM``, ``bound:MONSTER``, ``leave`` (OPT-1)
sell                ``item:ITEM`` or ``no``
sell_for            ``item:ITEM`` (an event pays a fixed price)
charity             ``money``, ``items``, ``spells``, ``no``
arrow               ``keep`` or ``head:SPACE`` or ``head:ENTRANCE:SPACE``
zero                ``strength`` or ``sanity`` which of two zeros counts (COMBAT-19, D13-13)
fall                ``place:LOCATION`` where a defeated one's marker lies (D13-5)
wait_or_new         ``wait``, ``new`` (LOST-9)
carry               ``carry:INVESTIGATOR`` or ``no`` (LOST-3)
leave_power         ``leave:MONSTER:ITEM:SPELL`` or ``no`` (HOUSE-3)
bid                 ``pass``, ``pledge:ITEM``, ``cash:N`` (the bid: pledged items plus N dollars)
buy_unsold          ``yes``, ``no``
encounter           ``defeated:INVESTIGATOR`` or ``go_on`` (D13-9)
spend_clue          ``spend``, ``stop`` (P05-5)
lead                ``lead:INVESTIGATOR`` (D13-7)
tie                 ``pick:INVESTIGATOR`` (D13-7: the lead settles what 1987 leaves to a coin)
=================== ===========================================================================

Interjections (``Game.interjections``) begin with the acting investigator and a slash:
``joe_diamond/cast:SPELL:TARGET``, ``joe_diamond/use:healing_stone:TARGET``, ``.../accept:N``,
``.../decline:N``, ``.../withdraw:N``. Two are forms that the answer completes:
``.../mark:`` + PLACE, and ``.../trade:OFFERER:PARTNER`` + ``:GIVE:TAKE``, lists of pieces joined
by ``+`` as trade.py writes them (``items.knife+cash-3``). ``takeback:N`` undoes freely what was
answered from number N on, ``takeback:N:voted`` after a vote.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any, overload

from msgspec import Struct

KINDS: tuple[str, ...] = (
    "choose_investigator",
    "split",
    "extras",
    "begin",
    "order",
    "emerge",
    "move",
    "pass_monster",
    "halt",
    "use",
    "gate",
    "service",
    "meet",
    "target",
    "aim",
    "sneak_spell",
    "attack_spells",
    "attack_items",
    "spectacles_on",
    "bind",
    "free_bound",
    "hit",
    "fast_talk",
    "buy",
    "pay",
    "treat",
    "choose",
    "ride",
    "sidewalk",
    "return_gate",
    "carry_gate",
    "lose_item",
    "lose_spell",
    "discard_item",
    "discard_spell",
    "discard_half",
    "drop",
    "sell",
    "sell_for",
    "charity",
    "arrow",
    "zero",
    "fall",
    "wait_or_new",
    "carry",
    "leave_power",
    "bid",
    "buy_unsold",
    "encounter",
    "spend_clue",
    "lead",
    "tie",
)

# SPELL-9: aid is possible whenever a decision is open, but not between a loss and its consequence.
NO_AID: frozenset[str] = frozenset(
    {"lose_item", "lose_spell", "discard_half", "zero", "fall", "wait_or_new", "lead", "tie"}
    | {"choose_investigator", "split", "extras", "carry_gate"}
)
# TRADE-4: no trade while an attack, check or auction is settled, nor in mid-walk.
NO_TRADE: frozenset[str] = NO_AID | {
    "pass_monster",
    "halt",
    "aim",
    "sneak_spell",
    "attack_spells",
    "attack_items",
    "spectacles_on",
    "bind",
    "free_bound",
    "hit",
    "bid",
    "buy_unsold",
    "spend_clue",
    "drop",
    "discard_item",
    "discard_spell",
    "sell_for",
    "fast_talk",
    "target",
    "leave_power",
}


class Option(Struct, frozen=True, gc=False):
    """One thing that may be answered. ``rule`` is the id that grants it."""

    key: str
    rule: str = ""


@lru_cache(maxsize=8192)
def option(key: str, rule: str = "") -> Option:
    """Return the shared Option for this key and rule."""
    return Option(key, rule)


class LazyOptions(Sequence[Option]):
    """Options too many to write down: how many there are, and each made when it is looked at."""

    @abstractmethod
    def made(self, index: int) -> Option:
        """Return one option; ``index`` is 0 or more and below the length."""

    @abstractmethod
    def offers(self, key: str) -> bool:
        """Tell whether ``key`` is on offer, without making them all."""

    @overload
    def __getitem__(self, index: int) -> Option: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Option]: ...
    def __getitem__(self, index: int | slice) -> Option | Sequence[Option]:
        size = len(self)
        if isinstance(index, slice):
            return [self.made(i) for i in range(*index.indices(size))]
        if index < 0:
            index += size
        if not 0 <= index < size:
            raise IndexError(index)
        return self.made(index)

    def __iter__(self) -> Iterator[Option]:
        for index in range(len(self)):
            yield self.made(index)

    def keys(self) -> tuple[str, ...]:
        """Return the keys of all in order; without making them, where that is quicker."""
        return tuple(choice.key for choice in self)


class Decision(Struct, frozen=True, gc=False):
    """What is being asked, of whom.

    Attributes:
        number: how many answers came before it, so a stale answer can be told apart.
        kind: one of KINDS.
        seat: the player asked. investigator: for whom.
        options: every legal answer in a stated order; never empty.
        default: key of the option that declines or leaves things alone, or None.
        form: ``one`` or ``set``; parts: the pieces of a ``set``.
        rule: the rule that makes it be asked.
        facts: plain values that explain the question (prices, dice, targets).
    """

    number: int
    kind: str
    seat: int
    investigator: str
    options: Sequence[Option]
    default: str | None = None
    form: str = "one"
    parts: tuple[str, ...] = ()
    rule: str = ""
    facts: dict[str, Any] = {}

    def offers(self, key: str) -> bool:
        """Tell whether ``key`` is a legal answer."""
        find = getattr(self.options, "offers", None)
        if find is not None:
            return bool(find(key))
        return any(choice.key == key for choice in self.options)

    def must_take(self, key: str, seat: int | None, number: int | None) -> None:
        """Refuse an answer that may not be given; None stands for the right seat or number.

        Raises:
            AnswerRefused: wrong-seat, stale, not-on-offer.
        """
        if seat is not None and seat != self.seat:
            raise AnswerRefused("wrong-seat", asked=self.seat, seat=seat)
        if number is not None and number != self.number:
            raise AnswerRefused("stale", asked=self.number, number=number)
        if not self.offers(key):
            raise AnswerRefused("not-on-offer", decision=self.kind, answer=key)

    def keys(self) -> tuple[str, ...]:
        """Return the legal answers in order."""
        if isinstance(self.options, LazyOptions):
            return self.options.keys()
        return tuple(choice.key for choice in self.options)


class Answer(Struct, frozen=True, gc=False):
    """One entry of a game's answer list; only ever appended to."""

    seq: int
    seat: int
    key: str
    interjection: bool = False


class AnswerRefused(Exception):
    """An answer that changes nothing.

    Codes: ``not-on-offer``, ``wrong-seat``, ``stale`` (another number is asked now),
    ``game-over``, ``malformed``, ``no-such-offer``.
    """

    def __init__(self, code: str, **facts: object) -> None:
        super().__init__(code)
        self.code = code
        self.facts = facts

    def __str__(self) -> str:
        told = " ".join(f"{name}={value!r}" for name, value in self.facts.items())
        return f"answer_refused code={self.code} {told}".strip()
