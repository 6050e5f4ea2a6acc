"""The limits that there are, and how an operator changes them."""

from __future__ import annotations

import re

from scorekeeper.policies import DEFAULTS, NO_LIMITS, Policy, read_policies
from tests.support import REPOSITORY

DOCUMENTATION = REPOSITORY / "docs" / "limits.md"


def described(policy: Policy | None) -> str | None:
    return None if policy is None else policy.told


def test_a_table_that_plays_is_far_from_its_limits() -> None:
    assert described(DEFAULTS.writes) == '"writes";q=600;w=60'
    assert described(DEFAULTS.reads) == '"reads";q=3000;w=60'


def test_guesses_are_few() -> None:
    assert described(DEFAULTS.failed_codes) == '"failed-codes";q=30;w=600'
    assert described(DEFAULTS.all_failed_codes) == '"all-failed-codes";q=300;w=600'
    assert described(DEFAULTS.failed_keys) == '"failed-keys";q=60;w=60'


def test_all_limits_are_on_or_off_at_once() -> None:
    assert read_policies(" On ") == DEFAULTS
    assert read_policies("off") == NO_LIMITS
    assert set(vars(NO_LIMITS).values()) == {None}


def test_a_change_leaves_the_others_as_they_are() -> None:
    changed = read_policies("failed-codes = 5 per 2 minutes,open=OFF")
    assert described(changed.failed_codes) == '"failed-codes";q=5;w=120'
    assert changed.open is None
    assert changed.writes == DEFAULTS.writes


def test_the_documentation_has_every_limit_as_it_is() -> None:
    rows = re.findall(
        r"^\| `([a-z-]+)` \|[^|]*\| ([0-9,]+) in (?:a|(\d+)) minutes? \|", DOCUMENTATION.read_text(), re.M
    )
    told = {name: (int(amount.replace(",", "")), 60 * int(minutes or 1)) for name, amount, minutes in rows}
    assert told == {
        policy.name: (policy.amount, policy.seconds)
        for policy in vars(DEFAULTS).values()
        if policy is not None
    }
    assert len(told) == len(vars(DEFAULTS))
