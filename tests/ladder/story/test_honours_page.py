"""The page with the honours of a ladder."""

import re
from datetime import date, timedelta
from html import unescape

import pytest
from django.core.cache import caches

from ladder.formats import ParticipantResult
from ladder.matches.actions.corrections import correct_match, void_match
from ladder.models import Season
from ladder.people.actions.players import change_player_visibility
from ladder.seasons.actions.life_cycle import close_season, reopen_season
from tests.factories import make_ladder, make_player, play, play_all, season_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("memory")]
HONOURS = "/club/honours"
DAY = date(2026, 1, 3)


@pytest.fixture
def season():
    return season_of(make_ladder("elo"))


def read_section(client, heading, address=HONOURS):
    """Return the texts of a section of the page, in order."""
    page = client.get(address).text
    section = next(one for one in page.split("<section")[1:] if heading in one.partition("</h")[0])
    texts = re.sub(r"<[^>]+>", "\n", section.partition(">")[2])
    return [unescape(one.strip()) for one in texts.splitlines() if one.strip()]


def test_a_ladder_without_a_match_shows_what_can_be_earned(client, season):
    page = client.get(HONOURS)

    assert page.status_code == 200
    assert page.text.count("Nobody yet") == 12


def test_records_and_lists_name_who_holds_them(client, season):
    play_all(season, [("Ana", "Ben")] * 3, on=DAY)

    records, won = read_section(client, "Records"), read_section(client, "Most wins")

    assert records[records.index("Longest run") :][:3] == ["Longest run", "3 wins", "Ana"]
    assert won == ["Most wins", "A", "Ana", "3"]


def test_the_newest_month_is_shown_unless_another_span_is_asked_for(client, season):
    play(season, "Ana", "Ben", on=DAY)
    play(season, "Cem", "Ben", on=date(2026, 3, 7))

    shown = {query: client.get(HONOURS + query).text for query in ("", "?span=month&from=2026-01-01", "?span=all")}

    assert '<h2 id="h-lists">March 2026</h2>' in shown[""]
    assert '<h2 id="h-lists">January 2026</h2>' in shown["?span=month&from=2026-01-01"]
    assert '<h2 id="h-lists">All time</h2>' in shown["?span=all"]


@pytest.mark.parametrize("query", ["?span=x", "?span=month&from=x", "?span=week&from=0001-01-01", "?from=2026-01-01"])
def test_an_address_that_nobody_made_shows_the_newest(client, season, query):
    play(season, "Ana", "Ben", on=DAY)

    assert client.get(HONOURS + query).status_code == 200


def test_a_correction_of_an_old_match_gives_record_list_and_championship_to_another(client, season):
    first = play(season, "Ana", "Ben", on=DAY)
    play(season, "Ana", "Ben", on=DAY)
    play(season, "Ben", "Cem", on=DAY)
    close_season(season, on=DAY)
    assert "Ana" in read_section(client, "Champions")
    assert read_section(client, "Records")[1:4] == ["A", "Longest run", "2 wins"]
    turned = [ParticipantResult(make_player("Ana"), 0.0), ParticipantResult(make_player("Ben"), 1.0)]

    reopen_season(Season.objects.get())
    correct_match(match=first, by=None, reason="It was the other way.", revision=1, participants=turned)
    close_season(Season.objects.get(), on=DAY)

    assert "Ben" in read_section(client, "Champions")
    assert "Ana" not in read_section(client, "Champions")
    assert "2 wins" not in read_section(client, "Records")
    assert read_section(client, "Most wins")[1:4] == ["B", "Ben", "2"]
    assert Season.objects.get().winner.name == "Ben"


def test_a_void_match_takes_a_record_back(client, season):
    play_all(season, [("Ana", "Ben")] * 3, on=DAY)

    void_match(match=season.matches.last(), by=None, reason="It was no match.", revision=1)

    assert "2 wins" in read_section(client, "Records")


def test_hidden_players_are_hidden_here_too(client, season):
    play_all(season, [("Ana Petrova", "Ben Ito")] * 3, on=DAY)
    change_player_visibility(player=make_player("Ana Petrova"), hidden=True, by=None)

    page = client.get(HONOURS).text

    assert "Petrova" not in page
    assert "Hidden player" in page


@pytest.mark.parametrize("rounds", [2, 12])
def test_the_page_asks_the_same_of_few_and_of_many_matches(client, season, rounds, django_assert_num_queries):
    for number in range(rounds):
        play_all(season, [("Ana", f"Ben {number}")] * 5, on=DAY + timedelta(31 * number))
    client.get("/")
    caches["rows"].clear()
    caches["pages"].clear()

    with django_assert_num_queries(18):
        client.get(HONOURS)
