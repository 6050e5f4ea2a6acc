"""The figures that the README shows; or what it costs that games and files grow, that a long one is put
right, that a hundred streams are open, that somebody guesses codes, or that advice is asked for; or how long
advice itself takes."""

from __future__ import annotations

import argparse
import os

from benchmarks.advising import advising
from benchmarks.compare import compare
from benchmarks.correcting import correcting
from benchmarks.engine import AIM, turns_a_second
from benchmarks.growth import growth
from benchmarks.guessing import guessing
from benchmarks.odds import advice_of_presets
from benchmarks.streaming import streaming


def main() -> None:
    """Measure what the command line asks for, and print it as Markdown."""
    asked = _arguments()
    print(f"{len(os.sched_getaffinity(0))} cores\n")
    if asked.what == "growth":
        print(growth(asked.games, asked.events))
        return
    if asked.what == "correcting":
        print(correcting(asked.events))
        return
    if asked.what == "guessing":
        print(guessing(asked.rounds))
        return
    if asked.what == "streaming":
        print(streaming(asked.rounds))
        return
    if asked.what == "advising":
        print(advising(asked.rounds))
        return
    if asked.what == "odds":
        print(advice_of_presets())
        return
    print(compare(asked.rounds, asked.seconds))
    print(f"\nThe engine alone: {turns_a_second():,.0f} turns a second on one core (aim: {AIM:,}).")


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument(
        "what",
        nargs="?",
        choices=("compare", "growth", "correcting", "streaming", "guessing", "advising", "odds"),
        default="compare",
    )
    parser.add_argument("--rounds", type=int, default=10, help="how often each is measured (10)")
    parser.add_argument("--seconds", type=int, default=2, help="for how long (2)")
    parser.add_argument("--games", type=int, default=100_000, help="games in the large file (100,000)")
    parser.add_argument("--events", type=int, default=10_000, help="events of the long game (10,000)")
    return parser.parse_args()


if __name__ == "__main__":
    main()
