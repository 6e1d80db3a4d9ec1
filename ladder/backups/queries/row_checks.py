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
from django.contrib.auth.hashers import identify_hasher, is_password_usable
from django.contrib.auth.models import User

from ladder.backups.queries.archive import ROW_ERRORS, Backup, BackupRow, UnfitBackup, find_row_positions
from ladder.backups.queries.tables import (
    Model,
    build_file_name,
    is_usable_number,
    list_backup_tables,
    list_table_columns,
)
from ladder.files.cell_values import is_in_every_zone
from ladder.formats import parse_games
from ladder.formats.games import ENDINGS
from ladder.ledger.admission import is_counted
from ladder.ledger.storage.match_record import (
    OUTCOME_KEYS,
    SCORE_KEYS,
    VERSION_KEYS,
    build_version_result,
    list_participant_rows,
    list_version_outcomes,
)
from ladder.models import Board, Fixture, Match, MatchRevision, Opening, Visit
from ladder.ratings import Fact, Rating, RatingError, RatingSystem, Result, check_fact, load_kinds, replay_results
from players.accounts.second_factor import try_factor_data
from players.models import Player, SetAsideAccount

FIELD_FACT = Fact("field", "Entrants", 1, 10_000, required=False)  # as a tournament takes them

RowCheck = Callable[[BackupRow], None]

LARGEST_KEY = (1 << 63) - 1
WORK_FACTORS = ("iterations", "work_factor", "block_size", "parallelism", "time_cost", "memory_cost")


@contextmanager
def report_errors_as(sentence: str) -> Iterator[None]:
    """Raise ValueError(sentence) in place of errors about the shape of a value; a RatingError says enough itself."""
    try:
        yield
    except RatingError:
        raise
    except ROW_ERRORS as error:
        raise ValueError(sentence) from error


def check_board_options(system: str, options: Any) -> None:
    """Raise an error for options that the rating system of a board doesn't take."""
    if not isinstance(options, dict):
        raise ValueError("options must give values by name")
    Board(system=system, options=options).clean()


def check_rating_memory(
    systems: Mapping[int, RatingSystem], board: int, points: float, experience: int, memory: Any
) -> None:
    """Raise ValueError for a rating that remembers what its board's system can't go on from."""
    if memory is None or board not in systems:  # a board that is missing is refused when the rows are stored
        return
    with report_errors_as("memory is not what the board's system remembers"):
        if not is_plain_memory(memory):
            raise ValueError
        system, rating = systems[board], Rating(points, experience, memory)
        for later in (rating, system.advance(rating, 1), system.carry(rating, 0.5)):
            system.shown(later)


def is_plain_memory(memory: Any) -> bool:
    """Return whether a memory is True, as FIDE's K has it, a usable number, or a list of such."""
    if isinstance(memory, list):
        return all(map(is_plain_memory, memory))
    return memory is True or is_usable_number(memory)


def check_kind_and_facts(kind: str, facts: Any) -> None:
    """Raise an error for an unknown kind of match, and for facts that aren't numbers."""
    if kind not in load_kinds():
        raise ValueError("kind is not known to this site")
    check_fact_numbers(facts)


def check_fact_numbers(facts: Any) -> None:
    """Raise an error for facts that aren't usable numbers by name."""
    if not isinstance(facts, dict) or not all(name.isprintable() for name in facts):
        raise ValueError("facts must give numbers by name")
    for name, value in facts.items():
        if not is_usable_number(value):
            raise ValueError(f"the fact {name[:60]} is not a usable number")
    check_fact(FIELD_FACT, facts.get(FIELD_FACT.name))


def check_rests(rests: Any) -> None:
    """Raise ValueError for rests of a visit that are no pairs of moments, of which the last may have no end."""
    with report_errors_as("rests must be pairs of moments"):
        for began, ended in rests:
            moments = [datetime.fromisoformat(one) for one in (began, ended) if one is not None]
            if began is None or not all(one.tzinfo and is_in_every_zone(one) for one in moments):
                raise ValueError
        if not isinstance(rests, list) or any(ended is None for _, ended in rests[:-1]):
            raise ValueError


def check_second_factor(kind: str, data: Any) -> None:
    """Raise ValueError for a second factor that could not check a code."""
    with report_errors_as("data can't be read as a second factor"):
        try_factor_data(kind, data)


def check_log_message(message: str) -> None:
    """Raise ValueError for a message that the history of the admin can't print: it reads one that begins as a list."""
    with report_errors_as("change_message can't be read as what was changed"):
        LogEntry(change_message=message).get_change_message().encode()


def check_given_away(addresses: Any, roles: Any) -> None:
    """Raise ValueError for addresses that aren't texts and roles that aren't keys, which an account gave away."""
    with report_errors_as("what a set-aside account gave can't be read"):
        if not all(isinstance(one, str) for one in [*addresses]) or not isinstance(addresses, list):
            raise ValueError
        if not all(type(one) is int for one in [*roles]) or not isinstance(roles, list):
            raise ValueError


def check_match(kind: str, facts: Any, games: str, ending: str) -> None:
    """Raise an error for an unknown kind, for facts that aren't numbers, and for a score that can't be read."""
    check_kind_and_facts(kind, facts)
    parse_games(games)
    if ending not in ENDINGS:
        raise ValueError("ending is not known to this site")


def check_password_hash(encoded: str) -> None:
    """Raise ValueError for a password hash whose check takes longer than that of one of this site's own, or fails."""
    if encoded and is_password_usable(encoded):
        with report_errors_as("password is no hash of this site"):
            hasher = identify_hasher(encoded)
            costs = hasher.decode(encoded)
            if not all(0 < costs[name] <= getattr(hasher, name) for name in WORK_FACTORS if name in costs):
                raise ValueError


ROW_CHECKS: dict[Model, tuple[tuple[str, ...], Callable[..., None]]] = {
    Board: (("system", "options"), check_board_options),
    Match: (("kind", "facts", "games", "ending"), check_match),
    Fixture: (("kind", "facts"), check_kind_and_facts),
    Visit: (("rests",), check_rests),
    Authenticator: (("type", "data"), check_second_factor),
    LogEntry: (("change_message",), check_log_message),
    SetAsideAccount: (("addresses", "roles"), check_given_away),
    User: (("password",), check_password_hash),
}
"""The columns of JSON by model, each with the column that says what it is about, and of passwords, with their check."""


def check_openings(backup: Backup) -> None:
    """Raise UnfitBackup for a starting rating from which its board, which was checked before, can't go on."""
    boards = backup.picked(Board, "id", "system", "options")
    systems = {board: Board(system=key, options=options).rating_system for board, key, options in boards}
    names = ("board_id", "points", "experience", "memory")
    checks = [make_uniqueness_check(Opening), make_row_check(Opening, names, partial(check_rating_memory, systems))]
    for _ in backup.rows(Opening, join_row_checks(checks)):
        pass  # reading a row checks it


class VersionContext(NamedTuple):
    """The matches and boards of a backup, against which the versions of matches are checked."""

    newest: Mapping[int, tuple[int, int]]  # each match's season and its newest version's number
    systems: Mapping[int, Sequence[RatingSystem]]  # by season

    def check(self, match: int, number: int, said: Mapping[str, Any], result: Result) -> None:
        """Raise an error for an older version that counted and can't be rated."""
        season, newest = self.newest.get(match, (0, number))
        if number < newest and said["status"] == Match.Status.COUNTED:
            for system in self.systems.get(season, ()):
                if is_counted(system, result):
                    replay_results(system, [result])


def build_version_context(backup: Backup) -> VersionContext:
    """Return the matches and boards of a backup, whose rows were checked before."""
    systems: dict[int, list[RatingSystem]] = {}
    for season, key, options in backup.picked(Board, "season_id", "system", "options"):
        systems.setdefault(season, []).append(Board(system=key, options=options).rating_system)
    matches = backup.picked(Match, "id", "season_id", "revision")
    return VersionContext({match: (season, number) for match, season, number in matches}, systems)


def check_match_version(folding: VersionContext, match: int, number: int, said: Any, proposed: Any) -> None:
    """Raise ValueError if the match as it then was, or as a dispute proposes it, can't be built from a version."""
    check_version_content(folding, match, number, said)
    if proposed is not None and not differs_in_scores_of_rows(said, proposed):
        check_version_content(folding, match, number, proposed)
        if len(proposed["sides"]) != len(said["sides"]):
            raise ValueError("what is proposed is another match")


def differs_in_scores_of_rows(said: dict[str, Any], proposed: Any) -> bool:
    """Return whether a proposal is what the match was but for scores, in a format where places or exits decide.

    Up to version 1.0 every dispute of such a match held one, though nothing can be proposed there.
    """
    format = load_kinds()[said["kind"]].format
    if format.has_sides or not format.is_entered_in_rows:
        return False
    with report_errors_as("version can't be read as a match"):
        versions = (said, proposed)
        rest = [one | {"sides": [side | {"score": None} for side in one["sides"]]} for one in versions]
        return bool(rest[0] == rest[1])


def check_version_content(folding: VersionContext, match: int, number: int, said: Any) -> None:
    """Raise ValueError for a version that is no whole match, or that is written otherwise than this site would."""
    if not isinstance(said, dict) or said.keys() - {*SCORE_KEYS} != VERSION_KEYS:
        raise ValueError(f"version doesn't hold just {', '.join(sorted(VERSION_KEYS))}")
    check_fact_numbers(said["facts"])
    if said["status"] not in Match.Status.values:
        raise ValueError("status in version is not known to this site")
    with report_errors_as("version can't be read as a match"):
        check_version_moments(said)
        check_version_players(said["sides"])
        result = build_version_result(said, [build_stand_in(side["player"]) for side in said["sides"]])
        if list_version_outcomes(list_participant_rows(result)) != said["sides"]:
            raise ValueError
        if not all(said.get(name, "-") for name in SCORE_KEYS):
            raise ValueError
        folding.check(match, number, said, result)


def check_version_moments(said: Mapping[str, Any]) -> None:
    """Raise ValueError for texts that are no moments; only the beginning may be missing."""
    for at in [said["played_at"], *([said["started_at"]] if said["started_at"] is not None else [])]:
        read = datetime.fromisoformat(at)
        if read.tzinfo is None or not is_in_every_zone(read):
            raise ValueError


def check_version_players(participants: Any) -> None:
    """Raise ValueError for a version without players, or with keys that can't be a player's, deleted or not."""
    keys = {*OUTCOME_KEYS}
    if not participants or not all(
        side.keys() - {"side"} == keys and is_primary_key(side["player"]) for side in participants
    ):
        raise ValueError


@lru_cache(maxsize=4096)
def build_stand_in(key: int) -> Player:
    """Return a player who has only a key; kept, since making them takes as long as all the other checks."""
    return Player(pk=key)


def is_primary_key(value: Any) -> bool:
    """Return whether a value can be a primary key."""
    return type(value) is int and 0 < value <= LARGEST_KEY


def check_newest_versions(known: VersionContext, versions: Set[tuple[int, int]]) -> None:
    """Raise UnfitBackup for a match without the version that it is in, which tables of past days need."""
    newest = ((match, number) for match, (_, number) in known.newest.items() if number)
    for match, number in newest:
        if (match, number) not in versions:
            raise UnfitBackup(f"{build_file_name(MatchRevision)}: match {match} has no version {number}.")


def check_all_rows(backup: Backup) -> None:
    """Read and check every row once; starting ratings and versions after the boards and matches that they are of.

    Raises: UnfitBackup, such as "ladder.matchrevision.jsonl, line 3: version can't be read as a match."
    """
    for model in list_backup_tables():
        if model not in (Opening, MatchRevision):
            checks = [make_uniqueness_check(model)]
            checks += [make_row_check(model, *ROW_CHECKS[model])] if model in ROW_CHECKS else []
            for _ in backup.rows(model, join_row_checks(checks)):
                pass  # reading a row checks it
    check_openings(backup)
    check_merges(backup)
    known = build_version_context(backup)
    check = make_row_check(
        MatchRevision, ("match_id", "number", "version", "proposed"), partial(check_match_version, known)
    )
    match, number = find_row_positions(MatchRevision, ("match_id", "number"))
    rows = backup.rows(MatchRevision, join_row_checks([make_uniqueness_check(MatchRevision), check]))
    check_newest_versions(known, {(row[match], row[number]) for row in rows})


def check_merges(backup: Backup) -> None:
    """Raise UnfitBackup for a player who is merged into themselves, or into one who is merged."""
    into = {player: other for player, other in backup.picked(Player, "id", "merged_into_id") if other}
    for player, other in into.items():
        if other in into:
            raise UnfitBackup(f"{build_file_name(Player)}: player {player} is merged into {other}, who is merged too.")


def make_uniqueness_check(model: Model) -> RowCheck:
    """Return a function that refuses a value that an earlier row has in a column where each has its own."""
    names = [field.attname for field in list_table_columns(model) if field.unique]
    columns = [(name, place, set[Any]()) for name, place in zip(names, find_row_positions(model, names), strict=True)]

    def check(row: BackupRow) -> None:
        for name, place, values in columns:
            if row[place] in values:
                raise ValueError(f"{name} {row[place]} is there twice")
            if row[place] is not None:
                values.add(row[place])

    return check


def join_row_checks(checks: Sequence[RowCheck]) -> RowCheck:
    """Return one check that makes all of these."""

    def check(row: BackupRow) -> None:
        for one in checks:
            one(row)

    return check


def make_row_check(model: Model, names: Sequence[str], check: Callable[..., None]) -> RowCheck:
    """Return a function that calls `check` with these columns of a row."""
    found = find_row_positions(model, names)
    return lambda row: check(*[row[place] for place in found])
