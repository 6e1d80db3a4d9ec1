"""The owner takes the whole site home in one file, and restores it from one."""

import hashlib
import uuid
from tempfile import TemporaryFile
from typing import IO, Any

from django import forms
from django.contrib import messages
from django.contrib.auth import logout
from django.core.exceptions import ValidationError
from django.http import FileResponse, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone
from django.utils.text import slugify
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from config.htmx import render_page
from ladder.access.guards import get_account, redirect_browser, require_permission, require_proof
from ladder.access.permissions import Act
from ladder.backups.actions import restore_backup, write_backup
from ladder.backups.automatic.state import load_backup_state
from ladder.backups.queries.inspection import RestorePreview, build_restore_preview, open_backup
from ladder.backups.tasks import ask_for_backup, ask_for_restore
from ladder.club.actions import mark_step_done
from ladder.models import FirstStep, LargeTask
from ladder.tasks.queries import copy_task_file
from ladder.tasks.views import give_ticket
from players.accounts.security_log import log_security_event
from players.models import Club
from players.task_queue import has_worker

LARGEST_BACKUP_MB = 200
RESTORE_WORD = "RESTORE"
ANOTHER_FILE = "This isn't the file you checked. Check it first."
require_backup_proof = require_proof(
    "ladder:backup", "Nothing was downloaded or restored. Now that you have proved it is you, try again."
)


class RestoreForm(forms.Form):
    """A backup file. To look into it, the file is enough; to restore it, the word and the digest of the file shown."""

    file = forms.FileField(
        label="Backup file",
        widget=forms.FileInput({"accept": ".zip,application/zip"}),
        error_messages={
            "required": "A file downloaded here, or made by manage.py backup.",
            "empty": "The file is empty.",
        },
    )
    seen = forms.CharField(required=False, widget=forms.HiddenInput)
    confirm = forms.CharField(
        required=False,
        label=f"To replace everything, type {RESTORE_WORD}",
        widget=forms.TextInput({"autocomplete": "off", "autocapitalize": "characters", "spellcheck": "false"}),
    )

    def clean_file(self) -> Any:
        """Return the file, unless it is too large, and keep its content."""
        file = self.cleaned_data["file"]
        if file.size > LARGEST_BACKUP_MB << 20:
            raise ValidationError(
                f"The file is larger than {LARGEST_BACKUP_MB} MB. On the server, use manage.py restore."
            )
        self.content: IO[bytes] = file.file  # an error beside the field would take the value away
        return file

    @property
    def opened(self) -> IO[bytes]:
        """The content of the file, from its beginning."""
        self.content.seek(0)
        return self.content

    @property
    def digest(self) -> str:
        """The SHA-256 of the file."""
        return hashlib.file_digest(self.opened, "sha256").hexdigest()  # type: ignore[arg-type]  # any file will do

    @property
    def is_meant(self) -> bool:
        """Whether this is the file that was shown, and the word was typed."""
        is_seen, typed = self.cleaned_data["seen"] == self.digest, self.cleaned_data["confirm"]
        return is_seen and typed.strip().upper() == RESTORE_WORD

    def check_meant(self) -> None:
        """Add an error if this isn't the file that was shown, or if the word wasn't typed."""
        if self.cleaned_data["seen"] != self.digest:
            self.add_error("file", ANOTHER_FILE)
        elif not self.is_meant:
            self.add_error("confirm", f"Type {RESTORE_WORD} to replace everything that is here.")


@require_permission(Act.BACKUP)
@require_safe
@require_backup_proof
def show_backup(request: HttpRequest) -> HttpResponse:
    """Show a button that downloads everything, and a form to restore a file."""
    return render_backup_page(request, RestoreForm())


@require_permission(Act.BACKUP)
@require_POST
@never_cache
@require_backup_proof  # type: ignore[arg-type]  # the guards ask nothing of an answer
def download_backup(request: HttpRequest) -> HttpResponseBase:
    """Send the whole site as a file, or let a worker make it where there is one."""
    if has_worker():
        return redirect_browser(request, ask_for_backup(get_account(request)).get_absolute_url())
    file = TemporaryFile()  # the response closes it  # noqa: SIM115
    write_backup(file)
    file.seek(0)
    return send_backup(request, file)


@require_permission(Act.BACKUP)
@require_POST
@never_cache
@require_backup_proof  # type: ignore[arg-type]  # the guards ask nothing of an answer
def download_made_backup(request: HttpRequest, task: uuid.UUID) -> HttpResponseBase:
    """Send the file that a worker has made."""
    made = LargeTask.objects.filter(kind=LargeTask.Kind.BACKUP, succeeded=True, parts__number=0)
    found = get_object_or_404(made, pk=task)
    file = TemporaryFile()  # the response closes it  # noqa: SIM115
    copy_task_file(found, file)
    return send_backup(request, file)


def send_backup(request: HttpRequest, file: IO[bytes]) -> FileResponse:
    """Send this file as the club's backup of today."""
    mark_step_done(FirstStep.Key.BACKUP, by=get_account(request))
    log_security_event("backup downloaded")
    name = f"{slugify(str(Club.current())) or 'ladder'}-{timezone.localdate()}.zip"
    return FileResponse(file, as_attachment=True, filename=name, content_type="application/zip")


@require_permission(Act.BACKUP)
@require_POST
@never_cache
@require_backup_proof
def restore_site(request: HttpRequest) -> HttpResponse:
    """Show what is in a file beside what is on the site; if the word was typed, restore it."""
    form = RestoreForm(request.POST, request.FILES)
    if not form.is_valid():
        return render_backup_page(request, form)
    if "restore" in request.POST and form.is_meant and has_worker():
        return leave_restore_to_worker(request, form)
    try:
        found = open_backup(form.opened)
        if "restore" in request.POST:
            form.check_meant()
            if form.is_valid():
                restore_backup(backup=found, by=get_account(request))
                return show_restored(request)
        return render_backup_page(request, form, build_restore_preview(found))
    except ValidationError as error:
        form.add_error("file", error.messages[0])
        return render_backup_page(request, form)


def leave_restore_to_worker(request: HttpRequest, form: RestoreForm) -> HttpResponse:
    """Let a worker restore the file, which it checks once more; the browser keeps seeing how far that is."""
    task = ask_for_restore(form.opened, get_account(request))
    log_security_event("restore asked for", digest=form.digest)
    return give_ticket(redirect_browser(request, task.get_absolute_url()), task)


def show_restored(request: HttpRequest) -> HttpResponse:
    """Sign out, since nobody is signed in after a restore, and go to the sign-in page."""
    logout(request)
    messages.success(request, "The backup was restored. Sign in with an account from it.")
    return redirect_browser(request, reverse("account_login"))


def render_backup_page(request: HttpRequest, form: RestoreForm, preview: RestorePreview | None = None) -> HttpResponse:
    """Show the form, and below it what is in the file, if it could be read."""
    context: dict[str, Any] = {"form": form, "preview": preview, "seen": form.digest if preview else ""}
    context["backups"] = load_backup_state()
    return render_page(
        request, "ladder/backups/backup.html", context, partial="preview", status=422 if form.errors else 200
    )
