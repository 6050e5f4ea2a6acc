"""What is sent to have something deleted, and how a whole table comes back."""

from __future__ import annotations

from scorekeeper.api.complaints import missing
from scorekeeper.api.fields import Name, Request
from scorekeeper.api.shapes import Shape, items, obj, ref, text, whole
from scorekeeper.ledger.table_export import FORMAT


class TableNamed(Request):
    """The table's name, so that nobody does this by a slip."""

    name = Name(
        "What the table is called, exactly.",
        required=True,
        error_messages=missing("say what the table is called, to show that you mean it."),
    )


class PlayerNamed(Request):
    """The player's name, so that nobody does this by a slip."""

    name = Name(
        "What the player is called now, exactly.",
        required=True,
        error_messages=missing("say what the player is called, to show that you mean it."),
    )


SHAPES: dict[str, Shape] = {
    "TableExport": obj(
        "A table, whole. Each part is what its own route answers.",
        format=text("How the export is written.", const=FORMAT),
        table=ref("Table"),
        players=items(
            "Every player, archived ones included, in the order in which they came.", ref("Player")
        ),
        rulesets=items("All saved house rules.", ref("HouseRuleset")),
        games=items("Every game, the oldest first.", ref("Export")),
    ),
    "Erased": obj(
        "How much was erased.",
        players=whole("The players whose names are forgotten.", 0),
        games=whole("The games that show it.", 0),
        texts=whole("The texts of their logs that are gone.", 0),
    ),
}
