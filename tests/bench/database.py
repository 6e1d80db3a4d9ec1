"""How long a stored ladder takes to import and settle, beside the plain write of the same rows."""

import sys
import time
from collections.abc import Callable, Sequence
from functools import partial

import django

django.setup()

from django.core.management import call_command  # noqa: E402 - settings come first
from django.db import connection, transaction  # noqa: E402
from django.urls import reverse  # noqa: E402
from django.utils import timezone  # noqa: E402

from ladder import ledger  # noqa: E402
from ladder.club.actions import create_ladder  # noqa: E402
from ladder.files.match_file import read_match_file  # noqa: E402
from ladder.formats import ParticipantResult  # noqa: E402
from ladder.imports.actions import import_matches  # noqa: E402
from ladder.ledger.storage.match_record import load_played_match  # noqa: E402
from ladder.matches.actions.corrections import correct_match  # noqa: E402
from ladder.models import Match, MatchRevision, Participant, RatingChange, Season, Standing  # noqa: E402
from players.models import Player  # noqa: E402
from tests.bench import engine  # noqa: E402
from tests.bench.reading import reading  # noqa: E402
from tests.factories import enter_match  # noqa: E402

SYSTEMS = {"match-length-elo": 2.0, "points-exchange": 0.5}  # the aim for the first match of all, in seconds
PLAYERS = (engine.PLAYERS, 500)  # among few, a change reaches nearly everybody in a short time
LATER = (1_000, 10_000)
AIM = 0.05
IMPORT_AIM = 2  # times the plain write
TIMES = 5
TABLES = (Match, Participant, MatchRevision, RatingChange, Standing)


def main(count: int, *among: int) -> None:
    """Measure ladders of so many matches, among each of these numbers of players, and the plain write of all."""
    call_command("migrate", run_syncdb=True, verbosity=0)
    reverse("ladder:home")  # a server has read its addresses before anybody comes
    imported = sum(measure(key, count, players) for players in among or PLAYERS for key in SYSTEMS)
    plain = plain_write()
    ratio = f"{imported / plain:.1f} times the plain write  aim {IMPORT_AIM:g}"
    print(f"  {'import and settle all of these':36}{imported:8.3f} s, {ratio}")
    print(f"  {'plain write of all these rows':36}{plain:8.3f} s")


def measure(key: str, count: int, players: int) -> float:
    """Measure what is written to a ladder of so many matches among so many players, and to one of a tenth of them.

    Return how long it took to import both.
    """
    (long, imported), (short, imported_too) = ladder_of(key, count, players), ladder_of(key, count // 10, players)
    show("record one of today", AIM, [partial(record, long)] * TIMES)
    for later in LATER:
        if later < count:
            correct_each(f"correct one of {later:,} matches ago", AIM if later == LATER[0] else None, long, later)
    correct_first(short, 0.2)
    correct_first(long, SYSTEMS[key])
    with reading(long.get_absolute_url()):
        correct(Match.objects.filter(season=long)[0])
    return imported + imported_too


def ladder_of(key: str, count: int, players: int) -> tuple[Season, float]:
    """Return the season of a new ladder with so many matches, and how long it took to import them.

    That, and what checking it takes, is printed.
    """
    slug, file = f"{key}-{count}-{players}", match_file(count, players)
    ladder = create_ladder(slug=slug, name=slug, boards=[(key, {})])
    season, records = ladder.seasons.get(), read_match_file(file, timezone.get_default_timezone()).records
    print(f" {key}, {count:,} matches among {players:,} players")
    imported = show("import and settle", None, [lambda: import_matches(season=season, records=records)])
    show("replay and compare (verify)", None, [lambda: ledger.verify(ladder)])
    return season, imported


def correct_first(season: Season, aim: float) -> None:
    """Measure turning the first results of a ladder."""
    count = Match.objects.filter(season=season).count()
    correct_each(f"correct the first of {count:,}", aim, season, count - 1)


def correct_each(what: str, aim: float | None, season: Season, later: int) -> None:
    """Measure turning the results of some matches one by one, from the one that so many others follow."""
    chosen = Match.objects.filter(season=season).order_by("-played_at", "-sequence")[later - TIMES + 1 : later + 1]
    show(what, aim, [partial(correct, match) for match in reversed(chosen)])


def show(what: str, aim: float | None, works: Sequence[Callable[[], object]]) -> float:
    """Print how long it takes, its commit included; of several, the first, which finds nothing read, and the usual.

    Return the seconds that the first took.
    """
    taken = []
    for work in works:
        began = time.perf_counter()
        work()
        taken.append(time.perf_counter() - began)
    usual = f", usually {sorted(taken)[len(taken) // 2]:8.3f} s" if len(taken) > 1 else ""
    print(f"  {what:36}{taken[0]:8.3f} s{usual}{f'  aim {aim:g}' if aim else ''}", flush=True)
    return taken[0]


def match_file(count: int, players: int) -> str:
    """Return the engine's matches among so many players, as a file."""
    lines, half = ["date,winner,loser,length"], players // 2
    for result in engine.made_up(count):
        winner, loser = (number % half for number in result.players)
        lines.append(f"{result.ended:%Y-%m-%dT%H:%M},P{winner},P{half + loser},{result.facts['length']}")
    return "\n".join(lines)


def record(season: Season) -> None:
    first, second = Player.objects.all()[:2]
    participants = [ParticipantResult(first, 1.0), ParticipantResult(second, 0.0)]
    enter_match(season=season, participants=participants, by=None, kind="rated", facts={"length": 5})


def correct(match: Match) -> None:
    """Turn the result of a match."""
    turned = [side._replace(score=1 - (side.score or 0.0)) for side in load_played_match(match).participants]
    correct_match(match=match, by=None, reason="bench", revision=match.revision, participants=turned)


def plain_write() -> float:
    """Return how long the database takes to write all the rows once more, with nothing in between."""
    copies = {model: contents(model) for model in TABLES}
    Standing.objects.all().delete()  # each match that goes would be looked for among them, which no index helps
    call_command("flush", interactive=False, verbosity=0)
    began = time.perf_counter()
    with transaction.atomic(), connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("SET session_replication_role = replica")  # what they refer to is gone
        else:
            cursor.execute("PRAGMA defer_foreign_keys = ON")
        for model, (columns, rows) in copies.items():
            write(cursor, model._meta.db_table, columns, rows)
        took = time.perf_counter() - began
        transaction.set_rollback(connection.vendor == "sqlite")  # its foreign keys would be checked now
    return took if connection.vendor == "sqlite" else time.perf_counter() - began


def contents(model: type) -> tuple[list[str], list[tuple]]:
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT * FROM {model._meta.db_table}")
        return [column[0] for column in cursor.description], cursor.fetchall()


def write(cursor: object, table: str, columns: list[str], rows: list[tuple]) -> None:
    names = ", ".join(f'"{column}"' for column in columns)
    if connection.vendor == "postgresql":
        with cursor.copy(f"COPY {table} ({names}) FROM STDIN") as copy:
            for row in rows:
                copy.write_row(row)
    else:
        marks = ", ".join(["?"] * len(columns))
        cursor.connection.executemany(f"INSERT INTO {table} ({names}) VALUES ({marks})", rows)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
