"""The history of a match: who changed it, and why."""

import pytest
from django.contrib.auth.models import User

from ladder.changes.versions import load_history
from ladder.matches.actions.corrections import restore_match, void_match
from tests.factories import make_ladder, make_player, play, season_of

pytestmark = pytest.mark.django_db


def test_the_newest_version_comes_first(organiser):
    match = play(season_of(make_ladder()), "Ana", "Ben")
    void_match(match=match, by=organiser, reason="It was practice.", revision=1)
    restore_match(match=match, by=None, reason="It was not.", revision=2)

    assert [(one.who, one.verb, one.reason) for one in load_history(match)] == [
        ("The site", "restored", "It was not."),
        ("organiser", "voided", "It was practice."),
        ("The site", "reported", ""),
    ]


def test_whoever_plays_is_named_as_a_player():
    ana, account = make_player("Ana"), User.objects.create_user("ana72", is_staff=True)
    ana.user = account
    ana.save()
    match = play(season_of(make_ladder()), "Ana", "Ben")

    void_match(match=match, by=account, reason="It was practice.", revision=1)

    assert load_history(match)[0].who == "Ana"


def test_an_account_that_has_gone_keeps_its_name(organiser):
    match = play(season_of(make_ladder()), "Ana", "Ben")
    void_match(match=match, by=organiser, reason="It was practice.", revision=1)

    organiser.delete()

    assert load_history(match)[0].who == "organiser"
