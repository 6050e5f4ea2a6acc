"""Tickets: for one stream, for a minute."""

from __future__ import annotations

import pytest

from scorekeeper import ledger, live
from scorekeeper.live import TicketUnknown, give_ticket, holder_of, tickets
from scorekeeper.storage.pulses import StreamTicket
from tests.ledger.playing import At


def test_a_ticket_opens_its_stream_as_the_key_that_asked_for_it(at: At) -> None:
    ticket = give_ticket(at.author, at.game_id)
    assert holder_of(ticket.text, at.game_id) == ledger.hash_key(at.host_key)
    assert live.follow_game(holder_of(ticket.text, at.game_id), at.game_id).game_id == at.game_id


@pytest.mark.parametrize("followed", ["table", "game_x", ""])
def test_a_ticket_opens_no_other_stream(at: At, followed: str) -> None:
    ticket = give_ticket(at.author, at.game_id)
    with pytest.raises(TicketUnknown):
        holder_of(ticket.text, at.author.table_id if followed == "table" else followed)


def test_a_ticket_is_no_key(at: At) -> None:
    ticket = give_ticket(at.author, at.game_id)
    with pytest.raises(ledger.KeyUnknown):
        ledger.find_author(ticket.text)


def test_the_ticket_itself_is_not_kept(at: At) -> None:
    ticket = give_ticket(at.author, at.game_id)
    assert [row.hash for row in StreamTicket.select()] == [ledger.hash_key(ticket.text)]


def test_a_ticket_is_over_after_a_minute_and_then_forgotten(at: At, monkeypatch: pytest.MonkeyPatch) -> None:
    ticket = give_ticket(at.author, at.game_id)
    now = tickets.now()
    assert ticket.expires_at - now <= 60_000_000
    monkeypatch.setattr(tickets, "now", lambda: ticket.expires_at)
    assert holder_of(ticket.text, at.game_id)
    monkeypatch.setattr(tickets, "now", lambda: ticket.expires_at + 1)
    with pytest.raises(TicketUnknown):
        holder_of(ticket.text, at.game_id)
    give_ticket(at.author, at.game_id)
    assert StreamTicket.select().count() == 1
