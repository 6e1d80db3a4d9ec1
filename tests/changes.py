"""Changes that the site makes only from a page, after a preview: made at once, or as seen at some version."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.contrib.auth.models import User

from ladder import changes
from ladder.files.player_file import PlayerFileRow
from ladder.imports.actions import ImportUndo
from ladder.ledger.ledger_plan import LadderVersions
from ladder.matches.actions.corrections import MatchReversion, change_match
from ladder.models import Board, Import, Ladder, Match, MatchRevision, Season
from ladder.people.actions.merges import MergeUndo, PlayerMerge
from ladder.seasons.actions.boards import BoardAddition, BoardRemoval
from ladder.seasons.actions.starting_ratings import StartingRatingsChange
from players.models import Player


def revert_match(
    *, match: Match, to: MatchRevision, by: User | None, reason: str, revision: int, version: int | None = None
) -> Match:
    """Let a match return to an earlier version, including whether it counted, and return it."""
    return change_match(MatchReversion(match, to=to, by=by, reason=reason), revision, version)


def merge_players(
    *,
    player: Player,
    into: Player,
    by: User | None = None,
    reason: str = "",
    versions: LadderVersions | None = None,
    stays: User | None = None,
) -> Player:
    """Let a player count as another, and return the other; where both have accounts, `stays` is the one that stays."""
    change = PlayerMerge(player, into, stays, by=by, reason=reason)
    changes.run(change, changes.SeenPreview(versions))
    return change.into


def undo_merge(
    *, player: Player, by: User | None = None, reason: str = "", versions: LadderVersions | None = None
) -> Player:
    """Let a merged player count for themselves again, and return them."""
    change = MergeUndo(player, by=by, reason=reason)
    changes.run(change, changes.SeenPreview(versions))
    return change.player


def undo_import(*, taken: Import, by: User | None, reason: str, version: int | None = None) -> Import:
    """Void all matches of an import that stand, and return the import."""
    change = ImportUndo(taken, by=by, reason=reason)
    changes.run(change, changes.build_seen(taken.season, version))
    return change.taken


def add_board(
    *,
    season: Season,
    system: str,
    values: Mapping[str, Any],
    by: User | None,
    reason: str = "",
    version: int | None = None,
) -> Board:
    """Store a new board after the others of the season, rate every match on it, and return it."""
    change = BoardAddition(season, system, values, by=by, reason=reason)
    changes.run(change, changes.build_seen(season, version))
    return change.board


def remove_board(*, board: Board, by: User | None, reason: str = "", version: int | None = None) -> Season:
    """Delete a board with its ratings, and return its season."""
    change = BoardRemoval(board, by=by, reason=reason)
    changes.run(change, changes.build_seen(board.season, version))
    return change.season


def give_starting_ratings(
    *, board: Board, people: Sequence[PlayerFileRow], by: User | None, reason: str, version: int | None = None
) -> Board:
    """Store these ratings from before the first match, rate the board's season anew, and return the board."""
    change = StartingRatingsChange(board, people, by=by, reason=reason)
    changes.run(change, changes.build_seen(board.season, version))
    return change.board


def set_rules(season: Season, **rules: Any) -> None:
    """Store these rules of the season's ladder, as they are."""
    Ladder.objects.filter(pk=season.ladder_id).update(**rules)
