"""Nothing is left out of a backup without a reason, and every column can be read back."""

from django.apps import apps
from django.db import models

from ladder.backups.queries.row_checks import ROW_CHECKS
from ladder.backups.queries.tables import TABLES_LEFT_OUT, list_backup_tables, list_table_columns
from ladder.models import MatchRevision, Opening

READABLE = (
    *(
        models.AutoField,
        models.BinaryField,
        models.BooleanField,
        models.CharField,
        models.DateField,
        models.DateTimeField,
    ),
    *(models.FloatField, models.ForeignKey, models.IntegerField, models.JSONField, models.TextField, models.UUIDField),
)


def test_every_table_is_in_a_backup_or_named_among_those_left_out():
    every = {model._meta.label for model in apps.get_models(include_auto_created=True)}
    assert {model._meta.label for model in list_backup_tables()} | TABLES_LEFT_OUT.keys() == every


def test_what_is_left_out_is_what_was_decided():
    assert TABLES_LEFT_OUT.keys() == {
        *("sessions.Session", "usersessions.UserSession", "contenttypes.ContentType", "auth.Permission"),
        *("ladder.AutomaticBackups", "ladder.RatingChange", "ladder.RatingShift", "ladder.Standing"),
        *("django_tasks_database.DBTaskResult",),
        *("ladder.LargeTask", "ladder.TaskFilePart"),
    }


def test_every_column_is_of_a_kind_that_is_read_back():
    odd = [
        str(field)
        for model in list_backup_tables()
        for field in list_table_columns(model)
        if not isinstance(field, READABLE)
    ]
    assert odd == []


def test_every_column_of_json_is_checked_for_what_pages_make_of_it():
    columns_of_json = {
        (m, one.name)
        for m in list_backup_tables()
        for one in list_table_columns(m)
        if isinstance(one, models.JSONField)
    }
    checked = {(model, name) for model, (names, _) in ROW_CHECKS.items() for name in names}
    last = {(Opening, "memory"), (MatchRevision, "version"), (MatchRevision, "proposed")}  # with boards and matches
    assert columns_of_json - checked == last
