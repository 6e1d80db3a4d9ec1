"""The choice of light, dark or system."""

import pytest
from django.test import Client

REFERER = {"Referer": "http://testserver/players/"}


def test_choice_is_remembered_on_this_device(client):
    cookie = client.post("/theme", {"theme": "dark"}).cookies["theme"]
    assert (cookie.value, cookie["max-age"], cookie["samesite"]) == ("dark", 365 * 24 * 60 * 60, "Lax")


def test_reader_goes_back_to_the_page_he_came_from(client):
    response = client.post("/theme", {"theme": "dark"}, headers=REFERER)
    assert (response.status_code, response.url) == (303, "http://testserver/players/")


def test_next_wins_over_the_page_he_came_from(client):
    response = client.post("/theme", {"theme": "light", "next": "/lab?page=2"}, headers=REFERER)
    assert response.url == "/lab?page=2"


@pytest.mark.parametrize(
    "url", ["https://elsewhere.example/", "//elsewhere.example/", "javascript:alert(1)", "/\\e.example"]
)
def test_redirect_stays_on_the_site(client, url):
    assert client.post("/theme", {"theme": "dark", "next": url}, headers={"Referer": url}).url == "/"


def test_htmx_gets_the_cookie_and_nothing_to_swap(client):
    response = client.post("/theme", {"theme": "dark"}, headers={"HX-Request": "true"})
    assert (response.status_code, response.content) == (204, b"")
    assert response.cookies["theme"].value == "dark"


@pytest.mark.parametrize(
    ("says", "status"),
    [
        ({"Origin": "http://testserver"}, 303),
        (REFERER, 303),
        ({"Origin": "http://testserver", "Sec-Fetch-Site": "same-origin"}, 303),
        ({}, 403),
        ({"Origin": "https://elsewhere.example"}, 403),
        ({"Origin": "http://testserver", "Sec-Fetch-Site": "cross-site"}, 403),
    ],
)
def test_a_form_without_a_token_is_taken_from_pages_of_this_site(db, says, status):
    client = Client(enforce_csrf_checks=True)
    assert client.post("/theme", {"theme": "dark"}, headers=says).status_code == status


def test_unknown_theme_is_refused(client):
    response = client.post("/theme", {"theme": "neon"})
    assert (response.status_code, response.content) == (400, b"The theme must be one of system, light, dark.")


def test_theme_is_never_chosen_by_a_link(client, db):
    assert client.get("/theme").status_code == 405


@pytest.mark.parametrize(("cookie", "theme"), [("dark", "dark"), ("neon", "system"), (None, "system")])
def test_templates_know_the_theme_and_the_club(rf, settings, cookie, theme):
    from config.appearance import describe_appearance

    settings.CLUB_NAME, settings.POLL_SECONDS, settings.TURN_SECONDS = "The Otters", 30, 20
    request = rf.get("/")
    if cookie:
        request.COOKIES["theme"] = cookie
    seconds = {"poll_seconds": 30, "turn_seconds": 20}
    expected = {"club_name": "The Otters", "theme": theme, "sends_mail": True, "request_id": "", **seconds}
    assert describe_appearance(request) == expected
