"""What visitors go by is read once a second and never older; whoever has a session goes by what is stored now."""

import pytest
from django.db import transaction
from django.test import Client

from ladder.club.actions import change_ladder
from ladder.models import Board, Ladder
from ladder.pages.recent_versions import RecentValue, forget_recent_values, is_newer
from ladder.pages.seasons import build_page_version
from ladder.people.actions.players import change_player_visibility
from players.models import Player
from tests.factories import make_ladder, make_member, make_player, play, season_of, signed_in

stored = pytest.mark.django_db(transaction=True)  # what is read inside of a transaction is never kept
ROWS = "/club/all-time/match-length-elo/rows"


class Source:
    """What a reading finds: 1, 2, 3 and so on; something else may come in while it reads."""

    def __init__(self, meanwhile=lambda: None):
        self.count, self.meanwhile = 0, meanwhile

    def read(self):
        self.count += 1
        self.meanwhile()
        return self.count


@stored
def test_a_value_is_read_once_a_second(clock):
    recent = RecentValue(Source().read)
    assert recent.find() is None
    assert [recent.load().value, recent.load().value] == [1, 1]
    clock.at += 0.999
    assert recent.load().value == 1
    clock.at += 0.001
    assert recent.find() is None
    assert recent.load().value == 2


@stored
def test_a_value_is_as_old_as_the_beginning_of_its_reading(clock):
    def take_long():
        clock.at += 0.7

    recent = RecentValue(Source(take_long).read)
    assert recent.load().until == 1_001.0
    clock.at = 1_001.0
    assert recent.find() is None


@stored
def test_what_this_process_has_stored_is_read_at_once_also_by_whoever_reads_just_then(clock):
    recent = RecentValue(Source().read)
    recent.load()
    forget_recent_values()
    assert recent.load().value == 2
    recent = RecentValue(Source(forget_recent_values).read)  # the change is stored after it was looked for
    assert recent.load().value == 1
    assert recent.find() is None


@stored
def test_a_value_that_must_be_new_is_read_anew(clock):
    recent = RecentValue(Source().read)
    assert [recent.load().value, recent.load(anew=True).value] == [1, 1]  # at the same moment it is new
    clock.at += 0.001
    assert [recent.load().value, recent.load(anew=True).value, recent.load().value] == [1, 2, 2]


@stored
def test_what_a_transaction_sees_is_for_it_alone(clock):
    recent = RecentValue(Source().read)
    with transaction.atomic():
        assert [recent.load().value, recent.load().value] == [1, 2]
    assert recent.find() is None


@pytest.mark.parametrize(
    ("shown", "newer"),
    [("8-20260301", True), ("7-20260301", False), ("-8", False), ("", False), ("8", True), ("9" * 19, False)],
)
def test_a_page_is_newer_by_its_number(shown, newer):
    assert is_newer(shown, 7) == newer
    assert not is_newer(shown, None)


@pytest.fixture
def season(memory):
    season = season_of(make_ladder())
    play(season, "Ana Petrova", "Ben Ito")
    return season


def rows_of(client):
    """The rows for a page that is out of date."""
    return client.get(f"{ROWS}?v=0-0", headers={"HX-Request": "true"}).text


def hide(name):
    change_player_visibility(player=Player.objects.get(name=name), by=None, hidden=True)


@stored
def test_a_visitor_sees_a_result_of_another_process_a_second_later_and_asks_nothing_before(
    season, clock, elsewhere, django_assert_num_queries
):
    pages = [Client().get("/club/").text, rows_of(Client())]
    elsewhere()
    play(season, "Cyd Brown", "Ben Ito")
    clock.at += 0.999
    with django_assert_num_queries(0):
        assert [Client().get("/club/").text, rows_of(Client())] == pages
    clock.at += 0.001
    assert all("Cyd Brown" in page for page in (Client().get("/club/").text, rows_of(Client())))


@stored
def test_whoever_has_a_session_sees_a_result_of_another_process_at_once(season, clock, elsewhere):
    member, told = signed_in(make_member("Mia").user), Client()
    told.cookies["messages"] = "x"  # a visitor who is about to be told something
    member.get("/club/")  # which gives her the cookies that the page is kept under
    feed = "/club/feed.xml"
    pages = [one.get(url).text for one in (member, told, Client(), member) for url in ("/club/", feed)]
    assert not any("Cyd Brown" in page for page in pages)
    shown = build_page_version(Ladder.objects.get())
    assert {one.get(f"{ROWS}?v={shown}").status_code for one in (member, told, Client())} == {204}
    elsewhere()
    play(season, "Cyd Brown", "Ben Ito")
    for one in (member, told):
        assert all("Cyd Brown" in one.get(url).text for url in ("/club/", feed))
        assert "Cyd Brown" in one.get(f"{ROWS}?v={shown}").text
    assert Client().get(f"{ROWS}?v={shown}").status_code == 204  # so the process had not read it
    assert "Cyd Brown" not in Client().get(feed).text


@stored
def test_an_answer_holds_for_other_visitors_until_what_it_goes_by_is_a_second_old(season, clock):
    Client().get(f"{ROWS}?v={build_page_version(Ladder.objects.get())}")  # which needs no names
    clock.at += 0.4
    assert Client().get(f"{ROWS}?v=0-0").for_visitors_until == clock.at + 0.6


@stored
def test_a_visitor_sees_at_once_what_this_process_stores(season, clock):
    assert "Cyd Brown" not in rows_of(Client())
    play(season, "Cyd Brown", "Ben Ito")
    assert "Cyd Brown" in rows_of(Client())


@stored
def test_a_page_of_a_process_that_has_read_more_does_not_go_back(season, clock, elsewhere):
    rows_of(Client())
    elsewhere()
    play(season, "Cyd Brown", "Ben Ito")
    shown = build_page_version(Ladder.objects.get())  # as the other process has shown it
    clock.at += 0.1
    assert Client().get(f"{ROWS}?v={shown}").status_code == 204
    assert "Cyd Brown" in rows_of(Client())  # now this one has read it, too


@stored
def test_what_visitors_may_not_see_any_more_is_gone_a_second_later(season, clock, elsewhere):
    """Whether it raises a version, as a name and a setting do, or not, as somebody hidden who plays nowhere."""
    other = make_ladder(slug="other", name="Darts ladder")
    page = f"/players/{make_player('Lia Park').pk}/"
    seen = {page: "Lia Park", "/club/": "Ana Petrova", "/": "Darts ladder", "/club/about": "How Club rates"}
    for url, words in seen.items():
        assert words in Client().get(url).text
    elsewhere()
    hide("Lia Park")
    hide("Ana Petrova")
    change_ladder(ladder=season.ladder, values={"name": "Skittles"}, by=None)
    for rows in (Board.objects.filter(season__ladder=other), other.seasons.all(), other):
        rows.delete()
    clock.at += 1
    for url, words in seen.items():
        assert words not in Client().get(url).text, url
