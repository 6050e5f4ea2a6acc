"""The evening's questions about dice and chances."""

from __future__ import annotations

from tests.api.evening import Step
from tests.api.steps_of_tables import GAME, TABLE

DICE = (
    Step("read_dice_of_table", "so-far", "Do the dice look fair so far?", path=TABLE),
    Step(
        "read_dice_of_table",
        "no-bias",
        "A bias of nothing",
        path=TABLE,
        query={"bias": "0"},
        status=422,
    ),
    Step("read_dice_of_game", "one-game", "The dice of one game", path=GAME, query={"bias": "0.05"}),
)

ODDS: tuple[Step, ...] = DICE
