"""The club of the load run, made or counted in the database of DATABASE_URL."""

import json
import logging
import random
import sys
from datetime import timedelta
from pathlib import Path

import django

django.setup()

from django.conf import settings  # noqa: E402 - settings come first
from django.contrib.auth.models import User  # noqa: E402
from django.core.management import call_command  # noqa: E402
from django.test import Client  # noqa: E402
from django.utils import timezone  # noqa: E402

from ladder.club.actions import create_ladder  # noqa: E402
from ladder.files.match_file import read_match_file  # noqa: E402
from ladder.imports.actions import import_matches  # noqa: E402
from ladder.models import Ladder, Match  # noqa: E402
from players.models import Player  # noqa: E402

SLUG, DAYS, MEMBERS = "load", 365, 100
AWAY = 60  # minutes between the last match that was played before and now


def make_club(count: int, players: int) -> dict[str, object]:
    """Make a ladder with so many matches of the last year, and accounts for its first hundred players."""
    call_command("migrate", verbosity=0)
    ladder = create_ladder(slug=SLUG, name="Load", boards=[("match-length-elo", {})])
    records = read_match_file(write_match_file(count, players), timezone.get_default_timezone()).records
    import_matches(season=ladder.seasons.get(), records=records)
    User.objects.create_superuser("owner")
    people = list(Player.objects.order_by("pk"))
    members = []
    logging.disable(logging.INFO)  # who signs in
    for player in people[:MEMBERS]:
        player.user = User.objects.create_user(f"member-{player.pk}")
        player.save()
        browser = Client()
        browser.force_login(player.user)
        members.append((player.name, browser.cookies[settings.SESSION_COOKIE_NAME].value))
    return {
        "ladder": SLUG,
        "players": [player.name for player in people],
        "members": members,
        "matches": Match.objects.count(),
        "version": Ladder.objects.get().version,
        "cookies": [settings.SESSION_COOKIE_NAME, settings.CSRF_COOKIE_NAME],
    }


def write_match_file(count: int, players: int) -> str:
    """Return matches of the last year as a file, spread evenly over its days and players."""
    luck, now = random.Random(1), timezone.localtime() - timedelta(minutes=AWAY)
    lines = ["date,winner,loser,length"]
    for n in range(count, 0, -1):
        winner, loser = luck.sample(range(players), 2)
        at = now - timedelta(days=DAYS * n / count)
        lines.append(f"{at:%Y-%m-%dT%H:%M},Player {winner:03},Player {loser:03},{luck.choice((3, 5, 7, 9))}")
    return "\n".join(lines)


def main(what: str, *numbers: str) -> None:
    if what == "count":
        print(Match.objects.filter(status=Match.Status.COUNTED).count(), Ladder.objects.get(slug=SLUG).version)
    else:
        Path(what).write_text(json.dumps(make_club(*map(int, numbers))))


if __name__ == "__main__":
    main(*sys.argv[1:])
