"""A ladder with very many players: `python -m tests.bench.million --players 1000000`, on the database of DATABASE_URL.

It is made in bulk and settled once; then its pages and a report are timed. A second call uses the ladder that is there.
"""

import argparse
import random
import time
from collections.abc import Callable
from datetime import datetime, timedelta

import django

django.setup()

from django.contrib.auth.models import User  # noqa: E402 - settings come first
from django.core.management import call_command  # noqa: E402
from django.db import connection, transaction  # noqa: E402
from django.test import Client  # noqa: E402
from django.utils import timezone  # noqa: E402

from ladder import ledger  # noqa: E402
from ladder.club.actions import create_ladder  # noqa: E402
from ladder.ledger.storage.bulk import collector_paused, insert_rows  # noqa: E402
from ladder.matches.actions.batches import NewMatch, store_matches  # noqa: E402
from ladder.models import Ladder, MatchRevision, Opening, Season  # noqa: E402
from ladder.ratings import Counts, build_duel  # noqa: E402
from players.models import Player  # noqa: E402

SLUG, SYSTEM, CHUNK, TIMES = "federation", "match-length-elo", 100_000, 9
MEMBER = "member"


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.million", description=__doc__)
    parser.add_argument("--players", type=int, default=1_000_000)
    parser.add_argument("--matches", type=int, default=1_000_000)
    chosen = parser.parse_args()
    call_command("migrate", verbosity=0)
    if not Ladder.objects.filter(slug=SLUG).exists():
        make_federation(chosen.players, chosen.matches)
    measure_pages(Ladder.objects.get(slug=SLUG).seasons.get())


@collector_paused()
def make_federation(players: int, matches: int) -> None:
    """Make players with starting ratings around 1,500 and matches of the last ninety days among them."""
    luck, now = random.Random(1), timezone.now()
    season = create_ladder(slug=SLUG, name="Federation", boards=[(SYSTEM, {})]).seasons.get()
    with transaction.atomic():
        show("players", lambda: make_players(season, players, luck, now))
        keys = list(Player.objects.order_by("pk").values_list("pk", flat=True))
        show("matches", lambda: make_matches(season, keys, matches, luck, now))
    with transaction.atomic():
        ledger.lock(season.ladder_id)
        show("settle", lambda: ledger.settle(season))
    member = User.objects.create_user(MEMBER)
    Player.objects.filter(pk=keys[players // 3]).update(user=member)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")


def make_players(season: Season, count: int, luck: random.Random, now: datetime) -> None:
    names = ("name", "key", "nickname", "hidden", "joined_at")
    first = (Player.objects.order_by("-pk").values_list("pk", flat=True).first() or 0) + 1
    insert_rows(Player, names, ((f"Player {n:07}", f"player {n:07}", "", False, now) for n in range(count)))
    board = season.boards.get().pk
    columns = ("board", "player", "source", "points", "experience")
    rows = ((board, first + n, "given", luck.gauss(1500, 250), 0, *Counts()) for n in range(count))
    insert_rows(Opening, (*columns, *Counts._fields), rows)


def make_matches(season: Season, keys: list[int], count: int, luck: random.Random, now: datetime) -> None:
    """Let everybody play about twice, one in ten of them long ago."""
    ledger.lock(season.ladder_id)
    order = list(keys)
    luck.shuffle(order)
    for start in range(0, count, CHUNK):
        new = []
        for n in range(start, min(start + CHUNK, count)):
            at = now - timedelta(days=90 * (count - n) / count + 0.1)
            pair = order[2 * n % len(order)], order[(2 * n + 1) % len(order)]
            new.append(NewMatch(build_duel(*pair, ended=at, facts={"length": 5}), at))
        store_matches(season, new, MatchRevision.Verb.IMPORT)


def show(what: str, work: Callable[[], object], times: int = 1) -> object:
    """Do something so many times, and print how long the quickest and the usual time took."""
    taken = []
    for _ in range(times):
        began = time.perf_counter()
        done = work()
        taken.append(time.perf_counter() - began)
    usual = f", usually {sorted(taken)[times // 2] * 1000:10,.1f} ms" if times > 1 else ""
    print(f"  {what:44}{min(taken) * 1000:12,.1f} ms{usual}", flush=True)
    return done


def measure_pages(season: Season) -> None:
    """Time the pages of a visitor and of a member, and a report with everything that belongs to it."""
    member = Client()
    member.force_login(User.objects.get(username=MEMBER))
    board = f"/{SLUG}/all-time/{SYSTEM}/"
    own = Player.objects.get(user__username=MEMBER)
    for who, browser, pages in (
        ("visitor", Client(), [board, f"{board}?page=5000", f"{board}?page=99999999", f"{board}?q=0777"]),
        ("member", member, [f"{board}?page=me", "/", own.get_absolute_url(), f"/{SLUG}/all-time/report"]),
    ):
        for page in pages:
            show(f"{who}: {page}", lambda page=page, browser=browser: browser.get(page).content, TIMES)


if __name__ == "__main__":
    main()
