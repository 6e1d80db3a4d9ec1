"""What `manage.py doctor` says of a site that is well, and of each part that is not."""

import threading
from datetime import timedelta
from http.server import BaseHTTPRequestHandler, HTTPServer
from io import StringIO

import pytest
from allauth.usersessions.models import UserSession
from django.contrib.auth.models import User
from django.core import mail
from django.core.exceptions import ImproperlyConfigured
from django.core.management import call_command
from django.utils import timezone

from config.checks import (
    Finding,
    examine_hosts,
    examine_proxy,
    examine_secret_key,
    find_newer_migration,
    list_doctor_checks,
    run_checks,
)
from config.serve import check_rating_systems
from ladder.models import Match
from tests.factories import make_ladder, play, season_of, signed_in

pytestmark = pytest.mark.django_db


def examine(part):
    return dict(run_checks(list_doctor_checks()))[part]


def run_doctor(*arguments):
    out = StringIO()
    try:
        call_command("doctor", *arguments, stdout=out)
    except SystemExit as ended:
        return ended.code, out.getvalue()
    return 0, out.getvalue()


def test_a_site_that_is_well_has_a_line_for_each_part(settings, tmp_path):
    settings.BACKUPS, settings.SECRET_KEY = str(tmp_path), "abcdefghij" * 6
    code, said = run_doctor("--mail", "owner@example.org")
    parts = [
        "database",
        "migrations",
        "systems",
        "cache",
        "disk",
        "clock",
        "backups",
        "secret key",
        "hosts",
        "proxy",
        "mail",
    ]
    assert [line[6:18].strip() for line in said.splitlines()] == ["version", *parts]
    assert (code, said.count("LOOK")) == (0, 0)
    assert [one.to for one in mail.outbox] == [["owner@example.org"]]


def test_what_needs_a_look_is_marked_and_the_exit_code_says_so(settings):
    settings.BACKUPS, settings.SENDS_MAIL = "", False
    code, said = run_doctor()
    assert code == 1
    assert "LOOK  backups     None is made by itself: set BACKUPS, or make one every night." in said
    assert "LOOK  mail        It is kept for the owner on the page “Unsent mail”: set EMAIL_URL to send it." in said


def test_a_board_whose_package_is_gone_is_named_and_not_served():
    season = season_of(make_ladder("party-skill", name="Open", season="autumn"))
    sentence = "Open, Autumn has a board of party-skill, which no installed package brings. Install it again."
    assert examine("systems") == Finding(sentence, is_well=False, stops_pages=True)
    with pytest.raises(ImproperlyConfigured, match="has a board of party-skill"):
        check_rating_systems()
    season.boards.update(system="elo")
    check_rating_systems()


def test_a_clock_that_went_back_is_seen_by_the_last_match():
    play(season_of(make_ladder()), "Ana", "Ben")
    Match.objects.update(recorded_at=timezone.now() + timedelta(days=1))
    found = examine("clock")
    assert not found.is_well
    assert "but the last match was recorded at" in found.sentence


@pytest.mark.parametrize("key", ["s3cret", "a" * 60])
def test_a_secret_key_that_can_be_guessed_is_told_and_not_printed(settings, key):
    settings.SECRET_KEY = key
    found = examine_secret_key()
    assert (found.is_well, key in found.sentence) == (False, False)


def test_a_machine_with_another_key_is_told_and_a_new_key_is_not(settings):
    ours, theirs, found = "our key " * 8, "their key " * 8, []
    for number, key in enumerate((theirs, ours, theirs)):
        user, settings.SECRET_KEY = User.objects.create_user(f"member {number}"), key
        session_key = signed_in(user).session.session_key
        UserSession.objects.create(user=user, ip="192.0.2.7", session_key=session_key)
        settings.SECRET_KEY = ours
        found.append(examine("secret key"))
    assert [one.is_well for one in found] == [True, True, False]
    assert found[2].sentence == "Another machine has another one: SECRET_KEY has to be the same on all."


def test_an_older_version_is_told_that_the_database_is_newer():
    known = {("ladder", "0001_initial"), ("ladder", "0047_handicaps"), ("players", "0031_erased")}
    gone = {("ladder", "0012_squashed_since"), ("rockets", "0099_of_an_app_that_is_gone")}
    assert find_newer_migration(known, known | gone) == ""
    assert find_newer_migration(known, known | {("players", "0032_more")}) == "players.0032_more"


def test_a_site_for_any_name_is_told(settings):
    settings.ALLOWED_HOSTS = ["*"]
    assert examine_hosts().sentence == "The site answers to any name: set ALLOWED_HOSTS."


@pytest.fixture
def answering():
    """A public address whose answer the test chooses: a status, and where a redirect leads."""
    chosen = {}

    class Answer(BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_response(chosen["status"])
            self.send_header("Location", f"http://127.0.0.1:{self.server.server_port}/")
            self.end_headers()

        def log_message(self, *_):
            pass

    with HTTPServer(("127.0.0.1", 0), Answer) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        chosen["url"] = f"http://127.0.0.1:{server.server_port}"
        yield chosen
        server.shutdown()


@pytest.mark.parametrize(
    ("status", "sentence"),
    [
        (200, "answers."),
        (301, "The site takes HTTPS for HTTP: set X-Forwarded-Proto in the proxy."),
        (400, "The site is asked by another name: pass on Host in the proxy."),
        (502, "does not answer as it should"),
    ],
)
def test_what_the_proxy_forgets_is_seen_from_outside(settings, answering, status, sentence):
    answering["status"], settings.HTTPS, settings.SITE_URL = status, True, answering["url"]
    found = examine_proxy()
    assert sentence in found.sentence
    assert found.is_well == (status == 200)


def test_no_answer_at_the_public_address_is_told(settings, unused_port):
    settings.HTTPS, settings.SITE_URL = True, f"http://127.0.0.1:{unused_port}"
    assert "does not answer as it should" in examine_proxy().sentence
