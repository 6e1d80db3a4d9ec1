"""Which port the server takes, and who may set up a new site."""

import os
import re

import pytest
from django.core.exceptions import ImproperlyConfigured

from config.serve import CODE, free_port, offer


def test_a_free_port_is_taken(unused_port):
    assert free_port("127.0.0.1", unused_port) == unused_port


def test_a_taken_port_is_left_for_the_next_free_one(taken_port, capsys):
    assert free_port("127.0.0.1", taken_port) > taken_port
    assert capsys.readouterr().out.splitlines()[0] == f"Port {taken_port} is taken, trying the next one."


def test_a_container_does_not_look_for_another_port(taken_port):
    with pytest.raises(ImproperlyConfigured) as refused:
        free_port("0.0.0.0", taken_port)
    assert str(refused.value) == f"Port {taken_port} on 0.0.0.0 cannot be used: Address already in use."


@pytest.fixture
def surroundings(monkeypatch):
    monkeypatch.delenv(CODE, raising=False)


@pytest.mark.django_db
def test_a_site_that_nobody_owns_gets_a_new_code_at_each_start(surroundings):
    offer()
    first = os.environ.pop(CODE)
    offer()
    assert re.fullmatch("[A-Z2-9]{4}(-[A-Z2-9]{4}){2}", first)
    assert os.environ[CODE] != first


@pytest.mark.django_db
def test_the_installer_s_own_code_is_kept(surroundings, monkeypatch):
    monkeypatch.setenv(CODE, "chosen by the host")
    offer()
    assert os.environ[CODE] == "chosen by the host"


def test_a_site_with_an_owner_has_no_code(surroundings, organiser, monkeypatch):
    monkeypatch.setenv(CODE, "chosen by the host")
    offer()
    assert CODE not in os.environ
