"""Rounds played with dice, by seats that do what the solved round tells them; the engine judges every roll.

`python -m tests.odds.played_rounds 1000000` plays a million rounds of every case and compares them with the
chances that were worked out.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass, field
from random import Random
from typing import Any

from scorekeeper import rules
from scorekeeper.odds.advice import policy_for
from scorekeeper.odds.asking import round_chances
from scorekeeper.odds.choices import STAND, Choice, keeps
from scorekeeper.odds.rounds import round_outlook
from scorekeeper.odds.turn_graph import place_of
from scorekeeper.odds.turn_policy import TurnPolicy
from scorekeeper.rules import GameState, Ruleset, Thrown, WholeTurn, consequences, turn
from scorekeeper.rules.state import Result
from scorekeeper.rules.turn_state import FACES, TurnState
from tests.examples import BUST, crewed, house

ERRORS = 4
"""So many standard errors may lie between what was worked out and what was played."""

Shares = tuple[float, ...]


@dataclass
class Seat:
    """A seat about to take its turn, where the round stands as it does; what it did before it does again."""

    state: GameState
    policy: TurnPolicy
    choices: dict[TurnState, Choice] = field(default_factory=dict)
    moves: dict[tuple[TurnState, tuple[int, ...]], TurnState] = field(default_factory=dict)
    ends: dict[tuple[int, int], Seat | Shares] = field(default_factory=dict)


class PlayedRounds:
    """A round that can be played again and again from where it stands."""

    def __init__(self, state: GameState) -> None:
        self._table = state.seats
        self._seats: dict[tuple[Any, ...], Seat] = {}
        self._first = self._seat(state)

    def play(self, random: Random) -> Shares:
        """Who won, as shares of 1."""
        here: Seat | Shares = self._first
        while isinstance(here, Seat):
            here = self._after(here, _play_turn(here, random))
        return here

    def _after(self, seat: Seat, ended: TurnState) -> Seat | Shares:
        key = (ended.score or 0, ended.rolls_used)
        if key not in seat.ends:
            seat.ends[key] = self._found(seat.state, *key)
        return seat.ends[key]

    def _found(self, state: GameState, score: int, rolls: int) -> Seat | Shares:
        assert state.to_move is not None
        dice = (BUST,) * (rolls - 1) + ((crewed(score) if score else BUST),)
        entry = WholeTurn(state.to_move, tuple(map(Thrown, dice)), stand=score > 0)
        played = rules.play(state, entry)
        for each in played.consequences:
            if isinstance(each, consequences.RoundWon):
                return tuple(float(number == each.seat) for number in range(1, len(self._table) + 1))
            if isinstance(each, consequences.RoundDone):
                return _shared(state, score)
            if isinstance(each, consequences.RoundCarried):
                # Whoever wins the next round wins this pot too.
                return self._seat(played.state._replace(seats=self._table, pot=state.pot))
        return self._seat(played.state)

    def _seat(self, state: GameState) -> Seat:
        """The seat to move. Scores that are behind are forgotten, so that few seats are told apart."""
        best = state.best
        results = tuple(Result(each.seat, each.score if each.score == best else 0) for each in state.results)
        if best == 0:
            results = state.results
        state = state._replace(results=results, seats=self._table, turns=0, just_ended=None, round=1)
        key = (results, state.to_come, state.pace, state.roll_off > 0, state.opener)
        if key not in self._seats:
            state = state._replace(roll_off=min(state.roll_off, 1))
            self._seats[key] = Seat(state, policy_for(state, round_outlook(state)))
        return self._seats[key]


def _shared(state: GameState, score: int) -> Shares:
    scores = {each.seat: each.score for each in state.results} | {state.to_move: score}
    best = max(scores.values())
    level = [seat for seat in scores if scores[seat] == best]
    return tuple((number in level) / len(level) for number in range(1, len(state.seats) + 1))


def _play_turn(seat: Seat, random: Random) -> TurnState:
    """A turn with random dice, played as the policy says."""
    here = seat.state.turn_state
    while not here.is_over:
        choice = seat.choices.get(here)
        if choice is None:
            place, left = place_of(here), here.rolls_left
            choice = seat.policy.options(place, left)[seat.policy.best_option(place, left)][0]
            seat.choices[here] = choice
        if choice == STAND:
            return turn.stand(here)
        dice = tuple(sorted(random.choices(FACES, k=choice.dice)))
        if (here, dice) not in seat.moves:
            seat.moves[here, dice] = _banked(seat.policy, here, choice, dice)
        here = seat.moves[here, dice]
    return here


def _banked(policy: TurnPolicy, here: TurnState, choice: Choice, dice: tuple[int, ...]) -> TurnState:
    """Where a throw leads, when the best is banked of it."""
    after = [state for _, state in keeps(here, choice, dice)]
    left = here.rolls_left - 1
    return after[policy.best_of(policy.prospect(place_of(state), left) for state in after)]


CASES: dict[str, tuple[Ruleset, int]] = {
    "two seats": (house("chips"), 2),
    "three seats, chosen, by number": (house("first-to-three"), 3),
    "four seats": (house("chips"), 4),
    "five seats, either die": (house(turn={"cargo_reroll": "any"}), 5),
    "six seats, one die": (house(turn={"cargo_reroll": "one", "rolls": 4}), 6),
    "a tie is shared": (house("five-rounds"), 3),
    "a tie is carried": (house("chips", round={"tie": "carry"}), 2),
    "a tie is carried, four seats": (house("chips", round={"tie": "carry"}), 4),
    "only a bust is carried": (house("chips", round={"all_bust": "carry"}), 3),
    "a bust is rolled off": (house("chips", round={"tie": "carry", "all_bust": "roll_off"}), 3),
    "a pace": (house(turn={"pace": "opener"}), 3),
    "a twelve wins": (house(turn={"perfect_cargo": "takes_round", "cargo_reroll": "any"}), 4),
}


def compare(case: str, rounds: int, seed: int) -> tuple[Shares, Shares, float]:
    """What was worked out, what was played, and the most standard errors between them."""
    ruleset, seats = CASES[case]
    state = rules.start(ruleset, seats, 1).state
    told = round_chances(state).seats
    random, table = Random(seed), PlayedRounds(state)  # noqa: S311
    won = [0.0] * seats
    for _ in range(rounds):
        won = [total + share for total, share in zip(won, table.play(random), strict=True)]
    played = tuple(total / rounds for total in won)
    apart = [abs(p - t) / (t * (1 - t) / rounds) ** 0.5 for p, t in zip(played, told, strict=True)]
    return told, played, max(apart)


def main() -> None:
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
    for case in CASES:
        told, played, apart = compare(case, rounds, seed=654)
        shown = "  ".join(f"{t:.4f} {p:.4f}" for t, p in zip(told, played, strict=True))
        sys.stdout.write(f"{case:<32} {apart:5.2f} errors apart   {shown}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
