"""Read every row of a backup once, and try what it holds as JSON as the site would use it.

What a column of JSON holds must be what the site itself would write, so that every page can read it. From each version
of a match the match as it then was is built, and rated where it counted.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from contextlib import contextmanager
from datetime import datetime
from functools import lru_cache, partial
from typing import Any, NamedTuple

from allauth.mfa.models import Authenticator
from django.contrib.admin.models import LogEntry

from ladder.backups.queries.archive import ROW_ERRORS, Backup, BackupRow, UnfitBackup, find_row_positions
from ladder.backups.queries.tables import Model, build_file_name, is_usable_number, list_backup_tables
from ladder.files.cell_values import is_in_every_zone
from ladder.ledger.admission import is_counted
from ladder.ledger.storage.match_record import (
    OUTCOME_KEYS,
    VERSION_KEYS,
    build_version_result,
    list_participant_columns,
    list_version_outcomes,
)
from ladder.models import Board, Challenge, Match, MatchRevision, Opening
from ladder.ratings import Fact, RatingError, RatingSystem, Result, check_fact, load_kinds, replay_results
from players.accounts.second_factor import try_factor_data
from players.models import Player, SetAsideAccount

FIELD_FACT = Fact("field", "Entrants", 1, 10_000, required=False)  # as a tournament takes them

LARGEST_KEY = (1 << 63) - 1


@contextmanager
def report_errors_as(sentence: str) -> Iterator[None]:
    """Say this where a value is of another shape; what a rating system says of it is clear by itself."""
    try:
        yield
    except RatingError:
        raise
    except ROW_ERRORS as error:
        raise ValueError(sentence) from error


def check_board_options(system: str, options: Any) -> None:
    if not isinstance(options, dict):
        raise ValueError("options must give values by name")
    Board(system=system, options=options).clean()


def check_rating_memory(memory: Any) -> None:
    """Refuse what no system remembers of a player: it is nothing, or some scores."""
    if memory is not None and not (isinstance(memory, list) and all(map(is_usable_number, memory))):
        raise ValueError("memory must hold scores")


def check_kind_and_facts(kind: str, facts: Any) -> None:
    """Refuse a kind of match that nobody knows, and facts that aren't numbers."""
    if kind not in load_kinds():
        raise ValueError("kind is not known to this site")
    check_fact_numbers(facts)


def check_fact_numbers(facts: Any) -> None:
    if not isinstance(facts, dict) or not all(name.isprintable() for name in facts):
        raise ValueError("facts must give numbers by name")
    for name, value in facts.items():
        if not is_usable_number(value):
            raise ValueError(f"the fact {name[:60]} is not a usable number")
    check_fact(FIELD_FACT, facts.get(FIELD_FACT.name))


def check_second_factor(kind: str, data: Any) -> None:
    with report_errors_as("data can't be read as a second factor"):
        try_factor_data(kind, data)


def check_log_message(message: str) -> None:
    """Refuse what the admin's history can't print: a message that begins as a list is taken for one of its own."""
    with report_errors_as("change_message can't be read as what was changed"):
        LogEntry(change_message=message).get_change_message().encode()


def check_given_away(addresses: Any, roles: Any) -> None:
    """Refuse what one account can't have given to another: addresses, and ladders by their keys."""
    with report_errors_as("what a set-aside account gave can't be read"):
        if not all(isinstance(one, str) for one in [*addresses]) or not isinstance(addresses, list):
            raise ValueError
        if not all(type(one) is int for one in [*roles]) or not isinstance(roles, list):
            raise ValueError


CHECKS: dict[Model, tuple[tuple[str, ...], Callable[..., None]]] = {
    Board: (("system", "options"), check_board_options),
    Opening: (("memory",), check_rating_memory),
    Match: (("kind", "facts"), check_kind_and_facts),
    Challenge: (("kind", "facts"), check_kind_and_facts),
    Authenticator: (("type", "data"), check_second_factor),
    LogEntry: (("change_message",), check_log_message),
    SetAsideAccount: (("addresses", "roles"), check_given_away),
}
"""The columns of JSON, each with the one that says what it is about."""


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


def check_all_rows(backup: Backup) -> None:
    """Read every row once, those of versions last, since they lean on matches and boards.

    Raises: Unfit, such as "ladder.matchrevision.jsonl, line 3: version can't be read as a match."
    """
    checks = {model: make_row_check(model, *check) for model, check in CHECKS.items()}
    for model in list_backup_tables():
        if model is not MatchRevision:
            read_to_end(backup.rows(model, checks.get(model)))
    known = build_version_context(backup)
    check = make_row_check(
        MatchRevision, ("match_id", "number", "version", "proposed"), partial(check_match_version, known)
    )
    match, number = find_row_positions(MatchRevision, ("match_id", "number"))
    check_newest_versions(known, {(row[match], row[number]) for row in backup.rows(MatchRevision, check)})


def read_to_end(rows: Iterator[BackupRow]) -> None:
    for _ in rows:
        pass


def make_row_check(model: Model, names: Sequence[str], check: Callable[..., None]) -> Callable[[BackupRow], None]:
    """Return what checks these columns of a row."""
    found = find_row_positions(model, names)
    return lambda row: check(*[row[place] for place in found])
