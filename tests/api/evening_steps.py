"""The steps of the evening: Red, Blue and Green play S0's game, others, one that has to be mended, and one
without a network."""

from __future__ import annotations

from tests.api.evening import Step
from tests.api.steps_of_amendments import AMENDMENTS
from tests.api.steps_of_games import GAMES
from tests.api.steps_of_invites import INVITES
from tests.api.steps_of_keys import KEYS, LAST_HOST
from tests.api.steps_of_odds import ODDS
from tests.api.steps_of_operators import OPERATORS
from tests.api.steps_of_retries import RETRIES
from tests.api.steps_of_streams import STREAMS
from tests.api.steps_of_tables import RULES, TABLES

STEPS: tuple[Step, ...] = (
    *RULES,
    *TABLES,
    *GAMES,
    *AMENDMENTS,
    *RETRIES,
    *STREAMS,
    *KEYS,
    *LAST_HOST,
    *INVITES,
    *ODDS,
    *OPERATORS,
)
