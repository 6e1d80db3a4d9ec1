"""An organiser at the running server: each page by plain HTTP, each form as the page has it."""

import time
import urllib.request
from contextlib import suppress
from http.client import HTTPResponse
from urllib.error import HTTPError

from django.conf import settings
from django.contrib.auth.models import User
from django.test import Client

from tests.simulator.browser import find_page_form

PATIENCE = 20  # tries


class Visit:
    """Somebody who is signed in, with the cookies of a browser."""

    def __init__(self, site: str, user: User) -> None:
        self.site = site
        client = Client()
        client.force_login(user)
        self.cookies = {settings.SESSION_COOKIE_NAME: client.session.session_key}

    def open(self, path: str, values: dict[str, str] | None = None) -> str:
        """Return the page; values are posted. Raises: OSError when there is no answer, or not a good one."""
        sent = urllib.parse.urlencode(values).encode() if values is not None else None
        cookies = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        request = urllib.request.Request(self.site + path, sent, {"Cookie": cookies})
        with self.ask(request) as answer:
            for cookie in answer.headers.get_all("Set-Cookie", []):
                name, _, value = cookie.partition(";")[0].partition("=")
                self.cookies[name] = value
            return answer.read().decode()

    def ask(self, request: urllib.request.Request) -> HTTPResponse:
        """Return the answer; a page is asked for again while the machine is too busy for it. Raises: OSError."""
        for _ in range(PATIENCE if request.data is None else 0):
            with suppress(HTTPError):
                answer: HTTPResponse = urllib.request.urlopen(request, timeout=60)
                return answer
            time.sleep(1)
        last: HTTPResponse = urllib.request.urlopen(request, timeout=60)
        return last

    def preview_change(self, path: str, **changed: str) -> dict[str, str]:
        """Return what Apply sends, after the preview of a change."""
        form = find_page_form(self.open(path), "reason")
        assert form
        shown = find_page_form(self.open(path, form.values | changed | {"preview": "1"}), "reason")
        assert shown
        return shown.values
