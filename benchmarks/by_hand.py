"""The transaction of a roll, written by hand in sqlite3 under bare Flask, as one would without a product.

It does what the product's does, as durably: begin, read the state, append the entry with the hash of the one
before, write state and answer, commit. It knows no rules and asks for no key; writers wait inside SQLite, as
they do by default.

SCOREKEEPER_DATABASE names its database, BENCHMARK_ANSWER a file with the JSON with which every game begins.
"""

from __future__ import annotations

import json
import os
import sqlite3
import threading
import time
from hashlib import sha256
from pathlib import Path

from flask import Flask, Response, request

TABLES = """
CREATE TABLE IF NOT EXISTS games (id TEXT PRIMARY KEY, version INTEGER, head TEXT, state TEXT) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS entries (
    game_id TEXT, seq INTEGER, body TEXT, recorded_at INTEGER, prev_hash TEXT, hash TEXT,
    PRIMARY KEY (game_id, seq)
) WITHOUT ROWID;
"""
READ = "SELECT version, head, state FROM games WHERE id = ?"
APPEND = "INSERT INTO entries VALUES (?, ?, ?, ?, ?, ?)"
WRITE = "UPDATE games SET version = ?, head = ?, state = ? WHERE id = ?"

app = Flask(__name__)
_kept = threading.local()


def connection() -> sqlite3.Connection:
    """This thread's connection, opened once."""
    opened: sqlite3.Connection | None = getattr(_kept, "connection", None)
    if opened is None:
        opened = sqlite3.connect(os.environ["SCOREKEEPER_DATABASE"], timeout=30, isolation_level=None)
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "wal_autocheckpoint=10000", "foreign_keys=1"):
            opened.execute(f"PRAGMA {pragma}")
        _kept.connection = opened
    return opened


@app.post("/games/<game_id>")
def open_game(game_id: str) -> Response:
    """A game before its first roll."""
    state = Path(os.environ["BENCHMARK_ANSWER"]).read_text()
    connection().executescript(TABLES)
    connection().execute("INSERT INTO games VALUES (?, 1, '', ?)", (game_id, state))
    return Response('{"version":1}', 201, mimetype="application/json")


@app.get("/games/<game_id>")
def read_game(game_id: str) -> Response:
    """The game as it was answered last."""
    (state,) = connection().execute("SELECT state FROM games WHERE id = ?", (game_id,)).fetchone()
    return Response(state, mimetype="application/json")


@app.post("/games/<game_id>/rolls")
def record_roll(game_id: str) -> Response:
    """Record a roll and answer with the whole game."""
    sent = request.get_json()
    database = connection()
    database.execute("BEGIN IMMEDIATE")
    try:
        answer = _record(database, game_id, sent)
        database.execute("COMMIT")
    except BaseException:
        database.execute("ROLLBACK")
        raise
    return Response(answer, 201, mimetype="application/json")


def _record(database: sqlite3.Connection, game_id: str, sent: dict[str, object]) -> str:
    version, head, text = database.execute(READ, (game_id,)).fetchone()
    state = json.loads(text)
    now = time.time_ns() // 1000
    body = json.dumps(sent)
    new_head = sha256(f"{head}{game_id}{version + 1}{body}{now}".encode()).hexdigest()
    state.update(version=version + 1, head=new_head, last_entry=sent)
    answer = json.dumps(state)
    database.execute(APPEND, (game_id, version + 1, body, now, head, new_head))
    database.execute(WRITE, (version + 1, new_head, answer, game_id))
    return answer
