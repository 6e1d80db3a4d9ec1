"""Past days are worked out once for each version of the ladder, and one at a time in a process."""

import threading
from datetime import date

import pytest

from ladder.models import Ladder
from ladder.standings.queries import cache
from ladder.standings.queries.cache import wait_for_past_days
from players.models import Player
from tests.factories import make_two_days, play

pytestmark = [pytest.mark.django_db, pytest.mark.once]
DAY = date(2026, 3, 1)
PAST = "/club/all-time/points-exchange/?as-of=2026-03-01"
KNOWN = "/club/all-time/points-exchange/known?as-of=2026-03-01"


@pytest.fixture
def season():
    return make_two_days(DAY)


@pytest.fixture
def taken(monkeypatch):
    """Somebody else has this process work out a past day, and nobody waits for it."""
    monkeypatch.setattr(cache, "LONGEST_CACHE_WAIT", 0.001)
    held, done = threading.Event(), threading.Event()

    def hold():
        with wait_for_past_days():
            held.set()
            done.wait()

    thread = threading.Thread(target=hold)
    thread.start()
    held.wait()
    yield
    done.set()
    thread.join()


@pytest.mark.parametrize("url", [PAST, KNOWN])
def test_a_past_day_is_made_once(client, season, memory, monkeypatch, url):
    assert "Ada" in client.get(url).text
    monkeypatch.setattr(cache, "wait_for_past_days", None)  # nothing is worked out
    assert "Ada" in client.get(url).text


@pytest.mark.parametrize("url", [PAST, KNOWN])
def test_what_changes_it_is_seen_at_once(client, season, memory, url):
    assert "Dora" not in client.get(url).text
    play(season, "Dora", "Bo", on=DAY)
    assert "Dora" in client.get(url).text
    dora = Player.objects.get(name="Dora")
    dora.name = "Dorothy"
    dora.save()
    assert "Dorothy" in client.get(url).text


def test_other_days_until_inactive_count_for_past_days_at_once(client, season, memory):
    """On 12 March Ada last played ten days ago, and Bo eleven."""
    url = PAST.replace("03-01", "03-12")
    play(season, "Cy", "Dora", on=date(2026, 3, 12))
    play(season, "Cy", "Dora", on=date(2026, 3, 13))
    assert client.get(url).context["hidden"] == 0
    Ladder.objects.update(inactive_after=10)
    assert client.get(url).context["hidden"] == 1


@pytest.mark.parametrize("url", [PAST, KNOWN, "/club/all-time/points-exchange/standings.csv?as-of=2026-03-01"])
def test_whoever_would_wait_is_asked_to_try_again(client, season, memory, taken, url):
    answer = client.get(url)
    assert (answer.status_code, answer["Retry-After"]) == (503, "5")
    assert "Standings of past days take long to work out" in answer.text
    assert client.get("/club/all-time/").status_code == 200


def test_what_is_kept_is_shown_meanwhile(client, season, memory, request):
    client.get(PAST)
    request.getfixturevalue("taken")
    assert client.get(PAST).status_code == 200
