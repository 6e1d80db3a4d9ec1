"""The page of the change log."""

from datetime import date

import pytest

from ladder.changes import change_log as logs
from ladder.matches.actions.corrections import correct_match, void_match
from ladder.models import MatchRevision
from tests.changes import add_board, remove_board
from tests.factories import make_ladder, play, season_of
from tests.markup import flat

pytestmark = pytest.mark.django_db
PAGE, HTMX = "/club/log", {"HX-Request": "true"}


@pytest.fixture
def season():
    return season_of(make_ladder())


def test_everybody_sees_who_changed_what_and_why(client, season, organiser):
    match = play(season, "Ana", "Ben", 25, on=date(2026, 1, 1))
    play(season, "Ana", "Cara", 25, on=date(2026, 1, 2))
    correct_match(match=match, by=organiser, reason="It was to 1.", revision=1, facts={"length": 1})

    page = flat(client.get(PAGE).text)

    assert f'<b>organiser</b>corrected:<a href="/matches/{match.pk}/">Ana beat Ben, 1-point match</a>' in page
    assert "length:<s>25</s>to<b>1</b>" in page
    assert "“It was to 1.”" in page
    assert 'Match-length Elo: 3 ratings changed, largest: Ben<span class="chg up">+8</span>' in page
    assert "organiser@club.example" not in page


def test_what_came_or_went_is_not_said_to_have_been_another(client, season, organiser):
    board = add_board(season=season, system="points-exchange", values={}, by=organiser)
    remove_board(board=board, by=organiser)

    page = flat(client.get(PAGE).text)

    assert "<p>added:<b>Points exchange</b></p>" in page
    assert "<p>removed:<s>Points exchange</s></p>" in page


def test_changes_only_leaves_reports_out(client, season):
    match = play(season, "Ana", "Ben")
    void_match(match=match, by=None, reason="It was practice.", revision=1)

    page = flat(client.get(PAGE, {"what": "changes"}).text)

    assert ["voided" in page, "reported" in page] == [True, False]
    assert f'<a href="{PAGE}?what=changes" aria-current="page">' in page


@pytest.mark.parametrize(
    ("query", "words"),
    [
        ({}, "No matches yet. The log starts with the first result."),
        ({"what": "changes"}, "No result has been corrected or voided."),
        ({"before": "1"}, "There is nothing older."),
    ],
)
def test_an_empty_log_says_why(client, season, query, words):
    assert words in client.get(PAGE, query).text


def test_more_is_a_link_and_htmx_gets_the_lines_alone(client, season, monkeypatch):
    monkeypatch.setattr(logs, "ENTRIES_PER_PAGE", 1)
    play(season, "Ana", "Ben")
    play(season, "Cara", "Dan")
    newest = MatchRevision.objects.latest("id").pk

    first = flat(client.get(PAGE, {"what": "changes ", "before": str(newest + 1)}).text)
    more = flat(client.get(PAGE, {"before": str(newest)}, headers=HTMX).text)

    assert f"before={newest}" in first
    assert more.lstrip().startswith("<li><p><b>The site</b>reported:<a")
    assert ["Ana beat Ben" in more, "Cara beat Dan" in more] == [True, False]


@pytest.mark.parametrize("header", ["HX-Boosted", "HX-History-Restore-Request"])
def test_boosted_links_and_restored_history_get_the_page(client, season, header):
    assert "<!DOCTYPE html>" in flat(client.get(PAGE, headers={**HTMX, header: "true"}).text)


@pytest.mark.parametrize("name", ["before", "what", "page"])
def test_no_address_breaks_it(client, season, name):
    play(season, "Ana", "Ben")

    for value in ["\x00", "9" * 40, "9" * 18, "-1", "٣", "1.5", "nan", "\u202eevil", "x" * 3000, ""]:
        response = client.get(PAGE, {name: value})
        assert response.status_code == 200
        assert "Ana beat Ben" in response.text


def test_an_unknown_ladder_is_not_found(client, db):
    assert client.get("/nowhere/log").status_code == 404


def test_nothing_is_posted_to_it(client, season):
    assert client.post(PAGE).status_code == 405


def test_a_link_to_it_can_be_shared(client, season):
    page = flat(client.get(PAGE, {"what": "changes"}).text)

    assert "<title>Change log, Club · " in page
    assert '<meta property="og:title" content="Change log, Club">' in page
    assert '<link rel="canonical" href="http://testserver/club/log">' in page
    assert '<link rel="alternate" type="application/atom+xml" title="Results of Club" href="/club/feed.xml">' in page
