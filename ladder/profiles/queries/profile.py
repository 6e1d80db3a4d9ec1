"""A profile put together: rank, figures, chart, the best win and the record against each opponent (head to head)."""

from collections.abc import Iterable, Sequence
from datetime import date
from typing import NamedTuple

from ladder.ledger.form_and_counts import format_ends
from ladder.models import Board
from ladder.pages.figures import (
    add_change_unit,
    find_direction,
    format_change,
    format_gap,
    format_lead,
    format_long_day,
    format_points,
    format_short_day,
)
from ladder.profiles.queries.board_choice import BoardChoice
from ladder.profiles.queries.career import Career, CareerMatch, OtherParticipant, load_career
from ladder.profiles.queries.chart import Chart, build_chart
from ladder.profiles.queries.partners import Partner, list_partners
from ladder.profiles.queries.summary import CareerSummary, build_summary
from ladder.ratings import WALKOVER, RatingSystem, find_match_worth
from ladder.standings.queries.long_board import load_shown_standings
from ladder.standings.queries.movement import Movement
from ladder.standings.queries.rows import find_index, find_row
from players.models import Player

LATEST_RESULTS = 5


class Rival(NamedTuple):
    """The record against one opponent. `net` is the sum of the changes by duels, `last` the latest results."""

    player: int
    name: str
    met: int
    record: str
    net: str
    direction: str
    last: tuple[str, ...]


class BestWin(NamedTuple):
    """The win over the opponent who was rated highest above the player at that time."""

    match: int
    player: int
    name: str
    rating: str
    gap: str
    day: str


def list_rivals(career: Career) -> list[Rival]:
    """Return the record against each opponent: those met most often first, then by name."""
    met: dict[int, list[tuple[CareerMatch, OtherParticipant]]] = {}
    for match in career.matches:
        for other in match.others:
            met.setdefault(other.player, []).append((match, other))
    found = [build_rival(career.board.rating_system, pairs) for pairs in met.values()]
    return sorted(found, key=lambda one: (-one.met, one.name.casefold()))


def build_rival(system: RatingSystem, pairs: Sequence[tuple[CareerMatch, OtherParticipant]]) -> Rival:
    """Return the record of these matches against one opponent."""
    ends = [compare_participants(match, other) for match, other in pairs]
    other = pairs[-1][1]
    alone = [match for match, _ in pairs if len(match.others) == 1 and not match.place and not match.partners]
    duels = [find_match_worth(system, match.before, match.after) for match in alone]
    net = sum(duels) if duels else None
    record = format_ends(system, ends)
    printed = (format_change(system, net), find_direction(net))
    return Rival(
        other.player, other.name, len(pairs), record, *printed, tuple(end for end in ends if end)[-LATEST_RESULTS:]
    )


def compare_participants(match: CareerMatch, other: OtherParticipant) -> str:
    """Return W, D or L between the player and another; an empty text for two of several who both lost."""
    if match.place and other.place:
        return "W" if match.place < other.place else "L" if match.place > other.place else "D"
    if match.score is None or other.score is None or match.score == other.score == 0:
        return ""
    return "W" if match.score > other.score else "L" if match.score < other.score else "D"


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
    """What a profile shows; the rank is None before the first match."""

    rank: ProfileRank | None
    summary: CareerSummary
    chart: Chart | None
    rivals: list[Rival]
    partners: list[Partner]
    best_win: BestWin | None


def load_profile(choice: BoardChoice, player: Player) -> Profile:
    """Return the profile of a player on a board at the end of the day asked for."""
    career = load_career(choice.board, player, choice.past)
    rank = load_profile_rank(choice.board, player, choice.past)
    rivals, partners = list_rivals(career), list_partners(career)
    return Profile(rank, build_summary(career), build_chart(career), rivals, partners, find_best_win(career))


def load_head_to_head(
    choice: BoardChoice, player: Player, others: Sequence[Player], partners: Sequence[Player] = ()
) -> Rival | None:
    """Return the record of a player against another, or of two sides as they are; None if they have not met there."""
    matches = load_career(choice.board, player, choice.past).matches
    if partners or len(others) > 1:
        sides = [{one.pk for one in side} for side in (partners, others)]
        matches = [one for one in matches if one.list_other_keys() == sides]
    met = [(match, other) for match in matches for other in match.others if other.player == others[0].pk]
    return build_rival(choice.board.rating_system, met) if met else None
