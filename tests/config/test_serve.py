"""Which port the server takes, and who may set up a new site."""

import os
import re
from importlib import import_module
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.core.management import CommandError, call_command

from config.environment import read_port
from config.serve import SETUP_CODE_VARIABLE, add_demonstration, become_server, find_free_port, offer_ownership
from config.sqlite import check_writable
from players.models import Player


def test_a_free_port_is_taken(unused_port):
    assert find_free_port("127.0.0.1", unused_port) == unused_port


def test_a_taken_port_is_left_for_the_next_free_one(taken_port, capsys):
    assert find_free_port("127.0.0.1", taken_port) > taken_port
    assert capsys.readouterr().out.splitlines()[0] == f"Port {taken_port} is taken, trying the next one."


@pytest.fixture
def became(monkeypatch):
    """The ports that workers are told, once each server has taken this process's place."""
    became = []
    monkeypatch.setenv("PORT", "8000")
    monkeypatch.chdir(".")  # goes back to where it was
    monkeypatch.setattr("os.execv", lambda *_: became.append(read_port()))
    monkeypatch.setattr("config.serve.allow_connections", lambda: None)
    return became


@pytest.mark.django_db
def test_workers_link_to_the_port_that_is_listened_on(became, unused_port):
    become_server("127.0.0.1", unused_port)
    assert became == [unused_port]


@pytest.mark.django_db
@pytest.mark.usefixtures("became")
def test_the_link_for_the_owner_is_one_that_a_browser_can_open(monkeypatch, settings, capsys):
    monkeypatch.setenv(SETUP_CODE_VARIABLE, "ABCD-EFGH-JKLM")
    settings.HTTPS, settings.SITE_URL = True, "https://ladder.example.org"
    become_server("0.0.0.0", 8000)
    settings.HTTPS = False
    become_server("127.0.0.1", 8000)
    assert re.findall(r"http\S*setup\S*", capsys.readouterr().out) == [
        "https://ladder.example.org/setup?code=ABCD-EFGH-JKLM",
        "http://127.0.0.1:8000/setup?code=ABCD-EFGH-JKLM",
    ]


def test_a_database_in_a_folder_that_is_missing_is_refused(tmp_path):
    with pytest.raises(ImproperlyConfigured) as refused:
        check_writable(tmp_path / "srv" / "db.sqlite3")
    assert str(refused.value) == f"There is no folder {tmp_path}/srv. Nothing was started."
    assert check_writable(tmp_path / "db.sqlite3") is None


def test_a_container_does_not_look_for_another_port(taken_port):
    with pytest.raises(ImproperlyConfigured) as refused:
        find_free_port("0.0.0.0", taken_port)
    assert str(refused.value) == f"Port {taken_port} on 0.0.0.0 cannot be used: Address already in use."


@pytest.fixture
def filled(monkeypatch, settings):
    """What `fill` does for a site that listens somewhere: the commands that it calls."""

    def filled(host="127.0.0.1", demo=None, **changed):
        called = []
        monkeypatch.setattr("config.serve.call_command", called.append)
        settings.ALLOWED_HOSTS, settings.INSECURE_HTTP = ["localhost", "127.0.0.1"], True
        for name, value in changed.items():
            setattr(settings, name, value)
        monkeypatch.delenv("DEMO", raising=False)
        if demo:
            monkeypatch.setenv("DEMO", demo)
        add_demonstration(host)
        return called

    return filled


@pytest.mark.django_db
def test_an_empty_site_of_this_machine_alone_gets_the_demonstration(filled):
    assert filled() == ["create_demo"]
    assert filled(demo="0") == []
    Player.objects.create(name="Ana")
    assert filled() == []


@pytest.mark.django_db
def test_a_site_that_others_reach_gets_the_demonstration_only_when_it_is_asked_for(filled):
    assert filled("0.0.0.0") == []
    assert filled(INSECURE_HTTP=False) == []  # there is a proxy before it
    assert filled(ALLOWED_HOSTS=["localhost", "ladder.example.org"]) == []
    assert filled("0.0.0.0", demo="1") == ["create_demo"]


def test_a_club_that_somebody_owns_never_gets_the_demonstration(filled, organiser, capsys):
    assert filled() == []
    assert filled(demo="1") == []
    with pytest.raises(CommandError, match="This club has an owner"):
        call_command("create_demo")
    assert capsys.readouterr().out == "This club has an owner, so the demonstration is not added.\n"


@pytest.fixture
def surroundings(monkeypatch):
    monkeypatch.delenv(SETUP_CODE_VARIABLE, raising=False)


@pytest.mark.django_db
def test_a_site_that_nobody_owns_gets_a_new_code_at_each_start(surroundings):
    offer_ownership()
    first = os.environ.pop(SETUP_CODE_VARIABLE)
    offer_ownership()
    assert re.fullmatch("[A-Z2-9]{4}(-[A-Z2-9]{4}){2}", first)
    assert os.environ[SETUP_CODE_VARIABLE] != first


@pytest.mark.django_db
def test_the_installer_s_own_code_is_kept(surroundings, monkeypatch):
    monkeypatch.setenv(SETUP_CODE_VARIABLE, "chosen by the host")
    offer_ownership()
    assert os.environ[SETUP_CODE_VARIABLE] == "chosen by the host"


def test_a_site_with_an_owner_has_no_code(surroundings, organiser, monkeypatch):
    monkeypatch.setenv(SETUP_CODE_VARIABLE, "chosen by the host")
    offer_ownership()
    assert SETUP_CODE_VARIABLE not in os.environ


def test_the_container_collects_static_files_by_a_function_that_exists():
    module, name, called = re.search(r"from (\S+) import (\w+); (\w+)\(\)", Path("Dockerfile").read_text()).groups()
    assert name == called
    assert callable(getattr(import_module(module), name))
