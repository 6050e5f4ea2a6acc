"""Dice that the server throws: nobody chooses them, and whoever wants to can check them."""

from __future__ import annotations

from hashlib import sha256
from itertools import pairwise
from typing import Any

import pytest

from scorekeeper import ledger, storage
from scorekeeper.ledger import AmendmentRefused, ComputerDecides, EntryRefused, Opening, SeatClaim, Throw
from scorekeeper.ledger.server_dice import throw
from scorekeeper.storage.dice import DiceSecret, ServerThrow
from scorekeeper.storage.models import Entry
from tests.databases import in_threads
from tests.ledger.amending import correct, dispute, redo, replace, rule, undo
from tests.ledger.playing import At, answer_of

FIRST = {"seat": 1, "round": 1, "roll_off": 0, "roll": 1}


def with_server_dice(preset: str = "five-rounds", **how: Any) -> At:
    """A game of Teal, for which the server throws, and Red. Teal opens."""
    seats = (SeatClaim("Teal", computer="server"), SeatClaim("Red"))
    created = ledger.create_table("Friday", Opening(how.pop("ruleset", {"preset": preset}), seats, **how))
    assert created.game is not None
    return At(created.author, created.host_key, created.game.game_id)


@pytest.fixture
def teal(ledger_file: str) -> At:
    return with_server_dice()


def thrown(at: At, nonce: str = "nonce-of-ours", **place: Any) -> dict[str, Any]:
    """A throw at the place that is next, or at the one that is named; the answer, read."""
    if not place:
        names = ("seat", "attempt") if at.state.start else ("seat", "round", "roll_off", "roll")
        place = {name: at.game["next"][name] for name in names}
    about = {name: place.pop(name) for name in ("entry_id",) if name in place}
    how = {name: place.pop(name) for name in ("if_match",) if name in place}
    return answer_of(ledger.throw_dice(at.author, at.game_id, Throw(place, nonce, **about), **how))


def throws(at: At) -> dict[str, Any]:
    return ledger.list_throws(at.author.table_id, at.game_id)


def play_on(at: At) -> None:
    """The next entry, whatever it is; Red always has a six."""
    entry = at.game["next"]
    if "computer" in entry:
        thrown(at)
    elif entry["action"] == "start_roll":
        at.enter("start_roll", seat=entry["seat"], attempt=entry["attempt"], dice=[1, 2, 3])
    elif entry["stand"]:
        at.stand(entry["seat"], entry["roll"] - 1)
    else:
        place = {name: entry[name] for name in ("seat", "roll", "round", "roll_off")}
        at.enter("roll", dice=[6, 5, 4, 3, 1][-entry["dice_counts"][0] :], **place)


def play_to_the_end(at: At) -> None:
    for _ in range(2_000):
        if at.state.is_over:
            return
        play_on(at)
    raise AssertionError("no end")


def test_the_commitment_is_in_the_log_before_the_first_throw(teal: At) -> None:
    opening = teal.log()[0]["body"]
    (secret,) = [row.secret for row in DiceSecret.select().where(DiceSecret.game == teal.game_id)]
    assert opening["server_dice"] == {"commitment": sha256(bytes.fromhex(secret)).hexdigest()}


def test_a_game_without_the_servers_dice_has_no_secret(at: At) -> None:
    assert "server_dice" not in at.log()[0]["body"]
    assert not DiceSecret.select().exists()
    assert throws(at)["commitments"] == throws(at)["throws"] == []


def test_a_throw_follows_from_the_secret_its_place_and_the_nonce(teal: At) -> None:
    answer = thrown(teal)
    body = teal.log()[-1]["body"]
    secret = DiceSecret.get().secret
    assert body["dice"] == throw(secret, "1.0.1.1", "nonce-of-ours", 5)
    assert (body["thrown_by"], body["nonce"], body["commitment"]) == ("server", "nonce-of-ours", 1)
    assert answer["result"]["sentences"][0].startswith("The server threw ")
    assert teal.problems() == ()


def test_no_answer_holds_the_secret_while_the_game_is_on(teal: At) -> None:
    secret = DiceSecret.get().secret
    shown = [
        thrown(teal),
        teal.game,
        teal.log(),
        throws(teal),
        ledger.export_game(teal.author.table_id, teal.game_id),
    ]
    assert secret not in str(shown)
    assert throws(teal)["commitments"][0]["secret"] is None


def test_the_secret_is_told_when_the_game_is_over(teal: At) -> None:
    thrown(teal)
    teal.enter("abandon")
    told = throws(teal)
    (commitment,) = told["commitments"]
    assert sha256(bytes.fromhex(commitment["secret"])).hexdigest() == commitment["commitment"]
    (made,) = told["throws"]
    assert throw(commitment["secret"], made["place"], made["nonce"], len(made["dice"])) == made["dice"]


def test_a_throw_that_is_asked_for_again_gives_the_same_dice_whatever_nonce_comes(teal: At) -> None:
    first = thrown(teal, entry_id="019c1a00-0000-4000-8000-000000000001", **FIRST)
    again = thrown(teal, entry_id="019c1a00-0000-4000-8000-000000000001", **FIRST)
    other = thrown(teal, "another-nonce", **FIRST)
    assert first["recorded"] == again["recorded"] == other["recorded"]
    assert again["already_recorded"]
    assert other["already_recorded"]
    assert len(teal.log()) == 2


def test_a_throw_taken_back_falls_the_same_way_again(teal: At) -> None:
    thrown(teal)
    dice = teal.log()[-1]["body"]["dice"]
    undo(teal)
    thrown(teal, "another-nonce")
    body = teal.log()[-1]["body"]
    assert (body["dice"], body["nonce"]) == (dice, "nonce-of-ours")
    assert [made["effective"] for made in throws(teal)["throws"]] == [False, True]
    assert teal.problems() == ()


def test_several_who_ask_at_once_get_one_throw(teal: At) -> None:
    answers = in_threads(6, lambda number: thrown(teal, f"nonce-number-{number}", **FIRST))
    assert len({answer["recorded"]["entry_id"] for answer in answers}) == 1
    assert ServerThrow.select().count() == 1


def test_a_throw_that_is_not_next_is_refused_and_nothing_falls(teal: At) -> None:
    for place, code in (
        ({**FIRST, "seat": 2}, "not-your-turn"),
        ({**FIRST, "roll": 2}, "out-of-order"),
        ({**FIRST, "round": 2}, "out-of-order"),
        ({**FIRST, "roll_off": 1}, "out-of-order"),
        ({"seat": 1, "attempt": 1}, "start-roll-over"),
        ({**FIRST, "seat": 9}, "seat-unknown"),
    ):
        with pytest.raises(EntryRefused) as error:
            thrown(teal, **place)
        assert error.value.violations[0].code == code
    with pytest.raises(ledger.StaleVersion):
        thrown(teal, **FIRST, if_match=7)
    assert not ServerThrow.select().exists()
    teal.enter("abandon")
    with pytest.raises(EntryRefused):
        thrown(teal, **FIRST)


def code_of(refusal: Any) -> str:
    return str(refusal.value.problems[0].code)


def test_nobody_enters_dice_for_a_seat_that_the_server_throws_for(teal: At) -> None:
    with pytest.raises(ComputerDecides) as refusal:
        teal.roll(1, 1, [6, 5, 4, 6, 6])
    assert code_of(refusal) == "server-throws"
    with pytest.raises(ComputerDecides) as refusal:
        teal.enter("turn", seat=1, round=1, rolls=[{"dice": [6, 5, 4, 6, 6]}])
    assert code_of(refusal) == "server-throws"


def test_the_server_throws_for_no_other_seat(at: At) -> None:
    with pytest.raises(ComputerDecides) as refusal:
        thrown(at, **FIRST)
    assert code_of(refusal) == "not-server-dice"


def amendment_code(at: At, **what: Any) -> str:
    with pytest.raises(AmendmentRefused) as refusal:
        correct(at, **what)
    return refusal.value.code


def test_dice_that_the_server_threw_are_not_corrected_struck_out_or_ruled_otherwise(teal: At) -> None:
    thrown(teal)
    assert amendment_code(teal, replace={"seq": 2, "dice": [6, 5, 4, 6, 6]}) == "server-throw-stands"
    assert amendment_code(teal, drop={"seq": 2}) == "server-throw-stands"
    dispute(teal, turn=1, words="Never.", claim={"rolls": [{"dice": [1, 1, 1, 1, 1]}]})
    with pytest.raises(AmendmentRefused) as refusal:
        rule(teal, 1, "corrected")
    assert refusal.value.code == "server-throw-stands"


def test_no_roll_becomes_one_of_the_servers(teal: At) -> None:
    while teal.game["next"]["seat"] == 1:
        thrown(teal)
    teal.roll(2, 1, [6, 5, 4, 6, 6])
    last = teal.version
    assert amendment_code(teal, replace={"seq": last, "seat": 1}) == "computer-decides"
    assert (
        amendment_code(teal, insert={"before": {"seq": last}, "kind": "stand", "seat": 1})
        == "computer-decides"
    )


def test_a_whole_game_of_the_servers_dice_can_be_checked(teal: At) -> None:
    play_to_the_end(teal)
    told = throws(teal)
    secrets = {each["seq"]: each["secret"] for each in told["commitments"]}
    assert len(told["throws"]) >= 5
    for made in told["throws"]:
        assert (
            throw(secrets[made["commitment"]], made["place"], made["nonce"], len(made["dice"]))
            == made["dice"]
        )
    assert teal.problems() == ()


def test_the_roll_for_the_opener_is_thrown_too(ledger_file: str) -> None:
    at = with_server_dice("critters")
    thrown(at)
    body = at.log()[-1]["body"]
    assert (len(body["dice"]), body["thrown_by"], at.log()[-1]["kind"]) == (3, "server", "start_roll")
    assert throws(at)["throws"][0]["place"] == "start.1.1"
    play_to_the_end(at)
    assert at.problems() == ()


def test_a_game_that_goes_on_after_its_end_has_a_new_secret(teal: At) -> None:
    play_to_the_end(teal)
    old = throws(teal)["commitments"]
    answer = undo(teal)
    assert answer["status"] == "playing"
    commitments = throws(teal)["commitments"]
    assert [each["commitment"] for each in commitments[:1]] == [each["commitment"] for each in old]
    assert commitments[1]["seq"] == teal.version
    assert all(each["secret"] is None for each in commitments)
    play_to_the_end(teal)
    assert teal.problems() == ()


def test_a_secret_that_was_told_decides_no_more_dice(teal: At) -> None:
    play_to_the_end(teal)
    before = throws(teal)
    undo(teal, before["throws"][0]["seq"])
    anew = teal.log()[-1]
    assert "server_dice" in anew["body"]
    thrown(teal, "another-nonce")
    made = throws(teal)["throws"][-1]
    assert made["place"] == before["throws"][0]["place"]
    assert (made["commitment"], made["nonce"]) == (anew["seq"], "another-nonce")
    play_to_the_end(teal)
    told = throws(teal)
    secrets = {each["seq"]: each["secret"] for each in told["commitments"]}
    assert {each["commitment"] for each in told["throws"] if each["effective"]} == {anew["seq"]}
    for each in told["throws"]:
        assert each["dice"] == throw(
            secrets[each["commitment"]], each["place"], each["nonce"], len(each["dice"])
        )
    assert teal.problems() == ()


def test_a_place_keeps_its_dice_until_the_next_secret_is_told(teal: At) -> None:
    play_to_the_end(teal)
    undo(teal, throws(teal)["throws"][0]["seq"])
    thrown(teal, "another-nonce")
    made = throws(teal)["throws"][-1]
    undo(teal)
    thrown(teal, "a-third-nonce")
    again = throws(teal)["throws"][-1]
    assert (again["dice"], again["nonce"]) == (made["dice"], "another-nonce")
    assert teal.problems() == ()


def test_a_computer_that_joins_brings_no_other_dice_to_a_place_thrown_at(teal: At) -> None:
    thrown(teal)
    first = throws(teal)["throws"][-1]
    teal.enter("join", name="Sage", computer={"dice": "server"})
    undo(teal, first["seq"])
    thrown(teal, "another-nonce")
    again = throws(teal)["throws"][-1]
    assert (again["dice"], again["commitment"]) == (first["dice"], first["commitment"])
    assert teal.problems() == ()


def test_a_game_that_ends_twice_has_told_both_secrets(teal: At) -> None:
    for _ in range(2):
        teal.enter("abandon")
        undo(teal)
    assert [row.is_told for row in DiceSecret.select().order_by(DiceSecret.seq)] == [True, True, False]
    thrown(teal)
    assert throws(teal)["throws"][-1]["commitment"] == teal.version - 1


def test_a_seat_that_was_handed_over_before_the_end_throws_from_a_secret_that_was_not_told(teal: At) -> None:
    thrown(teal)
    first = throws(teal)["throws"][-1]
    teal.enter("abandon")
    undo(teal, first["seq"])
    assert DiceSecret.select().where(~DiceSecret.is_told).count() == 1
    thrown(teal)
    assert throws(teal)["throws"][-1]["commitment"] != first["commitment"]


def test_a_redo_that_ends_the_game_again_tells_every_secret(teal: At) -> None:
    play_to_the_end(teal)
    undo(teal)
    redo(teal)
    assert all(each["secret"] for each in throws(teal)["commitments"])


def test_a_computer_that_joins_late_brings_its_commitment(at: At) -> None:
    at.enter("join", name="Teal", computer={"dice": "server"})
    assert at.log()[-1]["body"]["server_dice"]["commitment"] == throws(at)["commitments"][0]["commitment"]
    replace_nothing = at.problems()
    assert replace_nothing == ()


def test_the_servers_throws_are_counted_apart(teal: At) -> None:
    thrown(teal)
    told = ledger.dice_of_table(teal.author.table_id)
    assert told["thrown_by_the_server"]["dice"] == 5
    assert told["thrown_at_the_table"]["dice"] == 0


def test_the_computer_decides_on_the_servers_dice_as_on_any(ledger_file: str) -> None:
    at = with_server_dice("voyage")
    play_to_the_end(at)
    rolls = [entry["body"] for entry in at.log(kind="roll", seat=1)]
    assert all("computer" in body for body in rolls)
    for before, body in pairwise(rolls):
        if before["computer"]["action"] == "roll":
            assert len(body["dice"]) == before["computer"]["dice"]
            assert body.get("hold") == before["computer"]["hold"]


@pytest.mark.parametrize(
    ("meddle", "fault"),
    [
        (lambda: DiceSecret.update(secret="11" * 32).execute(), "the secret of entry 1"),
        (
            lambda: ServerThrow.update(nonce="other-nonce").execute(),
            "what the server threw at its place first",
        ),
        (lambda: ServerThrow.delete().execute(), "what the server threw at its place first"),
        (lambda: DiceSecret.delete().execute(), "the secret of entry 1"),
    ],
)
def test_verify_finds_dice_that_do_not_follow(teal: At, meddle: Any, fault: str) -> None:
    thrown(teal)
    with storage.write():
        meddle()
    assert any(fault in problem for problem in teal.problems())


def test_verify_finds_dice_that_were_written_over(teal: At) -> None:
    thrown(teal)
    body = Entry.get((Entry.game == teal.game_id) & (Entry.seq == 2)).body
    with storage.write():
        Entry.update(body=body.replace("nonce-of-ours", "nonce-of-mine")).where(Entry.seq == 2).execute()
        ServerThrow.update(nonce="nonce-of-mine").execute()
    assert any("do not follow" in problem for problem in teal.problems())


def test_a_human_seat_is_corrected_as_ever(teal: At) -> None:
    while teal.game["next"]["seat"] == 1:
        thrown(teal)
    teal.roll(2, 1, [6, 5, 4, 6, 6])
    replace(teal, teal.version, dice=[6, 5, 4, 6, 5])
    assert teal.problems() == ()
