"""Telling house rules in plain sentences, to be read out before play.

What cannot matter under the other rules is left unsaid: nobody rolls off in a game where no round is won and
level totals are a draw. Two rulesets that play differently never tell themselves alike.
"""

from collections.abc import Callable, Mapping

from scorekeeper.rules.ruleset import Ruleset, Stakes
from scorekeeper.rules.wording import counted

# fmt: off
_WORDS = (
    "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
    "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
    "twenty",
)
# fmt: on
_DICE_ROLLED_AGAIN: Mapping[str, str] = {
    "both": "always both dice together",
    "any": "either one die or both",
    "one": "exactly one of the two dice",
}
_BY_WHOM: Mapping[str, str] = {
    "clockwise": "the next player clockwise",
    "counterclockwise": "the next player counter-clockwise",
    "same": "the same player",
}


def tell_ruleset(ruleset: Ruleset) -> tuple[str, ...]:
    """Say everything that these house rules decide, one sentence or two at a time, in the order of play."""
    told = (sentence(ruleset) for sentence in _SENTENCES)
    return tuple(sentence for sentence in told if sentence)


def _number(count: int) -> str:
    """A number as it is said: in words up to twenty."""
    return _WORDS[count] if count < len(_WORDS) else f"{count:,}"


def _counted(count: int, thing: str) -> str:
    """`one chip`, `two chips`."""
    return f"{_number(count)} {thing}{'' if count == 1 else 's'}"


# What can matter at all.


def _is_solitary(ruleset: Ruleset) -> bool:
    return ruleset.seats.max == 1


def _cargo_can_be_rolled_again(ruleset: Ruleset) -> bool:
    return ruleset.turn.rolls > 1 and ruleset.turn.cargo_reroll != "none"


def _all_bust(ruleset: Ruleset) -> str:
    """What a round where all bust leads to, `as_tie` resolved."""
    return ruleset.round.tie if ruleset.round.all_bust == "as_tie" else ruleset.round.all_bust


def _pot_may_fail_to_carry(ruleset: Ruleset) -> bool:
    """Whether a pot that should carry may be rolled off for after all: an ante unpaid, or the game over."""
    return ruleset.antes_per_round and (ruleset.counts_chips or ruleset.goal.can_end_level)


def _has_roll_offs(ruleset: Ruleset) -> bool:
    """Whether a round, or a game that ends level, may be rolled off."""
    if _is_solitary(ruleset):
        return False
    outcomes = (ruleset.round.tie, _all_bust(ruleset))
    rounds_do = ruleset.wants_round_winner and ("roll_off" in outcomes or _pot_may_fail_to_carry(ruleset))
    return rounds_do or ruleset.goal.tie == "extra_round"


def _is_one_round(ruleset: Ruleset) -> bool:
    """Whether the game is sure to end with its first round."""
    if ruleset.goal.kind == "rounds_won":
        return ruleset.goal.rounds == 1 and {ruleset.round.tie, _all_bust(ruleset)} == {"roll_off"}
    return ruleset.goal.kind == "highest_total" and ruleset.goal.rounds == 1


# The sentences, in the order of play.


def tell_seat_count(ruleset: Ruleset, count: int) -> str:
    """What is said of a number of seats that the house rules do not allow."""
    fewest, most = ruleset.seats.min, ruleset.seats.max
    seats = counted(most, "seat")
    allowed = seats if fewest == most else f"{fewest} to {seats}"
    return f"These house rules are for {allowed}, not for {count}."


def _tell_seats(ruleset: Ruleset) -> str:
    fewest, most = ruleset.seats.min, ruleset.seats.max
    if most == 1:
        return "This is a practice game for one player."
    if fewest == 1:
        return f"One to {_number(most)} players can play; whoever is alone plays on, for practice."
    if fewest == most:
        return f"This is a game for {_counted(most, 'player')}."
    return f"{_number(fewest).capitalize()} to {_number(most)} players can play."


def _tell_rolls(ruleset: Ruleset) -> str:
    if ruleset.turn.rolls == 1:
        return "Your turn is one roll of five dice."
    return f"On your turn you have up to {_number(ruleset.turn.rolls)} rolls, the first with all five dice."


def _tell_banking(ruleset: Ruleset) -> str:
    needed = "First comes a six as your ship, then a five as its captain, then a four as its crew"
    if ruleset.turn.banking == "chosen":
        return f"{needed}; after each roll you choose how many of them to bank, and it may be none."
    return f"{needed}; each is banked as soon as it can be, several from one roll if they are there."


def _tell_cargo(ruleset: Ruleset) -> str:
    end = "your roll" if ruleset.turn.rolls == 1 else "your last roll"
    return (
        "Your score is your cargo, what the two dice that are left add up to; "
        f"if the crew is not complete after {end}, you are bust and score nothing."
    )


def _tell_cargo_reroll(ruleset: Ruleset) -> str:
    if ruleset.turn.rolls == 1:
        return ""
    if ruleset.turn.cargo_reroll == "none":
        return "Cargo is never rolled again: your turn ends when your crew is complete."
    dice = _DICE_ROLLED_AGAIN[ruleset.turn.cargo_reroll]
    return f"With rolls left you may stand, or roll cargo again, {dice}; the new faces stand."


def _tell_perfect_cargo(ruleset: Ruleset) -> str:
    if ruleset.turn.perfect_cargo == "takes_round" and not _is_solitary(ruleset):
        takes = "wins" if ruleset.wants_round_winner else "ends"
        what = "the round, or the roll-off," if _has_roll_offs(ruleset) else "the round"
        return f"A cargo of twelve {takes} {what} at once: those who have not played yet score nothing in it."
    if not _cargo_can_be_rolled_again(ruleset):
        return ""
    if ruleset.turn.perfect_cargo == "play_on":
        return "A cargo of twelve counts as twelve and does nothing else."
    return "A cargo of twelve, the best there is, ends your turn by itself."


def _tell_pace(ruleset: Ruleset) -> str:
    if ruleset.turn.rolls == 1 or _is_solitary(ruleset):
        return ""
    if ruleset.turn.pace == "free":
        return "You may use all your rolls, however few the others took."
    again = ", and so again in each roll-off" if _has_roll_offs(ruleset) else ""
    return f"The first to finish in a round sets the pace: nobody may take more rolls than they did{again}."


def _tell_round(ruleset: Ruleset) -> str:
    if not ruleset.wants_round_winner or _is_solitary(ruleset):
        return ""
    return f"A round goes to its best cargo{', and so does the pot' if ruleset.antes_per_round else ''}."


def _tell_tie(ruleset: Ruleset) -> str:
    case = "If the best cargo is tied"
    if _all_bust(ruleset) == ruleset.round.tie:
        case += " or everybody is bust"
    return _tell_undecided(ruleset, case, ruleset.round.tie)


def _tell_all_bust(ruleset: Ruleset) -> str:
    if _all_bust(ruleset) == ruleset.round.tie:
        return ""
    return _tell_undecided(ruleset, "If everybody is bust", _all_bust(ruleset))


def _tell_undecided(ruleset: Ruleset, case: str, outcome: str) -> str:
    """What happens to a round in which nobody leads alone."""
    if not ruleset.wants_round_winner or _is_solitary(ruleset):
        return ""
    if outcome == "roll_off":
        return f"{case}, those players roll off: each plays another whole turn, and again while level."
    if not ruleset.antes_per_round:
        return f"{case}, nobody wins the round."
    return f"{case}, nobody wins the round: the pot stays, and all pay in again.{_tell_no_carry(ruleset)}"


def _tell_no_carry(ruleset: Ruleset) -> str:
    """When a pot does not carry after all."""
    reasons = (
        "one of them cannot pay in again" if ruleset.counts_chips else "",
        "the game is over with that round" if ruleset.goal.can_end_level else "",
    )
    when = " or ".join(filter(None, reasons))
    return f" But if {when}, they roll off." if when else ""


def _tell_roll_off_order(ruleset: Ruleset) -> str:
    if not _has_roll_offs(ruleset):
        return ""
    if ruleset.round.roll_off_order == "seat_number":
        return "A roll-off goes by seat number, the lowest first."
    return "A roll-off goes in the order of the round, from its opener on."


def _tell_goal(ruleset: Ruleset) -> str:
    goal = ruleset.goal
    if goal.kind == "last_with_chips":
        return "The game goes to whoever still has chips when all the others are out."
    if goal.kind == "rounds_won":
        return f"Whoever is first with {_counted(goal.rounds or 0, 'round')} won has the game."
    result = "that total is the result" if _is_solitary(ruleset) else "the highest total wins"
    if goal.kind == "points":
        return (
            "Cargo adds up from round to round. The game ends with the round in which a total reaches "
            f"{_counted(goal.points or 0, 'point')}, and {result}."
        )
    return f"Cargo adds up over {_counted(goal.rounds or 0, 'round')}; then the game ends, and {result}."


def _tell_goal_tie(ruleset: Ruleset) -> str:
    if not ruleset.goal.can_end_level or _is_solitary(ruleset):
        return ""
    if ruleset.goal.tie == "draw":
        return "If the highest totals are level, the game is a draw."
    return "If the highest totals are level, those players roll off for the game until one of them leads."


def _tell_stakes(ruleset: Ruleset) -> str:
    if ruleset.stakes is None:
        return "" if _is_solitary(ruleset) else "Nothing is staked."
    return f"{_tell_ante(ruleset.stakes)} {_tell_chips(ruleset)}"


def _tell_ante(stakes: Stakes) -> str:
    ante = _counted(stakes.ante, "chip")
    if stakes.per == "round":
        return f"Before each round everyone still in pays {ante} into the pot."
    return f"Before the first round everyone pays {ante} into the pot, and the winner of the game takes it."


def _tell_chips(ruleset: Ruleset) -> str:
    chips = ruleset.starting_chips
    if not chips:
        return "Chips are not counted out: only what each has won or lost is kept, and nobody can run out."
    start = f"Everyone starts with {_counted(chips, 'chip')}"
    if not ruleset.antes_per_round:
        return f"{start}."
    return f"{start}; who cannot pay in is out, and the last one in takes the pot and the game."


def _tell_first_opener(ruleset: Ruleset) -> str:
    if ruleset.opener.first == "roll":
        return (
            "For the first turn everyone rolls three dice: the highest sum opens, and a tie is rolled again."
        )
    if _is_solitary(ruleset):
        return ""
    if ruleset.opener.first == "chosen":
        return "The table names the player who opens the first round; from there play goes clockwise."
    return "The player in seat one opens the first round; from there play goes clockwise."


def _tell_next_round(ruleset: Ruleset) -> str:
    if _is_solitary(ruleset) or _is_one_round(ruleset):
        return ""
    if ruleset.opener.next_round != "winner":
        return f"Each later round is opened by {_BY_WHOM[ruleset.opener.next_round]}."
    if ruleset.wants_round_winner:
        return "The winner of a round opens the next; if nobody won it, the same player opens again."
    return "Who had the best cargo of a round opens the next; if that was tied, the same player opens again."


def _tell_next_game(ruleset: Ruleset) -> str:
    if _is_solitary(ruleset):
        return ""
    if ruleset.opener.next_game != "winner":
        whose = "" if ruleset.opener.next_game == "same" else " from the one who opened this game"
        return f"The next game is opened by {_BY_WHOM[ruleset.opener.next_game]}{whose}."
    return "The winner opens the next game; if nobody wins, the same player opens again."


_SENTENCES: tuple[Callable[[Ruleset], str], ...] = (
    _tell_seats,
    _tell_goal,
    _tell_goal_tie,
    _tell_stakes,
    _tell_first_opener,
    _tell_rolls,
    _tell_banking,
    _tell_cargo,
    _tell_cargo_reroll,
    _tell_perfect_cargo,
    _tell_pace,
    _tell_round,
    _tell_tie,
    _tell_all_bust,
    _tell_roll_off_order,
    _tell_next_round,
    _tell_next_game,
)
