"""What happens seldom and together: merges amid disputes, seasons that overlap, and clocks that are changed."""

from datetime import date, datetime
from zoneinfo import ZoneInfo

import pytest
import time_machine

from ladder import ledger
from ladder.formats import ParticipantResult
from ladder.matches.actions.disputes import dispute_match
from ladder.models import Match, Season
from players.models import Club
from tests.changes import merge_players, undo_merge
from tests.factories import enter_match, make_ladder, make_member, make_player, play, season_of, signed_in
from tests.ladder.changes.previews import applied, previewed

pytestmark = pytest.mark.django_db
LONDON = ZoneInfo("Europe/London")
REASON = {"reason": "It was so."}


@pytest.fixture
def season():
    return season_of(make_ladder("points-exchange"))


def correction(**values):
    who = {"player_0": "Ana", "player_1": "Ben", "winner": "second", "kind": "rated"}
    return who | {"date": "2026-01-01", "time": "12:00", **REASON, **values}


def test_a_merge_between_dispute_and_correction_is_undone_whole(staff, season):
    """Ben disputes as Ben, is merged into Benny, and the match is corrected from what he proposed."""
    ben, benny = make_member("Ben"), play(season, "Benny", "Cy", on=date(2026, 1, 2)).participants.get(seat=0).player
    match = play(season, "Ana", "Ben", on=date(2026, 1, 1))
    dispute_match(match=match, by=ben.user, note="I won.", revision=1)
    ben.refresh_from_db()
    merge_players(player=ben, into=benny)
    assert staff.get(f"/matches/{match.pk}/correct").status_code == 200
    assert signed_in(ben.user).get(f"/matches/{match.pk}/").status_code == 200
    assert "I won." in staff.get("/disputes/").text

    done = applied(staff, f"/matches/{match.pk}/correct", correction(player_1="Benny"))
    assert done.status_code == 303
    assert ledger.verify(season.ladder) == []
    undo_merge(player=ben)
    assert ledger.verify(season.ladder) == []
    assert {one.player.name for one in match.participants.all()} == {"Ana", "Ben"}
    for url in (f"/matches/{match.pk}/", f"/matches/{match.pk}/revert/1", "/club/log", f"/players/{benny.pk}/"):
        assert staff.get(url).status_code == 200


def test_a_correction_stays_within_its_season(staff, season):
    match = play(season, "Ana", "Ben", on=date(2026, 1, 1))
    Season.objects.filter(pk=season.pk).update(ends_on=date(2026, 1, 31))
    other = Season.objects.create(ladder=season.ladder, slug="next", name="Next", starts_on=date(2026, 2, 1))
    other.boards.create(system="points-exchange")
    refused = staff.post(f"/matches/{match.pk}/correct", correction(date="2026-02-03", preview="1"))
    assert refused.status_code == 422
    assert "31 January 2026" in refused.text
    assert 'value="2026-02-03"' in refused.text
    assert ledger.verify(season.ladder) == []


def test_seasons_that_overlap_keep_their_matches(staff, season):
    Season.objects.filter(pk=season.pk).update(starts_on=date(2026, 1, 1), ends_on=date(2026, 3, 31))
    other = Season.objects.create(ladder=season.ladder, slug="cup", name="Cup", starts_on=date(2026, 3, 1))
    other.boards.create(system="points-exchange")
    one = play(season_of(season.ladder), "Ana", "Ben", on=date(2026, 3, 5))
    two = play(Season.objects.get(pk=season.pk), "Ana", "Ben", on=date(2026, 3, 5))
    assert (one.season.slug, two.season.slug) == ("cup", "all-time")
    assert applied(staff, f"/matches/{two.pk}/correct", correction(date="2026-03-06")).status_code == 303
    for url in ("/", "/club/", "/club/cup/", "/club/all-time/", "/club/cup/?as-of=2026-03-04", "/club/log", "/desk"):
        assert staff.get(url).status_code == 200
    assert ledger.verify(season.ladder) == []


MOMENTS = {
    "spring forward": (datetime(2026, 3, 29, 0, 59, 30, tzinfo=LONDON), datetime(2026, 3, 29, 2, 0, 30, tzinfo=LONDON)),
    "fall back": (
        datetime(2026, 10, 25, 1, 59, 30, tzinfo=LONDON),
        datetime(2026, 10, 25, 1, 0, 30, tzinfo=LONDON, fold=1),
    ),
    "leap day": (datetime(2028, 2, 28, 23, 59, 30, tzinfo=LONDON), datetime(2028, 2, 29, 0, 0, 30, tzinfo=LONDON)),
    "after it": (datetime(2028, 2, 29, 23, 59, 30, tzinfo=LONDON), datetime(2028, 3, 1, 0, 0, 30, tzinfo=LONDON)),
}


@pytest.mark.parametrize(("before", "after"), MOMENTS.values(), ids=MOMENTS.keys())
def test_reports_on_both_sides_of_a_change_of_the_clock_are_rated_in_order(organiser, before, after):
    Club.objects.create(pk=Club.ONLY, time_zone="Europe/London")
    season = season_of(make_ladder("chips-daily"))
    for moment, winner, loser in ((before, "Ana", "Ben"), (after, "Ben", "Ana")):
        with time_machine.travel(moment, tick=False):
            participants = [ParticipantResult(make_player(winner), 1.0), ParticipantResult(make_player(loser), 0.0)]
            enter_match(
                season=season, participants=participants, by=organiser, kind="rated", facts={"chips": 40, "length": 5}
            )
            staff = signed_in(organiser)
            past = f"/club/all-time/chips-daily/?as-of={before:%Y-%m-%d}"
            for url in ("/club/all-time/", past, "/club/log"):
                assert staff.get(url).status_code == 200
            assert ledger.verify(season.ladder) == []
    first, second = Match.objects.order_by("played_at")
    assert (second.played_at - first.played_at).total_seconds() == 60.0
    with time_machine.travel(after, tick=False):
        staff = signed_in(organiser)
        for match in (first, second):
            url = f"/matches/{match.pk}/correct"
            assert staff.get(url).status_code == 200
            seen = previewed(staff, f"/matches/{match.pk}/void", REASON)
            assert staff.post(f"/matches/{match.pk}/void", seen).status_code == 303
        assert ledger.verify(season.ladder) == []
