"""Everything that can be wrong with a roll, a stand or a score, each with what would be legal."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from scorekeeper.rules.turn_state import (
    CARGO_DICE,
    FACES,
    NEEDED,
    SCORES,
    TITLES,
    TurnState,
    bankable,
    is_face,
)
from scorekeeper.rules.violations import Violation
from scorekeeper.rules.wording import in_words

_BEFORE = {5: ("captain-before-ship", "the ship (a 6)"), 4: ("crew-before-captain", "the captain (a 5)")}


def roll_violations(
    state: TurnState, dice: Sequence[object], keep: Sequence[object] | None = None, hold: object = None
) -> Iterator[Violation]:
    """Everything that is wrong with a roll; after the turn's end only that."""
    if state.is_over:
        yield turn_over(state)
        return
    yield from face_violations(dice, "/dice")
    yield from _count_violations(state, len(dice))
    if keep is not None:
        yield from _keep_violations(state, dice, keep)
    yield from _hold_violations(state, len(dice), hold)


def face_violations(dice: Sequence[object], pointer: str) -> Iterator[Violation]:
    """`face-invalid` for each value that is no face."""
    for index, die in enumerate(dice):
        if not is_face(die):
            yield _face_invalid(f"{pointer}/{index}")


def count_violation(counts: Sequence[int], thrown: int) -> Violation:
    """`dice-count`, naming the counts that are legal."""
    wanted = "1 die is" if tuple(counts) == (1,) else f"{' or '.join(map(str, counts))} dice are"
    detail = f"{wanted} to be rolled here, and this roll has {thrown}."
    return Violation("dice-count", detail, "/dice", {"dice_counts": list(counts)})


def _face_invalid(pointer: str) -> Violation:
    detail = "A die shows a whole number from 1 to 6."
    return Violation("face-invalid", detail, pointer, {"faces": list(FACES)})


def score_violations(score: object) -> Iterator[Violation]:
    """`score-impossible` where no turn can have the score (S2)."""
    if type(score) is not int or score not in SCORES:
        detail = "A turn scores 0 without a full crew, or 2 to 12 with one."
        yield Violation("score-impossible", detail, "/score", {"score": list(SCORES)})


def turn_over(state: TurnState) -> Violation:
    """What is said of an entry after the turn's end."""
    if state.is_bust:
        detail = "The turn is over without a full crew."
    else:
        detail = f"The turn is over with a cargo of {sum(state.cargo)}."
    return Violation("turn-over", detail)


def crew_incomplete(state: TurnState) -> Violation:
    """What is said of a stand without a full crew."""
    verb = "is" if state.crew == len(NEEDED) - 1 else "are"
    detail = f"There is nothing to stand on: {name_crew(state.crew, len(NEEDED))} {verb} missing."
    return Violation("crew-incomplete", detail, legal={"dice_counts": list(state.dice_counts)})


def _count_violations(state: TurnState, thrown: int) -> Iterator[Violation]:
    counts = state.dice_counts
    if thrown in counts:
        return
    if state.has_crew and thrown in (1, CARGO_DICE):
        rule = {"both": "both cargo dice together", "one": "exactly one cargo die"}[state.rules.cargo_reroll]
        detail = f"These house rules let you roll {rule} again, not {'one' if thrown == 1 else 'both'}."
        yield Violation("reroll-not-allowed", detail, "/dice", {"dice_counts": list(counts)})
    else:
        yield count_violation(counts, thrown)


def _keep_violations(state: TurnState, dice: Sequence[object], keep: Sequence[object]) -> Iterator[Violation]:
    """Judges each kept face against those kept validly before it, taken in the order 6, 5, 4."""
    all_bankable = bankable(state, dice)
    legal = {"keep": list(all_bankable)}
    left = Counter(die for die in dice if is_face(die))
    crew = state.crew
    for index, face in sorted(enumerate(keep), key=_rank_of_kept):
        pointer = f"/keep/{index}"
        if not is_face(face):
            yield _face_invalid(pointer)
            continue
        found = list(_kept_face_violations(state, crew, face, left[face], pointer, legal))
        yield from found
        left[face] -= 1
        crew += not found
    missing = state.crew + len(all_bankable)
    if state.rules.banking == "automatic" and crew < missing:
        names = name_crew(crew, missing)
        yield Violation("must-bank", f"Under these house rules {names} must be kept too.", "/keep", legal)


def _rank_of_kept(item: tuple[int, object]) -> int:
    face = item[1]
    return -face if isinstance(face, int) else 0


def _kept_face_violations(
    state: TurnState, crew: int, face: int, left: int, pointer: str, legal: Mapping[str, Any]
) -> Iterator[Violation]:
    if left <= 0:
        yield Violation("face-not-rolled", f"This roll does not show that {face}.", pointer, legal)
    if state.has_crew:
        detail = "The crew is complete: the cargo dice lie as they fell, and none is banked."
        yield Violation("cargo-not-bankable", detail, pointer, legal)
    elif face not in NEEDED:
        yield Violation("cargo-not-bankable", f"A {face} is cargo and cannot be banked.", pointer, legal)
    elif face in NEEDED[:crew]:
        title = TITLES[NEEDED.index(face)]
        yield Violation(
            "already-banked", f"There is a {title} already; it needs no second {face}.", pointer, legal
        )
    elif face != NEEDED[crew]:
        code, first = _BEFORE[face]
        yield Violation(code, f"The {face} has to wait for {first}.", pointer, legal)


def _hold_violations(state: TurnState, thrown: int, hold: object) -> Iterator[Violation]:
    legal = {"hold": list(state.holdable)}
    if hold is None:
        if state.has_crew and thrown == 1 and len(state.holdable) > 1:
            faces = " or the ".join(map(str, state.holdable))
            yield Violation("hold-invalid", f"Say which cargo die stays: the {faces}.", "/hold", legal)
    elif not state.has_crew or thrown != 1:
        detail = "A die is held only when one cargo die alone is rolled again."
        yield Violation("hold-invalid", detail, "/hold", legal)
    elif not is_face(hold) or hold not in state.cargo:
        cargo = " and ".join(map(str, state.cargo))
        yield Violation("hold-invalid", f"The cargo is {cargo}; another die cannot be held.", "/hold", legal)


def name_crew(start: int, stop: int) -> str:
    """The crew from one place to before another (0 to 3) in words: "the captain (a 5) and the crew (a 4)"."""
    return in_words(f"the {TITLES[i]} (a {NEEDED[i]})" for i in range(start, stop))
