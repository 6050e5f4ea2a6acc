"""How what was played comes back: rounds, turns, and the log."""

from __future__ import annotations

from scorekeeper.api.resources.games.schemas import ENTRY_KINDS
from scorekeeper.api.resources.games.shapes import RESULT_FIELDS, SERIES
from scorekeeper.api.shapes import (
    HASH,
    Shape,
    anything,
    face,
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
_DIGEST = obj(
    "A text that is kept beside the log, so that it can be erased.",
    digest=text("The salted hash of the text.", pattern=HASH),
)
_PLACE = {
    "seat": _SEAT,
    "round": whole("The round.", 1),
    "roll_off": whole("0 in a round's first pass.", 0),
}
_DICE = items("The faces thrown.", face(), 1, 5)
_THROW_OPTIONS = {
    "keep": items("The faces to bank.", face(), 0, 3),
    "hold": face("The cargo die that stays."),
}
_STAND = {"stand": flag("Whether the player stood on it.")}
_ROLL = whole("The number of the roll in its turn.", 1)
_PLAYER = {"player_id": identity("player", "The player."), "name": _DIGEST}

_BODIES: dict[str, Shape] = {
    "open": obj(
        "How the game was opened.",
        engine=whole("The version of the rules' engine.", 1),
        entry=word("What is entered.", "dice", "dice_or_score"),
        opener=or_null(whole("The seat that opens; null where it is rolled for.", 1)),
        ruleset=ref("Ruleset"),
        seats=items("Who sits where.", obj("A seat.", **_PLAYER)),
        series=SERIES,
    ),
    "start_roll": obj(
        "A roll for the opener.",
        seat=_SEAT,
        attempt=whole("The attempt.", 1),
        dice=items("The faces.", face(), 3, 3),
    ),
    "roll": obj("A roll.", **_PLACE, roll=_ROLL, dice=_DICE, optional={**_THROW_OPTIONS, **_STAND}),
    "stand": obj("A stand.", **_PLACE, roll=_ROLL),
    "turn": obj(
        "A whole turn.",
        **_PLACE,
        rolls=items("Its rolls.", obj("A roll.", dice=_DICE, optional=_THROW_OPTIONS), 1),
        optional=_STAND,
    ),
    "score": obj("The score of a turn.", **_PLACE, score=whole("The score.", 0, 12)),
    "join": obj("Somebody who joins.", seat=_SEAT, **_PLAYER),
    "leave": obj("Somebody who leaves.", seat=_SEAT),
    "defer": obj("Somebody who plays later.", seat=_SEAT),
    "abandon": obj("The end without a winner.", optional={"reason": _DIGEST}),
    "rename": obj("A new name for a seat.", seat=_SEAT, name=_DIGEST),
    "substitute": obj("Another player on a seat.", seat=_SEAT, **_PLAYER),
}


def _name_of(kind: str) -> str:
    return "Log" + "".join(part.capitalize() for part in kind.split("_"))


def _logged(kind: str) -> Shape:
    named = {"type": "string", "const": kind, "description": "What it is."}
    return {
        "allOf": [ref("LogCommon"), obj(f"An entry of the kind `{kind}`.", kind=named, body=_BODIES[kind])]
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
    "CountsAs": obj(
        "What an entry counts as where that is not what was entered, since it was put right.",
        by=whole("The number of the entry that put it right.", 1),
        kind=word("What it is.", *ENTRY_KINDS),
        body=anything("What is taken to have been entered."),
        sentences=items("What happened, in words.", text("A sentence.")),
        result=obj("What it led to.", **RESULT_FIELDS),
    ),
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
        voided_by=or_null(whole("The number of the entry that took it out of the game.", 1)),
        voided_because=or_null(text("The reason that was given for it.")),
        counts_as=or_null(ref("CountsAs")),
        sentences=items("What happened, in words.", text("A sentence.")),
        result=obj("What it led to.", **RESULT_FIELDS),
        hash=text("Its hash; the next entry carries it on.", pattern=HASH),
        prev_hash=text("The hash of the entry before it; zeros for the first.", pattern=HASH),
    ),
    **{_name_of(kind): _logged(kind) for kind in ENTRY_KINDS},
    "LogEntry": {
        "description": "An entry of the log.",
        "oneOf": [ref(_name_of(kind)) for kind in ENTRY_KINDS],
        "discriminator": {
            "propertyName": "kind",
            "mapping": {kind: f"#/components/schemas/{_name_of(kind)}" for kind in ENTRY_KINDS},
        },
    },
    "LogPage": page("LogEntry", "Entries in the order in which they were recorded."),
}
