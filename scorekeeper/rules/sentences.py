"""What happened, told at the table: a plain English sentence for each consequence."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from scorekeeper.rules import consequences as happened
from scorekeeper.rules.consequences import Consequence
from scorekeeper.rules.turn_state import TITLES, TurnState
from scorekeeper.rules.wording import counted, in_words


def tell(consequence: Consequence, names: Sequence[str]) -> str:
    """One sentence about what happened.

    Args:
        consequence: what happened.
        names: what to call the seats; seat n is at index n - 1.
    """
    return _TELL[type(consequence)](consequence, names)


def _start_rolled(event: happened.StartRolled, names: Sequence[str]) -> str:
    return f"{names[event.seat - 1]} rolled {sum(event.dice)} for the opener."


def _start_roll_opened(event: happened.StartRollOpened, names: Sequence[str]) -> str:
    if event.attempt == 1:
        return "Each seat rolls three dice, and the highest total opens."
    return f"{_named(event.seats, names)} {_verb(event.seats, 'rolls', 'roll')} again for the opener."


def _opener_found(event: happened.OpenerFound, names: Sequence[str]) -> str:
    return f"{names[event.seat - 1]} opens the game."


def _round_opened(event: happened.RoundOpened, names: Sequence[str]) -> str:
    parts = [f"Round {event.number} opens with {names[event.opener - 1]}."]
    if event.seated:
        parts.append(f"{_named(event.seated, names)} {_verb(event.seated, 'sits', 'sit')} down.")
    if event.antes:
        parts.append(f"Each seat pays {counted(event.ante, 'chip')} into the pot.")
    return " ".join(parts)


def _roll_off_opened(event: happened.RollOffOpened, names: Sequence[str]) -> str:
    who = _named(event.order, names)
    if event.is_extra_round:
        return f"{who} are level: an extra round between them decides the game."
    return f"{who} are tied and roll off."


def _dice_rolled(event: happened.DiceRolled, names: Sequence[str]) -> str:
    name, after = names[event.seat - 1], event.after
    if event.kept:
        titles = in_words(f"the {TITLES[6 - face]}" for face in event.kept)
        said = f"{name} banked {titles}"
    elif not after.has_crew:
        said = f"{name} banked nothing"
    elif event.hold is not None:
        said = f"{name} held the {event.hold} and rolled a {event.dice[0]}"
    else:
        said = f"{name} rolled the cargo again"
    return said + _what_is_next(after)


def _what_is_next(after: TurnState) -> str:
    if after.has_crew:
        return f"; the cargo is {after.cargo[0]} and {after.cargo[1]}, {sum(after.cargo)} in all."
    if after.is_over:
        return "; that was the last roll."
    (count,) = after.dice_counts
    return f"; {count} dice to roll."


def _stood(event: happened.Stood, names: Sequence[str]) -> str:
    return f"{names[event.seat - 1]} stands on {sum(event.after.cargo)}."


def _turn_ended(event: happened.TurnEnded, names: Sequence[str]) -> str:
    name = names[event.seat - 1]
    said = f"{name} busts without a full crew" if event.is_bust else f"{name} scores {event.score}"
    return f"{said} (entered without its dice)." if event.is_unverified else f"{said}."


def _turn_broken(event: happened.TurnBroken, names: Sequence[str]) -> str:
    return f"The open turn of {names[event.seat - 1]} is not scored."


def _seat_deferred(event: happened.SeatDeferred, names: Sequence[str]) -> str:
    return f"{names[event.seat - 1]} plays last instead."


def _round_won(event: happened.RoundWon, names: Sequence[str]) -> str:
    return f"{names[event.seat - 1]} wins the round{_and_pot(event.pot)}."


def _round_carried(event: happened.RoundCarried, names: Sequence[str]) -> str:
    stays = f"; the pot of {counted(event.pot, 'chip')} stays" if event.pot else ""
    return f"{_named(event.seats, names)} are tied, and nobody wins the round{stays}."


def _round_done(_event: happened.RoundDone, _names: Sequence[str]) -> str:
    return "The round is over."


def _seats_out(event: happened.SeatsOut, names: Sequence[str]) -> str:
    verb = _verb(event.seats, "is", "are")
    return f"{_named(event.seats, names)} cannot pay the next ante and {verb} out."


def _seat_joined(event: happened.SeatJoined, names: Sequence[str]) -> str:
    return f"{names[event.seat - 1]} joins from the next round on."


def _seat_left(event: happened.SeatLeft, names: Sequence[str]) -> str:
    return f"{names[event.seat - 1]} leaves the game."


def _game_won(event: happened.GameWon, names: Sequence[str]) -> str:
    return f"{names[event.seat - 1]} wins the game{_and_pot(event.pot)}."


def _game_drawn(event: happened.GameDrawn, names: Sequence[str]) -> str:
    return f"The game is a draw between {_named(event.seats, names)}."


def _game_abandoned(_event: happened.GameAbandoned, _names: Sequence[str]) -> str:
    return "The game is abandoned; nobody wins."


def _named(seats: Iterable[int], names: Sequence[str]) -> str:
    return in_words(names[seat - 1] for seat in seats)


def _verb(seats: Sequence[int], one: str, many: str) -> str:
    return one if len(seats) == 1 else many


def _and_pot(pot: int) -> str:
    return f" and the pot of {counted(pot, 'chip')}" if pot else ""


_TELL: dict[type, Callable[[Any, Sequence[str]], str]] = {
    happened.StartRolled: _start_rolled,
    happened.StartRollOpened: _start_roll_opened,
    happened.OpenerFound: _opener_found,
    happened.RoundOpened: _round_opened,
    happened.RollOffOpened: _roll_off_opened,
    happened.DiceRolled: _dice_rolled,
    happened.Stood: _stood,
    happened.TurnEnded: _turn_ended,
    happened.TurnBroken: _turn_broken,
    happened.SeatDeferred: _seat_deferred,
    happened.RoundWon: _round_won,
    happened.RoundCarried: _round_carried,
    happened.RoundDone: _round_done,
    happened.SeatsOut: _seats_out,
    happened.SeatJoined: _seat_joined,
    happened.SeatLeft: _seat_left,
    happened.GameWon: _game_won,
    happened.GameDrawn: _game_drawn,
    happened.GameAbandoned: _game_abandoned,
}
