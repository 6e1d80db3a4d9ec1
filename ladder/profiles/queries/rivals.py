"""The record against each opponent (head to head), and that of two players or sides."""

from collections.abc import Sequence
from typing import NamedTuple

from ladder.ledger.form_and_counts import format_ends
from ladder.pages.figures import find_direction, format_change, format_short_day
from ladder.profiles.queries.board_choice import BoardChoice
from ladder.profiles.queries.career import Career, CareerMatch, OtherParticipant
from ladder.profiles.queries.career_rows import load_career, load_encounters
from ladder.profiles.queries.records import RECORDS_PER_PAGE, RecordPage, build_record_page
from ladder.ratings import RatingSystem, find_match_worth
from players.models import Player

LATEST_RESULTS = 5
LAST_ENDS = {"W": "won", "L": "lost"}
Encounter = tuple[CareerMatch, OtherParticipant]
"""A match, and one who took part in it on another side."""


class LastEnd(NamedTuple):
    """The last match that a player won or lost: the word for it, its key and its day."""

    end: str
    match: int
    day: str


class Rival(NamedTuple):
    """The record against one opponent. `net` is the sum of the changes by duels, `last` the latest results, `since` the
    day on which they met first; `ends` says when the player last won and lost, the later first."""

    player: int
    name: str
    met: int
    record: str
    net: str
    direction: str
    last: tuple[str, ...]
    won: int
    lost: int
    since: str
    ends: list[LastEnd]


def list_rivals(career: Career, size: int = RECORDS_PER_PAGE, number: str | None = None) -> RecordPage[Rival]:
    """Return a page of the records against each opponent: those met most often first, then by name."""
    met: dict[int, list[Encounter]] = {}
    for match in career.matches:
        for other in match.others:
            met.setdefault(other.player, []).append((match, other))
    system = career.board.rating_system
    return build_record_page(
        met.values(), lambda pairs: pairs[-1][1].name, lambda pairs: build_rival(system, pairs), size, number
    )


def build_rival(system: RatingSystem, pairs: Sequence[Encounter]) -> Rival:
    """Return the record of these matches against one opponent."""
    ends = [compare_participants(match, other) for match, other in pairs]
    other = pairs[-1][1]
    alone = [match for match, _ in pairs if len(match.others) == 1 and not match.place and not match.partners]
    duels = [find_match_worth(system, match.before, match.after) for match in alone]
    net = sum(duels) if duels else None
    record = format_ends(system, ends)
    printed = (format_change(system, net), find_direction(net))
    last, since = tuple(end for end in ends if end)[-LATEST_RESULTS:], format_short_day(pairs[0][0].at)
    won, lost = ends.count("W"), ends.count("L")
    ended = list_last_ends(list(zip(ends, (match for match, _ in pairs), strict=True)))
    return Rival(other.player, other.name, len(pairs), record, *printed, last, won, lost, since, ended)


def list_last_ends(matches: Sequence[tuple[str, CareerMatch]]) -> list[LastEnd]:
    """Return the last win and the last loss of matches in order with their ends W, D or L, the later first."""
    found: dict[str, CareerMatch] = {}
    for end, match in reversed(matches):
        found.setdefault(end, match)
    return [
        LastEnd(LAST_ENDS[end], match.key, format_short_day(match.at))
        for end, match in found.items()
        if end in LAST_ENDS
    ]


def compare_participants(match: CareerMatch, other: OtherParticipant) -> str:
    """Return W, D or L between the player and another; an empty text for two of several who both lost."""
    if match.place and other.place:
        return "W" if match.place < other.place else "L" if match.place > other.place else "D"
    if match.score is None or other.score is None or match.score == other.score == 0:
        return ""
    return "W" if match.score > other.score else "L" if match.score < other.score else "D"


def load_rivals(choice: BoardChoice, player: Player, number: str | None) -> RecordPage[Rival]:
    """Return a page of the records of a player against each opponent, up to the day asked for."""
    return list_rivals(load_career(choice.board, player, choice.past), number=number)


def load_head_to_head(
    choice: BoardChoice, player: Player, others: Sequence[Player], partners: Sequence[Player] = ()
) -> Rival | None:
    """Return the record of a player against another, or of two sides as they are; None if they have not met there.

    Two queries.
    """
    matches = load_encounters(choice.board, player, [*others, *partners], choice.past)
    if partners or len(others) > 1:
        sides = [{one.pk for one in side} for side in (partners, others)]
        matches = [one for one in matches if one.list_other_keys() == sides]
    met = [(match, other) for match in matches for other in match.others if other.player == others[0].pk]
    return build_rival(choice.board.rating_system, met) if met else None
