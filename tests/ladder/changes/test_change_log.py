"""The change log of a ladder, page by page."""

from datetime import date

import pytest

from ladder.changes import change_log as logs
from ladder.changes.change_log import LogFilter, load_log_page, load_recent_log
from ladder.matches.actions.corrections import correct_match, restore_match, void_match
from ladder.people.actions.players import change_player
from ladder.seasons.actions.life_cycle import close_season, open_next_season
from players.models import Player
from tests.changes import merge_players
from tests.factories import make_ladder, make_player, play, season_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def ladder():
    return make_ladder()


def told(page):
    return [(line.entry.verb, line.title) for line in page.lines]


def test_every_version_is_told_the_newest_first(ladder):
    match = play(season_of(ladder), "Ana", "Ben", 7)
    play(season_of(ladder), "Cara", "Dan")
    void_match(match=match, by=None, reason="It was practice.", revision=1)

    assert told(load_log_page(ladder)) == [
        ("voided", "Ana beat Ben, 7-point match"),
        ("reported", "Cara beat Dan, 5-point match"),
        ("reported", "Ana beat Ben, 7-point match"),
    ]


def test_a_match_is_named_as_each_version_has_it(ladder):
    match = play(season_of(ladder), "Ana", "Ben", 5)
    correct_match(match=match, by=None, reason="It was to 7.", revision=1, facts={"length": 7})

    page = load_log_page(ladder)

    assert told(page) == [("corrected", "Ana beat Ben, 7-point match"), ("reported", "Ana beat Ben, 5-point match")]
    assert page.lines[0].entry.differences == [("length", "5", "7")]


def test_a_line_says_when_the_match_was_played_if_on_another_day(ladder):
    match = play(season_of(ladder), "Ana", "Ben", on=date(2026, 1, 3))

    today = play(season_of(ladder), "Ana", "Ben")

    lines = load_log_page(ladder).lines

    assert [(line.match, line.played) for line in lines] == [(today.pk, ""), (match.pk, "3 January 2026")]


def test_what_is_of_no_match_stands_where_it_happened(ladder):
    play(season_of(ladder), "Ana", "Ben")
    change_player(player=make_player("Ana"), by=None, name="Ann")
    play(season_of(ladder), "Ann", "Ben")
    play(season_of(make_ladder(slug="other", name="Other")), "Cara", "Dan")

    assert told(load_log_page(ladder)) == [
        ("reported", "Ann beat Ben, 5-point match"),
        ("renamed", "Ann"),
        ("reported", "Ann beat Ben, 5-point match"),
    ]
    assert told(load_log_page(ladder, what=LogFilter.CHANGES)) == told(load_log_page(ladder, what=LogFilter.EVENTS))
    assert told(load_log_page(ladder, what=LogFilter.EVENTS)) == [("renamed", "Ann")]


def test_changes_leave_out_what_was_only_recorded(ladder):
    match = play(season_of(ladder), "Ana", "Ben")
    void_match(match=match, by=None, reason="It was practice.", revision=1)
    restore_match(match=match, by=None, reason="It was not.", revision=2)

    assert [verb for verb, _ in told(load_log_page(ladder, what=LogFilter.CHANGES))] == ["restored", "voided"]


def test_all_seasons_of_the_ladder_are_in_it_and_no_other_ladder(ladder):
    season = season_of(ladder)
    play(season, "Ana", "Ben", on=date(2026, 1, 1))
    close_season(season, on=date(2026, 1, 31))
    play(open_next_season(season, slug="second", name="Second"), "Ben", "Ana")
    play(season_of(make_ladder(slug="other", name="Other")), "Cara", "Dan")

    assert [(line.entry.verb, line.season) for line in load_log_page(ladder).lines] == [
        ("reported", "Second"),
        ("opened", "Second"),
        ("closed", season.name),
        ("reported", season.name),
    ]


def test_pages_follow_on_each_other_without_gap_or_repeat(ladder, monkeypatch):
    monkeypatch.setattr(logs, "ENTRIES_PER_PAGE", 2)
    ids = [play(season_of(ladder), "Ana", "Ben").pk for _ in range(3)]
    for name in ("Ann", "Anna", "Anne"):
        change_player(player=Player.objects.order_by("pk").first(), by=None, name=name)
    ids += [play(season_of(ladder), "Anne", "Ben").pk for _ in range(2)]

    pages, before = [], None
    while not pages or before is not None:
        page = load_log_page(ladder, before=before)
        before = page.older
        pages.append([line.match or line.entry.differences[0].new for line in page.lines])

    assert pages == [[ids[4], ids[3]], ["Anne", "Anna"], ["Ann", ids[2]], [ids[1], ids[0]]]


def test_the_last_changes_of_several_ladders_are_told_in_order_of_time(ladder):
    other = make_ladder(slug="other", name="Other")
    match = play(season_of(ladder), "Ana", "Ben")
    play(season_of(other), "Ana", "Cara")
    correct_match(match=match, by=None, reason="It was to 7.", revision=1, facts={"length": 7})
    change_player(player=make_player("Ana"), by=None, name="Ann")

    lines = load_recent_log([ladder, other], 2)

    assert sorted((line.entry.verb, line.ladder) for line in lines) == [("renamed", "Club"), ("renamed", "Other")]
    assert [line.entry.verb for line in load_recent_log([ladder, other], 9)] == ["renamed", "renamed", "corrected"]


@pytest.mark.once
@pytest.mark.parametrize("number", [2, 6])
def test_a_page_takes_a_constant_number_of_queries(ladder, number, django_assert_num_queries):
    for turn in range(number):
        match = play(season_of(ladder), f"Ana {turn}", "Ben", on=date(2026, 1, 1 + turn))
    play(season_of(ladder), "Cara", "Dan", on=date(2026, 2, 1))
    for revision in range(1, number):
        facts = {"length": 5 + revision}
        correct_match(match=match, by=None, reason="It was so.", revision=revision, facts=facts)
        merge_players(player=make_player(f"Ana {revision}"), into=make_player("Ana 0"))

    with django_assert_num_queries(12):
        page = load_log_page(ladder)

    assert len(page.lines) == 3 * number - 1
