"""Send mail behind the answer, keep unsent mail, and let members stop the mail of one kind by a link.

A notice that can't be sent now stays due, and is tried again: with the next one, and by the clock. Any other mail that
can't be sent is kept in a table for the club's owner, who passes it on; so is all mail of a site without a mail server.
Where a worker does the tasks, such mail waits in that table until the worker has sent it, and is tried several times.
"""

import logging
import smtplib
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from datetime import datetime, timedelta
from email.headerregistry import HeaderRegistry, UnstructuredHeader
from email.policy import default
from functools import partial
from socket import gaierror
from typing import Any, NamedTuple

from django.conf import settings
from django.contrib.auth.models import User
from django.core import signing
from django.core.mail import EmailMessage
from django.core.mail.backends.base import BaseEmailBackend
from django.db import connections, transaction
from django.db.models import F, Q, QuerySet
from django.tasks import task
from django.urls import reverse
from django.utils import timezone

from players.models import Club, Notice, NoticeSettings, OutboxMessage
from players.notices.queries import find_readers
from players.task_queue import MAIL_FIRST, has_worker, is_waiting

log = logging.getLogger(__name__)
MAIL_THREADS = ThreadPoolExecutor(max_workers=2, thread_name_prefix="mail")  # the interpreter waits for them at its end

UNSUBSCRIBE_SALT = "players.leave"

NOTICE_PAUSE = timedelta(minutes=1)  # between two tries of one notice
LONG_PAUSE, MANY_TRIES = timedelta(hours=1), 5  # and after so many tries
MAIL_PAUSES = [timedelta(minutes=minutes) for minutes in (1, 2, 5, 15, 60)]  # after each try of other mail but the last
MAIL_LIFETIME = timedelta(days=14)  # older notices are not mailed any more
SENT_AT_MOST_ONCE = {Notice.Kind.DIGEST}  # all others rather twice than never (decision 0013)
OF_ONE_MAIL = (smtplib.SMTPRecipientsRefused, smtplib.SMTPDataError, smtplib.SMTPSenderRefused, ValueError)
NOT_TAKEN = (  # errors after which the mail server surely has no mail of ours
    *OF_ONE_MAIL,
    ConnectionRefusedError,
    gaierror,
    smtplib.SMTPConnectError,
    smtplib.SMTPHeloError,
    smtplib.SMTPAuthenticationError,
)


def run_behind_answer(work: Callable[[], object]) -> None:
    """Call this in another thread, so that the answer does not wait for it; as the same reader, in the club's zone."""
    if settings.MAIL_BEHIND_THE_ANSWER:
        MAIL_THREADS.submit(run_in_thread, partial(copy_context().run, work))
    else:
        work()


def run_in_thread(work: Callable[[], object]) -> None:
    """Call this in the thread that runs it, log what fails, and close its database connection."""
    try:
        work()
    except Exception:
        log.exception("Mail could not be sent.")
    finally:
        connections.close_all()


def deliver_mail(message: EmailMessage) -> None:
    """Send the message now, or keep it in the outbox with the reason; or leave it to the worker, where there is one."""
    if has_worker():
        with transaction.atomic():
            keep_in_outbox(message, due_at=timezone.now())
            start_sending()
        return
    try:
        message.send()
    except Exception as error:
        log.exception("Mail could not be sent; it is in the outbox.")
        keep_in_outbox(message, f"{type(error).__name__}: {error}")


def keep_in_outbox(message: EmailMessage, error: str = "", due_at: datetime | None = None) -> None:
    """Store a message in the outbox, one row for each address, and delete old ones."""
    OutboxMessage.forget_old()
    columns: dict[str, Any] = {"subject": str(message.subject), "body": str(message.body), "error": error}
    columns["due_at"] = due_at
    rows = [OutboxMessage(to=to, **columns) for to in message.to]
    OutboxMessage.objects.bulk_create(row.cut() for row in rows)


class OutboxBackend(BaseEmailBackend):
    """The mail backend of a site without a mail server: it keeps every message in the outbox."""

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        for message in email_messages:
            keep_in_outbox(message)
        return len(email_messages)


class Unsubscription(NamedTuple):
    """The account that would get no more mail, and the kind of notice."""

    user: User
    kind: Notice.Kind


def build_unsubscribe_token(user: User, kind: str) -> str:
    """Return the signed token that lets an account stop mail of one kind; it is valid as long as the site's key."""
    return signing.dumps([user.pk, str(kind)], salt=UNSUBSCRIBE_SALT)


def read_unsubscribe_token(token: str) -> Unsubscription | None:
    """Return what a token asks for; None for a token that isn't ours or whose account is gone."""
    try:
        pk, kind = signing.loads(token, salt=UNSUBSCRIBE_SALT)
        user = User.objects.filter(pk=pk).first()
        return Unsubscription(user, Notice.Kind(kind)) if user else None
    except (signing.BadSignature, ValueError, TypeError):
        return None


def stop_notice_mail(leaving: Unsubscription) -> None:
    """Send the account no more mail of this kind; it still gets the notices on the site."""
    NoticeSettings.objects.filter(user=leaving.user).update(**{leaving.kind.value: False})


@task(priority=MAIL_FIRST)
def send_due_mail() -> None:
    """Send all mail that is due; what is not taken stays due, and is tried again by the next task."""
    send_due_messages()
    send_due_notices()


def start_sending() -> None:
    """Send what is due: by the worker where there is one, else behind the answer."""
    if not has_worker():
        run_behind_answer(send_due_notices)
    elif not is_waiting(send_due_mail):
        send_due_mail.enqueue()


def send_mail_again() -> None:
    """Start sending if mail waits for another try, or its task was lost; the clock asks for this."""
    if find_due_messages().exists() or find_due_notices().filter(build_rested_filter()).exists():
        start_sending()


def find_due_messages() -> QuerySet[OutboxMessage]:
    """Return the messages that are to be tried now."""
    return OutboxMessage.objects.filter(due_at__lte=timezone.now())


def send_due_messages() -> None:
    """Send the messages that are due, and delete those that went; each is tried by one worker at a time."""
    for message in list(find_due_messages().order_by("at", "pk")):
        pause = MAIL_PAUSES[message.tries] if message.tries < len(MAIL_PAUSES) else None
        claimed = find_due_messages().filter(pk=message.pk, tries=message.tries)
        if claimed.update(tries=F("tries") + 1, due_at=pause and timezone.now() + pause):
            send_stored_message(message)


def send_stored_message(message: OutboxMessage) -> None:
    """Send a message and delete it, or store why it did not go."""
    try:
        EmailMessage(message.subject, message.body, None, [message.to]).send()
    except Exception as error:
        log.exception("Mail could not be sent; it is in the outbox.")
        message.error = f"{type(error).__name__}: {error}"
        OutboxMessage.objects.filter(pk=message.pk).update(error=message.cut().error)
    else:
        OutboxMessage.objects.filter(pk=message.pk).delete()


class SendingResult(NamedTuple):
    """How many mails went out, and how many are still due."""

    sent: int
    waiting: int


def send_due_notices() -> SendingResult:
    """Send the notices that are due, the least tried first, until the mail server doesn't answer."""
    sent = 0
    for notice in list(find_due_notices().filter(build_rested_filter()).order_by("attempts", "pk")):
        if not claim_notice(notice):
            continue
        try:
            sent += deliver_notice(notice)
        except OF_ONE_MAIL as error:
            put_back_notice(notice)
            log.warning("Notice %s was not taken: %s", notice.pk, type(error).__name__)
        except OSError as error:
            if isinstance(error, NOT_TAKEN):
                put_back_notice(notice)
            log.warning("Mail can't be sent now: %s. What is due is tried again later.", error)
            break
    return SendingResult(sent, find_due_notices().count())


def find_due_notices() -> QuerySet[Notice]:
    """Return the notices that wait for mail."""
    return Notice.objects.filter(mail_due=True, at__gte=timezone.now() - MAIL_LIFETIME)


def build_rested_filter() -> Q:
    """Return the condition for notices whose last try was long enough ago."""
    now = timezone.now()
    rested = Q(tried_at__lt=now - NOTICE_PAUSE, attempts__lt=MANY_TRIES) | Q(tried_at__lt=now - LONG_PAUSE)
    return Q(tried_at=None) | rested


def claim_notice(notice: Notice) -> bool:
    """Mark a notice as being sent, and return True; False if another process was quicker.

    One that is sent at most once is no longer due from now on, whatever happens to this process.
    """
    mine = find_due_notices().filter(build_rested_filter(), pk=notice.pk)
    due = notice.kind not in SENT_AT_MOST_ONCE
    return bool(mine.update(attempts=F("attempts") + 1, tried_at=timezone.now(), mail_due=due))


def put_back_notice(notice: Notice) -> None:
    """Let a notice be tried again that the mail server surely has not taken."""
    Notice.objects.filter(pk=notice.pk).update(mail_due=True)


def deliver_notice(notice: Notice) -> int:
    """Send the mail of a notice and store that it went; return how many mails, 0 if it isn't wanted any more."""
    wanting = [one for one in find_readers([notice.player_id]) if one.gets_mail(notice.kind)]
    for one in wanting:
        build_notice_mail(notice, one.user, one.address).send()
    now = timezone.now() if wanting else None
    Notice.objects.filter(pk=notice.pk).update(mail_due=False, mailed_at=now, mail_text="")
    return len(wanting)


class WholeHeader(UnstructuredHeader):
    """A header that goes out on one line: folded, an address in it becomes an encoded word that nobody can follow."""

    def fold(self, *, policy: Any) -> str:
        return f"{self.name}: {self}{policy.linesep}"  # type: ignore[attr-defined]  # of the class made by the registry


class LeavableMessage(EmailMessage):
    """A mail whose List-Unsubscribe header mail programs can read."""

    def message(self, *, policy: Any = default) -> Any:
        headers: Any = HeaderRegistry()
        headers.map_to_type("List-Unsubscribe", WholeHeader)
        return super().message(policy=policy.clone(header_factory=headers))


def build_notice_mail(notice: Notice, user: User, address: str) -> EmailMessage:
    """Return the mail of a notice, to this address, with a link that stops such mail by one click (RFC 8058)."""
    leave = settings.SITE_URL + reverse("players:leave", args=[build_unsubscribe_token(user, notice.kind)])
    about = notice.get_kind_display().lower()
    said = "\n\n".join(filter(None, (notice.text, notice.mail_text, settings.SITE_URL + notice.url)))
    why = f"{Club.current()} sends you mail about {about} because you asked for it.\nTo stop these mails: {leave}\n"
    headers = {"List-Unsubscribe": f"<{leave}>", "List-Unsubscribe-Post": "List-Unsubscribe=One-Click"}
    subject = notice.text if len(notice.text) <= 120 else notice.text[:119] + "…"
    return LeavableMessage(subject, f"{said}\n\n{why}", None, [address], headers=headers)
