"""Which boxes are proposed: the first ones of a season, and the next ones with their season."""

from collections.abc import Sequence
from datetime import date, timedelta
from typing import NamedTuple

from django.utils import timezone
from django.utils.formats import date_format

from ladder.boxes.queries.box_page import build_box_order, propose_next_boxes
from ladder.boxes.queries.box_proposal import BoxProposal, cut_into_boxes
from ladder.boxes.queries.shown_boxes import ShownBox
from ladder.ledger.player_standings import advance_standings, load_current_standings
from ladder.ledger.ranking import find_standings_day, sort_by_rank
from ladder.models import Match, Participant, Season
from players.people.names import build_name_key
from players.people.queries import resolve_player

SHORTEST_CYCLE_DAYS = 7


class NextCycle(NamedTuple):
    """The boxes that are proposed after those of a season, and the name and the last day of their season."""

    proposal: BoxProposal
    name: str
    ends_on: date


def propose_first_boxes(season: Season) -> BoxProposal:
    """Return boxes of all who are in the standings of the main board, in their order."""
    board = season.boards.first()
    if board is None:
        return BoxProposal([], [])
    board.season = season
    system, day = board.rating_system, find_standings_day(season)
    ranked = sort_by_rank(system, advance_standings(system, load_current_standings(board), day))
    active = [one.player for one in ranked if one.retired_on is None]
    return BoxProposal(cut_into_boxes([active], build_box_order(season.ladder)), [])


def propose_next_cycle(season: Season, boxes: Sequence[ShownBox]) -> NextCycle:
    """Return the next boxes as these of a season stand, without those who will be away; five queries."""
    starts_on, weeks = find_next_start(season), season.ladder.cycle_weeks
    last = find_cycle_end(starts_on, weeks)
    if last < timezone.localdate():  # nobody began it in time
        last = find_cycle_end(timezone.localdate(), weeks)
    away, newcomers = load_absent_players(boxes, starts_on), list_newcomers(season, boxes)
    name = name_next_season(season, date_format(starts_on if weeks else last, "F Y"))
    return NextCycle(propose_next_boxes(season.ladder, boxes, newcomers, away), name, last)


def find_cycle_end(starts_on: date, weeks: int | None) -> date:
    """Return the last day of a cycle of so many weeks, or without them of a calendar month.

    A month that ends within the week is too short for a cycle, which then lasts until the end of the next one.
    """
    if weeks:
        return starts_on + timedelta(weeks=weeks, days=-1)
    month = (starts_on + timedelta(SHORTEST_CYCLE_DAYS)).replace(day=1)
    return (month + timedelta(days=32)).replace(day=1) - timedelta(days=1)


def name_next_season(season: Season, name: str) -> str:
    """Return this name for the season after one, with a number where another season of the ladder has it."""
    names = Season.objects.filter(ladder=season.ladder_id).values_list("name", flat=True)
    taken = set(map(build_name_key, names))
    numbered = (name if number == 1 else f"{name} ({number})" for number in range(1, len(taken) + 2))
    return next(one for one in numbered if build_name_key(one) not in taken)


def find_next_start(season: Season) -> date:
    """Return the first day of the next cycle: today, or the day after the last day of a season that is over."""
    today = timezone.localdate()
    return season.ends_on + timedelta(1) if season.ends_on and season.is_over else today


def list_newcomers(season: Season, boxes: Sequence[ShownBox]) -> list[int]:
    """Return who played in a season and is in none of its boxes, in the order in which they first played."""
    in_boxes = {key for box in boxes for key in box.players}
    seats = Participant.objects.filter(match__season=season, match__status=Match.Status.COUNTED)
    played = seats.order_by("match__played_at", "match__sequence").values_list(resolve_player("player"), flat=True)
    return [key for key in dict.fromkeys(played) if key not in in_boxes]


def load_absent_players(boxes: Sequence[ShownBox], day: date) -> dict[int, str]:
    """Return who of the players of boxes sits out on a day or has retired, with the reason."""
    players = [place.player.itself for box in boxes for place in box.places]
    away = {one.pk: "sits out" for one in players if one.sits_out_until and one.sits_out_until > day}
    return away | {one.pk: "retired" for one in players if one.retired_on}
