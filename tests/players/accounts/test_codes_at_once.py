"""Many guesses of a mailed code at the same moment: as many are looked at as one after another."""

import re
from functools import partial

import pytest
from allauth.account.forms import ConfirmLoginCodeForm
from allauth.account.models import EmailAddress
from django.contrib.auth.models import User
from django.core.cache import cache
from django.test import Client

from tests.factories import signed_in
from tests.threads import Visitor, together

pytestmark = pytest.mark.django_db(transaction=True)
ADDRESS, GUESSES = "robin@club.example", 12


@pytest.fixture
def robin():
    cache.clear()
    user = User.objects.create_user("robin", ADDRESS)
    EmailAddress.objects.create(user=user, email=ADDRESS, verified=True, primary=True)
    yield user
    cache.clear()


@pytest.fixture
def looked_at(monkeypatch):
    """The guesses that were compared with the code."""
    found, compare = [], ConfirmLoginCodeForm.clean_code

    def clean_code(form):
        found.append(form.cleaned_data["code"])
        return compare(form)

    monkeypatch.setattr(ConfirmLoginCodeForm, "clean_code", clean_code)
    return found


def guess_at_once(browser, robin, url):
    """Send all guesses at the same moment from the browser's session."""
    guessing = [Visitor(robin) for _ in range(GUESSES)]
    for number, one in enumerate(guessing):
        one.cookies["sessionid"] = browser.cookies["sessionid"].value
        guessing[number] = partial(one.post, url, {"code": f"AAAA-{number:04}"})
    answers = together(guessing)
    assert {one.status_code for one in answers} <= {200, 302, 422}


def find_code(mail):
    return re.search(r"^[A-Z0-9]{4}-[A-Z0-9]{4}$", mail.body, re.MULTILINE).group()


def test_of_many_guesses_at_once_three_are_looked_at(robin, looked_at, mailoutbox):
    browser, url = Client(), "/accounts/login/code/confirm/"
    browser.post("/accounts/login/code/", {"email": ADDRESS})
    guess_at_once(browser, robin, url)
    assert 0 < len(looked_at) <= 3
    browser.post(url, {"code": find_code(mailoutbox[-1])})
    assert "_auth_user_id" not in browser.session


def test_a_proof_by_code_is_looked_at_as_often(robin, looked_at, mailoutbox):
    browser, url = signed_in(robin), "/accounts/reauthenticate/code/"
    browser.post(url, {"send": "1"})
    guess_at_once(browser, robin, url)
    assert 0 < len(looked_at) <= 3
    page = browser.post(url, {"code": find_code(mailoutbox[-1])})
    assert "That code no longer works. Ask for a new one." in page.text
