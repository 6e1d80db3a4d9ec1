"""The owner takes the whole site home in one file, and restores it from one."""

from tempfile import TemporaryFile
from typing import Any

from django.contrib import messages
from django.contrib.auth import logout
from django.core.exceptions import ValidationError
from django.http import FileResponse, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.text import slugify
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from config.htmx import page
from ladder.forms.restoring import RestoreForm
from ladder.models import FirstStep
from ladder.services import backups
from ladder.services.club.first_steps import mark_done
from ladder.services.permissions import Act
from players import security_log
from players.models import Club

from .guards import account, leave, requires


@requires(Act.BACKUP)
@require_safe
def backup(request: HttpRequest) -> HttpResponse:
    """A button to download everything, and a form to restore a file."""
    return shown(request, RestoreForm())


@requires(Act.BACKUP)  # type: ignore[arg-type]  # the guards ask nothing of an answer
@require_POST
@never_cache
def download(request: HttpRequest) -> FileResponse:
    """The whole site as a file."""
    file = TemporaryFile()  # the response closes it  # noqa: SIM115
    backups.write(file)
    mark_done(FirstStep.Key.BACKUP, by=account(request))
    file.seek(0)
    security_log.write("backup downloaded")
    name = f"{slugify(str(Club.current())) or 'ladder'}-{timezone.localdate()}.zip"
    return FileResponse(file, as_attachment=True, filename=name, content_type="application/zip")


@requires(Act.BACKUP)
@require_POST
@never_cache
def restore(request: HttpRequest) -> HttpResponse:
    """Show what is in a file beside what is here; with the word typed, put it in its place."""
    form = RestoreForm(request.POST, request.FILES)
    if not form.is_valid():
        return shown(request, form)
    try:
        found = backups.opened(form.opened)
        if "restore" in request.POST:
            form.check_meant()
            if form.is_valid():
                backups.restore(backup=found, by=account(request))
                return done(request)
        return shown(request, form, backups.preview(found))
    except ValidationError as error:
        form.add_error("file", error.messages[0])
        return shown(request, form)


def done(request: HttpRequest) -> HttpResponse:
    """Nobody is signed in any more, whoever restored it included."""
    logout(request)
    messages.success(request, "The backup was restored. Sign in with an account from it.")
    return leave(request, reverse("account_login"))


def shown(request: HttpRequest, form: RestoreForm, preview: backups.Preview | None = None) -> HttpResponse:
    context: dict[str, Any] = {"form": form, "preview": preview, "seen": form.digest if preview else ""}
    return page(request, "ladder/backup.html", context, partial="preview", status=422 if form.errors else 200)
