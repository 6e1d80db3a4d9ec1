"""Which boxes are proposed: the first ones of a season, and what the next ones are made from."""

from datetime import date, timedelta

from django.utils import timezone

from ladder.boxes.queries.box_page import build_box_order
from ladder.boxes.queries.box_proposal import BoxProposal, cut_into_boxes
from ladder.boxes.queries.shown_boxes import ShownBox
from ladder.ledger.player_standings import advance_standings, load_current_standings
from ladder.ledger.ranking import find_standings_day, sort_by_rank
from ladder.models import Match, Participant, Season
from players.people.queries import resolve_player


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


def find_next_start(season: Season) -> date:
    """Return the first day of the next cycle: today, or the day after the last day of a season that is over."""
    today = timezone.localdate()
    return season.ends_on + timedelta(1) if season.ends_on and season.is_over else today


def list_newcomers(season: Season, boxes: list[ShownBox]) -> list[int]:
    """Return who played in a season and is in none of its boxes, in the order in which they first played."""
    in_boxes = {key for box in boxes for key in box.players}
    seats = Participant.objects.filter(match__season=season, match__status=Match.Status.COUNTED)
    played = seats.order_by("match__played_at", "match__sequence").values_list(resolve_player("player"), flat=True)
    return [key for key in dict.fromkeys(played) if key not in in_boxes]


def load_absent_players(boxes: list[ShownBox], day: date) -> dict[int, str]:
    """Return who of the players of boxes sits out on a day or has retired, with the reason."""
    players = [place.player.itself for box in boxes for place in box.places]
    away = {one.pk: "sits out" for one in players if one.sits_out_until and one.sits_out_until > day}
    return away | {one.pk: "retired" for one in players if one.retired_on}
