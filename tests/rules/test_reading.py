"""House rules that somebody sent: laid over a base, or refused with every reason at once."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.rules.presets import PRESETS
from scorekeeper.rules.reading import RULESET_CODES, RulesetRefused, read_ruleset
from scorekeeper.rules.ruleset import FIELDS, GROUPS, Goal, RuleField, Ruleset, Stakes
from tests.strategies import rulesets


def reasons(raw: object, saved: dict[str, Ruleset] | None = None) -> set[tuple[str, str]]:
    """The pointer and the code of every reason for which house rules are refused."""
    with pytest.raises(RulesetRefused) as refused:
        read_ruleset(raw, saved)
    return {(problem.pointer, problem.code) for problem in refused.value.problems}


def resolve(pointer: str, document: Any) -> Any:
    """What a JSON pointer points at."""
    for token in pointer.split("/")[1:]:
        document = document[token.replace("~1", "/").replace("~0", "~")]
    return document


# Laying over


def test_nothing_sent_is_the_defaults() -> None:
    assert read_ruleset({}) == Ruleset()


@given(rulesets())
def test_what_a_ruleset_says_is_read_back_the_same(ruleset: Ruleset) -> None:
    assert read_ruleset(ruleset.to_json()) == ruleset


def test_a_field_is_laid_over_a_preset_and_leaves_the_others() -> None:
    read = read_ruleset({"preset": "voyage", "turn": {"pace": "opener"}})
    expected = PRESETS["voyage"].ruleset.to_json()
    expected["turn"]["pace"] = "opener"
    assert read.to_json() == expected


@given(rulesets(), st.sampled_from(("automatic", "chosen")))
def test_a_field_is_laid_over_a_saved_ruleset(ruleset: Ruleset, banking: str) -> None:
    read = read_ruleset({"saved": "Friday", "turn": {"banking": banking}}, {"Friday": ruleset})
    expected = ruleset.to_json()
    expected["turn"]["banking"] = banking
    assert read.to_json() == expected


@pytest.mark.parametrize(
    ("goal", "expected"),
    [
        ({}, Goal("rounds_won", 3)),
        ({"rounds": 7}, Goal("rounds_won", 7)),
        ({"kind": "rounds_won"}, Goal("rounds_won", 3)),
        ({"kind": "highest_total"}, Goal("highest_total", 5, None, "extra_round")),
        ({"kind": "highest_total", "tie": "draw"}, Goal("highest_total", 5, None, "draw")),
        ({"kind": "points"}, Goal("points", None, 50, "extra_round")),
        ({"kind": "points", "points": 1000}, Goal("points", None, 1000, "extra_round")),
    ],
)
def test_a_goal_is_replaced_whole_and_filled_in_for_its_kind(goal: dict[str, Any], expected: Goal) -> None:
    assert read_ruleset({"preset": "voyage", "goal": goal}).goal == expected


def test_stakes_are_replaced_whole() -> None:
    assert read_ruleset({"preset": "chips", "stakes": {"chips": 3}}).stakes == Stakes(1, "round", 3)
    assert read_ruleset({"preset": "critters", "stakes": {}}).stakes == Stakes()


def test_null_takes_the_stakes_away() -> None:
    assert read_ruleset({"preset": "critters", "stakes": None}).stakes is None


@pytest.mark.parametrize("rule", FIELDS, ids=lambda rule: rule.path)
def test_every_value_of_every_field_can_be_agreed_on(rule: RuleField) -> None:
    wide = {"preset": "critters", "opener": {"first": "roll"}, "stakes": None, "seats": {"min": 2, "max": 20}}
    goal = {"kind": next(iter(rule.by_goal))} if rule.by_goal else {"kind": "points"}
    for value in rule.choices or (rule.low, rule.high):
        raw: dict[str, Any] = {**wide, "goal": goal}
        if rule.path == "stakes.chips":
            raw["stakes"] = {"ante": 1 if value == 1 else 1000}
        if value == "last_with_chips":
            raw |= {"goal": {}, "stakes": {"chips": 5}}
        if rule.path == "seats.max" and value == 1:
            raw["seats"] = {"min": 1}
        raw[rule.group] = {**(raw.get(rule.group) or {}), rule.name: value}
        assert getattr(getattr(read_ruleset(raw), rule.group), rule.name) == value


# One value on its own


@pytest.mark.parametrize("rule", [f for f in FIELDS if not f.choices], ids=lambda rule: rule.path)
@pytest.mark.parametrize("wrong", [True, False, 3.0, 7.5, "3", [3], {}, float("nan")], ids=repr)
def test_a_number_is_a_whole_number(rule: RuleField, wrong: object) -> None:
    assert (f"/{rule.group}/{rule.name}", "wrong-type") in reasons({rule.group: {rule.name: wrong}})


@pytest.mark.parametrize("rule", [f for f in FIELDS if not f.choices], ids=lambda rule: rule.path)
def test_a_number_has_a_least_and_a_most(rule: RuleField) -> None:
    for wrong in (rule.low - 1, rule.high + 1, -(10**30), 10**5000):
        assert (f"/{rule.group}/{rule.name}", "out-of-range") in reasons({rule.group: {rule.name: wrong}})


@pytest.mark.parametrize("rule", [f for f in FIELDS if f.choices], ids=lambda rule: rule.path)
def test_a_choice_is_one_of_its_values(rule: RuleField) -> None:
    pointer = f"/{rule.group}/{rule.name}"
    for wrong in ("", "purple", rule.choices[0].upper(), f" {rule.choices[0]}"):
        assert (pointer, "not-a-choice") in reasons({rule.group: {rule.name: wrong}})
    for wrong_type in (None, 1, True, [rule.choices[0]]):
        assert (pointer, "wrong-type") in reasons({rule.group: {rule.name: wrong_type}})


@pytest.mark.parametrize("group", GROUPS)
@pytest.mark.parametrize("wrong", [[], "both", 3, True], ids=repr)
def test_a_part_is_an_object(group: str, wrong: object) -> None:
    assert reasons({group: wrong}) == {(f"/{group}", "not-an-object")}


def test_only_the_stakes_can_be_null() -> None:
    for group in set(GROUPS) - {"stakes"}:
        assert reasons({group: None}) == {(f"/{group}", "not-an-object")}


@pytest.mark.parametrize("raw", [None, [], "chips", 5, True], ids=repr)
def test_house_rules_are_an_object(raw: object) -> None:
    assert reasons(raw) == {("", "not-an-object")}


def test_unknown_fields_are_refused_at_every_level() -> None:
    raw: dict[str, Any] = {group: {"dice": 6} for group in GROUPS}
    raw["a/b~c"] = 1
    expected = {(f"/{group}/dice", "unknown-field") for group in GROUPS}
    assert reasons(raw) == expected | {("/a~1b~0c", "unknown-field")}


# Combinations that make no sense

SENSELESS: list[tuple[dict[str, Any], str, str]] = [
    ({"seats": {"min": 5, "max": 4}}, "/seats/min", "seats-min-above-max"),
    ({"preset": "first-to-three", "seats": {"min": 7}}, "/seats/min", "seats-min-above-max"),
    ({"seats": {"max": 1}}, "/seats/max", "seats-min-above-max"),
    ({"goal": {"kind": "last_with_chips"}}, "/goal/kind", "last-with-chips-needs-stakes"),
    ({"preset": "chips", "stakes": None}, "/stakes", "last-with-chips-needs-stakes"),
    (
        {"preset": "chips", "stakes": {"per": "game", "chips": 5}},
        "/stakes/per",
        "last-with-chips-needs-round-stakes",
    ),
    ({"preset": "chips", "stakes": {}}, "/stakes", "last-with-chips-needs-counted-chips"),
    ({"preset": "chips", "stakes": {"chips": None}}, "/stakes/chips", "last-with-chips-needs-counted-chips"),
    (
        {"preset": "critters", "goal": {"kind": "last_with_chips"}},
        "/goal/kind",
        "last-with-chips-needs-counted-chips",
    ),
    ({"stakes": {"ante": 2, "chips": 5}}, "/stakes/chips", "chips-not-multiple-of-ante"),
    ({"stakes": {"ante": 2, "chips": 5, "per": "game"}}, "/stakes/chips", "chips-not-multiple-of-ante"),
    ({"stakes": {"ante": 2, "chips": 2002}}, "/stakes/chips", "chips-above-most-antes"),
    ({"goal": {"tie": "draw"}}, "/goal/tie", "tie-not-for-goal"),
    (
        {"preset": "chips", "goal": {"kind": "last_with_chips", "tie": "extra_round"}},
        "/goal/tie",
        "tie-not-for-goal",
    ),
    ({"goal": {"kind": "points", "rounds": 5}}, "/goal/rounds", "rounds-not-for-goal"),
    ({"goal": {"kind": "highest_total", "points": 50}}, "/goal/points", "points-not-for-goal"),
    ({"preset": "voyage", "stakes": {"per": "game"}}, "/stakes/per", "draw-with-game-stakes"),
    (
        {"stakes": {"per": "game"}, "goal": {"kind": "points", "tie": "draw"}},
        "/goal/tie",
        "draw-with-game-stakes",
    ),
    ({"stakes": {"per": "game"}, "round": {"tie": "carry"}}, "/round/tie", "tie-carry-with-game-stakes"),
    (
        {"stakes": {"per": "game"}, "round": {"all_bust": "carry"}},
        "/round/all_bust",
        "all-bust-carry-with-game-stakes",
    ),
    ({"seats": {"min": 1}}, "/seats/min", "one-seat-cannot-win"),
    ({"seats": {"min": 1}, "goal": {"kind": "points"}, "stakes": {}}, "/seats/min", "one-seat-with-stakes"),
]


@pytest.mark.parametrize(("raw", "pointer", "code"), SENSELESS, ids=lambda value: str(value))
def test_a_senseless_combination_is_refused_at_the_field_that_was_sent(
    raw: dict[str, Any], pointer: str, code: str
) -> None:
    assert reasons(raw) == {(pointer, code)}


@pytest.mark.parametrize(
    "saved_goal", [Goal("highest_total", 5, None, "draw"), Goal("points", None, 9, "draw")]
)
def test_a_combination_with_a_saved_ruleset_is_refused(saved_goal: Goal) -> None:
    saved = {"Friday": Ruleset(goal=saved_goal)}
    raw = {"saved": "Friday", "stakes": {"per": "game"}}
    assert reasons(raw, saved) == {("/stakes/per", "draw-with-game-stakes")}


def test_every_reason_is_named_at_once() -> None:
    raw = {
        "seats": {"min": 1, "max": 21},
        "turn": {"rolls": True, "bankng": "chosen"},
        "round": {"tie": "carry", "all_bust": "carry"},
        "goal": {"kind": "points", "rounds": 3, "tie": "draw"},
        "stakes": {"ante": 2, "per": "game", "chips": 5},
        "opener": {"first": "eldest"},
    }
    assert reasons(raw) == {
        ("/seats/max", "out-of-range"),
        ("/turn/rolls", "wrong-type"),
        ("/turn/bankng", "unknown-field"),
        ("/opener/first", "not-a-choice"),
        ("/goal/rounds", "rounds-not-for-goal"),
        ("/stakes/chips", "chips-not-multiple-of-ante"),
        ("/goal/tie", "draw-with-game-stakes"),
        ("/round/tie", "tie-carry-with-game-stakes"),
        ("/round/all_bust", "all-bust-carry-with-game-stakes"),
        ("/seats/min", "one-seat-with-stakes"),
    }


def test_a_combination_is_not_guessed_where_one_of_its_values_is_wrong() -> None:
    assert reasons({"preset": "voyage", "stakes": {"per": "week"}}) == {("/stakes/per", "not-a-choice")}
    assert reasons({"goal": {"kind": "glory", "tie": "draw"}}) == {("/goal/kind", "not-a-choice")}


# What to start from


def test_an_unknown_preset_is_refused_and_its_fields_are_not_guessed() -> None:
    assert reasons({"preset": "chip", "seats": {"min": 19}}) == {("/preset", "unknown-preset")}
    assert reasons({"preset": "chip", "seats": {"min": 9, "max": 8}}) == {
        ("/preset", "unknown-preset"),
        ("/seats/min", "seats-min-above-max"),
    }


@pytest.mark.parametrize("saved", [None, {}, {"friday": Ruleset()}])
def test_unknown_saved_house_rules_are_refused(saved: dict[str, Ruleset] | None) -> None:
    assert reasons({"saved": "Friday"}, saved) == {("/saved", "unknown-saved-ruleset")}


@pytest.mark.parametrize("key", ["preset", "saved"])
@pytest.mark.parametrize("wrong", [None, 1, ["chips"], {}], ids=repr)
def test_the_base_is_named_by_a_text(key: str, wrong: object) -> None:
    assert reasons({key: wrong}) == {(f"/{key}", "wrong-type")}


def test_there_is_one_base() -> None:
    raw = {"preset": "chips", "saved": "Friday"}
    assert reasons(raw, {"Friday": Ruleset()}) == {("/saved", "preset-and-saved")}


# What a refusal is like


def test_every_code_is_used_and_every_used_code_is_explained() -> None:
    codes = {code for _, _, code in SENSELESS}
    sent: list[Any] = [[], {"dice": 1}, {"seats": {"min": "2", "max": 0}}, {"goal": {"kind": "x"}}]
    sent += [{"preset": "x"}, {"saved": "x"}, {"preset": "x", "saved": "x"}]
    for raw in sent:
        codes |= {code for _, code in reasons(raw)}
    assert codes == set(RULESET_CODES)
    assert all(title and sentence.endswith(".") for title, sentence in RULESET_CODES.values())


def test_what_was_sent_is_quoted_short_and_safe() -> None:
    for wrong in ("x" * 10_000, "\x00\u202e\n", "\ud800", 10**5000, float("inf")):
        with pytest.raises(RulesetRefused) as refused:
            read_ruleset({"turn": {"pace": wrong}, "preset": "\ud800", "\ud800\n": 1})
        for problem in refused.value.problems:
            assert len(problem.detail) < 300
            assert problem.detail.isprintable()
            assert problem.pointer.encode("utf-8")


def test_a_quoted_name_keeps_its_script_and_its_joined_emoji() -> None:
    name = "‏סירה \N{MAN}\N{ZERO WIDTH JOINER}\N{ROCKET}"
    with pytest.raises(RulesetRefused) as refused:
        read_ruleset({"saved": name})
    assert name[1:] in refused.value.problems[0].detail


def _sent() -> st.SearchStrategy[Any]:
    """House rules as people may send them: known names, and values that are right as often as not."""
    junk = st.one_of(st.none(), st.booleans(), st.integers(-2, 25), st.just(3.0), st.sampled_from(["", "x"]))
    values = {f.path: st.sampled_from(f.choices) if f.choices else st.integers(f.low, 25) for f in FIELDS}

    def part(group: str) -> st.SearchStrategy[Any]:
        known = {f.name: st.one_of(values[f.path], values[f.path], junk) for f in FIELDS if f.group == group}
        return st.one_of(st.fixed_dictionaries({}, optional=known | {"a/b~": junk}), junk)

    bases = {"preset": st.one_of(st.sampled_from(list(PRESETS)), junk), "saved": junk}
    return st.fixed_dictionaries({}, optional={group: part(group) for group in GROUPS} | bases)


@given(_sent())
def test_house_rules_are_read_or_every_reason_points_into_what_was_sent(raw: Any) -> None:
    try:
        ruleset = read_ruleset(raw)
    except RulesetRefused as refused:
        problems = refused.problems
    else:
        assert read_ruleset(ruleset.to_json()) == ruleset
        return
    assert problems
    for problem in problems:
        assert problem.code in RULESET_CODES
        assert problem.detail.endswith(".")
        resolve(problem.pointer, raw)
