"""How a game comes back. It has a fixed size: what was played before is in its history."""

from __future__ import annotations

from scorekeeper.api.resources.games.schemas import ENTRY_KINDS, GAME_STATUSES
from scorekeeper.api.shapes import (
    HASH,
    Shape,
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
from scorekeeper.ledger.people import THROWERS
from scorekeeper.ledger.planning import ADVICE
from scorekeeper.rules.ruleset import MOST_ROLLS, MOST_SEATS

_SEAT_NUMBER = whole("A seat, numbered clockwise from 1.", 1)
_DICE_COUNTS = items("How many dice the roll may have.", whole("A number of dice.", 1, 5))
_HOLD = items("The cargo dice that can be held when one alone is rolled again.", face())
COMPUTER = obj(
    "Set where the computer plays the seat; null where a person does.",
    dice=word("Who throws its dice: people at the table, or this server.", *THROWERS),
)
DECIDED = obj(
    "What the computer does next with its turn.",
    action=word("`none`: its turn ended by itself.", "roll", "stand", "none"),
    dice=whole("How many dice it rolls.", 0, 5),
    hold=or_null(face("The cargo die that stays, where it rolls the other one alone.")),
)
_SEATS = {
    "seat": whole("The seat, numbered clockwise from 1.", 1),
    "player_id": identity("player", "Who sits there."),
    "name": text("The name that the seat shows."),
    "computer": or_null(COMPUTER),
    "status": word(
        "`in`; `out` (can't pay the next ante); `left`; `joining` (plays from the next round on).",
        "in", "out", "left", "joining",
    ),
}  # fmt: skip
_RANKS = {
    "rank": whole("1 for the first; a tie shares a rank and the next is skipped (1, 2, 2, 4).", 1),
    "dense_rank": whole("The same without gaps (1, 2, 2, 3).", 1),
}
SERIES = obj(
    "The games by the same people, one after another.",
    id=identity("series", "The series."),
    number=whole("The game's number in it.", 1),
)
_ABOUT = {
    "id": identity("game", "The game's id."),
    "table_id": identity("table", "The table that plays."),
    "series": SERIES,
    "status": word("How far the game is.", *GAME_STATUSES),
    "version": whole("The number of entries; the game's ETag.", 1),
}
_WINNERS = items("The seat that won, or all that drew; empty while the game is on.", whole("A seat.", 1))
_PROVISIONAL = flag("Whether a dispute about the game is open.")

SEAT = obj(
    "A seat and how it stands.",
    **_SEATS,
    rounds_won=whole("Rounds won, where rounds are won.", 0),
    total=whole("The sum of the cargo of its turns, those of roll-offs excepted.", 0),
    chips=or_null(
        whole("Chips in hand, or net winnings where chips are not counted out; null without stakes.")
    ),
    **_RANKS,
    unverified=whole("How many of its turns were entered as a score alone.", 0),
)

START = obj(
    "The roll for the opener.",
    attempt=whole("The attempt; tied seats roll again in the next.", 1),
    totals=items(
        "What was thrown in this attempt.",
        obj("A seat's total.", seat=_SEAT_NUMBER, total=whole("The sum of its three dice.", 3, 18)),
    ),
    to_come=items("The seats that are still to roll, the next one first.", _SEAT_NUMBER),
)

ROUND = obj(
    "The round being played, or the last one.",
    number=whole("The round, from 1.", 1),
    opener=_SEAT_NUMBER,
    roll_off=whole("0 in the round's first pass, then the number of the roll-off.", 0),
    extra_round=flag("Whether this roll-off decides a game that ended level."),
    order=items("The seats in the order of play.", _SEAT_NUMBER),
    pot=whole("The chips in the middle.", 0),
    best=or_null(whole("The best score of this pass; null before the first.", 0, 12)),
    leaders=items("The seats that have it.", _SEAT_NUMBER),
    to_come=items("The seats that are still to play, the one to move first.", _SEAT_NUMBER),
    deferred=items("The seats that were put off in this pass, which can be done once.", _SEAT_NUMBER),
    cargo=items(
        "What each seat scored in this pass, in the order of play.",
        obj(
            "A seat's score.",
            seat=_SEAT_NUMBER,
            score=or_null(whole("0 is a bust; null: not played yet.", 0, 12)),
            unverified=flag("Whether it was entered as a score alone, without its dice."),
        ),
    ),
)

PLAYED_ROLL = obj(
    "A roll.",
    dice=items("The faces thrown.", face(), 1, 5),
    kept=items("The faces banked from it.", face(), 0, 3),
    hold=or_null(face("The cargo die that stayed; null if none did.")),
)

TURN = obj(
    "The turn of the seat to move.",
    seat=_SEAT_NUMBER,
    number=whole("The turn's number in the game, from 1.", 1),
    rolls=items("Its rolls so far.", ref("PlayedRoll")),
    rolls_used=whole("The rolls taken.", 0, MOST_ROLLS),
    rolls_left=whole("The rolls that may still be taken.", 0, MOST_ROLLS),
    banked=items("The banked faces, in the order 6, 5, 4.", face(), 0, 3),
    cargo=items("The two cargo dice; empty before the crew is complete.", face(), 0, 2),
    legal=obj(
        "What the seat may do now.", dice_counts=_DICE_COUNTS, stand=flag("Whether it may stand."), hold=_HOLD
    ),
)

NEXT = obj(
    "The entry that the game waits for, ready to be sent back.",
    action=word("What is due; `none` when the game is over.", "start_roll", "roll", "none"),
    seat=or_null(whole("The seat to move.", 1, MOST_SEATS)),
    round=or_null(whole("The round; null during the roll for the opener.", 1)),
    roll_off=or_null(whole("0 in a round's first pass.", 0)),
    roll=or_null(whole("The number of the turn's next roll.", 1)),
    attempt=or_null(whole("The number of the roll for the opener.", 1)),
    dice_counts=_DICE_COUNTS,
    stand=flag("Whether the seat may stand instead, on the roll before."),
    hold=_HOLD,
    score=flag("Whether the score of the turn may be entered instead."),
    optional={
        "computer": obj(
            "There where the computer plays the seat. It decides; `dice_counts` and `hold` are what it has "
            "decided. The server's dice are asked for at /throws, the table's are entered as any others.",
            dice=word("Who throws its dice: people at the table, or this server.", *THROWERS),
            decided=or_null(DECIDED),
        )
    },
)

LAST_ENTRY = obj(
    "The last entry.",
    seq=whole("Its number in the game.", 1),
    entry_id=text("Its id.", format="uuid"),
    kind=word("What it was.", *ENTRY_KINDS),
    seat=or_null(whole("The seat it was of; null if of none.", 1)),
    recorded_at=moment("When it was recorded."),
    sentences=items("What happened, in words.", text("A sentence.")),
)

RESULT_FIELDS = {
    "turn_score": or_null(whole("The score of the turn that it ended; null if it ended none.", 0, 12)),
    "bust": flag("Whether that turn was a bust."),
    "round_winner": or_null(
        whole("The seat that won the round; null if the round goes on or nobody won it.", 1)
    ),
    "pot_paid": or_null(whole("The pot that was paid out; null if none was.", 1)),
    "game_over": flag("Whether the game is over."),
}

RESULT = obj(
    "What the entry led to.",
    **RESULT_FIELDS,
    sentences=items("What happened, in words.", text("A sentence.")),
)

_GAME = {
    **_ABOUT,
    "head": text(
        "The hash of the last entry. Who has seen it can prove later what was recorded until then.",
        pattern=HASH,
    ),
    "ruleset": ref("Ruleset"),
    "entry": word(
        "What is entered: the dice, or if wanted the score of a turn alone.", "dice", "dice_or_score"
    ),
    "created_at": moment("When the game was opened."),
    "advice": word("Whether it may be asked for.", *ADVICE),
    "dice_set": or_null(text("What the dice are called; null where they have no name.")),
    "finished_at": or_null(moment("When it ended; null while it is on.")),
    "seats": items("The seats, clockwise.", ref("Seat")),
    "start": or_null(ref("StartRolls")),
    "round": or_null(ref("Round")),
    "turn": or_null(ref("OpenTurn")),
    "next": ref("Next"),
    "winners": _WINNERS,
    "provisional": _PROVISIONAL,
    "last_entry": ref("LastEntry"),
}

AFTER = {
    **_GAME,
    "recorded": obj(
        "The entry.",
        seq=whole("Its number in the game.", 1),
        entry_id=text("Its id.", format="uuid"),
        effective=flag(
            "Whether it counts; false where it was taken back, struck out or voided since it was recorded."
        ),
    ),
    "result": ref("Result"),
    "already_recorded": flag("Whether the entry was there before; then the game is shown as it stands now."),
    "dry_run": flag("Whether the entry was only judged; then nothing was recorded."),
}
"""The fields of every answer to an entry."""

SHAPES: dict[str, Shape] = {
    "Seat": SEAT,
    "StartRolls": START,
    "Round": ROUND,
    "PlayedRoll": PLAYED_ROLL,
    "OpenTurn": TURN,
    "Next": NEXT,
    "LastEntry": LAST_ENTRY,
    "Result": RESULT,
    "Game": obj("A game as it stands now.", **_GAME),
    "GameAfter": obj("A game as it stands after an entry.", **AFTER),
    "GameInList": obj(
        "A game in a list.",
        **_ABOUT,
        entry=_GAME["entry"],
        created_at=_GAME["created_at"],
        finished_at=_GAME["finished_at"],
        seats=items("The seats, clockwise.", obj("A seat.", **_SEATS, rank=_RANKS["rank"])),
        winners=_WINNERS,
        provisional=_PROVISIONAL,
    ),
    "GamePage": page("GameInList", "Games, the newest first."),
    "Standings": obj(
        "Who leads.",
        game_id=identity("game", "The game."),
        version=whole("The number of entries; the game's ETag.", 1),
        status=_ABOUT["status"],
        provisional=_PROVISIONAL,
        winners=_WINNERS,
        standings=items("The seats, the best first.", ref("Seat")),
    ),
}
