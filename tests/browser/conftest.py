"""One server and one Chromium for all browser tests; a context of its own for everyone who visits."""

import os

import pytest
from django.conf import settings
from django.core.management import call_command
from django.db import connection
from django.test import Client
from playwright.sync_api import sync_playwright

from tests import chromium

from .server import serving, url_of
from .watching import watch

ARGUMENTS = ["--no-sandbox", "--disable-quic", "--no-first-run", "--disable-component-update"]
ARGUMENTS += ["--disable-background-networking", "--disable-sync"]
PHONE, DESK = {"width": 390, "height": 844}, {"width": 1280, "height": 900}


@pytest.fixture(scope="session")
def browser():
    """Django takes Playwright's loop for asynchronous code, so it is told otherwise, to the end of the session."""
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=chromium.find(), args=ARGUMENTS)
        yield started
        started.close()


@pytest.fixture(scope="session")
def server(django_db_setup, django_db_blocker, tmp_path_factory):
    """The address of the site on the test database."""
    with serving(url_of(connection.settings_dict), tmp_path_factory.mktemp("server")) as url:
        yield url
    with django_db_blocker.unblock():
        end_sessions()


def end_sessions():
    """End what the server's workers left open: PostgreSQL drops no database that somebody still uses."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            others = "datname = current_database() AND pid <> pg_backend_pid()"
            cursor.execute(f"SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE {others}")
        connection.close()


@pytest.fixture
def visit(browser, server):
    """A function that opens a window for one more person; a console that says anything fails the test."""
    contexts, problems = [], []

    def opened(user=None, **options):
        context = browser.new_context(base_url=server, **{"viewport": PHONE, "has_touch": True} | options)
        contexts.append(context)
        context.set_default_timeout(10_000)
        if user:
            context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": session(user), "url": server}])
        page = context.new_page()
        watch(page, problems)
        return page

    yield opened
    for context in contexts:
        context.close()
    assert problems == []


@pytest.fixture
def look(visit, django_db_blocker):
    """A function that opens a page of the club as whoever it is for, and says so when it answers otherwise."""

    def looked(club, name, **options):
        pages, people = club
        wanted = pages[name]
        with django_db_blocker.unblock():
            page = visit(people.get(wanted.who), **options)
        answer = page.goto(wanted.url)
        if wanted.press:
            for field in page.locator("#main [required]").all():
                field.fill("wrong")
            with page.expect_response(lambda response: response.request.method == "POST") as posted:
                page.locator(wanted.press).first.click()
            answer = posted.value
            page.locator("[role=alert]").first.wait_for()
        assert answer.status == wanted.status
        return page

    return looked


def session(user):
    """The key of a session in which this user is signed in."""
    client = Client()
    client.force_login(user)
    return client.session.session_key


@pytest.fixture(scope="module")
def kept(django_db_setup, django_db_blocker):
    """The database for a whole module, emptied when it is done."""
    with django_db_blocker.unblock():
        yield
        call_command("flush", interactive=False, verbosity=0)
