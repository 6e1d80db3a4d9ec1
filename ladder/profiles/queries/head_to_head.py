"""A player against each opponent: won and lost, and what it came to."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from ladder.pages.figures import find_direction, format_change, format_points, format_short_day
from ladder.profiles.queries.career import Career, CareerMatch, OtherParticipant
from ladder.ratings import WALKOVER, RatingSystem

DOTS = 5


class Rival(NamedTuple):
    """The record against one opponent; `net` is what duels between the two brought, `last` the latest results."""

    player: int
    name: str
    met: int
    record: str
    net: str
    direction: str
    last: tuple[str, ...]


class BestWin(NamedTuple):
    """The win with the largest gap at the time."""

    match: int
    player: int
    name: str
    rating: str
    gap: str
    day: str


def list_rivals(career: Career) -> list[Rival]:
    """Return the record against each opponent, those met most often first, then by name."""
    met: dict[int, list[tuple[CareerMatch, OtherParticipant]]] = {}
    for game in career.games:
        for other in game.others:
            met.setdefault(other.player, []).append((game, other))
    found = [build_rival(career.board.rating_system, pairs) for pairs in met.values()]
    return sorted(found, key=lambda one: (-one.met, one.name.casefold()))


def build_rival(system: RatingSystem, pairs: Sequence[tuple[CareerMatch, OtherParticipant]]) -> Rival:
    """Return the record of these matches against one opponent."""
    ends = [compare_participants(game, other) for game, other in pairs]
    other = pairs[-1][1]
    duels = [game.change for game, _ in pairs if len(game.others) == 1 and not game.place]
    net = sum(duels) if duels else None
    record = "–".join(str(ends.count(letter)) for letter in ("WDL" if system.draws else "WL"))
    printed = (format_change(system, net), find_direction(net))
    return Rival(other.player, other.name, len(pairs), record, *printed, tuple(end for end in ends if end)[-DOTS:])


def compare_participants(game: CareerMatch, other: OtherParticipant) -> str:
    """Return W, D or L between two of a match; nothing for two of many who both lost."""
    if game.place and other.place:
        return "W" if game.place < other.place else "L" if game.place > other.place else "D"
    if game.score is None or other.score is None or game.score == other.score == 0:
        return ""
    return "W" if game.score > other.score else "L" if game.score < other.score else "D"


def find_best_win(career: Career) -> BestWin | None:
    """Return the win over whoever stood highest above at the time, by the ledger's ratings before."""
    wins = [pair for game in career.games for pair in list_beaten_opponents(game)]
    if not wins:
        return None
    game, other = max(wins, key=lambda pair: pair[1].before - pair[0].before.points)
    system, gap = career.board.rating_system, other.before - game.before.points
    rating, day = format_points(system, other.before), format_short_day(game.at)
    return BestWin(game.match, other.player, other.name, rating, describe_rating_gap(system, gap), day)


def list_beaten_opponents(game: CareerMatch) -> Iterable[tuple[CareerMatch, OtherParticipant]]:
    """Give the match with each opponent who was beaten in it; places in a tournament and walkovers are no wins."""
    if game.kind == WALKOVER.key:
        return ()
    return ((game, other) for other in game.others if game.score == 1 and other.score == 0 and not game.place)


def describe_rating_gap(system: RatingSystem, gap: float) -> str:
    """Return "88 above", "12 below" or "level"."""
    size = format_points(system, abs(gap))
    return "level" if not size.strip("0.") else f"{size} {'above' if gap > 0 else 'below'}"
