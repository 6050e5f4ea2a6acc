from __future__ import annotations

from typing import Any
from unittest.mock import patch

import pytest

from scorekeeper import ledger, storage
from scorekeeper.ledger import deleting, operators
from scorekeeper.ledger.keys import add_key
from scorekeeper.ledger.once import CREATION
from scorekeeper.storage import belongings
from scorekeeper.storage.kept_answers import KeptAnswer
from scorekeeper.storage.models import Entry, Game, Key, Table
from tests.databases import in_threads, sqlite_only
from tests.dumps import is_anywhere, rows_with
from tests.ledger.playing import At, dice_box, open_table

FIRST, SECOND, TABLE = "Heliotrope", "Vermilion", "The Gilded Binnacle"
WORDS, DEVICE, RULES = "It leant on the lamp.", "Tarnished telephone", "Candlelit rules"
REQUEST = "8e03978e-40d5-43e8-bc93-6894a57f9324"


def furnished_table() -> At:
    """A table with something of everything that a table can have."""
    asked = ledger.Asked("create", REQUEST, b"request")
    seats = (ledger.SeatClaim(FIRST), ledger.SeatClaim(SECOND))
    created = ledger.create_table_once(asked, TABLE, ledger.Opening({"preset": "five-rounds"}, seats), DEVICE)
    assert created.game is not None
    at = At(created.author, created.host_key, created.game.game_id)
    rng = dice_box(1)
    for _ in range(12):
        at.play_on(rng)
    ledger.undo(at.author, at.game_id, ledger.UndoRequest())
    ledger.dispute(at.author, at.game_id, ledger.Dispute(turn=1, words=WORDS))
    at.enter("abandon", reason=WORDS)
    ledger.rematch(at.author, at.game_id)
    ledger.save_house_rules(at.author.table_id, RULES, {"preset": "chips"})
    with storage.write():
        add_key(at.author.table_id, "viewer", DEVICE)
    kept = ledger.Kept(201, (), FIRST.encode())
    ledger.answer_once(ledger.Asked(at.author.key_id, REQUEST, b"request"), lambda: kept)
    return at


def traces(at: At, *games: str) -> dict[str, dict[str, int]]:
    texts = (at.author.table_id, at.game_id, at.author.key_id, FIRST, TABLE, WORDS, DEVICE, RULES, *games)
    return {text: rows for text in texts if (rows := rows_with(text))}


def test_nothing_of_a_deleted_table_is_left_but_that_it_was_asked_for(ledger_file: str) -> None:
    at = furnished_table()
    games = [game["id"] for game in ledger.list_games(at.author.table_id).items]
    assert {"Game", "Entry", "EntryText", "Key", "Player", "Scorecard"} <= {
        model for rows in traces(at, *games).values() for model in rows
    }
    deleting.delete_table(at.author.table_id, TABLE)
    # For a day: who sends that request again must not get another table.
    assert traces(at, *games) == {
        at.author.table_id: {"KeptAnswer": 1},
        at.author.key_id: {"KeptAnswer": 1},
    }


def test_no_name_or_word_is_left_in_the_files(ledger_file: str) -> None:
    at = furnished_table()
    texts = (FIRST, SECOND, TABLE, WORDS, DEVICE, RULES)
    assert all(is_anywhere(text) for text in texts)
    deleting.delete_table(at.author.table_id, TABLE)
    assert not [text for text in texts if is_anywhere(text)]


def test_the_request_that_made_it_finds_nothing_and_makes_no_other(ledger_file: str) -> None:
    at = furnished_table()
    deleting.delete_table(at.author.table_id, TABLE)
    seats = (ledger.SeatClaim(FIRST), ledger.SeatClaim(SECOND))
    opening = ledger.Opening({"preset": "five-rounds"}, seats)
    with pytest.raises(ledger.NotFound):
        ledger.create_table_once(ledger.Asked("create", REQUEST, b"request"), TABLE, opening, DEVICE)
    assert Table.select().count() == 0


def test_the_tables_beside_it_keep_everything(ledger_file: str) -> None:
    other = open_table({"preset": "first-to-three"}, "Red", "Blue")
    other.roll(1, 1, [6, 4, 3, 3, 1])
    before = other.game, other.log()
    deleting.delete_table(furnished_table().author.table_id, TABLE)
    assert (other.game, other.log()) == before
    assert other.problems() == ()
    other.roll(1, 2, [5, 4, 2, 2])


@pytest.mark.parametrize("name", ["The gilded binnacle", "The Gilded Binnacle ", "Friday"])
def test_another_name_deletes_nothing(ledger_file: str, name: str) -> None:
    at = furnished_table()
    before = traces(at)
    with pytest.raises(ledger.Invalid) as refused:
        deleting.delete_table(at.author.table_id, name)
    assert [(each.pointer, each.code) for each in refused.value.problems] == [("/name", "name-mismatch")]
    assert traces(at) == before


def test_a_table_is_deleted_once(at: At) -> None:
    deleting.delete_table(at.author.table_id, "Friday")
    with pytest.raises(ledger.NotFound):
        deleting.delete_table(at.author.table_id, "Friday")


def test_from_the_first_moment_on_it_is_gone_to_everyone(at: At) -> None:
    with patch.object(deleting, "_delete_rest"):
        deleting.delete_table(at.author.table_id, "Friday")
    with pytest.raises(ledger.KeyUnknown):
        ledger.find_author(at.host_key)
    with pytest.raises(ledger.KeyUnknown):
        ledger.read_game(ledger.hash_key(at.host_key), at.game_id)
    for look in (operators.get_table, operators.disable_table):
        with pytest.raises(ledger.NotFound):
            look(at.author.table_id)
    assert list(operators.every_table()) == []
    with pytest.raises(ledger.NotFound):
        deleting.delete_table(at.author.table_id, "")


def test_what_was_cut_short_is_finished_by_a_sweep(ledger_file: str) -> None:
    at, whole = furnished_table(), belongings.delete_some
    done = iter(range(7))

    def killed(*args: Any) -> int:
        if next(done, None) is None:
            raise KeyboardInterrupt
        return whole(*args)

    with patch.object(deleting, "delete_some", killed), pytest.raises(KeyboardInterrupt):
        deleting.delete_table(at.author.table_id, TABLE)
    assert traces(at)
    assert deleting.sweep() == 1
    assert set(traces(at)) == {at.author.table_id, at.author.key_id}
    assert deleting.sweep() == 0


def test_a_long_game_is_deleted_in_pieces(ledger_file: str, monkeypatch: pytest.MonkeyPatch) -> None:
    at = furnished_table()
    monkeypatch.setattr(belongings, "AT_ONCE", 3)
    most: list[int] = []
    whole = deleting.delete_some

    def counted(*args: Any) -> int:
        most.append(whole(*args))
        return most[-1]

    monkeypatch.setattr(deleting, "delete_some", counted)
    deleting.delete_table(at.author.table_id, TABLE)
    assert max(most) <= 6  # an entry has up to two texts
    assert len(most) > 20
    assert Entry.select().count() == Game.select().count() == Key.select().count() == 0


def test_who_plays_on_meanwhile_leaves_nothing_behind(ledger_file: str) -> None:
    at = open_table({"preset": "five-rounds"}, "Red", "Blue")

    def work(number: int) -> None:
        if number == 0:
            deleting.delete_table(at.author.table_id, "Friday")
            return
        for _ in range(20):
            try:
                at.enter("join", name=f"Player {number}")
                ledger.open_game(
                    at.author, ledger.Opening({"preset": "voyage"}, [ledger.SeatClaim("Red")] * 2)
                )
            except (ledger.LedgerError, storage.NotConnected, ledger.TooBusy):
                pass

    answers = in_threads(4, work)
    assert answers == [None] * 4
    assert rows_with(at.author.table_id) == {}


def test_nobody_opens_a_game_at_a_table_that_is_being_deleted(at: At) -> None:
    opening = ledger.Opening({"preset": "voyage"}, [ledger.SeatClaim("Red"), ledger.SeatClaim("Blue")])
    with patch.object(deleting, "_delete_rest"):
        deleting.delete_table(at.author.table_id, "Friday")
    with pytest.raises(ledger.NotFound):
        ledger.open_game(at.author, opening)


def test_every_model_that_belongs_to_a_table_is_known(ledger_file: str) -> None:
    of_the_server = {"Setting", "CreationDay", "Creation", "KeptAnswer", "OddsTable"}
    known = {model.__name__ for model in storage.OF_TABLES}
    assert known | of_the_server == {model.__name__ for model in storage.MODELS}
    assert not known & of_the_server
    assert KeptAnswer not in storage.OF_TABLES
    assert storage.OF_TABLES[-1] is Table


@sqlite_only
def test_a_deletion_leaves_the_links_between_rows_checked(at: At) -> None:
    deleting.delete_table(at.author.table_id, "Friday")
    assert storage.fetch_one("PRAGMA foreign_keys", ()) == (1,)
    assert storage.fetch_all("PRAGMA foreign_key_check", ()) == []
    assert storage.fetch_one("PRAGMA integrity_check", ()) == ("ok",)


def test_nothing_is_left_of_those_who_joined_or_recovered_a_deleted_table(at: At) -> None:
    table_id = at.author.table_id
    invite = ledger.create_invite(table_id, ledger.InviteWish("viewer")).invite
    code, _ = ledger.replace_recovery_code(table_id)
    for number, act in enumerate(
        (
            lambda asked: ledger.join(invite["token"], asked=asked),
            lambda asked: ledger.recover(code, asked=asked),
            lambda asked: ledger.replace_recovery_code(table_id, asked),
        )
    ):
        act(ledger.Asked(CREATION if number < 2 else at.author.key_id, f"{number}" * 30, b"request"))
    assert KeptAnswer.select().count() == 3
    deleting.delete_table(table_id, ledger.get_table(table_id)["name"])
    assert KeptAnswer.select().count() == 0
