"""The host's choices for one game: presets, printed options, house rules, later modules.

Room: game. Imports msgspec only. Source: RULES.md OPT, HOUSE, LOST; VARIANTS.md.
"""

from __future__ import annotations

from msgspec import Struct

SWITCHES: tuple[str, ...] = (
    *(f"OPT-{number}" for number in range(1, 8)),
    "OPT-9",
    *(f"HOUSE-{number}" for number in range(1, 6)),
    "LOST",
)
MODULES: tuple[str, ...] = ("pool_checks", "conditions_2005", "defeat_2013")
PRESETS: dict[str, tuple[str, ...]] = {
    "sensible": (),
    "printed": ("OPT-4", "OPT-5", "OPT-6", "OPT-9"),
}


class BadOptions(ValueError):
    """A choice that does not exist or does not fit. ``code`` and ``value`` say which."""

    def __init__(self, code: str, value: object, allowed: tuple[object, ...] = ()) -> None:
        super().__init__(f"{code}: {value!r}")
        self.code = code
        self.value = value
        self.allowed = allowed


class Options(Struct, frozen=True):
    """Everything a host may choose.

    Attributes:
        preset: a name of PRESETS, whose switches are always on.
        switches: further ids of SWITCHES. modules: names of MODULES.
        per_player: investigators per player, 0 for SETUP-2's own count (OPT-8).
    """

    preset: str = "sensible"
    switches: tuple[str, ...] = ()
    modules: tuple[str, ...] = ()
    per_player: int = 0

    def checked(self) -> Options:
        """Return these options with switches and modules in their stated order.

        Raises:
            BadOptions: preset-unknown, switch-unknown, module-unknown, per-player,
                house-5-needs-4.
        """
        if self.preset not in PRESETS:
            raise BadOptions("preset-unknown", self.preset, tuple(PRESETS))
        for name in self.switches:
            if name not in SWITCHES:
                raise BadOptions("switch-unknown", name, SWITCHES)
        for name in self.modules:
            if name not in MODULES:
                raise BadOptions("module-unknown", name, MODULES)
        if self.per_player not in (0, 1, 2, 3):
            raise BadOptions("per-player", self.per_player, (0, 1, 2, 3))
        chosen = (*PRESETS[self.preset], *self.switches)
        if "HOUSE-5" in chosen and "HOUSE-4" not in chosen:
            raise BadOptions("house-5-needs-4", "HOUSE-5", ("HOUSE-4",))
        return Options(
            preset=self.preset,
            switches=tuple(name for name in SWITCHES if name in self.switches),
            modules=tuple(name for name in MODULES if name in self.modules),
            per_player=self.per_player,
        )

    def on(self) -> tuple[str, ...]:
        """Return the switches in force, those of the preset included, in their stated order."""
        return tuple(s for s in SWITCHES if s in PRESETS[self.preset] or s in self.switches)

    def has(self, switch: str) -> bool:
        """Tell whether a switch is in force."""
        return switch in self.switches or switch in PRESETS[self.preset]

    def shown(self) -> tuple[str, ...]:
        """Return what is shown in the lobby: the preset, switches, modules and OPT-8."""
        extra = (f"OPT-8={self.per_player}",) if self.per_player else ()
        return (self.preset, *self.on(), *self.modules, *extra)


def investigators_per_player(options: Options, players: int) -> int:
    """Return how many investigators each of ``players`` runs (SETUP-2, HOUSE-1, OPT-8).

    Raises:
        BadOptions: more than eight investigators would be needed.
    """
    if options.per_player:
        count = options.per_player
    elif options.has("HOUSE-1"):
        count = 1
    else:
        count = 2 if players <= 3 else 1
    if count * players > 8:
        raise BadOptions("too-many-investigators", count * players, (8,))
    return count
