"""The faces thrown so far, and what they say about the dice."""

from __future__ import annotations

from typing import Any

from flask import Response

from scorekeeper import ledger
from scorekeeper.api.auth import ALL, author, author_of
from scorekeeper.api.blueprint import Answer, Blueprint
from scorekeeper.api.resources.dice.schemas import DiceQuery
from scorekeeper.api.responses import answer_private

blueprint = Blueprint("Dice", "The faces thrown so far, and whether they fit fair dice.")


@blueprint.route("/tables/<table_id>/dice")
@blueprint.arguments(DiceQuery, location="query")
@blueprint.contract(Answer(200, "TableDice", "The dice."), allows=ALL)
def read_dice_of_table(query: dict[str, Any], table_id: str) -> Response:
    """Read the dice of a table

    The faces thrown in all games of the table, in rolls and in rolls for the opener, as far as entries count;
    each set of dice that games were opened with apart, and the server's own throws apart from all. With a
    test of an even spread, and how many dice it would take to notice a bias of a given size.
    """
    author_of(table_id)
    return answer_private(ledger.dice_of_table(table_id, **query))


@blueprint.route("/games/<game_id>/dice")
@blueprint.arguments(DiceQuery, location="query")
@blueprint.contract(Answer(200, "GameDice", "The dice."), allows=ALL)
def read_dice_of_game(query: dict[str, Any], game_id: str) -> Response:
    """Read the dice of a game

    The same for one game.
    """
    return answer_private(ledger.dice_of_game(author().table_id, game_id, **query))
