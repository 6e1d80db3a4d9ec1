"""Sessions end when nobody comes back, a list ends the others, and pages that know the reader are cached by nobody."""

import pytest
from allauth.usersessions.models import UserSession
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from ladder.models import Role
from players.accounts.sessions import describe_device
from tests.factories import make_ladder, season_of

pytestmark = pytest.mark.django_db
DAY = 24 * 60 * 60
PAGE = "/accounts/sessions/"
PIXEL = (
    "Mozilla/5.0 (Linux; Android 16; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0 Mobile Safari/537.36"
)


@pytest.fixture
def robin(db):
    return User.objects.create_user("robin", "robin@club.example", "let me in")


def signed_in(**headers):
    """A browser in which Robin is signed in to stay."""
    browser = Client(**headers)
    browser.post("/accounts/login/", {"login": "robin", "password": "let me in", "remember": "on"})
    return browser


def is_in(browser):
    return browser.get(PAGE).status_code == 200


@pytest.mark.parametrize(("rank", "days"), [("member", 90), ("recorder", 90), ("organiser", 30), ("owner", 30)])
def test_a_session_ends_after_so_many_days_without_a_visit(robin, time_machine, rank, days):
    if rank == "owner":
        User.objects.update(is_staff=True)
    elif rank != "member":
        Role.objects.create(ladder=make_ladder(), user=robin, role=rank)
    time_machine.move_to("2026-06-01T18:00Z", tick=False)
    early, late = signed_in(), signed_in()
    time_machine.shift((days - 1) * DAY)
    assert is_in(early)
    time_machine.shift(2 * DAY)
    assert (is_in(early), is_in(late)) == (True, False)  # the visit put one off
    assert early.cookies["sessionid"]["max-age"] == days * DAY


def test_a_visit_writes_the_session_once_a_day(robin, time_machine):
    time_machine.move_to("2026-06-01T18:00Z", tick=False)
    browser = signed_in()

    def writes():
        with CaptureQueriesContext(connection) as queries:
            browser.get("/systems/")
        return sum("django_session" in one["sql"] and not one["sql"].startswith("SELECT") for one in queries)

    assert writes() == 0
    time_machine.shift(DAY)
    assert writes() > 0
    assert writes() == 0


def test_a_list_of_sessions_ends_the_others_after_a_proof(robin):
    here, phone = signed_in(), signed_in(HTTP_USER_AGENT=PIXEL, REMOTE_ADDR="192.0.2.7")
    page = here.get(PAGE).text
    assert "Chrome on Android" in page
    assert "from 192.0.2.7" in page
    assert page.count("this device") == 1
    assert "everywhere else" not in page  # there is only one other

    laptop = signed_in()
    assert "Sign out everywhere else" in here.get(PAGE).text
    asked = here.post(PAGE)
    assert asked.url == "/accounts/reauthenticate/?next=%2Faccounts%2Fsessions%2F"
    assert is_in(phone)
    here.post(asked.url, {"password": "let me in"})
    assert (is_in(here), is_in(phone), is_in(laptop), Session.objects.count()) == (True, False, False, 1)
    assert "You are signed in nowhere else." in here.get(PAGE).text


def test_one_other_device_is_signed_out_after_a_proof_and_nobody_elses(robin):
    User.objects.create_user("olga", "olga@club.example", "let me in")
    here, phone, laptop, hers = signed_in(), signed_in(HTTP_USER_AGENT=PIXEL), signed_in(), Client()
    hers.post("/accounts/login/", {"login": "olga", "password": "let me in", "remember": "on"})
    listed = {one.session_key: one.pk for one in UserSession.objects.all()}
    mine, other, foreign = (str(listed[one.session.session_key]) for one in (here, phone, hers))
    assert f'name="session" value="{other}"' in here.get(PAGE).text
    assert not any(f'value="{one}"' in here.get(PAGE).text for one in (mine, foreign))

    asked = here.post(PAGE, {"session": other})
    assert is_in(phone)
    told = here.post(asked.url, {"password": "let me in"}, follow=True).text
    assert "Signed out: Chrome on Android." in told
    assert [is_in(one) for one in (here, phone, laptop, hers)] == [True, False, True, True]

    for value in (other, foreign, mine, "", "x", "9" * 30, "-1"):  # ended already, of others, and nonsense
        assert "That device is signed out already." in here.post(PAGE, {"session": value}, follow=True).text
    assert [is_in(one) for one in (here, laptop, hers)] == [True, True, True]


def test_signing_in_makes_a_new_session_and_takes_the_choice_along(robin):
    browser = Client()
    browser.get("/accounts/login/")
    session = browser.session
    session["kept"] = "yes"
    session.save()
    browser.cookies["sessionid"] = before = session.session_key
    browser.post("/accounts/login/", {"login": "robin", "password": "let me in", "remember": "on"})
    assert browser.session.session_key != before
    assert browser.session.get_expire_at_browser_close() is False


@pytest.mark.parametrize(
    ("described", "said"),
    [
        (PIXEL, "Chrome on Android"),
        ("Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) Version/26.0 Mobile Safari/604.1", "Safari on iPhone"),
        ("Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/142.0 Safari/537.36 Edg/142.0", "Edge on Windows"),
        ("Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0", "Firefox on Linux"),
        ("curl/8", "A browser"),
        ("", "A browser"),
    ],
)
def test_a_device_is_named_in_words(described, said):
    assert describe_device(described) == said


@pytest.mark.parametrize("page", ["/", "/club/all-time/", "/accounts/login/", PAGE])
def test_a_page_that_knows_who_reads_it_is_kept_by_no_cache(robin, page):
    season_of(make_ladder())
    for browser in (Client(), signed_in()):
        answer = browser.get(page)
        assert "Cookie" in answer["Vary"]
        assert {"private", "no-cache"} <= set(answer["Cache-Control"].replace(" ", "").split(","))


def test_every_page_says_what_it_asks_no_browser_for(client):
    policy = client.get("/accounts/login/")["Permissions-Policy"]
    assert "geolocation=()" in policy
    assert "camera=()" in policy
