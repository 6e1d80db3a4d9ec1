"""What follows when an account changes how it signs in."""

from typing import Any

from allauth.account import signals
from allauth.account.adapter import get_adapter
from allauth.account.models import EmailAddress
from django.contrib.auth.models import User
from django.dispatch import receiver
from django.http import HttpRequest


@receiver(signals.email_added)
def mail_about_new_address(request: HttpRequest, user: User, email_address: EmailAddress, **kwargs: Any) -> None:
    """Write to the addresses that the account had before: whoever adds one may not be its owner."""
    get_adapter().send_notification_mail("account/email/email_added", user, {"added_email": email_address.email})
