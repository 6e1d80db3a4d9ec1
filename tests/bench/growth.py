"""What a member's pages and a report cost on a ladder of so many matches: `python -m tests.bench.growth 50000`.

They are asked of Django itself in one process, without a server, with production's settings, on SQLite or with
`--postgres` on that. The first look after a start is by itself: then is worked out what is kept. The times are by the
clock, since PostgreSQL works in processes of its own.
"""

import argparse
import re
import tempfile
import time
from collections.abc import Callable
from contextlib import nullcontext
from datetime import timedelta
from functools import partial
from typing import Any

from tests import postgres
from tests.bench.site import create_club, prepare_settings

PLAYERS, TIMES = 500, 7
FORM_KEY = re.compile(r'name="form_key" value="([^"]+)"')


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("matches", type=int)
    parser.add_argument("--players", type=int, default=PLAYERS)
    parser.add_argument("--times", type=int, default=TIMES)
    parser.add_argument("--postgres", action="store_true", help="on PostgreSQL instead of SQLite")
    chosen = parser.parse_args()
    serve = postgres.server(durable=True) if chosen.postgres else nullcontext()
    with tempfile.TemporaryDirectory() as folder, serve as url:
        prepare_settings(url or f"sqlite:///{folder}/growth.sqlite3")
        measure_growth(chosen.matches, chosen.players, chosen.times)


def measure_growth(matches: int, players: int, times: int) -> None:
    """Make a club, and print what its pages cost."""
    club = create_club(matches, players)
    from django.conf import settings
    from django.db import connection
    from django.test import Client
    from django.urls import reverse
    from django.utils import timezone

    from ladder.models import Ladder, Match
    from ladder.story.queries.ladder_story import load_story
    from players.models import Player

    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("ANALYZE ladder_match, ladder_participant, ladder_ratingchange")  # and no small table yet
    settings.ALLOWED_HOSTS = ["testserver"]
    settings.STORAGES["staticfiles"]["BACKEND"] = "django.contrib.staticfiles.storage.StaticFilesStorage"
    member = Client(headers={"Cookie": club.cookie, "Accept-Encoding": "gzip"})
    month_ago = timezone.localdate() - timedelta(30)
    others = Player.objects.order_by("pk")[1 : times + 2]  # to report the same result twice is asked about
    print(f"{matches:,} matches, {players} players; the first look after a start:")
    ladder = Ladder.objects.get()
    honours = reverse("ladder:honours", args=[ladder.slug])
    firsts = {"home": "/", "honours": honours, "standings": club.standings, "own profile": club.own_profile}
    for what, path in firsts.items():
        show_cost(what, [partial(ask, member, path)])
    load_story(ladder, wait=True)
    print(f"The least of {times}:")
    for what, path in (
        ("standings", club.standings),
        ("past day", f"{club.standings}?as-of={month_ago}"),
        ("match page", club.matches[0]),
        ("report form", club.report),
        ("home", "/"),
        ("challenges", f"{club.standings}challenges"),
        ("log", f"{club.standings}log"),
        ("own profile", club.own_profile),
        ("somebody's profile", others[0].get_absolute_url()),
    ):
        ask(member, path)
        show_cost(what, [partial(ask, member, path)] * times)
    before = Match.objects.count()
    first, *reports = [prepare_report(member, club.report, other.name) for other in others]
    first()
    show_cost("report", reports)
    assert Match.objects.count() == before + len(others)


def ask(member: Any, path: str) -> int:
    """Return the bytes of a page."""
    answer = member.get(path)
    assert answer.status_code == 200
    return len(answer.content)


def prepare_report(member: Any, path: str, opponent: str) -> Callable[[], int]:
    """Ask for the form, and return what sends it."""
    key = FORM_KEY.findall(member.get(path, headers={"Accept-Encoding": "identity"}).text)[0]
    sent = {"form_key": key, "newcomer": opponent, "winner": "me", "length": "5", "kind": "rated", "day": "today"}

    def report() -> int:
        answer = member.post(path, sent)
        assert answer.status_code == 303
        return len(answer.content)

    return report


def show_cost(what: str, asks: list[Callable[[], int]]) -> None:
    """Print the least time for an answer, and its bytes."""
    worked = []
    for ask in asks:
        began = time.perf_counter()
        size = ask()
        worked.append(time.perf_counter() - began)
    print(f"  {what:24}{min(worked) * 1000:8.1f} ms{size:10,} bytes")


if __name__ == "__main__":
    main()
