"""The sentences of a sheet about boxes: how they are made, what a match gives, and who stands higher."""

from collections.abc import Iterator, Sequence

from ladder.formats import format_count, join_side
from ladder.models import Ladder
from ladder.ratings import RatingSystem
from ladder.ratings.systems import match_points
from ladder.ratings.systems.match_points import LEVEL_CHOICES, MatchPoints, format_points

ALL_BY_THE_LAST_DAY = "All matches are played by the last day of the season."
EACH_BY_ITS_DAY = "Each match has a last day of its own, so that everybody has one match at a time."
GO_UP = ("Nobody goes up by rule.", "The first of each box goes up.", "The first {count} of each box go up.")
GO_DOWN = ("Nobody goes down by rule.", "The last of each box goes down.", "The last {count} of each box go down.")
"""What is said where nobody, one or more go."""


def list_box_rules(ladder: Ladder) -> list[str]:
    """Return how boxes are made, and who goes up and down; nothing of a ladder without boxes."""
    if ladder.box_size is None:
        return []
    weeks = ladder.cycle_weeks
    lasts = format_count(weeks, "week") if weeks else "a calendar month"
    said = [
        f"A box has {ladder.box_size} players, who all play each other.",
        f"The boxes last for {lasts}; then they are made anew.",
        EACH_BY_ITS_DAY if ladder.box_spread else ALL_BY_THE_LAST_DAY,
        describe_who_goes(ladder.box_up, GO_UP),
        describe_who_goes(ladder.box_down, GO_DOWN),
    ]
    if ladder.box_up:
        said.append("Where there is room in the box above, the next one goes up, too.")
    if ladder.box_parallel > 1:
        said.append(
            f"Below Box 1 there are {ladder.box_parallel} boxes side by side, whose players count in turns: the first "
            "of 2A, the first of 2B, the second of 2A."
        )
    if ladder.box_least:
        said.append(f"Whoever has played fewer than {format_count(ladder.box_least, 'match', 'matches')} can’t go up.")
    if ladder.box_stay:
        least = format_count(ladder.box_stay, "match", "matches")
        said.append(f"Whoever has played fewer than {least} is not in the next boxes.")
    if ladder.box_offers:
        offers = format_count(ladder.box_offers, "day")
        said.append(f"Whoever offered {offers} to play, none of which was taken up, can claim the match.")
    return said


def describe_who_goes(count: int, sentences: Sequence[str]) -> str:
    """Return "The first of each box goes up." or "The last 2 of each box go down."."""
    return sentences[min(count, 2)].format(count=count)


def list_point_rules(system: RatingSystem) -> list[str]:
    """Return what a match gives on a board of match points, and who stands higher; nothing on another board."""
    return [*list_match_points(system), *list_level_rules(system)] if isinstance(system, MatchPoints) else []


def list_match_points(system: MatchPoints) -> Iterator[str]:
    """Yield what matches give that were played, and those that were not."""
    if system.counting == match_points.TABLE:
        rows = (
            (system.winner_none, system.loser_none),
            (system.winner_one, system.loser_one),
            (system.winner_two, system.loser_two),
        )
        none, one, two = (f"{format_points(won)} to {format_points(lost)}" for won, lost in rows)
        yield f"Points: {none} where the loser wins no game, {one} where it is one, {two} where it is two or more."
    else:
        parts = (
            (system.playing, "for playing"),
            (system.game, "for each game"),
            (system.win, "for the win"),
            (system.point, "for each point of the score"),
            (system.higher, "more for beating somebody who stood higher"),
        )
        yield f"Points: {join_side([f'{format_points(points)} {what}' for points, what in parts if points])}."
    winner, loser = format_points(system.forfeit_winner), format_points(system.forfeit_loser)
    yield f"A forfeit gives {winner} to the winner and {loser} to the other."


def list_level_rules(system: MatchPoints) -> Iterator[str]:
    """Yield who stands higher, and what tells apart those who are level."""
    if system.first_by == match_points.WINS:
        yield "Whoever has more wins stands higher; with as many wins, whoever has more points."
    else:
        yield "Whoever has more points stands higher."
    labels = dict(LEVEL_CHOICES)
    levels = [labels[one] for one in system.levels if one != match_points.POINTS]
    if levels:
        yield f"Among those who are level it is decided by, in this order: {'; '.join(levels)}."
