from __future__ import annotations

import functools
import multiprocessing
from collections.abc import Callable
from typing import Any

import pytest

from scorekeeper import ledger, storage
from scorekeeper.ledger import AlreadyRecorded, Author, EntryRefused, Recorded
from scorekeeper.storage.models import Entry
from tests.databases import in_threads, sqlite_only
from tests.ledger.playing import At, dice_box, open_table

LONG = {"preset": "five-rounds", "goal": {"kind": "highest_total", "rounds": 100}}


def kinds_of(answers: list[Any]) -> dict[str, int]:
    """How many of each kind of answer there are."""
    counts: dict[str, int] = {}
    for answer in answers:
        name = type(answer).__name__
        if isinstance(answer, Recorded):
            name = "again" if answer.already_recorded else "new"
        counts[name] = counts.get(name, 0) + 1
    return counts


def test_one_roll_that_many_send_at_once_is_recorded_once(at: At) -> None:
    answers = in_threads(20, lambda _: at.roll(1, 1, [6, 5, 4, 3, 1]))
    assert kinds_of(answers) == {"new": 1, "again": 19}
    assert len({answer.entry["entry_id"] for answer in answers}) == 1
    assert at.version == 2


def test_of_many_different_rolls_at_once_one_is_recorded_and_the_others_are_told(at: At) -> None:
    answers = in_threads(12, lambda number: at.roll(1, 1, [6, 5, 4, number % 6 + 1, 1], round=1))
    counts = kinds_of(answers)
    assert counts == {"new": 1, "again": 1, "AlreadyRecorded": 10}
    recorded = at.log()[-1]["body"]["dice"]
    for answer in answers:
        if isinstance(answer, AlreadyRecorded):
            assert answer.recorded["dice"] == recorded
    assert at.problems() == ()


def test_one_entry_id_at_once_is_one_entry(ledger_file: str) -> None:
    at = open_table({"preset": "five-rounds"}, "Red", "Blue")
    entry_id = "0192f0c1-0000-7000-8000-000000000001"
    answers = in_threads(20, lambda _: at.enter("join", name="Green", entry_id=entry_id))
    assert kinds_of(answers) == {"new": 1, "again": 19}
    assert len(at.game["seats"]) == 3


def test_people_who_join_at_once_all_get_a_seat(ledger_file: str) -> None:
    at = open_table({"preset": "five-rounds"}, "Red", "Blue")
    answers = in_threads(6, lambda number: at.enter("join", name=f"Player {number}"))
    assert kinds_of(answers) == {"new": 6}
    assert len(at.game["seats"]) == 8
    assert at.problems() == ()


def test_a_new_player_who_is_named_in_two_games_at_once_is_one_player(ledger_file: str) -> None:
    one = open_table({"preset": "five-rounds"}, "Red", "Blue")
    seats = (ledger.SeatClaim("Red"), ledger.SeatClaim("Blue"))
    other = At(
        one.author,
        one.host_key,
        ledger.open_game(one.author, ledger.Opening({"preset": "five-rounds"}, seats)).game_id,
    )
    answers = in_threads(2, lambda number: (one, other)[number].enter("join", name="Green"))
    assert kinds_of(answers) == {"new": 2}
    assert one.game["seats"][2]["player_id"] == other.game["seats"][2]["player_id"]


def test_sixteen_writers_on_sixteen_games_lose_nothing(ledger_file: str) -> None:
    games = [open_table(LONG, "Red", "Blue") for _ in range(16)]

    def play(number: int) -> None:
        rng = dice_box(number)
        for _ in range(30):
            games[number].play_on(rng)

    assert in_threads(16, play) == [None] * 16
    for at in games:
        assert at.version == 31
        assert at.problems() == ()


def test_sixteen_writers_on_one_game_are_all_answered(ledger_file: str) -> None:
    at = open_table(LONG, "Red", "Blue")
    rounds = 40

    def play(number: int) -> int:
        rng = dice_box(number)
        recorded = 0
        while at.version <= rounds:
            try:
                recorded += not at.play_on(rng).already_recorded
            except (AlreadyRecorded, EntryRefused):
                continue
        return recorded

    answers = in_threads(16, play)
    assert sum(answers) == at.version - 1
    assert at.problems() == ()


def _in_a_process(path: str, author: Author, game_id: str, start: Any, answers: Any) -> None:
    storage.connect(path, synchronous="OFF")
    at = At(author, "", game_id)
    me = multiprocessing.current_process().name
    for number in range(200):
        start.wait()
        try:
            # Each process sends dice of its own half of the time, the same dice otherwise.
            cargo = [1, 2] if number % 2 and me == "other" else [2, 2]
            seat = number % 2 + 1
            recorded = at.roll(seat, 1, [6, 5, 4, *cargo], stand=True, round=number // 2 + 1)
            answers.put((number, "again" if recorded.already_recorded else "new"))
        except AlreadyRecorded as conflict:
            answers.put((number, "conflict" if conflict.recorded["seq"] == number + 2 else "wrong"))
    storage.close()


def test_two_processes_that_enter_the_same_roll_200_times_record_it_once_each_time(ledger_file: str) -> None:
    rules = {**LONG, "opener": {"first": "seat_1", "next_round": "same"}}
    at = open_table(rules, "Red", "Blue")
    context = multiprocessing.get_context("spawn")
    start, answers = context.Barrier(2), context.Queue()
    workers = [
        context.Process(
            target=_in_a_process, name=name, args=(ledger_file, at.author, at.game_id, start, answers)
        )
        for name in ("one", "other")
    ]
    for worker in workers:
        worker.start()
    heard: dict[int, list[str]] = {}
    for _ in range(400):
        number, answer = answers.get(timeout=60)
        heard.setdefault(number, []).append(answer)
    for worker in workers:
        worker.join(30)
    for number, pair in heard.items():
        assert sorted(pair) == (["conflict", "new"] if number % 2 else ["again", "new"])
    assert at.version == 201
    assert at.problems() == ()


@sqlite_only
def test_an_entry_costs_as_many_statements_late_in_a_long_game_as_at_its_start(
    ledger_file: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    at = open_table(LONG, "Red", "Blue")
    early = _statements(lambda: at.roll(1, 1, [6, 5, 3, 3, 1]))
    rng = dice_box(1)
    while at.version < 200 or at.game["next"]["roll"] != 1:
        at.play_on(rng)
    seat = at.game["next"]["seat"]
    late = _statements(lambda: at.roll(seat, 1, [6, 5, 3, 3, 1]))
    assert early == late
    assert len(late) <= 7


def _statements(work: Callable[[], object]) -> list[str]:
    """What a piece of work asks of the database, without its values."""
    connection = storage.current_database().connection()
    seen: list[str] = []
    connection.set_trace_callback(seen.append)
    try:
        work()
    finally:
        connection.set_trace_callback(None)
    without = ("VALUES", "SET", "WHERE", " SELECT ")
    return [functools.reduce(lambda text, word: text.split(word)[0], without, each) for each in seen]


def test_what_was_answered_is_in_the_log_after_the_process_was_killed(ledger_file: str) -> None:
    at = open_table(LONG, "Red", "Blue")
    context = multiprocessing.get_context("spawn")
    answers = context.Queue()
    worker = context.Process(target=_play_and_tell, args=(ledger_file, at.author, at.game_id, answers))
    worker.start()
    heard = [answers.get(timeout=60) for _ in range(25)]
    worker.kill()
    worker.join(30)
    ids = {entry_id for (entry_id,) in Entry.select(Entry.entry_id).tuples()}
    assert set(heard) <= ids
    assert at.problems() == ()
    at.play_on(dice_box(2))


def _play_and_tell(path: str, author: Author, game_id: str, answers: Any) -> None:
    storage.connect(path)
    at, rng = At(author, "", game_id), dice_box(3)
    while True:
        answers.put(at.play_on(rng).entry["entry_id"])
