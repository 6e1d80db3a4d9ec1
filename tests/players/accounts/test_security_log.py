"""The log of who signed in, was refused or changed what: one line each, in UTC, and no secret in it."""

import io
import logging
import re

import pytest
from allauth.account.models import EmailAddress
from django.contrib.auth.models import User
from django.core import mail
from django.test import Client

from config.logs import SecurityFormatter
from ladder.models import Role
from players.accounts.actions.invitations import create_invitation
from tests.factories import make_ladder, make_player, prove, signed_in

pytestmark = pytest.mark.django_db
LINE = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ (INFO|WARNING) (\[[a-z2-7]{8}\] )?[\w.]+: \S.*")
HERE = {"REMOTE_ADDR": "192.0.2.7"}


@pytest.fixture
def written(monkeypatch):
    """What is written, line by line, by the handler of the settings."""
    stream = io.StringIO()
    loggers = [logging.getLogger(name) for name in ("security", "django.security")]
    handlers = {one for logger in loggers for one in logger.handlers if isinstance(one.formatter, SecurityFormatter)}
    (handler,) = handlers
    monkeypatch.setattr(handler, "stream", stream)
    return lambda: stream.getvalue().splitlines()


@pytest.fixture
def robin(db):
    user = User.objects.create_user("robin", "robin@club.example", "let me in")
    EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    return user


def events(lines):
    """What happened, and whose account did it."""
    assert all(LINE.fullmatch(line) for line in lines)
    return [re.search(r": (.*?) from=\S+ account=(\S+)", line).groups() for line in lines]


def sign_in(browser, password="let me in", login="robin"):
    return browser.post("/accounts/login/", {"login": login, "password": password})


def test_signing_in_and_out_is_written(robin, written):
    browser, pk = Client(**HERE), str(robin.pk)
    sign_in(browser)
    browser.post("/accounts/logout/")
    assert events(written()) == [("signed in", pk), ("signed out", pk)]
    assert written()[0].endswith(f"security: signed in from=192.0.2.7 account={pk} name='robin'")


def test_a_failure_says_whose_account_was_tried_and_not_what_was_typed(robin, written):
    browser = Client(**HERE)
    sign_in(browser, "hunter2hunter2")
    sign_in(browser, "x", login="my password, in the wrong field")
    assert [line.partition("security: ")[2] for line in written()] == [
        f"sign-in failed from=192.0.2.7 account=None tried={robin.pk}",
        'sign-in failed from=192.0.2.7 account=None tried="nobody\'s name"',
    ]


def test_too_many_tries_are_written(robin, written):
    browser = Client(**HERE)
    for _ in range(6):
        sign_in(browser, "wrong")
    assert written()[-1].endswith("from=192.0.2.7 account=None method='POST' page='/accounts/login/'")
    assert "stopped after too many tries" in written()[-1]


def test_a_refusal_is_written_with_account_and_address(robin, written):
    browser = signed_in(robin)
    browser.get("/backup", REMOTE_ADDR="192.0.2.7")
    line = written()[-1]
    assert line.endswith(f"refused from=192.0.2.7 account={robin.pk} name='robin' method='GET' page='/backup'")


def test_a_form_without_its_token_is_a_refusal(written):
    Client(enforce_csrf_checks=True).post("/accounts/login/", {"login": "robin", "password": "let me in"})
    assert "refused from=127.0.0.1 account=None " in written()[-1]
    assert "let me in" not in written()[-1]


def test_a_change_of_how_somebody_signs_in_is_written(robin, written):
    browser = Client()
    sign_in(browser)
    asked = browser.post("/accounts/email/", {"action_add": "1", "email": "new@club.example"})
    browser.post(asked.url, {"password": "let me in"})
    passwords = {"oldpassword": "let me in", "password1": "harbour lights", "password2": "harbour lights"}
    browser.post("/accounts/password/change/", passwords)
    assert [what for what, _ in events(written())] == ["signed in", "address added", "password changed"]
    assert "address='new@club.example'" in written()[1]


def test_roles_are_written(written, organiser, robin):
    ladder = make_ladder()
    browser = signed_in(organiser)
    browser.post(f"/{ladder.slug}/people", {"user": "robin", "role": "organiser"})
    browser.post(f"/{ladder.slug}/people/{Role.objects.get().pk}/remove")
    said = [line.partition("security: ")[2] for line in written() if "role" in line]
    who = f"from=127.0.0.1 account={organiser.pk} name='organiser' role='organiser' ladder='club'"
    assert said == [f"role given {who} to={robin.pk}", f"role taken {who} of={robin.pk}"]


def test_a_downloaded_backup_is_written(written, organiser):
    browser = signed_in(organiser)
    prove(browser)
    browser.post("/backup/file").close()
    assert ("backup downloaded", str(organiser.pk)) in events(written())


def test_no_secret_is_ever_written(robin, written):
    code = create_invitation(player=make_player("Bo"), by=None)
    Client().post(f"/accounts/join/{code}", {"password": "harbour lights"})
    for number in range(31):
        Client(**HERE).get(f"/accounts/join/GUESS{number}")
    browser = Client()
    browser.post("/accounts/login/code/", {"email": "robin@club.example"})
    mailed = re.search(r"^\w{4}-\w{4}$", mail.outbox[-1].body, re.MULTILINE).group()
    browser.post("/accounts/login/code/confirm/", {"code": "AAAA-AAAA"})
    browser.post("/accounts/login/code/confirm/", {"code": mailed})
    said = "\n".join(written())
    assert "account made by an invitation" in said
    assert "sign-in code refused" in said
    assert "page='accounts/join/<str:code>'" in said
    secrets = [code, "GUESS", "harbour", mailed, browser.session.session_key]
    assert [one for one in secrets if one in said] == []


def test_whatever_is_sent_stays_one_line(robin, written):
    User.objects.filter(pk=robin.pk).update(username="ro\nbin' account=1 \u202e\x1b[2J")
    sign_in(Client(), login="robin@club.example")
    Client().get("/backup%0d%0asigned%20in%20account=1")
    (line, *_) = written()
    assert r"name=" in line
    assert line.isprintable()
    assert len(written()) == len(events(written()))


@pytest.mark.parametrize("host", ["evil.example", "a\\b", "[::1", "x" * 300])
def test_a_bad_host_is_one_line_a_warning_without_a_traceback(written, capfd, host):
    assert Client().get("/", HTTP_HOST=host).status_code == 400
    assert len(written()) == 1
    assert LINE.fullmatch(written()[0])[1] == "WARNING"
    assert "Traceback" not in capfd.readouterr().err
