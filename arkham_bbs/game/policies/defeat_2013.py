"""Defeat: the fallen lie where they fell, Doom advances, and somebody else must lead.

Room: game. Imports events and neighbours here.
Source: VARIANTS.md, module defeat_2013 (D13-3 to D13-16).
"""

from __future__ import annotations

from arkham_bbs.game import board
from arkham_bbs.game.events import (
    Defeated,
    KnockedOut,
    LeadPassed,
    NothingHappened,
    ReplacementDue,
)
from arkham_bbs.game.gates import move_doom
from arkham_bbs.game.places import relocate
from arkham_bbs.game.play import CarriedOff, Play, Rule
from arkham_bbs.game.policies.conditions_2005_places import lose_in_time
from arkham_bbs.game.policies.conditions_2005_zero import beyond_help, out_of
from arkham_bbs.game.policies.defeat_2013_recovery import go_to_fallen
from arkham_bbs.game.policies.leaving import (
    discard_status,
    empty_hands,
    give_back_trophies,
    out_of_turn,
)
from arkham_bbs.game.policies.zero_1987 import Zero1987
from arkham_bbs.game.setup import enter, equip
from arkham_bbs.game.state import Investigator
from arkham_bbs.game.victory import finish


class Zero2013(Zero1987):
    """At 0 one is defeated; what loses an investigator devours."""

    def reached(self, play: Play, who: Investigator, pools: tuple[str, ...]) -> Rule[None]:
        """Defeat ``who`` at once (D13-3).

        Raises:
            CarriedOff: always, unless the game is lost by it.
        """
        led = self.lead(play) == who.id
        empty = out_of(who) or pools
        told = "both" if len(empty) > 1 else empty[0]
        play.emit(KnockedOut(who=who.id, pool=told, where=who.place, rule="D13-3"))
        move_doom(play, 1, "defeat", "D13-4")
        yield from self.lie_down(play, who, empty)
        yield from self.fallen(play, who, led)
        raise CarriedOff(who)

    def lie_down(self, play: Play, who: Investigator, empty: tuple[str, ...]) -> Rule[None]:
        """Lay the marker at the nearest location with what is left of them (D13-5, D13-6)."""
        token = empty[0]
        if len(empty) > 1:
            token = yield from play.ask_plain("zero", who, list(empty), rule="D13-13")
        answer = yield from play.ask_plain(
            "fall",
            who,
            [f"place:{place}" for place in resting_places(play, who)],
            rule="D13-5",
            facts={"token": token},
        )
        place = answer.partition(":")[2]
        relocate(play, who, place, "fallen", rule="D13-5")
        discard_status(play, who)
        who.token = token
        who.status = "defeated"
        out_of_turn(play, who)
        play.emit(Defeated(who=who.id, token=token, place=place, rule="D13-5"))

    def devour(self, play: Play, who: Investigator, rule: str) -> Rule[None]:
        """Take an investigator out of the game with everything held (D13-12)."""
        led = self.lead(play) == who.id
        move_doom(play, 1, "defeat", "D13-4")
        empty_hands(play, who)
        give_back_trophies(play, who)
        who.status = "out"
        play.emit(Defeated(who=who.id, token=None, place=None, rule=rule))
        yield from self.fallen(play, who, led)

    def fallen(self, play: Play, who: Investigator, led: bool) -> Rule[None]:
        """Note the newcomer due, and pass the lead of one who led (D13-7, D13-8).

        Raises:
            Finished: nobody is in play and nobody can come (D13-16).
        """
        state = play.state
        state.replacements.append(who.seat)
        play.emit(ReplacementDue(seat=who.seat, lost=who.id, rule="D13-8"))
        left = [one.id for one in play.active()]
        if not left and not state.pool:
            finish(play, False, "nobody-left", "D13-16")
        if led and left:
            answer = yield from play.ask_plain(
                "lead", who, [f"lead:{name}" for name in left], rule="D13-7"
            )
            take_lead(play, answer.partition(":")[2])

    def lost(self, play: Play, who: Investigator, cause: str) -> Rule[None]:
        """Results that lose an investigator devour (D13-16).

        Raises:
            CarriedOff: always, unless the game is lost by it.
        """
        yield from self.devour(play, who, "D13-16")
        raise CarriedOff(who)

    def stranded(self, play: Play, who: Investigator) -> Rule[None]:
        """Stranding devours (D13-16)."""
        yield from self.devour(play, who, "D13-16")

    def turn_starts(self, play: Play) -> Rule[None]:
        """Newcomers have come already, at the end of the Mythos Phase (D13-8)."""
        return
        yield  # pragma: no cover

    def mythos_ends(self, play: Play) -> Rule[None]:
        """Let owners of the fallen choose unused investigators (D13-8, D13-11, D13-16).

        Raises:
            Finished: nobody is left in play.
        """
        state = play.state
        due, state.replacements = state.replacements, []
        for seat in due:
            if not state.pool:
                play.emit(NothingHappened(cause="nobody-unused", rule="D13-16"))
                continue
            answer = yield from play.ask_plain(
                "choose_investigator",
                "",
                [f"pick:{name}" for name in state.pool],
                rule="D13-8",
                facts={"seat": seat},
            )
            alone = not play.active()
            newcomer = enter(play, seat, answer.partition(":")[2])
            inherit(play, newcomer)
            if alone:
                take_lead(play, newcomer.id)
            yield from equip(play, newcomer)
        if not play.active():
            finish(play, False, "nobody-left", "D13-16")

    def encounter_choice(self, play: Play, who: Investigator) -> Rule[bool]:
        """Offer to go to a defeated investigator here (D13-9)."""
        return (yield from go_to_fallen(play, who))

    # ---- the lead ----------------------------------------------------------------------------

    def lead(self, play: Play) -> str | None:
        """Return the lead investigator: the first player's, until the lead is passed (D13-7)."""
        state = play.state
        leader = state.investigators.get(state.lead or "")
        if leader is not None and leader.status == "active":
            return leader.id
        seats = len(state.seats)
        active = play.active()
        if not active:
            return None
        return min(active, key=lambda one: (one.seat - state.first_seat) % seats).id

    def may_begin(self, play: Play, names: list[str]) -> list[str]:
        """The lead goes first (D13-7)."""
        lead = self.lead(play)
        return [lead] if lead in names else names

    def pick(self, play: Play, names: list[str], purpose: str, rule: str) -> Rule[str]:
        """Let the lead settle what 1987 leaves to a coin between investigators (D13-7)."""
        if len(names) == 1:
            return names[0]
        lead = self.lead(play)
        assert lead is not None
        monster = purpose.partition(":")[2]
        answer = yield from play.ask_plain(
            "tie",
            lead,
            [f"pick:{name}" for name in names],
            rule="D13-7",
            facts={"purpose": purpose, **({"monster": monster} if monster else {})},
        )
        return answer.partition(":")[2]


class Zero2013With2005(Zero2013):
    """Defeat beside the conditions of 2005, some of which stay (D13-14)."""

    def reached(self, play: Play, who: Investigator, pools: tuple[str, ...]) -> Rule[None]:
        """A maximum of 0 devours, as the second half of C05-11 stays.

        Raises:
            CarriedOff: always, unless the game is lost by it.
        """
        if beyond_help(who):
            yield from self.devour(play, who, "C05-11")
            raise CarriedOff(who)
        yield from super().reached(play, who, pools)

    def stranded(self, play: Play, who: Investigator) -> Rule[None]:
        """C05-19 stays: one without a way home is lost in time and space."""
        lose_in_time(play, who, "C05-19")
        return
        yield  # pragma: no cover


def take_lead(play: Play, name: str) -> None:
    """Make somebody the lead; that one's player goes first from the next turn on (D13-7)."""
    play.state.lead = name
    play.state.first_seat = play.investigator(name).seat
    play.emit(LeadPassed(who=name, rule="D13-7"))


def inherit(play: Play, newcomer: Investigator) -> None:
    """Hand on the trophies that stayed with the player (D13-6)."""
    for one in play.state.investigators.values():
        if one.seat == newcomer.seat and one.status in ("defeated", "out"):
            newcomer.trophies_monsters += one.trophies_monsters
            newcomer.trophies_gates += one.trophies_gates
            one.trophies_monsters, one.trophies_gates = [], []


def resting_places(play: Play, who: Investigator) -> list[str]:
    """Return where the marker may come to lie (D13-5): the nearest locations, or the gate's."""
    place = who.visit.home if who.visit is not None else who.place
    if board.is_box(place):
        world = board.world_of(place)
        gates = [spot for spot, gate in play.state.gates.items() if gate.world == world]
        if who.departed_gate in gates:
            return [str(who.departed_gate)]
        if gates:
            return gates
        place = who.departed_gate or who.key_mark or place
    if not board.in_arkham(place):
        # Nobody knows the way any more: where everybody came from.
        return [play.content.misc["setup"]["start_location"]]
    steps = {spot: board.distance(place, spot) for spot in board.ENTRANCES}
    nearest = min(steps.values())
    return [spot for spot, count in steps.items() if count == nearest]
