"""What happens at a table, told while it happens: event streams, and requests that wait for an entry.

One thread of each process serves all its streams; of other processes it needs nothing but the database, in
which each game and each table has a counter. Read in this order: `events`, `sources`, `follow`,
`connections`, `shares`, `telling`, `hub`.
"""

from __future__ import annotations

from scorekeeper.live.follow import Stream, follow_game, follow_table
from scorekeeper.live.hub import Hub, hub
from scorekeeper.live.shares import Place, StreamsFull
from scorekeeper.live.sources import UNKNOWN, Cursor
from scorekeeper.live.tickets import Ticket, TicketUnknown, give_ticket, holder_of

__all__ = [
    "UNKNOWN",
    "Cursor",
    "Hub",
    "Place",
    "Stream",
    "StreamsFull",
    "Ticket",
    "TicketUnknown",
    "follow_game",
    "follow_table",
    "give_ticket",
    "holder_of",
    "hub",
]
