"""The evening from the first roll on: S0's game with Red, Blue and Green, then others."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tests.api.evening import Step
from tests.api.steps_of_tables import GAME, TABLE, no_key

RED_FIRST = "019c1a00-0000-4000-8000-0000000000a1"
"""An entry id that a phone made up."""


def _roll(name: str, summary: str, body: dict[str, Any], **options: Any) -> Step:
    return Step("record_roll", name, summary, path=GAME, body=body, **{"status": 201, **options})


OPENING = (
    Step(
        "open_game",
        "first-to-three",
        "Red, Blue and Green race for three rounds",
        path=TABLE,
        status=201,
        keeps={"game": "id"},
        body={
            "ruleset": {"preset": "first-to-three"},
            "seats": [{"name": "Red"}, {"name": "Blue"}, {"player_id": "$green"}],
        },
    ),
    Step(
        "open_game",
        "seated-twice",
        "Two seats for one player",
        path=TABLE,
        status=422,
        body={"ruleset": {"preset": "chips"}, "seats": [{"name": "Green"}, {"player_id": "$green"}]},
    ),
    Step(
        "open_game",
        "too-many",
        "Three at a game for two",
        path=TABLE,
        status=422,
        body={
            "ruleset": {"preset": "voyage"},
            "seats": [{"name": "Red"}, {"name": "Blue"}, {"name": "Green"}],
        },
    ),
    Step(
        "open_game",
        "saved-rules",
        "House rules that the table saved",
        path=TABLE,
        status=201,
        keeps={"short": "id"},
        body={
            "ruleset": {"saved": "Shorter evening"},
            "seats": [{"name": "Red"}, {"name": "Blue"}],
            "entry": "dice_or_score",
        },
    ),
    Step(
        "delete_house_rules",
        "delete",
        "Games keep the rules that they were opened with",
        status=204,
        path={**TABLE, "ruleset_id": "$ruleset"},
    ),
    Step("read_game", "opened", "A game before its first roll", path=GAME),
    Step("read_game", "unchanged", "Nothing new", path=GAME, headers={"If-None-Match": '"1"'}, status=304),
)

FIRST_TURN = (
    _roll(
        "dry-run",
        "Would this be legal?",
        {"seat": 1, "roll": 1, "dice": [6, 4, 3, 3, 1], "keep": [6]},
        query={"dry_run": "true"},
        status=200,
    ),
    _roll(
        "crew-too-soon",
        "The crew needs the captain first",
        {"seat": 1, "roll": 1, "dice": [6, 4, 3, 3, 1], "keep": [6, 4]},
        status=422,
    ),
    _roll(
        "captain-too-soon",
        "The captain needs the ship first",
        {"seat": 1, "roll": 1, "dice": [5, 4, 3, 3, 1], "keep": [5]},
        status=422,
    ),
    _roll(
        "not-rolled",
        "A face that the roll does not show",
        {"seat": 1, "roll": 1, "dice": [5, 4, 3, 3, 1], "keep": [6]},
        status=422,
    ),
    _roll("six-dice", "One die too many", {"seat": 1, "roll": 1, "dice": [6, 4, 3, 3, 1, 1]}, status=422),
    _roll("missing", "Whose roll is it?", {"dice": [6, 4, 3, 3, 1]}, status=422),
    _roll("unknown-field", "A slip of the pen", {"seat": 1, "roll": 1, "dices": [6, 4, 3, 3, 1]}, status=422),
    _roll(
        "wrong-kind", "Numbers are not texts", {"seat": "1", "roll": 1, "dice": [6, 4, 3, 3, 1]}, status=422
    ),
    _roll(
        "unknown-parameter",
        "Another slip",
        {"seat": 1, "roll": 1, "dice": [6, 4, 3, 3, 1]},
        query={"dryrun": "true"},
        status=422,
    ),
    _roll("not-your-turn", "Blue is too early", {"seat": 2, "roll": 1, "dice": [6, 4, 3, 3, 1]}, status=409),
    _roll(
        "out-of-order",
        "The first roll is missing",
        {"seat": 1, "roll": 2, "dice": [6, 4, 3, 3, 1]},
        status=409,
    ),
    _roll(
        "stale",
        "Somebody else was faster",
        {"seat": 1, "roll": 1, "dice": [6, 4, 3, 3, 1]},
        headers={"If-Match": '"7"'},
        status=412,
    ),
    _roll(
        "first-roll",
        "Red keeps the ship; the 4 has to wait for the captain",
        {"seat": 1, "round": 1, "roll": 1, "dice": [6, 4, 3, 3, 1], "keep": [6], "entry_id": RED_FIRST},
    ),
    _roll(
        "sent-again",
        "The same again, because the answer was lost",
        {"seat": 1, "round": 1, "roll": 1, "dice": [6, 4, 3, 3, 1], "keep": [6], "entry_id": RED_FIRST},
        status=200,
    ),
    _roll(
        "other-dice",
        "Something else is recorded there",
        {"seat": 1, "round": 1, "roll": 1, "dice": [6, 4, 3, 3, 2], "keep": [6]},
        status=409,
    ),
    Step(
        "record_stand",
        "too-soon",
        "Standing without a full crew",
        path=GAME,
        body={"seat": 1, "roll": 1},
        status=422,
    ),
    _roll(
        "second-roll",
        "Captain and crew together",
        {"seat": 1, "roll": 2, "dice": [5, 4, 2, 2], "keep": [5, 4]},
    ),
    _roll(
        "wrong-hold",
        "Both cargo dice are rolled again, or none",
        {"seat": 1, "roll": 3, "dice": [6], "hold": 2},
        status=422,
    ),
    _roll("third-roll", "Both cargo dice again, and a cargo of nine", {"seat": 1, "roll": 3, "dice": [6, 3]}),
)

FIRST_ROUND = (
    Step("defer_seat", "at-the-bar", "Blue is at the bar", path={**GAME, "seat": 2}, status=201),
    Step("defer_seat", "again", "Once a pass", path={**GAME, "seat": 2}, status=409),
    _roll(
        "stand",
        "Green takes all three at once and stands",
        {"seat": 3, "roll": 1, "dice": [6, 5, 4, 4, 3], "stand": True},
    ),
    Step(
        "record_turn",
        "no-scores",
        "This game is for dice alone",
        path=GAME,
        body={"seat": 2, "round": 1, "score": 7},
        status=422,
    ),
    Step(
        "record_turn",
        "bust",
        "Blue's whole turn: no captain, so it is a bust",
        path=GAME,
        status=201,
        body={
            "seat": 2,
            "round": 1,
            "rolls": [{"dice": [6, 4, 3, 3, 1], "keep": [6]}, {"dice": [4, 4, 1, 1]}, {"dice": [3, 2, 2, 1]}],
        },
    ),
    _roll(
        "crew",
        "Blue has a full crew",
        {"seat": 2, "round": 2, "roll": 1, "dice": [6, 5, 4, 6, 4]},
        is_shown=False,
    ),
    Step(
        "record_stand",
        "stand",
        "Blue stands on ten",
        path=GAME,
        body={"seat": 2, "round": 2, "roll": 1},
        status=201,
    ),
    Step(
        "join_game",
        "late",
        "Violet comes late and plays from the next round on",
        path=GAME,
        body={"name": "Violet"},
        status=201,
    ),
    Step("join_game", "seated", "Violet sits already", path=GAME, body={"name": "violet"}, status=422),
    Step(
        "change_seat",
        "rename",
        "A better name for the scorecard",
        path={**GAME, "seat": 4},
        body={"name": "Violet the Late"},
        status=201,
    ),
    Step(
        "change_player",
        "back",
        "Amber is back",
        path={**TABLE, "player_id": "$amber"},
        body={"archived": False},
        is_shown=False,
    ),
    Step(
        "change_seat",
        "substitute",
        "Amber plays on for Green",
        path={**GAME, "seat": 3},
        body={"player_id": "$amber"},
        status=201,
    ),
    Step(
        "leave_game",
        "last-train",
        "Violet has to catch the last train",
        path={**GAME, "seat": 4},
        status=201,
        body={"entered_at": "2026-01-31T23:10:00+01:00"},
    ),
    Step("leave_game", "gone", "Violet is gone already", path={**GAME, "seat": 4}, status=409),
    Step("read_standings", "standings", "Who leads", path=GAME),
    Step("list_rounds", "rounds", "Two rounds so far", path=GAME),
    Step("list_turns", "reds-turns", "Red's turns", path=GAME, query={"seat": "1"}),
    Step("read_turn", "first", "Red's first turn, roll by roll", path={**GAME, "number": 1}),
    Step("read_turn", "ninth", "A turn that nobody has played", path={**GAME, "number": 9}, status=404),
    Step("read_log", "log", "The first three entries", path=GAME, query={"limit": "3"}),
    Step("open_rematch", "too-soon", "The game is still on", path=GAME, status=409),
    Step(
        "abandon_game",
        "closing-time",
        "Closing time",
        path=GAME,
        body={"reason": "The landlord wants to sleep."},
        status=201,
    ),
    _roll("game-over", "The game is over", {"seat": 3, "roll": 1, "dice": [6, 4, 3, 3, 1]}, status=409),
)


def _start_roll(seat: int, dice: list[int], **options: Any) -> Step:
    body = {"seat": seat, "attempt": 1, "dice": dice}
    defaults: dict[str, Any] = {
        "name": f"seat-{seat}",
        "summary": "Three dice for the opener",
        "status": 201,
        "is_shown": False,
        **options,
    }
    return Step("record_start_roll", path={"game_id": "$pot"}, body=body, **defaults)


def _pot_turn(seat: int, dice: list[int], **options: Any) -> Step:
    defaults: dict[str, Any] = {"name": f"pot-{seat}", "summary": "For the pot", "is_shown": False, **options}
    body = {"seat": seat, "round": 1, "rolls": [{"dice": dice}], "stand": True}
    return Step("record_turn", path={"game_id": "$pot"}, body=body, status=201, **defaults)


def _one_round_for_the_pot() -> Iterator[Step]:
    seats = [{"name": "Red"}, {"name": "Blue"}]
    yield Step(
        "open_game",
        "pot",
        "One round for the pot",
        path=TABLE,
        status=201,
        keeps={"pot": "id"},
        body={"ruleset": {"preset": "critters"}, "seats": seats},
        is_shown=False,
    )
    yield Step(
        "record_roll",
        "start-roll-due",
        "First somebody has to open",
        path={"game_id": "$pot"},
        body={"seat": 1, "roll": 1, "dice": [6, 4, 3, 3, 1]},
        status=409,
    )
    yield _start_roll(1, [6, 3, 1], name="first", summary="Red rolls ten for the opener", is_shown=True)
    yield _start_roll(2, [5, 5, 2])
    yield _start_roll(
        1, [1, 1, 1], name="known", summary="Blue opens, that is settled", status=409, is_shown=True
    )
    yield _pot_turn(2, [6, 5, 4, 3, 3])
    yield _pot_turn(
        1,
        [6, 5, 4, 6, 3],
        name="winner",
        summary="Red's nine beats Blue's six and takes the pot",
        is_shown=True,
    )
    yield Step("open_rematch", "rematch", "Red and Blue again", path={"game_id": "$pot"}, status=201)


SCORES = (
    Step(
        "record_turn",
        "score",
        "Only the score was noted",
        path={"game_id": "$short"},
        body={"seat": 1, "round": 1, "score": 7},
        status=201,
    ),
    Step(
        "record_turn",
        "impossible",
        "No two dice show thirteen",
        path={"game_id": "$short"},
        body={"seat": 2, "round": 1, "score": 13},
        status=422,
    ),
    Step("list_games", "games", "The table's games", path=TABLE, query={"limit": "10"}),
    Step(
        "list_games",
        "bad-cursor",
        "A cursor that was not given out",
        path=TABLE,
        query={"cursor": "!"},
        status=422,
    ),
    no_key("read_health", "alive", "The process answers"),
    no_key("read_readiness", "ready", "The database answers"),
)

GAMES: tuple[Step, ...] = (*OPENING, *FIRST_TURN, *FIRST_ROUND, *_one_round_for_the_pot(), *SCORES)
