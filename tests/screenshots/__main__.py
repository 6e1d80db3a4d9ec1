"""Screenshots of the demonstration club: `python -m tests.screenshots FOLDER [--only WORD] [--readme]`."""

import argparse
import os
import sys
import tempfile
from itertools import product
from pathlib import Path

import django
from django.core.management import call_command
from playwright.sync_api import sync_playwright

from tests import chromium
from tests.screenshots.pages import MEMBER, ORGANISER, Shot, pages

SIZES = {"390": {"width": 390, "height": 844}, "1280": {"width": 1280, "height": 900}}
SCHEMES = ("light", "dark")
README = Path("docs/standings.png")
README_SIZE = {"width": 1280, "height": 760}


def main():
    """Make the club in a temporary folder, serve it, and take the pictures."""
    parser = argparse.ArgumentParser(prog="python -m tests.screenshots", description=__doc__)
    parser.add_argument("folder", type=Path, help="where the pictures go")
    parser.add_argument("--only", default="", metavar="WORD", help="take only pages with this word in their name")
    parser.add_argument("--readme", action="store_true", help=f"renew {README} too")
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as name:
        database = f"sqlite:///{name}/demo.sqlite3"
        prepare(database, Path(name))
        from tests.browser.server import serving  # after django.setup()

        with serving(database, Path(name)) as server, sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=chromium.find(), args=["--no-sandbox"])
            take_all(browser, server, options.folder, options.only)
            if options.readme:
                context = browser.new_context(base_url=server, viewport=README_SIZE, color_scheme="light")
                take(context.new_page(), Shot("/backgammon/open/"), README, full=False)
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
    from ladder.devtools.demonstration.club import make_demonstration

    call_command("migrate", interactive=False, verbosity=0)
    make_demonstration(lambda ladder: say(f"Making {ladder}"))


def take_all(browser, server, folder, only=""):
    """Take every page at both sizes in both schemes, in one window for each of these and each person."""
    wanted = {name: shot for name, shot in pages().items() if only in name}
    cookies = {who: [{"name": "sessionid", "value": session(who), "url": server}] for who in (MEMBER, ORGANISER)}
    windows = {}
    for number, (name, shot) in enumerate(wanted.items(), 1):
        say(f"{number} of {len(wanted)}: {name}")
        for size, scheme in product(SIZES, SCHEMES):
            key = (size, scheme, shot.who)
            if key not in windows:
                context = browser.new_context(base_url=server, viewport=SIZES[size], color_scheme=scheme)
                context.add_cookies(cookies.get(shot.who, []))
                windows[key] = context.new_page()
            take(windows[key], shot, folder / f"{name}-{size}-{scheme}.png")


def take(page, shot, path, *, full=True):
    page.goto(shot.url)
    if shot.press:
        with page.expect_response(lambda answer: answer.request.method == "POST"):
            page.locator(shot.press).first.click()
        page.wait_for_load_state()
    page.evaluate("document.fonts.ready")
    page.screenshot(path=path, full_page=full)


def say(text):
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def session(name):
    """The key of a session in which this member is signed in."""
    from django.contrib.auth.models import User
    from django.test import Client

    client = Client()
    client.force_login(User.objects.get(username=name))
    return client.session.session_key


if __name__ == "__main__":
    main()
