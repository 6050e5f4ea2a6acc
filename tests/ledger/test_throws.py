"""Dice that the server throws: nobody chooses them, and whoever wants to can check them."""

from __future__ import annotations

from hashlib import sha256
from itertools import pairwise
from typing import Any

import pytest

from scorekeeper import ledger, storage
from scorekeeper.ledger import AmendmentRefused, ComputerDecides, EntryRefused, Opening, SeatClaim, Throw
from scorekeeper.ledger.dice_secrets import throw_at
from scorekeeper.ledger.revealing import wrong_throws
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


def known(made: dict[str, Any]) -> tuple[Any, ...]:
    """What stays of a throw, however often it is made."""
    return made["place"], made["commitment"], made["nonce"], made["dice"]


def test_a_place_keeps_its_dice_when_the_end_is_taken_back_with_it(teal: At) -> None:
    play_to_the_end(teal)
    before = throws(teal)["throws"]
    undo(teal, before[0]["seq"])
    assert "server_dice" in teal.log()[-1]["body"]
    while teal.game["next"]["seat"] == 1 and teal.game["next"]["round"] == 1:
        thrown(teal, "another-nonce")
    again = [made for made in throws(teal)["throws"] if made["effective"]]
    assert [known(made) for made in again] == [known(made) for made in before[: len(again)]]
    play_to_the_end(teal)
    assert teal.problems() == ()


def test_a_last_throw_that_is_taken_back_after_the_end_falls_the_same_way(ledger_file: str) -> None:
    at = with_server_dice("critters")
    while not throws(at)["throws"] or not at.state.is_over:
        play_on(at)
    last = throws(at)["throws"][-1]
    for number in range(3):
        undo(at, last["seq"] if number == 0 else None)
        thrown(at, f"nonce-number-{number}")
        assert known(throws(at)["throws"][-1]) == known(last)
    assert at.problems() == ()


def test_nobody_throws_until_they_like_what_they_see(teal: At) -> None:
    thrown(teal)
    for number in range(5):
        undo(teal)
        teal.enter("abandon")
        undo(teal)
        thrown(teal, f"nonce-number-{number}")
    made = throws(teal)["throws"]
    assert len(made) == 6
    assert {str(known(each)) for each in made} == {str(known(made[0]))}
    teal.enter("abandon")
    assert len(throws(teal)["commitments"]) == 6
    assert teal.problems() == ()


def test_a_throw_before_what_ended_the_game_falls_the_same_way(teal: At) -> None:
    thrown(teal)
    teal.enter("abandon")
    undo(teal)
    undo(teal, throws(teal)["throws"][0]["seq"])
    thrown(teal, "another-nonce")
    first, again = throws(teal)["throws"]
    assert known(again) == known(first)
    assert teal.problems() == ()


def test_a_secret_that_was_told_decides_no_new_dice(teal: At) -> None:
    teal.enter("abandon")
    undo(teal)
    anew = teal.version
    thrown(teal)
    assert throws(teal)["throws"][-1]["commitment"] == anew
    play_to_the_end(teal)
    assert {made["commitment"] for made in throws(teal)["throws"]} == {anew}
    assert teal.problems() == ()


def entries_of(at: At) -> tuple[dict[int, str], list[tuple[int, str, dict[str, Any]]]]:
    """What is checked of a game: its commitments, and its throws."""
    log = at.log()
    commitments = {
        entry["seq"]: entry["body"]["server_dice"]["commitment"]
        for entry in log
        if "server_dice" in entry["body"]
    }
    made = [(entry["seq"], entry["kind"], entry["body"]) for entry in log if "thrown_by" in entry["body"]]
    return commitments, made


def thrown_with(at: At, count: int, nonce: str) -> tuple[int, str, dict[str, Any]]:
    """The first roll again, with another number of dice, as its entry would have it."""
    found = throw_at(at.game_id, "1.0.1.1", nonce, count)
    with storage.write():
        for step in found.steps:
            storage.execute(*step)
    body = {**FIRST, "dice": found.dice, "nonce": found.nonce, "commitment": found.commitment}
    return 99, "roll", body


def test_more_dice_than_had_fallen_follow_from_what_the_place_has_while_that_is_not_told(teal: At) -> None:
    thrown(teal)
    commitments, made = entries_of(teal)
    more = thrown_with(teal, 7, "another-nonce")
    assert more[2]["dice"] == throw(DiceSecret.get().secret, "1.0.1.1", "nonce-of-ours", 7)
    assert (more[2]["commitment"], more[2]["nonce"]) == (1, "nonce-of-ours")
    assert wrong_throws(teal.game_id, commitments, [*made, more]) == []


def test_more_dice_than_had_fallen_follow_from_the_new_secret_once_the_old_one_is_told(teal: At) -> None:
    thrown(teal)
    teal.enter("abandon")
    undo(teal)
    commitments, made = entries_of(teal)
    fewer, more = thrown_with(teal, 2, "another-nonce"), thrown_with(teal, 7, "another-nonce")
    first, anew = made[0][2], teal.version
    secret = DiceSecret.get((DiceSecret.game == teal.game_id) & (DiceSecret.seq == anew)).secret
    assert fewer[2]["dice"] == first["dice"][:2]
    assert (fewer[2]["commitment"], fewer[2]["nonce"]) == (1, "nonce-of-ours")
    assert more[2]["dice"] == first["dice"] + throw(secret, "1.0.1.1", "another-nonce", 7)[5:]
    assert (more[2]["commitment"], more[2]["nonce"]) == (anew, "another-nonce")
    assert wrong_throws(teal.game_id, commitments, [*made, fewer, more, fewer]) == []


def test_verify_finds_a_place_that_was_thrown_at_anew(teal: At) -> None:
    thrown(teal)
    teal.enter("abandon")
    undo(teal)
    commitments, made = entries_of(teal)
    _, kind, body = thrown_with(teal, 7, "another-nonce")
    secret = DiceSecret.get((DiceSecret.game == teal.game_id) & (DiceSecret.seq == teal.version)).secret
    anew = {**body, "dice": throw(secret, "1.0.1.1", "another-nonce", 5)}
    said = "entry 99 does not show the dice that had fallen at its place before"
    assert wrong_throws(teal.game_id, commitments, [*made, (99, kind, anew)]) == [said]
    renamed = {**body, "dice": made[0][2]["dice"]}
    assert wrong_throws(teal.game_id, commitments, [*made, (99, kind, renamed)]) == [said]


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
