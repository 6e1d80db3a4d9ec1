"""Screenshots of every page from a demonstration club: `python -m tests.screenshots FOLDER [--readme]`."""

import argparse
import os
import tempfile
from pathlib import Path

import django
from django.core.management import call_command
from playwright.sync_api import sync_playwright

from tests import chromium

SIZES = {"390": {"width": 390, "height": 844}, "1280": {"width": 1280, "height": 900}}
README = Path("docs/standings.png")
README_SIZE = {"width": 1280, "height": 760}


def main():
    """Make the club in a temporary folder, serve it, and take the pictures."""
    parser = argparse.ArgumentParser(prog="python -m tests.screenshots", description=__doc__)
    parser.add_argument("folder", type=Path, help="where the pictures go")
    parser.add_argument("--readme", action="store_true", help=f"renew {README} too")
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as name:
        database = f"sqlite:///{name}/demo.sqlite3"
        prepare(database, Path(name))
        from tests.browser.server import serving  # after django.setup()

        with serving(database, Path(name)) as server, sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=chromium.find(), args=["--no-sandbox"])
            take_all(browser, server, options.folder)
            if options.readme:
                context = browser.new_context(base_url=server, viewport=README_SIZE, color_scheme="light")
                take(context.new_page(), "/backgammon/open/", README, full=False)
            browser.close()


def prepare(database, folder):
    """Make the demonstration club in a database of its own."""
    os.environ |= {
        "DATABASE_URL": database,
        "DJANGO_SETTINGS_MODULE": "tests.browser.settings",
        "STATIC_FOLDER": str(folder / "static"),
        "DJANGO_ALLOW_ASYNC_UNSAFE": "1",
    }
    django.setup()
    from ladder.services import demo

    call_command("migrate", interactive=False, verbosity=0)
    demo.make()


def pages():
    """Every page by name: its address, who looks at it, and the button to press first."""
    from ladder.models import Match

    newest = Match.objects.filter(status=Match.Status.COUNTED).latest("sequence")
    void = Match.objects.filter(status=Match.Status.VOID).latest("sequence")
    match, gone = newest.get_absolute_url(), void.get_absolute_url()
    member, organiser, season = "Noor", "Vesna", "/backgammon/open/"
    return {
        "home": ("/", member, ""),
        "standings": (season, None, ""),
        "standings-own-row": (season, member, ""),
        "no-hit": (f"{season}?q=Zacharias", None, ""),
        "player": ("/players/4/", None, ""),
        "report": (f"{season}report", member, ""),
        "report-with-errors": (f"{season}report", member, "Report result"),
        "match": (match, organiser, ""),
        "match-void": (gone, None, ""),
        "correct": (f"{match}correct", organiser, ""),
        "correct-preview": (f"{match}correct", organiser, "Preview"),
        "void": (f"{match}void", organiser, ""),
        "restore": (f"{gone}restore", organiser, ""),
        "sign-in": ("/accounts/login/", None, ""),
        "password": ("/accounts/password/change/", member, ""),
        "forbidden": (f"{match}void", member, ""),
        "not-found": ("/no-such-page/", None, ""),
    }


def take_all(browser, server, folder):
    for name, (url, who, press) in pages().items():
        for width, size in SIZES.items():
            for scheme in ("light", "dark"):
                context = browser.new_context(base_url=server, viewport=size, color_scheme=scheme)
                if who:
                    context.add_cookies([{"name": "sessionid", "value": session(who), "url": server}])
                take(context.new_page(), url, folder / f"{name}-{width}-{scheme}.png", press)
                context.close()


def take(page, url, path, press="", *, full=True):
    page.goto(url, wait_until="networkidle")
    if press:
        page.get_by_role("button", name=press).click()
        page.wait_for_load_state("networkidle")
    page.screenshot(path=path, full_page=full)


def session(name):
    """The key of a session in which this member is signed in."""
    from django.contrib.auth.models import User
    from django.test import Client

    client = Client()
    client.force_login(User.objects.get(username=name))
    return client.session.session_key


if __name__ == "__main__":
    main()
