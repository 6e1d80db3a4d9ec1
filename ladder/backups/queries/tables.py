"""Which tables a backup holds, and how a row of them is written as JSON and read again.

The tables are those of the app registry, so one that is added later is in it by itself.
"""

from base64 import b64encode
from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from datetime import datetime
from functools import partial
from typing import Any, NamedTuple

from django.apps import apps
from django.contrib.auth.models import Permission
from django.contrib.contenttypes.models import ContentType
from django.db import models

TABLES_LEFT_OUT = {
    "sessions.Session": "who is signed in: everybody signs in again",
    "usersessions.UserSession": "where somebody is signed in: those sessions are not in it either",
    "django_tasks_database.DBTaskResult": "the queue of the worker: what waits in it is about the site as it is now",
    "ladder.LargeTask": "what a worker was asked to do on the site as it is now",
    "ladder.TaskFilePart": "files for such a task, for a day at most",
    "contenttypes.ContentType": "made by migrate; rows that point there name the app and the model",
    "auth.Permission": "made by migrate; rows that point there name the app, the model and the permission",
    "ladder.AutomaticBackups": "what this site knows of its own backups: it makes one after a restore",
    "ladder.RatingChange": "derived: worked out anew from the matches",
    "ladder.RatingShift": "derived: worked out anew from the matches",
    "ladder.Standing": "derived: worked out anew from the matches",
}

FORMER_FILES = {"ladder.fixture.jsonl": "ladder.challenge.jsonl"}  # what backups before 1.2.0 call them
FORMER_COLUMNS = {"ladder.party.jsonl": {"challenge_id": "fixture_id"}}

LARGEST_STORED_NUMBER = 1e15  # beyond it a float no longer tells whole numbers apart

Model = type[models.Model]
NOT_EMPTIED = {
    "contenttypes.ContentType",
    "auth.Permission",
    "django_tasks_database.DBTaskResult",  # the worker goes on; what is no longer there, no task finds
}

TableRow = dict[str, Any]
Decode = Callable[[Any], Any]
Limit = Callable[[Any], object]


def list_backup_tables() -> list[Model]:
    """Return the models whose rows are in a backup, with those that connect two others."""
    return [one for one in list_stored_tables() if one._meta.label not in TABLES_LEFT_OUT]


def list_emptied_tables() -> list[Model]:
    """Return the models whose rows are deleted when a backup is restored."""
    return [one for one in list_stored_tables() if one._meta.label not in NOT_EMPTIED]


def list_stored_tables() -> list[Model]:
    """Return all models that have a table of their own."""
    every = apps.get_models(include_auto_created=True)
    return [one for one in every if one._meta.managed and not one._meta.proxy]


def build_file_name(model: Model) -> str:
    """Return the name of the file of a table, such as players.player.jsonl."""
    return f"{model._meta.label_lower}.jsonl"


def list_table_columns(model: Model) -> "list[models.Field[Any, Any]]":
    """Return the fields of a model that are columns of its table."""
    return list(model._meta.concrete_fields)


def read_table_rows(model: Model) -> Iterator[TableRow]:
    """Yield the rows of a table in the order of their keys, ready for `json.dumps` with `default=str`."""
    fields = list_table_columns(model)
    names = [field.attname for field in fields]
    spelt = {field.attname: spelling for field in fields if (spelling := list_key_spellings(field))}
    binary = [field.attname for field in fields if isinstance(field, models.BinaryField)]  # read again by `to_python`
    stored = model._base_manager.order_by("pk").values_list(*names)
    for values in stored.iterator(chunk_size=5_000):
        row = dict(zip(names, values, strict=True))
        for name, spelling in spelt.items():
            row[name] = spelling.get(row[name])
        for name in binary:
            row[name] = b64encode(row[name]).decode()
        yield row


class ColumnReader(NamedTuple):
    """How a column is read from a backup: its name, a decoder of its values, and a default if the file lacks it."""

    name: str
    decode: Decode
    missing: Callable[[], Any]


def list_column_readers(model: Model) -> list[ColumnReader]:
    """Return the readers of a table's columns, in their order."""
    return [
        ColumnReader(field.attname, make_decoder(field), make_default(field)) for field in list_table_columns(model)
    ]


def make_default(field: "models.Field[Any, Any]") -> Callable[[], Any]:
    """Return a function that gives the default of a column that the file lacks; it raises if there is none."""
    if field.has_default() or field.null or field.blank:
        return field.get_default
    return partial(decode_value, field, (), None)


def make_decoder(field: "models.Field[Any, Any]") -> Decode:
    """Return a function that reads the values of a column.

    It raises: ValueError, TypeError or ValidationError for a value that the column can't hold, or that no form takes.
    """
    if found := list_key_spellings(field):
        return partial(find_spelt_key, {tuple(words): key for key, words in found.items()})
    if isinstance(field, models.JSONField):
        return lambda value: value
    limits: list[Limit] = list(field.validators)
    if field.choices:
        limits.append(partial(check_known_choice, field.name, {"", *(key for key, _ in field.flatchoices)}))
    return partial(decode_value, field, limits)


def check_known_choice(name: str, known: Container[Any], value: Any) -> None:
    """Raise ValueError for a value that is not among the choices of a column."""
    if value not in known:
        raise ValueError(f"{name} is not known to this site")


def decode_value(field: "models.Field[Any, Any]", limits: Sequence[Limit], value: Any) -> Any:
    """Return the value of a column as Python has it. Raises: ValueError or ValidationError with the reason."""
    if value is None:
        if not field.null:
            raise ValueError(f"{field.name} is missing")
        return None
    read = field.to_python(value)
    if isinstance(read, datetime) and read.tzinfo is None:
        raise ValueError(f"{field.name} has no time zone")
    if isinstance(read, float) and not is_usable_number(read):
        raise ValueError(f"{field.name} is not a usable number")
    if isinstance(read, str) and "\x00" in read:
        raise ValueError(f"{field.name} holds a null byte")
    if not field.blank or read not in field.empty_values:  # a field that may be empty has nothing to check then
        for limit in limits:
            limit(read)
    return read


def is_usable_number(value: Any) -> bool:
    """Return whether a value is a number that every page can print."""
    return type(value) in (int, float) and abs(value) < LARGEST_STORED_NUMBER


def find_spelt_key(keys: Mapping[tuple[str, ...], int], words: Any) -> int | None:
    """Return the key that a row spells out as words."""
    return None if words is None else keys[tuple(words)]


def list_key_spellings(field: "models.Field[Any, Any]") -> dict[Any, list[str]]:
    """Return the words for each key of a content type or permission; {} for a column that refers to neither."""
    if field.related_model is ContentType:
        return {one.pk: [one.app_label, one.model] for one in ContentType.objects.all()}
    if field.related_model is Permission:
        every = Permission.objects.select_related("content_type")
        return {one.pk: [one.content_type.app_label, one.content_type.model, one.codename] for one in every}
    return {}
