"""Mail of notices: after commit, with a way out, and kept for later while the mail server is away."""

import smtplib
from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from django.core.mail.backends.base import BaseEmailBackend
from django.core.management import call_command
from django.utils import timezone

from players.models import Notice
from players.notices.delivery import (
    NOTICE_PAUSE,
    Unsubscription,
    claim_notice,
    read_unsubscribe_token,
    send_due_notices,
    stop_notice_mail,
)
from tests.players.notices.test_actions import member, tell

pytestmark = pytest.mark.django_db


class Away(BaseEmailBackend):
    """A mail server that can't be reached."""

    def send_messages(self, messages):
        raise ConnectionRefusedError("nobody there")


class Fussy(BaseEmailBackend):
    """A mail server that takes mail for everybody but Ada."""

    def send_messages(self, messages):
        if messages[0].to == ["ada@club.example"]:
            raise smtplib.SMTPRecipientsRefused({})
        return len(messages)


@pytest.fixture
def server(settings):
    """Let mail go through this backend."""

    def use(backend):
        settings.MAILERS = {"default": {"BACKEND": f"{__name__}.{backend.__name__}"}}

    return use


def rest():
    """Let the pause between two tries be over."""
    Notice.objects.update(tried_at=timezone.now() - 2 * NOTICE_PAUSE)


def test_mail_goes_out_once_the_notice_is_stored(mailoutbox, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks(execute=True):
        notice = tell(member("Ada", challenge=True))
        assert mailoutbox == []
    (mail,) = mailoutbox
    assert (mail.to, mail.subject) == (["ada@club.example"], "Bo challenges you.")
    assert "http://localhost:8000/somewhere/" in mail.body
    notice.refresh_from_db()
    assert (notice.mail_due, notice.attempts, bool(notice.mailed_at)) == (False, 1, True)


def test_every_mail_can_be_left_with_one_click(mailoutbox):
    ada = member("Ada", challenge=True)
    tell(ada)
    send_due_notices()
    headers, link = mailoutbox[0].extra_headers, mailoutbox[0].body.split()[-1]
    assert headers == {"List-Unsubscribe": f"<{link}>", "List-Unsubscribe-Post": "List-Unsubscribe=One-Click"}
    assert read_unsubscribe_token(link.rpartition("/")[2]) == (ada.user, Notice.Kind.CHALLENGE)


def test_a_mail_server_that_is_away_stops_nothing_and_loses_nothing(
    server, mailoutbox, django_capture_on_commit_callbacks
):
    server(Away)
    with django_capture_on_commit_callbacks(execute=True):
        notice = tell(member("Ada", challenge=True))
    notice.refresh_from_db()
    assert (notice.mail_due, notice.attempts, notice.mailed_at) == (True, 1, None)
    server(Fussy)
    with django_capture_on_commit_callbacks(execute=True):
        tell(member("Bo", challenge=True))  # Ada's was tried a moment ago
    assert list(Notice.objects.filter(mail_due=True)) == [notice]
    rest()
    EmailAddress.objects.filter(user=notice.player.user).update(email="elsewhere@club.example")
    assert send_due_notices() == (1, 0)


def test_a_server_that_is_away_is_asked_once_a_round(server):
    server(Away)
    tell(member("Ada", challenge=True))
    tell(member("Bo", challenge=True))
    assert send_due_notices() == (0, 2)
    assert sorted(Notice.objects.values_list("attempts", flat=True)) == [0, 1]


def test_one_refused_address_keeps_nobody_else_waiting(server):
    server(Fussy)
    refused = tell(member("Ada", challenge=True))
    tell(member("Bo", challenge=True))
    assert send_due_notices() == (1, 1)
    assert list(Notice.objects.filter(mail_due=True)) == [refused]


def test_the_same_notice_is_not_sent_by_two_at_once(mailoutbox):
    notice = tell(member("Ada", challenge=True))
    assert [claim_notice(notice), claim_notice(notice)] == [True, False]
    assert (send_due_notices(), mailoutbox) == ((0, 1), [])


def test_who_left_meanwhile_gets_no_mail(mailoutbox):
    ada = member("Ada", challenge=True)
    tell(ada)
    stop_notice_mail(Unsubscription(ada.user, Notice.Kind.CHALLENGE))
    assert (send_due_notices(), mailoutbox) == ((0, 0), [])


def test_old_news_is_not_mailed(mailoutbox):
    tell(member("Ada", challenge=True))
    Notice.objects.update(at=timezone.now() - timedelta(days=15))
    assert (send_due_notices(), mailoutbox) == ((0, 0), [])


def test_the_command_sends_what_waits_and_says_how_it_went(server, capsys):
    tell(member("Ada", challenge=True))
    server(Away)
    with pytest.raises(SystemExit):
        call_command("send_notices")
    rest()
    server(Fussy)
    tell(member("Bo", challenge=True))
    with pytest.raises(SystemExit):
        call_command("send_notices")
    assert capsys.readouterr().out == "0 sent, 1 waiting.\n1 sent, 1 waiting.\n"


@pytest.mark.parametrize("token", ["", "x", "WzEsInJlc3VsdCJd:1a:b", "\u0664"])
def test_a_token_that_is_not_ours_says_nothing(token):
    assert read_unsubscribe_token(token) is None
