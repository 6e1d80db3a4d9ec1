"""The club of a night with forty phones, made in the database of DATABASE_URL."""

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
from django.utils.crypto import get_random_string  # noqa: E402

from ladder.club.actions import create_ladder  # noqa: E402
from ladder.files.match_file import read_match_file  # noqa: E402
from ladder.imports.actions import import_matches  # noqa: E402
from ladder.models import Ladder  # noqa: E402
from ladder.scene import Scene  # noqa: E402
from players.models import Player  # noqa: E402
from tests.ladder.nights.test_planner import play_night  # noqa: E402


def make_night_club(count: int, players: int, people: int, courts: int, games: int) -> list[str]:
    """Let a night run on a ladder with so many matches of the last year; return the cookies of the desk and of all."""
    logging.disable(logging.INFO)  # who signs in
    call_command("migrate", verbosity=0)
    ladder = create_ladder(slug="load", name="Load", boards=[("elo", {"takes": "both"})])
    Ladder.objects.update(nights=Ladder.Nights.RECORDERS, fewest_a_side=2, most_a_side=2)
    luck, now = random.Random(1), timezone.localtime()
    lines = ["date,winner,loser"]
    for number in range(count, 0, -1):
        winner, loser = luck.sample(range(players), 2)
        lines.append(f"{now - timedelta(365 * number / count):%Y-%m-%dT%H:%M},Player {winner:03},Player {loser:03}")
    import_matches(
        season=ladder.seasons.get(), records=read_match_file("\n".join(lines), timezone.get_default_timezone()).records
    )
    desk = User.objects.create_superuser("desk")
    here = list(Player.objects.order_by("pk")[:people])
    for player in here:
        player.user = User.objects.create_user(f"member-{player.pk}")
        player.save()
    play_night(Scene(ladder.seasons.select_related("ladder").get(), desk), here, games)
    return [sign_in(user) for user in (desk, *(player.user for player in here))]


def sign_in(user: User) -> str:
    """Return the cookies of a browser in which an account is signed in."""
    browser = Client()
    browser.force_login(user)
    session = browser.cookies[settings.SESSION_COOKIE_NAME].value
    return f"{settings.SESSION_COOKIE_NAME}={session}; {settings.CSRF_COOKIE_NAME}={get_random_string(32)}"


if __name__ == "__main__":
    made, *numbers = sys.argv[1:]
    Path(made).write_text(json.dumps({"cookies": make_night_club(*map(int, numbers))}))
