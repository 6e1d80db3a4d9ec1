"""A player's pages in the browser's eyes: addresses, parts and what they refuse."""

from datetime import date
from itertools import product

import pytest

from ladder.formats import ParticipantResult
from ladder.matches.actions.corrections import void_match
from ladder.models import Adjustment
from players.models import Player
from tests.factories import (
    at,
    enter_match,
    make_ladder,
    make_member,
    make_player,
    play,
    play_all,
    play_sides,
    season_of,
    signed_in,
)
from tests.markup import flat

pytestmark = [pytest.mark.django_db, pytest.mark.once]

HTMX = {"HX-Request": "true"}


@pytest.fixture
def season():
    return season_of(make_ladder())


def urls_of(player, other):
    """The five pages of a player."""
    url = make_player(player).get_absolute_url()
    return [url, f"{url}statement/", f"{url}against/{make_player(other).pk}/", f"{url}opponents/", f"{url}partners/"]


def test_a_page_shows_place_rating_record_and_matches(client, season):
    play(season, "Ann", "Bea", length=4, on=date(2026, 1, 3))
    last = play(season, "Bea", "Ann", length=9, on=date(2026, 1, 10))

    context = client.get(make_player("Bea").get_absolute_url()).context

    profile, (newest, oldest) = context["profile"], context["listed"].rows
    assert profile.rank.words == "1st of 2"
    assert [(one.label, one.text, one.note) for one in profile.summary.figures] == [
        ("Rating", "1,802", ""),
        ("Last match", "+6.1", ""),
        ("Peak, 10 Jan", "1,802", ""),
        ("Streak", "1 win", ""),
        ("Longest streak", "1 win", ""),
        ("Won", "1", "of 2"),
        ("Experience", "13", ""),
    ]
    assert profile.summary.form.words == "L W"
    assert (newest.match, newest.verb, newest.change, newest.after) == (last.pk, "beat", "+6.1", "1,802")
    assert [(one.name, one.rating) for one in newest.opponents] == [("Ann", "1,804")]
    assert (oldest.verb, oldest.change, oldest.length) == ("lost to", "−4", "4")


def test_a_void_match_is_struck_through_and_worth_nothing(client, season):
    play(season, "Ann", "Bea")
    match = play(season, "Ann", "Bea")
    void_match(match=match, by=None, reason="Entered twice", revision=1)

    response = client.get(make_player("Bea").get_absolute_url())

    assert [(one.is_void, one.change) for one in response.context["listed"].rows] == [(True, ""), (False, "−4.5")]
    assert '<span class="tag void">Void</span>' in response.text
    assert [(one.record, one.met) for one in response.context["profile"].rivals.rows] == [("0–1", 1)]


@pytest.mark.parametrize("number", [0, 2])
def test_more_matches_come_by_page_with_and_without_htmx(client, season, number):
    play_all(season, [("Ann", "Bea")] * 21)
    url = urls_of("Ann", "Bea")[number]

    first, second = client.get(url), client.get(url, {"page": 2})
    part = client.get(url, {"page": 2}, headers=HTMX)

    assert [len(one.context["listed"].rows) for one in (first, second)] == [20, 1]
    assert "Show 1 more" in first.text
    assert "?page=2" in first.text
    assert part.text.lstrip().startswith("<tr")


def test_statement_says_why_without_the_number_of_a_rule(client):
    season, day = season_of(make_ladder("chips-daily")), at(date(2026, 1, 3))
    participants = [ParticipantResult(make_player("Ann"), 1.0), ParticipantResult(make_player("Bea"), 0.0)]
    enter_match(season=season, participants=participants, by=None, kind="rated", played_at=day, facts={"chips": 100})

    page = client.get(f"{make_player('Ann').get_absolute_url()}statement/").text

    assert "<small>The rating shrinks by 5% a day</small>" in flat(page)
    assert "C-4" not in page


def test_more_lines_of_the_statement_come_by_page(client, season):
    play_all(season, [("Ann", "Bea")] * 50)
    url = urls_of("Ann", "Bea")[1]

    first, second = client.get(url), client.get(url, {"page": 2})
    part = client.get(url, {"page": 2}, headers=HTMX)

    assert [len(one.context["statement"].lines) for one in (first, second)] == [50, 1]
    assert [one.what for one in second.context["statement"].lines] == ["Starting rating"]
    assert part.text.count("<tr") == 1


def test_another_board_is_picked(client):
    season = season_of(make_ladder("match-length-elo", "points-exchange"))
    play(season, "Ann", "Bea")
    board = season.boards.last()

    response = client.get(make_player("Ann").get_absolute_url(), {"board": board.pk})

    assert response.context["profile"].summary.rating == "1,010"
    assert [(one.label, one.is_shown) for one in response.context["choice"].tabs] == [
        ("Match-length Elo", False),
        ("Points exchange", True),
    ]


def test_a_past_day_shows_what_stood_then_and_links_keep_it(client, season):
    play(season, "Ann", "Bea", length=4, on=date(2026, 5, 1))
    play(season, "Bea", "Ann", length=9, on=date(2026, 5, 2))

    response = client.get(make_player("Ann").get_absolute_url(), {"as-of": "2026-05-01"})

    assert response.context["profile"].summary.rating == "1,804"
    assert [one.change for one in response.context["listed"].rows] == ["+4"]
    keeps = f"?board={season.boards.get().pk}&amp;as-of=2026-05-01"
    assert f'href="{make_player("Bea").get_absolute_url()}{keeps}"' in response.text
    assert "the end of 1 May 2026" in response.text
    assert f'<a href="?board={season.boards.get().pk}">Show today</a>' in response.text


def test_before_the_first_match_there_is_nothing_to_show(client, season):
    play(season, "Ann", "Bea", on=date(2026, 5, 1))

    for url in urls_of("Ann", "Bea"):
        response = client.get(url, {"as-of": "2026-04-30"})
        assert response.status_code == 200
    assert (
        "Ann had no match on this board by that day."
        in client.get(urls_of("Ann", "Bea")[0], {"as-of": "2026-04-30"}).text
    )


def test_two_who_have_not_met_have_a_page(client, season):
    play(season, "Ann", "Bea")
    play(season, "Cleo", "Bea")

    assert "They have not met on this board." in client.get(urls_of("Ann", "Cleo")[2]).text


def test_nobody_has_a_record_against_themselves(client, season):
    play(season, "Ann", "Bea")
    assert client.get(urls_of("Ann", "Ann")[2]).status_code == 404


def test_a_player_without_matches_has_pages(client, db):
    for url in urls_of("Ann", "Bea"):
        response = client.get(url)
        assert response.status_code == 200
        assert "No matches" in response.text or "not met" in response.text


def test_a_player_without_matches_hears_how_to_join_a_ladder(client, db):
    page = client.get(make_player("Ann").get_absolute_url()).text

    assert 'Ann joins a ladder with their first result.<a href="/">See the club’s ladders</a>' in flat(page)


def test_what_moved_by_less_than_is_printed_is_said(client, season):
    match = play(season, "Ann", "Bea", on=date(2026, 5, 1))
    play(season, "Cleo", "Ann", on=date(2026, 5, 2))
    void_match(match=match, by=None, reason="Entered twice", revision=1)
    said = "changed by too little to show"
    Adjustment.objects.update(before=1800.0, after=1801.0)
    assert said not in client.get(make_player("Cleo").get_absolute_url()).text

    Adjustment.objects.update(before=1800.0, after=1800.04)  # B-7: one decimal

    assert said in client.get(make_player("Cleo").get_absolute_url()).text


@pytest.mark.parametrize("key", [7, 10**30])
def test_an_unknown_player_is_not_found(client, season, key):
    play(season, "Ann", "Bea")
    known = make_player("Ann").pk
    for url in (f"/players/{key}/", f"/players/{key}/statement/", f"/players/{known}/against/{key}/"):
        assert client.get(url).status_code == 404


@pytest.mark.strict
def test_odd_addresses_show_a_page(client, season):
    play(season, "Ann", "Bea")
    odd = ["", "0", "-1", "9" * 5000, "２", "\0", "'", "0001-01-01", "9999-12-31", "2026-02-30"]
    for value, url in product(odd, urls_of("Ann", "Bea")):
        assert client.get(url, dict.fromkeys(("board", "page", "as-of", "span", "with", "q"), value)).status_code == 200


def test_htmx_gets_the_chart_that_was_asked_for_alone(client, season):
    play(season, "Ann", "Bea")
    play(season, "Cleo", "Bea", on=date(2020, 1, 1))
    url, bea = urls_of("Ann", "Bea")[0], make_player("Bea")

    page = client.get(url, {"span": "1y", "with": bea.pk}, headers=HTMX).text

    assert page.strip().startswith('<div id="chart"')
    assert '<span class="key other">Bea</span>' in page
    assert page in client.get(url, {"span": "1y", "with": bea.pk}).text
    for nobody in (make_player("Ann"), make_player("Zoe")):  # the same player, and one who is not on the board
        assert "key other" not in client.get(url, {"span": "?", "with": nobody.pk}).text


def test_a_search_finds_matches_by_the_names_that_the_reader_sees(client, season):
    play_all(season, [("Ann", "Béa Low"), ("Ann", "Cy Alone"), ("Béa Low", "Cy Alone")])
    Player.objects.filter(name="Cy Alone").update(hidden=True)
    url = make_player("Ann").get_absolute_url()
    member = signed_in(make_member("Wen").user)

    def found(browser, words):
        return [one.opponents[0].name for one in browser.get(url, {"q": words}).context["listed"].rows]

    assert found(client, "bea") == ["Béa Low"]
    assert (found(client, "alone"), found(member, "alone")) == ([], ["Cy Alone"])
    assert "Ann" not in found(member, "a")  # everybody is in the matches of their own
    part = client.get(url, {"q": "nobody"}, headers=HTMX).text
    assert part.strip().startswith('<div id="list">')
    assert "No match with “nobody” in this season." in part


def test_nobody_is_compared_whose_page_visitors_do_not_see(client, season):
    play(season, "Ann", "Bea")
    Player.objects.filter(name="Bea").update(hidden=True)
    url, bea = urls_of("Ann", "Bea")[0], make_player("Bea").pk
    shown = client.get(url, {"with": bea})
    assert "key other" not in shown.text
    assert f'value="{bea}"' not in shown.text
    assert "key other" in signed_in(make_member("Wen").user).get(url, {"with": bea}).text


@pytest.mark.parametrize("count", [2, 50])
@pytest.mark.parametrize(
    ("number", "day", "queries"),
    [
        *((0, "", 45), (0, "2026-05-01", 36)),  # ten for honours, which a site keeps until the next change
        *((page, day, queries) for page, queries in ((1, 15), (2, 18), (3, 12), (4, 12)) for day in ("", "2026-05-01")),
    ],
)
def test_a_page_takes_a_constant_number_of_queries(
    client, season, count, number, day, queries, django_assert_num_queries
):
    play_all(season, [(f"Bea {number}", "Ann") for number in range(count)], on=date(2026, 4, 1))
    url = urls_of("Ann", "Bea 1")[number]

    with django_assert_num_queries(queries):
        client.get(url, {"as-of": day})


def test_more_rows_alone_take_fewer_queries(client, season, django_assert_num_queries):
    play_all(season, [("Ann", "Bea")] * 21)
    url = urls_of("Ann", "Bea")[0]

    with django_assert_num_queries(
        11
    ):  # player, merged, versions, names twice, boards, count, matches, sides, changes, marks
        client.get(url, {"page": 2}, headers=HTMX)


def test_a_profile_has_ten_opponents_and_a_page_of_its_own_has_all(client, season):
    names = [f"Bea {number:02}" for number in range(1, 61)]
    play_all(season, [("Ann", name) for name in [*names, "Bea 42"]])
    profile = make_player("Ann").get_absolute_url()

    shown = client.get(profile)
    first, second = (client.get(f"{profile}opponents/", {"page": page}) for page in (1, 2))

    assert [one.name for one in shown.context["profile"].rivals.rows] == ["Bea 42", *names[:9]]
    assert f'href="{profile}opponents/' in shown.text
    assert "All 60 opponents" in flat(shown.text)
    everybody = ["Bea 42", *(name for name in names if name != "Bea 42")]
    assert [one.name for one in first.context["records"].rows] == everybody[:50]
    assert [one.name for one in second.context["records"].rows] == everybody[50:]
    assert "Page 1 of 2" in flat(first.text)


def test_the_page_of_partners_has_the_record_of_each_pair(client):
    season = season_of(make_ladder("elo"))
    season.boards.update(options={"takes": "teams", "draws": False})
    for partner in ("Bo", "Cy", "Cy"):
        play_sides(season, ("Ana", partner), ("Di", "Ed"))
    play_sides(season, ("Di", "Ed"), ("Ana", "Bo"))
    url = make_player("Ana").get_absolute_url()

    page = client.get(f"{url}partners/")

    assert [(one.players[0][1], one.record) for one in page.context["records"].rows] == [("Bo", "1–1"), ("Cy", "2–0")]
    assert "2 partners" in flat(page.text)
    assert "No matches with a partner yet." in client.get(make_player("Flo").get_absolute_url() + "partners/").text
