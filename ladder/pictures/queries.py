"""What is on each card, from what the page says that it belongs to."""

from collections.abc import Mapping, Sequence
from itertools import groupby

from django.utils import timezone

from ladder.formats import (
    LOST,
    OUTCOME_WORDS,
    STOPPED,
    WON,
    Format,
    ParticipantResult,
    add_match_length,
    choose_format,
    format_count,
    sort_best_first,
)
from ladder.ledger.storage.match_record import load_played_match
from ladder.matches.queries.explanation import PlayerExplanation, explain_match_on_boards
from ladder.matches.queries.results import describe_result_score
from ladder.models import Board, Match, Season
from ladder.pages.figures import format_long_day
from ladder.pictures.cards import Card, CardFigure, CardLine
from ladder.profiles.queries.board_choice import load_player_boards
from ladder.profiles.queries.career import Career
from ladder.profiles.queries.career_rows import load_course
from ladder.profiles.queries.chart import thin_values
from ladder.profiles.queries.profile import load_profile_rank
from ladder.profiles.queries.summary import ProfileFigure, build_peak_figure, build_summary, list_record_figures
from ladder.ratings import WALKOVER
from ladder.standings.queries.displays import split_spread
from ladder.standings.queries.long_board import load_shown_standings
from ladder.standings.queries.rows import StandingsRow
from ladder.story.queries.recap import load_recap
from players.models import Club, Player

MOST_CARD_LINES = 5
MOST_CURVE_POINTS = 200


def load_match_card(match: Match) -> Card:
    """Return the card of a match: how it ended, and what it was worth on its main board."""
    played, ladder = load_played_match(match), match.season.ladder
    boards = explain_match_on_boards(match, played.result, played.names)
    worth = {part.player: part for part in boards[0].parts} if boards else {}
    format, best_first = choose_format(played.participants), sort_best_first(played.participants)
    sides = [list(side) for _, side in groupby(best_first, find_side_key)]
    return Card(
        club=str(Club.current()),
        place=str(ladder),
        title=add_match_length(describe_match_state(match), match.facts, describe_result_score(played.result)),
        lines=tuple(build_side_line(format, side, worth, match.ending) for side in sides[:MOST_CARD_LINES]),
        foot=f"{match.season.name}, {format_long_day(timezone.localdate(match.played_at))}",
    )


def describe_match_state(match: Match) -> str:
    """Return what else a reader has to know: that a match doesn't count, not yet, or was not played to its end."""
    if match.is_void:
        return "Void"
    if match.is_pending:
        return "Pending"
    return "Walkover" if match.kind == WALKOVER.key else "Stopped" if match.ending == STOPPED else ""


def find_side_key(one: ParticipantResult) -> tuple[int, int]:
    """Return what is the same for those who played together."""
    return (one.side, 0) if one.side else (0, one.player.pk)


def build_side_line(
    format: Format, side: Sequence[ParticipantResult], worth: Mapping[int, PlayerExplanation], ending: str
) -> CardLine:
    """Return the line of a player, or of who played together; `worth` is what the match was worth to each."""
    first, parts = side[0], [worth[one.player.pk] for one in side if one.player.pk in worth]
    is_told = bool(first.place) or ending == STOPPED  # beside or above the line
    finish = "" if is_told else format.describe_finish(first) or OUTCOME_WORDS[first.score or LOST]
    when = f"rated at {parts[0].when}" if parts and parts[0].when else ""
    rating = f"{parts[0].after} now" if len(side) == 1 and parts and not when else ""
    return CardLine(
        people=tuple(one.player.name for one in side),
        figure=" ".join(dict.fromkeys(part.change for part in parts)),
        note=", ".join(filter(None, (finish, when, rating))),
        rank=str(first.place or ""),
        direction=parts[0].direction if parts else "",
        is_marked=first.score == WON or first.place == 1,
    )


def load_player_card(player: Player) -> Card:
    """Return the card of a player: the rank, the rating and its course on the board with the last match."""
    boards = load_player_boards(player)
    if not boards:
        return Card(str(Club.current()), "", "", (CardLine((player.name,), note="No matches yet"),))
    board, season = boards[0], boards[0].season
    course, rank = load_course(board, player), load_profile_rank(board, player)
    summary = build_summary(course)
    figures = [*list(list_record_figures(course))[:1], build_peak_figure(course)] if course.matches else []
    return Card(
        club=str(Club.current()),
        place=f"{season.ladder}, {season.name}",
        title="",
        lines=(CardLine((player.name,), mark_rating(summary.rating, summary.provisional), rank.words if rank else ""),),
        figures=tuple(map(build_card_figure, figures)),
        curve=list_curve_points(course),
    )


def build_card_figure(figure: ProfileFigure) -> CardFigure:
    """Return a figure of a profile, with its note behind the label: "Won of 121"."""
    return CardFigure(" ".join(filter(None, (figure.label, figure.note))), figure.text)


def list_curve_points(course: Career) -> tuple[float, ...]:
    """Return the rating at the start and after each match, of many only the highs and lows; empty without a match."""
    points = [course.start.rating.points, *(match.after.points for match in course.matches)]
    return tuple(points[at] for at in thin_values(points, MOST_CURVE_POINTS)) if course.matches else ()


def load_board_card(board: Board) -> Card | None:
    """Return the card of a board: its first players; None while nobody has a rank."""
    table, season = load_shown_standings(board), board.season
    rows = table.ranked[:MOST_CARD_LINES]
    if not rows:
        return None
    return Card(
        club=str(Club.current()),
        place=str(season.ladder),
        title=season.name if season.boards.count() == 1 else table.title,
        lines=tuple(map(build_row_line, rows)),
        foot=f"{format_count(len(table.rows), 'player')}, {format_long_day(table.day)}",
    )


def load_season_card(season: Season) -> Card | None:
    """Return the card of a season: its podium; None while nobody has a rank."""
    recap = load_recap(season, None, wait=True)
    if recap is None or not recap.podium:
        return None
    ended = f", ended on {format_long_day(season.ends_on)}" if season.closed_at and season.ends_on else ""
    return Card(
        club=str(Club.current()),
        place=str(season.ladder),
        title=season.name if season.closed_at else f"{season.name} so far",
        lines=tuple(map(build_row_line, recap.podium)),
        foot=f"{format_count(recap.matches, 'match', 'matches')}, {format_count(recap.players, 'player')}{ended}",
    )


def build_row_line(row: StandingsRow) -> CardLine:
    """Return the line of a player in the standings; who is first is marked."""
    rating = mark_rating(split_spread(row.rating)[0], row.provisional)
    return CardLine((row.name,), rating, rank=row.rank_text, is_marked=row.rank == 1)


def mark_rating(rating: str, provisional: str) -> str:
    """Return a rating with the mark of a provisional one: 1450?"""
    return f"{rating}?" if provisional else rating
