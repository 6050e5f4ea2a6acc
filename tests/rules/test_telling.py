"""House rules told in plain sentences, to be read out before play."""

import re
from typing import Any

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from scorekeeper.rules.presets import PRESETS
from scorekeeper.rules.reading import RulesetRefused, read_ruleset
from scorekeeper.rules.ruleset import FIELDS, RuleField, Ruleset
from scorekeeper.rules.telling import tell_ruleset
from tests.strategies import rulesets


def told(raw: dict[str, Any]) -> str:
    return "\n".join(tell_ruleset(read_ruleset(raw)))


def test_the_chips_preset_is_told_whole() -> None:
    assert tell_ruleset(PRESETS["chips"].ruleset) == (
        "Two to twenty players can play.",
        "The game goes to whoever still has chips when all the others are out.",
        "Before each round everyone still in pays one chip into the pot. Everyone starts with five chips; "
        "who cannot pay in is out, and the last one in takes the pot and the game.",
        "The player in seat one opens the first round; from there play goes clockwise.",
        "On your turn you have up to three rolls, the first with all five dice.",
        "First comes a six as your ship, then a five as its captain, then a four as its crew; "
        "each is banked as soon as it can be, several from one roll if they are there.",
        "Your score is your cargo, what the two dice that are left add up to; "
        "if the crew is not complete after your last roll, you are bust and score nothing.",
        "With rolls left you may stand, or roll cargo again, always both dice together; the new faces stand.",
        "A cargo of twelve counts as twelve and does nothing else.",
        "You may use all your rolls, however few the others took.",
        "A round goes to its best cargo, and so does the pot.",
        "If the best cargo is tied or everybody is bust, those players roll off: "
        "each plays another whole turn, and again while level.",
        "A roll-off goes in the order of the round, from its opener on.",
        "Each later round is opened by the next player clockwise.",
        "The next game is opened by the next player clockwise from the one who opened this game.",
    )


@pytest.mark.parametrize(
    ("raw", "sentence"),
    [
        ({"preset": "voyage"}, "This is a game for two players."),
        ({"goal": {"rounds": 1}}, "Whoever is first with one round won has the game."),
        (
            {"goal": {"kind": "highest_total", "rounds": 1}},
            "Cargo adds up over one round; then the game ends",
        ),
        ({"goal": {"kind": "points", "points": 1}}, "in which a total reaches one point, and"),
        ({"goal": {"kind": "points", "points": 1000}}, "in which a total reaches 1,000 points, and"),
        (
            {"stakes": {"ante": 2, "per": "game"}},
            "Before the first round everyone pays two chips into the pot",
        ),
        ({"stakes": {"chips": 1}}, "Everyone starts with one chip; who cannot pay in is out"),
        ({"turn": {"rolls": 1}}, "Your turn is one roll of five dice."),
        ({"preset": "first-to-three"}, "you choose how many of them to bank, and it may be none."),
        ({"turn": {"cargo_reroll": "one"}}, "exactly one of the two dice"),
        (
            {"turn": {"perfect_cargo": "takes_round"}},
            "A cargo of twelve wins the round, or the roll-off, at once",
        ),
        ({"turn": {"pace": "opener"}}, "The first to finish in a round sets the pace"),
        (
            {"round": {"tie": "carry"}},
            "If the best cargo is tied or everybody is bust, nobody wins the round.",
        ),
        ({"round": {"all_bust": "carry"}}, "If everybody is bust, nobody wins the round."),
        (
            {"preset": "chips", "round": {"tie": "carry"}},
            "the pot stays, and all pay in again. But if one of them cannot pay in again, they roll off.",
        ),
        ({"preset": "voyage"}, "If the highest totals are level, the game is a draw."),
        ({"opener": {"next_round": "winner"}}, "The winner of a round opens the next;"),
        ({"preset": "voyage", "opener": {"next_round": "winner"}}, "Who had the best cargo of a round opens"),
    ],
)
def test_a_rule_is_told_in_its_own_words(raw: dict[str, Any], sentence: str) -> None:
    assert sentence in told(raw)


def test_a_practice_game_is_told_without_others() -> None:
    alone = told({"seats": {"min": 1, "max": 1}, "goal": {"kind": "points"}})
    assert "This is a practice game for one player." in alone
    assert "that total is the result" in alone
    assert not re.search(r"roll-off|tied|opens|pace|wins", alone)


@given(rulesets())
def test_every_sentence_is_a_sentence(ruleset: Ruleset) -> None:
    for sentence in tell_ruleset(ruleset):
        assert re.fullmatch(r"[A-Z].*\.", sentence)
        assert not re.search(r"_|None|  |\bone (chips|rounds|points|players)\b", sentence)
        assert not re.search(r"\b(two|three|four|five|\d+) (chip|round|point|player)\b", sentence)


def as_played(ruleset: Ruleset) -> dict[str, Any]:
    """The ruleset without what cannot matter: two that are equal here play the same game."""
    rules = ruleset.to_json()
    turn, rounds, goal, opener = rules["turn"], rules["round"], rules["goal"], rules["opener"]
    alone = rules["seats"]["max"] == 1
    if turn["rolls"] == 1:
        turn["cargo_reroll"], turn["pace"] = "none", "free"
    if alone:
        turn["pace"] = "free"
        if turn["perfect_cargo"] == "takes_round":
            turn["perfect_cargo"] = "stands"
    if turn["cargo_reroll"] == "none" and turn["perfect_cargo"] == "stands":
        turn["perfect_cargo"] = "play_on"
    if rounds["all_bust"] == "as_tie":
        rounds["all_bust"] = rounds["tie"]
    wins_rounds = (
        goal["kind"] in ("rounds_won", "last_with_chips") or (rules["stakes"] or {}).get("per") == "round"
    )
    if alone or not wins_rounds:
        rounds["tie"] = rounds["all_bust"] = "no round is won"
    # A pot that should carry is rolled off after a round that ends the game, or where an ante can't be paid.
    rolled_off = "roll_off" in (rounds["tie"], rounds["all_bust"]) or (
        rules["stakes"] is not None and (rules["stakes"]["chips"] is not None or "tie" in goal)
    )
    if alone or not ((wins_rounds and rolled_off) or goal.get("tie") == "extra_round"):
        rounds["roll_off_order"] = "nobody rolls off"
    decided = {rounds["tie"], rounds["all_bust"]} == {"roll_off"}
    if goal.get("rounds") == 1 and (decided or goal["kind"] == "highest_total"):
        opener["next_round"] = "there is none"
    if alone:
        goal["tie"] = "nobody is level"
        opener["next_round"] = opener["next_game"] = "same"
        opener["first"] = "roll" if opener["first"] == "roll" else "seat_1"
    return rules


def _changed(ruleset: Ruleset, rule: RuleField, value: object) -> Ruleset:
    """The ruleset with one field changed, and a changed goal filled in for its kind."""
    raw = ruleset.to_json()
    raw[rule.group] = (
        {"kind": value} if rule.path == "goal.kind" else {**(raw[rule.group] or {}), rule.name: value}
    )
    try:
        return read_ruleset(raw)
    except RulesetRefused:
        assume(False)
        raise


@st.composite
def one_field_apart(draw: st.DrawFn) -> tuple[Ruleset, Ruleset]:
    ruleset = draw(rulesets())
    kind = ruleset.goal.kind
    rule = draw(st.sampled_from([f for f in FIELDS if f.by_goal is None or kind in f.by_goal]))
    value = draw(st.sampled_from(rule.choices) if rule.choices else st.integers(rule.low, min(rule.high, 40)))
    return ruleset, _changed(ruleset, rule, value)


@given(one_field_apart())
@example((read_ruleset({}), read_ruleset({"round": {"all_bust": "roll_off"}})))
@example((read_ruleset({"turn": {"rolls": 1}}), read_ruleset({"turn": {"rolls": 1, "pace": "opener"}})))
def test_one_changed_field_is_told_exactly_where_it_can_matter(pair: tuple[Ruleset, Ruleset]) -> None:
    one, other = pair
    assert (tell_ruleset(one) == tell_ruleset(other)) is (as_played(one) == as_played(other))


@given(
    rulesets(most_seats=2, most_rounds=2, most_points=2), rulesets(most_seats=2, most_rounds=2, most_points=2)
)
def test_two_rulesets_that_play_differently_are_told_differently(one: Ruleset, other: Ruleset) -> None:
    assert (tell_ruleset(one) == tell_ruleset(other)) is (as_played(one) == as_played(other))
