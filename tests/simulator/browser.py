"""Somebody's browser: it signs in, opens pages, reads their forms as a browser would, fills them in and sends them."""

from collections.abc import Mapping
from html.parser import HTMLParser
from threading import Semaphore
from typing import Any

from django.db import connections
from django.test import Client
from django.urls import reverse

from ladder.matches.queries.rights import WRONG_PERSON

IGNORED = {"submit", "button", "image", "reset", "file"}
Attributes = dict[str, str | None]

SEATS = Semaphore(8)  # as many requests at once as the server answers: two workers of four threads
FINE = {200, 301, 302, 303, 404, 409, 422}  # 404 is what another person has ended meanwhile, such as a merge
BARRED = ("is closed", *WRONG_PERSON)


class PageForm:
    """The fields of a form with their values, the choices of each, and its buttons."""

    def __init__(self) -> None:
        self.values: dict[str, str] = {}
        self.choices: dict[str, list[str]] = {}
        self.buttons: dict[str, str] = {}

    def add_choice(self, name: str, value: str, chosen: bool) -> None:
        """Add a choice of a field, which becomes its value if it is chosen."""
        self.choices.setdefault(name, []).append(value)
        if chosen:
            self.values[name] = value


class PageFormParser(HTMLParser):
    """Collects the forms of a page in `found`, with the values that a browser would send."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[PageForm] = []
        self.inside: PageForm | None = None
        self.list = self.area = ""
        self.feed(page)

    def handle_starttag(self, tag: str, given: list[tuple[str, str | None]]) -> None:
        """Begin a form, or add a field to it."""
        attributes: Attributes = dict(given)
        if tag == "form":
            self.inside = PageForm()
            self.found.append(self.inside)
        elif self.inside:
            self.add_field(self.inside, tag, attributes)

    def add_field(self, form: PageForm, tag: str, attributes: Attributes) -> None:
        """Add the field or the choice that an element is."""
        name, value = attributes.get("name") or "", attributes.get("value") or ""
        if tag == "select":
            self.list = name
        elif tag == "option":
            form.add_choice(self.list, value, "selected" in attributes or self.list not in form.values)
        elif tag == "textarea":
            self.area = name
            form.values[name] = ""
        elif tag == "button" and name:
            form.buttons[name] = value
        elif tag == "input" and name:
            self.add_input(form, name, value, attributes)

    def add_input(self, form: PageForm, name: str, value: str, attributes: Attributes) -> None:
        """Add an input element: a choice of a field, or a field with its value."""
        sort = attributes.get("type") or "text"
        if sort in ("radio", "checkbox"):
            form.add_choice(name, value, "checked" in attributes)
        elif sort not in IGNORED:
            form.values[name] = value

    def handle_data(self, data: str) -> None:
        """Add text inside a text area to its value."""
        if self.inside and self.area:
            self.inside.values[self.area] += data

    def handle_endtag(self, tag: str) -> None:
        """End a form or a text area."""
        if tag == "form":
            self.inside = None
        elif tag == "textarea":
            self.area = ""


def find_page_form(page: str, name: str) -> PageForm | None:
    """Return the first form of a page that has this field; None if there is none."""
    return next((form for form in PageFormParser(page).found if name in form.values or name in form.choices), None)


class BrokenPage(Exception):
    """Raised when a page answers as no page should."""


class SimulatedBrowser(Client):
    """A browser of one person. Each request gets a new connection, as on the server; error pages raise BrokenPage."""

    def __init__(self) -> None:
        super().__init__(enforce_csrf_checks=True, raise_request_exception=False)

    def request(self, **request: Any) -> Any:
        """Return the answer to a request. Raises: BrokenPage."""
        with SEATS:
            try:
                answer = super().request(**request)
            finally:
                connections.close_all()
        self.check(answer, f"{request['REQUEST_METHOD']} {request['PATH_INFO']}")
        return answer

    def check(self, answer: Any, what: str) -> None:
        """Raise BrokenPage, "POST /club/ answered 500.", unless the status is fine or others were faster."""
        barred = answer.status_code == 403 and any(why in answer.content.decode() for why in BARRED)
        if answer.status_code not in FINE and not barred:
            raise BrokenPage(f"{what} answered {answer.status_code}.")

    def sign_in(self, name: str, password: str) -> None:
        """Sign in. Raises: BrokenPage, if the site refuses it."""
        url = reverse("account_login")
        form = self.form(url, "login")
        if form is None or self.send(url, form, {"login": name, "password": password}).status_code != 302:
            raise BrokenPage(f"{name} could not sign in.")

    def form(self, url: str, field: str) -> PageForm | None:
        """Return the form on this page that has the field; None if the page doesn't have it."""
        page = self.get(url)
        return find_page_form(page.content.decode(), field) if page.status_code == 200 else None

    def send(self, url: str, form: PageForm, changed: Mapping[str, str | list[str]]) -> Any:
        """Send the form with some values changed."""
        return self.post(url, {**form.values, **changed})

    def insist(self, url: str, form: PageForm, changed: Mapping[str, str]) -> Any:
        """Send the form, and answer every question with yes."""
        sure: list[str] = []
        while True:
            answer = self.send(url, form, {**changed, "sure": sure})
            asked = find_page_form(answer.content.decode(), "form_key")
            if asked is None or asked.buttons.get("sure", "") in ("", *sure):
                return answer
            sure.append(asked.buttons["sure"])

    def preview_and_apply(self, url: str, form: PageForm, changed: Mapping[str, str]) -> int:
        """Open the preview, then send the form that came with it; return the status of the last answer."""
        shown = self.send(url, form, {**changed, "preview": "1"})
        again = find_page_form(shown.content.decode(), "reason")
        return int(self.send(url, again, {}).status_code if again else shown.status_code)
