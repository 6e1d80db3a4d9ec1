"""How long the server takes for the standings of 500 players, with nothing kept from before."""

import random
import sys
import time
from datetime import timedelta

import django

django.setup()

from django.core.management import call_command  # noqa: E402 - settings come first
from django.test import Client  # noqa: E402
from django.urls import reverse  # noqa: E402
from django.utils import timezone  # noqa: E402

from ladder.club.actions import create_ladder  # noqa: E402
from ladder.files.match_file import read_match_file  # noqa: E402
from ladder.imports.actions import import_matches  # noqa: E402

PLAYERS, MATCHES, DAYS = 500, 5_000, 365
BOARDS = ("match-length-elo", "chips-daily")  # the second shrinks every night
AIM = 0.050  # seconds
TIMES = 41


def main(count: int = MATCHES, times: int = TIMES) -> None:
    call_command("migrate", run_syncdb=True, verbosity=0)
    ladder = create_ladder(slug="pages", name="Pages", boards=[(key, {}) for key in BOARDS])
    records = read_match_file(match_file(count), timezone.get_default_timezone()).records
    import_matches(season=ladder.seasons.get(), records=records)
    client, month_ago = Client(), timezone.localdate() - timedelta(30)
    for key in BOARDS:
        url = reverse("ladder:board", args=["pages", "all-time", key])
        show(key, client, url, times)
        show(f"{key} a month ago", client, f"{url}?as-of={month_ago}", times)
    call_command("flush", interactive=False, verbosity=0)


def match_file(count: int, players: int = PLAYERS) -> str:
    """Return matches of the last year as a file, spread evenly over its days and players."""
    luck, now = random.Random(1), timezone.localtime()
    lines = ["date,winner,loser,length,chips"]
    for n in range(count, 0, -1):
        winner, loser = luck.sample(range(players), 2)
        at = now - timedelta(days=DAYS * n / count)
        lines.append(f"{at:%Y-%m-%dT%H:%M},P{winner},P{loser},{luck.choice((3, 5, 7, 9))},{luck.randint(1, 20)}")
    return "\n".join(lines)


def show(what: str, client: Client, url: str, times: int) -> None:
    """Print the least and the usual time of a page: of this process's work, and by the clock."""
    worked, passed = [], []
    for _ in range(times):
        work, clock = time.process_time(), time.perf_counter()
        assert client.get(url).status_code == 200
        worked.append(time.process_time() - work)
        passed.append(time.perf_counter() - clock)
    for name, seconds in (("work", worked), ("clock", passed)):
        least, usual = min(seconds), sorted(seconds)[times // 2]
        print(f"  {f'{what}, {name}':42}{least * 1000:6.1f} ms, usually {usual * 1000:6.1f}  aim {AIM * 1000:.0f}")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
