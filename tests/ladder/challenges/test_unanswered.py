"""A challenge that is declined, or not answered in time, on a ladder where that counts as lost."""

from datetime import timedelta

import pytest
from django.utils import timezone

from ladder import ledger
from ladder.challenges.actions import accept_challenge, challenge_side, decline_challenge, open_battle
from ladder.challenges.due import decide_due_challenges
from ladder.challenges.reminders import send_challenge_reminders
from ladder.matches.actions.corrections import void_match
from ladder.models import Fixture, Ladder, Match, MatchRevision, State
from ladder.seasons.actions.life_cycle import close_season
from players.models import Notice, Player
from tests.factories import make_ladder, make_member, season_of, signed_in
from tests.ladder.challenges.rungs import make_three_rungs, read_rungs
from tests.markup import flat
from tests.threads import together

pytestmark = pytest.mark.django_db


@pytest.fixture
def season():
    """A ladder of rungs on which Ada is on rung 1, Bo on 2 and Cy on 3, and no answer is a loss."""
    return make_three_rungs(if_unanswered="lost", answer_days=3)


@pytest.fixture
def players(season):
    return {one.name: one for one in Player.objects.all()}


@pytest.fixture
def challenge(season, players):
    return challenge_side(season=season, by=players["Cy"].user, opponents=[players["Bo"]])


def late(days=3):
    return timezone.now() + timedelta(days, seconds=1)


def test_the_clock_gives_it_to_who_challenged_once_the_time_is_over(season, challenge):
    assert (decide_due_challenges(late(2)), Match.objects.count()) == (0, 2)
    assert (decide_due_challenges(late()), decide_due_challenges(late())) == (1, 0)

    match = Match.objects.get(kind="walkover")
    assert (match.reported_by, Fixture.objects.get().state) == (None, State.PLAYED)
    assert read_rungs(season) == ["Ada", "Cy", "Bo"]
    assert ledger.verify(season.ladder) == []


def test_both_are_told_by_which_day_the_answer_was_due(challenge, players):
    decide_due_challenges(late())
    told = dict(Notice.objects.filter(text__contains="so it counts").values_list("player__name", "text"))
    assert told["Cy"].startswith("Bo did not answer Cy’s challenge by ")
    assert told["Cy"].endswith(", so it counts as won.")
    assert told["Bo"].startswith("Cy’s challenge was not answered by ")
    assert told["Bo"].endswith(", so it counts as lost.")


def test_declining_counts_as_lost_at_once_and_says_so(season, challenge, players):
    page = signed_in(players["Bo"].user).post(f"/challenges/{challenge.pk}/decline", follow=True)
    assert "Declined. It counts as lost." in flat(page.text)
    assert Fixture.objects.get().state == State.PLAYED
    assert read_rungs(season) == ["Ada", "Cy", "Bo"]
    assert "Bo declined your challenge. It counts as lost." in Notice.objects.values_list("text", flat=True)


def test_who_has_to_answer_reads_what_no_answer_costs(challenge, players):
    bo = signed_in(players["Bo"].user)
    assert ", or it counts as lost" in flat(bo.get("/").text)
    page = flat(bo.get("/club/challenges").text)
    assert ", or it counts as lost" in page
    assert "Declining, or not answering in time, counts as lost." in page
    assert "A challenge that is declined, or not answered in time, counts as lost." in page
    assert ", or it counts as lost." in Notice.objects.get(player=players["Bo"], kind="challenge").text
    Fixture.objects.update(made_at=timezone.now() - timedelta(2.5), answer_by=timezone.now() + timedelta(hours=2))
    assert send_challenge_reminders() == 1
    told = Notice.objects.get(text__startswith="Answer Cy’s").text
    assert told.endswith(", or it counts as lost: you would go from rung 2 to 3.")


def test_an_accepted_challenge_is_played_as_ever(challenge, players):
    accept_challenge(challenge=challenge, by=players["Bo"].user)
    assert decide_due_challenges(late(30)) == 0


def test_a_challenge_keeps_what_it_was_made_under(season, players):
    Ladder.objects.update(if_unanswered="free")
    old = challenge_side(season=season_of(Ladder.objects.get()), by=players["Cy"].user, opponents=[players["Bo"]])
    Ladder.objects.update(if_unanswered="lost")
    assert decide_due_challenges(late()) == 0
    decline_challenge(challenge=old, by=players["Bo"].user)
    assert Fixture.objects.get().state == State.DECLINED


def test_a_walkover_that_was_voided_is_not_given_again(season, challenge, organiser):
    decide_due_challenges(late())
    void_match(match=Match.objects.get(kind="walkover"), by=organiser, reason="Ill", revision=1)
    assert (decide_due_challenges(late(30)), Fixture.objects.get().state) == (0, State.EXPIRED)
    assert read_rungs(season) == ["Ada", "Bo", "Cy"]


def test_open_battles_and_closed_seasons_are_left_alone(challenge, season, organiser):
    close_season(season, by=organiser)
    assert decide_due_challenges(late()) == 0
    battles = season_of(make_ladder("warlocks-score", slug="battles"))
    Ladder.objects.update(if_unanswered="lost")
    open_battle(season=season_of(Ladder.objects.get(slug="battles")), by=make_member("Di").user, places=3)
    assert battles.fixtures.get().if_unanswered == "free"
    assert decide_due_challenges(late(30)) == 0


@pytest.mark.strict
@pytest.mark.django_db(transaction=True)
def test_of_two_clocks_one_decides(challenge):
    moment = late()
    assert sorted(together([lambda: decide_due_challenges(moment)] * 2)) == [0, 1]
    assert MatchRevision.objects.filter(match__kind="walkover").count() == 1


def test_the_settings_say_what_no_answer_does(season, staff):
    page = flat(staff.get("/club/settings").text)
    assert "3 days to answer, then lost, 14 to play" in page


def test_a_reminder_says_no_cost_where_no_answer_costs_nothing(challenge):
    Fixture.objects.update(if_unanswered="free")
    Fixture.objects.update(made_at=timezone.now() - timedelta(2.5), answer_by=timezone.now() + timedelta(hours=2))
    assert send_challenge_reminders() == 1
    told = Notice.objects.get(text__startswith="Answer Cy’s").text
    assert "lost" not in told
    assert "rung" not in told
