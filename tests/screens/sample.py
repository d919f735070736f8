"""A made-up position with something of everything, for looking at screens. Room: tests."""

from __future__ import annotations

from typing import Any

from arkham_bbs.game.content import CONTENT
from arkham_bbs.game.decisions import Decision, Option
from arkham_bbs.game.views import CardView, GateView, InvestigatorView, MonsterView, View


def monster(
    key: str, place: str, heading: tuple[str, ...] = (), *, met: bool = False
) -> MonsterView:
    """Return a counter of the box, put somewhere."""
    card = CONTENT.monsters[key]
    hand = card.hand if card.hand in ("L", "R") else "F"
    return MonsterView(
        id=key,
        species=card.species,
        place=place,
        heading=heading,
        code=f"{hand}-{card.speed}" if card.speed else "-",
        cls=card.cls,
        world=card.world,
        face_up=met,
        strength=card.sp if met else None,
        sanity=(str(card.sanity_pass), str(card.sanity_fail)) if met else None,
        special=card.special if met else None,
    )


def sheet(key: str, seat: int, place: str, **changes: Any) -> InvestigatorView:
    """Return an investigator with a few cards."""
    card = CONTENT.investigators[key]
    values: dict[str, Any] = {
        "id": key,
        "name": card.name,
        "seat": seat,
        "status": "active",
        "place": place,
        "strength": 5,
        "strength_max": 7,
        "sanity": 4,
        "sanity_max": 7,
        "money": 13,
        "skills": {
            "fast_talk": card.fast_talk,
            "fight": card.fight,
            "knowledge": card.knowledge,
            "sneak": card.sneak,
        },
        "skill_cards": (),
        "items": (CardView("shotgun"), CardView("holy_water"), CardView("healing_stone", False)),
        "spells": (CardView("power_drain"), CardView("flesh_ward", False)),
        "charity": ("charity",),
        "allies": (),
        "retainer": False,
        "automobile": False,
        "bound": (),
        "trophies_monsters": (),
        "trophies_gates": (),
        "found_gate": None,
        "departed_gate": None,
        "jail": 0,
        "lost_turns": 0,
        "key_mark": None,
        "clues": 0,
        "conditions": (),
        "token": None,
    }
    return InvestigatorView(**{**values, **changes})


MOVE_KEYS = (
    "stay",
    *(
        f"walk:{place}"
        for place in (
            *("s34", "s33", "s28", "s26", "s22", "s32", "s27", "s40", "s42", "s46", "s48", "s56"),
            *("graveyard", "woods", "hospital", "newspaper", "s20"),
        )
    ),
    *(f"taxi:s20:{place}" for place in CONTENT.locations if place not in ("graveyard", "woods")),
)


def move_decision(seat: int = 0) -> Decision:
    """Return a question where to go, with many answers."""
    return Decision(
        number=41,
        kind="move",
        seat=seat,
        investigator="joe_diamond",
        options=tuple(Option(key, "MOVE-2") for key in MOVE_KEYS),
        default="stay",
        rule="MOVE-1",
        facts={"dice": (4, 3), "spaces": 7},
    )


def position(seat: int | None = 0, decision: Decision | None = None, **changes: Any) -> View:
    """Return the made-up position as one seat sees it."""
    values: dict[str, Any] = {
        "seat": seat,
        "seats": ("Ann", "Bob", "Cleo"),
        "turn": 6,
        "step": "movement",
        "active": "joe_diamond",
        "lead": None,
        "doom": 5,
        "doom_last": 13,
        "gate_limit": 7,
        "gates": (
            GateView("woods", "abyss", True),
            GateView("black_cave", None, False),
            GateView("silver_twilight_lodge", "yuggoth", True),
            GateView("founders_rock", None, False),
        ),
        "elder_signs": ("graveyard",),
        "powers_left": {},
        "clues": {},
        "monsters": (
            monster("ghoul_1", "s45", ("s46",), met=True),
            monster("ghoul_2", "s26", ("s28",)),
            monster("maniac_1", "s30", ("s24",)),
            monster("nightgaunt_1", "s25"),
            monster("deep_one_1", "s66", ("s67",)),
            monster("deep_one_2", "s62", ("s65",), met=True),
            monster("zombie_1", "s62", ("s65",)),
            monster("shoggoth_1", "woods", ("s22", "s26")),
            monster("cthulhu", "silver_twilight_lodge"),
            monster("byakhee_1", "s54"),
            monster("gug_1", "s12", ("s6",)),
            monster("hound_of_tindalos_1", "s53"),
            monster("dhole_1", "s41", ("s49",)),
            monster("migo_1", "founders_rock", ("s52", "s54")),
            monster("migo_2", "founders_rock", ("s52", "s54")),
            monster("elder_thing_1", "black_cave", ("s8", "s3")),
        ),
        "investigators": (
            sheet("joe_diamond", 0, "s34", strength=6, sanity=3, trophies_monsters=("zombie_1",)),
            sheet("gloria_goldberg", 0, "train_station"),
            sheet("monterey_jack", 1, "s62", items=(), money=2),
            sheet("jenny_barnes", 1, "train_station", strength=2),
            sheet("carolyn_fern", 2, "abyss/2", departed_gate="woods"),
            sheet("harvey_walters", 2, "s58", sanity=7, retainer=True, automobile=True),
        ),
        "order": (
            "joe_diamond",
            "gloria_goldberg",
            "monterey_jack",
            "jenny_barnes",
            "carolyn_fern",
            "harvey_walters",
        ),
        "offers": (),
        "options": ("sensible",),
        "commitment": "5f" * 32,
        "decision": decision,
        "result": None,
    }
    return View(**{**values, **changes})
