"""A tiny deterministic game that keeps the contract of the lobby's ``HostedGame``.

Seats are asked in turn. ``stay`` passes on, ``roll`` uses a die, ``boom`` is a rule with a fault,
``end`` ends the game. Every third answer stands at a checkpoint. ``wave`` is an interjection.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any

import msgspec

from arkham_bbs.game.decisions import AnswerRefused, Decision, Option
from arkham_bbs.lobby.refusals import LobbyRefused
from arkham_bbs.lobby.specs import TableSpec

KEYS = ("stay", "roll", "boom", "end", "old")


class Said(msgspec.Struct, frozen=True, tag=True):
    text: str
    rule: str = "TOY-1"


class ToyView(msgspec.Struct, frozen=True):
    seat: int | None
    turn: int
    result: Any
    decision: Decision | None
    doom: int = 1
    investigators: tuple[Any, ...] = ()


class ToyResult(msgspec.Struct, frozen=True):
    victory: bool = True
    reason: str = "gates-closed"
    turn: int = 1
    first_citizen: tuple[str, ...] = ("joe_diamond",)
    honours: tuple[dict[str, Any], ...] = ()


class ToyState(msgspec.Struct):
    names: tuple[str, ...]
    seed: bytes
    seq: int = 0
    log: list[str] = []
    dice: int = 0
    over: bool = False


class Toy:
    """See the module. ``faulty`` makes ``boom`` raise; ``modern`` makes ``old`` illegal."""

    faulty = True
    modern = False

    def __init__(self, state: ToyState) -> None:
        self.state = state
        self._checkpoint = msgspec.msgpack.encode(state)
        self._checkpoint_seq = state.seq

    @property
    def decision(self) -> Decision | None:
        state = self.state
        if state.over:
            return None
        keys = [k for k in KEYS if not (k == "old" and Toy.modern)]
        return Decision(
            number=state.seq,
            kind="toy",
            seat=state.seq % len(state.names),
            investigator="joe_diamond",
            options=tuple(Option(k, "TOY-1") for k in keys),
            default="stay",
        )

    @property
    def checkpoint(self) -> bytes:
        return self._checkpoint

    @property
    def checkpoint_seq(self) -> int:
        return self._checkpoint_seq

    @property
    def seq(self) -> int:
        return self.state.seq

    @property
    def rerun(self) -> tuple[Any, ...]:
        return ()

    @property
    def result(self) -> Any:
        who = ("joe_diamond", "jenny_barnes")
        lines = tuple(
            {"who": who[n], "seat": n, "gates": 2 - n, "monster_strength": 5}
            for n in range(min(2, len(self.state.names)))
        )
        return ToyResult(honours=lines) if self.state.over else None

    @property
    def commitment(self) -> str:
        return hashlib.sha256(self.state.seed).hexdigest()

    def decide(
        self, answer: str, *, seat: int | None = None, number: int | None = None
    ) -> tuple[Any, ...]:
        decision = self.decision
        if decision is None:
            raise AnswerRefused("game-over")
        if seat is not None and seat != decision.seat:
            raise AnswerRefused("wrong-seat")
        if not decision.offers(answer):
            raise AnswerRefused("not-on-offer")
        if answer == "boom" and Toy.faulty:
            raise ZeroDivisionError("a rule with a fault")
        return self._take(decision.seat, answer)

    def _take(self, seat: int, answer: str) -> tuple[Any, ...]:
        state = self.state
        if answer == "roll":
            state.dice += 1
            face = hashlib.sha256(state.seed + bytes([state.dice])).digest()[0] % 6 + 1
            answer = f"roll {face}"
        text = f"{state.names[seat]}: {answer}"
        state.log.append(text)
        state.seq += 1
        state.over = answer == "end"
        if state.seq % 3 == 0 or state.over:
            self._checkpoint = msgspec.msgpack.encode(state)
            self._checkpoint_seq = state.seq
        return (Said(text),)

    def interjections(self, seat: int) -> tuple[Option, ...]:
        return () if self.state.over else (Option("wave", "TOY-2"),)

    def check_interjection(self, seat: int, answer: str) -> None:
        if answer.startswith("takeback:"):
            point = self.take_back_point(seat)
            if point is None or int(answer.split(":")[1]) != point[0]:
                raise AnswerRefused("not-on-offer")
        elif answer != "wave":
            raise AnswerRefused("not-on-offer")

    def interject(self, seat: int, answer: str) -> tuple[Any, ...]:
        self.check_interjection(seat, answer)
        if not answer.startswith("takeback:"):
            return self._take(seat, answer)
        undone = self.state.log.pop()
        self.state.log.append(f"undone {undone}")
        self.state.seq += 1
        self._checkpoint = msgspec.msgpack.encode(self.state)
        self._checkpoint_seq = self.state.seq
        return (Said(f"undone {undone}"),)

    def take_back_point(self, seat: int) -> tuple[int, bool] | None:
        log = self.state.log
        if not log or not log[-1].startswith(self.state.names[seat] + ":"):
            return None
        return self.state.seq - 1, "roll" not in log[-1]

    def view(self, seat: int | None) -> ToyView:
        return ToyView(seat, 1 + self.state.seq // 4, self.result, self.decision)

    def snapshot(self) -> bytes:
        return msgspec.msgpack.encode(self.state)


class ToyEngine:
    rules_version = "toy-1"

    def check(self, spec: TableSpec, seats: int) -> None:
        if spec.preset not in ("sensible", "printed"):
            raise LobbyRefused("bad-spec", field="preset", value=spec.preset, allowed="sensible")

    def commitment(self, seed: bytes) -> str:
        return hashlib.sha256(seed).hexdigest()

    def setup(self, spec: TableSpec, names: Sequence[str]) -> dict[str, Any]:
        return {"seats": list(names)}

    def begin(self, setup: dict[str, Any], seed: bytes) -> tuple[Toy, tuple[Any, ...]]:
        return Toy(ToyState(tuple(setup["seats"]), seed)), (Said("The game begins."),)

    def written_under(self, checkpoint: bytes) -> str:
        return self.rules_version

    def mended_since(self, version: str) -> tuple[str, ...]:
        return ()

    def restore(self, checkpoint: bytes, *, step_only: bool = False) -> Toy:
        return Toy(msgspec.msgpack.decode(checkpoint, type=ToyState))

    def turn(self, game: Any) -> int:
        turn: int = game.view(None).turn
        return turn

    def narrate(self, event: Any, names: Sequence[str]) -> str:
        return str(getattr(event, "text", ""))
