"""The page with the table as then known beside the corrected one."""

from datetime import date, timedelta

import pytest

from ladder.matches.actions.corrections import void_match
from tests.factories import make_two_days
from tests.markup import flat

pytestmark = pytest.mark.django_db

DAY = date(2026, 3, 1)
URL = "/club/all-time/points-exchange/known"


@pytest.fixture
def season():
    return make_two_days(DAY)


def test_the_page_has_both_tables(client, season):
    assert "Nothing on this board has changed since." in client.get(URL, {"as-of": DAY}).text
    void_match(match=season.matches.first(), by=None, reason="Not played", revision=1)
    answer = client.get(URL, {"as-of": DAY})
    assert [(one.name, one.rank, one.rank_now) for one in answer.context["lines"]] == [
        ("Ada", "1", ""),
        ("Bo", "2", ""),
    ]
    assert "2 players have a different rank or rating now." in answer.text
    part = client.get(URL, {"as-of": DAY}, headers={"HX-Request": "true"})
    assert part.text.lstrip().startswith("<section")


@pytest.mark.parametrize("day", ["", "x", "2026-02-30", "9999-01-01", "0001-01-01", "٢٠٢٦-٠١-٠١", "\0", "9" * 5000])
def test_without_a_past_day_it_leads_to_the_standings(client, season, day):
    answer = client.get(URL, {"as-of": day})
    assert (answer.status_code, answer.url) == (303, "/club/all-time/points-exchange/")


def test_a_day_before_the_first_match_has_nobody(client, season):
    assert "Nobody had played by that day." in client.get(URL, {"as-of": "2020-01-01"}).text


def test_unknown_addresses_and_other_methods(client, season):
    for url in (
        "/nope/all-time/points-exchange/known",
        "/club/nope/points-exchange/known",
        "/club/all-time/nope/known",
    ):
        assert client.get(url, {"as-of": DAY}).status_code == 404
    assert client.post(URL).status_code == 405


def test_past_standings_offer_it_only_where_something_changed(client, season):
    def offered(day):
        return f"{URL}?as-of={day}" in client.get("/club/all-time/points-exchange/", {"as-of": day}).text

    assert not offered(DAY)
    void_match(match=season.matches.first(), by=None, reason="Not played", revision=1)
    assert (offered(DAY), offered(DAY - timedelta(1))) == (True, False)
    assert "As known then" not in flat(client.get("/club/all-time/points-exchange/").text)
