"""The codes of seats that the computer plays, of the server's dice, and of advice."""

from __future__ import annotations

from scorekeeper.api.problem_code import ProblemCode

ODDS_CODES = (
    ProblemCode(
        "computer-decides", 422, "The computer decides that",
        "The computer plays this seat: it decides what to bank, whether to stand, and which dice to roll "
        "again. Something else was sent.",
        "Send the dice alone, as many as `next` says, roll by roll.",
    ),
    ProblemCode(
        "server-throws", 409, "The server throws these dice",
        "The computer plays this seat with the server's dice, so that nobody enters any.",
        "Ask the server to throw: `POST /v1/games/{game_id}/throws`.",
    ),
    ProblemCode(
        "computer-thinking", 503, "The computer is still thinking",
        "What the computer plays is still being worked out. Nothing was recorded by this request.",
        "Send the same request again after the seconds in `Retry-After`.",
    ),
    ProblemCode(
        "not-server-dice", 409, "The server does not throw for this seat",
        "The server throws only for seats of the computer's that were opened with `{\"dice\": \"server\"}`.",
        "Throw real dice, and enter them.",
    ),
    ProblemCode(
        "server-throw-stands", 409, "The server's dice stand",
        "What the server threw can't be corrected, struck out or ruled otherwise; and at the place where it "
        "fell nobody enters other dice.",
        "Enter the dice that the detail names. A throw can be taken back (undo), with all that was played "
        "since; thrown again at the same place, the dice are the same.",
    ),
    ProblemCode(
        "advice-forbidden", 403, "No advice in this game",
        "The game was opened with `advice: forbidden`: nobody at the table is advised.",
        "Play on. The odds of a turn are at `/v1/odds`; the analysis of the game is there when it was played "
        "to its end.",
    ),
    ProblemCode(
        "no-advice", 409, "There is nothing to choose",
        "The game is over, or rolls for its opener.",
        "Ask when a turn is due.",
    ),
    ProblemCode(
        "state-unreachable", 422, "No play leads there",
        "The state that was described can't come about under these house rules, so that it has no odds.",
        "Compare what the pointer names with the game.",
    ),
)  # fmt: skip
"""Every code about odds, advice and the computer's seats."""
