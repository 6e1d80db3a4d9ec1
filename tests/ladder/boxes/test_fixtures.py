"""What a box asks to be played stands beside challenges: on home, in the list, in reminders; and is none of them."""

from datetime import timedelta

import pytest
from django.core.exceptions import ValidationError
from django.urls import reverse
from django.utils import timezone

from ladder.boxes.actions import NewBox, make_boxes
from ladder.challenges.actions import call_off_as_organiser, challenge_side
from ladder.challenges.reminders import send_challenge_reminders
from ladder.models import Fixture, State
from ladder.seasons.actions.life_cycle import close_season
from players.models import Notice
from tests.factories import make_ladder, make_member, season_of, signed_in

pytestmark = pytest.mark.django_db


@pytest.fixture
def season():
    season = season_of(make_ladder("match-points", "elo", box_size=4, most_challenges=1, exempt_accepted=1))
    season.ends_on = timezone.localdate() + timedelta(10)
    season.save()
    players = [make_member(name) for name in ("Ana", "Ben", "Cy", "Di")]
    make_boxes(season=season, boxes=[NewBox(1, "", [one.pk for one in players[:3]])])
    return season


def find_fixture(*names):
    return next(one for one in Fixture.objects.all() if {party.player.name for party in one.parties.all()} == {*names})


def test_the_page_of_boxes_leads_to_the_report_of_what_is_to_be_played(season):
    ana = find_fixture("Ana", "Ben").by.user
    page = signed_in(ana).get(reverse("ladder:boxes", args=["club", "all-time"])).text
    assert "Your matches to play" in page
    assert page.count(f"?challenge={find_fixture('Ana', 'Ben').pk}") == 1
    report = signed_in(ana).get(f"/club/all-time/report?challenge={find_fixture('Ana', 'Ben').pk}").text
    assert "A match of Box 1, to be played by" in report


def test_a_report_of_it_counts_now_and_not_from_when_the_box_was_made(season):
    fixture = find_fixture("Ana", "Ben")
    client, url = signed_in(fixture.by.user), f"/club/all-time/report?challenge={fixture.pk}"
    sent = {"opponent": find_fixture("Ana", "Ben").sides[1][0].pk, "winner": "me", "kind": "rated"}
    key = client.get(url).context["form"]["form_key"].value()
    answer = client.post(url, sent | {"form_key": key, "challenge": fixture.pk})
    assert answer.status_code == 303, answer.text
    fixture.refresh_from_db()
    assert fixture.match
    assert fixture.match.started_at is None
    assert "A match of Box 1" in client.get(fixture.match.get_absolute_url()).text


def test_it_takes_no_room_for_challenges_and_spares_nobody(season):
    ana, di = find_fixture("Ana", "Ben").by, make_member("Eve")
    made = challenge_side(season=season, by=ana.user, opponents=[di])
    assert made.status == State.OPEN


def test_nobody_calls_it_off_and_closing_the_season_leaves_it(season, admin_user):
    fixture = find_fixture("Ana", "Ben")
    with pytest.raises(ValidationError, match="What a box asks to be played stays until its last day"):
        call_off_as_organiser(challenge=fixture, by=admin_user)
    close_season(season)
    fixture.refresh_from_db()
    assert fixture.status == State.ACCEPTED


def test_its_players_are_reminded_within_the_last_day(season, time_machine):
    time_machine.move_to(find_fixture("Ana", "Ben").play_by - timedelta(hours=20), tick=False)
    send_challenge_reminders()
    told = Notice.objects.filter(player__name="Ana", text__startswith="Your match against")
    assert sorted(one.text for one in told) == [
        "Your match against Ben in Box 1 has to be played by today, 23:59.",
        "Your match against Cy in Box 1 has to be played by today, 23:59.",
    ]
