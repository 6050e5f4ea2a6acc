"""How long advice takes: `python -m benchmarks.odds`, on an idle machine.

For every preset and some numbers of seats a game is played by the advice. The first answer of all is what a
ruleset has to be prepared for; of the answers after it the median and the 95th percentile are told, in
milliseconds of processor time. Each runs in a process of its own, so that its memory is known.
"""

from __future__ import annotations

import subprocess
import sys
from random import Random
from resource import RUSAGE_SELF, getrusage
from time import process_time

from scorekeeper import odds, rules
from scorekeeper.rules import PRESETS, GameState, Roll, Stand, Thrown

SEATS = (2, 4, 8)
ANSWERS = 200


def main() -> None:
    if len(sys.argv) > 1:
        print(_measured(sys.argv[1], int(sys.argv[2])))
        return
    print("ruleset         seats   first ms   median ms   95th ms   memory MB")
    for name, preset in PRESETS.items():
        for seats in sorted({min(seats, preset.ruleset.seats.max) for seats in SEATS}):
            command = [sys.executable, "-m", "benchmarks.odds", name, str(seats)]
            print(subprocess.run(command, check=True, capture_output=True, text=True).stdout, end="")


def _measured(name: str, seats: int) -> str:
    random, before = Random(1), _megabytes()  # noqa: S311 dice of a benchmark
    times: list[float] = []
    while len(times) < ANSWERS:
        state = rules.start(PRESETS[name].ruleset, seats, 1).state
        while not state.is_over and len(times) < ANSWERS:
            began = process_time()
            told = odds.advice(state, "game")
            odds.win_chances(state)
            times.append((process_time() - began) * 1000)
            state = _played(state, told, random)
    first, *rest = times
    rest.sort()
    middle, late = rest[len(rest) // 2], rest[len(rest) * 95 // 100]
    grown = _megabytes() - before
    return f"{name:<16}{seats:>5}{first:>11.0f}{middle:>12.2f}{late:>10.2f}{grown:>12.0f}"


def _played(state: GameState, told: odds.Advice, random: Random) -> GameState:
    choice = told.options[told.best[0]].choice
    if choice.action == "stand":
        return rules.play(state, Stand(told.seat)).state
    dice = tuple(random.randint(1, 6) for _ in range(choice.dice))
    return rules.play(state, Roll(told.seat, Thrown(dice, hold=choice.hold))).state


def _megabytes() -> float:
    return getrusage(RUSAGE_SELF).ru_maxrss / 1024


if __name__ == "__main__":
    main()
