"""Rounds played with dice, by seats that do what the solved round tells them; the engine judges every roll.

`python -m tests.odds.played_rounds 1000000` plays a million rounds of every case and compares them with the
chances that were worked out; words after the number choose the cases that have one of them in their name.

Rounds that stand alike are played on side by side: each of them with dice of its own, but what those lead to
is asked of the engine once. So a million take hardly longer than a thousand.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from time import process_time
from typing import Any, Literal, NamedTuple

import numpy as np

from scorekeeper import rules
from scorekeeper.odds.advice import policy_for
from scorekeeper.odds.asking import round_chances, win_chances
from scorekeeper.odds.choices import STAND, Choice, keeps
from scorekeeper.odds.games import game_outlook
from scorekeeper.odds.rounds import round_outlook
from scorekeeper.odds.turn_graph import place_of
from scorekeeper.odds.turn_policy import TurnPolicy
from scorekeeper.rules import GameState, Ruleset, Thrown, WholeTurn, consequences, turn
from scorekeeper.rules.state import Result
from scorekeeper.rules.turn_state import TurnState
from tests.examples import BUST, crewed, house

ERRORS = 4
"""So many standard errors may lie between what was worked out and what was played."""
MOST_AT_ONCE = 200_000
LEVEL = 50
"""The highest total of a game that is played on; what counts is how far the others are behind."""

Shares = tuple[float, ...]
Aim = Literal["round", "game"]


@dataclass(eq=False)
class Seat:
    """A seat about to take its turn, where the round stands as it does; what it did before it does again."""

    state: GameState
    policy: TurnPolicy
    choices: dict[TurnState, Choice] = field(default_factory=dict)
    moves: dict[tuple[TurnState, tuple[int, ...]], TurnState] = field(default_factory=dict)
    ends: dict[tuple[int, int], Seat | Shares] = field(default_factory=dict)


class PlayedRounds:
    """A round that can be played again and again from where it stands: to win it, or to win the game."""

    def __init__(self, state: GameState, aim: Aim = "round") -> None:
        self._table = state.seats
        self._aim = aim
        self._seats: dict[tuple[Any, ...], Seat] = {}
        self._first = self._seat(state)

    def play(self, rounds: int, random: np.random.Generator) -> Counter[Shares]:
        """Who won, as shares of 1, and how often."""
        won: Counter[Shares] = Counter()
        waiting = Counter({self._first: rounds})
        while waiting:
            here = max(waiting, key=_is_early)
            for ended, times in _play_turns(here, waiting.pop(here), random).items():
                after = self._after(here, ended)
                if isinstance(after, Seat):
                    waiting[after] += times
                else:
                    won[after] += times
        return won

    def _after(self, seat: Seat, ended: tuple[int, int]) -> Seat | Shares:
        if ended not in seat.ends:
            seat.ends[ended] = self._found(seat.state, *ended)
        return seat.ends[ended]

    def _found(self, state: GameState, score: int, rolls: int) -> Seat | Shares:
        assert state.to_move is not None
        dice = (BUST,) * (rolls - 1) + ((crewed(score) if score else BUST),)
        entry = WholeTurn(state.to_move, tuple(map(Thrown, dice)), stand=score > 0)
        played = rules.play(state, entry)
        for each in played.consequences:
            if isinstance(each, consequences.GameDrawn):
                return self._shared(each.seats)
            if isinstance(each, consequences.RoundWon | consequences.GameWon):
                return self._shared([each.seat])
            if isinstance(each, consequences.RoundDone) and self._aim == "round":
                scores = {result.seat: result.score for result in state.results} | {state.to_move: score}
                return self._shared([seat for seat in scores if scores[seat] == max(scores.values())])
            if isinstance(each, consequences.RoundCarried):
                # Whoever wins the next round wins this pot too.
                return self._seat(played.state._replace(seats=self._table, pot=state.pot))
        return self._seat(played.state)

    def _shared(self, winners: Any) -> Shares:
        return tuple((number in winners) / len(winners) for number in range(1, len(self._table) + 1))

    def _seat(self, state: GameState) -> Seat:
        """The seat to move. Scores that are behind are forgotten, so that few seats are told apart."""
        state = state._replace(turns=0, just_ended=None, round=1, roll_off=min(state.roll_off, 1))
        state = _by_totals(state) if self._aim == "game" and not state.roll_off else self._by_scores(state)
        key = (state.results, state.to_come, state.pace, state.roll_off, state.opener, state.seats)
        if key not in self._seats:
            outlook = round_outlook(state) if self._aim == "round" else game_outlook(state)
            self._seats[key] = Seat(state, policy_for(state, outlook))
        return self._seats[key]

    def _by_scores(self, state: GameState) -> GameState:
        best = state.best
        results = tuple(Result(each.seat, each.score if each.score == best else 0) for each in state.results)
        return state._replace(results=results, seats=self._table)


def _by_totals(state: GameState) -> GameState:
    """In the round that ends a game: who has played and is behind wins nothing any more."""
    highest = max(seat.total for seat in state.seats)

    def counted(number: int, total: int) -> int:
        return total - highest + LEVEL if number in state.to_come or total == highest else 0

    seats = tuple(
        seat._replace(total=counted(number, seat.total)) for number, seat in enumerate(state.seats, 1)
    )
    return state._replace(seats=seats, results=tuple(Result(each.seat, 0) for each in state.results))


def _is_early(seat: Seat) -> tuple[bool, int]:
    """What to play on first, so that as many rounds as can be are played on side by side."""
    return (seat.state.roll_off == 0, len(seat.state.to_come))


def _play_turns(seat: Seat, turns: int, random: np.random.Generator) -> Counter[tuple[int, int]]:
    """Turns with random dice, played as the policy says: their scores and the rolls they took."""
    ended: Counter[tuple[int, int]] = Counter()
    waiting = Counter({seat.state.turn_state: turns})
    while waiting:
        here = max(waiting, key=lambda state: state.rolls_left)
        times = waiting.pop(here)
        choice = None if here.is_over else _chosen(seat, here)
        if choice is None or choice == STAND:
            over = here if choice is None else turn.stand(here)
            ended[over.score or 0, over.rolls_used] += times
            continue
        for dice, count in _thrown(choice.dice, times, random):
            if (here, dice) not in seat.moves:
                seat.moves[here, dice] = _banked(seat.policy, here, choice, dice)
            waiting[seat.moves[here, dice]] += count
    return ended


def _chosen(seat: Seat, here: TurnState) -> Choice:
    if here not in seat.choices:
        place, left = place_of(here), here.rolls_left
        seat.choices[here] = seat.policy.options(place, left)[seat.policy.best_option(place, left)][0]
    return seat.choices[here]


def _thrown(dice: int, times: int, random: np.random.Generator) -> Iterator[tuple[tuple[int, ...], int]]:
    """So many throws of some dice: what fell, and how often."""
    powers = 10 ** np.arange(dice)
    for first in range(0, times, MOST_AT_ONCE):
        faces = random.integers(1, 7, (min(MOST_AT_ONCE, times - first), dice))
        found, counts = np.unique(np.sort(faces) @ powers[::-1], return_counts=True)
        for each, count in zip(found.tolist(), counts.tolist(), strict=True):
            yield tuple(map(int, str(each))), count


def _banked(policy: TurnPolicy, here: TurnState, choice: Choice, dice: tuple[int, ...]) -> TurnState:
    """Where a throw leads, when the best is banked of it."""
    after = _after_throw(here, choice, dice)
    left = here.rolls_left - 1
    return after[policy.best_of(policy.prospect(place_of(state), left) for state in after)]


@cache
def _after_throw(here: TurnState, choice: Choice, dice: tuple[int, ...]) -> tuple[TurnState, ...]:
    """Where a throw can lead; the engine judges it once."""
    return tuple(state for _, state in keeps(here, choice, dice))


class Case(NamedTuple):
    """What is played: the house rules, the totals of the seats before it, what they play for, who opens."""

    ruleset: Ruleset
    totals: tuple[int, ...]
    aim: Aim = "round"
    opener: int = 1


SEATS = {2: "two", 3: "three", 4: "four", 5: "five", 6: "six"}
ON_AND_ON: dict[str, Any] = {"goal": {"kind": "rounds_won"}, "stakes": {"ante": 1, "per": "round"}}
"""Nobody runs out of chips, so that a pot may be carried any number of times."""
TIES = {
    "a tie is rolled off": house("chips"),
    "a tie is rolled off by number": house("first-to-three"),
    "a tie is shared": house("five-rounds"),
    "a tie is carried": house("chips", round={"tie": "carry"}, **ON_AND_ON),
    "only a bust is carried": house("chips", round={"all_bust": "carry"}, **ON_AND_ON),
    "a bust is rolled off": house("chips", round={"tie": "carry", "all_bust": "roll_off"}, **ON_AND_ON),
}
TOTALS = (0, 3, 1, 5, 2, 4)
LAST = {
    "level totals are rolled off": {"tie": "extra_round"},
    "level totals are a draw": {"tie": "draw"},
}
CASES: dict[str, Case] = {
    **{
        f"{name} seats, {tie}": Case(ruleset, (0,) * seats, opener=1 + ("number" in tie))
        for tie, ruleset in TIES.items()
        for seats, name in SEATS.items()
    },
    **{
        f"{name} seats, {tie}": Case(
            house("five-rounds", goal={"kind": "highest_total", "rounds": 1, **goal}), TOTALS[:seats], "game"
        )
        for tie, goal in LAST.items()
        for seats, name in SEATS.items()
    },
    "five seats, either die": Case(house(turn={"cargo_reroll": "any"}), (0,) * 5),
    "six seats, one die": Case(house(turn={"cargo_reroll": "one", "rolls": 4}), (0,) * 6),
    "three seats, a pace": Case(house(turn={"pace": "opener"}), (0,) * 3),
    "four seats, a twelve wins": Case(
        house(turn={"perfect_cargo": "takes_round", "cargo_reroll": "any"}), (0,) * 4
    ),
}


def compare(case: str, rounds: int, seed: int) -> tuple[Shares, Shares, float]:
    """What was worked out, what was played, and the most standard errors between them."""
    ruleset, totals, aim, opener = CASES[case]
    state = rules.start(ruleset, len(totals), opener).state
    seats = tuple(seat._replace(total=total) for seat, total in zip(state.seats, totals, strict=True))
    state = state._replace(seats=seats)
    told = (round_chances if aim == "round" else win_chances)(state).seats
    won = PlayedRounds(state, aim).play(rounds, np.random.default_rng(seed))
    shares, times = np.array(list(won)), np.array(list(won.values()))
    played = times @ shares / rounds
    error = np.sqrt((times @ shares**2 / rounds - played**2) / rounds)
    return told, tuple(played.tolist()), float((np.abs(played - told) / error).max())


def main() -> None:
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
    chosen = [case for case in CASES if not sys.argv[2:] or any(word in case for word in sys.argv[2:])]
    most = 0.0
    for case in chosen:
        told, played, apart = compare(case, rounds, seed=654)
        most = max(most, apart)
        shown = "  ".join(f"{t:.4f} {p:.4f}" for t, p in zip(told, played, strict=True))
        sys.stdout.write(f"{case:<42} {apart:5.2f} errors apart   {shown}\n")
        sys.stdout.flush()
    sys.stdout.write(f"{len(chosen)} cases, {most:.2f} errors apart at most, {process_time():.0f} s\n")


if __name__ == "__main__":
    main()
