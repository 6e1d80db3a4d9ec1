"""Who comes too late: a form that is sent after its sender was signed out stores nothing, and says so."""

import pytest
from django.contrib.auth.models import User

from ladder.challenges.actions import challenge_side
from ladder.models import Fixture, State
from tests.factories import make_ladder, make_member, season_of
from tests.markup import flat

pytestmark = pytest.mark.django_db
LOGIN, PAGE = "/accounts/login/?next=", "http://testserver/club/challenges"
SIGNED_OUT = "You were signed out, so nothing was saved. Sign in and send it again."


@pytest.fixture
def accept():
    """The address at which Ana accepts a challenge of Ben."""
    season, ana, ben = season_of(make_ladder()), make_member("Ana"), make_member("Ben")
    return f"/challenges/{challenge_side(season=season, by=ben.user, opponents=[ana]).pk}/accept"


def test_a_form_sent_signed_out_says_so_and_leads_back_to_its_page(client, accept):
    answer = client.post(accept, headers={"Referer": PAGE})
    assert (answer.status_code, answer.url) == (303, f"{LOGIN}{PAGE.replace(':', '%3A')}")
    assert SIGNED_OUT in client.get(answer.url).text
    assert Fixture.objects.get().status == State.OPEN


def test_it_leads_to_no_other_site(client, accept):
    User.objects.create_user("robin", password="let me in")
    asked = client.post(accept, headers={"Referer": "https://evil.example/"}).url
    assert client.post(asked, {"login": "robin", "password": "let me in"}).url == "/"


def test_htmx_is_led_there_too(client, accept):
    answer = client.post(accept, headers={"Referer": PAGE, "HX-Request": "true"})
    assert answer["HX-Redirect"] == f"{LOGIN}{PAGE.replace(':', '%3A')}"


def test_an_account_that_was_switched_off_stores_nothing(client, accept):
    client.force_login(User.objects.get(username="ana"))
    User.objects.filter(username="ana").update(is_active=False)
    answer = client.post(accept, headers={"Referer": PAGE}, follow=True)
    assert SIGNED_OUT in answer.text
    assert Fixture.objects.get().status == State.OPEN


def test_a_page_that_was_only_asked_for_warns_of_nothing(client):
    make_ladder()
    assert "nothing was saved" not in flat(client.get("/club/challenges", follow=True).text)
