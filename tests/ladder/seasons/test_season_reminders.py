"""The notice within a week of a season's end: who gets it, what it says, and that it comes once for each last day."""

from datetime import date

import pytest
import time_machine
from django.core.management import call_command

from ladder.models import Season
from ladder.seasons.actions.life_cycle import change_season, close_season
from ladder.seasons.notifications import send_season_reminders
from players.models import Notice, Player
from players.notices.delivery import send_due_notices
from tests.factories import make_ladder, make_member, play, season_of
from tests.players.notices.test_actions import member
from tests.threads import together

pytestmark = pytest.mark.django_db
LAST = date(2026, 11, 30)


@pytest.fixture
def clock():
    """It is noon, a week before the last day."""
    with time_machine.travel("2026-11-23T12:00:00Z", tick=False) as clock:
        yield clock


@pytest.fixture
def season(clock):
    """A season that ends on the last of November, in which Ana has beaten Ben and Cyd, who has no account."""
    season = season_of(make_ladder("elo"))
    for name in ("Ana", "Ben", "Eve"):
        make_member(name)
    play(season, "Ana", "Ben")
    play(season, "Ana", "Cyd")
    return change_season(season=season, ends_on=LAST)


def list_told():
    return sorted(Notice.objects.filter(kind="season").values_list("player__name", "text", "url"))


def test_players_with_an_account_are_told_a_week_before_the_last_day(season, clock):
    clock.move_to("2026-11-22T12:00:00Z")
    assert (send_season_reminders(), list_told()) == (0, [])
    clock.move_to("2026-11-23T00:00:01Z")

    assert send_season_reminders() == 1

    begun, url = "All time on Club ends in 7 days, on 30 November. You are", season.get_absolute_url()
    # with K 32 Ana has won 16 from 1500 to 1500, and then 15.3
    assert list_told() == [("Ana", f"{begun} 1st with 1,531.", url), ("Ben", f"{begun} 3rd with 1,484.", url)]


def test_they_are_told_once_and_again_only_of_another_last_day(season, clock):
    assert [send_season_reminders(), send_season_reminders()] == [1, 0]
    change_season(season=Season.objects.get(), ends_on=date(2026, 12, 5))
    assert send_season_reminders() == 0  # it is more than a week away
    clock.move_to("2026-12-05T12:00:00Z")
    assert send_season_reminders() == 1
    change_season(season=Season.objects.get(), name="Winter")
    assert send_season_reminders() == 0
    assert [text.partition(" You")[0] for name, text, _ in list_told() if name == "Ana"] == [
        "All time on Club ends in 7 days, on 30 November.",
        "All time on Club ends today, on 5 December.",
    ]


@pytest.mark.parametrize("at", ["2026-12-01T12:00:00Z", "2027-01-01T12:00:00Z"])
def test_nobody_is_told_after_the_last_day(season, clock, at):
    clock.move_to(at)
    assert send_season_reminders() == 0


def test_nobody_is_told_of_a_season_that_is_closed_or_has_not_begun_or_has_no_end(season):
    Season.objects.update(ends_on=None)
    assert send_season_reminders() == 0
    Season.objects.update(ends_on=LAST, starts_on=date(2026, 11, 24))
    assert send_season_reminders() == 0
    Season.objects.update(starts_on=None)
    close_season(Season.objects.get(), on=date(2026, 11, 23))
    assert (send_season_reminders(), list_told()) == (0, [])


def test_whoever_has_retired_is_not_told(season):
    Player.objects.filter(name="Ben").update(retired_on=date(2026, 11, 1))
    assert send_season_reminders() == 1
    assert [name for name, *_ in list_told()] == ["Ana"]


def test_it_goes_out_by_mail_to_those_who_want_that(season, mailoutbox):
    play(season, member("Zoe", season=True).name, "Ben")
    call_command("remind", verbosity=0)
    send_due_notices()
    assert len(list_told()) == 3
    (mail,) = mailoutbox
    assert (mail.to, "ends in 7 days, on 30 November." in mail.body) == (["zoe@club.example"], True)


@pytest.mark.django_db(transaction=True)
def test_of_two_workers_at_once_one_tells(season):
    together([lambda: call_command("remind", verbosity=0)] * 2)
    assert [name for name, *_ in list_told()] == ["Ana", "Ben"]
