"""Invites over HTTP: what a host shows to others, and what comes of it."""

from __future__ import annotations

import re
import struct
import xml.etree.ElementTree as ET
import zlib
from collections.abc import Iterator
from typing import Any

import pytest
import segno
from flask import Flask
from werkzeug.test import TestResponse

from scorekeeper import storage
from scorekeeper.storage.models import Invite
from tests.api.at_the_table import Guest, HostOf, pointers, problem

RETRY = "8e03978e-40d5-43e8-bc93-6894a57f9324"
BASE = "https://dice.example.org"


@pytest.fixture
def public(app: Flask) -> Iterator[None]:
    """A server whose people find it at BASE."""
    before, app.config["LINK_BASE"] = app.config["LINK_BASE"], BASE
    yield
    app.config["LINK_BASE"] = before


def invite(host: HostOf, **wish: Any) -> dict[str, Any]:
    response = host.post(f"{host.table}/invites", {"role": "scorer", **wish}, host="evil.example")
    assert response.status_code == 201, response.text
    made: dict[str, Any] = response.get_json()
    assert response.headers["Location"] == f"{host.table}/invites/{made['id']}"
    assert response.headers["Cache-Control"] == "no-store"
    return made


def joined(guest: Guest, code: str, **more: Any) -> dict[str, Any]:
    response = guest.post("/v1/join", {"code": code, **more})
    assert response.status_code == 201, response.text
    assert response.headers["Cache-Control"] == "no-store"
    key: dict[str, Any] = response.get_json()
    return key


def token_of(made: dict[str, Any]) -> str:
    return str(made["url"].partition("#")[2])


def test_a_code_and_a_link_become_keys(public: None, host: HostOf, guest: Guest) -> None:
    made = invite(host)
    assert made["url"].startswith(f"{BASE}/join#")
    assert "token" not in made
    assert made["code"] not in made["url"]
    for code in (made["code"].lower(), token_of(made)):
        key = joined(guest, code, name="Blue's phone")
        holder = HostOf(guest.client, {"Authorization": f"Bearer {key.pop('key')}"}, host.table_id)
        assert holder.get("/v1/key").get_json() == key
        assert key["table"] == {"id": host.table_id, "name": "The Anchor"}
        assert (key["role"], key["name"], key["expires_at"]) == ("scorer", "Blue's phone", None)
        problem(holder.get(f"{host.table}/invites"), 403, "role-not-allowed")
        problem(holder.post(f"{host.table}/keys", {"role": "host"}), 403, "role-not-allowed")
    assert host.get(f"{host.table}/invites/{made['id']}").get_json() == {**made, "joins_left": 18}


@pytest.mark.parametrize(
    ("wish", "pointer", "code"),
    [
        ({"role": None}, "/role", "invalid"),
        ({"role": "host"}, "/role", "invalid"),
        ({"joins": 0}, "/joins", "invalid"),
        ({"joins": 101}, "/joins", "invalid"),
        ({"expires_in": 59}, "/expires_in", "invalid"),
        ({"expires_in": 30 * 86_400 + 1}, "/expires_in", "invalid"),
        ({"expires_in": None}, "/expires_in", "invalid"),
        ({"player_id": "player_x"}, "/player_id", "player-unknown"),
        ({"role": "viewer", "player_id": "player_x"}, "/player_id", "invalid"),
        ({"code": "ABCDEF"}, "/code", "unknown-field"),
    ],
)
def test_what_is_wrong_with_an_invite_is_told(host: HostOf, wish: Any, pointer: str, code: str) -> None:
    refused = host.post(f"{host.table}/invites", {"role": "scorer", **wish})
    assert pointers(problem(refused, 422, code)) == [(pointer, code)]
    assert host.get(f"{host.table}/invites").get_json()["items"] == []


def test_unknown_used_up_expired_and_revoked_codes_are_answered_alike(host: HostOf, guest: Guest) -> None:
    used_up, expired, revoked = invite(host, joins=1), invite(host), invite(host)
    joined(guest, used_up["code"])
    Invite.update(expires_at=1).where(Invite.id == expired["id"]).execute()
    assert host.send("DELETE", f"{host.table}/invites/{revoked['id']}").status_code == 204
    codes = ["222222", "zz-zz zz", "no code at all", "sk_join_x"]
    codes += [made["code"] for made in (used_up, expired, revoked)]
    codes += [token_of(made) for made in (used_up, expired, revoked)]
    answers = {guest.post("/v1/join", {"code": code}).data for code in codes}
    assert len(answers) == 1
    problem(guest.post("/v1/join", {"code": "222222"}), 404, "code-unknown")
    for code in ("", 222222, None):
        assert guest.post("/v1/join", {"code": code}).status_code == 422


def test_what_a_code_opens_is_told_before_anybody_joins(host: HostOf, guest: Guest) -> None:
    made = invite(host, name="A phone")
    keys = host.get(f"{host.table}/keys").get_json()["items"]
    for code in (made["code"], token_of(made)):
        answer = guest.post("/v1/join?dry_run=true", {"code": code}, idempotency_key=RETRY)
        assert answer.status_code == 200, answer.text
        table = {"id": host.table_id, "name": "The Anchor"}
        opened = {"table": table, "name": "A phone", "role": "scorer", "player_id": None}
        assert answer.get_json() == opened
        named = guest.post("/v1/join?dry_run=true", {"code": code, "name": "Mine"}).get_json()
        assert named == {**opened, "name": "Mine"}
    assert host.get(f"{host.table}/keys").get_json()["items"] == keys
    assert host.get(f"{host.table}/invites/{made['id']}").get_json() == made
    problem(guest.post("/v1/join?dry_run=true", {"code": "222222"}), 404, "code-unknown")
    assert joined(guest, made["code"])["name"] == "A phone"
    assert host.send("DELETE", f"{host.table}/invites/{made['id']}").status_code == 204
    problem(guest.post("/v1/join?dry_run=true", {"code": token_of(made)}), 404, "code-unknown")


def test_joining_can_be_sent_again(host: HostOf, guest: Guest) -> None:
    made = invite(host)
    sent = {"code": made["code"], "name": "Blue's phone"}
    first, again = (guest.post("/v1/join", sent, idempotency_key=RETRY) for _ in range(2))
    assert again.headers["Idempotent-Replayed"] == "true"
    keys = [answer.get_json().pop("key") for answer in (first, again)]
    assert first.get_json()["id"] == again.get_json()["id"]
    statuses = [guest.get("/v1/key", authorization=f"Bearer {key}").status_code for key in keys]
    assert statuses == [401, 200]
    assert host.get(f"{host.table}/invites/{made['id']}").get_json()["joins_left"] == 19
    kept = str(storage.fetch_all("SELECT * FROM idempotency_keys", ()))
    assert "sk_" not in kept
    assert made["code"] not in kept
    problem(guest.post("/v1/join", sent, idempotency_key="short"), 422, "idempotency-key-short")
    other = {**sent, "name": "Mine"}
    problem(guest.post("/v1/join", other, idempotency_key=RETRY), 422, "idempotency-key-reused")


def test_no_invite_tells_a_key_of_a_higher_role(host: HostOf) -> None:
    made = invite(host, role="viewer")
    one = f"{host.table}/invites/{made['id']}"
    secrets = [(host.headers or {})["Authorization"].removeprefix("Bearer ")]
    secrets += [row[0] for row in storage.fetch_all("SELECT hash FROM keys", ())]
    for path in (f"{host.table}/invites", one, f"{one}/qr.svg", f"{one}/qr.png"):
        answer = host.get(path)
        assert answer.status_code == 200
        assert b"sk_" not in answer.data
        assert not any(secret.encode() in answer.data for secret in secrets)


# The QR code


def test_the_svg_is_plain_shapes_that_a_page_can_take_in(public: None, host: HostOf) -> None:
    made = invite(host)
    answer = host.get(f"{host.table}/invites/{made['id']}/qr.svg")
    assert answer.content_type.startswith("image/svg+xml")
    assert answer.headers["Cache-Control"] == "no-store"
    text = answer.get_data(as_text=True)
    assert text.startswith("<svg ")
    root = ET.fromstring(text)  # noqa: S314 (of our own making)
    tags = {element.tag.rpartition("}")[2] for element in root.iter()}
    assert tags == {"svg", "path"}
    names = {name for element in root.iter() for name in element.attrib}
    assert names <= {"viewBox", "d", "fill", "stroke", "transform"}
    assert not re.search(r"<!|<\?|script|href|url\(|style|on[a-z]+=", text)


def test_the_png_shows_the_link_and_nothing_else(public: None, host: HostOf) -> None:
    made = invite(host)
    answer = host.get(f"{host.table}/invites/{made['id']}/qr.png")
    assert answer.content_type == "image/png"
    assert modules_of(answer.data, 8, 4) == matrix_of(made["url"])


def test_both_images_show_the_same(public: None, host: HostOf) -> None:
    made = invite(host)
    svg = host.get(f"{host.table}/invites/{made['id']}/qr.svg").get_data(as_text=True)
    assert strokes_of(svg, 4) == matrix_of(made["url"])


@pytest.mark.parametrize("kind", ["svg", "png"])
def test_an_invite_that_is_over_has_no_qr_code(host: HostOf, kind: str) -> None:
    made = invite(host)
    host.send("DELETE", f"{host.table}/invites/{made['id']}")
    problem(host.get(f"{host.table}/invites/{made['id']}/qr.{kind}"), 409, "invite-closed")
    problem(host.get(f"{host.table}/invites/invite_x/qr.{kind}"), 404, "not-found")
    assert host.get(f"{host.table}/invites/{made['id']}").get_json()["url"] is None


def matrix_of(link: str) -> list[list[bool]]:
    """The modules of a link's QR code."""
    return [[bool(module) for module in row] for row in segno.make(link, error="m", micro=False).matrix]


def modules_of(png: bytes, scale: int, border: int) -> list[list[bool]]:
    """The dark modules of a PNG with one bit, or one byte, for each dot."""
    assert png[:8] == b"\x89PNG\r\n\x1a\n"
    width, height, depth, colours = struct.unpack(">IIBB", png[16:26])
    assert (depth, colours) in ((1, 0), (1, 3))
    data = b"".join(body for kind, body in _chunks(png) if kind == b"IDAT")
    line = 1 + (width + 7) // 8
    rows = list(_plain_rows(zlib.decompress(data), line))
    assert len(rows) == height
    dots = [[not (row[1 + x // 8] >> (7 - x % 8)) & 1 for x in range(width)] for row in rows]
    is_dark = {dots[0][0]: False, not dots[0][0]: True}
    middle = scale // 2
    inner = range(border * scale + middle, width - border * scale, scale)
    return [[is_dark[dots[y][x]] for x in inner] for y in inner]


def _plain_rows(data: bytes, line: int) -> Iterator[bytes]:
    """The rows of a PNG, which may say how they differ from the one above."""
    above = bytes(line)
    for start in range(0, len(data), line):
        row = data[start : start + line]
        assert row[0] in (0, 2)
        above = bytes(((byte + up) % 256 for byte, up in zip(row, above, strict=True))) if row[0] else row
        yield above


def _chunks(png: bytes) -> Iterator[tuple[bytes, bytes]]:
    place = 8
    while place < len(png):
        (length,) = struct.unpack(">I", png[place : place + 4])
        yield png[place + 4 : place + 8], png[place + 8 : place + 8 + length]
        place += length + 12


def strokes_of(svg: str, border: int) -> list[list[bool]]:
    """The dark modules of an SVG whose path draws them row by row."""
    size = int(re.search(r'viewBox="0 0 (\d+) \d+"', svg)[1]) - 2 * border  # type: ignore[index]
    dark = [[False] * size for _ in range(size)]
    path = re.findall(r'd="([^"]+)"', svg)[-1]
    x = y = 0.0
    for command, first, second in re.findall(r"([Mmh])(-?[\d.]+)(?:[ ,]?(-?[\d.]+))?", path):
        if command == "M":
            x, y = float(first), float(second)
        elif command == "m":
            x, y = x + float(first), y + float(second)
        else:
            for column in range(int(x), int(x) + int(first)):
                dark[int(y) - border][column - border] = True
            x += float(first)
    return dark


def test_an_invite_that_is_made_again_is_told_as_it_is_by_then(host: HostOf) -> None:
    retry = "8e03978e-40d5-43e8-bc93-6894a57f9324"

    def make() -> TestResponse:
        return host.post(f"{host.table}/invites", {"role": "scorer"}, idempotency_key=retry)

    first, again = make(), make()
    assert "Idempotent-Replayed" not in first.headers
    assert again.headers["Idempotent-Replayed"] == "true"
    assert again.get_json() == first.get_json()
    assert host.send("DELETE", first.headers["Location"]).status_code == 204
    late = make()
    assert late.status_code == 201
    told = late.get_json()
    assert (told["id"], told["status"]) == (first.get_json()["id"], "revoked")
    assert (told["code"], told["url"]) == (None, None)
    assert first.get_json()["code"] not in str(storage.fetch_all("SELECT * FROM idempotency_keys", ()))
    assert len(host.get(f"{host.table}/invites").get_json()["items"]) == 1
