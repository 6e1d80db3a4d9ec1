"""What the story of a ladder is told from: its matches as the main board of each season rated them."""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from datetime import date, datetime
from typing import Any, NamedTuple

from django.db import models
from django.utils import timezone

from ladder.boxes.queries.ended_boxes import EndedBox, load_ended_boxes
from ladder.ledger import Plan
from ladder.ledger.admission import is_counted
from ladder.ledger.drafts import Draft, lay_drafts_over
from ladder.ledger.ladder_lock import one_moment
from ladder.ledger.ranking import PRESENCE_FIELDS, Presence, RankRule, find_absences
from ladder.ledger.storage.season_matches import MatchEntry, merge_entries, read_entries
from ladder.ledger.storage.tables import (
    STATE_AFTER_COLUMNS,
    STATE_BEFORE_COLUMNS,
    OrderPlace,
    PastState,
    filter_from_place,
    merge_openings,
)
from ladder.models import Board, Fixture, Ladder, Match, Opening, RatingChange
from ladder.models.fixture import ASKED_ORIGINS
from ladder.ratings import Counts, Rating
from ladder.standings.queries.sparkline import is_steady
from ladder.story.walk import RatedMatch, StorySeason
from players.models import Player
from players.people.queries import Identities, load_identities

FEW_PARTICIPANTS = 500  # that a query names at most


class Chapter(NamedTuple):
    """Matches of a ladder from some place on, in the order of play; from the first one on also the boxes that ended.

    `matches` are those that the main boards of their seasons count, `last` is the place of the last match and `read`
    how many were read; `counted` is how many the ladder has altogether.
    """

    matches: list[RatedMatch]
    last: OrderPlace | None
    read: int
    counted: int
    boxes: list[EndedBox]


StatesByParticipant = dict[int | None, tuple[int, Rating, Rating]]
"""The board and the ratings before and after a match, by participation."""


@one_moment()
def load_chapter(ladder: Ladder, after: OrderPlace | None = None) -> Chapter:
    """Return the matches of all seasons of a ladder after this place; without one, all.

    Players who were merged are who they count as. 14 queries at most, however many seasons and matches there are.
    """
    since = (after[0], after[1] + 1) if after else None
    identities = load_identities()
    seasons = load_story_seasons(ladder, identities)
    counted = Match.objects.filter(season__ladder=ladder, status=Match.Status.COUNTED)
    entries = merge_entries(read_entries(counted.filter(filter_from_place(since))), identities)
    states = load_states(seasons, [participant for entry in entries for participant in entry.participants])
    rated = [(entry, [states.get(participant) for participant in entry.participants]) for entry in entries]
    challengers = load_challengers(ladder, identities)
    last = entries[-1].place if entries else after
    boxes = [] if after else load_ended_boxes(ladder, entries)
    return Chapter(build_rated_matches(rated, seasons, challengers), last, len(entries), counted.count(), boxes)


@one_moment()
def load_planned_matches(
    plans: Sequence[Plan], drafts: Sequence[Draft] = (), merges: Identities | None = None
) -> list[RatedMatch]:
    """Return the matches of a ladder as plans for its seasons would have them.

    `drafts` are laid over what is stored; they are of the season of the first plan. `merges` is who counts as whom
    then, where that changes.
    """
    season, identities = plans[0].season, load_identities() if merges is None else merges
    ladder = season.ladder
    seasons = load_story_seasons(ladder, identities)
    planned = [one for plan in plans for one in plan.boards]
    for one in planned:
        if one.openings and one.board.pk in seasons:
            opening = {player: (state.rating, state.counts) for player, state in one.openings.table.items()}
            seasons[one.board.pk] = seasons[one.board.pk]._replace(opening=opening)
    states = load_states(seasons)
    rows = {row.seat: (one.board.pk, *row.ratings) for one in planned if one.board.pk in seasons for row in one.rows}
    counted = Match.objects.filter(season__ladder=ladder, status=Match.Status.COUNTED)
    stored = merge_entries(read_entries(counted), identities)
    changed = {draft.match for draft in drafts}
    main = next((one.board for one in planned if one.board.season_id == season.pk), None)
    rated = [
        (entry, [rows.get((entry.match, seat)) or states.get(one) for seat, one in enumerate(entry.participants)])
        for entry in lay_drafts_over(stored, drafts, identities)
        if entry.match not in changed or (main and is_counted(main.rating_system, entry.result))
    ]
    return build_rated_matches(rated, seasons, load_challengers(ladder, identities))


def load_challengers(ladder: Ladder, identities: Identities) -> dict[int, int]:
    """Return who asked for the matches that a challenge led to, by the key of the match; one query."""
    played = Fixture.objects.filter(season__ladder=ladder, origin__in=ASKED_ORIGINS, match__isnull=False).order_by()
    return {match: identities.get(by, by) for match, by in played.values_list("match", "by") if match}


def load_states(boards: Collection[int], participants: Sequence[int | None] | None = None) -> StatesByParticipant:
    """Return the ratings that these boards gave for few participations, or else for all; one query."""
    rows = RatingChange.objects.filter(board__in=boards).order_by()
    if participants is not None and len(participants) <= FEW_PARTICIPANTS:
        rows = rows.filter(participant__in=participants)
    return {
        participant: (board, Rating(*state[:4]), Rating(*state[4:]))
        for participant, board, *state in rows.values_list(
            "participant", "board", *STATE_BEFORE_COLUMNS, *STATE_AFTER_COLUMNS
        )
    }


def build_rated_matches(
    entries: Iterable[tuple[MatchEntry, list[tuple[int, Rating, Rating] | None]]],
    seasons: Mapping[int, StorySeason],
    challengers: Mapping[int, int],
) -> list[RatedMatch]:
    """Return those of these matches for which all ratings are known: the others don't count on their main board."""
    found = []
    for entry, states in entries:
        known = [state for state in states if state]
        if len(known) == len(entry.result.players):
            (board, *_), before, after = zip(*known, strict=True)
            day = timezone.localdate(entry.result.ended)
            asked = challengers.get(entry.match)
            found.append(RatedMatch(entry.match, seasons[board], day, entry.result, before, after, asked))
    return found


def load_story_seasons(ladder: Ladder, identities: Identities) -> dict[int, StorySeason]:
    """Return the seasons of a ladder by the key of their main board; three queries."""
    boards: dict[int, Board] = {}
    rows = Board.objects.filter(season__ladder=ladder).order_by("season", "position", "pk").select_related("season")
    for board in rows.fetch_mode(models.FETCH_RAISE):
        boards.setdefault(board.season_id, board)
    steady = [board for board in boards.values() if is_steady(board)]
    openings: dict[int, dict[Any, PastState]] = defaultdict(dict)
    for row in Opening.objects.filter(board__in=steady).fetch_mode(models.FETCH_RAISE):
        openings[row.board_id][row.player_id] = PastState(row.rating, row.counts)
    find_absent = build_absence_rule(ladder)
    found = {}
    for board in boards.values():
        opening = find_opening(openings[board.pk], identities)
        found[board.pk] = StorySeason(board.season_id, board.rules, find_absent, board in steady, opening)
    return found


def find_opening(table: dict[Any, PastState], identities: Identities) -> dict[int, tuple[Rating, Counts]]:
    """Return the states with which the players of a season begin."""
    return {player: (state.rating, state.counts) for player, state in merge_openings(table, identities).items()}


def build_absence_rule(ladder: Ladder) -> Callable[[date, Mapping[int, datetime | None]], Collection[int]]:
    """Return what tells who has no rank on a day on which somebody plays, by the rule of the standings; one query.

    Its players are given with when they last played on the ladder.
    """
    rows = Player.objects.filter(standings__board__season__ladder=ladder).order_by().distinct()
    stored = {player: presence for player, *presence in rows.values_list("pk", *PRESENCE_FIELDS)}

    def find_absent(day: date, played: Mapping[int, datetime | None]) -> Collection[int]:
        rule = RankRule(day, ladder.inactive_after, {}, is_today=False)
        return find_absences(rule, [Presence(player, at, *stored.get(player, ())) for player, at in played.items()])

    return find_absent
