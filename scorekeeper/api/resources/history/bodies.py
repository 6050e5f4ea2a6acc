"""What the entries of the log say, by their kind."""

from __future__ import annotations

from scorekeeper.api.resources.games.schemas import PLAY_KINDS
from scorekeeper.api.resources.games.shapes import COMPUTER, DECIDED, SERIES
from scorekeeper.api.shapes import (
    HASH,
    NONCE,
    Shape,
    anything,
    face,
    flag,
    identity,
    items,
    obj,
    or_null,
    ref,
    text,
    whole,
    word,
)
from scorekeeper.ledger.ruling import DECISIONS

_SEAT = whole("A seat, numbered clockwise from 1.", 1)
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
_SEQ = whole("The number of an entry.", 1)
_WORDS = {"reason": _DIGEST}
_VOIDED = {"voided": items("The entries that count no more.", _SEQ, 1)}
_COMMITS = {
    "server_dice": obj(
        "What the server commits to for the throws that follow.",
        commitment=text("The SHA-256 of the secret that they follow from.", pattern=HASH),
    )
}
_THROWN = {
    "thrown_by": text(
        "The server threw these dice, now or before at the same place: then a person has entered them again.",
        const="server",
    ),
    "nonce": text("What the table made up for the throw.", pattern=NONCE),
    "commitment": whole("The number of the entry that committed to the secret they follow from.", 1),
}
_LYING_THERE = items(
    "The dice of the roll that the server had thrown at its place before, in the order in which they fell; a "
    "person threw the others.",
    face(),
    0,
    5,
)
_DISPUTE = whole("The dispute's number in the game.", 1)


def name_of(kind: str) -> str:
    """The kind as the names of components have it: `StartRoll`."""
    return "".join(part.capitalize() for part in kind.split("_"))


def body_of(kind: str) -> Shape:
    """What an entry of a kind says."""
    return ref(f"{name_of(kind)}Body")


DECISION = word("How a dispute is settled.", *DECISIONS)
PLAY_KIND = word("What is played.", *PLAY_KINDS)
PLAY_BODY: Shape = {
    "description": "What it says, as an entry of its kind says it.",
    "anyOf": [body_of(kind) for kind in PLAY_KINDS],
}
_REPLACED = obj(
    "The play that says something else from now on.",
    seq=_SEQ,
    changes=anything("What it says instead, by the name of the field; null for what it says no more."),
)
_INSERTED = obj(
    "The play that was put in.",
    before=or_null(whole("The number of the entry that comes just after it; null at the end.", 1)),
    kind=PLAY_KIND,
    body=PLAY_BODY,
)

BODIES: dict[str, Shape] = {
    "open": obj(
        "How the game was opened.",
        engine=whole("The version of the rules' engine.", 1),
        entry=word("What is entered.", "dice", "dice_or_score"),
        opener=or_null(whole("The seat that opens; null where it is rolled for.", 1)),
        ruleset=ref("Ruleset"),
        seats=items("Who sits where.", obj("A seat.", **_PLAYER, optional={"computer": COMPUTER})),
        series=SERIES,
        optional={
            **_COMMITS,
            "advice": word("`forbidden` where nobody may ask for it.", "forbidden"),
            "dice_set": _DIGEST,
        },
    ),
    "start_roll": obj(
        "A roll for the opener.",
        seat=_SEAT,
        attempt=whole("The attempt.", 1),
        dice=items("The faces.", face(), 3, 3),
        optional=_THROWN,
    ),
    "roll": obj(
        "A roll.",
        **_PLACE,
        roll=_ROLL,
        dice=_DICE,
        optional={**_THROW_OPTIONS, **_STAND, **_THROWN, "lying": _LYING_THERE, "computer": DECIDED},
    ),
    "stand": obj("A stand.", **_PLACE, roll=_ROLL),
    "turn": obj(
        "A whole turn.",
        **_PLACE,
        rolls=items("Its rolls.", obj("A roll.", dice=_DICE, optional=_THROW_OPTIONS), 1),
        optional={**_STAND, "lying": items(f"For each roll: {_LYING_THERE['description']}", _LYING_THERE, 1)},
    ),
    "score": obj("The score of a turn.", **_PLACE, score=whole("The score.", 0, 12)),
    "join": obj("Somebody who joins.", seat=_SEAT, **_PLAYER, optional={"computer": COMPUTER, **_COMMITS}),
    "leave": obj("Somebody who leaves.", seat=_SEAT),
    "defer": obj("Somebody who plays later.", **_PLACE),
    "abandon": obj("The end without a winner.", optional={"reason": _DIGEST}),
    "rename": obj("A new name for a seat.", seat=_SEAT, name=_DIGEST),
    "substitute": obj("Another player on a seat.", seat=_SEAT, **_PLAYER),
    "undo": obj("What was taken back.", target=_SEQ, **_VOIDED, optional=_COMMITS),
    "redo": obj(
        "What was brought back.",
        target=whole("The number of the undo.", 1),
        undos=items("That undo and those after it, the last one first.", _SEQ, 1),
        restored=items("The entries that count again.", _SEQ, 1),
    ),
    "correction": obj(
        "What was put right.",
        what=word("How.", "replace", "drop", "insert"),
        target=whole("The number of the entry that was named.", 1),
        optional={**_VOIDED, "replaced": _REPLACED, "inserted": _INSERTED, **_WORDS, **_COMMITS},
    ),
    "dispute": obj(
        "A turn that somebody doubts.",
        number=_DISPUTE,
        turn=whole("The turn's number in the game, when it was disputed.", 1),
        **_PLACE,
        entries=items("The entries of the turn.", _SEQ, 1),
        optional={"claim": ref("Claim"), "words": _DIGEST},
    ),
    "ruling": obj(
        "How a dispute was settled.",
        number=_DISPUTE,
        decision=DECISION,
        said=anything("What the turn was, as far as the ruling itself says it: rolls, stand or score."),
        optional={**_VOIDED, "inserted": _INSERTED, **_WORDS, **_COMMITS},
    ),
    "erasure": obj(
        "Names that were replaced and words that were erased, for good.",
        texts=items(
            "Which texts: the number of the entry, and the text's name in its `texts`.",
            text("As in `1/seats/2/name`.", pattern="^[1-9][0-9]*/"),
        ),
    ),
    "withdrawal": obj("A dispute that was withdrawn.", number=_DISPUTE, optional=_WORDS),
}
"""What an entry of each kind says."""
