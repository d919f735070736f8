"""Running a case: give the choices in order, look at the offers, compare the facts.

Room: game. Imports msgspec and neighbours here. Source: docs/scenarios.md.
"""

from __future__ import annotations

from typing import Any

import msgspec

from arkham_bbs.game.decisions import AnswerRefused, Decision
from arkham_bbs.game.game import Game
from arkham_bbs.game.play import Play
from arkham_bbs.game.scenario.facts import differences, waits_for
from arkham_bbs.game.scenario.finding import (
    CaseFailed,
    actor_of,
    check_path,
    find_offer,
    is_asked,
    is_other_arrow,
)
from arkham_bbs.game.scenario.looking import Watch
from arkham_bbs.game.scenario.matching import trade_key, trade_matches
from arkham_bbs.game.scenario.model import OWN_STEPS, PHASES, Case, Choice
from arkham_bbs.game.scenario.reading import Refused
from arkham_bbs.game.scenario.script import DieMissing, ScenarioDice, UnnamedCardDrawn
from arkham_bbs.game.scenario.speech import Offer, interjection_offers, say_aside

LONGEST_RUN = 5000
LONGEST_TURNS = 40
# How an offer that a case does not list is declined.
DECLINED: dict[str, str] = {
    "use": "go_on",
    "attack_spells": "none",
    "attack_items": "none",
    "spectacles_on": "none",
    "sneak_spell": "roll",
    "pass_monster": "stop",
    "hit": "take",
    "fast_talk": "no",
    "buy": "no",
    "pay": "no",
    "treat": "no",
    "ride": "decline",
    "sell": "no",
    "charity": "no",
    "arrow": "keep",
    "carry": "no",
    "leave_power": "no",
    "bid": "pass",
    "buy_unsold": "no",
    "encounter": "go_on",
    "spend_clue": "stop",
    "emerge": "wait",
    "gate": "stay",
    "begin": "begin",
}
# Questions that ask for cards one by one, where a file may list them together.
ONE_BY_ONE: frozenset[str] = frozenset({"drop", "lose_item", "lose_spell"})
# Declining these changes nothing and rolls nothing.
QUIET: frozenset[str] = frozenset({"use", "attack_spells"})


def run_case(case: Case) -> list[str]:
    """Run a case and return what is wrong with it, nothing when it passes."""
    return Run(case).go()


class Run:
    """One run of one case."""

    def __init__(self, case: Case) -> None:
        self.case = case
        self.dice = ScenarioDice(case.dice, case.spare_dice)
        if case.phase == "new":
            decks = case.state.decks
            stacks = (decks.items, decks.spells, decks.skills, decks.gates, decks.monsters)
            self.dice.kept = sum(max(0, len(stack) - 1) for stack in stacks)
        self.given = 0
        self.watch = Watch(case)
        self.previous: str | None = None
        self.reached = False
        self.until_turn = case.until_turn if case.until_turn is not None else case.state.turn
        self.game: Game | None = None

    def go(self) -> list[str]:
        """Run to the end and collect what is wrong."""
        problems: list[str] = []
        try:
            self.game = Game.at(
                self.case.state, self.case.options, self.dice, stop=self._stop, asks_all=True
            )
            for _ in range(LONGEST_RUN):
                if not self._step(self.game):
                    break
            else:
                raise CaseFailed("the case does not come to an end")
        except DieMissing as failed:
            return [*self.watch.broken, f"{failed} {self._moment()}"]
        except (CaseFailed, UnnamedCardDrawn, Refused) as failed:
            return [*self.watch.broken, str(failed)]
        except Exception as error:
            # The file may ask for what nobody foresaw; the other cases are still to be run.
            return [*self.watch.broken, f"the game stopped with {error!r}"]
        game = self.game
        if game.result is None and not self.reached:
            problems.append(f"until: {self.case.until} never came")
        if self.given < len(self.case.choices):
            left = self.case.choices[self.given]
            problems.append(f"{left.path}: {left.ask} was never asked")
        if self.dice.left_over:
            told = ", ".join(f"{name} {value}" for name, value in self.dice.left_over)
            problems.append(f"dice[{self.dice.at}]: left over: {told}")
        problems += self.watch.verdict()
        problems += differences(game, self.case.expect)
        return problems

    def _moment(self) -> str:
        """Tell for what a die was wanted, as far as it shows: the step, and what came before."""
        given = f"{self.given} of {len(self.case.choices)} choices given"
        if self.game is None:
            return f"(on the way to the first question; {given})"
        play = self.game.play
        whose = f" of {play.state.active}" if play.state.active else ""
        last = play.events[-1] if play.events else None
        detail = getattr(last, "purpose", "")
        before = f", after {type(last).__name__} {detail}".rstrip() if last is not None else ""
        return f"(step {play.state.step}{whose}{before}; {given})"

    # ---- where to stop ---------------------------------------------------------------------

    def _stop(self, play: Play) -> bool:
        """Look at the step that ended before the next one begins."""
        before, self.previous = self.previous, play.state.step
        if before is None:
            return False
        self.reached = self._is_over(before, play)
        if not self.reached and play.state.turn > max(self.until_turn, 1) + LONGEST_TURNS:
            raise CaseFailed(f"until: {self.case.until} never came")
        return self.reached

    def _is_over(self, before: str, play: Play) -> bool:
        case, state = self.case, play.state
        if state.turn < self.until_turn:
            return False
        turn_done = state.step == "next" and state.active in (case.active, None)
        if case.active is None and state.step == "next" and before == "aftermath":
            turn_done = True
        gone = case.active is not None and state.step == "vampire"
        if case.until == "turn_over":
            return (turn_done and before != "turn_start") or gone
        if case.until == "mythos_over":
            return before == "turn_end"
        if case.until == "step_over":
            target = PHASES[case.until_step or case.phase]
            if target == "monsters" and before == "encounter":
                before = "monsters"
            if target in OWN_STEPS and case.active is not None:
                mine = state.active == case.active
                return (before == target and mine) or (turn_done and before in OWN_STEPS)
            return before == target
        return False

    def _stops_here(self, game: Game, decision: Decision) -> bool:
        """Tell whether the open decision is the one at which the facts are read."""
        case = self.case
        if case.until != "decision" or self.given < len(case.choices):
            return False
        state = game.play.state
        if state.turn < self.until_turn:
            return False
        if case.until_step and state.step != PHASES[case.until_step]:
            return False
        wanted: dict[str, Any] | None = case.expect.value.get("waiting_for")
        single = len(decision.options) == 1
        if wanted is not None and not waits_for(game, wanted):
            return not (single or decision.kind in QUIET or self._declining(decision))
        if single and self.dice.left_over:
            return False
        unseen = self.watch.unseen(self.given)
        if wanted is None and unseen and (single or decision.kind in QUIET):
            return False
        if decision.kind == "attack_spells" and any(look.ask == "attack_items" for look in unseen):
            # An attack is two questions: what the second offers is still to be seen.
            return wanted is not None and wanted.get("ask") != "attack"
        return not (wanted is None and single and decision.kind in (*QUIET, "order"))

    def _phase_is_done(self, game: Game, decision: Decision) -> bool:
        """Tell whether nothing of a Mythos Phase is left but to choose who comes next (D13-8)."""
        return (
            self.case.until == "mythos_over"
            and decision.kind == "choose_investigator"
            and self.given == len(self.case.choices)
            and game.play.state.step == "monsters_attack"
            and game.play.state.turn >= self.until_turn
        )

    # ---- one decision ----------------------------------------------------------------------

    def _step(self, game: Game) -> bool:
        """Deal with the pending decision; False when the run is at its end."""
        decision = game.decision
        if decision is None:
            self.reached = self.reached or (
                game.result is not None and self.case.until != "decision"
            )
            return False
        self.watch.look(game, self.given)
        if self._stops_here(game, decision) or self._phase_is_done(game, decision):
            self.reached = True
            return False
        if self.given < len(self.case.choices):
            choice = self.case.choices[self.given]
            if self._give(game, decision, choice):
                self.given += 1
                return True
        self._pass_over(game, decision)
        return True

    def _declining(self, decision: Decision) -> str | None:
        """Return the key that declines, None when the decision has to be answered."""
        if decision.kind == "order":
            return str(decision.default)
        key = DECLINED.get(decision.kind)
        return key if key is not None and decision.offers(key) else None

    def _pass_over(self, game: Game, decision: Decision) -> None:
        """Answer what has one answer only, and decline what may be declined."""
        if len(decision.options) == 1:
            game.decide(decision.options[0].key)
            return
        key = self._declining(decision)
        if decision.kind == "tie":
            names = [choice.key.partition(":")[2] for choice in decision.options]
            name = self.dice.said(names)
            key = f"pick:{name}" if name else None
        if key is None:
            raise CaseFailed(
                f"{decision.kind} is asked of {decision.investigator or 'a player'}, which the "
                f"case neither answers nor lets be declined"
            )
        game.decide(key)

    def _give(self, game: Game, decision: Decision, choice: Choice) -> bool:
        """Give the choice when it is its turn; False when the decision is another one.

        Raises:
            CaseFailed: it is asked for and not on offer.
        """
        if choice.ask == "lot":
            return self._hold_lot(game, decision, choice)
        if choice.ask in ("accept", "decline", "withdraw", "offer", "trade"):
            return self._deal(game, decision, choice)
        if choice.ask in ONE_BY_ONE and isinstance(choice.answer, list) and len(choice.answer) > 1:
            return self._give_each(game, decision, choice)
        actor = actor_of(game, decision, choice)
        if choice.ask == "move" and is_asked(game, decision, choice):
            check_path(game, decision, choice)
        found = find_offer(game, decision, choice, actor)
        if found is not None:
            self._apply(game, choice, found)
            return True
        if not is_asked(game, decision, choice) or choice.ask in ("use", "cast"):
            return False
        if len(decision.options) == 1 or is_other_arrow(decision, choice):
            return False
        raise CaseFailed(f"{choice.path}.answer: {choice.answer} is not on offer")

    def _give_each(self, game: Game, decision: Decision, choice: Choice) -> bool:
        """Give several cards where the rules ask for one after the other."""
        if not is_asked(game, decision, choice):
            return False
        for card in choice.answer:
            now = game.decision
            one = msgspec.structs.replace(choice, answer=card)
            if now is None or not self._give(game, now, one):
                raise CaseFailed(f"{choice.path}.answer: {card} is not on offer")
        return True

    def _apply(self, game: Game, choice: Choice, offer: Offer) -> None:
        try:
            if offer.seat is not None:
                game.interject(offer.seat, offer.key)
                return
            game.decide(offer.key)
        except AnswerRefused as refused:
            raise CaseFailed(f"{choice.path}.answer: {refused}") from None

    # ---- trades and auctions ---------------------------------------------------------------

    def _deal(self, game: Game, decision: Decision, choice: Choice) -> bool:
        """Make a trade with the partner's consent, or only one side's part of it."""
        actor = actor_of(game, decision, choice)
        answer = choice.answer
        if not isinstance(answer, dict):
            raise CaseFailed(f"{choice.path}.answer: a mapping is wanted here")
        for offer in interjection_offers(game):
            if offer.of != actor or offer.seat is None:
                continue
            if choice.ask in ("offer", "trade"):
                if not trade_matches(game, answer, offer):
                    continue
                game.interject(offer.seat, trade_key(offer, answer))
                if choice.ask == "trade":
                    self._consent(game, actor, answer)
                return True
            if offer.ask == choice.ask and all(
                offer.value.get(name) == entry for name, entry in answer.items()
            ):
                game.interject(offer.seat, offer.key)
                return True
        if self._declining(decision) or len(decision.options) == 1:
            return False
        raise CaseFailed(f"{choice.path}.answer: {answer} is not on offer")

    def _consent(self, game: Game, actor: str, answer: dict[str, Any]) -> None:
        """Let the partner accept what was offered; one's own people need no asking."""
        for seat in range(len(game.play.state.seats)):
            for option in game.interjections(seat):
                who, _, key = option.key.partition("/")
                verb, value = say_aside(game, key)
                if verb == "accept" and value.get("of") == actor and who == answer.get("with"):
                    game.interject(seat, option.key)
                    return

    def _hold_lot(self, game: Game, decision: Decision, choice: Choice) -> bool:
        """Give all bids on one lot, and pass for everybody else."""
        if decision.kind != "bid":
            return False
        item = decision.facts["item"]
        if choice.answer.get("item") != item:
            raise CaseFailed(f"{choice.path}.answer.item: the lot is {item!r}")
        bids = list(choice.answer.get("bids", ()))
        while game.decision is not None and game.decision.kind == "bid":
            now = game.decision
            if now.facts["item"] != item:
                break
            self.watch.look(game, self.given)
            if bids and bids[0].get("of") == now.investigator:
                self._bid(game, bids.pop(0), f"{choice.path}.answer.bids")
            else:
                game.decide("pass")
        if bids:
            raise CaseFailed(f"{choice.path}.answer.bids: {bids[0]} was never asked")
        return True

    def _bid(self, game: Game, bid: dict[str, Any], path: str) -> None:
        try:
            for item in bid.get("items", ()):
                game.decide(f"pledge:{item}")
            game.decide(f"cash:{bid.get('cash', 0)}")
        except AnswerRefused:
            raise CaseFailed(f"{path}: {bid} is not on offer") from None
