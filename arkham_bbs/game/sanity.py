"""Sanity checks against monsters.

Room: game. Imports events and neighbours here.
Source: RULES.md SANITY-1 to SANITY-9, SNEAK-5, SNEAK-14, OPEN-25, OPEN-26.
"""

from __future__ import annotations

from msgspec import Struct, field

from arkham_bbs.game.events import SanityChecked
from arkham_bbs.game.play import Play, Rule
from arkham_bbs.game.pools import lose
from arkham_bbs.game.state import Investigator, Monster


class Encounter(Struct):
    """What one investigator must remember of one meeting with monsters.

    ``species`` were checked in it (SANITY-3); ``met`` counters turned up; ``fought`` whether a
    round was fought (SNEAK-3); ``sneaked_gate`` closes the way by walking in (GATTACK-13).
    """

    species: list[str] = field(default_factory=list)
    met: list[Monster] = field(default_factory=list)
    fought: bool = False
    opened: list[str] = field(default_factory=list)
    extra: dict[str, int] = field(default_factory=dict)

    def facts(self) -> dict[str, object]:
        """Return what the one who meets them has seen happen, for a decision's facts."""
        return {
            "species": tuple(self.species),
            "opened": tuple(self.opened),
            "extra": dict(self.extra),
        }


def worst_loss(play: Play, monster: Monster) -> tuple[int, int]:
    """Return (largest loss, loss on a pass) of a counter (SNEAK-14); a power can cost 7."""
    card = play.content.monsters[monster.id]
    failed = card.sanity_fail if isinstance(card.sanity_fail, int) else 7
    return failed, card.sanity_pass


def check(play: Play, who: Investigator, monster: Monster, encounter: Encounter) -> Rule[None]:
    """Make the sanity check against one monster, whatever was checked before.

    Raises:
        CarriedOff: sanity reached 0.
    """
    card = play.content.monsters[monster.id]
    encounter.species.append(card.species)
    who.checked.append(monster.id)
    failed = card.sanity_fail
    if card.sanity_pass == 0 and failed == 0:
        play.emit(
            SanityChecked(
                who=who.id,
                monster=monster.id,
                dice=(),
                value=who.sanity,
                passed=True,
                loss=0,
                rule="SANITY-8",
            )
        )
        return
    roll = yield from play.checks.horror(play, who, f"monster:{monster.id}")
    die: int | None = None
    if roll.passed:
        loss = card.sanity_pass
    elif isinstance(failed, int):
        loss = failed
    else:
        die = play.d6()
        loss = die + 1
    play.emit(
        SanityChecked(
            who=who.id,
            monster=monster.id,
            dice=roll.dice,
            value=roll.value,
            passed=roll.passed,
            loss=loss,
            loss_die=die,
            hits=roll.hits,
            difficulty=roll.difficulty,
            rule="SANITY-5",
        )
    )
    yield from lose(play, who, "sanity", loss, f"monster:{monster.id}", "SANITY-5")


def check_once(play: Play, who: Investigator, monster: Monster, encounter: Encounter) -> Rule[None]:
    """Check as combat begins, within SANITY-1 and SANITY-3."""
    if monster.id in who.checked:
        encounter.species.append(play.content.monsters[monster.id].species)
    elif play.content.monsters[monster.id].species not in encounter.species:
        yield from check(play, who, monster, encounter)


def check_each(
    play: Play, who: Investigator, monsters: list[Monster], encounter: Encounter
) -> Rule[None]:
    """Check against every monster not yet checked this game turn (SNEAK-6, GATTACK-2, SANITY-9)."""
    for monster in monsters:
        if monster.id not in who.checked:
            yield from check(play, who, monster, encounter)


def check_worst(
    play: Play, who: Investigator, monsters: list[Monster], encounter: Encounter
) -> Rule[None]:
    """Check once for the species that could cost most (SNEAK-5, SNEAK-14, OPEN-26)."""
    if not monsters:
        return
    worst = max(worst_loss(play, monster) for monster in monsters)
    first = next(m for m in monsters if worst_loss(play, m) == worst)
    species = play.content.monsters[first.id].species
    if species in encounter.species:
        return
    for monster in monsters:
        if play.content.monsters[monster.id].species == species and monster.id not in who.checked:
            yield from check(play, who, monster, encounter)
            return
