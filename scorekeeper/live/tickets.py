"""Tickets: a browser's EventSource sends no header, so it connects with a ticket in the address.

A ticket opens one stream, for connecting within a minute, and nothing else. Addresses are logged and
remembered; a key in one would be found there.
"""

from __future__ import annotations

import secrets
from typing import Final, NamedTuple

from scorekeeper import ledger
from scorekeeper.ledger.holding import writing
from scorekeeper.ledger.ids import now
from scorekeeper.storage.models import Key
from scorekeeper.storage.pulses import StreamTicket

GOOD_FOR: Final = 60 * 1_000_000
"""How long one can connect with a ticket, in microseconds."""


class TicketUnknown(Exception):
    """No such ticket, or it is over, or of another stream."""


class Ticket(NamedTuple):
    """text: shown this once; expires_at: microseconds UTC."""

    text: str
    expires_at: int


def give_ticket(author: ledger.Author, followed: str) -> Ticket:
    """A ticket for the stream of a game or a table that the author may read. followed: its id."""
    ticket = Ticket(f"st_{secrets.token_urlsafe(32)}", now() + GOOD_FOR)
    with writing():
        StreamTicket.delete().where(StreamTicket.expires_at < now()).execute()
        StreamTicket.insert(
            hash=ledger.hash_key(ticket.text),
            key=author.key_id,
            followed=followed,
            expires_at=ticket.expires_at,
        ).execute()
    return ticket


def holder_of(ticket: str, followed: str) -> str:
    """The hash of the key that asked for the ticket. Raises TicketUnknown."""
    found = (
        Key.select(Key.hash)
        .join(StreamTicket, on=(StreamTicket.key == Key.id))
        .where(
            (StreamTicket.hash == ledger.hash_key(ticket))
            & (StreamTicket.followed == followed)
            & (StreamTicket.expires_at >= now())
        )
        .scalar()
    )
    if found is None:
        raise TicketUnknown
    return str(found)
