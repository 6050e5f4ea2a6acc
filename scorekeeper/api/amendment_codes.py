"""The codes of what can't be put right: undo, redo, corrections, disputes and rulings."""

from __future__ import annotations

from scorekeeper.api.problem_code import ProblemCode

AMENDMENT_CODES = (
    ProblemCode(
        "nothing-to-undo", 409, "There is nothing to take back",
        "No play of the game counts: nobody has rolled yet, or all of it was taken back already.",
        "Look at the log: it says what counts.",
    ),
    ProblemCode(
        "nothing-to-redo", 409, "There is no undo to take back",
        "An undo can be taken back until something new is entered. There is none, it was taken back already, "
        "or something was entered since.",
        "Enter again what was taken back, or put it in with a correction.",
    ),
    ProblemCode(
        "not-your-entry", 403, "It was entered by somebody else",
        "A scorer takes back only what the scorer's own key has entered, and nothing that others entered "
        "after it. A dispute is withdrawn by the key that opened it, or by a host.",
        "`entered_by` says who made the entry: ask them, or a host of the table.",
    ),
    ProblemCode(
        "entry-unknown", 422, "There is no such entry",
        "The game has no entry with this number or id.",
        "Look at the log: it has every entry with its number and its id.",
    ),
    ProblemCode(
        "entry-voided", 409, "The entry does not count any more",
        "It was taken back, struck out, or did not fit after a correction, so there is nothing to put right "
        "about it.",
        "Name an entry that counts, or bring it back with a redo.",
    ),
    ProblemCode(
        "entry-not-correctable", 409, "That entry can't be corrected",
        "Only plays can be put right: rolls, stands, turns, scores, and who came, left or played later. The "
        "opening, new names and amendments themselves can't, and some plays have nothing to be replaced.",
        "Correct or take back the play itself; give a seat another name or player by changing the seat.",
    ),
    ProblemCode(
        "later-entries-conflict", 409, "Later entries no longer fit",
        "With that put right, entries that were made later break the rules: a roll-off that should not have "
        "been, or a seat that was not in any more. `conflicts` has each of them, what it was, and what is "
        "wrong with it now. Nothing was recorded.",
        "Put those right first, or say `\"on_conflict\": \"void_following\"`: all from the first of them on "
        "then counts no more. It stays in the log.",
    ),
    ProblemCode(
        "turn-unknown", 422, "There is no such turn",
        "Nobody has rolled in a turn with this number.",
        "Look at the turns: they are numbered through the game from 1.",
    ),
    ProblemCode(
        "entry-not-of-a-turn", 422, "The entry is of no turn",
        "A dispute is about a turn, and the entry that was named is of none: somebody joined, left, or "
        "rolled for the opener.",
        "Name the turn, or one of its rolls.",
    ),
    ProblemCode(
        "already-ruled", 409, "The dispute has its ruling",
        "A dispute has one ruling, and this one has it.",
        "Open another dispute, or make a correction.",
    ),
    ProblemCode(
        "dispute-closed", 409, "The dispute was withdrawn",
        "A dispute that was withdrawn can't be settled or withdrawn any more.",
        "Open another dispute.",
    ),
    ProblemCode(
        "turn-gone", 409, "The turn is gone",
        "Nothing of the disputed turn counts any more, so there is nothing to correct or to play again.",
        "Rule that it stands, or withdraw the dispute.",
    ),
    ProblemCode(
        "not-latest-turn", 409, "Others have played since",
        "A turn can be played again only while it is the latest one.",
        "Rule that it stands, or correct it.",
    ),
)  # fmt: skip
"""Every code that the ledger refuses an amendment with."""
