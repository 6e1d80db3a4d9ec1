"""What a version of a match must hold: the match as it then was is built from it, and where it counted, rated."""

from collections.abc import Mapping, Sequence, Set
from datetime import datetime
from functools import lru_cache
from typing import Any, NamedTuple

from ladder.files.values import is_in_every_zone
from ladder.models import Board, Match, MatchRevision
from ladder.ratings import RatingSystem, Result, replay_results
from players.models import Player

from ..concern import concerned
from ..results import stored_sides
from ..revisions import KEYS, OUTCOME, outcomes, result_told
from .manifest import Unfit
from .reading import Backup
from .shapes import check_facts, told_as
from .tables import name_of

LARGEST_KEY = (1 << 63) - 1


class Folding(NamedTuple):
    """Which versions a past table "as then known" may fold, and the systems that then rate them."""

    newest: Mapping[int, tuple[int, int]]  # each match's season and its newest version's number
    systems: Mapping[int, Sequence[RatingSystem]]  # by season

    def check(self, match: int, number: int, said: Mapping[str, Any], result: Result) -> None:
        """Refuse an older version that counted and can't be rated."""
        season, newest = self.newest.get(match, (0, number))
        if number < newest and said["status"] == Match.Status.COUNTED:
            for system in self.systems.get(season, ()):
                if concerned(system, result):
                    replay_results(system, [result])


def folding(backup: Backup) -> Folding:
    """Return what is known of matches and boards, whose rows were checked."""
    systems: dict[int, list[RatingSystem]] = {}
    for season, key, options in backup.picked(Board, "season_id", "system", "options"):
        systems.setdefault(season, []).append(Board(system=key, options=options).rating_system)
    matches = backup.picked(Match, "id", "season_id", "revision")
    return Folding({match: (season, number) for match, season, number in matches}, systems)


def check_version(folding: Folding, match: int, number: int, said: Any, proposed: Any) -> None:
    """Refuse a version from which the match as it then was, or as a dispute proposes it, can't be built."""
    check_match(folding, match, number, said)
    if proposed is not None:
        check_match(folding, match, number, proposed)
        if len(proposed["sides"]) != len(said["sides"]):
            raise ValueError("what is proposed is another match")


def check_match(folding: Folding, match: int, number: int, said: Any) -> None:
    """Refuse what is no whole match, or from which another one comes."""
    if not isinstance(said, dict) or said.keys() != KEYS:
        raise ValueError(f"version doesn't hold just {', '.join(sorted(KEYS))}")
    check_facts(said["facts"])
    if said["status"] not in Match.Status.values:
        raise ValueError("status in version is not known to this site")
    with told_as("version can't be read as a match"):
        check_moments(said)
        check_players(said["sides"])
        result = result_told(said, [stand_in(side["player"]) for side in said["sides"]])
        if outcomes(stored_sides(result)) != said["sides"]:
            raise ValueError
        folding.check(match, number, said, result)


def check_moments(said: Mapping[str, Any]) -> None:
    """Refuse what is no moment in any zone; only the beginning may be missing."""
    for at in [said["played_at"], *([said["started_at"]] if said["started_at"] is not None else [])]:
        read = datetime.fromisoformat(at)
        if read.tzinfo is None or not is_in_every_zone(read):
            raise ValueError


def check_players(sides: Any) -> None:
    """Refuse sides without anybody, and what is no player's key; whoever it was may have been deleted since."""
    if not sides or not all(side.keys() == {*OUTCOME} and is_key(side["player"]) for side in sides):
        raise ValueError


@lru_cache(maxsize=4096)
def stand_in(key: int) -> Player:
    """Return a player who has nothing but a key; making one anew in each seat takes as long as all the rest."""
    return Player(pk=key)


def is_key(value: Any) -> bool:
    return type(value) is int and 0 < value <= LARGEST_KEY


def check_newest(known: Folding, versions: Set[tuple[int, int]]) -> None:
    """Refuse a match without the version that it is in: a past table asks what it says now."""
    newest = ((match, number) for match, (_, number) in known.newest.items() if number)
    for match, number in newest:
        if (match, number) not in versions:
            raise Unfit(f"{name_of(MatchRevision)}: match {match} has no version {number}.")
