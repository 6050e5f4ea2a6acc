"""The server's throws of a game, and when it is over the secrets that they follow from: all that a check
needs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from scorekeeper.ledger.boards import look_at
from scorekeeper.ledger.canonical import parsed
from scorekeeper.ledger.fallen_dice import THROW_KINDS, Fallen, FallenDie, added_by, place_of, throws_in
from scorekeeper.ledger.server_dice import commitment_to, throw
from scorekeeper.ledger.server_marks import mark_of, of_the_server
from scorekeeper.storage.dice import DiceSecret, ServerThrow
from scorekeeper.storage.models import Entry, Row
from scorekeeper.storage.queries import rows

ALGORITHM: Final = "HMAC-SHA256"


def list_throws(table_id: str, game_id: str) -> dict[str, Any]:
    """Every throw of the server's with its place and its nonce, taken back or not, and what was committed to;
    and where its dice lay and a person entered them, these again.

    The secrets are there once the game is over. Raises NotFound.
    """
    board = look_at(table_id, game_id).board
    secrets = _secrets(game_id)
    fallen = Fallen(game_id)
    return {
        "game_id": game_id,
        "version": board.version,
        "algorithm": ALGORITHM,
        "commitments": [
            {
                "seq": seq,
                "commitment": commitment_to(secret),
                "secret": secret if board.state.is_over else None,
            }
            for seq, secret in secrets.items()
            if seq <= board.version
        ],
        "throws": [
            {**_entry(row), **throw}
            for row in _entries(game_id)
            if row["seq"] <= board.version
            for throw in _throws(row, fallen)
        ],
    }


def wrong_throws(
    game_id: str, commitments: Mapping[int, str], thrown: Iterable[tuple[int, str, Mapping[str, Any]]]
) -> list[str]:
    """What is wrong with the server's throws of a game, in sentences.

    commitments: those of the log, by the entry. thrown: number, kind and body of each entry of a throw, in
    the order of the log.
    """
    secrets = _secrets(game_id)
    found = [
        f"the secret of entry {seq} is not the one that it committed to"
        for seq in commitments.keys() | secrets.keys()
        if seq not in secrets or commitments.get(seq) != commitment_to(secrets[seq])
    ]
    if found:
        return sorted(found)
    made = rows(ServerThrow.select().where(ServerThrow.game == game_id))
    nonces = {(row["place"], row["commitment"]): row["nonce"] for row in made}
    return [*_wrong_dice(secrets, nonces, thrown)]


def _wrong_dice(
    secrets: Mapping[int, str],
    nonces: Mapping[tuple[str, int], str],
    thrown: Iterable[tuple[int, str, Mapping[str, Any]]],
) -> Iterator[str]:
    places: dict[str, list[FallenDie]] = {}
    for seq, kind, body in thrown:
        place, commitment = place_of(kind, body), body["commitment"]
        fallen = places.setdefault(place, [])
        if commitment >= seq or commitment not in secrets:
            yield f"entry {seq} names no secret that was committed to before it"
        elif nonces.get((place, commitment)) != body["nonce"]:
            yield f"entry {seq} is not what the server threw at its place first"
        elif not _shows(body, fallen):
            yield f"entry {seq} does not show the dice that had fallen at its place before"
        elif not _follow(throw(secrets[commitment], place, body["nonce"], len(body["dice"])), body, fallen):
            yield f"the dice of entry {seq} do not follow from the secret and the nonce"
        fallen += added_by(body, fallen)


def _shows(body: Mapping[str, Any], fallen: Sequence[FallenDie]) -> bool:
    """Whether a throw shows what had fallen at its place, and names what its last die followed from."""
    count = len(body["dice"])
    if body["dice"][: len(fallen)] != [die.face for die in fallen[:count]]:
        return False
    return count > len(fallen) or fallen[count - 1][1:] == (body["commitment"], body["nonce"])


def _follow(dice: list[int], body: Mapping[str, Any], fallen: Sequence[FallenDie]) -> bool:
    """Whether the dice that a throw adds at its place are those of its secret and its nonce."""
    return bool(dice[len(fallen) :] == body["dice"][len(fallen) :])


def _secrets(game_id: str) -> dict[int, str]:
    found = rows(DiceSecret.select().where(DiceSecret.game == game_id).order_by(DiceSecret.seq))
    return {row["seq"]: row["secret"] for row in found}


def _entries(game_id: str) -> list[Row]:
    query = Entry.select(Entry.seq, Entry.entry_id, Entry.kind, Entry.body, Entry.voided_by)
    has_dice = (Entry.game == game_id) & Entry.kind.in_((*THROW_KINDS, "turn"))
    return [{**row, "body": parsed(row["body"])} for row in rows(query.where(has_dice).order_by(Entry.seq))]


def _entry(row: Row) -> dict[str, Any]:
    return {"seq": row["seq"], "entry_id": row["entry_id"], "effective": row["voided_by"] is None}


def _throws(row: Row, fallen: Fallen) -> Iterator[dict[str, Any]]:
    """The server's throws that an entry shows: its own, or the dice that lay where a person entered dice."""
    body = row["body"]
    for place, dice in throws_in(row["kind"], body):
        if "thrown_by" in body:
            yield {"place": place, **{name: body[name] for name in ("commitment", "nonce", "dice")}}
            continue
        lying = fallen.at(place, row["seq"])[: len(dice)]
        if lying and len(of_the_server(dice, lying)) == len(lying):
            yield {"place": place, **mark_of(lying)}
