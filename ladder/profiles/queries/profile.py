"""A profile put together: rank, figures, chart, the best win, and the records against and with others."""

from collections.abc import Iterable
from datetime import date
from typing import NamedTuple

from ladder.models import Board
from ladder.pages.figures import (
    add_change_unit,
    format_gap,
    format_lead,
    format_long_day,
    format_points,
    format_short_day,
)
from ladder.profiles.queries.board_choice import BoardChoice
from ladder.profiles.queries.career import Career, CareerMatch, OtherParticipant
from ladder.profiles.queries.career_rows import complete_matches, load_career
from ladder.profiles.queries.chart import Chart, build_chart, list_linked_matches
from ladder.profiles.queries.partners import Partner, list_partners
from ladder.profiles.queries.records import RecordPage
from ladder.profiles.queries.rivals import Rival, list_rivals
from ladder.profiles.queries.summary import CareerSummary, build_summary
from ladder.ratings import WALKOVER, RatingSystem
from ladder.standings.queries.long_board import load_shown_standings
from ladder.standings.queries.movement import Movement
from ladder.standings.queries.rows import find_index, find_row
from players.models import Player

MOST_RECORDS_SHOWN = 10  # opponents, and partners; a page of their own has all


class BestWin(NamedTuple):
    """The win over the opponent who was rated highest above the player at that time."""

    match: int
    player: int
    name: str
    rating: str
    gap: str
    day: str


def find_best_win(career: Career) -> BestWin | None:
    """Return the win over the opponent with the largest gap by the ratings before the match; None without a win."""
    wins = [pair for match in career.matches for pair in list_beaten_opponents(match)]
    if not wins:
        return None
    match, other = max(wins, key=lambda pair: pair[1].before - pair[0].before.points)
    system, gap = career.board.rating_system, other.before - match.before.points
    rating, day = format_points(system, other.before), format_short_day(match.at)
    return BestWin(match.key, other.player, other.name, rating, describe_rating_gap(system, gap), day)


def list_beaten_opponents(match: CareerMatch) -> Iterable[tuple[CareerMatch, OtherParticipant]]:
    """Return the match with each opponent whom the player beat in it; tournaments and walkovers have none."""
    if match.kind == WALKOVER.key:
        return ()
    return ((match, other) for other in match.others if match.score == 1 and other.score == 0 and not match.place)


def describe_rating_gap(system: RatingSystem, gap: float) -> str:
    """Return a gap in words: "88 above", "12 below" or "level"."""
    size = format_gap(system, abs(gap))
    return "level" if not size.strip("0.") else f"{add_change_unit(system, size)} {'above' if gap > 0 else 'below'}"


class PlayerAbove(NamedTuple):
    """The player who ranks just above, and the gap to them: "4.5", or empty when the ratings are level."""

    player: int
    name: str
    gap: str


class ProfileRank(NamedTuple):
    """A rank, out of how many, how it moved since a club day, and the player above; `absence` is why there is none."""

    rank: str
    size: int
    movement: Movement
    since: str
    above: PlayerAbove | None
    absence: str = ""

    @property
    def words(self) -> str:
        return f"No rank: {self.absence}" if self.absence else f"{self.rank} of {self.size:,}"


def load_profile_rank(board: Board, player: Player, asked: date | None = None) -> ProfileRank | None:
    """Return the player's rank in the standings at the end of the day asked for; None before their first match."""
    table = load_shown_standings(board, asked)
    mine = find_row(table.rows, player.pk)
    if mine is None:
        return None
    if not mine.is_ranked:
        return ProfileRank("", len(table.ranked), mine.movement, "", None, mine.absence)
    index, above = find_index(table.ranked, mine.player), None
    if index:
        row = table.ranked[index - 1]
        gap = format_lead(board.rating_system, row.points - mine.points)
        above = PlayerAbove(row.player, row.name, gap)
    since = format_long_day(table.since) if table.since else ""
    return ProfileRank(mine.rank_words, len(table.ranked), mine.movement, since, above)


class Profile(NamedTuple):
    """What a profile shows; the rank is None before the first match. Opponents and partners are the most frequent."""

    rank: ProfileRank | None
    summary: CareerSummary
    chart: Chart | None
    rivals: RecordPage[Rival]
    partners: RecordPage[Partner]
    best_win: BestWin | None


def load_profile(choice: BoardChoice, player: Player) -> Profile:
    """Return the profile of a player on a board at the end of the day asked for."""
    career = load_career(choice.board, player, choice.past)
    linked = [match.key for match in list_linked_matches(career)]
    career = career._replace(matches=complete_matches(career.matches, player, choice.board, linked))
    rank = load_profile_rank(choice.board, player, choice.past)
    rivals, partners = list_rivals(career, MOST_RECORDS_SHOWN), list_partners(career, MOST_RECORDS_SHOWN)
    return Profile(rank, build_summary(career), build_chart(career), rivals, partners, find_best_win(career))
