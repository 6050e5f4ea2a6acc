"""Random play in random house rules: what holds of every game (`tests.holding`), whatever is entered."""

from __future__ import annotations

from random import Random

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from scorekeeper.rules import Abandon, Defer, GameState, Input, Join, Leave
from tests.breaking import any_entries, broken_entries, broken_now
from tests.holding import Game
from tests.playing import Opening, ended_by_chance, ended_by_dice, legal_entries, openings, quick_turn
from tests.strategies import FUZZ


class Play(RuleBasedStateMachine):
    """A game into which anything is entered."""

    @initialize(opening=openings())
    def open(self, opening: Opening) -> None:
        self.game = Game(opening)

    @precondition(lambda self: not self.game.state.is_over)
    @rule(data=st.data())
    def play_on(self, data: st.DataObject) -> None:
        self.game.enter(data.draw(legal_entries(self.game.state)))

    @precondition(lambda self: not self.game.state.is_over)
    @rule(levels=st.lists(st.integers(0, 3), min_size=1, max_size=12))
    def play_turn_after_turn(self, levels: list[int]) -> None:
        for level in levels:
            if not self.game.state.is_over:
                self.game.enter(quick_turn(self.game.state, level))

    @rule(data=st.data())
    def break_a_rule(self, data: st.DataObject) -> None:
        broken = data.draw(broken_entries(self.game.state))
        assert broken.code in self.game.refusal(broken.entry)

    @rule(entry=any_entries())
    def enter_anything(self, entry: Input) -> None:
        self.game.try_to_enter(entry)

    @rule(seat=st.integers(1, 5))
    def put_off(self, seat: int) -> None:
        self.game.try_to_enter(Defer(seat))

    @rule()
    def join(self) -> None:
        self.game.try_to_enter(Join())

    @precondition(lambda self: len(self.game.entries) > 3)
    @rule(seat=st.integers(1, 5), is_meant=st.sampled_from([False, False, True]))
    def leave(self, seat: int, is_meant: bool) -> None:
        if is_meant:
            self.game.try_to_enter(Leave(seat))

    @invariant()
    def all_holds_that_must(self) -> None:
        self.game.check()


TestPlay = Play.TestCase
TestPlay.settings = settings(
    max_examples=40 * FUZZ,
    stateful_step_count=40,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)


def someone_who_comes_or_goes(state: GameState, random: Random) -> Input:
    """A seat that joins, leaves, or is put off; mostly legal."""
    seat = random.randint(1, len(state.seats))
    return random.choices([Join(), Leave(seat), Defer(seat), Abandon()], [4, 2, 4, 0.05])[0]


@settings(max_examples=50 * FUZZ, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(opening=openings(), seed=st.integers(0, 2**32))
def test_all_holds_that_must_from_the_first_entry_of_a_game_to_its_end(opening: Opening, seed: int) -> None:
    random = Random(seed)  # noqa: S311 - dice of a test
    game = Game(opening)
    for _ in range(80):
        if random.random() < 0.12:
            game.try_to_enter(someone_who_comes_or_goes(game.state, random))
        if not game.state.is_over:
            game.enter(quick_turn(game.state, random.randint(0, 3)))
        for broken in random.choices(broken_now(game.state), k=4):
            assert broken.code in game.refusal(broken.entry)
        game.check()
        if game.state.is_over:
            break


@settings(max_examples=30 * FUZZ, deadline=None)
@given(opening=openings())
def test_dice_that_decide_end_every_game(opening: Opening) -> None:
    state = ended_by_dice(opening)
    assert (state.status, state.winners) == ("finished", (opening.seats,))


@settings(max_examples=20 * FUZZ, deadline=None)
@given(opening=openings(most_seats=4, usual_seats=4), seed=st.integers(0, 2**32))
def test_fair_dice_end_every_game(opening: Opening, seed: int) -> None:
    state = ended_by_chance(opening, Random(seed))  # noqa: S311 - dice of a test
    assert state.status == "finished"
    assert state.winners
