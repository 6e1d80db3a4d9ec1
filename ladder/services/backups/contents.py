"""What the JSON in a row must hold, so that every page that reads it can: what the site itself would write."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import MAXYEAR, MINYEAR, datetime
from functools import lru_cache, partial
from typing import Any, NamedTuple

from allauth.mfa.models import Authenticator

from ladder.models import Board, Challenge, Match, MatchRevision, Opening
from ladder.ratings import RatingError, RatingSystem, Result, kinds, replay
from players import second_factor
from players.models import Player

from ..batches import OUTCOME, outcomes
from ..concern import concerned
from ..results import stored_sides
from ..revisions import KEYS, result_told
from .reading import WRONG, Backup, Row, places
from .tables import Model, is_number, tables

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
                    replay(system, [result])


def check_rows(backup: Backup) -> None:
    """Read every row once, those of versions last, since they lean on matches and boards.

    Raises: Unfit, such as "ladder.matchrevision.jsonl, line 3: the version can't be read as a match."
    """
    checks = {model: picking(model, *check) for model, check in CHECKS.items()}
    for model in tables():
        if model is not MatchRevision:
            read_all(backup.rows(model, checks.get(model)))
    check = partial(check_version, folding(backup))
    read_all(backup.rows(MatchRevision, picking(MatchRevision, ("match_id", "number", "version"), check)))


def read_all(rows: Iterator[Row]) -> None:
    for _ in rows:
        pass


def picking(model: Model, names: Sequence[str], check: Callable[..., None]) -> Callable[[Row], None]:
    """Return what checks these columns of a row."""
    found = places(model, names)
    return lambda row: check(*[row[place] for place in found])


def folding(backup: Backup) -> Folding:
    """Return what is known of matches and boards, whose rows were checked."""
    systems: dict[int, list[RatingSystem]] = {}
    for season, key, options in backup.picked(Board, "season_id", "system", "options"):
        systems.setdefault(season, []).append(Board(system=key, options=options).rating_system)
    matches = backup.picked(Match, "id", "season_id", "revision")
    return Folding({match: (season, number) for match, season, number in matches}, systems)


@contextmanager
def told_as(sentence: str) -> Iterator[None]:
    """Say this where a value is of another shape; what a rating system says of it is clear by itself."""
    try:
        yield
    except RatingError:
        raise
    except WRONG as error:
        raise ValueError(sentence) from error


def check_board(system: str, options: Any) -> None:
    if not isinstance(options, dict):
        raise ValueError("options are no values by their names")
    Board(system=system, options=options).clean()


def check_memory(memory: Any) -> None:
    """Refuse what no system remembers of a player: it is nothing, or some scores."""
    if memory is not None and not (isinstance(memory, list) and all(map(is_number, memory))):
        raise ValueError("memory holds no scores")


def check_terms(kind: str, facts: Any) -> None:
    """Refuse a kind of match that nobody knows, and facts that aren't numbers."""
    if kind not in kinds():
        raise ValueError("kind is none of those that this site knows")
    check_facts(facts)


def check_facts(facts: Any) -> None:
    if not isinstance(facts, dict) or not all(name.isprintable() for name in facts):
        raise ValueError("facts are no numbers by their names")
    for name, value in facts.items():
        if not is_number(value):
            raise ValueError(f"the fact {name[:60]} is no number that can be used")


def check_factor(kind: str, data: Any) -> None:
    with told_as("data can't be read as a second factor"):
        second_factor.try_out(kind, data)


def check_version(folding: Folding, match: int, number: int, said: Any) -> None:
    """Refuse a version from which the match as it then was can't be built, or from which another one comes."""
    if not isinstance(said, dict) or said.keys() != KEYS:
        raise ValueError(f"version doesn't hold just {', '.join(sorted(KEYS))}")
    check_facts(said["facts"])
    if said["status"] not in Match.Status.values:
        raise ValueError("status in version is none of those that this site knows")
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
        if read.tzinfo is None or not MINYEAR < read.year < MAXYEAR:
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


CHECKS: dict[Model, tuple[tuple[str, ...], Callable[..., None]]] = {
    Board: (("system", "options"), check_board),
    Opening: (("memory",), check_memory),
    Match: (("kind", "facts"), check_terms),
    Challenge: (("kind", "facts"), check_terms),
    Authenticator: (("type", "data"), check_factor),
}
"""The columns of JSON, each with the one that says what it is about."""
