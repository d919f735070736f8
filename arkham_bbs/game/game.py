"""One game: asks, takes answers, tells what happened, and can be stored and restored.

Room: game. Imports msgspec and neighbours here.

The rules run in course.py; what is stored of them is in remembered.py.
Source: DESIGN.md section 3.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from msgspec import Struct, structs

from arkham_bbs.game import interjections as aside
from arkham_bbs.game.course import OVER, Course
from arkham_bbs.game.decisions import Answer, AnswerRefused, Decision, Option
from arkham_bbs.game.dice import Dice, SeededDice, commitment
from arkham_bbs.game.effects_board import EFFECTS
from arkham_bbs.game.events import Event, GameStarted, TakenBack
from arkham_bbs.game.options import Options
from arkham_bbs.game.play import Ask, Play
from arkham_bbs.game.policies.chosen import policies_for
from arkham_bbs.game.remembered import Remembered
from arkham_bbs.game.setup import first_state
from arkham_bbs.game.state import Result, State
from arkham_bbs.game.stored import ENCODER, SNAPSHOT, STATE, Entry, ReplayMismatch
from arkham_bbs.game.taking_back import REVEALING, find_answer, last_answer
from arkham_bbs.game.turn import CHECKPOINT_STEPS
from arkham_bbs.game.versions import RULES_VERSION
from arkham_bbs.game.views import View, build_view


class Setup(Struct, frozen=True):
    """Who sits down (display names, clockwise) and the host's choices."""

    seats: tuple[str, ...]
    options: Options = Options()


class Game:
    """A game in progress. Build one with `new`, `restore`, `resume` or `at`."""

    def __init__(
        self, state: State, options: Options, dice: Dice, seed: bytes, seq: int, keep: bool
    ) -> None:
        self._options = options
        self._dice = dice
        self._seed = seed
        self._keep = keep
        self._seq = seq
        self._remembered = Remembered(options, seed, seq)
        self._rerun: tuple[Event, ...] = ()
        self._decision: Decision | None = None
        self._asks_all = False
        self._stop: Callable[[Play], bool] | None = None
        self._stand_at(state)

    def _stand_at(self, state: State) -> None:
        """Hold a position with no rule under way."""
        checks, zero, conditions = policies_for(self._options)
        self._play = Play(state, self._dice, self._options, checks, zero, conditions, EFFECTS)
        self._play.asks_all = self._asks_all
        self._course = Course(self._play, self._boundary)
        self._decision = None

    def _boundary(self) -> bool:
        """Remember a step boundary worth it; False when the game is to halt there."""
        state = self._play.state
        over = state.step == OVER
        if not over and self._stop is not None and self._stop(self._play):
            return False
        if self._keep and (over or state.step in CHECKPOINT_STEPS or not self._remembered.spans):
            state.dice_used = self._dice.used
            self._remembered.mark(state, self._seq)
        return True

    # ---- building ------------------------------------------------------------------------

    @classmethod
    def new(
        cls,
        setup: Setup,
        seed: bytes,
        *,
        keep_checkpoints: bool = True,
        began_under: str = RULES_VERSION,
    ) -> Game:
        """Start a game; the first decision is already pending.

        Args:
            setup: seats and options, checked here.
            seed: at least 16 secret bytes; its SHA-256 is the commitment.
            began_under: what the game names as its version of the rules, where an old one is
                played again. It is played by the rules of today whatever that says.

        Raises:
            BadOptions: a choice that does not exist or does not fit.
        """
        options = setup.options.checked()
        state = first_state(setup.seats, options, began_under)
        game = cls(state, options, SeededDice(seed), seed, 0, keep_checkpoints)
        game._play.emit(
            GameStarted(
                commitment=commitment(seed), rules_version=began_under, options=options.shown()
            )
        )
        game._course.run()
        game._refresh()
        return game

    @classmethod
    def at(
        cls,
        state: State,
        options: Options,
        dice: Dice,
        *,
        stop: Callable[[Play], bool] | None = None,
        asks_all: bool = False,
    ) -> Game:
        """Build a game at a given position (scenario files) and run to its first decision.

        Args:
            stop: looked at before every step; True halts the game there, without a decision.
            asks_all: ask even where only one answer is possible.
        """
        game = cls(state, options, dice, b"", 0, False)
        game._stop = stop
        game._asks_all = game._play.asks_all = asks_all
        game._course.run()
        game._refresh()
        return game

    @classmethod
    def restore(cls, data: bytes, *, step_only: bool = False) -> Game:
        """Rebuild a game from `snapshot` or `checkpoint`.

        Args:
            step_only: stand where the step of the turn began, without the answers kept with it.

        Raises:
            ReplayMismatch: a recorded answer does not fit these rules any more.
        """
        kept = SNAPSHOT.decode(data)
        state = STATE.decode(kept.state)
        dice = SeededDice(kept.seed, state.dice_used)
        game = cls(state, kept.options, dice, kept.seed, kept.base_seq, True)
        if step_only:
            kept = structs.replace(kept, entries=())
        game._rebuild(state, kept.base_seq, kept.entries)
        if kept.seq != kept.base_seq:
            # At a bare step boundary the step itself has just rolled its dice again.
            game._dice.used = kept.dice_used
        game._seq = kept.seq
        game._remembered.stand(kept.entries, kept.seq, kept.dice_used)
        game._refresh()
        again = game.take_events()
        game._rerun = again if kept.seq == kept.base_seq else ()
        return game

    @classmethod
    def resume(cls, checkpoint: bytes, answers: Iterable[Answer]) -> Game:
        """Rebuild a game from a stored checkpoint and the answers recorded after it.

        Raises:
            ReplayMismatch: an answer does not fit; nothing after it was applied.
        """
        game = cls.restore(checkpoint)
        for answer in answers:
            if answer.seq < game._seq:
                continue
            try:
                if answer.interjection:
                    game.interject(answer.seat, answer.key)
                else:
                    game.decide(answer.key, seat=answer.seat)
            except AnswerRefused as refused:
                raise ReplayMismatch(answer.seq, answer.key) from refused
        return game

    def _rebuild(self, state: State, base_seq: int, entries: Sequence[Entry]) -> None:
        """Stand at a step boundary and apply the answers that were in force since."""
        self._stand_at(state)
        self._seq = base_seq
        self._dice.used = state.dice_used
        self._course.run()
        span = self._remembered.spans[-1]
        for entry in entries:
            self._dice.used = entry.dice_used
            self._seq = entry.seq
            try:
                self._apply(entry.seat, entry.key, entry.interjection)
            except AnswerRefused as refused:
                raise ReplayMismatch(entry.seq, entry.key) from refused
            span.entries.append(entry)

    # ---- asking and answering ------------------------------------------------------------

    @property
    def decision(self) -> Decision | None:
        """What is being asked now; None when the game is over."""
        return self._decision

    @property
    def result(self) -> Result | None:
        """How the game ended, or None."""
        return self._play.state.result

    @property
    def seq(self) -> int:
        """The number the next answer will bear."""
        return self._seq

    @property
    def answers(self) -> tuple[Answer, ...]:
        """The answers taken since the last checkpoint, oldest first."""
        return tuple(self._remembered.answers)

    @property
    def rerun(self) -> tuple[Event, ...]:
        """What happened when restoring began the step anew: it was told before it was stored.

        Empty where an answer of that step had been taken back.
        """
        return self._rerun

    @property
    def checkpoint_seq(self) -> int:
        """The number of the first answer after the last checkpoint."""
        return self._remembered.checkpoint_seq

    @property
    def commitment(self) -> str:
        """SHA-256 of the seed in hex, published from the start."""
        return commitment(self._seed)

    @property
    def seed(self) -> bytes:
        """The seed. To be shown only when the game is over."""
        return self._seed

    @property
    def options(self) -> Options:
        """The host's choices."""
        return self._options

    @property
    def play(self) -> Play:
        """The position itself, for neighbours in the game room and for tests."""
        return self._play

    @property
    def dice_faces(self) -> tuple[int, ...]:
        """How often each face came up since this game was built in memory."""
        return tuple(getattr(self._dice, "faces", (0,) * 6))

    def view(self, seat: int | None) -> View:
        """Return what ``seat`` may know now; None is a spectator."""
        return build_view(self._play, seat, self._decision, self.commitment)

    def take_events(self) -> tuple[Event, ...]:
        """Return and forget what happened since the last call (the opening, after `new`)."""
        events = tuple(self._play.events)
        self._play.events.clear()
        return events

    def check(self, answer: str, *, seat: int | None = None, number: int | None = None) -> Decision:
        """Return the pending decision if ``answer`` may be given to it.

        Raises:
            AnswerRefused: as `decide`.
        """
        if self._decision is None:
            raise AnswerRefused("game-over", answer=answer)
        self._decision.must_take(answer, seat, number)
        return self._decision

    def decide(
        self, answer: str, *, seat: int | None = None, number: int | None = None
    ) -> tuple[Event, ...]:
        """Apply one answer to the pending decision and return what happened.

        Args:
            answer: the key of an option on offer.
            seat: who answers; None means the one asked.
            number: the decision meant; None means the pending one.

        Raises:
            AnswerRefused: game-over, wrong-seat, stale, not-on-offer; nothing changed.
        """
        decision = self.check(answer, seat=seat, number=number)
        return self._record(decision.seat, answer, False)

    def interjections(self, seat: int) -> tuple[Option, ...]:
        """List what ``seat`` may do out of turn now, ordered by key; empty when it is over."""
        if self._decision is None:
            return ()
        return aside.offered(self._play, seat, self._course.asks[-1].kind)

    def check_interjection(self, seat: int, answer: str) -> None:
        """Refuse an interjection that is not possible now.

        Raises:
            AnswerRefused: as `interject`.
        """
        if self._decision is None:
            raise AnswerRefused("game-over", answer=answer)
        if answer.startswith("takeback:"):
            find_answer(self._remembered.spans, seat, answer)
            return
        aside.check(self._play, seat, answer, self._course.asks[-1].kind)

    def interject(self, seat: int, answer: str) -> tuple[Event, ...]:
        """Do something out of turn and return what happened; the pending decision stays.

        Raises:
            AnswerRefused: game-over, not-on-offer, malformed, no-such-offer; nothing changed.
        """
        self.check_interjection(seat, answer)
        return self._record(seat, answer, True)

    def _record(self, seat: int, key: str, interjection: bool) -> tuple[Event, ...]:
        play = self._play
        play.events.clear()
        seq = self._seq
        if interjection and key.startswith("takeback:"):
            return self._take_back(seat, key)
        used = self._dice.used
        spans = self._remembered.spans
        span = spans[-1] if spans else None
        self._remembered.answers.append(Answer(seq, seat, key, interjection))
        # `decide` and `interject` have just found it on offer.
        self._push(seat, key, interjection)
        self._refresh()
        events = self.take_events()
        if span is not None:
            shown = self._dice.used != used or any(isinstance(e, REVEALING) for e in events)
            span.entries.append(Entry(seq, seat, key, interjection, used, shown))
        return events

    def _apply(self, seat: int, key: str, interjection: bool) -> None:
        """Push one answer through the rules. Raises AnswerRefused before anything changes."""
        asks = self._course.asks
        if not asks:
            raise AnswerRefused("game-over", answer=key)
        if interjection:
            aside.check(self._play, seat, key, asks[-1].kind)
        else:
            decision = self._decision
            if decision is None or decision.number != self._seq:
                decision = self._build(asks[-1])
            if not decision.offers(key) or seat != decision.seat:
                raise AnswerRefused("not-on-offer", decision=decision.kind, answer=key)
        self._push(seat, key, interjection)

    def _push(self, seat: int, key: str, interjection: bool) -> None:
        """Push an answer known to be on offer through the rules."""
        self._seq += 1
        self._decision = None
        if interjection:
            self._course.put_aside(aside.perform(self._play, seat, key))
        else:
            self._course.answer(key)

    def _build(self, ask: Ask) -> Decision:
        return ask.decision(self._seq, self._play.state)

    def _refresh(self) -> None:
        asks = self._course.asks
        self._decision = self._build(asks[-1]) if asks else None

    # ---- taking back ---------------------------------------------------------------------

    def take_back_point(self, seat: int) -> tuple[int, bool] | None:
        """Return the number of the last answer of ``seat`` that can be undone, and whether freely.

        Free means: nothing was rolled or shown since and nobody else has answered. None when no
        answer of that seat is within reach (the last few turns), or when the game is over.
        """
        return None if self._decision is None else last_answer(self._remembered.spans, seat)

    def _take_back(self, seat: int, key: str) -> tuple[Event, ...]:
        """Stand where the game stood before an answer; the dice go on from where they are."""
        spans = self._remembered.spans
        span, place = find_answer(spans, seat, key)
        used = self._dice.used
        seq = self._seq + 1
        entries = tuple(span.entries[:place])
        while spans[-1] is not span:
            spans.pop()
        spans.pop()
        wanted = int(key.split(":")[1])
        self._rebuild(STATE.decode(span.base), span.seq, entries)
        self._dice.used = used
        self._seq = seq
        self._remembered.stand(entries, seq, used)
        self._play.events.clear()
        self._play.emit(TakenBack(seat=seat, to=wanted, voted=key.endswith(":voted")))
        self._refresh()
        return self.take_events()

    # ---- storing -------------------------------------------------------------------------

    @property
    def checkpoint(self) -> bytes:
        """The last checkpoint, fit for `resume` together with `answers`."""
        return self._remembered.checkpoint()

    def snapshot(self) -> bytes:
        """Return the complete state between decisions, for `restore`."""
        return self._remembered.snapshot(self._seq, self._dice.used)

    def last_span(self) -> tuple[State, int, tuple[Entry, ...]]:
        """Return the step boundary before the last answers, the draws made by then, and those.

        For a finished game these are the answers that ended it, if still remembered.
        """
        return self._remembered.last_span(self._decision is None)

    def fingerprint(self) -> bytes:
        """Return bytes that are equal exactly when two games stand the same."""
        state = self._play.state
        state.dice_used = self._dice.used
        asked = self._decision
        keys = (asked.kind, asked.seat, asked.investigator, asked.keys()) if asked else None
        return ENCODER.encode((state, keys, self._seq))
