"""The addresses of an account: looking at them stores nothing, and what is done there works at once."""

import pytest
from allauth.account.models import EmailAddress
from django.contrib.auth.models import User
from django.test import Client

from players.accounts.actions.accounts import create_account
from tests.factories import prove, signed_in
from tests.markup import flat

pytestmark = pytest.mark.django_db
PAGE = "/accounts/email/"


@pytest.fixture
def bo():
    """A member whose address was entered in the admin, so that nobody confirmed it."""
    return User.objects.create_user("bo", "bo@club.example")


@pytest.mark.parametrize("method", ["get", "head", "options"])
def test_looking_stores_nothing(bo, method):
    assert getattr(signed_in(bo), method)(PAGE).status_code == 200
    assert not EmailAddress.objects.exists()


def test_an_address_that_is_not_stored_yet_is_shown_as_not_confirmed(bo):
    page = flat(signed_in(bo).get(PAGE).text)
    assert 'value="bo@club.example" id="email_radio_0" checked><span>bo@club.example<span class="tag warn">not' in page


def test_one_that_is_stored_is_shown_once_beside_others(bo):
    for email in ("bo@club.example", "bo@home.example"):
        EmailAddress.objects.create(user=bo, email=email)
    page = flat(signed_in(bo).get(PAGE).text)
    assert (page.count('name="email" value="bo@club.example"'), page.count('type="radio" name="email"')) == (1, 2)


def test_one_with_capitals_is_shown_once_after_it_is_stored_without(bo):
    User.objects.update(email="Bo@club.example")
    EmailAddress.objects.create(user=bo, email="bo@club.example")
    assert flat(signed_in(User.objects.get()).get(PAGE).text).count('type="radio" name="email"') == 1


def test_its_link_to_confirm_is_sent(bo, mailoutbox):
    signed_in(bo).post(PAGE, {"email": "bo@club.example", "action_send": "1"})
    assert [one.to for one in mailoutbox] == [["bo@club.example"]]
    assert not EmailAddress.objects.get().verified


def test_who_has_no_address_hears_so(bo):
    User.objects.update(email="")
    assert "You have no address yet." in signed_in(bo).get(PAGE).text


def test_visitors_are_asked_to_sign_in(db):
    assert Client().get(PAGE).url == "/accounts/login/?next=/accounts/email/"


def test_an_address_that_nobody_confirmed_does_not_become_the_main_one(bo):
    EmailAddress.objects.create(user=bo, email="stranger@club.example")
    page = signed_in(bo).post(PAGE, {"email": "stranger@club.example", "action_primary": "1"}, follow=True)
    assert "Only a confirmed address can be the main one. Send its confirmation link first." in page.text
    assert not EmailAddress.objects.filter(primary=True).exists()
    assert User.objects.get().email == "bo@club.example"


def test_a_confirmed_address_becomes_the_main_one(bo):
    EmailAddress.objects.create(user=bo, email="bo@home.example", verified=True)
    client = signed_in(bo)
    prove(client)
    client.post(PAGE, {"email": "bo@home.example", "action_primary": "1"})
    assert EmailAddress.objects.get(primary=True).email == "bo@home.example"
    assert User.objects.get().email == "bo@home.example"


def test_no_mail_tells_a_stranger_that_their_address_was_removed(bo, mailoutbox):
    EmailAddress.objects.create(user=bo, email="bo@club.example", verified=True, primary=True)
    EmailAddress.objects.create(user=bo, email="stranger@club.example")
    client = signed_in(bo)
    prove(client)
    client.post(PAGE, {"email": "stranger@club.example", "action_remove": "1"})
    assert not EmailAddress.objects.filter(email="stranger@club.example").exists()
    assert [one.to for one in mailoutbox] == [["bo@club.example"]]


def test_whoever_joins_has_a_main_address_once_it_is_confirmed(db):
    user = create_account(name="Ana", email="ana@club.example", password="harbour lights")
    (given,) = EmailAddress.objects.all()
    assert (given.email, given.verified, given.primary) == ("ana@club.example", False, False)
    given.set_verified()
    given.set_as_primary(conditional=True)  # as allauth does when the link is followed
    assert EmailAddress.objects.get(user=user).primary
