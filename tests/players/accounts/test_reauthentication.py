"""A browser that is signed in is not enough to change how its account signs in, and the account's owner hears of it."""

import re

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import TOTP
from django.contrib.auth.models import User
from django.test import Client

from tests.factories import signed_in

pytestmark = pytest.mark.django_db
EMAIL, SET, AGAIN, CODE = (
    "/accounts/email/",
    "/accounts/password/set/",
    "/accounts/reauthenticate/",
    "/accounts/reauthenticate/code/",
)
NEW, OLD = "mallory@evil.example", "robin@club.example"
PASSWORD = {"password1": "harbour lights", "password2": "harbour lights"}


def open_account(password=None, **given):
    user = User.objects.create_user("robin", OLD, password)
    EmailAddress.objects.create(user=user, email=OLD, primary=True, **{"verified": True, **given})
    return user


@pytest.fixture
def robin(db):
    """A member with a password and a confirmed address."""
    return open_account("let me in")


@pytest.fixture
def bare(db):
    """A member who signs in by codes alone."""
    return open_account()


@pytest.fixture
def owner(organiser):
    """An owner with a password, who may do everything in the admin."""
    organiser.is_superuser = True
    organiser.save()
    return organiser


def addresses(user):
    return sorted(EmailAddress.objects.filter(user=user).values_list("email", "primary", "verified"))


def code_in(mail):
    return re.search(r"^[A-Z0-9]{4}-[A-Z0-9]{4}$", mail.body, re.MULTILINE).group()


ACTS = {
    "add": {"action_add": "1", "email": NEW},
    "put first": {"action_primary": "1", "email": "home@club.example"},
    "remove": {"action_remove": "1", "email": "home@club.example"},
}


@pytest.mark.parametrize("act", ACTS)
@pytest.mark.parametrize("password", ["let me in", None], ids=["with a password", "with codes alone"])
def test_addresses_change_only_after_a_proof(password, act, mailoutbox):
    user = open_account(password)
    EmailAddress.objects.create(user=user, email="home@club.example", verified=True)
    before = addresses(user)
    browser = signed_in(user)
    answer = browser.post(EMAIL, ACTS[act])
    page = AGAIN if password else CODE
    assert (answer.status_code, answer.url) == (302, f"{page}?next=%2Faccounts%2Femail%2F")
    assert addresses(user) == before

    if password:
        answer = browser.post(answer.url, {"password": "wrong"})
        assert addresses(user) == before
        browser.post(f"{page}?next={EMAIL}", {"password": password})
    else:
        browser.post(answer.url, {"send": "1"})
        browser.post(answer.url, {"code": "AAAA-AAAA"})
        assert addresses(user) == before
        browser.post(answer.url, {"code": code_in(mailoutbox[-1])})
    assert addresses(user) != before  # what was sent before the proof goes on after it


@pytest.mark.parametrize(
    ("act", "told"),
    [
        ("add", ["home@club.example", OLD]),
        ("put first", ["home@club.example", OLD]),
        ("remove", ["home@club.example", OLD]),
    ],
)
def test_the_addresses_of_before_hear_of_a_change(robin, mailoutbox, act, told):
    EmailAddress.objects.create(user=robin, email="home@club.example", verified=True)
    browser = signed_in(robin)
    url = browser.post(EMAIL, ACTS[act]).url
    browser.post(url, {"password": "let me in"})
    heard = [one for one in mailoutbox if "If it was not you, choose a new password here" in one.body]
    assert sorted(to for one in heard for to in one.to) == told


def test_a_new_password_is_told_to_the_address(robin, mailoutbox):
    browser = signed_in(robin)
    browser.post("/accounts/password/change/", {"oldpassword": "let me in", **PASSWORD})
    assert [(one.to, one.subject) for one in mailoutbox] == [([OLD], "[Club ladder] Your password was changed")]


def test_whoever_has_codes_alone_chooses_a_password_after_a_code(bare, mailoutbox):
    browser = signed_in(bare)
    refused = browser.post(SET, PASSWORD)
    assert (refused.status_code, refused.url) == (302, f"{CODE}?next=%2Faccounts%2Fpassword%2Fset%2F")
    assert "harbour" not in str(dict(browser.session))
    assert "we send to your e-mail address" in browser.get(refused.url).text
    browser.post(refused.url, {"send": "1", "next": SET})
    assert browser.post(refused.url, {"code": code_in(mailoutbox[-1]), "next": SET}).url == SET
    browser.post(SET, PASSWORD)
    bare.refresh_from_db()
    assert bare.check_password("harbour lights")


def test_whoever_signed_in_by_a_code_a_moment_ago_is_not_asked_for_another(bare, mailoutbox):
    browser = Client()
    browser.post("/accounts/login/code/", {"email": OLD})
    browser.post("/accounts/login/code/confirm/", {"code": code_in(mailoutbox[-1])})
    assert browser.get(SET).status_code == 200


def test_three_wrong_codes_end_one(bare, mailoutbox):
    browser = signed_in(bare)
    browser.post(CODE, {"send": "1"})
    code = code_in(mailoutbox[-1])
    for _ in range(3):
        answer = browser.post(CODE, {"code": "AAAA-AAAA"})
    assert "That code no longer works. Ask for a new one." in answer.text
    browser.post(CODE, {"code": code})
    assert browser.get(SET).status_code == 302


def test_a_code_that_nobody_asked_for_does_not_prove_anything(bare):
    browser = signed_in(bare)
    for code in ("", "AAAA-AAAA"):
        assert browser.post(CODE, {"code": code}).status_code == 200
    assert browser.get(SET).status_code == 302


def test_no_mail_of_codes_is_sent_without_end(bare, mailoutbox):
    browser = signed_in(bare)
    assert [browser.post(CODE, {"send": "1"}).status_code for _ in range(4)] == [200, 200, 200, 429]
    assert len(mailoutbox) == 3


def test_the_proof_leads_nowhere_else(bare, mailoutbox):
    browser = signed_in(bare)
    browser.post(CODE, {"send": "1"})
    sent = {"code": code_in(mailoutbox[-1]), "next": "https://evil.example/"}
    assert browser.post(CODE, sent).url == "/"


def test_whoever_has_a_password_is_not_offered_a_code(robin, mailoutbox):
    """Else whoever reads the mail could do without the password."""
    browser = signed_in(robin)
    assert browser.post(CODE, {"send": "1"}).url.startswith(AGAIN)
    assert not mailoutbox


def test_codes_go_to_nobody_who_holds_the_address(bare, mailoutbox):
    """Mallory claims Robin's address; a code for Mallory is not sent there."""
    mallory = User.objects.create_user("mallory", OLD)
    EmailAddress.objects.create(user=mallory, email=OLD, primary=True)
    assert signed_in(mallory).post(CODE, {"send": "1"}).status_code == 302
    assert not mailoutbox


def test_whoever_has_neither_password_nor_address_may_choose_one():
    """Nothing could be asked for; they are signed in on this device alone."""
    user = User.objects.create_user("robin")
    browser = signed_in(user)
    browser.post(EMAIL, {"action_add": "1", "email": OLD})
    assert addresses(user) == [(OLD, False, False)]
    assert browser.get(SET).url.startswith(CODE)  # from now on there is something


@pytest.mark.parametrize("page", ["totp/activate/", "recovery-codes/generate/"])
def test_a_second_factor_is_set_up_after_a_proof(robin, page):
    answer = signed_in(robin).get(f"/accounts/2fa/{page}")
    assert (answer.status_code, answer.url.partition("?")[0]) == (302, AGAIN)


def test_a_second_factor_is_turned_off_after_a_proof(robin, mailoutbox):
    TOTP.activate(robin, "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP")
    browser = signed_in(robin)
    url = browser.post("/accounts/2fa/totp/deactivate/").url
    assert Authenticator.objects.exists()
    assert "Use a code from your app" in browser.get(url).text
    browser.post(url, {"password": "let me in"})
    assert not Authenticator.objects.exists()
    assert mailoutbox[-1].subject == "[Club ladder] Your second factor was turned off"


def test_the_last_address_of_whoever_has_no_password_stays(bare, mailoutbox):
    browser = signed_in(bare)
    url = browser.post(EMAIL, {"action_remove": "1", "email": OLD}).url
    browser.post(url, {"send": "1"})
    page = browser.post(url, {"code": code_in(mailoutbox[-1])}, follow=True)
    assert "Before you remove robin@club.example, make another address the main one, or choose a password." in page.text
    assert addresses(bare) == [(OLD, True, True)]


def test_whoever_has_a_password_may_remove_the_last_address(robin):
    browser = signed_in(robin)
    url = browser.post(EMAIL, {"action_remove": "1", "email": OLD}).url
    browser.post(url, {"password": "let me in"})
    assert addresses(robin) == []


@pytest.mark.parametrize("page", ["{}/password/", "{}/change/", "add/"])
def test_the_admin_changes_accounts_only_after_a_proof(robin, owner, page):
    url = "/admin/auth/user/" + page.format(robin.pk)
    browser = signed_in(owner)
    before = User.objects.values_list("username", "password", "email")
    stored = list(before)
    asked = f"{AGAIN}?next={url.replace('/', '%2F')}"
    given = PASSWORD | {"usable_password": "true", "username": "mallory", "email": NEW}
    given |= {"date_joined_0": "2026-01-01", "date_joined_1": "12:00"}
    assert browser.get("/admin/auth/user/").status_code == 200
    assert [browser.get(url).url, browser.post(url, given).url] == [asked, asked]
    assert list(before.all()) == stored
    assert browser.post(asked, {"password": "let me in"}).url == url
    form = browser.get(url)
    assert (form.status_code, "Nothing was saved." in form.text) == (200, True)
    browser.post(url, given)
    assert list(before.all()) != stored


def test_many_accounts_are_not_deleted_from_the_admin_s_list_without_a_proof(robin, owner):
    sent = {"action": "delete_selected", "_selected_action": [robin.pk], "post": "yes"}
    assert signed_in(owner).post("/admin/auth/user/", sent).url.startswith(AGAIN)
    assert User.objects.filter(pk=robin.pk).exists()
