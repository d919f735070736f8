"""What must be true of every position, whatever was played.

Room: game. Imports the standard library and neighbours here.

`violations` looks at a game and returns what is wrong, one sentence each; simulations and tests
call it after every answer. Source: the component counts of the content, RULES.md LOSE, OPT-1.
"""

from __future__ import annotations

from collections import Counter

from arkham_bbs.game.content import CONTENT
from arkham_bbs.game.game import Game
from arkham_bbs.game.invariants_modules import module_violations
from arkham_bbs.game.play import Play
from arkham_bbs.game.setup import full_decks

_BOX = full_decks()
_FULL: dict[str, list[str]] = {
    kind: sorted(getattr(_BOX, kind))
    for kind in ("items", "spells", "skills", "gates", "monsters", "allies")
}


def whereabouts(play: Play) -> dict[str, list[str]]:
    """Return every card and counter found anywhere, by kind; each must be there just once."""
    state = play.state
    decks = state.decks
    found: dict[str, list[str]] = {
        "items": decks.items + decks.items_discard + ["elder_sign"] * len(state.elder_signs),
        "spells": decks.spells + decks.spells_discard,
        "skills": list(decks.skills),
        "gates": decks.gates + [gate.world for gate in state.gates.values()],
        "monsters": decks.monsters + [monster.id for monster in state.monsters],
        "allies": list(decks.allies),
    }
    found["monsters"] += state.powers_left.values()
    for name in state.drawn:
        deck, _, card = name.partition(":")
        found[deck].append(card)
    for who in state.investigators.values():
        found["items"] += [card.id for card in who.items]
        found["spells"] += [card.id for card in who.spells]
        found["skills"] += who.skills
        found["gates"] += who.trophies_gates
        found["monsters"] += who.trophies_monsters
        found["monsters"] += [bound.id for bound in who.bound]
        found["allies"] += who.allies
    return found


def violations(game: Game) -> list[str]:
    """Return what is wrong with a game; empty when all is well."""
    play = game.play
    state = play.state
    wrong: list[str] = []
    for kind, names in whereabouts(play).items():
        if sorted(names) != _FULL[kind]:
            missing = Counter(_FULL[kind]) - Counter(names)
            extra = Counter(names) - Counter(_FULL[kind])
            wrong.append(f"{kind}: missing {dict(missing)}, too many {dict(extra)}")
    people = list(state.investigators.values())
    wrong += _small_cards(play)
    wrong += module_violations(play)
    for who in people:
        for pool in ("strength", "sanity"):
            value, limit = getattr(who, pool), getattr(who, f"{pool}_max")
            if not 0 <= value <= limit or limit > 7:
                wrong.append(f"{who.id}: {pool} {value} of {limit}")
        if who.money < 0:
            wrong.append(f"{who.id}: money {who.money}")
        falling = game.decision is not None and game.decision.kind == "leave_power"
        if who.found_gate not in (None, *state.gates) and not falling:
            wrong.append(f"{who.id}: may attack a gate that is not there")
    if not 0 <= state.doom <= CONTENT.misc["lose"]["doom_of_arkham"]:
        wrong.append(f"doom {state.doom}")
    for monster in state.monsters:
        if monster.place in state.powers_left:
            wrong.append(f"{monster.id} on a sealed place")
    wrong += _asking(game)
    return wrong


def _small_cards(play: Play) -> list[str]:
    state = play.state
    people = list(state.investigators.values())
    misc = CONTENT.misc
    wrong = []
    held = {
        "retainers": sum(who.retainer for who in people) + state.decks.retainers,
        "charity": sum(len(who.charity) for who in people) + state.decks.charity,
        "automobile": sum(who.automobile for who in people) + state.decks.automobile,
    }
    for name, count in held.items():
        if count != misc[name]["copies"]:
            wrong.append(f"{name}: {count} of {misc[name]['copies']}")
    return wrong


def _asking(game: Game) -> list[str]:
    decision = game.decision
    if (decision is None) == (game.result is None):
        return ["neither asked nor over, or both"]
    if decision is None:
        return []
    wrong = []
    if len(decision.options) == 0:
        wrong.append(f"{decision.kind}: no legal answer")
    if decision.default is not None and not decision.offers(decision.default):
        wrong.append(f"{decision.kind}: default {decision.default} is not on offer")
    if not 0 <= decision.seat < len(game.play.state.seats):
        wrong.append(f"{decision.kind}: asked of seat {decision.seat}")
    return wrong
