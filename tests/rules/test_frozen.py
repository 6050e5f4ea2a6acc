"""What the rules hand out cannot be changed by whoever holds it."""

import pytest

from scorekeeper.rules import PRESETS, Roll, Thrown, Violation, next_entry, play, standings
from tests.examples import BUST, RED, Table, crewed


def things() -> list[object]:
    table = Table()
    played = play(table.state, Roll(RED, Thrown(crewed(5))))
    table.score(5)
    assert played.state.turn is not None
    return [
        table.state,
        table.state.ruleset,
        table.state.ruleset.turn,
        table.state.seat(RED),
        table.state.results[0],
        played,
        played.state.turn,
        played.state.turn.state,
        played.state.turn.rolls[0],
        played.consequences[0],
        Table(PRESETS["critters"].ruleset, opener=None).state.start,
        next_entry(table.state),
        standings(table.state)[0],
        Roll(RED, Thrown(BUST)),
        Thrown(BUST),
        Violation("game-over", "The game is over."),
        PRESETS["chips"],
    ]


@pytest.mark.parametrize("thing", things(), ids=[type(thing).__name__ for thing in things()])
def test_a_value_of_the_game_is_frozen(thing: object) -> None:
    fields = getattr(thing, "_fields", None) or list(thing.__dataclass_fields__)  # type: ignore[attr-defined]
    assert fields
    for field in fields:
        with pytest.raises(AttributeError):
            setattr(thing, field, None)
    with pytest.raises((AttributeError, TypeError)):
        thing.another_field = None  # type: ignore[attr-defined]
