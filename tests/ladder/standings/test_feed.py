"""The feed of results, as a feed reader gets it."""

from datetime import date
from xml.etree import ElementTree

import pytest

from ladder.matches.actions.corrections import correct_match
from ladder.models import Ladder
from tests.factories import make_ladder, play, season_of

pytestmark = pytest.mark.django_db
FEED = "/club/feed.xml"
ATOM = "{http://www.w3.org/2005/Atom}"


@pytest.fixture
def season():
    return season_of(make_ladder())


def entries(client):
    root = ElementTree.fromstring(client.get(FEED).content)
    return [{one.tag.removeprefix(ATOM): one.text for one in entry} for entry in root.iter(f"{ATOM}entry")]


def test_the_feed_has_an_entry_for_each_match(client, season):
    match = play(season, "Ana", "Ben", 25, on=date(2026, 1, 3))

    (entry,) = entries(client)

    assert entry["title"] == "Ana beat Ben"
    assert entry["summary"] == "Ana +10 to 1,810, Ben −10 to 1,790."
    assert entry["id"] == f"http://testserver/matches/{match.pk}/"
    assert entry["published"].startswith("2026-01-03T")


def test_a_corrected_match_is_the_same_entry_updated(client, season):
    match = play(season, "Ana", "Ben", on=date(2026, 1, 3))
    (before,) = entries(client)

    correct_match(match=match, by=None, reason="It was to 25.", revision=1, facts={"length": 25})

    (after,) = entries(client)
    assert [after["id"], after["published"]] == [before["id"], before["published"]]
    assert after["updated"] >= before["updated"]
    assert after["summary"].startswith("Ana +10")


def test_names_are_text_also_where_a_reader_takes_html(client, season):
    play(season, "<b>Ana</b>", "Ben & Co")

    (entry,) = entries(client)

    assert entry["title"] == "<b>Ana</b> beat Ben & Co"
    assert entry["summary"].startswith("&lt;b&gt;Ana&lt;/b&gt; +")


def test_the_feed_names_the_ladder_and_itself(client, season):
    Ladder.objects.update(name="Cl\x07ub")

    response = client.get(FEED)
    root = ElementTree.fromstring(response.content)

    assert response.headers["Content-Type"] == "application/atom+xml; charset=utf-8"
    assert root.findtext(f"{ATOM}title") == "Results of Club"
    assert [link.get("href") for link in root.findall(f"{ATOM}link")] == [
        "http://testserver/club/",
        "http://testserver/club/feed.xml",
    ]


def test_the_club_is_the_author_whom_atom_asks_for(client, season, settings):
    """RFC 4287, 4.1.1: a feed has an author unless each of its entries has one."""
    settings.CLUB_NAME = "Harbour Club"

    root = ElementTree.fromstring(client.get(FEED).content)

    assert root.findtext(f"{ATOM}author/{ATOM}name") == "Harbour Club"


def test_an_empty_ladder_has_an_empty_feed(client, season):
    assert entries(client) == []


def test_an_unknown_ladder_is_not_found(client, db):
    assert client.get("/nowhere/feed.xml").status_code == 404


@pytest.mark.usefixtures("memory")
def test_a_reader_who_has_the_feed_asks_twice_until_it_changes(client, season, django_assert_num_queries):
    play(season, "Ana", "Ben")
    tag = client.get(FEED).headers["ETag"]

    with django_assert_num_queries(2):  # versions, names shown
        same = client.get(FEED, headers={"If-None-Match": tag})
    play(season, "Ana", "Ben")
    changed = client.get(FEED, headers={"If-None-Match": tag})

    assert [same.status_code, changed.status_code] == [304, 200]


def test_nothing_is_posted_to_it(client, season):
    assert client.post(FEED).status_code == 405
