"""The round that ends a game of totals, solved: every seat plays to win the game, and knows that all do.

What counts is how far each seat to come is behind the highest total. As in `passes`, who can't win any more
makes no difference, and seats that are level at the best total are told apart by their places in the order
of a roll-off alone; so a *lineup* is those who lead, and those still to come, in that order. All lineups
that can be reached are solved stage by stage, the last seat to play first.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence

import numpy as np

from scorekeeper.odds.games_of_rounds import MOST_COST, TooLarge
from scorekeeper.odds.outlook import Outlook
from scorekeeper.odds.passes import sets_pace
from scorekeeper.odds.roll_offs import roll_offs
from scorekeeper.odds.turn_batch import ROW_COST, SCORE_COUNT, Floats, turn_batch
from scorekeeper.rules.flow import goal_leaders, roll_off_order, takes_round
from scorekeeper.rules.ruleset import TurnRules
from scorekeeper.rules.state import GameState

LEADS = 0
"""In a lineup, a seat that is level at the best total; n is the nth to come when the question is asked."""
Lineup = tuple[int, ...]

_SCORE = np.arange(SCORE_COUNT)


def is_last_round(state: GameState) -> bool:
    """Whether the game of totals ends with this round, whatever is thrown in it."""
    return state.ruleset.goal.can_end_level and bool(goal_leaders(state))


def last_round_outlook(state: GameState) -> Outlook:
    """What every end of the open turn leads to, if the game ends with this round.

    Raises:
        TooLarge: seats roll off in so odd an order that there are too many lineups.
    """
    assert state.to_move is not None
    turn = state.ruleset.turn
    # A roll-off for the pot of the round adds to no total: nobody is still to come.
    to_come = () if state.roll_off else state.to_come
    totals = {seat: state.seat(seat).total for seat in state.numbers("in")}
    highest = max(totals.values())
    able = [seat for seat, total in totals.items() if seat in to_come or total == highest]
    seats = roll_off_order(state, able)
    lineup = tuple(to_come.index(seat) + 1 if seat in to_come else LEADS for seat in seats)
    behind = tuple(min(highest - totals[seat], SCORE_COUNT) for seat in to_come)
    pace = min(state.pace or turn.rolls, turn.rolls) if sets_pace(turn) else turn.rolls
    is_opening = sets_pace(turn) and state.pace is None
    rest = LastRound(turn, behind, is_draw=state.ruleset.goal.tie == "draw")
    found = rest.after_scores(lineup, None if is_opening else pace)
    after = np.zeros((turn.rolls + 1, SCORE_COUNT, len(state.seats) + 1))
    after[..., [*(seat - 1 for seat in seats), -1]] = found
    return Outlook(state.to_move, after)


class LastRound:
    """The rest of a round that ends the game.

    Args:
        turn: the house rules of a turn.
        behind: how far each seat to come, in order, is behind the highest total of all seats (0 to 13).
        is_draw: whether level totals at the end are a draw, and not rolled off.
    """

    def __init__(self, turn: TurnRules, behind: Sequence[int], *, is_draw: bool) -> None:
        self._turn = turn
        self._behind = behind
        self._is_draw = is_draw
        self._batch = turn_batch(turn)
        self._caps = range(1, turn.rolls + 1)

    def after_scores(self, lineup: Lineup, cap: int | None) -> Floats:
        """What every end of the turn of the next to come leads to.

        Args:
            lineup: who can still win.
            cap: the most rolls of a turn, None where the next to come sets the pace.

        Returns:
            By the rolls left (0 to all), by score, and by place in the lineup the chance to win; last the
            chance of a draw. Where nobody is to come, all ends are worth the same.
        """
        rolls = self._turn.rolls
        if not self._behind:
            return np.broadcast_to(self._level(lineup, (LEADS,)), (rolls + 1, SCORE_COUNT, len(lineup) + 1))
        if cap is not None:
            self._caps = range(cap, cap + 1)
        stages = self._stages(lineup)
        known = {each: self._decided(each) for each in stages.pop()}
        for turn in range(len(self._behind), 1, -1):
            known = self._played(turn, stages.pop(), known)
        ends = self._ends(1, lineup, known)[:, 0]
        # Who sets the pace leaves the others so many rolls as it took.
        rows = [0 if cap else max(0, rolls - left - 1) for left in range(rolls + 1)]
        return ends[rows]

    def _stages(self, lineup: Lineup) -> list[Collection[Lineup]]:
        """The lineups that can be reached, by how many have played.

        Raises:
            TooLarge: there are too many.
        """
        stages: list[Collection[Lineup]] = [(lineup,)]
        cost = ROW_COST * self._batch.weight * SCORE_COUNT * len(self._caps)
        for turn in range(1, len(self._behind) + 1):
            stages.append(
                {tuple(after.values()): None for each in stages[-1] for after in _moves(each, turn)}
            )
            if sum(map(len, stages)) * cost > MOST_COST:
                raise TooLarge
        return stages

    def _decided(self, lineup: Lineup) -> Floats:
        shape = (len(self._caps), SCORE_COUNT, len(lineup) + 1)
        return np.broadcast_to(self._level(lineup, (LEADS,)), shape)

    def _level(self, lineup: Lineup, turns: Collection[int]) -> Floats:
        """The chances when these of a lineup are level at the end: all who lead, or others beside them."""
        places = [place for place, turn in enumerate(lineup) if turn in turns]
        found = np.zeros(len(lineup) + 1)
        if self._is_draw and len(places) > 1:
            found[[*places, -1]] = [*[1 / len(places)] * len(places), 1.0]
        else:
            found[places] = roll_offs(self._turn).chances(len(places))
        return found

    def _played(
        self, turn: int, lineups: Collection[Lineup], known: Mapping[Lineup, Floats]
    ) -> dict[Lineup, Floats]:
        """The chances in lineups before a turn, by cap, by the best total, and by place."""
        ends = [self._ends(turn, lineup, known) for lineup in lineups]
        worths = np.stack([end[..., lineup.index(turn)] for lineup, end in zip(lineups, ends, strict=True)])
        chances = np.empty_like(worths)
        for row, cap in enumerate(self._caps):
            asked = worths[:, row].reshape(-1, SCORE_COUNT)
            chances[:, row] = self._batch.score_chances(asked, cap).reshape(worths[:, row].shape)
        return {
            lineup: np.einsum("cbs,cbsj->cbj", chance, end)
            for lineup, chance, end in zip(lineups, chances, ends, strict=True)
        }

    def _ends(self, turn: int, lineup: Lineup, known: Mapping[Lineup, Floats]) -> Floats:
        """What every score of a turn leads to, by cap, by the best total before, by score, and by place."""
        reached = _SCORE - self._behind[turn - 1]
        best = _SCORE[:, None]
        above, level, below = (_seen_from(lineup, after, known) for after in _moves(lineup, turn))
        found = np.where(
            (reached > best)[..., None],
            above[:, None, reached.clip(0)],
            np.where((reached == best)[..., None], level[:, :, None], below[:, :, None]),
        )
        if takes_round(self._turn, SCORE_COUNT - 1):
            found[:, :, -1] = self._cut_short(turn, lineup)
        return found

    def _cut_short(self, turn: int, lineup: Lineup) -> Floats:
        """What a turn that ends the round leads to, by the best total before: nobody else adds to a total."""
        reached = SCORE_COUNT - 1 - self._behind[turn - 1]
        waiting = [later for later in lineup if later > turn and self._behind[later - 1] == 0]
        rows = []
        for best in range(SCORE_COUNT):
            level = [*([LEADS] if best >= reached else []), *([turn] if reached >= best else [])]
            rows.append(self._level(lineup, [*level, *(waiting if max(best, reached) == 0 else [])]))
        return np.stack(rows)


def _moves(lineup: Lineup, turn: int) -> Iterator[dict[int, int]]:
    """Who is left, by place, when the seat to move comes out above the best, level with it, or below."""
    yield {place: LEADS if each == turn else each for place, each in enumerate(lineup) if each != LEADS}
    yield {place: LEADS if each == turn else each for place, each in enumerate(lineup)}
    yield {place: each for place, each in enumerate(lineup) if each != turn}


def _seen_from(lineup: Lineup, places: dict[int, int], known: Mapping[Lineup, Floats]) -> Floats:
    """The chances in what a lineup becomes, in the places of the lineup before."""
    found = known[tuple(places.values())]
    seen = np.zeros((*found.shape[:-1], len(lineup) + 1))
    seen[..., [*places, -1]] = found
    return seen
