"""A profile put together: rank, figures, chart, the best win, and the records against and with others."""

from collections.abc import Callable, Iterable, Mapping
from datetime import date
from functools import cached_property
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
from ladder.profiles.queries.career_rows import complete_matches, load_career, load_course
from ladder.profiles.queries.chart import Chart, build_chart, list_linked_matches
from ladder.profiles.queries.chart_view import CHART_SPANS, WHOLE_SEASON, ChartSpan, ChartView
from ladder.profiles.queries.partners import Partner, find_best_partner, list_partners
from ladder.profiles.queries.played_weeks import PlayedWeeks, count_played_weeks
from ladder.profiles.queries.records import RecordPage
from ladder.profiles.queries.rivals import Rival, list_rivals
from ladder.profiles.queries.summary import CareerSummary, build_summary, find_peak
from ladder.ratings import WALKOVER, RatingSystem
from ladder.standings.queries.long_board import load_shown_standings
from ladder.standings.queries.movement import Movement
from ladder.standings.queries.rows import find_index, find_row
from players.models import Player
from players.privacy.redaction import HIDDEN_PLAYER, are_names_redacted

MOST_RIVALRIES, LEAST_MEETINGS = 3, 3  # how many rivals have a card, and how often they have to have met
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


class AskedChart(NamedTuple):
    """What the address asks of the chart: how far back, and whose line beside the player's."""

    span: ChartSpan
    other: Player | None


class ComparedPlayer(NamedTuple):
    """A player beside whom the chart can show this one's."""

    player: int
    name: str


class Profile:
    """What a profile shows of a player on a board, at the end of the day asked for; each part is worked out once.

    The rank is None before the first match. Opponents and partners are the most frequent. `find_badges`
    returns the names of those that matches earned, by the key of the match.
    """

    def __init__(
        self, choice: BoardChoice, player: Player, asked: AskedChart, find_badges: Callable[[], Mapping[int, str]]
    ) -> None:
        self.choice, self.player, self.asked, self.find_badges = choice, player, asked, find_badges

    @cached_property
    def career(self) -> Career:
        return load_career(self.choice.board, self.player, self.choice.past)

    @cached_property
    def rank(self) -> ProfileRank | None:
        return load_profile_rank(self.choice.board, self.player, self.choice.past)

    @cached_property
    def summary(self) -> CareerSummary:
        return build_summary(self.career)

    @cached_property
    def rivals(self) -> RecordPage[Rival]:
        return list_rivals(self.career, MOST_RECORDS_SHOWN)

    @cached_property
    def rivalries(self) -> list[Rival]:
        """The opponents met most often of whom a card is shown: three at most, who were met often enough."""
        often = [one for one in self.rivals.rows[:MOST_RIVALRIES] if one.met >= LEAST_MEETINGS]
        return [] if self.choice.has_places else often

    @property
    def other_rivals(self) -> list[Rival]:
        """The opponents met most often who have no card."""
        return self.rivals.rows[len(self.rivalries) :]

    @cached_property
    def weeks(self) -> PlayedWeeks | None:
        return count_played_weeks(self.career)

    @cached_property
    def best_partner(self) -> Partner | None:
        return find_best_partner(self.career)

    @cached_property
    def partners(self) -> RecordPage[Partner]:
        return list_partners(self.career, MOST_RECORDS_SHOWN)

    @cached_property
    def best_win(self) -> BestWin | None:
        return find_best_win(self.career)

    @cached_property
    def peak(self) -> int | None:
        """The key of the match after which the rating was highest; None without a match."""
        return find_peak(self.career).key if self.career.matches else None

    @cached_property
    def chart(self) -> Chart | None:
        """The chart that was asked for; None without a match."""
        board, other = self.choice.board, self.asked.other
        beside = load_course(board, other, self.choice.past) if other else None
        view = ChartView(self.asked.span, self.events, self.peak, beside)
        linked = [match.key for match in list_linked_matches(self.career, view)]
        matches = complete_matches(self.career.matches, self.player, board, linked)
        return build_chart(self.career._replace(matches=matches), view)

    @property
    def events(self) -> dict[int, str]:
        """What happened in which matches, in a few words, by the key of the match."""
        best = {self.best_win.match: f"best win v {self.best_win.name}"} if self.best_win else {}
        peak = {self.peak: "peak"} if self.peak is not None else {}
        found: dict[int, str] = {}
        for events in (peak, best, self.find_badges()):
            for key, words in events.items():
                found[key] = f"{found[key]}, {words}" if key in found else words
        return found

    @property
    def comparable(self) -> list[ComparedPlayer]:
        """Who is offered for comparison beside the reader: who is compared already, and those met most often."""
        found = {one.player: one.name for one in self.rivals.rows if one.name != HIDDEN_PLAYER}
        if self.asked.other:
            found = {self.asked.other.pk: self.asked.other.name} | found
        return [ComparedPlayer(*one) for one in found.items()]


def has_standing(board: Board, player: Player) -> bool:
    """Return whether a player is on a board, so that others can be compared with them there."""
    return board.standings.filter(player=player).exists()


def read_asked_chart(choice: BoardChoice, player: Player, span: str | None, other: int | None) -> AskedChart:
    """Return what was asked for of what there is: anything else is the whole season, and nobody beside the player.

    One query if somebody is asked for. Nobody is compared whose page this reader does not see.
    """
    found = None
    if other is not None and other != player.pk:
        found = Player.objects.filter(pk=other, merged_into=None, standings__board=choice.board).first()
    if found and found.hidden and are_names_redacted():
        found = None
    return AskedChart(next((one for one in CHART_SPANS if one.key == span), WHOLE_SEASON), found)
