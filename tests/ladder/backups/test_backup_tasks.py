"""A worker makes and restores backups: whoever asked sees how far it is, although a restore signs everybody out."""

import io
import re
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.utils.html import escape
from django_tasks_db.models import DBTaskResult

from ladder.backups.queries.inspection import build_restore_preview, open_backup
from ladder.models import LargeTask, Match, TaskFilePart
from tests.factories import play, season_of, signed_in
from tests.ladder.backups.sample_site import written
from tests.ladder.backups.test_backup_pages import FILE, RESTORE, owner, send  # noqa: F401
from tests.markup import flat

pytestmark = pytest.mark.django_db


def find_page(browser, task):
    return flat(browser.get(task.get_absolute_url()).text)


def ask_for_restore(browser, content):
    """Look at a file, type the word, and return the task."""
    seen = send(browser, content, look="").context["seen"]
    assert "Type RESTORE" in send(browser, content, seen=seen, confirm="yes", restore="").text
    answer = send(browser, content, seen=seen, confirm="restore", restore="")
    task = LargeTask.objects.get(kind="restore")
    assert (answer.status_code, answer.url) == (303, f"/desk/tasks/{task.pk}")
    return task


def test_a_worker_restores_what_was_shown_and_tells_the_browser_that_asked(worker, owner, client):  # noqa: F811
    content = written()
    play(season_of(Match.objects.get().season.ladder), "Cy", "Ada")
    LargeTask.objects.create(kind="backup", title="Of the site as it was", queued_as=uuid4())
    task = ask_for_restore(owner, content)
    assert (Match.objects.count(), bool(TaskFilePart.objects.count())) == (2, True)
    assert "Once the backup is restored, you are signed out." in find_page(owner, task)
    worker()
    assert (Match.objects.count(), Session.objects.count(), TaskFilePart.objects.count()) == (1, 0, 0)
    assert list(LargeTask.objects.values_list("pk", "by", "succeeded")) == [(task.pk, None, True)]
    page = find_page(owner, task)
    assert "The backup was restored. Sign in with an account from it." in page
    assert '<a class="btn pri" href="/accounts/login/">Continue</a>' in page
    owner.cookies.pop("task")
    assert owner.get(task.get_absolute_url()).url.startswith("/accounts/login/")
    DBTaskResult.objects.update(status="READY")  # once more, as after a kill between the commit and its note
    play(season_of(Match.objects.get().season.ladder), "Cy", "Ada")
    worker()
    assert Match.objects.count() == 2


def test_what_can_t_be_restored_is_told_and_changes_nothing(worker, owner):  # noqa: F811
    task = ask_for_restore(owner, written())
    part = TaskFilePart.objects.get()
    TaskFilePart.objects.update(content=bytes(part.content)[:-40])
    worker()
    task.refresh_from_db()
    assert (task.succeeded, Match.objects.count(), TaskFilePart.objects.count()) == (False, 1, 0)
    assert task.said == "This isn't a complete ZIP file."
    assert escape(task.said) in find_page(owner, task)


def test_who_is_no_owner_any_more_restores_nothing(worker, owner):  # noqa: F811
    task = ask_for_restore(owner, written())
    User.objects.update(is_staff=False)
    play(season_of(Match.objects.get().season.ladder), "Cy", "Ada")
    worker()
    task.refresh_from_db()
    assert (task.succeeded, Match.objects.count()) == (False, 2)
    assert task.said.startswith("Only owners can back up and restore the site")


def test_a_worker_makes_a_backup_for_owners_who_prove_who_they_are(worker, owner, organiser):  # noqa: F811
    answer = owner.post(FILE)
    task = LargeTask.objects.get()
    assert (answer.status_code, answer.url) == (303, task.get_absolute_url())
    worker()
    page = find_page(owner, task)
    assert "The backup is ready. It is kept here for a day." in page
    (path,) = re.findall(r'<form method="post" action="(/backup/made/[^"]+)"', page)
    made = owner.post(path)
    assert made["Content-Disposition"].startswith('attachment; filename="club-ladder-')
    found = build_restore_preview(open_backup(io.BytesIO(made.getvalue())))
    assert [(one.name, one.state) for one in found.ladders] == [("Club", "same as here")]
    assert signed_in(organiser).post(path).url == "/accounts/reauthenticate/?next=%2Fbackup"
