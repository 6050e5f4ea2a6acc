"""A game taken apart: what decisions cost, what the dice gave, and the curve of the chances to win."""

from __future__ import annotations

from flask import Response

from scorekeeper import ledger
from scorekeeper.api.auth import ALL, author
from scorekeeper.api.blueprint import Answer, Blueprint
from scorekeeper.api.conditional import answer_versioned, known_version
from scorekeeper.api.limiting import give_way
from scorekeeper.api.parser import refuse_query
from scorekeeper.api.resources.analysis.curve import draw_curve
from scorekeeper.api.resources.odds.routes import answer_working
from scorekeeper.api.responses import answer_version
from scorekeeper.ledger import Analysed

blueprint = Blueprint("Analysis", "Luck and choice: what became of a game, and why.")
_VERSIONED = ("ETag", "Cache-Control", "Vary")
_UNCHANGED = Answer(304, None, "Nothing has changed since the version in `If-None-Match`.", _VERSIONED)
_WORKING = Answer(202, "Working", "It is still being worked out: ask again.", ("Retry-After", "Location"))
_REFUSES = ("advice-forbidden", "no-advice")
_PICTURE = {
    "Content-Type": "image/svg+xml",
    # The picture's own style, and nothing else: it has no script, and could not run one.
    "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
}


@blueprint.route("/games/<game_id>/analysis")
@blueprint.contract(
    Answer(200, "Analysis", "The analysis.", _VERSIONED),
    _WORKING,
    _UNCHANGED,
    refuses=_REFUSES,
    allows=ALL,
    if_none_match=True,
)
def read_analysis(game_id: str) -> Response:
    """Read the analysis of a game

    Every choice against the best one, what it cost in the chance to win and in points; what each seat's dice
    gave it against what was to be expected; the chances to win after every play, and the turning points in
    words. It is worked out once for a version of the game, and may take a while for a long one: then ask
    again after the seconds in `Retry-After`. A game that is played without advice is taken apart when it is
    over.
    """
    refuse_query()
    found = _find_analysis(game_id)
    return answer_working(is_private=True) if found is None else answer_versioned(*found)


@blueprint.route("/games/<game_id>/analysis/curve.svg")
@blueprint.contract(
    Answer(200, None, "The picture, as `image/svg+xml`.", _VERSIONED),
    _WORKING,
    _UNCHANGED,
    refuses=_REFUSES,
    allows=ALL,
    if_none_match=True,
)
def draw_analysis(game_id: str) -> Response:
    """Draw the chances to win

    The curve of the analysis as a picture (SVG), for light and dark screens, with a title and a description
    for those who do not see it.
    """
    refuse_query()
    found = _find_analysis(game_id)
    if found is None:
        return answer_working(is_private=True)
    known = found.version == known_version()
    picture = answer_version(found.version, None if known else draw_curve(found.analysis).encode())
    if not known:
        picture.headers.update(_PICTURE)
    return picture


def _find_analysis(game_id: str) -> Analysed | None:
    """The analysis; None while it is worked out. Those who record go first."""
    table_id = author().table_id
    give_way()
    return ledger.analysis_of(table_id, game_id)
