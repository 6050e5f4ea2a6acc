from __future__ import annotations

from unittest.mock import patch

import pytest

from scorekeeper import ledger, storage
from scorekeeper.ledger import erasing
from scorekeeper.ledger.erasing import erase_all_names, erase_player
from scorekeeper.ledger.export import export_game
from scorekeeper.ledger.keys import add_key
from scorekeeper.ledger.record import TRIES
from scorekeeper.storage.models import EntryText, Key, Player
from tests.databases import in_threads
from tests.dumps import is_anywhere
from tests.ledger.playing import At, dice_box, open_table

FIRST, SECOND, LATE = "Heliotrope", "Vermilion", "Chartreuse"
WORDS, DEVICE = "It leant on the lamp.", "Tarnished telephone"
TEXTS = (FIRST, SECOND, LATE, WORDS, DEVICE)


@pytest.fixture
def played(ledger_file: str) -> At:
    """A game with everything that may name somebody, and another one."""
    asked = ledger.Asked("create", "8e03978e-40d5-43e8-bc93-6894a57f9324", b"request")
    seats = (ledger.SeatClaim(FIRST), ledger.SeatClaim(SECOND))
    created = ledger.create_table_once(
        asked, "Friday", ledger.Opening({"preset": "five-rounds"}, seats), DEVICE
    )
    assert created.game is not None
    at = At(created.author, created.host_key, created.game.game_id)
    at.enter("join", name=LATE)
    rng = dice_box(2)
    for _ in range(14):
        at.play_on(rng)
    at.enter("rename", seat=1, name=f"{FIRST} II")
    ledger.dispute(at.author, at.game_id, ledger.Dispute(turn=1, words=WORDS))
    ledger.undo(at.author, at.game_id, ledger.UndoRequest())
    at.enter("abandon", reason=f"{SECOND} went home.")
    ledger.answer_once(
        ledger.Asked(at.author.key_id, "x", b""), lambda: ledger.Kept(200, (), f'"{FIRST}"'.encode())
    )
    ledger.open_game(at.author, ledger.Opening({"preset": "voyage"}, seats))
    return at


def player_named(at: At, name: str) -> str:
    return next(
        player["id"]
        for player in ledger.list_players(at.author.table_id, archived=None, limit=100).items
        if player["name"] == name
    )


def games_of(at: At) -> list[str]:
    return [game["id"] for game in ledger.list_games(at.author.table_id).items]


def shown_of(at: At) -> str:
    """All that the table shows of its games and people."""
    exports = [export_game(at.author.table_id, game_id) for game_id in games_of(at)]
    players = ledger.list_players(at.author.table_id, archived=None).items
    return str([exports, players, ledger.list_games(at.author.table_id).items, at.game])


def test_no_name_and_no_word_is_left_in_the_files(played: At) -> None:
    assert all(is_anywhere(text) for text in TEXTS)
    erase_all_names(played.author, "Friday")
    assert not [text for text in TEXTS if is_anywhere(text)]


def test_every_game_is_still_what_its_log_leads_to(played: At) -> None:
    before = {game_id: export_game(played.author.table_id, game_id) for game_id in games_of(played)}
    erase_all_names(played.author, "Friday")
    for game_id, export in before.items():
        assert ledger.verify_game(game_id) == ()
        after = export_game(played.author.table_id, game_id)
        assert [entry["hash"] for entry in after["log"][:-1]] == [entry["hash"] for entry in export["log"]]
        assert after["turns"] == export["turns"]
        assert after["rounds"] == export["rounds"]


def test_who_was_who_stays_clear(played: At) -> None:
    erase_all_names(played.author, "Friday")
    assert [seat["name"] for seat in played.game["seats"]] == ["Player 1", "Player 2", "Player 3"]
    log = played.log()
    assert log[0]["texts"] == {"seats/1/name": "Player 1", "seats/2/name": "Player 2"}
    assert log[1]["sentences"] == ["Player 3 joins from the next round on."]
    assert log[-1]["kind"] == "erasure"
    assert log[-1]["sentences"] == ["Names were replaced.", "Words were erased."]
    assert [player["name"] for player in ledger.list_players(played.author.table_id).items] == [
        "Player 1",
        "Player 2",
        "Player 3",
    ]


def test_a_game_s_version_changes_with_what_it_shows(played: At) -> None:
    versions = {game_id: ledger.game_version(played.author.table_id, game_id) for game_id in games_of(played)}
    erased = erase_all_names(played.author, "Friday")
    assert erased.games == 2
    for game_id, version in versions.items():
        assert ledger.game_version(played.author.table_id, game_id) == version + 1
        stored = ledger.read_game(ledger.hash_key(played.host_key), game_id, known=version)
        assert stored.body is not None


def test_what_is_erased_twice_is_erased_once(played: At) -> None:
    erase_all_names(played.author, "Friday")
    before = shown_of(played)
    again = erase_all_names(played.author, "Friday")
    assert (again.games, again.texts) == (0, 0)
    assert shown_of(played) == before


def test_the_game_goes_on_under_the_new_names(ledger_file: str) -> None:
    at = open_table({"preset": "five-rounds"}, FIRST, SECOND)
    rng = dice_box(3)
    for _ in range(9):
        at.play_on(rng)
    ledger.undo(at.author, at.game_id, ledger.UndoRequest())
    erase_all_names(at.author, "Friday")
    ledger.redo(at.author, at.game_id, ledger.UndoRequest())
    for _ in range(9):
        at.play_on(rng)
    ledger.undo(at.author, at.game_id, ledger.UndoRequest(ledger.Target(seq=4)))
    at.enter("join", name=FIRST)
    assert at.problems() == ()
    assert [seat["name"] for seat in at.game["seats"]] == ["Player 1", "Player 2", FIRST]
    assert "(erased)" not in str(at.log())


def test_a_correction_of_what_came_before_is_told_with_the_new_names(ledger_file: str) -> None:
    at = open_table({"preset": "five-rounds"}, FIRST, SECOND)
    at.roll(1, 1, [6, 5, 4, 3, 3], stand=True)
    erase_all_names(at.author, "Friday")
    change = ledger.Correction(replace={"seq": 2, "dice": [6, 5, 4, 2, 2]})
    corrected = ledger.correct(at.author, at.game_id, change)
    assert corrected.result["sentences"] == [
        "Player 1's roll 1 in round 1 was corrected: 6, 5, 4, 2, 2, then a stand instead of 6, 5, 4, 3, 3, "
        "then a stand."
    ]
    assert at.problems() == ()


def test_a_repeat_of_an_entry_whose_name_was_erased_is_one_still(ledger_file: str) -> None:
    at = open_table({"preset": "five-rounds"}, "Red", "Blue")
    entry_id = "0192f0c1-0000-7000-8000-000000000001"
    at.enter("join", name=LATE, entry_id=entry_id)
    erase_all_names(at.author, "Friday")
    assert at.enter("join", name=LATE, entry_id=entry_id).already_recorded
    assert len(at.game["seats"]) == 3


def test_a_text_that_is_gone_without_an_entry_is_noticed(played: At) -> None:
    EntryText.update(text="Somebody", salt=None).where(
        (EntryText.game == played.game_id) & (EntryText.field == "seats/1/name")
    ).execute()
    assert played.problems() == ("the text seats/1/name of entry 1 is not what was recorded",)


def test_one_player_is_forgotten_and_the_others_are_not(played: At) -> None:
    erased = erase_player(played.author, player_named(played, SECOND), SECOND)
    assert (erased.players, erased.games) == (1, 2)
    assert not is_anywhere(SECOND)
    assert not is_anywhere(WORDS)
    assert is_anywhere(FIRST)
    assert is_anywhere(LATE)
    assert is_anywhere(DEVICE)
    assert [seat["name"] for seat in played.game["seats"]] == [f"{FIRST} II", "Player 1", LATE]
    assert [ledger.verify_game(game_id) for game_id in games_of(played)] == [(), ()]


def test_the_games_of_others_are_left_alone_unless_they_tell_of_the_player(ledger_file: str) -> None:
    at = open_table({"preset": "first-to-three"}, FIRST, SECOND)
    seats = [ledger.SeatClaim("Red"), ledger.SeatClaim("Blue")]
    quiet, telling = (
        At(
            at.author,
            at.host_key,
            ledger.open_game(at.author, ledger.Opening({"preset": "voyage"}, seats)).game_id,
        )
        for _ in range(2)
    )
    quiet.enter("abandon", reason="The bar closed.")
    telling.enter("abandon", reason=f"{FIRST.upper()} took the dice along.")
    before = quiet.game
    erase_player(at.author, player_named(at, FIRST), FIRST)
    assert not is_anywhere(FIRST)
    assert not is_anywhere(FIRST.upper())
    assert quiet.game == before
    assert telling.log()[1]["texts"] == {"reason": None}
    assert telling.game["version"] == 3
    assert telling.problems() == ()


def test_a_device_of_the_player_loses_its_name_where_it_shows(ledger_file: str) -> None:
    at = open_table({"preset": "first-to-three"}, FIRST, SECOND)
    seats = [ledger.SeatClaim("Red"), ledger.SeatClaim("Blue")]
    with storage.write():
        phone = add_key(at.author.table_id, "host", f"{FIRST}'s phone")
        bound = add_key(at.author.table_id, "scorer", "Old phone", player_id=player_named(at, FIRST))
        add_key(at.author.table_id, "viewer", "Wall")
    other = At(phone.author, phone.text, "")
    other.game_id = ledger.open_game(phone.author, ledger.Opening({"preset": "voyage"}, seats)).game_id
    erase_player(at.author, player_named(at, FIRST), FIRST)
    devices = {key.id: key.device for key in Key.select()}
    assert (devices[phone.author.key_id], devices[bound.author.key_id]) == (None, None)
    assert "Wall" in devices.values()
    assert [entry["device"] for entry in other.log()] == [None, None]
    assert other.log()[-1]["sentences"] == ["The name of a device was erased."]
    assert other.problems() == ()


def test_a_neutral_name_is_nobody_else_s(ledger_file: str) -> None:
    at = open_table({"preset": "five-rounds"}, "player 1", FIRST, "Player 3")
    erase_player(at.author, player_named(at, FIRST), FIRST)
    assert [seat["name"] for seat in at.game["seats"]] == ["player 1", "Player 2", "Player 3"]
    erase_all_names(at.author, "Friday")
    assert [seat["name"] for seat in at.game["seats"]] == ["Player 1", "Player 2", "Player 3"]


def test_an_archived_player_is_forgotten_too(at: At) -> None:
    green = ledger.create_player(at.author.table_id, LATE)
    ledger.change_player(at.author.table_id, green["id"], archived=True)
    erase_all_names(at.author, "Friday")
    assert not is_anywhere(LATE)
    assert Player.get_by_id(green["id"]).active_name is None


def test_what_was_cut_short_goes_on_when_it_is_asked_for_again(played: At) -> None:
    whole, done = erasing.put_right, iter([1])

    def killed(*args: object, **more: object) -> object:
        if next(done, None) is None:
            raise KeyboardInterrupt
        return whole(*args, **more)  # type: ignore[arg-type]

    with patch.object(erasing, "put_right", killed), pytest.raises(KeyboardInterrupt):
        erase_all_names(played.author, "Friday")
    assert is_anywhere(FIRST)
    assert erase_all_names(played.author, "Friday").games == 1
    assert not [text for text in (FIRST, SECOND, LATE, WORDS) if is_anywhere(text)]
    assert [ledger.verify_game(game_id) for game_id in games_of(played)] == [(), ()]


def test_another_name_erases_nothing(played: At) -> None:
    before = shown_of(played)
    second = player_named(played, SECOND)
    with pytest.raises(ledger.Invalid):
        erase_all_names(played.author, "friday")
    with pytest.raises(ledger.Invalid):
        erase_player(played.author, second, FIRST)
    with pytest.raises(ledger.NotFound):
        erase_player(played.author, "player_x", SECOND)
    stranger = open_table({"preset": "voyage"}, "Red", "Blue")
    with pytest.raises(ledger.NotFound):
        erase_player(stranger.author, second, SECOND)
    assert shown_of(played) == before


def test_those_who_play_on_meanwhile_lose_nothing(ledger_file: str) -> None:
    at = open_table(
        {"preset": "five-rounds", "goal": {"kind": "highest_total", "rounds": 100}}, FIRST, SECOND
    )

    # Fewer than it tries: somebody who never stops may be faster each time.
    plays = TRIES - 1

    def work(number: int) -> None:
        if number == 0:
            erase_all_names(at.author, "Friday")
            return
        rng = dice_box(number)
        for _ in range(plays):
            at.play_on(rng)

    answers = in_threads(2, work)
    assert answers == [None, None]
    assert at.problems() == ()
    assert at.version == 1 + plays + 1
    assert not is_anywhere(FIRST)


def test_an_old_request_undoes_no_rotation_after_names_were_erased(at: At) -> None:
    table_id = at.author.table_id
    spare = ledger.create_key(table_id, ledger.KeyWish("scorer")).key["id"]
    old = ledger.Asked(at.author.key_id, "8e03978e-40d5-43e8-bc93-6894a57f9324", b"rotate")
    ledger.rotate_key(table_id, spare, old)
    settled = ledger.rotate_key(table_id, spare)
    erasing.erase_all_names(at.author, ledger.get_table(table_id)["name"])
    with pytest.raises(ledger.SecretsReplaced):
        ledger.rotate_key(table_id, spare, old)
    assert ledger.find_author(settled.text).key_id == spare
