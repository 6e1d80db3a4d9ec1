"""A long file is imported by a worker: as it was shown, once, for those who may see it, and told in the same words."""

import re
import uuid
from datetime import date

import pytest
from django.contrib.auth.models import User
from django.db import OperationalError
from django.utils import timezone
from django_tasks_db.models import DBTaskResult

from config.background import DUE_WORK
from ladder import ledger
from ladder.models import LargeTask, Match, Role, Season, TaskFilePart
from ladder.tasks.actions import TASK_GIVEN_UP, WORKER_GRACE, rescue_tasks
from tests.factories import make_ladder, play, season_of
from tests.ladder.imports.test_import_pages import PASTED, URL, hidden
from tests.markup import flat

pytestmark = pytest.mark.django_db


@pytest.fixture
def season(settings):
    settings.LARGE_IMPORT = 2  # the file has two matches and a line of headings
    return season_of(make_ladder("points-exchange"))


def ask(browser, **answers):
    """Send the file that was shown, and return its task."""
    shown = browser.post(URL, {"text": PASTED})
    answer = browser.post(URL, {**hidden(shown), **answers, "import": "1"})
    assert answer.status_code == 303
    task = LargeTask.objects.get()
    assert (answer.url, Match.objects.exists()) == (f"/desk/tasks/{task.pk}", False)
    return task


def open_page(browser, task):
    return flat(browser.get(task.get_absolute_url()).content.decode())


def lose_worker(times=1):
    """Leave the queue as a worker does that is killed as often while it imports."""
    begun = timezone.now() - 2 * WORKER_GRACE
    DBTaskResult.objects.update(status="RUNNING", started_at=begun, worker_ids=["killed"] * times)
    LargeTask.objects.update(asked_at=begun)


def test_the_worker_imports_what_was_shown_and_the_page_says_how_far_it_is(worker, staff, season):
    task = ask(staff)
    page = open_page(staff, task)
    assert "Import of 3 rows into Club" in page
    assert "Waiting for a worker. It is next." in page
    assert 'hx-trigger="load delay:2s"' in page
    assert "Not done yet" in staff.get("/desk").text
    worker()
    page = open_page(staff, task)
    assert (Match.objects.count(), TaskFilePart.objects.count()) == (2, 0)
    assert "2 matches imported." in page
    assert '<a class="btn pri" href="/club/all-time/">Continue</a>' in page
    assert 'hx-trigger="load delay:2s"' not in page
    assert Match.objects.first().imported_in.by == User.objects.get()
    assert not ledger.verify(season.ladder)


@pytest.mark.parametrize("setting", ["rows", "worker"])
def test_a_short_file_and_a_site_without_a_worker_import_at_once(request, staff, season, settings, setting):
    if setting == "rows":
        request.getfixturevalue("worker")
        settings.LARGE_IMPORT = 3
    shown = staff.post(URL, {"text": PASTED})
    staff.post(URL, {**hidden(shown), "import": "1"})
    assert (Match.objects.count(), LargeTask.objects.count()) == (2, 0)


def test_a_result_that_changes_what_was_shown_is_refused_and_the_file_can_be_checked_again(worker, staff, season):
    task = ask(staff)
    play(season, "Ann", "Bo", on=date(2026, 3, 1))
    worker()
    page = open_page(staff, task)
    assert (Match.objects.count(), LargeTask.objects.get().succeeded) == (1, False)
    assert "A new result came in. Check the preview again." in page
    assert "Failed" in staff.get("/desk").text
    values = dict(re.findall(r'type="hidden" name="([^"]*)" value="([^"]*)"', page))
    again = staff.post(URL, {name: value for name, value in values.items() if name != "csrfmiddlewaretoken"})
    assert "Import 2 matches" in again.content.decode()


def test_what_is_asked_for_twice_is_imported_once(worker, staff, season):
    shown = {**hidden(staff.post(URL, {"text": PASTED})), "import": "1"}
    staff.post(URL, shown)
    staff.post(URL, shown)
    worker()
    assert Match.objects.count() == 2
    assert sorted(LargeTask.objects.values_list("succeeded", flat=True)) == [False, True]
    DBTaskResult.objects.update(status="READY")  # both once more, as after a kill between the commit and its note
    worker()
    assert (Match.objects.count(), Season.objects.get().imports.count()) == (2, 1)


def test_the_task_of_a_killed_worker_is_done_again(worker, staff, season):
    task = ask(staff)
    rescue_tasks()  # it waits: nothing is to be done
    assert DBTaskResult.objects.get().status == "READY"
    lose_worker()
    assert "In progress for 20 seconds." in open_page(staff, task)
    assert rescue_tasks in DUE_WORK  # of the clock
    rescue_tasks()
    assert "It was interrupted before anything was changed" in open_page(staff, task)
    worker()
    assert (Match.objects.count(), open_page(staff, task).count("2 matches imported.")) == (2, 1)
    lose_worker()  # after the end was stored
    LargeTask.objects.update(ended_at=timezone.now() - 2 * WORKER_GRACE)
    rescue_tasks()
    assert (DBTaskResult.objects.get().status, Match.objects.count()) == ("SUCCESSFUL", 2)


def test_a_task_that_kills_every_worker_is_given_up_with_words(worker, staff, season):
    task = ask(staff)
    lose_worker(times=3)
    rescue_tasks()
    worker()
    assert TASK_GIVEN_UP in open_page(staff, task)
    assert Match.objects.count() == 0


def test_a_task_without_its_database_is_begun_again_and_given_up_the_third_time(worker, staff, season, monkeypatch):
    task = ask(staff)
    monkeypatch.setattr("ladder.imports.tasks.read_upload", go_away)
    for starts in (1, 2, 3):
        worker()
        assert (LargeTask.objects.get().ended_at, len(DBTaskResult.objects.get().worker_ids)) == (None, starts)
        LargeTask.objects.update(asked_at=timezone.now() - 2 * WORKER_GRACE)
        rescue_tasks()  # it began a moment ago
        assert DBTaskResult.objects.get().status == "SUCCESSFUL"
        DBTaskResult.objects.update(started_at=timezone.now() - 2 * WORKER_GRACE)
        rescue_tasks()
    assert (DBTaskResult.objects.get().status, Match.objects.count()) == ("SUCCESSFUL", 0)
    assert TASK_GIVEN_UP in open_page(staff, task)


def go_away(*given):
    raise OperationalError("server closed the connection unexpectedly")


def test_only_who_asked_and_who_looks_after_the_ladder_sees_a_task(worker, client, staff, season):
    task = ask(staff)
    elsewhere = make_ladder(slug="other")
    for name, ladder, status in (("olga", season.ladder, 200), ("tom", elsewhere, 403), ("mia", None, 403)):
        user = User.objects.create_user(name)
        if ladder:
            Role.objects.create(ladder=ladder, user=user, role="organiser")
        client.force_login(user)
        assert client.get(task.get_absolute_url()).status_code == status
        if ladder:
            assert ("Import of 3 rows" in client.get("/desk").text) == (status == 200)
    assert client.get(f"/desk/tasks/{uuid.uuid4()}").status_code == 404
    client.logout()
    assert client.get(task.get_absolute_url()).url.startswith("/accounts/login/")


def test_answers_that_no_page_offers_are_left_out(worker, staff, season):
    task = ask(staff, **{"a\0": "b", "c": "d\0"})
    worker()
    assert (task.arguments["answers"].keys() & {"a\0", "c"}, Match.objects.count()) == (set(), 2)


@pytest.mark.parametrize("lost", ["rights", "account"])
def test_who_may_no_longer_import_does_not(worker, staff, organiser, season, lost):
    task = ask(staff)
    if lost == "rights":
        User.objects.filter(pk=organiser.pk).update(is_staff=False)
    else:
        organiser.delete()
    worker()
    task.refresh_from_db()
    assert (task.succeeded, Match.objects.count()) == (False, 0)
    assert task.said.startswith("Only organisers can import matches from a file")


def test_an_error_of_our_own_is_told_in_words_and_changes_nothing(worker, staff, season, caplog):
    task = ask(staff)
    TaskFilePart.objects.update(content=b"\xff\xfe")  # no text at all
    worker()
    page = open_page(staff, task)
    assert "Something went wrong on the site. Nothing was changed." in page
    assert (Match.objects.count(), DBTaskResult.objects.get().status) == (0, "FAILED")
