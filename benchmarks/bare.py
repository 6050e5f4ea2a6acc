"""The least that Flask can do: an answer that is always the same.

BENCHMARK_ANSWER and BENCHMARK_VERDICT name files with the JSON to answer a GET and a POST with.
"""

from __future__ import annotations

import os
from pathlib import Path

from flask import Flask, Response, request

app = Flask(__name__)
_answer = Path(os.environ["BENCHMARK_ANSWER"]).read_bytes()
_verdict = Path(os.environ["BENCHMARK_VERDICT"]).read_bytes()


@app.get("/")
def answer() -> Response:
    """An answer as large as a game's."""
    return Response(_answer, mimetype="application/json")


@app.post("/")
def verdict() -> Response:
    """An answer as large as a verdict, to a small body that is read and not looked at."""
    request.get_json()
    return Response(_verdict, mimetype="application/json")
