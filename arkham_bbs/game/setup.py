"""Setting up: choosing, splitting points, dealing, the first gate and who starts.

Room: game. Imports events and neighbours here.
Source: RULES.md SETUP-1 to SETUP-15, HOUSE-1, OPT-8, OPEN-12, ITEM-AUCTION-7, ITEM-AUCTION-9.
"""

from __future__ import annotations

from itertools import combinations

from arkham_bbs.game.auction import hold_auction
from arkham_bbs.game.cards import AUCTION, draw, receive, take_item
from arkham_bbs.game.content import CONTENT
from arkham_bbs.game.events import (
    CardDrawn,
    CardsDealt,
    FirstPlayerRolled,
    GateRolled,
    InvestigatorChosen,
    NothingHappened,
    PointsShared,
)
from arkham_bbs.game.gates import lay_gate
from arkham_bbs.game.monsters import appear, point_new
from arkham_bbs.game.options import Options, investigators_per_player
from arkham_bbs.game.play import Play, Rule, plain
from arkham_bbs.game.state import Card, Decks, Investigator, State


def first_state(seats: tuple[str, ...], options: Options, version: str) -> State:
    """Return an unshuffled box of components for these players.

    Raises:
        BadOptions: too many investigators, or no players.
    """
    count = investigators_per_player(options, len(seats))
    return State(
        rules_version=version,
        seats=seats,
        players=len(seats),
        replacements=[seat for seat in range(len(seats)) for _ in range(count)],
        pool=list(CONTENT.investigators),
        doom=CONTENT.misc["lose"]["doom_start"],
        decks=full_decks(),
    )


def full_decks() -> Decks:
    """Return every card and counter, in content order."""
    return Decks(
        items=[c.id for c in CONTENT.items.values() for _ in range(c.copies)],
        spells=[c.id for c in CONTENT.spells.values() for _ in range(c.copies)],
        skills=[c.id for c in CONTENT.skills.values() for _ in range(c.copies)],
        gates=[world for world, copies in CONTENT.gate_deck for _ in range(copies)],
        monsters=list(CONTENT.monsters),
        retainers=CONTENT.misc["retainers"]["copies"],
        allies=[card["id"] for card in CONTENT.misc["local_characters"]],
        automobile=CONTENT.misc["automobile"]["copies"],
        charity=CONTENT.misc["charity"]["copies"],
    )


def setup_step(play: Play) -> Rule[str]:
    """Everything before the first turn (SETUP-1 to SETUP-15)."""
    state = play.state
    for deck in ("items", "spells", "skills", "gates", "monsters"):
        play.shuffle(getattr(state.decks, deck))
    seats = state.replacements
    state.replacements = []
    newcomers = []
    for seat in seats:
        newcomers.append((yield from choose(play, seat)))
    for who in newcomers:
        yield from split_points(play, who)
    roll_for_first(play)
    order = [play.investigator(name) for name in play.turn_order()]
    yield from deal_to(play, order)
    play.checks.set_up(play)
    yield from first_gate(play)
    if state.lead is None:
        state.lead = play.turn_order()[0]
    yield from agree_to_begin(play, newcomers)
    return "turn_start"


def agree_to_begin(play: Play, everybody: list[Investigator]) -> Rule[None]:
    """Leave each player time to trade skill cards before play begins (SETUP-15)."""
    if len(everybody) < 2:
        return
    for seat in dict.fromkeys(sorted(who.seat for who in everybody)):
        mine = next(who for who in everybody if who.seat == seat)
        yield from play.ask(
            "begin", mine, lambda: plain(["begin"], "SETUP-15"), rule="SETUP-15", always=True
        )


def choose(play: Play, seat: int) -> Rule[Investigator]:
    """Let a player pick an investigator, whose token goes to the Train Station (SETUP-1, -9)."""
    state = play.state
    if not state.pool:
        state.pool = _lost_ones(play)
    pool = state.pool
    answer = yield from play.ask_plain(
        "choose_investigator",
        "",
        [f"pick:{name}" for name in pool],
        rule="SETUP-1",
        facts={"seat": seat},
    )
    return enter(play, seat, answer.partition(":")[2])


def enter(play: Play, seat: int, name: str) -> Investigator:
    """Put an unused investigator's token at the Train Station (SETUP-1, SETUP-3, SETUP-9)."""
    state = play.state
    state.pool.remove(name)
    setup = play.content.misc["setup"]
    who = Investigator(id=name, seat=seat, place=setup["start_location"], money=setup["money"])
    state.investigators.pop(name, None)
    state.investigators[name] = who
    play.emit(InvestigatorChosen(who=name, seat=seat, rule="SETUP-1"))
    return who


def _lost_ones(play: Play) -> list[str]:
    """Return the lost, who may come back when nobody unused is left (OPEN-12)."""
    gone = {who.id for who in play.state.investigators.values() if who.status == "lost"}
    return [name for name in play.content.investigators if name in gone]


def split_points(play: Play, who: Investigator) -> Rule[None]:
    """Share 10 points between strength and sanity, 3 to 7 each (SETUP-7, SETUP-8)."""
    setup = play.content.misc["setup"]
    points, low, high = setup["points_to_split"], setup["stat_min"], setup["stat_max"]
    keys = [f"split:{s}:{points - s}" for s in range(low, high + 1) if low <= points - s <= high]
    answer = yield from play.ask_plain("split", who, keys, rule="SETUP-7")
    _, strength, sanity = answer.split(":")
    who.strength, who.sanity = int(strength), int(sanity)
    play.conditions.start(play, who)
    play.emit(PointsShared(who=who.id, strength=who.strength, sanity=who.sanity, rule="SETUP-7"))


def roll_for_first(play: Play) -> None:
    """Let everybody roll 2D6; the highest starts, ties roll again (SETUP-13, SETUP-14)."""
    state = play.state
    rivals = list(range(len(state.seats)))
    while len(rivals) > 1:
        rolls = [(seat, play.d6(), play.d6()) for seat in rivals]
        best = max(one + other for _, one, other in rolls)
        rivals = [seat for seat, one, other in rolls if one + other == best]
        play.emit(
            FirstPlayerRolled(
                rolls=tuple(rolls),
                first=rivals[0] if len(rivals) == 1 else None,
                rule="SETUP-14",
            )
        )
    state.first_seat = rivals[0]


def deal_to(play: Play, newcomers: list[Investigator]) -> Rule[None]:
    """Deal cards to everybody, then hold the auctions dealt, in turn order (ITEM-AUCTION-9)."""
    auctions = []
    for who in newcomers:
        count = yield from deal(play, who)
        auctions += [who] * count
    yield from hold_auctions(play, auctions)


def hold_auctions(play: Play, auctioneers: list[Investigator]) -> Rule[None]:
    """Hold the auctions that were dealt, in order (ITEM-AUCTION-7, ITEM-AUCTION-9)."""
    for who in auctioneers:
        yield from hold_auction(play, who)


def deal(play: Play, who: Investigator) -> Rule[int]:
    """Deal one investigator's cards and return how many were Auctions (SETUP-4, SETUP-5)."""
    setup = play.content.misc["setup"]
    many = play.state.players > 4
    items = [
        draw(play, "items") for _ in range(setup["items_more_than_4_players" if many else "items"])
    ]
    spells = [draw(play, "spells") for _ in range(setup["spells"])]
    skills = [draw(play, "skills") for _ in range(setup["skills"])]
    auctions = items.count(AUCTION)
    for deck, cards in (("items", items), ("spells", spells), ("skills", skills)):
        for name in cards:
            if name is not None and name != AUCTION:
                receive(play, who, deck, name)
    if play.state.decks.charity:
        play.state.decks.charity -= 1
        who.charity.append(play.content.misc["charity"]["start_side"])
    play.emit(
        CardsDealt(
            who=who.id,
            items=tuple(name for name in items if name),
            skills=tuple(who.skills),
            spells=tuple(name for name in spells if name),
            rule="SETUP-4",
        )
    )
    if play.has("HOUSE-1") and play.state.players <= 3:
        auctions += yield from take_extras(play, who)
    return auctions


def extras_keys(play: Play) -> list[str]:
    """Return the pairs of different extras (HOUSE-1)."""
    kinds = ["skill", "spell", "item"] if play.state.decks.skills else ["spell", "item"]
    return ["+".join(pair) for pair in combinations(kinds, 2)]


def take_extras(play: Play, who: Investigator) -> Rule[int]:
    """Take two different extras and return how many were Auctions (HOUSE-1)."""
    answer = yield from play.ask(
        "extras",
        who,
        lambda: plain(extras_keys(play), "HOUSE-1"),
        rule="HOUSE-1",
        form="set",
        parts=lambda: ("skill", "spell", "item"),
        always=True,
    )
    auctions = 0
    for kind in answer.split("+"):
        card = draw(play, f"{kind}s")
        if card is None:
            play.emit(NothingHappened(cause="deck-empty", who=who.id, rule="DECK-1"))
            continue
        play.emit(CardDrawn(who=who.id, deck=f"{kind}s", card=card, rule="HOUSE-1"))
        if card == AUCTION:
            auctions += 1
        elif kind == "item":
            yield from take_item(play, who, Card(card))
        else:
            receive(play, who, f"{kind}s", card)
    return auctions


def extras_step(play: Play) -> Rule[str]:
    """Take extras and trade before play (the set-up position of a scenario file)."""
    everybody = [play.investigator(name) for name in play.turn_order()]
    auctions = []
    if play.has("HOUSE-1") and play.state.players <= 3:
        for who in everybody:
            auctions += [who] * (yield from take_extras(play, who))
    yield from hold_auctions(play, auctions)
    yield from agree_to_begin(play, everybody)
    return "turn_start"


def first_gate(play: Play) -> Rule[None]:
    """Lay the first gate face down with three counters face up (SETUP-10, -11, -14)."""
    dice = (play.d6(), play.d6())
    place = play.content.appearance[sum(dice)]
    play.emit(GateRolled(dice=dice, place=place, purpose="setup", rule="SETUP-10"))
    lay_gate(play, place, counts=False, rule="SETUP-10")
    first = play.investigator(play.turn_order()[0])
    for _ in range(play.content.misc["setup"]["first_gate_monsters"]):
        monster = appear(play, place, face_up=True, rule="SETUP-11")
        if monster is not None:
            yield from point_new(play, monster, first)


def replace_step(play: Play) -> Rule[None]:
    """Bring in new investigators for those lost, as at set-up (LOST-8, LOST-9)."""
    state = play.state
    seats = state.replacements
    state.replacements = []
    for seat in seats:
        who = yield from choose(play, seat)
        yield from equip(play, who)


def equip(play: Play, who: Investigator) -> Rule[None]:
    """Give a newcomer points and cards as at set-up."""
    yield from split_points(play, who)
    yield from deal_to(play, [who])
