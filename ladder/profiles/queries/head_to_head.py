"""A player's record against each opponent, and their best win."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from ladder.pages.figures import find_direction, format_change, format_gap, format_points, format_short_day
from ladder.profiles.queries.career import Career, CareerMatch, OtherParticipant
from ladder.ratings import WALKOVER, RatingSystem

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
    duels = [match.change for match, _ in pairs if len(match.others) == 1 and not match.place]
    net = sum(duels) if duels else None
    record = "–".join(str(ends.count(letter)) for letter in ("WDL" if system.draws else "WL"))
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
    return "level" if not size.strip("0.") else f"{size} {'above' if gap > 0 else 'below'}"
