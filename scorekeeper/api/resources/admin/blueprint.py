"""How the operator's routes are registered: the admin key is asked for before anything else."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, cast

from flask import Response
from flask_smorest import Blueprint as SmorestBlueprint

from scorekeeper.api.blueprint import Blueprint, Contract, Route
from scorekeeper.api.operator import require_operator
from scorekeeper.api.parser import StrictParser


class AdminBlueprint(Blueprint):
    """A resource below /v1/admin, for the operator's key alone."""

    ARGUMENTS_PARSER = StrictParser(lambda _: None)

    def __init__(self, name: str, description: str) -> None:
        super().__init__(name, description, url_prefix="/v1/admin")

    def route(self, rule: str, **options: Any) -> Callable[[Route], Route]:
        """Register a route that nobody but the operator reaches."""
        register = cast("Callable[[Route], Route]", SmorestBlueprint.route(self, rule, **options))

        def decorate(route: Route) -> Route:
            contract: Contract = route._apidoc["contract"]  # type: ignore[attr-defined]
            contract.path, contract.for_operator = rule, True

            @wraps(route)
            def guarded(**path: Any) -> Response:
                require_operator()
                return cast("Response", route(**path))

            return register(cast("Route", guarded))

        return decorate
