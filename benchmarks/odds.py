"""How long advice takes, for every preset and 2 to 8 seats: what the first answer needs to be prepared, how
long the later ones take, and how much memory all of it.

Games are played by the advice, each number of seats in a process of its own, set up like the one that works
odds out. An answer is all that the process does for a question: advice for the game, and who will win it.
Processor time tells what the work is; time by the clock is longer on a machine that does other things.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from random import Random
from statistics import median, quantiles
from time import perf_counter, process_time
from typing import Any

from benchmarks.tables import table
from scorekeeper import rules
from scorekeeper.rules import PRESETS, GameState, Roll, Stand, Thrown
from scorekeeper.thinking.asked import advice_about
from scorekeeper.thinking.client import ONE_THREAD

MOST_SEATS = 8
ANSWERS = 300
HEADS = ("house rules", "seats", "first ms", "by the clock", "median ms", "p95 ms", "by the clock", "peak MB")


def advice_of_presets() -> str:
    """The figures as a Markdown table, and the worst of them in a line."""
    told = [
        (name, seats, _in_a_process(name, seats))
        for name, preset in PRESETS.items()
        for seats in range(preset.ruleset.seats.min, min(preset.ruleset.seats.max, MOST_SEATS) + 1)
    ]
    rows = [_row(name, seats, found) for name, seats, found in told]
    worst = {each: max(found[each] for _, _, found in told) for each in ("first", "p95", "peak")}
    line = (
        f"At the most {worst['first'] / 1000:.2f} s of the processor to prepare, "
        f"{worst['p95']:.1f} ms at the 95th percentile, {worst['peak']:.0f} MB."
    )
    return f"{table(HEADS, rows)}\n\n{line}"


def _row(name: str, seats: int, found: dict[str, float]) -> tuple[str, ...]:
    whole = (found["first"], found["first_clock"])
    parts = (found["median"], found["p95"], found["p95_clock"])
    told = (*(f"{each:.0f}" for each in whole), *(f"{each:.1f}" for each in parts), f"{found['peak']:.0f}")
    return (name, str(seats), *told)


def _in_a_process(name: str, seats: int) -> dict[str, float]:
    command = [sys.executable, "-m", "benchmarks.odds", name, str(seats)]
    done = subprocess.run(
        command, check=True, capture_output=True, text=True, env={**os.environ, **ONE_THREAD}
    )
    found: dict[str, float] = json.loads(done.stdout)
    return found


def _measured(name: str, seats: int) -> dict[str, float]:
    random = Random(1)  # noqa: S311 dice of a benchmark
    times: list[tuple[float, float]] = []
    while len(times) < ANSWERS:
        state = rules.start(PRESETS[name].ruleset, seats, 1).state
        while state.start:
            state = rules.play(state, rules.StartRoll(state.to_move or 0, _dice(random, 3))).state
        while not state.is_over and len(times) < ANSWERS:
            told, took = _timed(state)
            times.append(took)
            state = _played(state, told, random)
    (first, first_clock), *rest = times
    worked, waited = zip(*rest, strict=True)
    return {
        "first": first,
        "first_clock": first_clock,
        "median": median(worked),
        "p95": quantiles(worked, n=20)[18],
        "p95_clock": quantiles(waited, n=20)[18],
        "peak": _peak_megabytes(),
    }


def _peak_megabytes() -> float:
    """The most memory that this process had; `getrusage` may tell that of the one which started it."""
    status = Path("/proc/self/status").read_text(encoding="ascii")
    (kilobytes,) = (line.split()[1] for line in status.splitlines() if line.startswith("VmHWM:"))
    return int(kilobytes) * 1024 / 1e6


def _timed(state: GameState) -> tuple[dict[str, Any], tuple[float, float]]:
    """An answer, and the milliseconds that it took, of the processor and by the clock."""
    # Imported here, so that the table above is made without the odds.
    from scorekeeper.thinking.answers import answer

    question = advice_about(state, "game")
    worked, waited = process_time(), perf_counter()
    told = answer(question)
    return told, ((process_time() - worked) * 1000, (perf_counter() - waited) * 1000)


def _played(state: GameState, told: dict[str, Any], random: Random) -> GameState:
    choice = told["options"][told["best"][0]]
    if choice["action"] == "stand":
        return rules.play(state, Stand(told["seat"])).state
    thrown = Thrown(_dice(random, choice["dice"]), hold=choice["hold"])
    return rules.play(state, Roll(told["seat"], thrown)).state


def _dice(random: Random, count: int) -> tuple[int, ...]:
    return tuple(random.randint(1, 6) for _ in range(count))


if __name__ == "__main__":
    sys.stdout.write(json.dumps(_measured(sys.argv[1], int(sys.argv[2]))))
