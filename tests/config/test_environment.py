"""Each setting from the environment, and the sentence that refuses a bad one."""

import sys
from functools import partial

import pytest
from django.core.exceptions import ImproperlyConfigured

from config.environment import (
    build_cache_settings,
    build_database_settings,
    build_mailer_settings,
    build_task_settings,
    read_backups,
    read_choice,
    read_hosts,
    read_metrics_token,
    read_port,
    read_secret_key,
    read_switch,
    read_text,
    read_time_zone,
    read_version,
)

MEMORY = {"BACKEND": "django.core.cache.backends.locmem.LocMemCache", "LOCATION": "tests"}
READ = {
    "SECRET_KEY": read_secret_key,
    "DEBUG": partial(read_switch, "DEBUG"),
    "CLUB_NAME": partial(read_text, "CLUB_NAME", "A club"),
    "PORT": read_port,
    "ALLOWED_HOSTS": read_hosts,
    "CLUB_TIME_ZONE": read_time_zone,
    "DATABASE_URL": partial(build_database_settings, "sqlite:////tmp/a"),
    "PGBOUNCER": partial(build_database_settings, "postgres://host/name"),
    "CACHE_URL": partial(build_cache_settings, "tries", {"tries": {}}),
    "EMAIL_URL": build_mailer_settings,
    "TASKS": build_task_settings,
    "LOGS": partial(read_choice, "LOGS", ("text", "json")),
    "METRICS": read_metrics_token,
    "SITE_COMMIT": read_version,
    "BACKUPS": read_backups,
}
BAD = [
    ("SECRET_KEY", "", "is not set: give it a long random text that only this site knows."),
    ("DEBUG", "maybe", "must be 1 or 0 (true or false, yes or no, on or off), not 'maybe'."),
    ("DEBUG", "", "must be 1 or 0 (true or false, yes or no, on or off), not ''."),
    ("CLUB_NAME", " ", "must be a text of 1 to 80 printable characters, not ''."),
    ("CLUB_NAME", "a\nb", "must be a text of 1 to 80 printable characters, not 'a\\nb'."),
    ("PORT", "eighty", "must be a whole number from 1 to 65535, not 'eighty'."),
    ("PORT", "65536", "must be a whole number from 1 to 65535, not '65536'."),
    ("PORT", "8_000", "must be a whole number from 1 to 65535, not '8_000'."),
    ("ALLOWED_HOSTS", "a.example,", "must be host names with commas between them; '' is not one."),
    (
        "ALLOWED_HOSTS",
        "https://a.example",
        "must be host names with commas between them; 'https://a.example' is not one.",
    ),
    ("CLUB_TIME_ZONE", "Mars/Base", "must be the name of a time zone {zone} 'Mars/Base'."),
    ("CLUB_TIME_ZONE", "Europe", "must be the name of a time zone {zone} 'Europe'."),
    ("CLUB_TIME_ZONE", "../etc", "must be the name of a time zone {zone} '../etc'."),
    ("DATABASE_URL", "", "must begin with sqlite:// or postgres://."),
    ("DATABASE_URL", "mysql://host/name", "must begin with sqlite:// or postgres://."),
    ("DATABASE_URL", "$OTHER", "must begin with sqlite:// or postgres://."),
    ("DATABASE_URL", "sqlite://", "names no database."),
    ("DATABASE_URL", "sqlite://data.sqlite3", "is not an address that can be read."),
    ("DATABASE_URL", "postgres://host", "names no database."),
    ("DATABASE_URL", "postgres://host:port/name", "is not an address that can be read."),
    ("TASKS", "redis", "must be immediate or database, not 'redis'."),
    ("PGBOUNCER", "transaction", "must be 1 or 0 (true or false, yes or no, on or off), not 'transaction'."),
    ("LOGS", "xml", "must be text or json, not 'xml'."),
    ("SITE_COMMIT", "main", "must be the hexadecimal digits of a commit, not 'main'."),
    ("METRICS", "too short", "must be a token of 16 to 200 letters, digits and signs, without spaces."),
    ("METRICS", "sixteen and spaces", "must be a token of 16 to 200 letters, digits and signs, without spaces."),
    ("BACKUPS", "backups", "must be a path that begins with / or an address such as s3://bucket/folder."),
    ("BACKUPS", "s3://", "must be a path that begins with / or an address such as s3://bucket/folder."),
    ("BACKUPS", "s3://a]b", "must be a path that begins with / or an address such as s3://bucket/folder."),
    ("BACKUPS", "s3://club/x?endpoint=not%20one", "must have an endpoint such as https://s3.example.org."),
    ("BACKUPS", "s3://club?region=eu&endpoint=host:9000", "must have an endpoint such as https://s3.example.org."),
    ("CACHE_URL", "memcached://host", "must begin with redis://, rediss:// or unix://."),
    ("CACHE_URL", "redis://host:port/0", "is not an address that can be read."),
    ("CACHE_URL", "redis://", "must begin with redis://, rediss:// or unix://."),
    ("EMAIL_URL", "", "is not an address that can be read."),
    ("EMAIL_URL", "smtp://host:port", "is not an address that can be read."),
    ("EMAIL_URL", "smtp://", "names no mail server."),
]


@pytest.mark.parametrize(("name", "value", "sentence"), BAD)
def test_a_bad_value_is_refused_in_one_sentence(monkeypatch, name, value, sentence):
    monkeypatch.setenv(name, value)
    with pytest.raises(ImproperlyConfigured) as refused:
        READ[name]()
    assert str(refused.value) == f"{name} {sentence.format(zone='such as Europe/London, not')}"


def test_secret_key_may_begin_with_a_dollar(monkeypatch):
    monkeypatch.setenv("SECRET_KEY", "$ecret")
    assert read_secret_key() == "$ecret"


@pytest.mark.parametrize(("value", "on"), [("1", True), ("Yes", True), ("on", True), ("off", False), ("FALSE", False)])
def test_switch_knows_the_usual_words(monkeypatch, value, on):
    monkeypatch.setenv("DEBUG", value)
    assert read_switch("DEBUG") is on


def test_hosts_lose_their_spaces(monkeypatch):
    monkeypatch.setenv("ALLOWED_HOSTS", "a.example, .b.example ,[::1]")
    assert read_hosts() == ["a.example", ".b.example", "[::1]"]


def test_nothing_more_is_reached_unless_it_is_named(monkeypatch):
    monkeypatch.delenv("CACHE_URL", raising=False)
    assert build_cache_settings("tries", {"tries": MEMORY}) == MEMORY


@pytest.mark.parametrize(
    ("name", "value", "package", "extra"),
    [
        ("METRICS", "t" * 16, "prometheus_client", "metrics"),
        ("CACHE_URL", "redis://host", "redis", "redis"),
        ("TASKS", "database", "django_tasks_db", "tasks"),
    ],
)
def test_a_setting_says_which_package_it_needs(monkeypatch, name, value, package, extra):
    monkeypatch.setenv(name, value)
    monkeypatch.setitem(sys.modules, package, None)  # as where it is not installed
    with pytest.raises(ImproperlyConfigured, match=rf"^{name}.* needs the package {package}: .*\[{extra}\]\.$"):
        READ[name]()


def test_a_file_behind_pgbouncer_is_a_mistake(monkeypatch):
    monkeypatch.setenv("PGBOUNCER", "1")
    monkeypatch.delenv("DATABASE_URL", raising=False)
    with pytest.raises(ImproperlyConfigured, match=r"^PGBOUNCER=1 needs PostgreSQL in DATABASE_URL\.$"):
        build_database_settings("sqlite:///club.sqlite3")


def test_pgbouncer_gets_nothing_that_belongs_to_a_connection(monkeypatch):
    """PgBouncer 1.18 refuses start-up options, and gives each transaction another connection."""
    monkeypatch.setenv("PGBOUNCER", "1")
    found = build_database_settings("postgres://host/name")
    assert found["OPTIONS"].keys() == {"pool", "server_side_binding"}
    assert found["DISABLE_SERVER_SIDE_CURSORS"] is True
