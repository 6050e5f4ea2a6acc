"""How a whole game comes back."""

from __future__ import annotations

from scorekeeper.api.shapes import Shape, items, obj, ref, text
from scorekeeper.ledger.export import FORMAT

SHAPES: dict[str, Shape] = {
    "Export": obj(
        "A game, whole. Each part is what its own route answers.",
        format=text("How the export is written.", const=FORMAT),
        game=ref("Game"),
        standings=ref("Standings"),
        rounds=items("Every round, the first one first.", ref("PlayedRound")),
        turns=items("Every turn, the first one first.", ref("Turn")),
        disputes=items("Every dispute, the first one first.", ref("Dispute")),
        throws=ref("Throws"),
        log=items("Every entry, the first one first.", ref("LogEntry"), 1),
    ),
}
