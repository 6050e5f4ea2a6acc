"""What the ledger refuses. The rules' own refusals (`Refused`, `RulesetRefused`) pass through unchanged.

LedgerError
  KeyUnknown         the credential opens nothing
  KeyRevoked         it was taken back
  KeyExpired         its time is over
  NotFound           no such table, game, player, ruleset or turn, or it is another table's
  StaleVersion       the game has moved on since the version that was named
  AlreadyRecorded    the place or the entry id is taken by something else
  NameTaken          an active player or a saved ruleset has this name
  GameUnfinished     a rematch of a game that is still on
  KeyReused          an idempotency key came before, with another request
  KeyClosed          the key was revoked, and can't be changed any more
  SecretsReplaced    a request came again, and the secrets that it was told were replaced since
  LastHostKey        the table would be left without a host key that does not end
  InviteClosed       the invite is over, used up or revoked
  CodeUnknown        no invite or table has this code, or it is used up, over or revoked
  RoleNotAllowed     the key's role may not do that
  SeatNotYours       the key was given to a player, who sits on another seat or on none
  AmendmentRefused   what was to be put right can't be, or not by this key; `code` says why
  LaterEntriesConflict  entries made later no longer fit what was put right
  QuotaReached       there is no room for more on this server
    DailyQuotaReached  not today
  TableCreationClosed  the operator alone makes tables
  TableDisabled      the operator has closed the table
  AdviceRefused      nobody is advised in this game, or there is nothing to choose
  ComputerThinking   what the computer plays is still being worked out, and nothing was recorded
  Invalid            values that can't be used, each with a pointer
  NameInvalid        a text that is no name (a ValueError too, so that schemas can raise it)
rules.Refused
  EntryRefused       the rules refuse an entry; says at which version, and what the game waits for
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scorekeeper.rules import Refused


class LedgerError(Exception):
    """The root of what the ledger refuses."""


class KeyUnknown(LedgerError):
    """No key has this hash."""


class KeyRevoked(LedgerError):
    """A host has taken the key back."""


class KeyExpired(LedgerError):
    """The key was given for a time, which is over."""


class NotFound(LedgerError):
    """what: `table`, `game`, `player`, `ruleset`, `turn`, `key` or `invite`; name: its id, as it was asked
    for."""

    def __init__(self, what: str, name: str) -> None:
        super().__init__(f"no {what} {name}")
        self.what, self.name = what, name


class StaleVersion(LedgerError):
    """current: the version that the game has."""

    def __init__(self, current: int) -> None:
        super().__init__(f"the game is at version {current}")
        self.current = current


class AlreadyRecorded(LedgerError):
    """recorded: the entry that is there; sent: what came now; version: the game's."""

    def __init__(self, recorded: Mapping[str, Any], sent: Mapping[str, Any], version: int) -> None:
        super().__init__(f"entry {recorded.get('seq')} is already there, with other content")
        self.recorded, self.sent, self.version = dict(recorded), dict(sent), version


class NameTaken(LedgerError):
    """name: the text that was asked for; pointer: where it stood."""

    def __init__(self, name: str, pointer: str = "/name") -> None:
        super().__init__(f"the name {name} is taken")
        self.name, self.pointer = name, pointer


class GameUnfinished(LedgerError):
    """The game is still on."""

    def __init__(self, game_id: str) -> None:
        super().__init__(f"game {game_id} is not over")
        self.game_id = game_id


class KeyReused(LedgerError):
    """The key of a request that was answered came again with another request."""

    def __init__(self) -> None:
        super().__init__("this key came before, with another request")


class KeyClosed(LedgerError):
    """A key that was revoked was to be changed."""

    def __init__(self, key_id: str) -> None:
        super().__init__(f"{key_id} was revoked")
        self.key_id = key_id


class SecretsReplaced(LedgerError):
    """A request was sent again for fresh secrets, and a host has replaced those that it was told."""


class LastHostKey(LedgerError):
    """The table's last host key that does not end was to be revoked or given an end."""

    def __init__(self, key_id: str) -> None:
        super().__init__(f"{key_id} is the last host key that does not end")
        self.key_id = key_id


class InviteClosed(LedgerError):
    """status: `used_up`, `expired` or `revoked`."""

    def __init__(self, status: str) -> None:
        super().__init__(f"the invite is {status}")
        self.status = status


class CodeUnknown(LedgerError):
    """A code opens nothing. Which codes there were is not told."""


class RoleNotAllowed(LedgerError):
    """role: the key's; allowed: those that may."""

    def __init__(self, role: str, allowed: Sequence[str]) -> None:
        super().__init__(f"a {role} may not do that")
        self.role, self.allowed = role, tuple(allowed)


class SeatNotYours(LedgerError):
    """seat: the one that the key may enter for, None where its player has none in the game."""

    def __init__(self, seat: int | None) -> None:
        super().__init__(f"the key is for seat {seat}")
        self.seat = seat


class AmendmentRefused(LedgerError):
    """code: `computer-decides`, `server-throw-stands`, `nothing-to-undo`, `nothing-to-redo`, `entry-unknown`,
    `entry-voided`, `entry-not-correctable`,
    `not-your-entry`, `turn-unknown`, `entry-not-of-a-turn`, `turn-gone`, `not-latest-turn`, `already-ruled`
    or `dispute-closed`; detail: a sentence; pointer: where what is wrong stands in the body; more: what else
    helps, by name.
    """

    def __init__(self, code: str, detail: str, pointer: str = "", **more: Any) -> None:
        super().__init__(detail)
        self.code, self.detail, self.pointer, self.more = code, detail, pointer, more


class AdviceRefused(AmendmentRefused):
    """The same of advice: `advice-forbidden`, or `no-advice` where there is nothing to choose."""


class ComputerThinking(LedgerError):
    """What the computer plays is still being worked out: send the same again in a moment."""


class LaterEntriesConflict(LedgerError):
    """conflicts: each entry that no longer fits, what it was, and the rules that it would break (JSON
    values); version: the game's."""

    def __init__(self, conflicts: Sequence[Mapping[str, Any]], version: int) -> None:
        super().__init__(f"{len(conflicts)} later entries no longer fit")
        self.conflicts, self.version = tuple(dict(conflict) for conflict in conflicts), version


class QuotaReached(LedgerError):
    """quota: which, by its name in the settings; most: what it is."""

    def __init__(self, quota: str, most: int) -> None:
        super().__init__(f"{quota} is {most}")
        self.quota, self.most = quota, most


class DailyQuotaReached(QuotaReached):
    """seconds: until the next day."""

    def __init__(self, quota: str, most: int, seconds: int) -> None:
        super().__init__(quota, most)
        self.seconds = seconds


class TableCreationClosed(LedgerError):
    """The server makes no new tables but for its operator."""


class TableDisabled(LedgerError):
    """reason: what the operator has to say; None: nothing."""

    def __init__(self, reason: str | None) -> None:
        super().__init__("the operator has closed this table")
        self.reason = reason


@dataclass(frozen=True, slots=True)
class Problem:
    """One value that can't be used: its pointer into the body (or the query's parameter), a code, and a
    sentence."""

    pointer: str
    code: str
    detail: str
    parameter: str = ""


class Invalid(LedgerError):
    """problems: every value that can't be used."""

    def __init__(self, *problems: Problem) -> None:
        super().__init__("; ".join(problem.detail for problem in problems))
        self.problems = problems


class NameInvalid(LedgerError, ValueError):
    """code: `name-empty`, `name-too-long` or `name-characters`; detail: a sentence."""

    def __init__(self, code: str, detail: str) -> None:
        super().__init__(detail)
        self.code, self.detail = code, detail


class EntryRefused(Refused):
    """The rules' violations, with the game's version and the entry that it waits for."""

    def __init__(self, refused: Refused, version: int, waits_for: Mapping[str, Any]) -> None:
        super().__init__(refused.violations)
        self.version, self.next = version, dict(waits_for)
