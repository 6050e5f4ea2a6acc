"""The product beside bare Flask and a transaction written by hand, in turns on one machine.

Every round puts each of them under load once, so that what else the machine does falls on all alike; a ratio
is the median of the rounds' ratios.
"""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from benchmarks.games import HandGames, ProductGames, open_games, rolls_recorded
from benchmarks.load import CLIENTS, Figures, Load, LoadFailed, run
from benchmarks.servers import PRODUCT, bare, serving
from benchmarks.tables import table

TURN = {
    "ruleset": {"preset": "first-to-three"},
    "rolls": [{"dice": [6, 4, 3, 3, 1]}, {"dice": [5, 4, 2, 2]}, {"dice": [6, 3]}],
}
HEADS = ("", "answers/s", "median ms", "p99 ms", "ratio", "p99 ratio", "aim")


@dataclass(frozen=True)
class Row:
    """A row of the table, and which one it is compared with.

    least: the ratio of answers to reach; most_p99: the ratio of the 99th percentiles not to pass, 0 for none.
    """

    name: str
    against: str = ""
    least: float = 0.0
    most_p99: float = 0.0


BARE_GET = Row("bare Flask, GET")
GAME = Row("GET /v1/games/{id}", BARE_GET.name, 0.8)
GAME_304 = Row("the same, 304", BARE_GET.name, 0.8)
STANDINGS = Row("GET /v1/games/{id}/standings", BARE_GET.name, 0.8)
STANDINGS_304 = Row("the same again, 304", BARE_GET.name, 0.8)
BARE_POST = Row("bare Flask, POST")
VERDICT = Row("POST /v1/referee/turns", BARE_POST.name, 0.5)
BY_HAND = Row("a roll by hand in sqlite3")
ROLL = Row("POST /v1/games/{id}/rolls", BY_HAND.name, 1.0, 0.25)

Measurement = Callable[[], Figures]
Rounds = dict[Row, list[Figures]]


def compare(rounds: int, seconds: int) -> str:
    """The whole comparison as a Markdown table.

    rounds: how often each is measured; seconds: for how long. Raises LoadFailed, ServerFailed.
    """
    measured: Rounds = {}
    with tempfile.TemporaryDirectory() as folder, _measurements(Path(folder), seconds) as measurements:
        for number in range(rounds):
            # There and back again: what drifts from the first to the last falls on all alike.
            for row in list(measurements)[:: -1 if number % 2 else 1]:
                measured.setdefault(row, []).append(measurements[row]())
    return table(HEADS, [_cells(row, measured) for row in measured])


def _cells(row: Row, measured: Rounds) -> tuple[str, ...]:
    mine = measured[row]
    figures = (
        f"{median(one.per_second for one in mine):,.0f}",
        f"{median(one.p50 for one in mine):.2f}",
        f"{median(one.p99 for one in mine):.1f}",
    )
    if not row.against:
        return (row.name, *figures, "", "", "")
    others = next(measured[other] for other in measured if other.name == row.against)
    pairs = list(zip(mine, others, strict=True))
    ratio = median(one.per_second / other.per_second for one, other in pairs)
    p99_ratio = median(one.p99 / other.p99 for one, other in pairs)
    aim = f"≥ {row.least}" + (f", p99 ≤ {row.most_p99}" if row.most_p99 else "")
    return (row.name, *figures, f"{ratio:.2f}", f"{p99_ratio:.2f}", aim)


@contextmanager
def _measurements(folder: Path, seconds: int) -> Iterator[Mapping[Row, Measurement]]:
    """All that is measured, in its order, while the servers run."""
    with ExitStack() as servers:
        product_url = servers.enter_context(serving(PRODUCT, folder, "product"))
        games = ProductGames(product_url)
        files = _write_answers(folder, games)
        bare_url = servers.enter_context(serving(bare("benchmarks.bare:app"), folder, "bare", files))
        hand_url = servers.enter_context(serving(bare("benchmarks.by_hand:app"), folder, "by_hand", files))
        yield {
            BARE_GET: _loaded(Load(bare_url), seconds),
            **_reads(games, seconds),
            BARE_POST: _loaded(_posting(bare_url), seconds),
            VERDICT: _loaded(_posting(f"{product_url}/v1/referee/turns"), seconds),
            BY_HAND: _rolling(HandGames(hand_url), folder, seconds),
            ROLL: _rolling(games, folder, seconds),
        }


def _write_answers(folder: Path, games: ProductGames) -> dict[str, str]:
    """Files with what the product answers, for the others to answer with; the variables that name them."""
    answer, verdict = folder / "answer.json", folder / "verdict.json"
    answer.write_text(_as_sent(games.read(games.open())))
    verdict.write_text(_as_sent(games.server.post("/v1/referee/turns", TURN)))
    return {"BENCHMARK_ANSWER": str(answer), "BENCHMARK_VERDICT": str(verdict)}


def _as_sent(value: object) -> str:
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)


def _reads(games: ProductGames, seconds: int) -> dict[Row, Measurement]:
    url = f"{games.server.url}{games.open()}"
    key = {"Authorization": f"Bearer {games.key}"}
    known = {**key, "If-None-Match": '"1"'}
    return {
        GAME: _loaded(Load(url, headers=key), seconds),
        GAME_304: _loaded(Load(url, headers=known), seconds),
        STANDINGS: _loaded(Load(f"{url}/standings", headers=key), seconds),
        STANDINGS_304: _loaded(Load(f"{url}/standings", headers=known), seconds),
    }


def _posting(url: str) -> Load:
    return Load(url, "post.lua", variables={"BENCHMARK_BODY": json.dumps(TURN)})


def _loaded(load: Load, seconds: int) -> Measurement:
    return lambda: run(load, seconds)


def _rolling(games: ProductGames | HandGames, folder: Path, seconds: int) -> Measurement:
    """Each client records rolls in a game of its own, opened before the load begins."""

    def measure() -> Figures:
        paths, file = open_games(games), folder / "games.txt"
        file.write_text("\n".join(f"{path}/rolls" for path in paths))
        headers = {"Authorization": f"Bearer {games.key}"} if games.key else {}
        variables = {"BENCHMARK_GAMES": str(file)}
        figures = run(Load(games.server.url, "rolls.lua", headers, variables, threads=CLIENTS), seconds)
        _require_recorded(figures, rolls_recorded(games, paths))
        return figures

    return measure


def _require_recorded(figures: Figures, recorded: int) -> None:
    """Every answer was a new entry: those that were under way at the end are at most one for each client.

    Raises LoadFailed.
    """
    if not figures.requests <= recorded <= figures.requests + CLIENTS:
        raise LoadFailed(f"{figures.requests} rolls were answered, but {recorded} are recorded")
