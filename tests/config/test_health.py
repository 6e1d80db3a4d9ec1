"""The address that a container's health check asks, and the check itself."""

import pytest
from django.conf import settings
from django.db import OperationalError, connection

from config.probe import probe_site

pytestmark = pytest.mark.django_db


def test_health_is_ok_while_the_database_answers(client):
    response = client.get("/healthz")
    assert (response.status_code, response.content) == (200, b"ok\n")
    assert response["X-Version"] == settings.VERSION


def test_health_is_never_kept_by_a_cache(client):
    assert "no-store" in client.get("/healthz")["Cache-Control"]


def test_health_is_503_when_the_database_is_gone(client):
    def gone(*arguments):
        raise OperationalError("gone")

    with connection.execute_wrapper(gone):
        answer = client.get("/healthz")
    assert (answer.status_code, answer.content) == (503, b"The database does not answer.\n")


def test_health_is_exempt_from_the_redirect_to_https(client, settings):
    settings.SECURE_SSL_REDIRECT = True
    settings.SECURE_REDIRECT_EXEMPT = [r"^healthz$"]
    assert client.get("/healthz").status_code == 200
    assert client.get("/theme").status_code == 301


def test_probe_asks_the_running_site(live_server, monkeypatch):
    monkeypatch.setenv("PORT", str(live_server.thread.port))
    monkeypatch.setenv("ALLOWED_HOSTS", "localhost,elsewhere.example")
    assert probe_site() == 0


def test_probe_fails_when_nothing_answers(unused_port, monkeypatch):
    monkeypatch.setenv("PORT", str(unused_port))
    assert probe_site() == 1
