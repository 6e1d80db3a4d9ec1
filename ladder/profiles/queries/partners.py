"""With whom a player played together: the record with each partner, and that of the pair against other sides."""

from collections.abc import Sequence
from typing import NamedTuple

from ladder.formats import join_side
from ladder.ledger.form_and_counts import RESULT_LETTERS, format_ends
from ladder.pages.figures import find_direction, format_change
from ladder.profiles.queries.board_choice import BoardChoice
from ladder.profiles.queries.career import Career, CareerMatch
from ladder.profiles.queries.career_rows import load_career
from ladder.profiles.queries.records import RECORDS_PER_PAGE, RecordPage, build_record_page
from ladder.ratings import RatingSystem, find_match_worth
from players.models import Player
from players.people.names import fold_player_name

LEAST_MATCHES_TOGETHER = 3  # below which a share of wins says nothing


class PairRecord(NamedTuple):
    """The record of a pair, or of a larger side, against another side."""

    names: str
    met: int
    record: str


class Partner(NamedTuple):
    """The record with some partners on one side. `net` is the sum of the player's own changes in these matches."""

    players: list[tuple[int, str]]
    met: int
    record: str
    net: str
    direction: str
    against: list[PairRecord]


def list_partners(career: Career, size: int = RECORDS_PER_PAGE, number: str | None = None) -> RecordPage[Partner]:
    """Return a page of the records with each partner, or with each set of partners: the most frequent first, then by
    name."""
    system = career.board.rating_system
    return build_record_page(
        group_by_partners(career), name_partners, lambda matches: build_partner(system, matches), size, number
    )


def group_by_partners(career: Career) -> list[list[CareerMatch]]:
    """Return the matches with each partner, or with each set of partners."""
    played: dict[frozenset[int], list[CareerMatch]] = {}
    for match in career.matches:
        if match.partners:
            played.setdefault(frozenset(one.player for one in match.partners), []).append(match)
    return list(played.values())


def find_best_partner(career: Career) -> Partner | None:
    """Return the partner with whom the largest share of matches was won, a draw as half, of those with three matches
    at least; of equal ones the one of most matches. None if nobody else played as often with the player."""
    groups = [matches for matches in group_by_partners(career) if len(matches) >= LEAST_MATCHES_TOGETHER]
    if len(groups) < 2:
        return None
    best = max(groups, key=lambda matches: (sum(one.score or 0 for one in matches) / len(matches), len(matches)))
    return build_partner(career.board.rating_system, best)


def load_partners(choice: BoardChoice, player: Player, number: str | None) -> RecordPage[Partner]:
    """Return a page of the records of a player with each partner, up to the day asked for."""
    return list_partners(load_career(choice.board, player, choice.past), number=number)


def name_partners(matches: Sequence[CareerMatch]) -> str:
    """Return the names of those with whom these matches were played."""
    return join_side(sorted((one.name for one in matches[-1].partners), key=fold_player_name))


def build_partner(system: RatingSystem, matches: Sequence[CareerMatch]) -> Partner:
    """Return the record of these matches, which were played with the same partners."""
    met: dict[frozenset[int], list[CareerMatch]] = {}
    for match in matches:
        met.setdefault(frozenset(one.player for one in match.others), []).append(match)
    against = [PairRecord(name_other_side(some[-1]), len(some), count_ends(system, some)) for some in met.values()]
    net = sum(find_match_worth(system, match.before, match.after) for match in matches)
    return Partner(
        sorted(((one.player, one.name) for one in matches[-1].partners), key=lambda one: fold_player_name(one[1])),
        len(matches),
        count_ends(system, matches),
        format_change(system, net),
        find_direction(net),
        sorted(against, key=lambda one: (-one.met, fold_player_name(one.names))),
    )


def name_other_side(match: CareerMatch) -> str:
    """Return the names of the other side."""
    return join_side(sorted((one.name for one in match.others), key=fold_player_name))


def count_ends(system: RatingSystem, matches: Sequence[CareerMatch]) -> str:
    """Return how often these matches were won, drawn where there are draws, and lost: "3–1"."""
    return format_ends(system, [RESULT_LETTERS[match.score] for match in matches if match.score is not None])
