"""Sending mail behind the answer: nobody waits for the mail server, and what it refuses is kept for the owner."""

import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from functools import partial

from django.conf import settings
from django.core.mail import EmailMessage
from django.db import connections

from players.models import OutboxMessage

log = logging.getLogger(__name__)
POSTMEN = ThreadPoolExecutor(max_workers=2, thread_name_prefix="mail")  # the interpreter waits for them at its end


def post_mail(message: EmailMessage) -> None:
    """Send the message in a moment; the caller doesn't learn whether the mail server took it."""
    run_behind_answer(lambda: deliver_mail(message))


def run_behind_answer(work: Callable[[], object]) -> None:
    """Do this in a moment, behind the answer, as the same reader and in the club's time; nobody waits for it."""
    if settings.MAIL_BEHIND_THE_ANSWER:
        POSTMEN.submit(run_in_thread, partial(copy_context().run, work))
    else:
        work()


def run_in_thread(work: Callable[[], object]) -> None:
    """Do it in a thread, which gives its database connection back."""
    try:
        work()
    except Exception:
        log.exception("Mail could not be sent.")
    finally:
        connections.close_all()


def deliver_mail(message: EmailMessage) -> None:
    """Send the message now, or keep it in the outbox with the reason."""
    try:
        message.send()
    except Exception as error:
        log.exception("Mail could not be sent; it is in the outbox.")
        keep_in_outbox(message, f"{type(error).__name__}: {error}")


def keep_in_outbox(message: EmailMessage, error: str = "") -> None:
    """Put a message into the outbox, one row for each address, and let go of old ones."""
    OutboxMessage.forget_old()
    said = {"subject": str(message.subject), "body": str(message.body), "error": error}
    rows = [OutboxMessage(to=to, **said) for to in message.to]
    OutboxMessage.objects.bulk_create(row.cut() for row in rows)
