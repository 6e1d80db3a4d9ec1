"""The club's time zone: it decides the day of a match, so another one rates everything anew or is refused."""

from datetime import UTC, date, datetime

import pytest
from django.core.exceptions import ValidationError
from django.utils import timezone

from ladder import ledger
from ladder.changes.change_log import LogFilter, load_log_page
from ladder.club.actions import ClubChange, change_club
from ladder.formats import ParticipantResult
from ladder.models import Event, Season, Standing
from ladder.seasons.actions.life_cycle import close_season, open_next_season, reopen_season
from players.models import Club
from tests.factories import enter_match, make_ladder, make_player, season_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def season():
    """Ada wins 100 chips from Bo at half past ten in the evening in London, and another 100 an hour and a half later.

    Between the two lies a midnight, at which chips lose 5 % (C-5); in Bangkok both were on one day.
    """
    season = season_of(make_ladder("chips-daily"))
    for at in (datetime(2026, 1, 5, 22, 30, tzinfo=UTC), datetime(2026, 1, 6, 0, 0, tzinfo=UTC)):
        participants = [ParticipantResult(make_player("Ada"), 1.0), ParticipantResult(make_player("Bo"), 0.0)]
        enter_match(season=season, participants=participants, by=None, kind="rated", played_at=at, facts={"chips": 100})
    return season


def chips():
    return dict(Standing.objects.values_list("player__name", "points"))


def choose(zone):
    return change_club(values={"time_zone": zone})


def test_another_zone_rates_every_match_anew(season):
    assert chips()["Ada"] == 195  # 100 less 5 %, and 100
    choose("Asia/Bangkok")
    assert chips()["Ada"] == 200
    with timezone.override("Asia/Bangkok"):
        assert ledger.verify(season.ladder) == []


def test_another_zone_is_in_the_change_log_where_it_moves_anybody(season):
    """Ada stood at 95 + 100 and Bo, who lost 80 twice, at -76 - 80 (C-4)."""
    make_ladder(slug="other", name="Other")
    choose("Asia/Bangkok")
    (line,) = load_log_page(season.ladder, what=LogFilter.EVENTS).lines
    assert (line.entry.verb, line.rated) == ("changed the time zone of", 2)  # the first is on another day, too
    assert line.entry.differences == [("time zone", "UTC", "Asia/Bangkok")]
    assert [(one.name, one.change) for one in line.entry.effects[0].moves] == [("Ada", "+5"), ("Bo", "−4")]
    assert Event.objects.count() == 1


def test_open_pages_hear_of_another_zone(season):
    before = season.ladder.version
    choose("Asia/Bangkok")
    season.ladder.refresh_from_db()
    assert season.ladder.version > before


def test_a_match_after_the_change_is_rated_in_the_new_zone(season):
    choose("Asia/Bangkok")
    with timezone.override("UTC"):  # as a process that has not heard of it yet
        participants = [ParticipantResult(make_player("Ada"), 1.0), ParticipantResult(make_player("Bo"), 0.0)]
        at = datetime(2026, 1, 6, 16, 59, tzinfo=UTC)
        enter_match(season=season, participants=participants, by=None, kind="rated", played_at=at, facts={"chips": 100})
    assert chips()["Ada"] == 300  # still the 6th in Bangkok


def test_a_zone_that_would_change_a_closed_table_is_refused(season):
    Season.objects.filter(pk=close_season(season).pk).update(name="Winter")
    with pytest.raises(ValidationError) as refused:
        choose("Asia/Bangkok")
    assert refused.value.messages == [
        "In that time zone the standings of Club, Winter would change, and it is closed. Reopen it first."
    ]
    assert (Club.stored().time_zone, chips()["Ada"]) == ("", 195)


def test_a_zone_that_moves_a_match_out_of_its_season_is_refused(season):
    Season.objects.filter(pk=season.pk).update(ends_on=date(2026, 1, 5))  # both are on the 6th in Bangkok
    with pytest.raises(ValidationError, match="2 matches were played outside these dates"):
        choose("Asia/Bangkok")


def test_a_season_is_planned_after_what_is_planned_for_the_one_before(season):
    """Ada brings her 195 chips into the next season; in Bangkok she has 200 to bring."""
    closed = close_season(season, on=date(2026, 1, 6))
    follower = open_next_season(closed, slug="next", name="Next", rule=Season.Rule.CARRY)
    reopen_season(closed)
    plans = ClubChange({"time_zone": "Asia/Bangkok"}).plan()
    choose("Asia/Bangkok")
    stored = {(row.board.season_id, row.player.name): row.points for row in Standing.objects.all()}
    assert (stored[season.pk, "Ada"], stored[follower.pk, "Ada"]) == (200, 200)
    ada = make_player("Ada").pk
    assert [one.table[ada].rating.points for plan in plans for one in plan.boards] == [200, 200]
    with timezone.override("Asia/Bangkok"):
        assert ledger.verify(season.ladder) == []


@pytest.mark.parametrize("zone", ["Mars/Base", "../etc/passwd", "Europe", "\x00", "a" * 65])
def test_what_is_no_zone_is_refused(db, zone):
    with pytest.raises(ValidationError):
        choose(zone)
    assert not Club.objects.exists()
