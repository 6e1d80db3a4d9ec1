"""Mail without a mail server: messages are kept in a table, and the club's owner passes them on."""

from collections.abc import Sequence

from django.core.mail import EmailMessage
from django.core.mail.backends.base import BaseEmailBackend


class OutboxBackend(BaseEmailBackend):
    """What the site uses when no mail server is named."""

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        from players.services.posting import (
            keep_in_outbox,  # deferred: the settings name this class before there are models
        )

        for message in email_messages:
            keep_in_outbox(message)
        return len(email_messages)
