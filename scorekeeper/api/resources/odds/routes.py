"""Exact chances of a turn, and advice: for games of this server, and for games that are played elsewhere."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from flask import Response, request

from scorekeeper import ledger
from scorekeeper.api.auth import ALL, author, read_with_key
from scorekeeper.api.blueprint import Answer, Blueprint
from scorekeeper.api.client import client_block
from scorekeeper.api.conditional import answer_stored, known_version
from scorekeeper.api.html import answer_html, wants_html
from scorekeeper.api.limiting import give_way
from scorekeeper.api.parser import refuse_query
from scorekeeper.api.problems import wrong
from scorekeeper.api.resources.odds.page import odds_page, working_page
from scorekeeper.api.resources.odds.schemas import AdviceQuery, AdviceQuestion, OddsQuery
from scorekeeper.api.responses import answer_json, answer_private
from scorekeeper.api.translate import below
from scorekeeper.ledger import Asking, Stored
from scorekeeper.rules import read_ruleset
from scorekeeper.rules.ruleset_problems import RULESET_CODES
from scorekeeper.thinking.situation import Situation, Unreachable, state_of

blueprint = Blueprint("Odds", "Exact chances, and what to do: keep or roll again.")
_VERSIONED = ("ETag", "Cache-Control", "Vary")
_WORKING = Answer(202, "Working", "It is still being worked out: ask again.", ("Retry-After", "Location"))
_ASK_AGAIN = Answer(202, "Working", "It is still being worked out: send the same again.", ("Retry-After",))
_OF_STATES = ("seat-count", "state-unreachable", "score-impossible")
_OF_DICE = ("face-invalid", "dice-count", "hold-invalid", "reroll-not-allowed", "turn-over")
_PUBLIC: Final = {"Cache-Control": "public, max-age=3600", "Vary": "Accept"}
_AGAIN: Final = {"Retry-After": "1"}
_COST: Final = 3
"""A question that has to be worked out counts as so many that have not."""


@blueprint.route("/odds")
@blueprint.arguments(OddsQuery, location="query")
@blueprint.contract(
    Answer(
        200, "TurnOdds", "The odds. A browser, which asks for HTML, gets them as a page.", ("Cache-Control",)
    ),
    _WORKING,
    cost=_COST,
)
def read_odds(query: dict[str, Any]) -> Response:
    """Read the odds of a turn

    The chance of a full crew by each roll, how often each score comes for who plays for the most points, and
    what to do with every cargo: exact, under any house rules of a turn.
    """
    preset = {"preset": query["preset"]} if "preset" in query else {}
    changes = {name: value for name, value in query.items() if name != "preset"}
    give_way()
    turn = read_ruleset({**preset, "turn": changes}).turn
    found = ledger.odds_of_turn(turn, client_block())
    if found is None:
        return _answer_page_of_work() if wants_html() else answer_working()
    if wants_html():
        return answer_html("The odds of a turn", odds_page(found), root="../", headers=_PUBLIC)
    return answer_json(found, headers=_PUBLIC)


@blueprint.route("/odds/advice", methods=["POST"])
@blueprint.arguments(AdviceQuestion)
@blueprint.contract(
    Answer(200, "Advice", "The advice."),
    _ASK_AGAIN,
    refuses=(
        "seat-count",
        "state-unreachable",
        "score-impossible",
        "face-invalid",
        *_OF_DICE,
        *RULESET_CODES,
    ),
    cost=_COST,
)
def ask_advice(body: dict[str, Any]) -> Response:
    """Ask for advice

    For a game that is played elsewhere: say its house rules, how the seats stand, what was scored in this
    round, and how the open turn stands; what is left out has not happened yet. No key is needed and nothing
    is stored. A state that no play reaches is refused, with a pointer to each thing that is wrong with it.
    Where it is still being worked out (202), send the same POST again after `Retry-After` seconds.
    """
    refuse_query()
    give_way()
    with below():
        ruleset = read_ruleset(body["ruleset"])
    described = {name: body[name] for name in Situation.__dataclass_fields__ if name != "ruleset"}
    try:
        state = state_of(Situation(ruleset, **described))
    except Unreachable as error:
        raise wrong(
            [{"pointer": each.pointer, "code": each.code, "detail": each.detail} for each in error.problems]
        ) from None
    thrown = body["thrown"] or {}
    asking = Asking(body["objective"], thrown.get("dice"), thrown.get("hold"))
    with below("/thrown"):
        return _answer_when_there(lambda: ledger.advice_in(state, asking, client_block()), answer_json)


@blueprint.route("/games/<game_id>/advice")
@blueprint.arguments(AdviceQuery, location="query")
@blueprint.contract(
    Answer(200, "GameAdvice", "The advice.", _VERSIONED),
    _WORKING,
    Answer(304, None, "Nothing has changed since the version in `If-None-Match`.", _VERSIONED),
    refuses=("advice-forbidden", "no-advice", *_OF_DICE),
    allows=ALL,
    if_none_match=True,
)
def read_advice(query: dict[str, Any], game_id: str) -> Response:
    """Read advice

    What the seat to move may do, what each choice is worth, and which is best; with `dice`, what to bank of
    dice that lie on the table. Which choice wins the game most often need not be the one that wins the
    round. A host may open a game with `advice: forbidden`: then nobody is advised.
    """
    asking = Asking(query["objective"], query.get("dice"), query.get("hold"), in_query=True)
    known = known_version()

    def ready(key: str) -> Stored | None:
        give_way()
        return ledger.ready_advice(key, game_id, asking, known)

    stored = read_with_key(ready)
    if stored is None:
        stored = ledger.advice_on(author().table_id, game_id, asking, known)
    return answer_working(is_private=True) if stored is None else answer_stored(stored)


def _answer_page_of_work() -> Response:
    """202 as a page, which comes back by itself: browsers know no Retry-After."""
    headers = {**_AGAIN, "Refresh": _AGAIN["Retry-After"], "Cache-Control": "no-store", "Vary": "Accept"}
    return answer_html("The odds of a turn", working_page(), root="../", headers=headers, status=202)


def _answer_when_there(find: Callable[[], Any], answer: Callable[[Any], Response]) -> Response:
    found = find()
    return answer_working() if found is None else answer(found)


def answer_working(*, is_private: bool = False) -> Response:
    """202: what was asked for is being worked out, and will be there when it is asked for again."""
    where = request.full_path.rstrip("?")
    headers = dict(_AGAIN)
    if request.method == "GET":
        # Whoever follows a Location does so with a GET.
        headers["Location"] = where
    body = {"status": "working", "self": where}
    if is_private:
        return answer_private(body, 202, headers)
    return answer_json(body, 202, {**headers, "Cache-Control": "no-store"})
