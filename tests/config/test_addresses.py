"""The addresses of the database and of the mail server; test_environment.py has what they refuse."""

import pytest
from django.db import connection

from config.environment import build_database_settings, build_mailer_settings, find_sender_address


def test_sqlite_waits_for_its_turn_and_writes_safely(monkeypatch):
    monkeypatch.setenv("DATABASE_URL", "sqlite:////var/data.sqlite3")
    config = build_database_settings("unused")
    assert config["NAME"] == "/var/data.sqlite3"
    assert config["OPTIONS"]["transaction_mode"] == "IMMEDIATE"
    assert config["OPTIONS"]["init_command"].startswith("PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;")


@pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL has no such setting")
@pytest.mark.django_db
def test_sqlite_reads_no_map_of_its_file():
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA mmap_size")
        assert cursor.fetchone() == (0,)


def test_postgres_has_a_pool_whose_connections_are_checked(monkeypatch):
    monkeypatch.setenv("DATABASE_URL", "postgres://us%40er:p%23w@db.example:5433/ladder?sslmode=require")
    config = build_database_settings("unused")
    assert (config["HOST"], config["PORT"], config["NAME"]) == ("db.example", 5433, "ladder")
    assert (config["USER"], config["PASSWORD"]) == ("us@er", "p#w")
    assert config["CONN_HEALTH_CHECKS"] is True
    assert config["OPTIONS"]["pool"] == {"min_size": 1, "max_size": 10, "timeout": 4, "reconnect_timeout": 3}
    assert config["OPTIONS"]["sslmode"] == "require"


def test_postgres_prepares_statements_unless_the_address_says_otherwise(monkeypatch):
    monkeypatch.setenv("DATABASE_URL", "postgres://ladder@pg/club")
    assert build_database_settings("sqlite:///x")["OPTIONS"]["prepare_threshold"] == 5

    monkeypatch.setenv("DATABASE_URL", "postgres://ladder@pg/club?prepare_threshold=1000000")
    options = build_database_settings("sqlite:///x")["OPTIONS"]

    assert (options["server_side_binding"], options["prepare_threshold"]) == (True, 1_000_000)


@pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite has no such setting")
@pytest.mark.django_db
def test_postgres_plans_by_the_values_that_a_question_has():
    with connection.cursor() as cursor:
        cursor.execute("SHOW plan_cache_mode")
        assert cursor.fetchone() == ("force_custom_plan",)


def test_mailer_speaks_to_the_server_it_is_given(monkeypatch):
    monkeypatch.setenv("EMAIL_URL", "smtp+tls://club%40a.example:secret@mail.example:587")
    mailer = build_mailer_settings()
    assert mailer["OPTIONS"] == {
        "host": "mail.example",
        "port": 587,
        "username": "club@a.example",
        "password": "secret",
        "use_tls": True,
        "timeout": 10,
    }
    assert find_sender_address(mailer, ["ladder.example"]) == "club@a.example"


def test_mail_comes_from_the_site_when_the_account_is_no_address(monkeypatch):
    monkeypatch.setenv("EMAIL_URL", "smtp://mail.example:25")
    assert find_sender_address(build_mailer_settings(), [".club.example"]) == "ladder@club.example"
