"""How the analysis of a game comes back."""

from __future__ import annotations

from scorekeeper.api.resources.games.schemas import GAME_STATUSES, PLAY_KINDS
from scorekeeper.api.resources.odds.shapes import chance
from scorekeeper.api.shapes import Shape, flag, identity, items, number, obj, or_null, text, whole, word

_SEAT = whole("A seat, numbered clockwise from 1.", 1)
_SENTENCE = text("The same in words.")

SHAPES: dict[str, Shape] = {
    "Analysis": obj(
        "A game taken apart. For every seat, `start` + `luck` - `cost` + `others` = `end`.",
        game_id=identity("game", "The game."),
        version=whole("The number of entries; the game's ETag.", 1),
        status=word("How far the game is.", *GAME_STATUSES),
        method=word("`exact`, or `simulated` where games were played out at random.", "exact", "simulated"),
        error=number(
            "How far off a chance may be: a bound where it is exact, else the standard error of the dice."
        ),
        samples=whole("How many games were played out for a chance, the fewest; 0 where it is exact.", 0),
        seed=or_null(whole("What the random numbers began with; null where it is exact.")),
        assumption=or_null(
            text("How later turns are taken to be played, which `error` leaves out; null where it is exact.")
        ),
        seats=items(
            "What the game gave each seat, in its chance to win.",
            obj(
                "A seat.",
                seat=_SEAT,
                name=text("The name that the seat shows."),
                start=chance("Its chance when it sat down."),
                end=chance("Its chance now; 1 where it has won."),
                luck=number("What its own dice gave it, against what was to be expected.", -100),
                cost=number(
                    "What its own choices cost it, against the best ones; what is not told apart costs 0.", 0
                ),
                others=number(
                    "What the others' dice and choices gave it, and what the computer could not know when it "
                    "chose.",
                    -100,
                ),
                cost_points=number("What its choices cost it in points, had it played for those.", -1e-6),
                choices=whole("How many choices it had.", 0),
                best_choices=whole("How many of them were among the best.", 0),
                sentences=items("The same in words.", text("A sentence.")),
            ),
        ),
        turning_points=items(
            "The plays that changed a chance most, in the order of play.",
            obj(
                "A turning point.",
                seq=whole("The entry.", 1),
                seat=whole("Whose chance it changed most.", 1),
                before=chance("That chance before it."),
                after=chance("That chance after it."),
                sentence=_SENTENCE,
            ),
        ),
        decisions=items(
            "Every choice that there was, against the best one.",
            obj(
                "A choice.",
                seq=whole("The entry that made it.", 1),
                round=whole("The round.", 1),
                roll_off=whole("0 in a round's first pass.", 0),
                seat=_SEAT,
                after_roll=whole("The rolls that had been thrown.", 0),
                as_known_then=flag(
                    "Whether the computer made it, and did not know all that counts now: it is held against "
                    "the game as it was entered when it chose."
                ),
                method=word("As above, for this choice.", "exact", "simulated"),
                chose=text("What was chosen."),
                best=items(
                    "The best choices; where games were played out, all that two standard errors of the "
                    "difference do not tell apart.",
                    text("A choice."),
                    1,
                ),
                is_best=flag("Whether the choice is one of those."),
                value=chance("The chance to win that the chosen one promised."),
                best_value=chance("The chance that the best one promised."),
                cost=number("What it cost of the chance to win."),
                cost_points=number("What it cost in points, had the seat played for those."),
                sentence=_SENTENCE,
            ),
        ),
        curve=items(
            "The chance of each seat to win, from the opening on after every play that counts.",
            obj(
                "After a play.",
                seq=whole("The entry.", 1),
                kind=word("What was played.", "open", *PLAY_KINDS),
                seat=or_null(whole("Whose play it was.", 1)),
                thrown_by=or_null(word("Who threw, where that was no person.", "server")),
                round=or_null(whole("The round; null before the first.", 1)),
                chances=items("By seat, clockwise.", chance("A chance.")),
            ),
            1,
        ),
    ),
}
