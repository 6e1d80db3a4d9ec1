"""The settings as a process of their own meets them: on a clean clone, in production, with a mistake."""

import os
import subprocess
import sys

import pytest
from django.conf import settings

PRODUCTION = {
    "SECRET_KEY": "kept-by-the-organisers-" + "0123456789" * 5,
    "ALLOWED_HOSTS": "ladder.example.org",
    "EMAIL_URL": "smtp+tls://club:secret@mail.example.org:587",
}


def python(*arguments, **surroundings):
    """A fresh interpreter in the project's folder, with nothing but this in its environment."""
    return subprocess.run(
        [sys.executable, "-W", "error", *arguments],
        env={"PATH": os.environ["PATH"], **surroundings},
        cwd=settings.BASE_DIR,
        capture_output=True,
        text=True,
    )


def test_a_command_runs_with_nothing_in_the_environment():
    assert python("manage.py", "check").returncode == 0


def test_production_settings_leave_the_deployment_check_nothing_to_say():
    checked = python("manage.py", "check", "--deploy", "--fail-level", "WARNING", **PRODUCTION)
    assert (checked.returncode, checked.stdout) == (0, "System check identified no issues (2 silenced).\n")


@pytest.mark.parametrize("start", [("manage.py", "check"), ("-m", "config.serve")])
def test_a_bad_value_stops_the_start_with_its_sentence_alone(start):
    stopped = python(*start, DEBUG="maybe")
    assert stopped.returncode == 1
    assert stopped.stderr == "DEBUG must be 1 or 0 (true or false, yes or no, on or off), not 'maybe'.\n"


def test_the_server_makes_no_key():
    refused = python("-c", "import config.wsgi")
    assert refused.stderr.endswith(
        "SECRET_KEY is not set: give it a long random text that only this site knows.\n",
    )


def test_plain_http_is_a_switch():
    shown = (
        "from config import settings as s; print(s.SECURE_SSL_REDIRECT, s.SESSION_COOKIE_SECURE, s.CSRF_COOKIE_SECURE)"
    )
    assert python("-c", shown, SECRET_KEY="k").stdout == "True True True\n"
    assert python("-c", shown, SECRET_KEY="k", INSECURE_HTTP="1").stdout == "False False False\n"


def test_cookies_of_https_are_of_this_host_alone():
    shown = "from config import settings as s; print(s.SESSION_COOKIE_NAME, s.CSRF_COOKIE_NAME, s.COOKIES + 'device')"
    named = "__Host-sessionid __Host-csrftoken __Host-device\n"
    assert python("-c", shown, SECRET_KEY="k").stdout == named
    assert python("-c", shown, SECRET_KEY="k", INSECURE_HTTP="1").stdout == named.replace("__Host-", "")


@pytest.mark.parametrize("asked", [{}, {"HSTS_SUBDOMAINS": "1", "HSTS_PRELOAD": "1"}])
def test_subdomains_are_kept_to_https_only_when_asked_for(asked):
    shown = (
        "from config import settings as s; "
        "print(s.SECURE_HSTS_SECONDS > 0, s.SECURE_HSTS_INCLUDE_SUBDOMAINS, s.SECURE_HSTS_PRELOAD)"
    )
    assert python("-c", shown, SECRET_KEY="k", **asked).stdout == f"True {bool(asked)} {bool(asked)}\n"


@pytest.mark.django_db
def test_pages_forbid_inline_scripts_and_styles(client):
    policy = client.get("/healthz")["Content-Security-Policy"]
    assert policy == (
        "default-src 'self'; img-src 'self' data:; object-src 'none'; "
        "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    )
