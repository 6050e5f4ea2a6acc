"""Where a stream begins, and by what it is opened."""

from __future__ import annotations

from scorekeeper.api.fields import Query, Text, WholeText, said

GREATEST_NUMBER = 999_999_999
LONGEST_TICKET = 100


class StreamQuery(Query):
    """Where a stream begins, and by what it is opened."""

    after = WholeText(
        0,
        GREATEST_NUMBER,
        **said(
            "Go on after the event with this `id`. The header `Last-Event-ID` says the same and counts more: "
            "a browser's EventSource sends it when it connects again by itself."
        ),
    )
    ticket = Text(
        1,
        LONGEST_TICKET,
        **said(
            "A ticket for this stream, in place of the header `Authorization`, which EventSource can't send."
        ),
    )
