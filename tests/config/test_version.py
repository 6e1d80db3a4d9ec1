"""The version that runs, and its commit: where they come from, and where they are shown."""

import subprocess

import pytest
from django.conf import settings
from django.template.loader import render_to_string

from config.version import VERSION, ask_git, find_commit, name_release
from tests.factories import make_ladder, signed_in

GIT = ("git", "-c", "user.name=Ada", "-c", "user.email=ada@example.org", "-c", "init.defaultBranch=main")


@pytest.fixture
def clone(tmp_path):
    """A folder that is a clone with one commit."""
    for command in (("init", "--quiet"), ("commit", "--quiet", "--allow-empty", "--message", "Begin")):
        subprocess.run([*GIT, *command], cwd=tmp_path, check=True)
    return tmp_path


def test_a_clone_asks_git(clone):
    known = subprocess.run([*GIT, "rev-parse", "HEAD"], cwd=clone, capture_output=True, text=True, check=True)
    assert ask_git(clone) == known.stdout[:8]


def test_a_folder_within_somebody_elses_clone_has_no_commit(clone):
    (clone / "site").mkdir()
    assert ask_git(clone / "site") == ""


def test_without_git_there_is_no_commit(clone, monkeypatch):
    monkeypatch.setenv("PATH", "")
    assert ask_git(clone) == ""


def test_a_package_knows_its_commit_and_the_environment_comes_first(tmp_path, monkeypatch):
    monkeypatch.delenv("SITE_COMMIT", raising=False)
    monkeypatch.setattr("config.version.COMMIT_FILE", tmp_path / "config/commit.txt")
    assert name_release() == VERSION
    (tmp_path / "config").mkdir()
    (tmp_path / "config/commit.txt").write_text("0a1b2c3d\n")
    assert name_release() == f"{VERSION} (0a1b2c3d)"
    monkeypatch.setenv("SITE_COMMIT", "1234567890abcdef")
    assert find_commit() == "12345678"


@pytest.mark.pages
@pytest.mark.django_db
def test_error_pages_and_the_desk_name_the_version(client, organiser, settings):
    settings.VERSION = "1.2.3 (0a1b2c3d)"
    make_ladder()
    for page in ("400", "500", "503"):
        assert "Club ladder 1.2.3 (0a1b2c3d)" in render_to_string(f"{page}.html")
    assert "Club ladder 1.2.3 (0a1b2c3d)" in client.get("/nowhere/").content.decode()
    assert "Club ladder 1.2.3 (0a1b2c3d)" in signed_in(organiser).get("/desk").content.decode()


def test_the_settings_and_the_change_log_have_it():
    assert settings.VERSION.startswith(VERSION)
    assert f"\n## {VERSION}, " in (settings.BASE_DIR / "CHANGELOG.md").read_text()
