"""What an import takes, leaves alone and stores."""

from datetime import date
from zoneinfo import ZoneInfo

import pytest
from django.core.exceptions import ValidationError
from django.utils import timezone

from ladder import ledger
from ladder.files.match_file import read_match_file
from ladder.files.match_records import build_older_keys
from ladder.imports.actions import import_matches
from ladder.ledger.storage.match_record import load_match_version
from ladder.matches.actions.corrections import correct_match, void_match
from ladder.models import Match, MatchRevision, Opening
from ladder.seasons.actions.life_cycle import close_season
from players.models import Player
from tests.factories import make_ladder, make_player, play, season_of

pytestmark = pytest.mark.django_db


def bring(season, text, **asked):
    sheet = read_match_file(text, timezone.get_default_timezone())
    assert sheet.errors == []
    return import_matches(season=season, records=sheet.records, **asked)


def rows(*lines):
    return "\n".join(("date,winner,loser,length", *lines))


def test_an_imported_match_has_a_revision_like_a_recorded_one():
    season = season_of(make_ladder())
    bring(season, rows("2026-01-02T20:15,Bo,Cy,5"))
    match = Match.objects.get()
    revision = MatchRevision.objects.get()
    assert (revision.verb, revision.number, match.revision) == ("import", 1, 1)
    assert revision.version == load_match_version(match)


def test_two_identical_rows_are_two_matches_and_a_third_is_new():
    season = season_of(make_ladder())
    assert bring(season, rows("2026-01-02,Bo,Cy,5", "2026-01-02,Bo,Cy,5")).added == 2
    again = bring(season, rows("2026-01-02,bo,cy,5", "2026-01-02,Bo,Cy,5", "2026-01-02,Bo,Cy,5"))
    assert (again.added, again.known) == (1, 2)


def test_a_name_with_the_joiner_of_persian_and_without_is_one_player():
    season = season_of(make_ladder())
    assert bring(season, rows("2026-01-02,علی\u200cرضا,Cy,5", "2026-01-03,علیرضا,Cy,5")).added == 2
    assert bring(season, rows("2026-01-02,علیرضا,Cy,5")).known == 1
    assert sorted(Player.objects.values_list("name", flat=True)) == ["Cy", "علی\u200cرضا"]


@pytest.mark.parametrize("older", [False, True])
def test_the_same_file_adds_nothing_where_the_club_has_another_zone_now(older):
    season, text = season_of(make_ladder()), rows("2026-01-02,Bo,Cy,5", "2026-01-02T20:15,Bo,Cy,5")
    bring(season, text)
    zone = ZoneInfo("Europe/Paris")
    if older:  # imported before files were known by the clock, and the zone is still what it was
        zone = timezone.get_default_timezone()
        keys = build_older_keys(read_match_file(text, zone).records)
        for match, key in zip(season.matches.order_by("sequence"), keys, strict=True):
            season.matches.filter(pk=match.pk).update(source_key=key[0])

    again = import_matches(season=season, records=read_match_file(text, zone).records)

    assert (again.added, again.known) == (0, 2)


def test_a_corrected_match_does_not_come_back():
    season, text = season_of(make_ladder()), rows("2026-01-02,Bo,Cy,5")
    bring(season, text)
    correct_match(match=Match.objects.get(), by=None, reason="", revision=1, facts={"length": 7})
    void_match(match=Match.objects.get(), by=None, reason="", revision=2)
    again = bring(season, text)
    assert (again.added, again.known, Match.objects.get().facts) == (0, 1, {"length": 7})


def test_a_kind_that_goes_without_saying_is_no_difference():
    season = season_of(make_ladder())
    bring(season, rows("2026-01-02,Bo,Cy,5"))
    assert bring(season, "date,winner,loser,length,kind\n2026-01-02,Bo,Cy,5,rated\n").known == 1


@pytest.mark.parametrize("status", ["void", "pending"])
def test_a_void_or_pending_row_is_kept_and_does_not_count(status):
    season = season_of(make_ladder())
    bring(season, f"date,winner,loser,length,status\n2026-01-02,Bo,Cy,5,{status}\n")
    assert (Match.objects.get().status, season.boards.get().standings.count()) == (status, 0)


def test_matches_of_equal_time_keep_the_file_s_order_after_those_already_there():
    season = season_of(make_ladder())
    bring(season, rows("2026-01-02,Bo,Cy,5"))
    bring(season, rows("2026-01-02,Cy,Di,3", "2026-01-02,Di,Bo,7", "2026-01-01,Ed,Bo,1"))
    assert [match.facts["length"] for match in Match.objects.all()] == [1, 5, 3, 7]
    assert ledger.verify(season.ladder) == []


def test_a_row_outside_the_season_is_a_problem():
    season = season_of(make_ladder())
    season.starts_on = date(2026, 1, 1)
    season.save()
    done = bring(season, rows("2025-12-31,Bo,Cy,5", "2026-01-01,Bo,Cy,5"))
    assert [(one.line, one.sentence) for one in done.problems] == [
        (2, "All time begins on 1 January 2026. This match was played before.")
    ]
    assert (done.added, Match.objects.count()) == (0, 0)


def test_a_match_that_no_board_counts_is_a_problem():
    season = season_of(make_ladder("chips-total", "match-length-elo"))
    done = bring(
        season, "date,winner,loser,kind\n2026-01-02,Bo,Cy,rated\n2026-01-02,Bo,Cy,unrated\n", skip_invalid=True
    )
    assert ([one.line for one in done.problems], done.added) == ([2], 1)


def test_a_name_that_no_player_may_have_is_a_problem():
    done = bring(season_of(make_ladder()), rows("2026-01-02,B\ue000,Cy,5"))
    assert [one.sentence for one in done.problems] == ["A name can't hold invisible or control characters."]


def test_a_match_out_of_range_is_only_noted():
    season = season_of(make_ladder("warlocks-score"))
    Opening.objects.create(board=season.boards.get(), player=make_player("Bo"), points=2500)
    done = bring(season, "date,started,winner,loser\n2026-01-02T21:00,2026-01-02T20:00,Bo,Cy\n")
    assert (done.added, done.notes) == (1, [(2, "Bo and Cy are 2,500 points apart; the limit is 5.")])


def test_a_closed_season_takes_nothing():
    season = season_of(make_ladder())
    play(season, "Bo", "Cy")
    close_season(season)
    with pytest.raises(ValidationError, match="All time is closed"):
        bring(season, rows("2026-01-02,Bo,Cy,5"))


def test_an_import_into_the_past_gives_what_a_replay_gives():
    season = season_of(make_ladder("match-length-elo", "provisional-elo"))
    bring(season, rows("2026-01-05,Bo,Cy,5", "2026-01-06,Cy,Di,3"))
    bring(season, rows("2026-01-01,Di,Bo,9"))
    assert ledger.verify(season.ladder) == []


@pytest.mark.parametrize("before", [(), ("2024-10-27T02:30+02:00,Bo,Cy,3", "2024-10-27T02:30+01:00,Bo,Di,3")])
def test_an_import_from_the_night_when_clocks_go_back_is_settled_in_the_order_of_play(before):
    """G-1, G-3: 2.50 in summer time is twenty minutes before 2.10 in winter time."""
    season, zone = season_of(make_ladder()), ZoneInfo("Europe/Berlin")
    with timezone.override(zone):
        for lines in (before, ("2024-10-27T02:50+02:00,Bo,Cy,5", "2024-10-27T02:10+01:00,Cy,Di,5")):
            import_matches(season=season, records=read_match_file(rows(*lines), zone).records)
        assert ledger.verify(season.ladder) == []
