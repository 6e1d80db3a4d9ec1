"""What a process keeps of the time before the latest club day: with it the standings are what they are without it."""

import random
from datetime import timedelta

import pytest
from django.core.cache import caches
from django.db import connection
from django.test import override_settings
from django.utils import timezone

from ladder.matches.actions.corrections import restore_match, void_match
from ladder.models import Ladder, Match
from ladder.standings.queries.key_figures import load_key_figures
from ladder.standings.queries.table import load_standings
from players.models import Player
from tests.factories import board_of, make_ladder, play, season_of
from tests.threads import together

pytestmark = [pytest.mark.django_db, pytest.mark.once]

NAMES = ["Ann", "Bea", "Cid", "Dan", "Eve", "Fay"]


@pytest.fixture
def keeping(settings):
    """A cache that keeps, as a server's does."""
    rows = {"BACKEND": "config.caches.MemoryCache", "LOCATION": "kept", "OPTIONS": {"MAX_ENTRIES": 100}}
    settings.CACHES = kept = {**settings.CACHES, "rows": rows}
    caches["rows"].clear()
    return kept


@pytest.mark.parametrize("system", ["match-length-elo", "glicko-2"])
def test_whatever_was_changed_the_standings_are_those_worked_out_afresh(keeping, system):
    luck, today = random.Random(1), timezone.localdate()
    board = board_of(system)
    afresh = {**keeping, "rows": {"BACKEND": "django.core.cache.backends.dummy.DummyCache"}}
    for _ in range(12):
        change_something(luck, board.season, today)
        board = type(board).objects.select_related("season__ladder").get(pk=board.pk)
        kept = load_standings(board)
        figures = load_key_figures(kept)
        with override_settings(CACHES=afresh):
            fresh = load_standings(board)
            assert (kept.rows, kept.since, figures) == (fresh.rows, fresh.since, load_key_figures(fresh))


def test_a_page_that_was_open_before_the_first_match_counts_all_of_them(keeping):
    board, counts = board_of("match-length-elo"), []
    for day in (timezone.localdate() - timedelta(1), None):
        load_key_figures(load_standings(board))
        play(board.season, "Ann", "Bea", on=day)
        counts.append(load_key_figures(load_standings(board))[:2])
    assert counts == [[("Matches", "1"), ("Today", "0")], [("Matches", "2"), ("Today", "1")]]


def change_something(luck, season, today):
    """Play a match, mostly today, or change the past, or who has a rank."""
    deed, day = luck.random(), today - timedelta(luck.choice([1, 2, 30, 63, 90]))
    counted = list(Match.objects.filter(status=Match.Status.COUNTED))
    void = list(Match.objects.filter(status=Match.Status.VOID))
    if deed < 0.5 or len(counted) < 3:
        play(season, *luck.sample(NAMES, 2), on=luck.choice([None, None, day]))
    elif deed < 0.7:
        match = luck.choice(counted)
        void_match(match=match, by=None, reason="a test", revision=match.revision)
    elif deed < 0.8 and void:
        restore_match(match=void[0], by=None, reason="a test", revision=void[0].revision)
    else:
        player = Player.objects.order_by("?").first()
        player.retired_on = None if player.retired_on else day
        player.save()


def test_a_match_after_all_others_leaves_the_past_as_it_is():
    season = season_of(make_ladder())
    yesterday = timezone.localdate() - timedelta(1)
    versions = [read_versions()]

    for on in (None, None, yesterday):
        play(season, "Ann", "Bea", on=on)
        versions.append(read_versions())

    assert [whole - versions[0][0] for whole, _ in versions] == [0, 1, 2, 3]
    assert [past == versions[0][1] for _, past in versions] == [True, True, True, False]
    assert versions[-1] == (versions[0][0] + 3, versions[0][0] + 3)


def read_versions():
    return Ladder.objects.values_list("version", "past_version").get()


def test_a_report_of_today_asks_the_database_for_less(keeping, django_assert_num_queries):
    board = board_of("match-length-elo")
    play(board.season, "Ann", "Bea", on=timezone.localdate() - timedelta(9))
    play(board.season, "Bea", "Ann")
    load_standings(board)
    play(board.season, "Ann", "Bea")

    with django_assert_num_queries(4):  # two versions, starting ratings, standings
        rows = load_standings(board).rows

    assert [row.name for row in rows] == ["Ann", "Bea"]


@pytest.mark.django_db(transaction=True)
def test_what_is_kept_is_of_one_moment_although_somebody_reports_meanwhile(keeping):
    board = board_of("match-length-elo")
    for day in (timezone.localdate() - timedelta(9), None):
        play(board.season, "Ann", "Bea", on=day)
        play(board.season, "Cid", "Dan", on=day)
    late = [lambda: play(board.season, "Dan", "Ann")]

    def slowly(execute, sql, *more):
        answer = execute(sql, *more)
        if late and 'FROM "ladder_standing"' in sql:
            together([late.pop()])
        return answer

    with connection.execute_wrapper(slowly):
        before = load_standings(board).rows
    kept = load_standings(board).rows
    caches["rows"].clear()

    assert ([row.name for row in before if row.standing.counts.played == 3], late) == ([], [])
    assert kept == load_standings(board).rows != before
