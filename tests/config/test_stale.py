"""A page that is older than the sign-in is refused with words and a way on; whoever wanted to sign in is led on."""

import re

import pytest
from django.contrib.auth.models import User
from django.test import Client

from tests.markup import flat

pytestmark = pytest.mark.django_db
LOGIN = "/accounts/login/"


class Browser(Client):
    """One that is checked as real ones are."""

    def __init__(self):
        super().__init__(enforce_csrf_checks=True)

    def token(self, page=LOGIN):
        return re.search(r'csrfmiddlewaretoken" value="([^"]+)', self.get(page).text).group(1)

    def sign_in(self, token, **sent):
        return self.post(LOGIN, {"login": "robin", "password": "let me in", "csrfmiddlewaretoken": token, **sent})


@pytest.fixture
def browser(db):
    User.objects.create_user("robin", password="let me in")
    return Browser()


def test_a_second_tab_leads_on_when_the_first_has_signed_in(browser):
    old = browser.token()
    assert browser.sign_in(browser.token()).status_code == 302
    answer = browser.sign_in(old, next="/systems/?a=1")
    assert (answer.status_code, answer.url) == (303, "/systems/?a=1")
    assert browser.sign_in(old, next="https://evil.example/").url == "/"
    assert "You are already signed in." in browser.get("/systems/").text


def test_who_signed_out_again_is_led_to_the_sign_in(browser):
    old = browser.token()
    browser.sign_in(browser.token())
    browser.post("/accounts/logout/", {"csrfmiddlewaretoken": browser.token("/accounts/logout/")})
    answer = browser.sign_in(old, next="/systems/")
    assert answer.status_code == 403
    assert "signed in or out after you opened this page" in answer.text
    assert 'href="/accounts/login/?next=%2Fsystems%2F"' in answer.text
    assert "_auth_user_id" not in browser.session


def test_other_forms_say_that_nothing_was_saved_and_lead_back_to_their_page(browser):
    old = browser.token()
    browser.sign_in(browser.token())
    sent = {"csrfmiddlewaretoken": old}
    answer = browser.post("/accounts/logout/", sent, headers={"Referer": "http://testserver/systems/"})
    assert (answer.status_code, "Nothing was saved." in flat(answer.text)) == (403, True)
    assert '<a class="btn go" href="http://testserver/systems/">Open the page again</a>' in flat(answer.text)
    away = browser.post("/accounts/logout/", sent, headers={"Referer": "https://evil.example/"})
    assert "evil.example" not in flat(away.text)


def test_a_browser_without_cookies_is_told_so(browser):
    answer = browser.sign_in("")
    assert (answer.status_code, "Allow cookies for this site" in answer.text) == (403, True)
