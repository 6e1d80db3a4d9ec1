"""Import a file as it was checked: at once, or by a worker if it has many rows.

The worker reads the file anew with the answers that were given, and compares what it finds with what was shown, as the
page does for a short file. A file that can't be imported any more is kept for a day, so that it can be checked again.
"""

import io
from collections.abc import Mapping

from django.conf import settings
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.tasks import task
from django.urls import reverse

from ladder import changes
from ladder.access.permissions import Act
from ladder.files.interpretation.sheet_choice import SheetTable
from ladder.formats import format_count
from ladder.imports.actions import ImportResult, build_match_import
from ladder.imports.forms import UploadForm, read_chosen_meanings, read_chosen_table, read_common_day
from ladder.imports.queries.system_choice import is_choice_offered
from ladder.imports.queries.uploads import UploadReading, read_upload
from ladder.models import LargeTask, Season
from ladder.tasks.actions import TaskEnd, ask_worker, check_asker, do_large_task
from ladder.tasks.queries import read_task_file
from players.task_queue import has_worker

IMPORT_UNSEEN = "Check what will be imported, then import it."
SEASON_GONE = "This season is no longer there. Nothing was imported."
SITE_CHANGED = "The site has changed since this file was checked. Nothing was imported, so check it again."
NOT_ANSWERS = {"csrfmiddlewaretoken", "packed", "token", "import"}


def is_import_for_worker(table: SheetTable, values: Mapping[str, str]) -> bool:
    """Return whether a file that was shown has so many rows that a worker imports it."""
    is_shown = "import" in values and changes.PREVIEW_TOKEN.fullmatch(values.get("token", ""))
    return bool(is_shown) and has_worker() and len(table.rows) > settings.LARGE_IMPORT


def ask_for_import(
    season: Season, form: UploadForm, table: SheetTable, values: Mapping[str, str], by: User | None
) -> LargeTask:
    """Leave a file that was shown to a worker, with the answers that were given."""
    rows = format_count(len(table.rows), "row")
    arguments = {
        "season": season.pk,
        "path": reverse("ladder:match_import", args=[season.ladder.slug, season.slug]),
        "token": values["token"],
        "answers": pick_answers(values),
    }
    return ask_worker(
        import_long_file,
        kind=LargeTask.Kind.IMPORT,
        title=f"Import of {rows} into {season.ladder}, {season.name}",
        by=by,
        ladder=season.ladder,
        arguments=arguments,
        file=io.BytesIO(form.cleaned_data["packed"].encode()),
    )


def pick_answers(values: Mapping[str, str]) -> dict[str, str]:
    """Return what answers a doubt or says what a column means; PostgreSQL keeps no NUL, and no page offers one."""
    return {name: value for name, value in values.items() if name not in NOT_ANSWERS and "\0" not in f"{name}{value}"}


@task
def import_long_file(key: str) -> None:
    """Import the file of a task."""
    do_large_task(key, import_stored_file)


def import_stored_file(task: LargeTask) -> TaskEnd:
    """Import the file of a task, if that still does what was shown.

    Raises: NotAllowed; ValidationError or RatingError with the sentence that the page of the import would show.
    """
    check_asker(task, Act.IMPORT)
    season = Season.objects.select_related("ladder").filter(pk=task.arguments["season"]).first()
    values = task.arguments["answers"]
    form = UploadForm(values | {"packed": b"".join(read_task_file(task)).decode()})
    if season is None or not form.is_valid():
        raise ValidationError(list(form.errors["file"]) if season else SEASON_GONE)
    packed, table = form.cleaned_data["packed"], read_chosen_table(form, values)
    reading = read_upload(season, table, read_chosen_meanings(values, table), values, read_common_day(values))
    seen = changes.read_seen(task.arguments["token"], [packed, reading.guess.meanings])
    if seen is None or reading.lacking or reading.stopped:
        raise ValidationError(SITE_CHANGED)
    change = build_match_import(season, reading, by=task.by, file=form.cleaned_data["name"])
    changes.run(change, seen)
    return TaskEnd(describe_import_result(change.done, reading), find_next_page(season))


def find_next_page(season: Season) -> str:
    """Return where an import leads: to the choice of a rating system after the first one, else to the standings."""
    if is_choice_offered(season):
        return reverse("ladder:import_systems", args=[season.ladder.slug, season.slug])
    return season.get_absolute_url()


def describe_import_result(done: ImportResult, reading: UploadReading) -> str:
    """Return what was imported as a sentence."""
    parts = [f"{format_count(done.added, 'match', 'matches')} imported"]
    if done.known:
        parts.append(f"{done.known:,} known already")
    if reading.gone:
        parts.append(f"{format_count(len(reading.gone), 'match', 'matches')} voided")
    if reading.left_out:
        parts.append(f"{format_count(reading.left_out, 'row')} left out")
    return ", ".join(parts) + "."
