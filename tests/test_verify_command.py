"""`scorekeeper verify`: the chain and the replay of every game."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from scorekeeper import ledger, storage
from scorekeeper.ledger import checking
from tests.commands import Told, in_a_process, only_sentence, scorekeeper
from tests.databases import migrated
from tests.ledger.playing import At, dice_box, open_table


@pytest.fixture
def games(database_file: Path) -> Iterator[list[At]]:
    """Two games in an SQLite file, with a few rolls each."""
    with migrated(str(database_file)):
        if storage.database_path() is None:
            pytest.skip("the command is tested on a file")
        games = [open_table({"preset": "first-to-three"}, "Red", "Blue") for _ in range(2)]
        for game in games:
            box = dice_box(1)
            for _ in range(20):
                game.play_on(box)
        yield games


def verify(database: Path, *options: str) -> Told:
    return scorekeeper("verify", "--database", str(database), *options)


def tamper(database: Path, sql: str) -> None:
    with closing(sqlite3.connect(database)) as connection, connection:
        connection.execute(sql)


def test_games_that_are_what_their_logs_lead_to(games: list[At], database_file: Path) -> None:
    told = in_a_process("verify", "--database", str(database_file))
    assert told.returncode == 0, told.stderr
    assert told.stdout.splitlines() == [f"database  {database_file}", "checked   2 games, all is well"]
    assert "checked   1 game, all is well" in verify(database_file, "--game", games[1].game_id).stdout


@pytest.mark.parametrize(
    ("sql", "fault"),
    [
        ("UPDATE entries SET body = replace(body, '1', '2') WHERE seq = 5 AND game_id = '{}'", "5"),
        (
            "UPDATE scorecards SET state = replace(state, 'turns\":', 'turns\":1') WHERE game_id = '{}'",
            "state",
        ),
        ("DELETE FROM entries WHERE seq = 21 AND game_id = '{}'", "head"),
        ("UPDATE entries SET body = '[' WHERE seq = 3 AND game_id = '{}'", ""),
    ],
)
def test_what_was_tampered_with_is_named_and_the_exit_code_is_one(
    games: list[At], database_file: Path, sql: str, fault: str
) -> None:
    bad, good = (game.game_id for game in games)
    tamper(database_file, sql.format(bad))
    told = verify(database_file)
    assert told.returncode == 1
    lines = told.stdout.splitlines()
    faults = [line for line in lines if line.startswith("fault     ")]
    assert faults
    assert all(line.startswith(f"fault     {bad}: ") for line in faults)
    assert any(fault in line.partition(": ")[2] for line in faults)
    assert lines[-1] == "checked   2 games, 1 with faults"
    assert verify(database_file, "--game", good).returncode == 0


def test_a_game_that_is_not_there_is_told_in_one_sentence(games: list[At], database_file: Path) -> None:
    told = verify(database_file, "--game", "game_of_nobody")
    assert told.returncode == 1
    assert only_sentence(told) == "Error: there is no game game_of_nobody"


def test_a_file_that_is_not_there_is_not_made(tmp_path: Path) -> None:
    told = verify(tmp_path / "none.sqlite3")
    assert told.returncode == 1
    assert "there is no such file yet" in only_sentence(told)
    assert not (tmp_path / "none.sqlite3").exists()


def test_an_entry_that_is_made_while_one_looks_is_no_fault(
    games: list[At], monkeypatch: pytest.MonkeyPatch
) -> None:
    game, box = games[0], dice_box(2)
    load_board, entries = ledger.verify.load_board, iter(range(2))

    def load_before_an_entry(game_id: str) -> object:
        board = load_board(game_id)
        if next(entries, None) is not None:
            game.play_on(box)
        return board

    monkeypatch.setattr(ledger.verify, "load_board", load_before_an_entry)
    assert ledger.verify_game(game.game_id)
    assert checking.lasting_faults(game.game_id) == ()
    assert next(entries, None) is None
