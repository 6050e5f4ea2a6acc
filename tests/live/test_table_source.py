"""What those who follow a table are told: each entry of all its games, once, wherever they were cut."""

from __future__ import annotations

import pytest

from scorekeeper import ledger
from scorekeeper.ledger import Opening, SeatClaim
from scorekeeper.live import Hub, sources
from scorekeeper.storage.pulses import Happening
from tests.databases import in_threads
from tests.ledger.amending import replace, undo
from tests.ledger.playing import At, dice_box, open_table
from tests.live.conftest import Follow, take, until
from tests.streams import Told

FIRST = {"seat": 1, "roll": 1, "dice": [6, 4, 3, 3, 1], "keep": [6]}
SECOND = {"seat": 1, "roll": 2, "dice": [5, 4, 2, 2], "keep": [5, 4]}


def open_another(at: At, *names: str) -> At:
    """Another game at the same table."""
    opening = Opening({"preset": "first-to-three"}, tuple(SeatClaim(name) for name in names))
    return At(at.author, at.host_key, ledger.open_game(at.author, opening).game_id)


def entries_of(events: list[Told]) -> list[tuple[str, int]]:
    return [(event.data["game"]["id"], event.data["entry"]["seq"]) for event in events]


def test_a_tables_stream_begins_with_its_games_in_play_and_its_newest_game(at: At, follow: Follow) -> None:
    over, other = open_another(at, "Green", "Gold"), open_another(at, "Teal", "Plum")
    over.enter("abandon")
    other.enter("abandon")
    whole = next(follow(table=True))
    assert whole.name == "table"
    assert whole.data == {"table": ledger.get_table(at.author.table_id), "games": [other.game, at.game]}


def test_a_table_is_told_every_entry_of_its_games(at: At, follow: Follow) -> None:
    told = follow(table=True)
    first = next(told)
    at.enter("roll", **FIRST)
    roll = next(told)
    other = open_another(at, "Green", "Gold")
    opening = next(told)
    other.enter("abandon")
    end = next(told)
    assert [event.data["game"]["id"] for event in (roll, opening, end)] == [
        at.game_id, other.game_id, other.game_id,
    ]  # fmt: skip
    assert [event.data["entry"]["kind"] for event in (roll, opening, end)] == ["roll", "open", "abandon"]
    assert end.data["game"] == other.game
    numbers = [event.id for event in (first, roll, opening, end)]
    assert numbers == sorted(set(numbers))


def test_a_table_that_is_renamed_is_told_whole(at: At, follow: Follow) -> None:
    told = follow(table=True)
    next(told)
    ledger.rename_table(at.author.table_id, "The Crown")
    whole = next(told)
    assert (whole.name, whole.data["table"]["name"]) == ("table", "The Crown")


def test_who_knows_a_tables_newest_number_is_told_only_what_comes(at: At, hub: Hub, follow: Follow) -> None:
    first = follow(table=True)
    number = next(first).id
    told = follow(number, table=True)
    assert hub._teller is not None
    readers = hub._teller.connections
    until(lambda: [reader.number for reader in list(readers)] == [number, number])
    at.enter("roll", **FIRST)
    assert next(told).data == next(first).data


def test_another_tables_games_are_not_told(at: At, follow: Follow) -> None:
    told = follow(table=True)
    next(told)
    elsewhere = open_table({"preset": "first-to-three"}, "Green", "Gold")
    elsewhere.enter("roll", **FIRST)
    at.enter("roll", **FIRST)
    assert next(told).data["game"]["id"] == at.game_id


def test_who_was_away_is_told_what_was_missed_of_every_game_as_it_was(at: At, follow: Follow) -> None:
    live = follow(table=True)
    number = next(live).id
    at.enter("roll", **FIRST)
    other = open_another(at, "Green", "Gold")
    other.enter("roll", **FIRST)
    at.enter("roll", **SECOND)
    undo(at)
    other.enter("abandon")
    told = take(live, 6)
    assert entries_of(told) == [
        (at.game_id, 2), (other.game_id, 1), (other.game_id, 2), (at.game_id, 3), (at.game_id, 4),
        (other.game_id, 3),
    ]  # fmt: skip
    assert [event.id for event in told] == [number + place for place in range(1, 7)]
    again = take(follow(number, table=True), 6)
    assert [event.data["game"] for event in again] == [event.data["game"] for event in told]
    assert [event.id for event in again] == [event.id for event in told]
    for place, event in enumerate(told[:-1], start=1):
        assert take(follow(event.id, table=True), 6 - place) == again[place:]


def test_a_correction_of_a_game_that_is_long_over_is_told(at: At, follow: Follow) -> None:
    at.enter("roll", **FIRST)
    at.enter("abandon")
    newer = [open_another(at, "Green", "Gold") for _ in range(2)]
    whole = next(follow(table=True))
    assert [game["id"] for game in whole.data["games"]] == [game.game_id for game in reversed(newer)]
    live = follow(table=True)
    assert next(live) == whole
    replace(at, 2, dice=[6, 4, 3, 3, 2], keep=[6], reason="It was a 2.")
    told = next(live)
    assert (told.data["entry"]["kind"], told.data["game"]) == ("correction", at.game)
    assert next(follow(whole.id, table=True)) == told


def test_a_table_that_was_renamed_meanwhile_is_told_in_its_place_with_its_games_as_they_were(
    at: At, follow: Follow
) -> None:
    number = next(follow(table=True)).id
    at.enter("roll", **FIRST)
    as_it_was = at.game
    ledger.rename_table(at.author.table_id, "The Crown")
    at.enter("roll", **SECOND)
    other = open_another(at, "Green", "Gold")
    roll, table, second, opening = take(follow(number, table=True), 4)
    assert [roll.id, table.id, second.id, opening.id] == [number + place for place in range(1, 5)]
    assert (table.name, table.data["table"]["name"]) == ("table", "The Crown")
    assert table.data["games"] == [as_it_was] == [roll.data["game"]]
    assert entries_of([second, opening]) == [(at.game_id, 3), (other.game_id, 1)]
    assert next(follow(table.id, table=True)) == second


def test_who_missed_too_much_of_a_table_is_told_the_whole_of_it_instead(
    at: At, follow: Follow, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sources, "MOST_MISSED", 2)
    number = next(follow(table=True)).id
    at.enter("roll", **FIRST)
    other = open_another(at, "Green", "Gold")
    assert [event.name for event in take(follow(number, table=True), 2)] == ["entry", "entry"]
    other.enter("roll", **FIRST)
    reset, whole = take(follow(number, table=True), 2)
    assert reset == Told("reset", None, {"reason": "too-old"})
    assert (whole.id, whole.data["games"]) == (number + 3, [other.game, at.game])


def test_what_an_earlier_release_counted_without_a_note_is_told_by_the_whole_state(
    at: At, follow: Follow
) -> None:
    number = next(follow(table=True)).id
    for entry in (FIRST, SECOND):
        at.enter("roll", **entry)
    Happening.delete().where(Happening.number == number + 2).execute()
    roll, reset, whole = take(follow(number, table=True), 3)
    assert (roll.id, reset.data["reason"], whole.data["games"]) == (number + 1, "too-old", [at.game])


def test_the_entries_of_writers_who_pass_each_other_are_told_once_each_and_of_each_game_in_their_order(
    at: At, follow: Follow
) -> None:
    games = [at, *(open_another(at, "Green", "Gold") for _ in range(3))]
    live = follow(table=True)
    number = next(live).id

    def play(writer: int) -> None:
        rng, game = dice_box(writer), games[writer]
        while game.version < 25 and not game.state.is_over:
            game.play_on(rng)

    assert in_threads(4, play) == [None] * 4
    count = sum(game.version - 1 for game in games)
    told = take(live, count)
    assert [event.id for event in told] == [number + place for place in range(1, count + 1)]
    for game in games:
        of_it = [seq for game_id, seq in entries_of(told) if game_id == game.game_id]
        assert of_it == list(range(2, game.version + 1))
    for cut in (1, 17, 50, count - 1):
        assert take(follow(told[cut - 1].id, table=True), count - cut) == told[cut:]
