"""How long a stored ladder takes to import and settle, beside the plain write of the same rows."""

import sys
import time
from collections.abc import Callable

import django

django.setup()

from django.core.management import call_command  # noqa: E402 - settings come first
from django.db import connection, transaction  # noqa: E402
from django.utils import timezone  # noqa: E402

from ladder.files import read_matches  # noqa: E402
from ladder.models import Match, MatchRevision, Participant, RatingChange, Season, Standing  # noqa: E402
from ladder.services import imports, ledger, matches, seasons  # noqa: E402
from ladder.services.results import Side, sides_of  # noqa: E402
from players.models import Player  # noqa: E402

from . import engine  # noqa: E402

SYSTEMS = ("match-length-elo", "points-exchange")
TIMES = 5
TABLES = (Match, Participant, MatchRevision, RatingChange, Standing)


def main(count: int) -> None:
    call_command("migrate", verbosity=0)
    for key in SYSTEMS:
        measure(key, count)
    print(f"  {'plain write of all these rows':36}{plain_write():8.3f} s")


def measure(key: str, count: int) -> None:
    """Print what each change of a ladder with so many matches takes."""
    ladder = seasons.create_ladder(slug=key, name=key, boards=[(key, {})])
    season, records = ladder.seasons.get(), read_matches(match_file(count), timezone.get_default_timezone()).records
    print(f" {key}")
    show("import and settle", lambda: imports.import_matches(season=season, records=records))
    show("replay and compare (verify)", lambda: ledger.verify(ladder))
    show("record one of today", *[lambda: record(season)] * TIMES)
    for later in (1_000, 10_000, count):
        if later <= count:
            several = [lambda back=later - number: correct(season, back) for number in range(TIMES)]
            show(f"correct one of {later:,} matches ago", *several)


def show(what: str, *works: Callable[[], object]) -> None:
    """Print how long it takes, its commit included; of several, the first, which finds nothing read, and the usual."""
    taken = []
    for work in works:
        began = time.perf_counter()
        work()
        taken.append(time.perf_counter() - began)
    usual = f", usually {sorted(taken)[len(taken) // 2]:8.3f} s" if len(taken) > 1 else ""
    print(f"  {what:36}{taken[0]:8.3f} s{usual}", flush=True)


def match_file(count: int) -> str:
    """Return the engine's matches among 500 players, as a file."""
    lines = ["date,winner,loser,length"]
    for result in engine.made_up(count):
        winner, loser = result.players
        lines.append(f"{result.ended:%Y-%m-%dT%H:%M},P{winner % 250},P{250 + loser % 250},{result.facts['length']}")
    return "\n".join(lines)


def record(season: Season) -> None:
    first, second = Player.objects.all()[:2]
    sides = [Side(first, 1.0), Side(second, 0.0)]
    matches.record(season=season, sides=sides, by=None, kind="rated", facts={"length": 5})


def correct(season: Season, back: int) -> None:
    """Turn the result of the match that so many others follow."""
    match = Match.objects.filter(season=season).order_by("-played_at", "-sequence")[back]
    turned = [side._replace(score=1 - (side.score or 0.0)) for side in sides_of(match)]
    matches.correct(match=match, by=None, reason="bench", revision=match.revision, sides=turned)


def plain_write() -> float:
    """Return how long the database takes to write all the rows once more, with nothing in between."""
    copies = {model: contents(model) for model in TABLES}
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
    main(int(sys.argv[1]))
