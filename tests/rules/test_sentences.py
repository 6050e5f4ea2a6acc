"""What happened, in words that people at the table would use."""

from typing import get_args

import pytest

from scorekeeper.rules import Abandon, Consequence, Defer, Join, Leave, Score, tell
from scorekeeper.rules import consequences as happened
from scorekeeper.rules.ruleset import TurnRules
from tests.examples import BLUE, BUST, GREEN, NAMES, RED, Table, after, crewed, house

ANY = TurnRules(cargo_reroll="any")


def told(table: Table) -> list[str]:
    """What the last entry led to, in words."""
    return [tell(consequence, NAMES) for consequence in table.happened]


SENTENCES: list[tuple[Consequence, str]] = [
    (happened.StartRolled(RED, 1, (6, 5, 1)), "Red rolled 12 for the opener."),
    (
        happened.StartRollOpened(1, (RED, BLUE)),
        "Each seat rolls three dice, and the highest total opens.",
    ),
    (happened.StartRollOpened(2, (RED, GREEN)), "Red and Green roll again for the opener."),
    (happened.OpenerFound(BLUE), "Blue opens the game."),
    (happened.RoundOpened(3, BLUE, (BLUE, RED), (), (), 0), "Round 3 opens with Blue."),
    (
        happened.RoundOpened(3, BLUE, (BLUE, RED), (GREEN,), (BLUE, RED, GREEN), 1),
        "Round 3 opens with Blue. Green sits down. Each seat pays 1 chip into the pot.",
    ),
    (
        happened.RoundOpened(3, BLUE, (BLUE, RED), (GREEN, 4), (BLUE, RED, GREEN, 4), 2),
        "Round 3 opens with Blue. Green and Amber sit down. Each seat pays 2 chips into the pot.",
    ),
    (happened.RollOffOpened(1, (RED, BLUE, GREEN), False), "Red, Blue and Green are tied and roll off."),
    (
        happened.RollOffOpened(1, (RED, BLUE), True),
        "Red and Blue are level: an extra round between them decides the game.",
    ),
    (
        happened.DiceRolled(RED, (6, 5, 1, 1, 1), (6, 5), None, after(ANY, (6, 5, 1, 1, 1))),
        "Red banked the ship and the captain; 3 dice to roll.",
    ),
    (
        happened.DiceRolled(RED, (6, 5, 4, 3, 2), (6, 5, 4), None, after(ANY, (6, 5, 4, 3, 2))),
        "Red banked the ship, the captain and the crew; the cargo is 2 and 3, 5 in all.",
    ),
    (happened.DiceRolled(RED, BUST, (), None, after(ANY, BUST)), "Red banked nothing; 5 dice to roll."),
    (
        happened.DiceRolled(RED, BUST, (), None, after(ANY, BUST, BUST, BUST)),
        "Red banked nothing; that was the last roll.",
    ),
    (
        happened.DiceRolled(RED, (1, 2), (), None, after(ANY, crewed(9), (1, 2))),
        "Red rolled the cargo again; the cargo is 1 and 2, 3 in all.",
    ),
    (
        happened.DiceRolled(RED, (5,), (), 3, after(ANY, (6, 5, 4, 3, 3), (5,))),
        "Red held the 3 and rolled a 5; the cargo is 3 and 5, 8 in all.",
    ),
    (happened.Stood(RED, after(ANY, crewed(8))), "Red stands on 8."),
    (happened.TurnEnded(RED, 1, 9, 2, False, False), "Red scores 9."),
    (happened.TurnEnded(RED, 1, 0, 3, True, False), "Red busts without a full crew."),
    (happened.TurnEnded(RED, 1, 9, 3, False, True), "Red scores 9 (entered without its dice)."),
    (happened.TurnBroken(RED, 1), "The open turn of Red is not scored."),
    (happened.SeatDeferred(RED), "Red plays last instead."),
    (happened.RoundWon(RED, 0), "Red wins the round."),
    (happened.RoundWon(RED, 3), "Red wins the round and the pot of 3 chips."),
    (happened.RoundCarried((RED, BLUE), 0), "Red and Blue are tied, and nobody wins the round."),
    (
        happened.RoundCarried((RED, BLUE), 1),
        "Red and Blue are tied, and nobody wins the round; the pot of 1 chip stays.",
    ),
    (happened.RoundDone(), "The round is over."),
    (happened.SeatsOut((RED,)), "Red cannot pay the next ante and is out."),
    (happened.SeatsOut((RED, BLUE)), "Red and Blue cannot pay the next ante and are out."),
    (happened.SeatJoined(GREEN), "Green joins from the next round on."),
    (happened.SeatLeft(GREEN), "Green leaves the game."),
    (happened.GameWon(RED, 0), "Red wins the game."),
    (happened.GameWon(RED, 9), "Red wins the game and the pot of 9 chips."),
    (happened.GameDrawn((RED, GREEN)), "The game is a draw between Red and Green."),
    (happened.GameAbandoned(), "The game is abandoned; nobody wins."),
]


@pytest.mark.parametrize(("consequence", "sentence"), SENTENCES, ids=[case[1] for case in SENTENCES])
def test_what_happened_is_told_in_a_sentence(consequence: Consequence, sentence: str) -> None:
    assert tell(consequence, NAMES) == sentence


def test_everything_that_can_happen_is_told() -> None:
    assert {type(consequence) for consequence, _ in SENTENCES} == set(get_args(Consequence))


def test_the_example_turn_of_s0_is_told() -> None:
    table = Table(house("first-to-three"), seats=2)
    table.roll(6, 4, 3, 3, 1, keep=[6])
    assert told(table) == ["Red banked the ship; 4 dice to roll."]
    table.roll(5, 4, 2, 2, keep=[5, 4])
    assert told(table) == ["Red banked the captain and the crew; the cargo is 2 and 2, 4 in all."]
    table.roll(6, 3, stand=True)
    assert told(table) == ["Red rolled the cargo again; the cargo is 3 and 6, 9 in all.", "Red scores 9."]


def test_the_end_of_a_round_and_of_a_game_is_told_in_order() -> None:
    table = Table(house("chips", stakes={"chips": 1}), seats=2)
    table.score(9)
    table.score(0)
    assert told(table)[-4:] == [
        "Blue busts without a full crew.",
        "Red wins the round and the pot of 2 chips.",
        "Blue cannot pay the next ante and is out.",
        "Red wins the game.",
    ]


def test_a_tie_is_told() -> None:
    table = Table()
    table.score(8, 8, 2)
    assert told(table)[-1] == "Red and Blue are tied and roll off."


def test_what_people_do_between_rolls_is_told() -> None:
    table = Table(seats=4, entry="dice_or_score")
    for entry, sentence in (
        (Defer(BLUE), "Blue plays last instead."),
        (Score(RED, 5), "Red scores 5 (entered without its dice)."),
        (Join(), "Violet joins from the next round on."),
        (Leave(GREEN), "Green leaves the game."),
        (Abandon(), "The game is abandoned; nobody wins."),
    ):
        table.enter(entry)
        assert told(table) == [sentence]
