"""Others join the table: by a code that is read out, or by a link and its QR code."""

from __future__ import annotations

from typing import Any

from tests.api.evening import Step
from tests.api.steps_of_tables import TABLE, no_key


def _of_invite(operation: str, name: str, summary: str, **options: Any) -> Step:
    return Step(operation, name, summary, path={**TABLE, "invite_id": "$invite"}, **options)


def _join(name: str, summary: str, code: str, **options: Any) -> Step:
    body = {"code": code, **options.pop("more", {})}
    return no_key("join_table", name, summary, body=body, **{"status": 201, **options})


INVITES = (
    Step(
        "create_invite",
        "scorers",
        "For the phones around the table: two hours, twenty phones",
        path=TABLE,
        body={"role": "scorer"},
        status=201,
        keeps={"invite": "id", "code": "code"},
    ),
    Step(
        "create_invite",
        "of-a-player",
        "For Green alone, for the whole evening",
        path=TABLE,
        body={"role": "scorer", "player_id": "$green", "name": "Green", "expires_in": 21600, "joins": 1},
        status=201,
        keeps={"greens_code": "code"},
    ),
    Step(
        "create_invite",
        "host",
        "Nobody joins as a host",
        path=TABLE,
        body={"role": "host"},
        status=422,
    ),
    _join("asked", "What does this code open?", "$code", query={"dry_run": "true"}, status=200),
    _join("typed", "The code that was read out", "$code", more={"name": "Blue's phone"}),
    _join("of-a-player", "Green's own invite", "$greens_code"),
    _join("used-up", "It had one place", "$greens_code", status=404),
    _join("unknown", "A code that nobody has given out", "222222", status=404),
    Step("list_invites", "invites", "All of them", path=TABLE),
    _of_invite("read_invite", "scorers", "One of them"),
    _of_invite("read_invite_svg", "qr", "Its QR code"),
    _of_invite("read_invite_png", "qr", "Its QR code in dots"),
    _of_invite("revoke_invite", "revoke", "Everybody is here", status=204),
    _of_invite("read_invite_svg", "over", "There is nothing to show any more", status=409),
)
