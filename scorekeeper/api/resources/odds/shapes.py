"""How odds and advice come back."""

from __future__ import annotations

from typing import Any

from scorekeeper.api.resources.rulesets.schemas import SHAPES as RULESETS
from scorekeeper.api.shapes import (
    Shape,
    face,
    flag,
    identity,
    items,
    number,
    obj,
    or_null,
    ref,
    text,
    whole,
    word,
)
from scorekeeper.rules.ruleset import MOST_ROLLS, MOST_SEATS
from scorekeeper.thinking.asked import OBJECTIVES

_TURN = RULESETS["Ruleset"]["properties"]["turn"]


def chance(description: str) -> Shape:
    """A chance."""
    return number(description, 0, 1)


_EXACT = text("The same as a fraction.", pattern="^[0-9]+/[0-9]+$")
_CHOICE: dict[str, Any] = {
    "action": word("What to do; `keep` says what to bank of dice on the table.", "stand", "roll", "keep"),
    "dice": whole("How many dice are rolled; 0 where none is.", 0, 5),
    "hold": or_null(face("The cargo die that stays, where the other one alone is rolled.")),
}
_SURE = {
    "method": word(
        "`exact`, or `simulated` where games or rounds were played out at random: too much to solve.",
        "exact",
        "simulated",
    ),
    "error": number("How far off it may be: a bound where it is exact, else the standard error of the dice."),
    "samples": whole("How many games were played out; 0 where it is exact.", 0),
    "seed": or_null(whole("What the random numbers began with; null where it is exact.")),
    "assumption": or_null(
        text("How later turns are taken to be played, which `error` leaves out; null where it is exact.")
    ),
}
CHANCES = obj(
    "Who wins.",
    seats=items("The chance of each seat, clockwise; they sum to 1.", chance("A chance.")),
    shared=chance("The chance that nobody wins alone, which is a part of those."),
    **_SURE,
)
_ADVICE = {
    "seat": whole("The seat to move.", 1, MOST_SEATS),
    "objective": word("What it plays for.", *OBJECTIVES),
    "options": items(
        "What it may do, with what each choice promises if it plays on as well as it can.",
        obj(
            "A choice.",
            **_CHOICE,
            keep=items("The faces to bank, where that is the question.", face(), 0, 3),
            value=number("The chance to win, or the mean score where points are the aim."),
            error=number("How far that may be off: a bound where it is exact, else the standard error.", 0),
            gap_error=number(
                "How far it may be off how much less it is worth than the first of `best`. All are put to "
                "the same dice, so that this is known better than the values; 0 for that one itself.",
                0,
            ),
            mean=number("The mean of the turn's score."),
            exact=or_null(_EXACT),
            text=text("The choice in words."),
        ),
    ),
    "best": items(
        "The best choices, by their place in `options` from 0, the one to take first. Several are where they "
        "are exactly as good; or, where games were played out, not told apart by two standard errors "
        "(`gap_error`): of those the one with the highest mean is first, then standing.",
        whole("A place.", 0),
    ),
    "sentences": items(
        "The same in words; and of a round that may have no winner, where there is no pot, that it counts as "
        "the next one that is won.",
        text("A sentence."),
    ),
    "chances": or_null(ref("Chances")),
    **_SURE,
}
_CHANCE = {"chance": chance("The chance."), "exact": _EXACT}

SHAPES: dict[str, Shape] = {
    "TurnOdds": obj(
        "The odds of a turn that stands by itself.",
        turn=_TURN,
        sentence=text("The house rules of the turn in one line."),
        crew_by_roll=items(
            "The chance to have a full crew by each roll, if nothing else is wanted.",
            obj("By a roll.", roll=whole("The roll.", 1, MOST_ROLLS), **_CHANCE),
            1,
        ),
        mean=number("The mean score of who plays for the most points, busts included.", 0, 12),
        mean_exact=_EXACT,
        scores=items(
            "How often who plays so has each score.",
            obj("A score.", score=whole("The score.", 0, 12), **_CHANCE),
        ),
        cargo=items(
            "What to do with each cargo for the most points.",
            obj(
                "A cargo with so many rolls left.",
                cargo=items("The two dice.", face(), 2, 2),
                rolls_left=whole("The rolls that may still be taken.", 1, MOST_ROLLS),
                options=items(
                    "Every choice, standing first.",
                    obj(
                        "A choice.",
                        **_CHOICE,
                        mean=number("The mean score that it promises.", 0, 12),
                        mean_exact=_EXACT,
                        best=flag("Whether none is better; several are where they are exactly even."),
                    ),
                ),
            ),
        ),
    ),
    "Chances": CHANCES,
    "Advice": obj("What the seat to move may do.", **_ADVICE),
    "GameAdvice": obj(
        "What the seat to move may do.",
        game_id=identity("game", "The game."),
        version=whole("The number of entries; the game's ETag.", 1),
        **_ADVICE,
    ),
    "Working": obj(
        "It is still being worked out.",
        status=text("It is still being worked out.", const="working"),
        self=text("Where to ask again.", format="uri-reference"),
    ),
}
