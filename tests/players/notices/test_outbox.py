"""Without a mail server, messages wait on a page of the club's owner."""

import threading
from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.core.mail import EmailMessage
from django.core.mail.backends.base import BaseEmailBackend
from django.utils import timezone

from config.environment import build_mailer_settings
from players.models import OutboxMessage
from players.notices.delivery import deliver_mail, keep_in_outbox, run_behind_answer

pytestmark = pytest.mark.django_db

NO_SERVER = {"default": {"BACKEND": "players.notices.delivery.OutboxBackend"}}


class Refusing(BaseEmailBackend):
    def send_messages(self, email_messages):
        raise OSError("no route to host")


class Slow(BaseEmailBackend):
    opened = threading.Event()

    def send_messages(self, email_messages):
        self.opened.wait(10)
        return 1


def message(**changed):
    return EmailMessage(**{"subject": "Your code", "body": "ABC-123", "to": ["robin@club.example"]} | changed)


def post(mail):
    """Send a mail behind an answer."""
    run_behind_answer(lambda: deliver_mail(mail))


def use(settings, backend):
    settings.MAILERS = {"default": {"BACKEND": f"{__name__}.{backend.__name__}"}}


def test_no_mail_server_is_named_by_naming_none(monkeypatch):
    monkeypatch.delenv("EMAIL_URL", raising=False)
    assert build_mailer_settings() == NO_SERVER["default"]


def test_without_a_mail_server_messages_are_kept(settings):
    settings.MAILERS = NO_SERVER
    post(message())
    kept = OutboxMessage.objects.get()
    assert (kept.to, kept.subject, kept.body, kept.error) == ("robin@club.example", "Your code", "ABC-123", "")


def test_what_the_mail_server_refuses_is_kept_with_its_reason(settings):
    use(settings, Refusing)
    post(message())
    assert OutboxMessage.objects.get().error == "OSError: no route to host"


def test_nobody_waits_for_the_mail_server(settings):
    use(settings, Slow)
    settings.MAIL_BEHIND_THE_ANSWER = True
    post(message())  # would wait for ten seconds
    assert not Slow.opened.is_set()
    Slow.opened.set()


def test_messages_are_forgotten_after_a_month():
    keep_in_outbox(message(subject="old"))
    OutboxMessage.objects.update(at=timezone.now() - timedelta(days=31))
    keep_in_outbox(message(subject="new"))
    assert [one.subject for one in OutboxMessage.objects.all()] == ["new"]


def test_a_message_of_any_length_is_kept():
    keep_in_outbox(message(subject="s" * 1000, body="b\x00" * 50_000), "e" * 1000)
    kept = OutboxMessage.objects.get()
    assert (len(kept.subject), len(kept.error), "\x00" in kept.body) == (250, 300, False)


def test_the_owner_reads_and_removes(client, organiser):
    keep_in_outbox(message())
    client.force_login(organiser)
    assert "ABC-123" in client.get("/accounts/outbox").text
    gone = client.post(f"/accounts/outbox/{OutboxMessage.objects.get().pk}/remove")
    assert (gone.status_code, gone.url, OutboxMessage.objects.count()) == (303, "/accounts/outbox", 0)


@pytest.mark.parametrize("method", ["get", "post"])
def test_nobody_else_reads_or_removes(client, method):
    keep_in_outbox(message())
    client.force_login(User.objects.create_user("robin"))
    for url in ("/accounts/outbox", f"/accounts/outbox/{OutboxMessage.objects.get().pk}/remove"):
        answer = getattr(client, method)(url)
        assert answer.status_code == 403
        assert "ABC-123" not in answer.text
    assert OutboxMessage.objects.count() == 1


def test_reading_removes_nothing(client, organiser):
    keep_in_outbox(message())
    client.force_login(organiser)
    assert client.get(f"/accounts/outbox/{OutboxMessage.objects.get().pk}/remove").status_code == 405
    assert OutboxMessage.objects.count() == 1
