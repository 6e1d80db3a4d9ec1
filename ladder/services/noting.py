"""What is in no ladder's change log is noted in the admin's: settings, roles, links, and who was erased."""

from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.auth.models import User
from django.db.models import Model


def note_in_admin_log(one: Model, by: User | None, message: str) -> None:
    """Note what somebody did; the site's own doings are not noted."""
    if by is not None:
        rows = type(one)._default_manager.filter(pk=one.pk)
        LogEntry.objects.log_actions(by.pk, rows, CHANGE, change_message=message, single_object=True)
