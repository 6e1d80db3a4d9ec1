"""A reminder before the time of a challenge is over."""

from datetime import timedelta

import pytest
from django.core.management import call_command

from ladder.challenges.actions import accept_challenge, challenge_side
from ladder.challenges.reminders import send_challenge_reminders
from ladder.models import Ladder
from players.models import Notice
from tests.factories import make_ladder, make_member, season_of

pytestmark = pytest.mark.django_db
HOUR = timedelta(hours=1)
TO_ANSWER, TO_PLAY = "Answer Ana’s challenge by", "Ana’s challenge has to be played by"


@pytest.fixture
def people():
    return {name: make_member(name) for name in ("Ana", "Ben")}


@pytest.fixture
def made(people):
    season = season_of(make_ladder("points-exchange"))
    return challenge_side(season=season, by=people["Ana"].user, opponents=[people["Ben"]])


def told(words=TO_ANSWER):
    """Whom the latest notices with these words were for; all are taken away."""
    found = sorted(one.player.name for one in Notice.objects.filter(text__startswith=words))
    Notice.objects.all().delete()
    return found


def test_whoever_has_yet_to_answer_is_reminded_once_a_day_before(made, time_machine):
    time_machine.move_to(made.answer_by - 25 * HOUR)
    assert (send_challenge_reminders(), told()) == (0, [])
    time_machine.move_to(made.answer_by - 24 * HOUR)
    assert (send_challenge_reminders(), told()) == (1, ["Ben"])
    assert (send_challenge_reminders(), told()) == (0, [])


def test_whoever_has_accepted_is_reminded_again_to_play(made, people, time_machine):
    time_machine.move_to(made.answer_by - HOUR)
    assert send_challenge_reminders() == 1
    found = accept_challenge(challenge=made, by=people["Ben"].user)
    assert (send_challenge_reminders(), told()) == (0, ["Ben"])
    time_machine.move_to(found.play_by - HOUR)
    assert (send_challenge_reminders(), told(TO_PLAY)) == (1, ["Ana", "Ben"])


def test_nobody_is_reminded_of_what_is_new_or_over(people, time_machine):
    season = season_of(make_ladder("points-exchange"))
    Ladder.objects.update(answer_days=1)
    made = challenge_side(season=season, by=people["Ana"].user, opponents=[people["Ben"]])
    assert send_challenge_reminders() == 0
    time_machine.move_to(made.answer_by)
    assert send_challenge_reminders() == 0


def test_the_command_says_how_many(made, time_machine, capsys):
    time_machine.move_to(made.answer_by - HOUR)
    call_command("remind")
    assert capsys.readouterr().out == "Reminders sent for 1 challenge, 0 seasons, 0 rounds.\n"
