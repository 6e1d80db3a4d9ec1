"""Make the file of a season with many matches by a worker."""

import io

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.tasks import task
from django.urls import reverse

from ladder.exports.queries import find_extra_columns, load_detailed_records
from ladder.files.match_records import build_match_rows
from ladder.files.printed_tables import build_csv
from ladder.models import LargeTask, Season
from ladder.tasks.actions import TaskEnd, ask_worker, do_large_task, store_task_file

EXPORT_READY = "The file is ready. It is kept here for a day."
EXPORT_SEASON_GONE = "This season is no longer there."


def ask_for_export(season: Season, by: User) -> LargeTask:
    """Let a worker make the file of a season's matches."""
    return ask_worker(
        make_match_file,
        kind=LargeTask.Kind.EXPORT,
        title=f"All matches of {season.ladder}, {season.name}",
        by=by,
        ladder=season.ladder,
        arguments={"season": season.pk, "name": f"{season.ladder.slug}-{season.slug}-matches.csv"},
    )


@task
def make_match_file(key: str) -> None:
    """Make the file of a task."""
    do_large_task(key, write_season_file, reads_one_moment=True)


def write_season_file(task: LargeTask) -> TaskEnd:
    """Write every match of a season into the file of a task. Raises: ValidationError, if the season is gone."""
    season = Season.objects.select_related("ladder").filter(pk=task.arguments["season"]).first()
    if season is None:
        raise ValidationError(EXPORT_SEASON_GONE)
    rows = build_match_rows(load_detailed_records(season), **find_extra_columns(season))
    store_task_file(task, io.BytesIO(build_csv(rows)))
    return TaskEnd(EXPORT_READY, reverse("ladder:task_file", args=[task.pk]), keeps_file=True)
