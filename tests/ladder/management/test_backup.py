"""Backing up and restoring from the command line."""

import pytest
from django.contrib.auth.models import User

from ladder.models import Ladder, Match
from tests.factories import make_ladder, play, season_of

pytestmark = pytest.mark.django_db


def test_backed_up_and_restored_the_site_is_as_it_was(run, tmp_path, organiser):
    season, file = season_of(make_ladder()), tmp_path / "club.zip"
    play(season, "Ada", "Bo")
    assert run("backup", str(file)).out.startswith(f"The site is in {file}.")
    play(season, "Ada", "Bo")
    refused = run("restore", str(file))
    assert (refused.code, refused.err) == (2, "Nothing was changed. To replace what is here, give --yes.\n")
    assert "  Club: different from here\n" in refused.out
    assert "  Matches: 1 in the file, 2 here\n" in refused.out
    assert run("restore", str(file), "--yes").out.endswith("Restored. Everybody has to sign in again.\n")
    assert Match.objects.count() == 1


def test_on_an_empty_site_nothing_is_asked(run, tmp_path):
    file = tmp_path / "club.zip"
    run("backup", str(file))
    assert run("restore", str(file)).code == 0


def test_a_file_without_an_owner_is_said_before_the_yes(run, tmp_path, organiser):
    file, owned = tmp_path / "club.zip", tmp_path / "owned.zip"
    run("backup", str(owned))
    User.objects.filter(pk=organiser.pk).update(is_staff=False)
    run("backup", str(file))
    first, second = run("restore", str(file)).err.splitlines()
    assert first.startswith("No account in this file owns the club,")
    assert second == "Nothing was changed. To replace what is here, give --yes."
    assert run("restore", str(owned), "--yes").err == ""


def test_what_cannot_be_read_or_written_is_said(run, tmp_path):
    (tmp_path / "words.zip").write_text("words")
    assert run("restore", str(tmp_path / "words.zip")).err == "This isn't a complete ZIP file.\n"
    assert run("restore", str(tmp_path / "none.zip")).err.endswith(
        "none.zip can't be read: No such file or directory.\n"
    )
    assert run("backup", str(tmp_path / "no" / "b.zip")).code == 2
    assert [one.name for one in tmp_path.iterdir()] == ["words.zip"]
    assert not Ladder.objects.exists()


def test_a_backup_is_for_its_owner_to_read_and_nothing_is_left_beside_it(run, tmp_path):
    run("backup", str(tmp_path / "club.zip"))
    (file,) = tmp_path.iterdir()
    assert file.stat().st_mode & 0o077 == 0


def test_the_command_needs_a_file_or_the_setting(run, tmp_path, settings):
    settings.BACKUPS = str(tmp_path / "backups")
    assert run("backup").out.startswith("club-ladder-")
    assert len(list((tmp_path / "backups").iterdir())) == 1
    settings.BACKUPS = ""
    refused = run("backup")
    assert (refused.code, refused.err) == (
        2,
        "Name a file, or set BACKUPS to the folder or the s3:// address where automatic backups go.\n",
    )
