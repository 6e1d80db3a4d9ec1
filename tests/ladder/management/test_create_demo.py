"""The demonstration: a fictional club, the same each time but for its dates."""

from datetime import UTC, date, datetime

import pytest
import time_machine
from django.core.management import CommandError, call_command
from django.db import transaction

from ladder.models import Ladder, Match, Season
from ladder.services import demo, ledger, seasons
from players.models import Player


@pytest.fixture
def var(settings, tmp_path):
    settings.VAR = tmp_path
    return tmp_path


@pytest.mark.django_db
def test_create_demo_fills_an_empty_site(var):
    call_command("create_demo")
    assert Player.objects.count() == 24
    assert 550 < Match.objects.filter(status="counted").count() < 650
    assert Match.objects.filter(status="void").count() == 2
    assert Match.objects.filter(revisions__verb="correct").count() == 2
    assert [ledger.verify(ladder) for ladder in Ladder.objects.all()] == [[]]


@pytest.mark.django_db
def test_create_demo_tells_the_two_accounts_once_and_keeps_them_to_itself(var, client, capsys):
    call_command("create_demo")
    lines = (var / "demo-accounts.txt").read_text().splitlines()
    assert (var / "demo-accounts.txt").stat().st_mode & 0o777 == 0o600
    assert [line.split()[:2] for line in lines] == [["member", "Noor"], ["organiser", "Vesna"]]
    assert capsys.readouterr().out.splitlines()[1:3] == [f"  {line}" for line in lines]
    assert [client.login(username=line.split()[1], password=line.split()[2]) for line in lines] == [True, True]


@pytest.mark.django_db
def test_only_the_organiser_may_use_the_admin():
    demo.make()
    assert list(Player.objects.filter(user__is_staff=True).values_list("name", flat=True)) == ["Vesna"]


@pytest.mark.django_db
@time_machine.travel(datetime(2026, 11, 21, 12, tzinfo=UTC))
def test_the_last_club_night_was_yesterday():
    demo.make()
    assert Match.objects.last().played_at.date() == date(2026, 11, 20)
    assert Season.objects.get().starts_on == date(2025, 11, 21)


@pytest.mark.django_db
def test_the_same_day_gives_the_same_club():
    assert fingerprint_of_a_new_club() == fingerprint_of_a_new_club()


def fingerprint_of_a_new_club():
    with transaction.atomic():
        demo.make()
        found = ledger.fingerprint(Ladder.objects.get())
        transaction.set_rollback(True)
    return found


@pytest.mark.django_db
def test_create_demo_leaves_a_site_with_a_ladder_alone(var):
    seasons.create_ladder(slug="club", name="Club", boards=[("points-exchange", {})])
    with pytest.raises(CommandError) as refused:
        call_command("create_demo")
    assert str(refused.value) == "There is a ladder already. The demonstration only fills an empty site."
    assert (Player.objects.count(), list(var.iterdir())) == (0, [])
