"""What a table did: who plays, what was entered, and what follows from it.

Read in this order: `chain`, `texts`, `submissions`, `places`, `boards`, `preparing`, `record`; then how a
game is put right: `script`, `stretches`, `rejudging`, `rewriting`, `composing`, `composed`, `putting_right`;
then how it is told to those who follow it: `stirring`, `past`, `following`.
"""

from __future__ import annotations

from scorekeeper.ledger.advice import Asking, advice_in, advice_on, odds_of_turn, ready_advice
from scorekeeper.ledger.analysis import Analysed, analysis_of
from scorekeeper.ledger.batches import Batch, Outcome, record_batch
from scorekeeper.ledger.checking import lasting_faults
from scorekeeper.ledger.computer import ComputerDecides
from scorekeeper.ledger.correcting import Correction, correct
from scorekeeper.ledger.dice import dice_of_game, dice_of_table
from scorekeeper.ledger.dispute_list import get_dispute, list_disputes
from scorekeeper.ledger.disputing import Dispute, Withdrawal, dispute, withdraw
from scorekeeper.ledger.errors import (
    AdviceRefused,
    AlreadyRecorded,
    AmendmentRefused,
    CodeUnknown,
    ComputerThinking,
    DailyQuotaReached,
    EntryRefused,
    GameUnfinished,
    Invalid,
    InviteClosed,
    KeyClosed,
    KeyExpired,
    KeyReused,
    KeyRevoked,
    KeyUnknown,
    LastHostKey,
    LaterEntriesConflict,
    LedgerError,
    NameInvalid,
    NameTaken,
    NotFound,
    Problem,
    QuotaReached,
    RoleNotAllowed,
    SeatNotYours,
    SecretsReplaced,
    StaleVersion,
    TableCreationClosed,
    TableDisabled,
)
from scorekeeper.ledger.export import export_game
from scorekeeper.ledger.following import Follower, Happened
from scorekeeper.ledger.games import games_in_play, list_games, open_game
from scorekeeper.ledger.history import list_log, list_rounds, list_turns, read_turn
from scorekeeper.ledger.house_rules import (
    delete_house_rules,
    get_house_rules,
    list_house_rules,
    read_house_rules,
    replace_house_rules,
    save_house_rules,
)
from scorekeeper.ledger.invites import (
    InviteWish,
    can_be_guessed,
    create_invite,
    get_invite,
    list_invites,
    open_token,
    revoke_invite,
)
from scorekeeper.ledger.joining import Joined, join, look_at
from scorekeeper.ledger.key_ring import (
    GivenKey,
    KeyWish,
    change_key,
    create_key,
    get_key,
    holder,
    list_keys,
    revoke_key,
    rotate_key,
)
from scorekeeper.ledger.key_uses import has_uses_to_note, note_uses
from scorekeeper.ledger.keys import Author, author_of_hash, find_author, hash_key
from scorekeeper.ledger.names import clean_name, clean_text
from scorekeeper.ledger.once import Answered, Asked, Kept, answer_once, was_answered
from scorekeeper.ledger.pages import Page
from scorekeeper.ledger.past import TooFarBack
from scorekeeper.ledger.planning import Opening
from scorekeeper.ledger.players import change_player, create_player, get_player, list_players
from scorekeeper.ledger.reading import Stored, game_now, game_version, next_of, read_game, read_standings
from scorekeeper.ledger.record import TooBusy, record
from scorekeeper.ledger.recorded import Recorded
from scorekeeper.ledger.recovery import Recovered, recover, replace_recovery_code
from scorekeeper.ledger.revealing import list_throws
from scorekeeper.ledger.rights import HOST, ROLES, SCORER, VIEWER
from scorekeeper.ledger.ruling import Ruling, rule
from scorekeeper.ledger.seating import SeatClaim
from scorekeeper.ledger.series import rematch
from scorekeeper.ledger.submissions import Submission
from scorekeeper.ledger.tables import (
    CreatedTable,
    create_table,
    create_table_once,
    get_table,
    rename_table,
)
from scorekeeper.ledger.targets import Target
from scorekeeper.ledger.throwing import Throw, throw_dice
from scorekeeper.ledger.undoing import UndoRequest, redo, undo
from scorekeeper.ledger.verify import game_ids, verify_game

__all__ = [
    "HOST",
    "ROLES",
    "SCORER",
    "VIEWER",
    "AdviceForbidden",
    "AdviceRefused",
    "AlreadyRecorded",
    "AmendmentRefused",
    "Analysed",
    "Answered",
    "Asked",
    "Asking",
    "Author",
    "Batch",
    "CodeUnknown",
    "ComputerDecides",
    "ComputerThinking",
    "Correction",
    "CreatedTable",
    "DailyQuotaReached",
    "Dispute",
    "EntryRefused",
    "Follower",
    "GameUnfinished",
    "GivenKey",
    "Happened",
    "Invalid",
    "InviteClosed",
    "InviteWish",
    "Joined",
    "Kept",
    "KeyClosed",
    "KeyExpired",
    "KeyReused",
    "KeyRevoked",
    "KeyUnknown",
    "KeyWish",
    "LastHostKey",
    "LaterEntriesConflict",
    "LedgerError",
    "NameInvalid",
    "NameTaken",
    "NoAdvice",
    "NotFound",
    "Opening",
    "Outcome",
    "Page",
    "Problem",
    "QuotaReached",
    "Recorded",
    "Recovered",
    "RoleNotAllowed",
    "Ruling",
    "SeatClaim",
    "SeatNotYours",
    "SecretsReplaced",
    "StaleVersion",
    "Stored",
    "Submission",
    "TableCreationClosed",
    "TableDisabled",
    "Target",
    "Throw",
    "TooBusy",
    "TooFarBack",
    "UndoRequest",
    "Withdrawal",
    "advice_in",
    "advice_on",
    "analysis_of",
    "answer_once",
    "author_of_hash",
    "can_be_guessed",
    "change_key",
    "change_player",
    "clean_name",
    "clean_text",
    "correct",
    "create_invite",
    "create_key",
    "create_player",
    "create_table",
    "create_table_once",
    "delete_house_rules",
    "dice_of_game",
    "dice_of_table",
    "dispute",
    "export_game",
    "find_author",
    "game_ids",
    "game_now",
    "game_version",
    "games_in_play",
    "get_dispute",
    "get_house_rules",
    "get_invite",
    "get_key",
    "get_player",
    "get_table",
    "has_uses_to_note",
    "hash_key",
    "holder",
    "join",
    "lasting_faults",
    "list_disputes",
    "list_games",
    "list_house_rules",
    "list_invites",
    "list_keys",
    "list_log",
    "list_players",
    "list_rounds",
    "list_throws",
    "list_turns",
    "look_at",
    "next_of",
    "note_uses",
    "odds_of_turn",
    "open_game",
    "open_token",
    "read_game",
    "read_house_rules",
    "read_standings",
    "read_turn",
    "ready_advice",
    "record",
    "record_batch",
    "recover",
    "redo",
    "rematch",
    "rename_table",
    "replace_house_rules",
    "replace_recovery_code",
    "revoke_invite",
    "revoke_key",
    "rotate_key",
    "rule",
    "save_house_rules",
    "throw_dice",
    "undo",
    "verify_game",
    "was_answered",
    "withdraw",
]
