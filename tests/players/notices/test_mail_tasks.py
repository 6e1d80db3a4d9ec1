"""Mail as tasks of the worker: nothing is lost, nothing is sent twice, and nothing is tried for ever."""

from datetime import timedelta

import pytest
from django.core.mail import EmailMessage
from django.utils import timezone

from players.models import Notice, OutboxMessage
from players.notices.delivery import deliver_mail, send_due_mail, send_mail_again
from players.task_queue import has_worker, load_queue_state
from tests.players.notices.test_actions import member, tell
from tests.players.notices.test_due_mail import Away, Fussy

pytestmark = pytest.mark.django_db


@pytest.fixture
def server(settings):
    def use(backend):
        settings.MAILERS = {"default": {"BACKEND": f"{backend.__module__}.{backend.__name__}"}}

    return use


def write(to="robin@club.example"):
    deliver_mail(EmailMessage("Your code", "ABC-123", None, [to]))


def let_pass(minutes):
    """Let what waits for its next try wait so much less."""
    for one in OutboxMessage.objects.exclude(due_at=None):
        OutboxMessage.objects.filter(pk=one.pk).update(due_at=one.due_at - timedelta(minutes=minutes))
    Notice.objects.update(tried_at=timezone.now() - timedelta(minutes=minutes))


def test_the_worker_sends_mail_once(worker, mailoutbox, django_capture_on_commit_callbacks):
    assert has_worker()
    write()
    write()  # one task sends both
    assert (mailoutbox, load_queue_state()[:3]) == ([], (1, 0, 0))
    worker()
    assert [(one.to, one.subject, one.body) for one in mailoutbox] == 2 * [
        (["robin@club.example"], "Your code", "ABC-123")
    ]
    with django_capture_on_commit_callbacks(execute=True):
        tell(member("Ada", challenge=True))
        assert load_queue_state().waiting == 0
    worker()
    send_due_mail.enqueue()  # as after the death of a worker: the task is done again
    worker()
    assert (len(mailoutbox), OutboxMessage.objects.count(), load_queue_state()[:3]) == (3, 0, (0, 0, 0))


def count_given_up():
    return OutboxMessage.objects.filter(due_at=None).exclude(error="").count()


def test_what_is_not_taken_is_tried_again_and_then_left_to_the_owner(worker, server, mailoutbox):
    server(Away)
    write()
    for tries, minutes in enumerate((1, 2, 5, 15, 60), start=1):
        worker()
        assert (OutboxMessage.objects.get().tries, count_given_up()) == (tries, 0)
        send_mail_again()
        assert load_queue_state().waiting == 0
        let_pass(minutes)
        send_mail_again()  # the clock
        assert load_queue_state().waiting == 1
    worker()
    given_up = OutboxMessage.objects.get()
    assert (given_up.tries, given_up.due_at, given_up.error) == (6, None, "ConnectionRefusedError: nobody there")
    assert count_given_up() == 1
    let_pass(600)
    send_mail_again()
    assert load_queue_state().waiting == 0


def test_the_clock_finds_mail_whose_worker_was_killed(worker, server, mailoutbox):
    write("ada@club.example")
    OutboxMessage.objects.update(tries=1, due_at=timezone.now() + timedelta(minutes=1))  # claimed, and no more
    worker()
    assert mailoutbox == []
    let_pass(1)
    send_mail_again()
    worker()
    assert [one.to for one in mailoutbox] == [["ada@club.example"]]


def test_a_refused_notice_is_soon_tried_once_an_hour_only(server):
    server(Fussy)
    tell(member("Ada", challenge=True))
    for _ in range(5):
        send_mail_again()
        let_pass(2)
    send_mail_again()
    assert Notice.objects.get().attempts == 5
    let_pass(61)
    send_mail_again()
    assert Notice.objects.get().attempts == 6
