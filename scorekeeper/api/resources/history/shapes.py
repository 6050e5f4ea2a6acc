"""How what was played comes back: rounds, turns, and the log."""

from __future__ import annotations

from scorekeeper.api.resources.games.schemas import ENTRY_KINDS
from scorekeeper.api.resources.games.shapes import RESULT_FIELDS
from scorekeeper.api.resources.history.bodies import BODIES, PLAY_BODY, PLAY_KIND, body_of, name_of
from scorekeeper.api.shapes import (
    HASH,
    Shape,
    flag,
    identity,
    items,
    moment,
    obj,
    or_null,
    page,
    ref,
    text,
    whole,
    word,
)

_SEAT = whole("A seat, numbered clockwise from 1.", 1)
_SCORE = or_null(whole("Its score, 0 or 2 to 12; null where it is not over or was broken off.", 0, 12))
_TURN_STATUS = word(
    "`open`: not over yet; `broken_off`: the seat left before it was over.", "open", "scored", "broken_off"
)
_TURN = {
    "number": whole("The turn's number in the game, from 1.", 1),
    "roll_off": whole("0 in a round's first pass, then the number of the roll-off.", 0),
    "seat": _SEAT,
    "status": _TURN_STATUS,
    "score": _SCORE,
    "bust": flag("Whether it was a bust."),
    "unverified": flag("Whether its score was entered alone."),
}
_SENTENCES = items("What happened, in words.", text("A sentence."))
_RESULT = obj("What it led to.", **RESULT_FIELDS)

SAID = {"kind": PLAY_KIND, "body": PLAY_BODY, "sentences": _SENTENCES, "result": _RESULT}
"""The fields of what a play means."""


def _log_name(kind: str) -> str:
    return f"Log{name_of(kind)}"


def _logged(kind: str) -> Shape:
    named = {"type": "string", "const": kind, "description": "What it is."}
    return {
        "allOf": [
            ref("LogCommon"),
            obj(f"An entry of the kind `{kind}`.", kind=named, body=body_of(kind)),
        ]
    }


SHAPES: dict[str, Shape] = {
    "TurnInShort": obj("A turn without its rolls.", **_TURN),
    "PlayedRound": obj(
        "A round.",
        number=whole("The round, from 1.", 1),
        opener=_SEAT,
        status=word(
            "`open`: being played; `won`: by one seat; `carried`: tied, and the pot stays; "
            "`over`: nobody wins rounds here; "
            "`broken_off`: the game ended in it.",
            "open",
            "won",
            "carried",
            "over",
            "broken_off",
        ),
        winner=or_null(whole("The seat that won it.", 1)),
        tied=items("The seats that were level where it was carried.", _SEAT),
        pot_paid=or_null(whole("The pot that was paid out.", 1)),
        turns=items("Its turns, those of roll-offs included.", ref("TurnInShort")),
    ),
    "RoundPage": page("PlayedRound", "Rounds, the first one first, the open one last."),
    "Turn": obj(
        "A turn.",
        **_TURN,
        round=whole("The round.", 1),
        rolls=items("Its rolls; empty where the score was entered alone.", ref("PlayedRoll")),
    ),
    "TurnPage": page("Turn", "Turns, the first one first, the open one last."),
    "LogCommon": obj(
        "What every entry of the log has.",
        seq=whole("Its number in the game, from 1 without gaps.", 1),
        entry_id=text("Its id.", format="uuid"),
        seat=or_null(whole("The seat it is of.", 1)),
        round=or_null(whole("The round it is of.", 1)),
        turn=or_null(whole("The turn it is of.", 1)),
        recorded_at=moment("When it was recorded."),
        entered_at=or_null(moment("When it was entered, by the client's clock.")),
        key_id=identity("key", "The key that recorded it."),
        device=or_null(text("The device that the key was given to.")),
        texts={
            "type": "object",
            "description": "The texts whose digests stand in the body; null for one that was erased.",
            "additionalProperties": {"type": ["string", "null"]},
        },
        effective=flag("Whether it still counts."),
        voided_by=or_null(whole("The number of the entry that took it out; null while it counts.", 1)),
        voided_because=or_null(text("The reason that was given for taking it out; null if none was.")),
        counts_as=or_null(ref("CountsAs")),
        sentences=_SENTENCES,
        result=_RESULT,
        hash=text("Its hash; the next entry carries it on.", pattern=HASH),
        prev_hash=text("The hash of the entry before it; zeros for the first.", pattern=HASH),
    ),
    "Said": obj("What a play means.", **SAID),
    "CountsAs": obj(
        "What counts, where that is not what the entry says: it was corrected, or it is an amendment that "
        "put in a play, or the number of its roll moved on.",
        **SAID,
        by=or_null(whole("The number of the amendment that says so; null where only a number moved on.", 1)),
    ),
    **{f"{name_of(kind)}Body": body for kind, body in BODIES.items()},
    **{_log_name(kind): _logged(kind) for kind in ENTRY_KINDS},
    "LogEntry": {
        "description": "An entry of the log.",
        "oneOf": [ref(_log_name(kind)) for kind in ENTRY_KINDS],
        "discriminator": {
            "propertyName": "kind",
            "mapping": {kind: f"#/components/schemas/{_log_name(kind)}" for kind in ENTRY_KINDS},
        },
    },
    "LogPage": page("LogEntry", "Entries in the order in which they were recorded."),
}
