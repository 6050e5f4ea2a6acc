"""States and entries survive being written as JSON and read again."""

import json

import pytest

from scorekeeper.rules import (
    Abandon,
    Defer,
    GameState,
    Input,
    Join,
    Leave,
    Place,
    Roll,
    Score,
    Stand,
    StartRoll,
    Thrown,
    WholeTurn,
    input_from_json,
    input_to_json,
    replay,
    state_from_json,
    state_to_json,
)
from tests.examples import BLUE, BUST, GREEN, RED, Table, crewed, house


def through_json(state: GameState) -> GameState:
    return state_from_json(json.loads(json.dumps(state_to_json(state))), state.ruleset)


def entry_through_json(entry: Input) -> Input:
    return input_from_json(json.loads(json.dumps(input_to_json(entry))))


ENTRIES: list[tuple[Input, dict[str, object]]] = [
    (StartRoll(RED, (1, 2, 3)), {"kind": "start_roll", "seat": 1, "dice": [1, 2, 3]}),
    (Roll(RED, Thrown(BUST)), {"kind": "roll", "seat": 1, "dice": [1, 1, 2, 3, 3]}),
    (
        Roll(BLUE, Thrown((6, 5, 1, 1, 1), keep=(6,))),
        {"kind": "roll", "seat": 2, "dice": [6, 5, 1, 1, 1], "keep": [6]},
    ),
    (Roll(RED, Thrown(BUST, keep=())), {"kind": "roll", "seat": 1, "dice": [1, 1, 2, 3, 3], "keep": []}),
    (
        Roll(RED, Thrown((2,), hold=6), stand=True),
        {"kind": "roll", "seat": 1, "dice": [2], "hold": 6, "stand": True},
    ),
    (Stand(GREEN), {"kind": "stand", "seat": 3}),
    (
        WholeTurn(RED, (Thrown(BUST), Thrown(crewed(7), keep=(6, 5, 4))), stand=True),
        {
            "kind": "turn",
            "seat": 1,
            "rolls": [{"dice": [1, 1, 2, 3, 3]}, {"dice": [6, 5, 4, 3, 4], "keep": [6, 5, 4]}],
            "stand": True,
        },
    ),
    (Score(RED, 0), {"kind": "score", "seat": 1, "score": 0}),
    (Join(), {"kind": "join"}),
    (Leave(BLUE), {"kind": "leave", "seat": 2}),
    (Defer(BLUE), {"kind": "defer", "seat": 2}),
    (Abandon(), {"kind": "abandon"}),
]


@pytest.mark.parametrize(("entry", "written"), ENTRIES, ids=[str(case[1]["kind"]) for case in ENTRIES])
def test_an_entry_is_written_with_what_was_left_out_left_out(
    entry: Input, written: dict[str, object]
) -> None:
    assert input_to_json(entry) == written


@pytest.mark.parametrize(("entry", "written"), ENTRIES, ids=[str(case[1]["kind"]) for case in ENTRIES])
def test_an_entry_is_read_as_it_was_written(entry: Input, written: dict[str, object]) -> None:
    assert entry_through_json(entry) == entry


def test_every_kind_of_entry_is_written() -> None:
    assert {type(entry) for entry, _ in ENTRIES} == set(Input.__args__)


def test_the_place_of_an_entry_is_not_written_with_it() -> None:
    placed = Roll(RED, Thrown(BUST), place=Place(1, 0, 1))
    assert input_to_json(placed) == input_to_json(Roll(RED, Thrown(BUST)))


def test_an_unknown_kind_of_entry_is_not_read() -> None:
    with pytest.raises(KeyError):
        input_from_json({"kind": "shout"})


def test_a_state_is_read_as_it_was_written_at_every_moment_of_a_game() -> None:
    table = Table(
        house("chips", turn={"cargo_reroll": "any", "pace": "opener"}), seats=4, entry="dice_or_score"
    )
    moments = [
        lambda: table.roll(6, 5, 4, 1, 3),
        lambda: table.roll(5, hold=3),
        lambda: table.enter(Defer(GREEN)),
        lambda: table.enter(Join()),
        lambda: table.stand(),
        lambda: table.enter(Score(BLUE, 8)),
        lambda: table.enter(Leave(GREEN)),
        lambda: table.score(3),
        lambda: table.score(2),
        lambda: table.enter(Leave(BLUE)),
        lambda: table.score(9, 2, 2),
        lambda: table.enter(Abandon()),
    ]
    assert through_json(table.state) == table.state
    for moment in moments:
        moment()
        assert through_json(table.state) == table.state


def test_a_state_of_the_roll_for_the_opener_is_read_as_it_was_written() -> None:
    table = Table(house("critters"), seats=3, opener=None)
    for total in (9, 12, 12, 4, 5):
        assert through_json(table.state) == table.state
        table.start_rolls(total)
    assert table.state.opener == GREEN
    assert through_json(table.state) == table.state


def test_finished_games_are_read_as_they_were_written() -> None:
    won = Table(house("critters"), opener=RED)
    won.score(9, 2, 3)
    drawn = Table(house("voyage", goal={"kind": "highest_total", "rounds": 1, "tie": "draw"}), seats=2)
    drawn.score(5, 5)
    for table in (won, drawn):
        assert table.state.status == "finished"
        assert through_json(table.state) == table.state


def test_play_goes_on_from_a_state_that_was_written_and_read() -> None:
    table = Table()
    table.roll(6, 4, 3, 3, 1)
    read = through_json(table.state)
    rest = [Roll(RED, Thrown((5, 4, 2, 2))), Stand(RED), Roll(BLUE, Thrown(BUST))]
    assert replay(read, rest) == replay(table.state, rest)


def test_a_game_is_replayed_from_its_entries_alone() -> None:
    table = Table(house("chips"))
    for scores in ((9, 2, 3), (0, 0, 0), (5, 4, 2)):
        table.score(*scores)
    entries = [entry_through_json(entry) for entry in table.entries]
    assert replay(table.opening, entries) == table.state
    assert replay(table.opening, []) == table.opening
