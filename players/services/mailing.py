"""Sending notices by mail: what can't be sent now stays due, and is tried again with the next one."""

import logging
import smtplib
from datetime import timedelta
from email.headerregistry import HeaderRegistry, UnstructuredHeader
from email.policy import default
from typing import Any, NamedTuple

from django.conf import settings
from django.contrib.auth.models import User
from django.core.mail import EmailMessage
from django.db.models import F, Q, QuerySet
from django.urls import reverse
from django.utils import timezone

from players.models import Club, Notice
from players.services.leaving import build_unsubscribe_token
from players.services.readers import find_readers

PAUSE = timedelta(minutes=1)  # between two tries; whoever tries has the notice for so long
FRESH = timedelta(days=14)  # older news is not worth a mail
OF_ONE_MAIL = (smtplib.SMTPRecipientsRefused, smtplib.SMTPDataError, smtplib.SMTPSenderRefused, ValueError)
notice_log = logging.getLogger(__name__)


class SendingResult(NamedTuple):
    """How many mails went out, and how many are still due."""

    sent: int
    waiting: int


def send_due_notices() -> SendingResult:
    """Send the notices that are due, those tried least first; a mail server that doesn't answer ends the round."""
    sent = 0
    for notice in list(find_due_notices().filter(build_rested_filter()).order_by("attempts", "pk")):
        if not claim_notice(notice):
            continue
        try:
            sent += deliver_notice(notice)
        except OF_ONE_MAIL as error:
            notice_log.warning("Notice %s was not taken: %s", notice.pk, type(error).__name__)
        except OSError as error:
            notice_log.warning("Mail can't be sent now: %s. What is due is tried again later.", error)
            break
    return SendingResult(sent, find_due_notices().count())


def find_due_notices() -> QuerySet[Notice]:
    """Return the notices that wait for mail."""
    return Notice.objects.filter(mail_due=True, at__gte=timezone.now() - FRESH)


def build_rested_filter() -> Q:
    return Q(tried_at=None) | Q(tried_at__lt=timezone.now() - PAUSE)


def claim_notice(notice: Notice) -> bool:
    """Take a notice on, unless another process was quicker."""
    mine = find_due_notices().filter(build_rested_filter(), pk=notice.pk)
    return bool(mine.update(attempts=F("attempts") + 1, tried_at=timezone.now()))


def deliver_notice(notice: Notice) -> int:
    """Send one mail and note that it went; return 0 when it isn't wanted any more."""
    wanting = [one for one in find_readers([notice.player_id]) if one.gets_mail(notice.kind)]
    for one in wanting:
        build_notice_mail(notice, one.user).send()
    now = timezone.now() if wanting else None
    Notice.objects.filter(pk=notice.pk).update(mail_due=False, mailed_at=now)
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


def build_notice_mail(notice: Notice, user: User) -> EmailMessage:
    """Return the mail, which can be left with one click (RFC 8058)."""
    leave = settings.SITE_URL + reverse("players:leave", args=[build_unsubscribe_token(user, notice.kind)])
    about = notice.get_kind_display().lower()
    body = (
        f"{notice.text}\n\n{settings.SITE_URL}{notice.url}\n\n"
        f"{Club.current()} sends you mail about {about} because you asked for it.\nTo stop these mails: {leave}\n"
    )
    headers = {"List-Unsubscribe": f"<{leave}>", "List-Unsubscribe-Post": "List-Unsubscribe=One-Click"}
    subject = notice.text if len(notice.text) <= 120 else notice.text[:119] + "…"
    return LeavableMessage(subject, body, None, [user.email], headers=headers)
