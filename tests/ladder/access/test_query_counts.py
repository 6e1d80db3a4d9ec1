"""No page asks more of the database in a large club than in a small one."""

from datetime import timedelta

import pytest
import time_machine
from django.contrib.auth.models import User
from django.db import connection
from django.utils import timezone

from ladder.matches.actions.corrections import correct_match
from tests.factories import make_ladder, make_member, make_player, play, play_all, season_of
from tests.walking import addresses

pytestmark = pytest.mark.django_db
SMALL, LARGE = 12, 24  # pairs; the report form asks twice more until it has found nine opponents
FOLLOWS = ("/void", "/revert/1")  # previews of these follow the players whom the change moves, in steps
DAYS = [timedelta(days=number) for number in (40, 39, 3)]


@pytest.fixture
def season():
    """A season of today, at a moment that stays: no page differs because the machine is busy."""
    with time_machine.travel(timezone.now(), tick=False):
        yield season_of(make_ladder("match-length-elo", "points-exchange"))


def test_every_page_asks_as_much_in_a_large_club_as_in_a_small_one(client, season):
    ann = make_player("Ann 0")
    ann.user = User.objects.create_superuser("ann")
    ann.save()
    client.force_login(ann.user)
    make_member("Bea 0")
    client.get("/readyz")  # a process asks once whether the migrations are applied

    grow(season, SMALL)
    small = counts(client, season, ann)
    grow(season, LARGE)
    large = counts(client, season, ann)

    assert len(small) > 90
    assert {url: (small[url], count) for url, count in large.items() if count != small[url]} == {}


def grow(season, pairs):
    """Let so many pairs play, some of them often, and correct a match of the first two."""
    for day in DAYS:
        play_all(season, [(f"Ann {one}", f"Bea {one}") for one in range(pairs)], on=timezone.localdate() - day)
    play_all(season, [("Ann 0", f"Bea {one}") for one in range(pairs)], on=timezone.localdate() - DAYS[-1])
    correct_match(match=play(season, "Bea 0", "Ann 0"), by=None, reason="To 7.", revision=1, facts={"length": 7})


def counts(client, season, ann):
    """How many queries each page of the club takes, today and as of a past day."""
    values = {
        "ladder": [season.ladder.slug],
        "season": [season.slug],
        "board": [board.system for board in season.boards.all()],
        "players:pk": [ann.pk],
        "players:other": [make_player("Bea 0").pk],
        "first": [ann.pk],
        "second": [make_player("Bea 0").pk],
        "ladder:pk": [season.matches.earliest("pk").pk],
        "key": ["match-length-elo"],
        "form": ["csv", "xlsx"],
    }
    past = f"?as-of={timezone.localdate() - DAYS[1]}"
    pages = [url for url in addresses(values) if not url.endswith(FOLLOWS)]
    looks_back = [f"{url}{past}" for url in pages if url.startswith(("/club/", "/players/"))]
    return {url: count(client, url) for url in [*pages, *looks_back]}


def count(client, url):
    """The queries of a page, but for the club's name, which is kept for a moment whoever asks."""
    asked = []

    def note(execute, sql, *rest):
        asked.append(sql)
        return execute(sql, *rest)

    with connection.execute_wrapper(note):
        client.get(url)
    return sum("players_club" not in sql for sql in asked)
