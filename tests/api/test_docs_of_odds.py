"""docs/odds.md: its request works, and what it names is there."""

from __future__ import annotations

import json
import re

from tests.api.at_the_table import Guest
from tests.api.test_odds import until_there
from tests.support import REPOSITORY

PAGE = (REPOSITORY / "docs" / "odds.md").read_text(encoding="utf-8")
(QUESTION,) = (json.loads(body) for body in re.findall(r"--json '(\{.*?\})'\n", PAGE, re.DOTALL))


def test_the_pages_question_is_answered(guest: Guest) -> None:
    told = until_there(lambda: guest.post("/v1/odds/advice", QUESTION)).get_json()
    assert told["sentences"][0].startswith("Stand on 8: wins ")


def test_every_address_that_the_page_names_is_in_the_document(guest: Guest) -> None:
    paths = guest.get("/openapi.json").get_json()["paths"]
    known = {re.sub(r"\{[a-z_]+\}", "{id}", path) for path in paths}
    for path in re.findall(r"`(?:GET|POST) (/v1/[^`?]+)`", PAGE):
        assert path in known
