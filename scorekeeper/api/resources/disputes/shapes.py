"""How disputes come back: what is recorded, what is claimed, the verdict on each, and the evidence."""

from __future__ import annotations

from scorekeeper.api.resources.amendments.shapes import AMENDED
from scorekeeper.api.resources.history.bodies import DECISION
from scorekeeper.api.resources.history.shapes import SAID
from scorekeeper.api.resources.referee.schemas import SHAPES as REFEREE
from scorekeeper.api.shapes import (
    SEAT,
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
from scorekeeper.ledger.dispute_list import STATUSES

_BY = {
    "key_id": identity("key", "The key that made it."),
    "device": or_null(text("The device that the key was given to.")),
    "recorded_at": moment("When it was recorded."),
}
_ENTRY = {
    "seq": whole("The number of the entry.", 1),
    "entry_id": text("Its id.", format="uuid"),
}
_REASON = or_null(text("Why; null if nothing was said, or if it was erased."))
_NUMBER = whole("A number; the verdict says whether a die shows it.")
_DICE = items("The faces thrown.", _NUMBER)
_THROW_OPTIONS = {"keep": items("The faces banked.", _NUMBER), "hold": _NUMBER}

_VERDICT = REFEREE["TurnVerdict"]["properties"]
_ON_SCORE = {
    **_VERDICT,
    "rolls": items("The verdict on each roll; empty for a score alone.", ref("RollVerdict")),
    "stand": items(
        "What is wrong with standing, or with the score; empty where nothing is.", ref("Violation")
    ),
    "turn": or_null(ref("JudgedState")),
    "score": or_null(
        whole("The score if every legal roll stands, null while the turn is not over; or the score alone.")
    ),
    "unverified": flag("Whether it is about a score alone."),
}

SHAPES: dict[str, Shape] = {
    "Claim": obj(
        "What a turn was instead, as it was sent: its rolls, one of its rolls, or its score.",
        optional={
            "rolls": items("All its rolls.", obj("A roll.", dice=_DICE, optional=_THROW_OPTIONS)),
            "roll": whole("The number of the roll that was otherwise.", 1),
            "dice": _DICE,
            **_THROW_OPTIONS,
            "stand": flag("Whether the player stood after the last roll."),
            "score": whole("Its score alone."),
        },
    ),
    "DisputedVerdict": obj("The referee's verdict on a turn.", **_ON_SCORE),
    "Evidence": obj(
        "An entry of the turn, as it was when the turn was disputed.",
        **_ENTRY,
        kind=SAID["kind"],
        body=SAID["body"],
        sentences=SAID["sentences"],
        **_BY,
        entered_at=or_null(moment("When it was entered, by the client's clock.")),
    ),
    "Dispute": obj(
        "A doubt about a turn.",
        number=whole("The dispute's number in the game, from 1.", 1),
        status=word("How far it is.", *STATUSES),
        turn=or_null(
            whole("The turn's number in the game; null where nothing of the turn counts any more.", 1)
        ),
        round=whole("The round.", 1),
        roll_off=whole("0 in a round's first pass, then the number of the roll-off.", 0),
        seat=SEAT,
        claim=or_null(ref("Claim")),
        words=or_null(text("Why it is doubted; null if that was not said, or if it was erased.")),
        recorded_verdict=ref("DisputedVerdict"),
        claim_verdict=or_null(ref("DisputedVerdict")),
        evidence=items("The entries of the turn, and who made them.", ref("Evidence"), 1),
        opened=obj("The entry that opened it.", **_ENTRY, **_BY),
        ruling=or_null(ref("Ruling")),
        withdrawal=or_null(ref("Withdrawal")),
    ),
    "Ruling": obj("How it was settled.", decision=DECISION, reason=_REASON, **_ENTRY, **_BY),
    "Withdrawal": obj("How it was withdrawn.", reason=_REASON, **_ENTRY, **_BY),
    "DisputePage": page("Dispute", "Disputes, the first one first."),
    "GameDisputed": obj(
        "A game as it stands after a dispute was opened, settled or withdrawn, and the dispute.",
        **AMENDED,
        dispute=ref("Dispute"),
    ),
}
