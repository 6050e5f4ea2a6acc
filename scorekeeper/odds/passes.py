"""A pass as a game: every seat takes one turn, and each plays for its own chance to win the round.

A pass is solved backwards from the last seat. What counts of it are the seats that can still win, as a
*lineup* in the order in which they would roll off: those level at the best score so far, and those still to
come. Who is behind, and who a seat is, makes no difference, so that few lineups are enough for any number
of seats.

Each seat makes its own chance the most, knowing that the later ones do the same; between equal choices it
takes the higher mean score, then standing (`turn_batch`).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, NamedTuple, Protocol

import numpy as np

from scorekeeper.odds.turn_batch import SCORE_COUNT, Floats, turn_batch
from scorekeeper.rules.flow import takes_round
from scorekeeper.rules.ruleset import TurnRules

MOST_LINEUPS = 3_000
"""So many are remembered; seats that play in order have some hundreds at the most."""

TieRule = Literal["roll_off", "carry", "share"]
"""What a tie is worth: a roll-off, the chance at the pot that stays, or an equal share (no pot)."""


class Entrant(NamedTuple):
    """A seat that can still win the pass.

    Attributes:
        turn: 0 where it is level at the best score; n where it is the nth to come.
        can_carry: whether it could pay the next ante, so that a tie with it may be carried.
        reaches: the least score by which it reaches the goal of the game: from then on nothing is carried.
    """

    turn: int
    can_carry: bool = True
    reaches: int = SCORE_COUNT


Lineup = tuple[Entrant, ...]
"""The seats that can still win, in the order in which they would roll off."""


class RollOffChances(Protocol):
    """Whoever knows what a roll-off is worth to each of so many seats, in its order."""

    @property
    def passes(self) -> "Pass":
        """The pass in which every tie is rolled off."""

    def chances(self, seats: int) -> Floats:
        """The chance of each seat to win, by its place in the order."""


@dataclass(frozen=True, slots=True)
class PassRules:
    """What a pass is played by.

    Attributes:
        turn: the house rules of a turn.
        tie: what a tie leads to.
        all_bust: what it leads to when every seat is level at 0.
        carried: the chance at a carried pot of the seats to come, the last to come first; empty where
            no pot is
            carried.
    """

    turn: TurnRules
    tie: TieRule
    all_bust: TieRule
    carried: tuple[float, ...] = ()


class Pass:
    """A pass that is solved as far as it was asked about."""

    def __init__(self, rules: PassRules, roll_offs: RollOffChances) -> None:
        self.rules = rules
        self._roll_offs = roll_offs
        self._batch = turn_batch(rules.turn)
        self._caps = range(1, rules.turn.rolls + 1) if sets_pace(rules.turn) else (rules.turn.rolls,)
        self._known: dict[tuple[Lineup, bool], Floats] = {}

    def chances(self, lineup: Lineup, best: int | None, cap: int | None) -> Floats:
        """The chance of each seat of the lineup to win, and last that the round is shared or carried.

        Args:
            lineup: the seats that can still win.
            best: the score that the first of them are level at, None before the first score.
            cap: the most rolls that a turn may take, None while nobody has set the pace.
        """
        self._make_room()
        return self._at(self._solved(lineup, cap is None), best, cap)

    def after_scores(self, lineup: Lineup, best: int | None, cap: int | None) -> Floats:
        """What every score of the next to come leads to: the same chances, in the lineup as it is now.

        Returns:
            By the rolls left at the end of the turn (0 to all), by score, and by seat.
        """
        self._make_room()
        ends = self._ends(lineup, cap is None)
        rolls = self.rules.turn.rolls
        if self._is_opening(lineup, cap is None):
            return ends
        return np.broadcast_to(self._at(ends, best, cap), (rolls + 1, *ends.shape[2:]))

    def worth(self, after: Floats, lineup: Lineup) -> Floats:
        """What chances as `after_scores` gives them are worth to the next to come."""
        count = max(entrant.turn for entrant in lineup)
        carried = self.rules.carried[count - 1] if self.rules.carried else 0.0
        worth: Floats = after[..., _mover(lineup)] + carried * after[..., -1]
        return worth

    def forget(self, seats: int) -> None:
        """Forget what was found about lineups of so many seats."""
        self._known = {key: found for key, found in self._known.items() if len(key[0]) != seats}

    def _make_room(self) -> None:
        """Seats that are put off can stand in any order, and so there is no end of lineups."""
        if len(self._known) > MOST_LINEUPS:
            self._known.clear()

    def _at(self, found: Floats, best: int | None, cap: int | None) -> Floats:
        row = 0 if cap is None or len(self._caps) == 1 else min(cap, self._caps[-1]) - 1
        chosen: Floats = found[row, 0 if found.shape[1] == 1 else best or 0]
        return chosen

    def _is_opening(self, lineup: Lineup, is_unpaced: bool) -> bool:
        """Whether the next to come sets the pace."""
        return is_unpaced and sets_pace(self.rules.turn) and not _has_leaders(lineup)

    def _solved(self, lineup: Lineup, is_unpaced: bool) -> Floats:
        """The chances in a lineup by the cap on the rolls and the best score (one row where it is none)."""
        is_opening = self._is_opening(lineup, is_unpaced)
        key = (lineup, is_opening)
        if key not in self._known:
            if not any(entrant.turn for entrant in lineup):
                self._known[key] = self._decided(lineup)
            elif is_opening:
                self._known[key] = self._opened(lineup)
            else:
                self._known[key] = self._played(lineup)
        return self._known[key]

    def _decided(self, lineup: Lineup) -> Floats:
        tied = np.stack([self._level(lineup, score == 0) for score in range(SCORE_COUNT)])
        return np.broadcast_to(tied, (len(self._caps), *tied.shape))

    def _level(self, lineup: Lineup, is_bust: bool) -> Floats:
        """The chances of those who end level, and that nobody of them wins alone."""
        rule = self.rules.all_bust if is_bust else self.rules.tie
        count = len(lineup)
        if count > 1 and rule == "share":
            return np.append(np.full(count, 1 / count), 1.0)
        if count > 1 and rule == "carry" and all(entrant.can_carry for entrant in lineup):
            return np.append(np.zeros(count), 1.0)
        return np.append(self._roll_offs.chances(count), 0.0)

    def _opened(self, lineup: Lineup) -> Floats:
        ends = self._ends(lineup, True)
        chances = self._batch.score_chances(self.worth(ends, lineup)[None])[0]
        found: Floats = np.einsum("ls,lsj->j", chances, ends)
        return found[None, None]

    def _played(self, lineup: Lineup) -> Floats:
        ends = self._ends(lineup, False)
        worths = self.worth(ends, lineup)
        chances = np.stack(
            [self._batch.score_chances(rows, cap) for rows, cap in zip(worths, self._caps, strict=True)]
        )
        found: Floats = np.einsum("cbs,cbsj->cbj", chances, ends)
        return found

    def _ends(self, lineup: Lineup, is_unpaced: bool) -> Floats:
        """What every score of the next to come leads to.

        By cap, best score (one row where it is none), score and seat; where the next to come sets the pace,
        by the rolls that it leaves, score and seat.
        """
        found = self._ends_short_of_goal(lineup, is_unpaced)
        reaching = slice(lineup[_mover(lineup)].reaches, None)
        if range(SCORE_COUNT)[reaching]:
            # The game ends with this round then, and no pot is carried out of it (RULES.md 3).
            plain = tuple(Entrant(entrant.turn) for entrant in lineup)
            found[..., reaching, :] = self._roll_offs.passes._ends(plain, is_unpaced)[..., reaching, :]
        return found

    def _ends_short_of_goal(self, lineup: Lineup, is_unpaced: bool) -> Floats:
        mover, width = _mover(lineup), len(lineup) + 1
        above = self._seen_from(lineup, _above(lineup))
        if takes_round(self.rules.turn, SCORE_COUNT - 1):
            above[:, -1] = np.eye(width)[mover]
        if self._is_opening(lineup, is_unpaced):
            return above[[max(0, self.rules.turn.rolls - left - 1) for left in range(len(above) + 1)]]
        if not _has_leaders(lineup):
            return above[:, None]
        best, score = np.ogrid[:SCORE_COUNT, :SCORE_COUNT]
        level = self._seen_from(lineup, _level(lineup))
        below = self._seen_from(lineup, _below(lineup))
        return np.where(
            (score > best)[..., None],
            above[:, None],
            np.where((score == best)[..., None], level[:, :, None], below[:, :, None]),
        )

    def _seen_from(self, lineup: Lineup, places: Mapping[int, Entrant]) -> Floats:
        """The chances in what a lineup becomes, in the places of the lineup before."""
        found = self._solved(tuple(places.values()), False)
        seen = np.zeros((*found.shape[:-1], len(lineup) + 1))
        seen[..., [*places, -1]] = found
        if seen.shape[1] == 1:
            return np.repeat(seen, SCORE_COUNT, axis=1)
        return seen


def sets_pace(rules: TurnRules) -> bool:
    """Whether the first seat to finish limits the rolls of those after it."""
    return rules.pace == "opener"


def whole_lineup(seats: int) -> Lineup:
    """A pass that begins, in the order in which its seats would roll off."""
    return tuple(Entrant(turn) for turn in range(1, seats + 1))


def _mover(lineup: Lineup) -> int:
    return next(place for place, entrant in enumerate(lineup) if entrant.turn == 1)


def _has_leaders(lineup: Lineup) -> bool:
    return any(entrant.turn == 0 for entrant in lineup)


def _above(lineup: Lineup) -> dict[int, Entrant]:
    """Who is left, by place, when the next to come has the best score alone."""
    return {place: _nearer(entrant) for place, entrant in enumerate(lineup) if entrant.turn > 0}


def _level(lineup: Lineup) -> dict[int, Entrant]:
    """Who is left, by place, when the next to come is level with the best."""
    return {place: _nearer(entrant) for place, entrant in enumerate(lineup)}


def _below(lineup: Lineup) -> dict[int, Entrant]:
    """Who is left, by place, when the next to come is behind."""
    return {place: _nearer(entrant) for place, entrant in enumerate(lineup) if entrant.turn != 1}


def _nearer(entrant: Entrant) -> Entrant:
    if entrant.turn > 1:
        return entrant._replace(turn=entrant.turn - 1)
    # Had it reached the goal, it would not stand in this lineup.
    return Entrant(0, entrant.can_carry)
