"""An address that two accounts give: codes and links for it are for who confirmed it, else for who gave it first."""

import re

import pytest
from allauth.account.models import EmailAddress
from django.contrib.auth.models import User
from django.core.management import call_command
from django.test import Client

from players.accounts.actions.accounts import appoint_owner
from players.models import Club
from tests.factories import make_player, signed_in

pytestmark = pytest.mark.django_db
ADDRESS = "vesna@club.example"


@pytest.fixture
def mallory(db):
    return User.objects.create_user("mallory", "mallory@club.example", "her own")


def give(user, *, verified=False):
    """Let the account give the address."""
    User.objects.filter(pk=user.pk).update(email=ADDRESS)
    EmailAddress.objects.create(user=user, email=ADDRESS, primary=True, verified=verified)


def account_by_code(mailoutbox):
    """Whom a code for the address signs in."""
    browser = Client()
    browser.post("/accounts/login/code/", {"email": ADDRESS})
    code = re.search(r"^[A-Z0-9]{4}-[A-Z0-9]{4}$", mailoutbox[-1].body, re.MULTILINE).group()
    browser.post("/accounts/login/code/confirm/", {"code": code})
    return User.objects.get(pk=browser.session["_auth_user_id"])


def accounts_by_reset(mailoutbox):
    """The accounts for which a link for another password goes to the address."""
    mailoutbox.clear()
    Client().post("/accounts/password/reset/", {"email": ADDRESS})
    return [re.search(r"for the account (\S+) here", one.body).group(1) for one in mailoutbox]


@pytest.mark.parametrize("method", ["command", "set-up"])
def test_an_address_that_the_installer_gave_is_confirmed_and_cannot_be_claimed(mallory, mailoutbox, method):
    if method == "command":
        call_command("create_organiser", "vesna", email="Vesna@club.example")
    else:
        appoint_owner(owner=User(username="vesna", email="Vesna@club.example"), password="harbour lights")
    vesna = User.objects.get(username="vesna")
    assert EmailAddress.objects.get(user=vesna, email=ADDRESS).verified
    give(mallory)
    assert account_by_code(mailoutbox) == vesna
    assert accounts_by_reset(mailoutbox) == ["vesna"]


@pytest.mark.parametrize("first", [True, False], ids=["claimed first", "claimed later"])
def test_whoever_confirmed_an_address_has_it(mallory, mailoutbox, first):
    vesna = User.objects.create_user("vesna")
    for user in (mallory, vesna) if first else (vesna, mallory):
        give(user, verified=user == vesna)
    assert account_by_code(mailoutbox) == vesna
    assert accounts_by_reset(mailoutbox) == ["vesna"]


def test_whoever_gave_an_address_first_has_it_while_nobody_has_confirmed_it(mallory, mailoutbox):
    vesna = User.objects.create_user("vesna")
    give(vesna)
    give(mallory)
    assert accounts_by_reset(mailoutbox) == ["vesna"]
    assert account_by_code(mailoutbox) == vesna
    assert EmailAddress.objects.get(user=vesna).verified  # the code proved it
    assert not EmailAddress.objects.get(user=mallory).verified


def test_a_code_says_whom_it_signs_in_whole_though_a_visitor_asks_for_it(mallory, mailoutbox):
    """Whoever gave somebody else's address first is named in the mail that goes there."""
    Club(pk=Club.ONLY, names=Club.Names.INITIAL).save()
    player = make_player("Mallory Meier")
    player.user = mallory
    player.save()
    give(mallory)
    Client().post("/accounts/login/code/", {"email": ADDRESS})
    assert "It signs in Mallory Meier and works for 10 minutes." in mailoutbox[-1].body


def test_an_address_that_an_owner_entered_in_the_admin_is_given_at_once(mallory, mailoutbox):
    vesna = User.objects.create_user("vesna")
    page = f"/admin/auth/user/{vesna.pk}/change/"
    browser = signed_in(User.objects.create_superuser("owner"))
    joined = {"date_joined_0": "2026-01-01", "date_joined_1": "12:00"}
    sent = {"username": "vesna", "email": "Vesna@club.example", "is_active": "on", **joined}
    assert browser.post(page, sent).status_code == 302
    give(mallory)
    assert accounts_by_reset(mailoutbox) == ["vesna"]


def test_a_claimed_address_signs_in_with_the_holders_password_only(mallory):
    vesna = User.objects.create_user("vesna", password="harbour lights")
    give(vesna, verified=True)
    give(mallory)
    browser = Client()
    browser.post("/accounts/login/", {"login": ADDRESS, "password": "her own"})
    assert "_auth_user_id" not in browser.session
