"""The play itself: everybody does one thing in each round, then everything that must hold is checked.

It has a database of its own; the site's is never opened.
"""

import logging
import secrets
from collections.abc import Collection, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, redirect_stdout
from io import BytesIO, StringIO
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import connection, connections
from django.test import override_settings

from ladder import ledger
from ladder.backups.actions import restore_backup, write_backup
from ladder.backups.queries.inspection import open_backup
from ladder.ledger.storage.match_record import build_stored_version
from ladder.models import Board, Ladder, Match, MatchRevision, Opening, Participant, Standing
from tests.simulator.browser import BrokenPage
from tests.simulator.club import SimulatedClub, SimulatedPerson
from tests.simulator.match_deeds import DeedResult
from tests.simulator.season_deeds import PACK, Deed

PLAIN = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}  # nothing has to be collected
QUICK = ["django.contrib.auth.hashers.MD5PasswordHasher"]

NEAR = 1e-6


@contextmanager
def use_scratch_database(*, migrated: bool = False) -> Iterator[None]:
    """Use a new database with empty tables: a temporary file, or one beside the site's on the same server.

    Its tables are as the models have them, which is quicker, or made by the migrations.
    """
    with (
        TemporaryDirectory(prefix="simulation-") as folder,
        override_as_test(),
        silence_log("django.request"),
        create_scratch_database(name_scratch_database(folder), migrated),
    ):
        yield


@contextmanager
def create_scratch_database(name: str, migrated: bool) -> Iterator[None]:
    """Create a database and connect to it; at the end drop it and connect to the site's again."""
    site, test = connection.settings_dict["NAME"], connection.settings_dict["TEST"]
    close_connections()
    was = dict(test)
    test |= {"NAME": name, "MIGRATE": migrated}
    try:
        with redirect_stdout(StringIO()):  # it prints something about the cache table
            connection.creation.create_test_db(verbosity=0)
        try:
            yield
        finally:
            connection.close()
            connection.creation.destroy_test_db(site, verbosity=0)
    finally:
        test |= was


def name_scratch_database(folder: str) -> str:
    """Return the path of a new file, or a name that no other database has."""
    return f"{folder}/simulation.sqlite3" if connection.vendor == "sqlite" else f"simulation_{secrets.token_hex(6)}"


def close_connections() -> None:
    """Close the connections to the database that was in use so far."""
    connection.close()
    if connection.vendor == "postgresql":
        pooled: Any = connection
        pooled.close_pool()


def override_as_test() -> Any:
    """Return settings under which the test client reaches the site without a proxy in front of it."""
    return override_settings(
        ALLOWED_HOSTS=["testserver"],
        SECURE_SSL_REDIRECT=False,
        PASSWORD_HASHERS=QUICK,
        WRITING_LIMITS={},  # a season is played within minutes
        STORAGES=settings.STORAGES | {"staticfiles": PLAIN},
    )


@contextmanager
def silence_log(name: str) -> Iterator[None]:
    """Log errors only: the site refuses much of what is done at random, and warns each time."""
    log = logging.getLogger(name)
    level = log.level
    log.setLevel(logging.ERROR)
    try:
        yield
    finally:
        log.setLevel(level)


def find_problems(verified: Collection[int] = ()) -> list[str]:
    """Return everything that is wrong on the ladders, as sentences; these ladders' ledgers are not replayed again."""
    return [*find_ledger_differences(verified), *find_wrong_versions(), *find_wrong_sums()]


def find_ledger_differences(verified: Collection[int]) -> Iterator[str]:
    """Yield a sentence for each board of other ladders whose stored ledger differs from a full replay."""
    for ladder in Ladder.objects.exclude(pk__in=verified).order_by("pk"):
        for one in ledger.verify(ladder):
            figures = f"{one.rows} rating changes, {one.standings} standings and {one.openings} openings"
            yield f"{one.board}: {figures} differ from a full replay."


def find_wrong_versions() -> Iterator[str]:
    """Yield a sentence for each match whose versions aren't 1, 2, 3 ..., or whose last one isn't what it says."""
    kept: dict[int, list[tuple[int, Any]]] = {}
    rows = MatchRevision.objects.order_by("match", "number")
    for pk, number, said in rows.values_list("match", "number", "version"):
        kept.setdefault(pk, []).append((number, said))
    participants: dict[int, list[Participant]] = {}
    for participant in Participant.objects.order_by("match", "seat"):
        participants.setdefault(participant.match_id, []).append(participant)
    for match in Match.objects.order_by("pk"):
        numbers = [number for number, _ in kept.get(match.pk, [])]
        if numbers != list(range(1, match.revision + 1)):
            yield f"{match} has the versions {numbers} and should have 1 to {match.revision}."
        elif kept[match.pk][-1][1] != build_stored_version(match, participants.get(match.pk, [])):
            yield f"{match} does not say what its last version says."


def find_wrong_sums() -> Iterator[str]:
    """Yield a sentence for each zero-sum board whose ratings don't add up to what they began with."""
    for board in Board.objects.select_related("season__ladder"):
        if not board.rules.balances:
            continue
        brought = dict(Opening.objects.filter(board=board).values_list("player", "points"))
        start = board.rating_system.initial().points
        rows = Standing.objects.filter(board=board).values_list("player", "points")
        gained = sum(points - brought.get(player, start) for player, points in rows)
        if abs(gained) > NEAR:
            yield f"{board}: the points of all add up to {gained:+g} more than they began with."


def find_backup_problem() -> str:
    """Return why the site's own backup is refused, or what it comes back without; an empty text if it is restored."""
    file = BytesIO()
    write_backup(file)
    try:
        restore_backup(backup=open_backup(file))
    except ValidationError as error:
        return f"The backup was refused: {error.messages[0]}"
    return next(iter(find_problems()), "")


class RoundReport(NamedTuple):
    """What came of a round: the number of steps so far, what was done, and what is wrong now."""

    steps: int
    done: list[DeedResult]
    wrong: list[str]


def play_rounds(club: SimulatedClub, steps: int) -> Iterator[RoundReport]:
    """Play that many steps, and yield a report for each round; stop at the first with something wrong.

    A ladder is verified when its version is another one than a round ago, and all are after the last round.
    """
    hands = [(person, deal_deeds(person)) for person in club.people]
    took, versions = 0, dict[int, int]()
    with ThreadPoolExecutor(len(hands)) as threads:
        while took < steps:
            at_it = hands[: steps - took]
            outcomes = list(threads.map(lambda pair: do_deed(next(pair[1]), pair[0]), at_it))
            took += len(at_it)
            done = [one for one in outcomes if isinstance(one, DeedResult)]
            before, versions = versions, dict(Ladder.objects.values_list("pk", "version"))
            verified = [pk for pk in versions if took < steps and versions[pk] == before.get(pk)]
            wrong = [str(one) for one in outcomes if isinstance(one, BrokenPage)] + find_problems(verified)
            yield RoundReport(took, done, wrong)
            if wrong:
                return


def deal_deeds(person: SimulatedPerson) -> Iterator[Deed]:
    """Yield deeds in random order; each pack is dealt to its end before it is shuffled again."""
    while True:
        yield from person.luck.sample(PACK, len(PACK))


def do_deed(deed: Deed, person: SimulatedPerson) -> DeedResult | BrokenPage:
    """Let a person do something, and return the outcome, which may be a broken page."""
    try:
        return deed(person)
    except BrokenPage as error:
        return error
    finally:
        connections.close_all()
