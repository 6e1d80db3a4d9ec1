"""A form that nobody can read gets a page that says so, and one line in the log."""

import pytest
from django.test import Client

PART = b'--x\r\nContent-Disposition: form-data; name="login"\r\n\r\nAna'
MULTIPART = "multipart/form-data; boundary=x"
URLENCODED = "application/x-www-form-urlencoded"
BROKEN = {
    "another encoding": (b"login=Ana", f"{URLENCODED}; charset=utf-16"),
    "another encoding, with files": (PART + b"\r\n--x--\r\n", f"{MULTIPART}; charset=utf-16"),
    "an encoding that is none of text": (b"login=Ana", f"{URLENCODED}; charset=hex"),
    "no boundary": (PART, "multipart/form-data"),
    "2,000 fields": (b"&".join(b"a%d=b" % number for number in range(2000)), URLENCODED),
    "3 MB in one field": (b"login=" + b"x" * 3_000_000, URLENCODED),
}


@pytest.fixture
def browser():
    browser = Client(enforce_csrf_checks=True, raise_request_exception=False)
    browser.cookies["csrftoken"] = "a" * 32
    return browser


@pytest.mark.django_db
@pytest.mark.parametrize(("body", "kind"), BROKEN.values(), ids=BROKEN)
def test_a_form_that_cannot_be_read_is_refused_in_one_line(browser, caplog, body, kind):
    answer = browser.generic("POST", "/accounts/login/", body, kind)
    assert (answer.status_code, "We could not read that request" in answer.text) == (400, True)
    assert ("send less, or a file instead of pasted cells" in answer.text) == (len(body) > 10_000)
    assert [(line.levelname, line.exc_info) for line in caplog.records] == [("WARNING", None)]


@pytest.mark.django_db
@pytest.mark.parametrize("kind", [f"{URLENCODED}; charset=utf-8", URLENCODED])
def test_an_ordinary_form_is_read(browser, kind):
    sent = b"theme=light&csrfmiddlewaretoken=" + b"a" * 32
    assert browser.generic("POST", "/theme", sent, kind).status_code == 303
