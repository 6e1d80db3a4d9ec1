"""What a version of a match must hold: the match as it then was is built from it, and where it counted, rated."""

from collections.abc import Mapping, Sequence, Set
from datetime import datetime
from functools import lru_cache
from typing import Any, NamedTuple

from ladder.files.values import is_in_every_zone
from ladder.models import Board, Match, MatchRevision
from ladder.ratings import RatingSystem, Result, replay_results
from ladder.services.backups.manifest import UnfitBackup
from ladder.services.backups.reading import Backup
from ladder.services.backups.shapes import check_fact_numbers, report_errors_as
from ladder.services.backups.tables import build_file_name
from ladder.services.concern import is_counted
from ladder.services.results import list_participant_columns
from ladder.services.revisions import OUTCOME_KEYS, VERSION_KEYS, build_version_result, list_version_outcomes
from players.models import Player

LARGEST_KEY = (1 << 63) - 1


class VersionContext(NamedTuple):
    """Which versions a past table "as then known" may fold, and the systems that then rate them."""

    newest: Mapping[int, tuple[int, int]]  # each match's season and its newest version's number
    systems: Mapping[int, Sequence[RatingSystem]]  # by season

    def check(self, match: int, number: int, said: Mapping[str, Any], result: Result) -> None:
        """Refuse an older version that counted and can't be rated."""
        season, newest = self.newest.get(match, (0, number))
        if number < newest and said["status"] == Match.Status.COUNTED:
            for system in self.systems.get(season, ()):
                if is_counted(system, result):
                    replay_results(system, [result])


def build_version_context(backup: Backup) -> VersionContext:
    """Return what is known of matches and boards, whose rows were checked."""
    systems: dict[int, list[RatingSystem]] = {}
    for season, key, options in backup.picked(Board, "season_id", "system", "options"):
        systems.setdefault(season, []).append(Board(system=key, options=options).rating_system)
    matches = backup.picked(Match, "id", "season_id", "revision")
    return VersionContext({match: (season, number) for match, season, number in matches}, systems)


def check_match_version(folding: VersionContext, match: int, number: int, said: Any, proposed: Any) -> None:
    """Refuse a version from which the match as it then was, or as a dispute proposes it, can't be built."""
    check_version_content(folding, match, number, said)
    if proposed is not None:
        check_version_content(folding, match, number, proposed)
        if len(proposed["sides"]) != len(said["sides"]):
            raise ValueError("what is proposed is another match")


def check_version_content(folding: VersionContext, match: int, number: int, said: Any) -> None:
    """Refuse what is no whole match, or from which another one comes."""
    if not isinstance(said, dict) or said.keys() != VERSION_KEYS:
        raise ValueError(f"version doesn't hold just {', '.join(sorted(VERSION_KEYS))}")
    check_fact_numbers(said["facts"])
    if said["status"] not in Match.Status.values:
        raise ValueError("status in version is not known to this site")
    with report_errors_as("version can't be read as a match"):
        check_version_moments(said)
        check_version_players(said["sides"])
        result = build_version_result(said, [build_stand_in(side["player"]) for side in said["sides"]])
        if list_version_outcomes(list_participant_columns(result)) != said["sides"]:
            raise ValueError
        folding.check(match, number, said, result)


def check_version_moments(said: Mapping[str, Any]) -> None:
    """Refuse what is no moment in any zone; only the beginning may be missing."""
    for at in [said["played_at"], *([said["started_at"]] if said["started_at"] is not None else [])]:
        read = datetime.fromisoformat(at)
        if read.tzinfo is None or not is_in_every_zone(read):
            raise ValueError


def check_version_players(sides: Any) -> None:
    """Refuse sides without anybody, and what is no player's key; whoever it was may have been deleted since."""
    if not sides or not all(side.keys() == {*OUTCOME_KEYS} and is_primary_key(side["player"]) for side in sides):
        raise ValueError


@lru_cache(maxsize=4096)
def build_stand_in(key: int) -> Player:
    """Return a player who has nothing but a key; making one anew in each seat takes as long as all the rest."""
    return Player(pk=key)


def is_primary_key(value: Any) -> bool:
    return type(value) is int and 0 < value <= LARGEST_KEY


def check_newest_versions(known: VersionContext, versions: Set[tuple[int, int]]) -> None:
    """Refuse a match without the version that it is in: a past table asks what it says now."""
    newest = ((match, number) for match, (_, number) in known.newest.items() if number)
    for match, number in newest:
        if (match, number) not in versions:
            raise UnfitBackup(f"{build_file_name(MatchRevision)}: match {match} has no version {number}.")
