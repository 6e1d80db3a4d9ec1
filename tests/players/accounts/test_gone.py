"""An account that goes while its owner sends something."""

import pytest
from django.contrib.auth.models import User
from django.db import IntegrityError
from django.http import HttpResponse

from ladder.ledger import verify
from ladder.people.actions.erasure import erase_player
from players.accounts.sessions import GoneMiddleware
from tests.factories import make_ladder, make_member, make_player, season_of
from tests.threads import Visitor, together

pytestmark = pytest.mark.django_db


@pytest.fixture
def sent(client, rf):
    """What a member has sent, as a view sees it."""
    client.force_login(User.objects.create_user("robin"))
    request = rf.post("/club/all-time/report")
    request.user, request.session, request.htmx = User.objects.get(), client.session, None
    return request


def answer(request, error):
    return GoneMiddleware(HttpResponse).process_exception(request, error)


def test_whoever_is_gone_signs_in_again(sent):
    User.objects.all().delete()
    assert answer(sent, IntegrityError())["Location"] == "/accounts/login/?next=/club/all-time/report"
    assert sent.user.is_anonymous


def test_other_mistakes_stay_ours(sent):
    assert answer(sent, IntegrityError()) is None
    User.objects.all().delete()
    assert answer(sent, ValueError()) is None


def report(browser, opponent):
    return browser.post("/club/all-time/report", {"opponent": opponent, "winner": "me"}).status_code


@pytest.mark.django_db(transaction=True)
def test_reports_by_somebody_who_is_erased_meanwhile_are_no_errors():
    season, robin, owner = season_of(make_ladder("points-exchange")), make_member("Robin"), User(username="owner")
    owner.is_staff = True
    owner.save()
    first, *others = [make_player(name).pk for name in ("Ana", "Ben", "Cy", "Di")]
    assert report(Visitor(robin.user), first) == 303
    browsers = [(Visitor(robin.user), opponent) for opponent in others]
    reports = [lambda browser=browser, opponent=opponent: report(browser, opponent) for browser, opponent in browsers]

    *statuses, erased = together([*reports, lambda: erase_player(player=robin, by=owner)])

    assert str(erased) == f"Former player {robin.pk}"
    assert max(statuses) < 500, statuses
    assert verify(season.ladder) == []
