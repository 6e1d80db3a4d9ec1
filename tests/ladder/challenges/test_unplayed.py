"""An accepted challenge that is not played in time: claimed, lost or called off; the grace, and the one new date."""

from datetime import timedelta

import pytest
from django.core.exceptions import ValidationError
from django.utils import timezone

from ladder import ledger
from ladder.challenges.actions import (
    accept_challenge,
    arrange_challenge,
    challenge_side,
    postpone_challenge,
    request_call_off,
)
from ladder.challenges.due import decide_due_challenges
from ladder.challenges.reminders import send_challenge_reminders
from ladder.challenges.reports import record_walkover
from ladder.matches.actions.corrections import void_match
from ladder.models import Fixture, Ladder, Match, MatchRevision, State
from players.models import Notice, Player
from tests.factories import season_of, signed_in
from tests.ladder.challenges.rungs import make_three_rungs, read_rungs
from tests.markup import flat
from tests.threads import together

pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)


@pytest.fixture
def season():
    """A ladder as L6 has it: 15 days to play, 5 of grace, then lost by the defender."""
    return make_three_rungs(play_days=15, grace_days=5, if_unplayed="lost")


@pytest.fixture
def players(season):
    return {one.name: one for one in Player.objects.all()}


@pytest.fixture
def accepted(season, players):
    made = challenge_side(season=season, by=players["Cy"].user, opponents=[players["Bo"]])
    return accept_challenge(challenge=made, by=players["Bo"].user)


def after(challenge, days):
    return challenge.accepted_at + timedelta(days, seconds=1)


def test_after_the_days_of_grace_the_challenged_has_lost(season, accepted):
    assert [decide_due_challenges(after(accepted, days)) for days in (14, 15, 19)] == [0, 0, 0]
    assert [decide_due_challenges(after(accepted, 20)) for _ in range(2)] == [1, 0]
    match = Match.objects.get(kind="walkover")
    assert (match.reported_by, Fixture.objects.get().state) == (None, State.PLAYED)
    assert read_rungs(season) == ["Ada", "Cy", "Bo"]
    assert ledger.verify(season.ladder) == []


def test_the_walkover_says_which_rule_made_it_and_that_it_was_the_site(accepted, staff):
    decide_due_challenges(after(accepted, 20))
    match = Match.objects.get(kind="walkover")
    page = flat(staff.get(match.get_absolute_url()).text)
    assert "Not played by " in page
    assert "By the rules of the ladder that counts as lost." in page
    assert "The site" in page


def test_both_are_told(accepted):
    decide_due_challenges(after(accepted, 20))
    told = dict(Notice.objects.filter(text__contains="was not played").values_list("player__name", "text"))
    assert told["Cy"].endswith(", so it counts as won.")
    assert told["Bo"].endswith(", so it counts as lost.")


def test_it_may_be_called_off_instead(season, accepted, players):
    Fixture.objects.update(if_unplayed="off")
    assert decide_due_challenges(after(accepted, 20)) == 1
    assert (Fixture.objects.get().state, Match.objects.filter(kind="walkover").exists()) == (State.CALLED_OFF, False)
    assert Notice.objects.filter(text__endswith=", so it is called off.").count() == 2
    assert read_rungs(season) == ["Ada", "Bo", "Cy"]


def test_neither_claims_what_the_clock_decides_but_an_organiser_may_excuse(accepted, players, organiser, time_machine):
    time_machine.move_to(after(accepted, 16))
    with pytest.raises(ValidationError, match="On this ladder only an organiser can close it as a walkover"):
        record_walkover(challenge=accepted, winner=players["Bo"], by=players["Bo"].user)
    page = flat(signed_in(players["Bo"].user).get("/club/challenges").text)
    assert "Walkover for" not in page
    assert ", or it counts as lost by Bo" in page
    record_walkover(challenge=accepted, winner=players["Bo"], by=organiser)
    assert decide_due_challenges(after(accepted, 21)) == 0


def test_the_challenger_asks_to_call_it_off_as_ever(accepted, players):
    request_call_off(challenge=accepted, by=players["Cy"].user)
    request_call_off(challenge=accepted, by=players["Bo"].user)
    assert decide_due_challenges(after(accepted, 30)) == 0


def test_a_challenge_keeps_what_it_was_made_under(season, players):
    Ladder.objects.update(if_unplayed="claim")
    made = challenge_side(season=season_of(Ladder.objects.get()), by=players["Cy"].user, opponents=[players["Bo"]])
    Ladder.objects.update(if_unplayed="lost")
    accepted = accept_challenge(challenge=made, by=players["Bo"].user)
    assert decide_due_challenges(after(accepted, 60)) == 0


def test_in_what_is_arranged_nobody_was_challenged(season, players, organiser):
    made = arrange_challenge(season=season, by=organiser, first=[players["Cy"]], second=[players["Bo"]])
    assert (made.if_unplayed, decide_due_challenges(after(made, 60))) == ("claim", 0)


def test_a_walkover_that_was_voided_is_not_given_again(accepted, organiser):
    decide_due_challenges(after(accepted, 20))
    void_match(match=Match.objects.get(kind="walkover"), by=organiser, reason="Ill", revision=1)
    assert decide_due_challenges(after(accepted, 60)) == 0


def test_without_a_grace_of_its_own_there_is_as_long_as_there_was_to_play(players):
    Ladder.objects.update(grace_days=None)
    made = challenge_side(season=season_of(Ladder.objects.get()), by=players["Cy"].user, opponents=[players["Bo"]])
    accepted = accept_challenge(challenge=made, by=players["Bo"].user)
    assert accepted.decide_at - accepted.play_by == 15 * DAY


def test_once_either_moves_the_last_day(accepted, players):
    """L1: one new date within seven days, then lost."""
    Ladder.objects.update(postpone_days=7)
    bo = signed_in(players["Bo"].user)
    assert "Play up to 7 days later" in flat(bo.get("/club/challenges").text)
    page = flat(bo.post(f"/challenges/{accepted.pk}/postpone", follow=True).text)
    assert "Play it by " in page
    moved = Fixture.objects.get()
    assert (moved.play_by - accepted.play_by, moved.decide_at - accepted.decide_at) == (7 * DAY, 7 * DAY)
    assert Notice.objects.filter(player=players["Cy"], text__startswith="Bo moved the last day").exists()
    assert decide_due_challenges(after(accepted, 21)) == 0
    assert "days later" not in page
    with pytest.raises(ValidationError, match="was moved already"):
        postpone_challenge(challenge=accepted, by=players["Cy"].user)
    assert decide_due_challenges(after(accepted, 27)) == 1


def test_where_the_ladder_has_no_new_date_the_last_day_stays(accepted, players):
    with pytest.raises(ValidationError, match="the last day to play a challenge stays"):
        postpone_challenge(challenge=accepted, by=players["Cy"].user)


def test_who_would_lose_is_told_two_days_and_one_day_before_what_it_costs(accepted, players, time_machine):
    for left, sent in ((2.1, 0), (2, 1), (1.5, 0), (1, 1), (0.5, 0)):
        time_machine.move_to(accepted.decide_at - timedelta(left))
        assert send_challenge_reminders() == sent
    told = Notice.objects.filter(text__startswith="Cy’s challenge has to be played by")
    cost = ", or it counts as lost: you would go from rung 2 to 3."
    assert [one.text.endswith(cost) for one in told.filter(player=players["Bo"])] == [True, True]
    assert all(one.text.endswith(", or it counts as lost by Bo.") for one in told.filter(player=players["Cy"]))


def test_the_page_and_the_settings_say_the_rule(accepted, players, staff):
    page = flat(signed_in(players["Cy"].user).get("/club/challenges").text)
    assert "nor in the 5 days of grace after that, counts as lost by whoever was challenged." in page
    assert "15 to play, then lost" in flat(staff.get("/club/settings").text)


@pytest.mark.parametrize(
    ("rules", "sentence"),
    [
        ({"if_unplayed": "lost", "grace_days": 0}, "not played in time counts as lost by whoever was challenged."),
        ({"if_unplayed": "off", "grace_days": 1}, "in time, nor in the 1 day of grace after that, is called off."),
        ({"if_unplayed": "claim", "grace_days": None}, "as a walkover, by either player, for 15 days after that."),
        ({"if_unplayed": "claim", "grace_days": 0}, "An accepted challenge that is not played in time is over."),
        ({"postpone_days": 7}, "Once, either player can move the last day to play by 7 days."),
    ],
)
def test_each_choice_has_its_sentence(players, rules, sentence):
    Ladder.objects.update(**rules)
    assert sentence in flat(signed_in(players["Cy"].user).get("/club/challenges").text)


@pytest.mark.strict
@pytest.mark.django_db(transaction=True)
def test_of_two_clocks_one_decides(accepted):
    moment = after(accepted, 20)
    assert sorted(together([lambda: decide_due_challenges(moment)] * 2)) == [0, 1]
    assert MatchRevision.objects.filter(match__kind="walkover").count() == 1


@pytest.mark.strict
@pytest.mark.django_db(transaction=True)
def test_a_new_date_and_the_clock_at_once_agree(accepted, players):
    Ladder.objects.update(postpone_days=7)
    moment = timezone.now()
    Fixture.objects.update(decide_at=moment)

    def postpone():
        try:
            return postpone_challenge(challenge=accepted, by=players["Bo"].user).postponed_at is not None
        except ValidationError:
            return False

    decided, moved = together([lambda: decide_due_challenges(moment), postpone])
    assert bool(decided) != moved


def test_a_busy_ladder_is_tried_again_and_keeps_its_rule(accepted, monkeypatch):
    def be_busy(challenge):
        raise ledger.Busy("The ladder is busy. Nothing was saved, so try again.")

    with monkeypatch.context() as patch:
        patch.setattr("ladder.challenges.due.lock_challenge", be_busy)
        assert decide_due_challenges(after(accepted, 20)) == 0
    assert decide_due_challenges(after(accepted, 20)) == 1


def test_what_can_not_be_a_walkover_expires_and_reminders_go_on(accepted, players, time_machine):
    time_machine.move_to(accepted.decide_at - DAY)
    Player.objects.filter(pk=players["Cy"].pk).update(merged_into=players["Bo"], user=None)
    assert send_challenge_reminders() == 1
    assert decide_due_challenges(after(accepted, 20)) == 0
    time_machine.move_to(after(accepted, 20))
    assert (Fixture.objects.get().state, Match.objects.filter(kind="walkover").exists()) == (State.EXPIRED, False)


def test_an_organiser_who_plays_moves_the_last_day_too(accepted, players, organiser):
    Ladder.objects.update(postpone_days=7)
    Player.objects.filter(pk=players["Bo"].pk).update(user=organiser)
    page = flat(signed_in(organiser).get("/club/challenges").text)
    assert "Play up to 7 days later" in page
    assert "Call it off" in page
