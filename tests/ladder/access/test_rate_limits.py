"""Nobody floods a ladder: a member, a venue code and a challenger are stopped with a sentence, an organiser is not."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.test import Client
from django.utils import timezone

from ladder.challenges.actions import challenge_side, withdraw_challenge
from ladder.formats import ParticipantResult
from ladder.matches.actions.venue_codes import make_venue_code
from ladder.models import Fixture, Ladder, Match, Role
from players.models import Player
from tests.factories import enter_report, make_ladder, make_member, make_player, season_of, signed_in

pytestmark = pytest.mark.django_db
PAIRS = ["Abe", "Bob", "Cal", "Dov", "Eve", "Fay", "Gil", "Hal"]  # a question is asked where the same two play again
RECORD, VENUE = "/club/all-time/record", "/club/at-the-venue"
MATCHES = "You have reported {} matches in the last hour, which is the limit. Wait a while, or ask an organiser."
NAMES = "You have added {} new names in the last hour, which is the limit. Wait a while, or ask an organiser."


@pytest.fixture
def season(db):
    for name in ("Ana", "Ben", *PAIRS):
        make_player(name)
    return season_of(make_ladder(reporters=Ladder.Reporters.ANY))


@pytest.fixture
def few(settings):
    """Limits that a test reaches."""
    settings.WRITING_LIMITS = {
        "reports": 2,
        "reports_recorder": 3,
        "reports_venue": 2,
        "challenges": 3,
        "challenges_pair": 2,
        "new_names": 1,
        "new_names_recorder": 2,
        "new_names_venue": 1,
    }


def tell(season, by, name="Ben", number=0):
    """Report another match of Ana's."""
    other = Player.objects.filter(name=name).first() or Player(name=name)
    participants = [ParticipantResult(make_player("Ana"), 1.0), ParticipantResult(other, 0.0)]
    ended = timezone.now() - timedelta(minutes=number)
    return enter_report(
        season=season, participants=participants, by=by, kind="rated", facts={"length": 5}, played_at=ended
    )


def refusal(act, *given, **named):
    with pytest.raises(ValidationError) as refused:
        act(*given, **named)
    return refused.value.messages[0]


def test_the_numbers_let_a_busy_evening_by(settings):
    assert settings.WRITING_LIMITS["reports_recorder"] > 10 * 44
    assert settings.WRITING_LIMITS["reports"] >= 60


def test_a_member_reports_so_many_an_hour(season, few, time_machine):
    time_machine.move_to("2026-06-01T18:00Z", tick=False)
    member = make_member("Mia").user
    for number in range(2):
        tell(season, member, number=number)
    assert refusal(tell, season, member, number=2) == MATCHES.format(2)
    tell(season, make_member("Max").user, number=3)  # others go on
    time_machine.shift(3601)
    tell(season, member)
    assert Match.objects.count() == 4


def test_a_member_brings_so_many_new_names(season, few):
    member = make_member("Mia").user
    tell(season, member, "Cy")
    assert refusal(tell, season, member, "Dora") == NAMES.format(1)
    tell(season, member, "Ben")
    assert not Player.objects.filter(name="Dora").exists()


def test_an_organiser_reports_as_much_as_there_is(season, few):
    olga = User.objects.create_user("olga")
    Role.objects.create(ladder=season.ladder, user=olga, role="organiser")
    for number in range(5):
        tell(season, olga, f"New {number}", number)
    assert Match.objects.count() == 5


def test_a_recorder_has_a_limit_of_their_own_and_keeps_what_was_typed(season, few):
    rena = User.objects.create_user("rena")
    Role.objects.create(ladder=season.ladder, user=rena, role="recorder")
    browser = signed_in(rena)
    answers = [
        browser.post(RECORD, {"first": PAIRS[at], "second": PAIRS[at + 1], "length": "7"}) for at in (0, 2, 4, 6)
    ]
    assert [one.status_code for one in answers] == [303, 303, 303, 422]
    assert MATCHES.format(3) in answers[3].text
    assert 'value="7"' in answers[3].text
    assert 'value="Gil"' in answers[3].text


def test_a_venue_code_takes_so_many(season, few):
    for number in range(3):
        browser = Client()  # another browser each time
        browser.post(VENUE, {"code": make_venue_code(ladder=season.ladder, by=None)})
        sent = {"first": PAIRS[2 * number], "second": PAIRS[2 * number + 1], "winner": "first", "length": "5"}
        sent |= {"kind": "rated", "day": "today", "form_key": uuid4()}
        answer = browser.post(f"{VENUE}/report", sent)
    assert answer.status_code == 422
    assert "2 matches were reported at the venue in the last hour, which is the limit." in answer.text
    assert Match.objects.count() == 2


def test_a_member_challenges_the_same_player_and_others_so_often(few):
    season = season_of(make_ladder())
    ana, ben, cy = (make_member(name) for name in ("Ana", "Ben", "Cy"))

    def ask(opponent):
        made = challenge_side(season=season, by=ana.user, opponents=[opponent])
        withdraw_challenge(challenge=made, by=ana.user)

    ask(ben)
    ask(ben)
    assert refusal(ask, ben) == "You have challenged Ben 2 times in the last hour. Wait a while."
    ask(cy)
    assert refusal(ask, cy) == "You have made 3 challenges in the last hour. Wait a while."
    assert Fixture.objects.count() == 3


def test_an_account_adds_so_many_addresses_and_asks_for_so_many_links(settings, mailoutbox):
    settings.ACCOUNT_RATE_LIMITS = {**settings.ACCOUNT_RATE_LIMITS, "address": "1/h/user", "confirmation": "1/h/user"}
    user = User.objects.create_user("robin", password="let me in")
    browser = signed_in(user)
    asked = browser.post("/accounts/email/", {"action_add": "1", "email": "one@club.example"})
    browser.post(asked.url, {"password": "let me in"})
    answer = browser.post("/accounts/email/", {"action_add": "1", "email": "two@club.example"})
    assert "You have added many addresses within an hour. Wait a while, then add this one." in answer.text
    assert 'value="two@club.example"' in answer.text
    assert [one.email for one in user.emailaddress_set.all()] == ["one@club.example"]
    for _ in range(2):
        answer = browser.post("/accounts/email/", {"action_send": "1", "email": "one@club.example"}, follow=True)
    assert "You have asked for many links within an hour." in answer.text
