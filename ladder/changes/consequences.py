"""The consequences of a plan on each board, as every preview prints them, and a digest of them."""

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from django.utils import formats, timezone

from ladder.changes.board_tables import (
    BoardTables,
    PlayerMove,
    TablePair,
    list_player_moves,
    load_board_tables,
    select_shown_moves,
)
from ladder.formats import ParticipantResult, describe_title, order_best_first
from ladder.ledger import BoardPlan, Plan
from ladder.ledger.admission import is_counted
from ladder.ledger.storage.match_record import load_counted_participants, read_participant
from ladder.models import Board, Match, Participant, RatingChange, Season
from ladder.pages.figures import format_change, name_rating
from ladder.ratings import Result, find_match_worth

MATCHES_SHOWN = 20  # matches


class RecalculatedMatch(NamedTuple):
    """A match, and its rating change for the player with the best result, before and after."""

    match: int
    title: str
    day: str
    before: str
    after: str


class MatchChanges(NamedTuple):
    """The participants of a match, and the rating change of each."""

    seats: list[ParticipantResult]
    changes: list[float | None]

    def best(self) -> float | None:
        """The rating change of the winner, or of the player with the best place."""
        order = sorted(range(len(self.seats)), key=lambda seat: order_best_first(self.seats[seat]))
        return self.changes[order[0]] if order else None


def list_recalculated_matches(plan: BoardPlan, results: Mapping[int, Result]) -> list[int]:
    """Return the matches that are rated anew: first those that themselves change, then others in order of play."""
    system = plan.board.rating_system
    changed = [match for match, result in results.items() if is_counted(system, result)]
    return list(dict.fromkeys((*changed, *plan.matches)))


def describe_recalculated_matches(
    plan: BoardPlan, found: Sequence[int], names: Mapping[int, str], results: Mapping[int, Result]
) -> list[RecalculatedMatch]:
    """Return the first of these matches, which are rated anew, in order of play; three queries."""
    matches = list(Match.objects.filter(pk__in=found).order_by("played_at", "sequence")[:MATCHES_SHOWN])
    was = load_match_changes(plan, matches)
    system = plan.board.rating_system
    new = {row.seat: find_match_worth(system, *row.ratings) for row in plan.rows if row.seat[0] in was}
    return [
        describe_recalculated_match(plan, match, was[match.pk], new, names, results.get(match.pk)) for match in matches
    ]


def load_match_changes(plan: BoardPlan, matches: Iterable[Match]) -> dict[int, MatchChanges]:
    """Return these matches as they are stored."""
    rows = list(
        load_counted_participants(Participant.objects.filter(match__in=list(matches)).order_by("match", "seat"))
    )
    changed = RatingChange.objects.filter(board=plan.board, participant__in=[row.pk for row in rows])
    system = plan.board.rating_system
    moved = {row.participant_id: find_match_worth(system, row.before, row.after) for row in changed}
    found: dict[int, MatchChanges] = {match.pk: MatchChanges([], []) for match in matches}
    for row in rows:
        found[row.match_id].seats.append(read_participant(row, row.player.name))
        found[row.match_id].changes.append(moved.get(row.pk))
    return found


def describe_recalculated_match(
    plan: BoardPlan,
    match: Match,
    was: MatchChanges,
    new: Mapping[tuple[int, int], float],
    names: Mapping[int, str],
    result: Result | None,
) -> RecalculatedMatch:
    """Return one match as printed."""
    seats = was.seats
    if result is not None:
        seats = [one._replace(player=names.get(one.player, "?")) for one in result.participants]
    kept = [*was.changes, *[None] * len(seats)]
    will = MatchChanges(seats, [new.get((match.pk, seat), kept[seat]) for seat in range(len(seats))])
    system = plan.board.rating_system
    before, after = (format_change(system, told.best()) for told in (was, will))
    if system.is_deferred:
        before, after = (f"({text})" if text else "" for text in (before, after))
    return RecalculatedMatch(
        match.pk,
        describe_title(seats, result.ending if result else match.ending),
        formats.date_format(timezone.localtime(result.ended if result else match.played_at), "j M Y"),
        before,
        after,
    )


class BoardConsequences(NamedTuple):
    """What changes on one board; `season` is the name of a later season, which starts from the one that changes."""

    season: str
    label: str
    unit: str  # rating, or rung
    matches: int
    ratings: int
    ranks: int
    biggest: PlayerMove | None
    moves: list[PlayerMove]
    more: int  # moves that are not named
    unseen: int  # ratings that move by less than is printed
    openings: int  # players who bring something else into the later season
    winner: str  # who stands first instead of whom
    is_won: bool  # the season is closed, so that is who has won it
    remade: list[RecalculatedMatch]
    barred: list[str]  # matches that would not have been allowed (W-9)


def describe_consequences(
    plan: Plan, names: Mapping[int, str], results: Mapping[int, Result] | None = None
) -> list[BoardConsequences]:
    """Return what a plan changes on each board; boards of later seasons come last.

    `names` adds players who are new; `results` says what the matches are that change and count.
    """
    return [describe_board_consequences(plan.season, one, names, results or {}) for one in plan.boards]


def describe_board_consequences(
    season: Season, plan: BoardPlan, new: Mapping[int, str], results: Mapping[int, Result]
) -> BoardConsequences:
    """Return what a plan changes on one board."""
    seen = load_board_tables(plan, new)
    found = list_player_moves(seen)
    named = select_shown_moves(found)
    later = plan.board.season.pk != season.pk
    results = {} if later else results
    again = list_recalculated_matches(plan, results)
    return BoardConsequences(
        season=plan.board.season.name if later else "",
        label=seen.label,
        unit=name_rating(plan.board.rating_system),
        matches=len(again),
        ratings=sum(one.is_seen for one in found),
        ranks=sum(one.rank != one.rank_before for one in found),
        biggest=max((one for one in found if one.change), key=lambda one: abs(one.moved), default=None),
        moves=named,
        more=sum(one.differs for one in found) - len(named),
        unseen=sum(one.is_unseen for one in found),
        openings=len(plan.openings.changed) + len(plan.openings.gone) if plan.openings else 0,
        winner=describe_new_winner(plan.board, seen),
        is_won=plan.board.season.closed_at is not None,
        remade=describe_recalculated_matches(plan, again[: len(results) + MATCHES_SHOWN], seen.names, results),
        barred=[f"Match {one.match}: {one.message.text(lambda key: seen.names.get(key, '?'))}" for one in plan.barred],
    )


def describe_new_winner(board: Board, seen: BoardTables) -> str:
    """Return the sentence that another player would have the first rank of a season; empty if the same one would."""
    season = board.season
    before, after = (next(iter(ranks), None) for ranks in (seen.before.ranks, seen.after.ranks))
    if board != season.boards.first() or before == after or before is None:
        return ""
    if season.closed_at and season.winner_id is None:  # nobody played in it
        return ""
    who = seen.names[after] if after else "Nobody"
    if season.closed_at:
        return f"{who} wins {season.name} instead of {seen.names[before]}."
    return f"{who} leads {season.name} instead of {seen.names[before]}."


class SeasonConsequences(NamedTuple):
    """A season, what changes on its boards, and how many of its matches fall on another day."""

    season: Season
    boards: list[BoardConsequences]
    days: int = 0


def describe_season_consequences(plan: Plan, days: int = 0) -> SeasonConsequences:
    """Return what changes in a season; boards on which nothing changes are left out."""
    return SeasonConsequences(
        plan.season, [one for one in describe_consequences(plan, {}) if one.matches or one.moves], days
    )


def digest_preview(shown: Any) -> str:
    """Return a digest of a preview, which is equal for two previews that say the same.

    They do where the same matches are rated anew with the same outcome, and the same ratings move as far. Ranks, and
    who leads by them, may have changed: a report of others moves ranks, too.
    """
    return digest_values(list_digested_values(shown))


def digest_values(values: Any) -> str:
    """Return a digest of plain values, which is the same for the same values."""
    text = json.dumps(values, default=str, sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def list_digested_values(shown: Any) -> Any:
    """Return the parts of a shown value that the digest compares, as lists, texts and numbers."""
    if isinstance(shown, BoardConsequences):
        return list_digested_board(shown)
    if isinstance(shown, dict):
        return {str(name): list_digested_values(one) for name, one in shown.items()}
    if isinstance(shown, list | tuple):
        if shown and isinstance(shown[0], TablePair):
            return list_digested_table(shown)
        if shown and isinstance(shown[0], PlayerMove):
            return list_digested_moves(shown)
        return [list_digested_values(one) for one in shown]
    return shown


def list_digested_board(shown: BoardConsequences) -> list[Any]:
    """Return the consequences on a board without ranks."""
    won = shown.winner if shown.is_won else ""
    rest = shown._replace(moves=[], ranks=0, more=0, biggest=None, winner=won)
    return [list_digested_moves(shown.moves), *map(list_digested_values, rest)]


def list_digested_moves(shown: Sequence[PlayerMove]) -> list[Any]:
    """Return the ratings that change, by name."""
    return sorted([one.name, one.before, one.after, one.change] for one in shown if one.is_seen)


def list_digested_table(shown: Sequence[TablePair]) -> list[Any]:
    """Return the ratings that differ between the tables before and after, both, by name."""
    now = {one.now: one.rating for one in shown if one.now}
    then = {one.then: one.new_rating for one in shown if one.then}
    return [
        [name, now.get(name), then.get(name)] for name in sorted({**now, **then}) if now.get(name) != then.get(name)
    ]
