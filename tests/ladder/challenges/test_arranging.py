"""An organiser arranges a match of two others: what it takes, and what is refused."""

import pytest
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.utils import timezone

from ladder.access.permissions import NotAllowed
from ladder.challenges.actions import arrange_challenge
from ladder.formats import Exit, ParticipantResult
from ladder.models import Fixture, Ladder, Role, State
from ladder.seasons.actions.life_cycle import close_season
from players.models import Notice, Player
from tests.factories import enter_match, make_ladder, make_member, make_player, play, season_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def season():
    return season_of(make_ladder("points-exchange"))


@pytest.fixture
def olga(season):
    user = User.objects.create_user("olga")
    Role.objects.create(ladder=season.ladder, user=user, role="organiser")
    return user


def arrange(season, by, first="Ana", second="Ben", **given):
    players = {"first": [make_player(first)], "second": [make_player(second)]}
    return arrange_challenge(season=season, by=by, **players, **given)


def refusal(*args, **given):
    with pytest.raises(ValidationError) as refused:
        arrange(*args, **given)
    return refused.value.messages[0]


def test_an_arranged_match_is_accepted_at_once_and_both_are_told(season, olga):
    ana = make_member("Ana")
    made = arrange(season, olga, note="On Friday")
    assert (made.state, made.accepted_at is not None) == (State.ACCEPTED, True)
    assert [(party.player.name, bool(party.joined_at)) for party in made.parties.all()] == [
        ("Ana", True),
        ("Ben", True),
    ]
    told = Notice.objects.get()  # Ben has no account
    assert told.player == ana
    assert told.text.startswith("An organiser arranged a match for you against Ben. Play it by ")


def test_the_limits_of_the_ladder_are_for_those_who_challenge(season, olga):
    Ladder.objects.filter(pk=season.ladder_id).update(challenge_reach=1, rematch_days=7, most_challenges=1)
    for name in ("Cy", "Dora", "Eli"):
        play(season, "Ana", name)
    play(season, "Eli", "Ben")
    arrange(season, olga, "Ana", "Cy")
    arrange(season, olga, "Ana", "Ben")
    assert Fixture.objects.filter(status=State.ACCEPTED).count() == 2


def test_what_a_rating_system_refuses_stays_refused(olga):
    battles = season_of(make_ladder("warlocks-score", slug="battles"))
    Role.objects.create(ladder=battles.ladder, user=olga, role="organiser")
    for _ in range(6):
        participants = [
            ParticipantResult(make_player("Ana"), exit=Exit("standing")),
            ParticipantResult(make_player("Cy"), exit=Exit("dead", 1)),
        ]
        enter_match(season=battles, participants=participants, by=None, kind="ladder")
    assert refusal(battles, olga, kind="ladder") == "6 points apart, limit 5."  # W-9


def test_nobody_is_matched_against_themselves_or_twice(season, olga):
    assert refusal(season, olga, "Ana", "Ana") == "A player can’t play against themselves. Choose someone else."
    arrange(season, olga)
    assert refusal(season, olga, "Ben", "Ana") == "There is already a challenge between Ben and Ana."


def test_the_retired_are_not_arranged_for_nor_anybody_in_a_closed_season(season, olga):
    make_player("Ben")
    Player.objects.filter(name="Ben").update(retired_on=timezone.localdate())
    assert refusal(season, olga).startswith("Ben retired on ")
    play(season, "Cy", "Dora")
    closed = close_season(season)
    assert refusal(closed, olga, "Cy", "Dora") == f"{closed.name} is closed."


def test_only_organisers_of_the_ladder_arrange(season):
    other = User.objects.create_user("otto")
    Role.objects.create(ladder=make_ladder(slug="other"), user=other, role="organiser")
    with pytest.raises(NotAllowed):
        arrange(season, other)
    assert not Fixture.objects.exists()
