"""A game taken apart: what each decision cost, what the dice gave, and who was how likely to win when.

A play is taken apart into moments: a choice before a roll, the throw, a choice of what to bank. At a choice a
seat loses what the best one would have promised more (`cost`); at a throw it wins or loses by luck. What is
left of the change in its chance is the others' doing. So for every seat

    start + luck - cost + others = end
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from scorekeeper import odds, rules
from scorekeeper.rules import GameState, Input, Roll, Stand, WholeTurn
from scorekeeper.rules.consequences import DiceRolled
from scorekeeper.thinking.asked import Answer, Known, Question

EVEN: Final = 1e-9
"""A cost below this is none."""


@dataclass(slots=True)
class SeatSum:
    """What the game gave a seat, in chance to win: at the start and the end, by its own dice, by its own
    choices (in points too), and how many choices it had and made best."""

    start: float = 0.0
    end: float = 0.0
    luck: float = 0.0
    cost: float = 0.0
    cost_points: float = 0.0
    choices: int = 0
    best_choices: int = 0

    def to_json(self, seat: int) -> Answer:
        """The same as JSON values, with what the others did."""
        others = self.end - self.start - self.luck + self.cost
        return {
            "seat": seat,
            "start": self.start,
            "end": self.end,
            "luck": self.luck,
            "cost": self.cost,
            "others": others,
            "cost_points": self.cost_points,
            "choices": self.choices,
            "best_choices": self.best_choices,
        }


@dataclass(slots=True)
class _Book:
    """What was found so far."""

    seats: list[SeatSum] = field(default_factory=list)
    decisions: list[Answer] = field(default_factory=list)
    method: str = "exact"
    error: float = 0.0
    samples: int = 0
    seed: int | None = None
    assumption: str | None = None

    def seat(self, number: int) -> SeatSum:
        while len(self.seats) < number:
            self.seats.append(SeatSum())
        return self.seats[number - 1]

    def note(self, sure: odds.Chances | odds.Advice) -> None:
        if sure.method == "simulated":
            self.method, self.assumption = "simulated", sure.assumption
            self.samples = min(self.samples or sure.samples, sure.samples)
            self.seed = sure.seed if self.seed is None else self.seed
        self.error = max(self.error, sure.error)


@dataclass(frozen=True, slots=True)
class _Moment:
    """Where something is found: the entry, and what the computer knew that made it."""

    book: _Book
    seq: int
    known: Known


def analyse(question: Question) -> Answer:
    """The analysis of a game. question: as `analysis_about` has it."""
    opening, book = question["opening"], _Book()
    ruleset = rules.read_ruleset(opening["ruleset"])
    state = rules.start(ruleset, opening["seats"], opening["opener"], opening["entry"]).state
    known = _known(question["known"], ruleset)
    chances = _chances(book, state)
    for seat, chance in enumerate(chances, 1):
        book.seat(seat).start = chance
    opened = {"seq": 1, "kind": "open", "seat": None, "thrown_by": None, "round": None}
    curve = [{**opened, "chances": chances}]
    for seq, kind, body in question["plays"]:
        before = state
        entry = rules.input_from_json({"kind": kind, **body})
        state = _play(_Moment(book, seq, known.get(seq, Known())), state, entry)
        chances = _chances(book, state)
        where = {name: body.get(name) for name in ("seat", "thrown_by")} | {"round": before.round or None}
        curve.append({"seq": seq, "kind": kind, **where, "chances": chances})
    for seat, chance in enumerate(chances, 1):
        book.seat(seat).end = chance
    return {
        "method": book.method,
        "error": book.error,
        "samples": book.samples,
        "seed": book.seed,
        "assumption": book.assumption,
        "curve": curve,
        "decisions": book.decisions,
        "seats": [found.to_json(seat) for seat, found in enumerate(book.seats, 1)],
    }


def _known(told: Answer, ruleset: rules.Ruleset) -> dict[int, Known]:
    """What the computer knew at its rolls, where that is not what is so now."""
    states = [rules.state_from_json(state, ruleset) for state in told["states"]]
    return {
        int(seq): Known(*(None if place is None else states[place] for place in places))
        for seq, places in told["rolls"].items()
    }


def _play(at: _Moment, state: GameState, entry: Input) -> GameState:
    """The game after a play, with its moments taken down."""
    then = at.known.banking
    for moment in _moments(entry):
        match moment:
            case Roll():
                state = _throw(at, state, moment)
                then = None if then is None else rules.play(then, moment).state
            case Stand():
                if not _is_stood(state, moment):
                    _choose(at, state, odds.Choice("stand"), then=then)
                    state = rules.play(state, moment).state
            case _:
                state = _other(at.book, state, moment)
    return state


def _moments(entry: Input) -> Iterator[Input]:
    """A play as rolls and a stand of their own."""
    if isinstance(entry, WholeTurn):
        yield from (Roll(entry.seat, thrown) for thrown in entry.rolls)
    elif isinstance(entry, Roll):
        yield Roll(entry.seat, entry.thrown)
    else:
        yield entry
        return
    if entry.stand:
        yield Stand(entry.seat)


def _is_stood(state: GameState, entry: Stand) -> bool:
    """Whether a roll has ended the turn by itself, so that a stand said nothing new."""
    return state.turn is None or state.turn.seat != entry.seat


def _throw(at: _Moment, state: GameState, entry: Roll) -> GameState:
    seat = entry.seat
    played = rules.play(state, entry)
    rolled = next(each for each in played.consequences if isinstance(each, DiceRolled))
    rerolled = odds.Choice("roll", len(rolled.dice), rolled.hold)
    promised = _choose(at, state, rerolled, then=at.known.rolling)
    banked = _bank(at, state, rolled)
    gave = _chances(at.book, played.state)[seat - 1] if banked is None else banked
    at.book.seat(seat).luck += gave - promised
    return played.state


def _bank(at: _Moment, state: GameState, rolled: DiceRolled) -> float | None:
    """What the dice gave where the player chose what to bank of them; None where there was no choice."""
    if state.turn_state.has_crew or state.ruleset.turn.banking == "automatic":
        return None
    throw = odds.Throw(tuple(rolled.dice))
    if len(odds.advice(state, "points", throw).options) < 2:
        return None
    _choose(at, state, odds.Choice("keep", keep=tuple(rolled.kept)), throw, then=at.known.banking)
    advice = odds.advice(state, "game", throw)
    return _best_value(advice)


def _choose(
    at: _Moment,
    state: GameState,
    chosen: odds.Choice,
    throw: odds.Throw | None = None,
    *,
    then: GameState | None = None,
) -> float:
    """Take down a choice; what was to be expected of it as the game counts now: what is not told from the
    best one is as good.

    then: the game as who chose knew it, where that is not the same: the choice is held against that one.
    """
    advice = odds.advice(state, "game", throw)
    at.book.note(advice)
    place = _place(advice, chosen)
    if len(advice.options) > 1:
        _take_down(at, state if then is None else then, chosen, throw, is_past=then is not None)
    return _best_value(advice) if place in advice.best else advice.options[place].value


def _place(advice: odds.Advice, chosen: odds.Choice) -> int:
    return next(place for place, option in enumerate(advice.options) if option.choice == chosen)


def _take_down(
    at: _Moment, state: GameState, chosen: odds.Choice, throw: odds.Throw | None, *, is_past: bool
) -> None:
    """A choice between several, against the best one. What is not told from that costs nothing: what it seems
    to be worth less is no more than the dice of the games that were played out. is_past: whether the game
    counts otherwise now."""
    advice, points = odds.advice(state, "game", throw), odds.advice(state, "points", throw)
    at.book.note(advice)
    index = _place(advice, chosen)
    is_best, value, best = index in advice.best, advice.options[index].value, _best_value(advice)
    means = [option.value for option in points.options]
    cost = 0.0 if is_best else max(best - value, 0.0)
    found = at.book.seat(advice.seat)
    found.choices += 1
    found.best_choices += is_best
    found.cost += cost
    found.cost_points += max(means) - means[index]
    at.book.decisions.append(
        {
            "seq": at.seq,
            "round": state.round,
            "roll_off": state.roll_off,
            "seat": advice.seat,
            "after_roll": state.turn_state.rolls_used + (throw is not None),
            "as_known_then": is_past,
            "chose": advice.options[index].text,
            "method": advice.method,
            "best": [advice.options[place].text for place in advice.best],
            "is_best": is_best,
            "value": value,
            "best_value": best,
            "cost": cost,
            "cost_points": max(means) - means[index],
        }
    )


def _best_value(advice: odds.Advice) -> float:
    """What the best choices promise: of those that are not told apart, what the highest does."""
    return max(advice.options[at].value for at in advice.best)


def _other(book: _Book, state: GameState, entry: Input) -> GameState:
    """A score alone and a roll for the opener are luck; who comes, goes or plays later is nobody's."""
    before = _chances(book, state)
    after = rules.play(state, entry).state
    if isinstance(entry, rules.Score | rules.StartRoll):
        book.seat(entry.seat).luck += _chances(book, after)[entry.seat - 1] - before[entry.seat - 1]
    return after


def _chances(book: _Book, state: GameState) -> list[float]:
    """The chance of each seat to win the game; nobody's where it was abandoned."""
    if state.status == "abandoned":
        return [0.0] * len(state.seats)
    found = odds.win_chances(state)
    book.note(found)
    return list(found.seats)
