"""One server and one Chromium for all browser tests; a context of its own for everyone who visits."""

import os

import pytest
from django.conf import settings
from django.db import connection, connections
from django.test import Client
from playwright.sync_api import expect, sync_playwright

from tests import chromium
from tests.browser.axe import PHONE
from tests.browser.club import ROLES, make_club, show
from tests.browser.server import serving, url_of
from tests.browser.watching import watch
from tests.factories import prove

ARGUMENTS = ["--no-sandbox", "--disable-quic", "--no-first-run", "--disable-component-update"]
ARGUMENTS += ["--disable-background-networking", "--disable-sync"]
WINDOW = {"viewport": PHONE, "has_touch": True, "reduced_motion": "reduce"}  # nothing is drawn for ever beside a test


@pytest.fixture(scope="session")
def browser(tmp_path_factory):
    """Django takes Playwright's loop for asynchronous code, so it is told otherwise, to the end of the session."""
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"
    expect.set_options(timeout=20_000)  # the machine may be busy
    fonts = chromium.build_environment(tmp_path_factory.mktemp("fonts"))
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=chromium.find(), args=ARGUMENTS, env=fonts)
        yield started
        started.close()
        connections.close_all()  # while the loop runs, Django keeps connections of its own for it


@pytest.fixture(scope="package")
def server(django_db_setup, tmp_path_factory):
    """The address of the site on the test database, for as long as browser tests run: its clock works there, too."""
    assert "test" in str(connection.settings_dict["NAME"]), "mark the test with django_db"
    with serving(url_of(connection.settings_dict), tmp_path_factory.mktemp("server")) as url:
        yield url


@pytest.fixture
def visit(browser, server):
    """A function that opens a window for one more person; a console that says anything fails the test."""
    contexts, problems = [], []

    def opened(user=None, **options):
        context = browser.new_context(base_url=server, **WINDOW | options)
        contexts.append(context)
        context.set_default_timeout(20_000)
        context.on("page", lambda page: watch(page, problems))
        if user:
            context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": session(user), "url": server}])
        return context.new_page()

    yield opened
    for context in contexts:
        context.close()
    assert problems == []


@pytest.fixture
def phone(browser, server):
    """A function that opens a window of an account whose network may go, of which the console says something."""
    contexts = []

    def opened(user, **options):
        contexts.append(browser.new_context(base_url=server, **WINDOW | options))
        contexts[-1].set_default_timeout(20_000)
        contexts[-1].add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": session(user), "url": server}])
        return contexts[-1].new_page()

    yield opened
    for context in contexts:
        context.close()


@pytest.fixture
def tour(visit):
    """A function that shows pages of the club, or all, on a phone; it yields the name, the page and its answer."""

    def pages(names=None):
        found, people = make_club()
        for role in ROLES:
            page = visit(people.get(role))
            for name, wanted in found[role].items():
                if names is not None and name not in names:
                    continue
                page.emulate_media(color_scheme="light")
                page.set_viewport_size(PHONE)
                yield name, page, show(page, wanted)

    return pages


def session(user):
    """The key of a session in which this user is signed in, and has just proved who they are."""
    client = Client()
    client.force_login(user)
    prove(client)
    return client.session.session_key
