"""The accessible names of all tables: what a screen reader says of each before its first cell."""

import re
from datetime import date

import pytest
import time_machine
from django.contrib.auth.models import User
from django.test import Client

from tests.factories import make_ladder, make_player, play, season_of, signed_in
from tests.markup import flat
from tests.walking import addresses

pytestmark = [pytest.mark.django_db, pytest.mark.once, pytest.mark.usefixtures("memory")]
TABLE, CAPTION = re.compile(r"<table\b.*?</table>"), re.compile(r"<caption\b[^>]*>(.*?)</caption>")
SPAN = re.compile(r" ?</?span[^>]*> ?")
SINCE = "12 March; rank changes since Tuesday 10 March"
FOR_ALL = {
    f"Match-length Elo, All time, as of {SINCE}",
    f"Points exchange, All time, as of {SINCE}",
    "Match-length Elo, All time, as of 11 March; rank changes since Tuesday 10 March",
    f"Without a rank: Match-length Elo, All time, as of {SINCE}",
    "Without a rank: Match-length Elo, All time, as of 11 March; rank changes since Tuesday 10 March",
    f"Without a rank: Points exchange, All time, as of {SINCE}",
    "Match-length Elo, All time, 12 March 2026",
    "Points exchange, All time, 12 March 2026",
    "Standings as known then and as corrected now",
    "An empty list for results",
    "Rating of Ann, latest first",
    "Ann: matches, newest first. Select a change to see why.",
    "Ann against Bea, newest first. Select a change to see why.",
    "Every change of the rating of Ann, newest first",
    "Record against each opponent",
    "Changes in Points exchange",
    "What each result would bring on Match-length Elo",
    "What each result would bring on Points exchange",
    "How far each system’s chances were from the results",
    "How well each system predicts the results",
    "Calibration of Match-length Elo",
    "Each player’s rank and rating with both systems",
}
FOR_ORGANISERS = {"Players affected, by rank. Struck through: now. Bold: after.", "Standings with Match-length Elo"}
SYSTEM_PAGES = re.compile(r"^/systems/|/rules$")  # their tables are of the system's own words


@pytest.fixture
def pages():
    """Every address of a small ladder with a player who has no rank, and its owner's account."""
    with time_machine.travel("2026-03-12 12:00Z", tick=False):
        season = season_of(make_ladder("match-length-elo", "points-exchange"))
        play(season, "Ann", "Cy", on=date(2025, 3, 12))
        play(season, "Ann", "Bea", on=date(2026, 3, 10))
        last = play(season, "Bea", "Ann", on=date(2026, 3, 11))
        one, other = make_player("Ann").pk, make_player("Bea").pk
        values = {
            "ladder": ["club"],
            "season": ["all-time"],
            "board": ["match-length-elo", "points-exchange"],
            "players:pk": [one],
            "players:other": [other],
            "first": [one],
            "second": [other],
            "ladder:pk": [last.pk],
        }
        board = "/club/all-time/match-length-elo/"
        more = [f"{url}?who=all" for url in (board, "/club/all-time/points-exchange/")]
        past = [f"{board}?as-of=2026-03-11", f"{board}known?as-of=2026-03-11"]
        yield [*(url for url in addresses(values) if not SYSTEM_PAGES.search(url)), *more, *past]


def list_captions(page):
    """Return the whole accessible names of a page's tables, in order; an empty one for a table without a caption."""
    found = [CAPTION.search(table) for table in TABLE.findall(flat(page))]
    return [SPAN.sub(" ", one[1]).strip() if one else "" for one in found]


def test_every_table_is_called_by_what_it_shows(pages):
    visitor, other = Client(), Client()  # the other gets the pages that were kept for the first
    owner = signed_in(User.objects.create_superuser("owner"))

    for browser, captions in ((visitor, FOR_ALL), (other, FOR_ALL), (owner, FOR_ALL | FOR_ORGANISERS)):
        answers = [browser.get(url) for url in pages]
        found = (list_captions(one.text) for one in answers if "html" in one["Content-Type"])
        assert {name for names in found for name in names} == captions
