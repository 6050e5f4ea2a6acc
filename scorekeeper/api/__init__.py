"""The HTTP edge: routes that parse, call one function of the ledger or the rules, and answer."""

from __future__ import annotations

from flask import Flask, Response
from flask.globals import request_ctx

from scorekeeper.api import pages
from scorekeeper.api.converters import PresetConverter
from scorekeeper.api.document import Api
from scorekeeper.api.resources.admin.routes import blueprint as admin
from scorekeeper.api.resources.amendments.routes import blueprint as amendments
from scorekeeper.api.resources.analysis.routes import blueprint as analysis
from scorekeeper.api.resources.batches.routes import blueprint as batches
from scorekeeper.api.resources.dice.routes import blueprint as dice
from scorekeeper.api.resources.disputes.routes import blueprint as disputes
from scorekeeper.api.resources.entries.routes import blueprint as entries
from scorekeeper.api.resources.games.routes import blueprint as games
from scorekeeper.api.resources.history.routes import blueprint as history
from scorekeeper.api.resources.house_rules.routes import blueprint as house_rules
from scorekeeper.api.resources.invites.routes import blueprint as invites
from scorekeeper.api.resources.keys.routes import blueprint as keys
from scorekeeper.api.resources.odds.routes import blueprint as odds
from scorekeeper.api.resources.operations.routes import blueprint as operations
from scorekeeper.api.resources.own_data.routes import blueprint as own_data
from scorekeeper.api.resources.players.routes import blueprint as players
from scorekeeper.api.resources.referee.routes import blueprint as referee
from scorekeeper.api.resources.rulesets.routes import blueprint as rulesets
from scorekeeper.api.resources.seats.routes import blueprint as seats
from scorekeeper.api.resources.streams.routes import blueprint as streams
from scorekeeper.api.resources.tables.routes import blueprint as tables
from scorekeeper.api.resources.throws.routes import blueprint as throws
from scorekeeper.api.translate import register_problems

BLUEPRINTS = (
    rulesets,
    referee,
    tables,
    keys,
    invites,
    players,
    house_rules,
    games,
    entries,
    batches,
    seats,
    amendments,
    disputes,
    history,
    streams,
    dice,
    odds,
    analysis,
    throws,
    operations,
    admin,
    own_data,
)


def register(app: Flask) -> None:
    """Put every route, page and error handler into the application."""
    app.url_map.converters["preset"] = PresetConverter
    api = Api(app)
    for blueprint in BLUEPRINTS:
        api.register_blueprint(blueprint)
    app.register_blueprint(pages.blueprint)
    register_problems(app)
    app.make_default_options_response = _answer_options  # type: ignore[method-assign]


def _answer_options() -> Response:
    """What OPTIONS is answered with: the methods of the address, and no body."""
    adapter = request_ctx.url_adapter
    assert adapter is not None
    response = Response(status=204, headers={"Allow": ", ".join(sorted(adapter.allowed_methods()))})
    del response.headers["Content-Type"]
    return response
