"""Following what happens: streams, tickets, and a log that is waited for."""

from __future__ import annotations

from tests.api.evening import Step
from tests.api.steps_of_tables import GAME, TABLE

STREAMS: tuple[Step, ...] = (
    Step("stream_game", "whole", "How a stream begins: the whole game", path=GAME),
    Step(
        "stream_game",
        "resumed",
        "Nothing is left out where a stream was lost: the entries since come first",
        path=GAME,
        query={"after": "13"},
    ),
    Step(
        "stream_game",
        "lost",
        "A cursor that can't be gone on from: the whole game again",
        path=GAME,
        headers={"Last-Event-ID": "999999"},
    ),
    Step("stream_table", "table", "The table, and what is played there", path=TABLE),
    Step("create_game_ticket", "browser", "A ticket for EventSource", path=GAME, status=201),
    Step("create_table_ticket", "browser", "A ticket for the screen on the wall", path=TABLE, status=201),
    Step(
        "stream_game",
        "stale-ticket",
        "A ticket that is over",
        path=GAME,
        query={"ticket": "st_no-such-ticket"},
        status=401,
        key=None,
    ),
    Step(
        "read_log",
        "waited-for",
        "The entry after the second, waited for if it were not there yet",
        path=GAME,
        query={"after": "2", "wait": "20", "limit": "1"},
    ),
)
