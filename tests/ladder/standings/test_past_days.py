"""Past days are worked out once for each version of the ladder, and one at a time in a process."""

import threading
from datetime import date

import pytest

from ladder.models import Board, Ladder, Opening, Season
from ladder.standings.queries import cache
from ladder.standings.queries.cache import wait_for_past_days
from ladder.standings.queries.table import load_standings
from players.models import Player
from tests.factories import make_player, make_two_days, play

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


@pytest.mark.parametrize("url", [PAST, KNOWN])
def test_a_match_of_a_later_day_leaves_it_as_it_is(client, season, memory, monkeypatch, url):
    shown = client.get(url).text.count("Ada")
    play(season, "Ada", "Dora", on=date(2026, 3, 2))
    play(season, "Ada", "Dora")
    monkeypatch.setattr(cache, "wait_for_past_days", None)  # nothing is worked out
    page = client.get(url).text
    assert (page.count("Ada"), "Dora" in page) == (shown, False)


def test_a_match_after_all_others_counts_on_the_latest_day_and_later_ones_at_once(season, memory):
    """Cy's match of 2 March is the latest, so another one of that day changes the past of no other."""
    board, days = Board.objects.select_related("season__ladder").get(), (date(2026, 3, 2), date(2026, 3, 3))

    def count_played(name):
        rows = [{row.name: row for row in load_standings(board, day).rows} for day in days]
        return [row[name].standing.counts.played if name in row else 0 for row in rows]

    for number, name in enumerate(("Dora", "Eve", "Flo")):
        assert count_played(name) == [0, 0]
        play(season, name, "Bo", on=date(2026, 3, 2))
        assert (count_played(name), count_played("Bo")) == ([1, 1], [number + 2, number + 2])
        if number == 1:
            play(season, "Ada", "Cy", on=date(2026, 3, 4))  # now both days are before the latest


def test_a_match_of_an_earlier_season_counts_at_once(client, season, memory):
    """On 12 March Ada, whom the new season gives a rating, last played ten days ago, in the season before."""
    Ladder.objects.update(inactive_after=9)
    later = Season.objects.create(
        ladder=season.ladder, slug="later", name="Later", opens_from=season, opening_rule=Season.Rule.FRESH
    )
    board = Board.objects.create(season=later, system="points-exchange", position=0)
    Opening.objects.create(board=board, player=make_player("Ada"), points=1000, source=Opening.Source.GIVEN)
    for day in (date(2026, 3, 12), date(2026, 3, 13)):
        play(later, "Eve", "Dora", on=day)
    url = "/club/later/points-exchange/?as-of=2026-03-12"
    assert client.get(url).context["hidden"] == 1
    play(season, "Ada", "Bo", on=date(2026, 3, 11))
    assert client.get(url).context["hidden"] == 0


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
