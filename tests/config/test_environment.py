"""Each setting from the environment, and the sentence that refuses a bad one."""

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.db import connection

from config import environment

BAD = [
    (environment.secret_key, "SECRET_KEY", "", "is not set: give it a long random text that only this site knows."),
    (environment.switch, "DEBUG", "maybe", "must be 1 or 0 (true or false, yes or no, on or off), not 'maybe'."),
    (environment.switch, "DEBUG", "", "must be 1 or 0 (true or false, yes or no, on or off), not ''."),
    (environment.text, "CLUB_NAME", " ", "must be a text of 1 to 80 printable characters, not ''."),
    (environment.text, "CLUB_NAME", "a\nb", "must be a text of 1 to 80 printable characters, not 'a\\nb'."),
    (environment.port, "PORT", "eighty", "must be a whole number from 1 to 65535, not 'eighty'."),
    (environment.port, "PORT", "65536", "must be a whole number from 1 to 65535, not '65536'."),
    (environment.port, "PORT", "8_000", "must be a whole number from 1 to 65535, not '8_000'."),
    (environment.hosts, "ALLOWED_HOSTS", "a.example,", "must be host names with commas between them; '' is not one."),
    (
        environment.hosts,
        "ALLOWED_HOSTS",
        "https://a.example",
        "must be host names with commas between them; 'https://a.example' is not one.",
    ),
    (environment.time_zone, "CLUB_TIME_ZONE", "Mars/Base", "must be the name of a time zone {zone} 'Mars/Base'."),
    (environment.time_zone, "CLUB_TIME_ZONE", "Europe", "must be the name of a time zone {zone} 'Europe'."),
    (environment.time_zone, "CLUB_TIME_ZONE", "../etc", "must be the name of a time zone {zone} '../etc'."),
    (environment.database, "DATABASE_URL", "", "must begin with sqlite:// or postgres://."),
    (environment.database, "DATABASE_URL", "mysql://host/name", "must begin with sqlite:// or postgres://."),
    (environment.database, "DATABASE_URL", "$OTHER", "must begin with sqlite:// or postgres://."),
    (environment.database, "DATABASE_URL", "sqlite://", "names no database."),
    (environment.database, "DATABASE_URL", "sqlite://data.sqlite3", "is not an address that can be read."),
    (environment.database, "DATABASE_URL", "postgres://host", "names no database."),
    (environment.database, "DATABASE_URL", "postgres://host:port/name", "is not an address that can be read."),
    (environment.mailer, "EMAIL_URL", "", "is not an address that can be read."),
    (environment.mailer, "EMAIL_URL", "smtp://host:port", "is not an address that can be read."),
    (environment.mailer, "EMAIL_URL", "smtp://", "names no mail server."),
]


@pytest.mark.parametrize(("read", "name", "value", "sentence"), BAD)
def test_a_bad_value_is_refused_in_one_sentence(monkeypatch, read, name, value, sentence):
    monkeypatch.setenv(name, value)
    with pytest.raises(ImproperlyConfigured) as refused:
        read() if read is environment.secret_key else read(name=name, **DEFAULTS.get(read, {}))
    assert str(refused.value) == f"{name} {sentence.format(zone='such as Europe/London, not')}"


DEFAULTS = {environment.text: {"default": "A club"}, environment.database: {"default": "sqlite:////tmp/a"}}


def test_secret_key_may_begin_with_a_dollar(monkeypatch):
    monkeypatch.setenv("SECRET_KEY", "$ecret")
    assert environment.secret_key() == "$ecret"


@pytest.mark.parametrize(("value", "on"), [("1", True), ("Yes", True), ("on", True), ("0", False), ("FALSE", False)])
def test_switch_knows_the_usual_words(monkeypatch, value, on):
    monkeypatch.setenv("DEBUG", value)
    assert environment.switch("DEBUG") is on


def test_hosts_lose_their_spaces(monkeypatch):
    monkeypatch.setenv("ALLOWED_HOSTS", "a.example, .b.example ,[::1]")
    assert environment.hosts() == ["a.example", ".b.example", "[::1]"]


def test_sqlite_waits_for_its_turn_and_writes_safely(monkeypatch):
    monkeypatch.setenv("DATABASE_URL", "sqlite:////var/data.sqlite3")
    config = environment.database("unused")
    assert config["NAME"] == "/var/data.sqlite3"
    assert config["OPTIONS"]["transaction_mode"] == "IMMEDIATE"
    assert config["OPTIONS"]["init_command"] == "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;"


def test_postgres_has_a_pool_whose_connections_are_checked(monkeypatch):
    monkeypatch.setenv("DATABASE_URL", "postgres://us%40er:p%23w@db.example:5433/ladder?sslmode=require")
    config = environment.database("unused")
    assert (config["HOST"], config["PORT"], config["NAME"]) == ("db.example", 5433, "ladder")
    assert (config["USER"], config["PASSWORD"]) == ("us@er", "p#w")
    assert config["CONN_HEALTH_CHECKS"] is True
    assert config["OPTIONS"]["pool"] == {"min_size": 1, "max_size": 8, "timeout": 5}
    assert config["OPTIONS"]["sslmode"] == "require"


def test_postgres_prepares_statements_unless_the_address_says_otherwise(monkeypatch):
    monkeypatch.setenv("DATABASE_URL", "postgres://ladder@pg/club")
    assert environment.database("sqlite:///x")["OPTIONS"]["prepare_threshold"] == 5

    monkeypatch.setenv("DATABASE_URL", "postgres://ladder@pg/club?prepare_threshold=1000000")
    options = environment.database("sqlite:///x")["OPTIONS"]

    assert (options["server_side_binding"], options["prepare_threshold"]) == (True, 1_000_000)


@pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite has no such setting")
@pytest.mark.django_db
def test_postgres_plans_by_the_values_that_a_question_has():
    with connection.cursor() as cursor:
        cursor.execute("SHOW plan_cache_mode")
        assert cursor.fetchone() == ("force_custom_plan",)


def test_mailer_speaks_to_the_server_it_is_given(monkeypatch):
    monkeypatch.setenv("EMAIL_URL", "smtp+tls://club%40a.example:secret@mail.example:587")
    mailer = environment.mailer()
    assert mailer["OPTIONS"] == {
        "host": "mail.example",
        "port": 587,
        "username": "club@a.example",
        "password": "secret",
        "use_tls": True,
        "timeout": 10,
    }
    assert environment.sender(mailer, ["ladder.example"]) == "club@a.example"


def test_mail_comes_from_the_site_when_the_account_is_no_address(monkeypatch):
    monkeypatch.setenv("EMAIL_URL", "smtp://mail.example:25")
    assert environment.sender(environment.mailer(), [".club.example"]) == "ladder@club.example"
