"""The evening's questions about dice and chances."""

from __future__ import annotations

from tests.api.evening import Step
from tests.api.steps_of_tables import GAME, TABLE, no_key

DICE = (
    Step("read_dice_of_table", "so-far", "Do the dice look fair so far?", path=TABLE),
    Step(
        "read_dice_of_table",
        "no-bias",
        "A bias of nothing",
        path=TABLE,
        query={"bias": "0"},
        status=422,
    ),
    Step("read_dice_of_game", "one-game", "The dice of one game", path=GAME, query={"bias": "0.05"}),
)

TEALS = {"game_id": "$teals"}
NONCE = "d6cf1e0c-9b3f-4a51-8f6c-2f1f0a9f7c11"
FIRST = {"seat": 1, "round": 1, "roll_off": 0, "roll": 1}

COMPUTERS = (
    Step(
        "open_game",
        "computer",
        "Teal is the computer's, with the server's dice",
        path=TABLE,
        status=201,
        keeps={"teals": "id"},
        body={
            "ruleset": {"preset": "five-rounds"},
            "seats": [{"name": "Teal", "computer": {"dice": "server"}}, {"name": "Red"}],
            "dice_set": "Bone",
            "advice": "forbidden",
        },
    ),
    Step(
        "record_roll",
        "servers-dice",
        "Nobody throws for Teal",
        path=TEALS,
        body={"seat": 1, "roll": 1, "dice": [6, 5, 4, 6, 6]},
        status=409,
    ),
    Step("throw_dice", "throw", "The server throws", path=TEALS, body={**FIRST, "nonce": NONCE}, status=201),
    Step(
        "throw_dice",
        "again",
        "The same place gives the same dice",
        path=TEALS,
        body={**FIRST, "nonce": "another-nonce"},
    ),
    Step(
        "correct_entry",
        "servers-dice",
        "What the server threw stands",
        path=TEALS,
        body={"replace": {"seq": 2, "dice": [6, 5, 4, 6, 6]}},
        status=409,
    ),
    Step("list_throws", "playing", "While the game is on, the secret is none of theirs", path=TEALS),
    Step(
        "join_game",
        "computer",
        "Plum joins: the computer plays, with dice of the table",
        path=TEALS,
        body={"name": "Plum", "computer": {"dice": "table"}},
        status=201,
    ),
    Step(
        "open_game",
        "real-dice",
        "Teal again, with real dice",
        path=TABLE,
        status=201,
        keeps={"real": "id"},
        body={
            "ruleset": {"preset": "voyage"},
            "seats": [{"name": "Teal", "computer": {"dice": "table"}}, {"name": "Red"}],
        },
        is_shown=False,
    ),
    Step(
        "record_roll",
        "computer",
        "Teal holds the six",
        path={"game_id": "$real"},
        body={"seat": 1, "roll": 1, "dice": [6, 5, 4, 6, 1]},
        status=201,
    ),
    Step(
        "record_stand",
        "computer",
        "The computer has decided otherwise",
        path={"game_id": "$real"},
        body={"seat": 1, "roll": 1},
        status=422,
    ),
    Step("abandon_game", "computer", "Enough", path=TEALS, status=201, is_shown=False),
    Step("list_throws", "over", "The game is over: here is all that a check needs", path=TEALS),
)

ADVICE = (
    no_key("read_odds", "usual", "The odds of a turn as it is usually played"),
    no_key(
        "read_odds", "one-die", "The same, where one die alone is rolled again", query={"cargo_reroll": "one"}
    ),
    no_key("read_odds", "no-preset", "A preset that is none", query={"preset": "poker"}, status=422),
    no_key(
        "ask_advice",
        "eight-against-eight",
        "Eight against eight, one roll left: keep it?",
        body={
            "ruleset": {"preset": "chips"},
            "objective": "round",
            "seats": [{}, {}],
            "scores": [8],
            "turn": {"rolls_used": 2, "banked": [6, 5, 4], "cargo": [4, 4]},
        },
    ),
    no_key(
        "ask_advice",
        "unreachable",
        "A turn with four rolls",
        body={"seats": [{}, {}], "turn": {"rolls_used": 4}},
        status=422,
    ),
    Step("read_advice", "opening", "What to do?", path={"game_id": "$real"}),
    Step(
        "read_advice",
        "no-die",
        "No die has seven",
        path={"game_id": "$real"},
        query={"dice": "7,1,1,1,1"},
        status=422,
    ),
    Step("read_analysis", "playing", "Luck and choice so far", path={"game_id": "$real"}),
    Step("draw_analysis", "playing", "The same as a picture", path={"game_id": "$real"}),
    Step("read_advice", "forbidden", "Nobody is advised in this game", path=TEALS, status=403),
)

ODDS: tuple[Step, ...] = (*DICE, *COMPUTERS, *ADVICE)
