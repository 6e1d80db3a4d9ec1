"""Somebody's browser: it signs in, opens pages, fills in their forms and sends them."""

from collections.abc import Mapping
from threading import Semaphore
from typing import Any

from django.db import connections
from django.test import Client
from django.urls import reverse

from ladder.services.reports.rights import WRONG_PERSON
from ladder.simulator.html import PageForm, find_page_form

SEATS = Semaphore(8)  # as many requests at once as the server answers: two workers of four threads
FINE = {200, 301, 302, 303, 404, 409, 422}  # not found is what others put away meanwhile, such as a merge
BARRED = ("is closed", *WRONG_PERSON)


class BrokenPage(Exception):
    """A page answered as no page should."""


class SimulatedBrowser(Client):
    """Every request is answered on a fresh connection, as the server does it, and no 500 passes."""

    def __init__(self) -> None:
        super().__init__(enforce_csrf_checks=True, raise_request_exception=False)

    def request(self, **request: Any) -> Any:
        with SEATS:
            try:
                answer = super().request(**request)
            finally:
                connections.close_all()
        self.check(answer, f"{request['REQUEST_METHOD']} {request['PATH_INFO']}")
        return answer

    def check(self, answer: Any, what: str) -> None:
        """Raises: Broken, "POST /club/ answered 500." A form may be barred by what others did meanwhile."""
        barred = answer.status_code == 403 and any(why in answer.content.decode() for why in BARRED)
        if answer.status_code not in FINE and not barred:
            raise BrokenPage(f"{what} answered {answer.status_code}.")

    def sign_in(self, name: str, password: str) -> None:
        """Raises: Broken, when the site does not let them in."""
        url = reverse("account_login")
        form = self.form(url, "login")
        if form is None or self.send(url, form, {"login": name, "password": password}).status_code != 302:
            raise BrokenPage(f"{name} could not sign in.")

    def form(self, url: str, field: str) -> PageForm | None:
        """Return the form on this page that has the field; nothing where the page bars it."""
        page = self.get(url)
        return find_page_form(page.content.decode(), field) if page.status_code == 200 else None

    def send(self, url: str, form: PageForm, changed: Mapping[str, str | list[str]]) -> Any:
        """Send the form with some values changed."""
        return self.post(url, {**form.values, **changed})

    def insist(self, url: str, form: PageForm, changed: Mapping[str, str]) -> Any:
        """Send the form, and answer what is asked with yes."""
        sure: list[str] = []
        while True:
            answer = self.send(url, form, {**changed, "sure": sure})
            asked = find_page_form(answer.content.decode(), "form_key")
            if asked is None or asked.buttons.get("sure", "") in ("", *sure):
                return answer
            sure.append(asked.buttons["sure"])

    def applied(self, url: str, form: PageForm, changed: Mapping[str, str]) -> int:
        """Look at the preview, then send the form that came with it; return the status of the last answer."""
        shown = self.send(url, form, {**changed, "preview": "1"})
        again = find_page_form(shown.content.decode(), "reason")
        return int(self.send(url, again, {}).status_code if again else shown.status_code)
