"""Automatic backups in a folder: made, checked, kept by the rule, told on the desk, and restored elsewhere."""

import os
import subprocess
import sys
from datetime import UTC, datetime, timedelta

import pytest
from django.conf import settings as site
from django.core.exceptions import ValidationError
from django.utils import timezone

from ladder import ledger
from ladder.backups.automatic.runs import BackupBusy, claim_backup, is_backup_due, make_automatic_backup
from ladder.backups.automatic.state import load_backup_state
from ladder.backups.automatic.stores import build_backup_name
from ladder.models import AutomaticBackups, FirstStep, Ladder, MatchRevision
from tests.factories import make_ladder, play, season_of
from tests.ladder.backups.sample_site import make_club

pytestmark = pytest.mark.django_db

RESTORING = """
import sys, tests.settings as s
s.MIGRATION_MODULES = {app: None for app in ("ladder", "players", "account", "mfa", "usersessions", "auth", "admin",
    "contenttypes", "sessions")}
import django; django.setup()
from django.core.management import call_command
call_command("migrate", run_syncdb=True, verbosity=0)
call_command("restore", sys.argv[1], yes=True)
for pair in sys.argv[2:]:
    ladder, fingerprint = pair.split("=")
    call_command("verify", ladder, same_as=fingerprint)
call_command("backup", due=True)
call_command("backup", due=True)
"""


@pytest.fixture
def folder(tmp_path, settings):
    settings.BACKUPS = str(tmp_path / "backups")
    return tmp_path / "backups"


@pytest.mark.once
def test_what_was_backed_up_by_itself_is_restored_into_another_database(folder, tmp_path, organiser):
    """The rehearsal: its own process, an empty database, the file as it lies in the folder, verify, fingerprints."""
    make_club(organiser)
    made = make_automatic_backup()
    (file,) = folder.iterdir()
    assert (file.name, file.stat().st_size) == (made.file_name, made.size)
    assert (file.stat().st_mode & 0o777, folder.stat().st_mode & 0o777) == (0o600, 0o700)
    assert FirstStep.objects.filter(key="backup").exists()
    fingerprints = [f"{one.slug}={ledger.fingerprint(one)}" for one in Ladder.objects.all()]
    assert len(fingerprints) == 2
    restored = subprocess.run(
        [sys.executable, "-c", RESTORING, str(file), *fingerprints],
        env={
            "PATH": os.environ["PATH"],
            "DATABASE_URL": f"sqlite:///{tmp_path / 'other.sqlite3'}",
            "DJANGO_SETTINGS_MODULE": "tests.settings",
            "BACKUPS": str(tmp_path / "other"),
        },
        cwd=site.BASE_DIR,
        capture_output=True,
        text=True,
    )
    assert restored.returncode == 0, restored.stderr
    assert "Restored." in restored.stdout
    assert [pair.partition("=")[2] in restored.stdout for pair in fingerprints] == [True, True]
    assert len(list((tmp_path / "other").iterdir())) == 1  # of two that were asked for if due


def test_a_new_one_takes_the_place_of_what_the_rule_does_not_keep(folder):
    folder.mkdir()
    old = [datetime(2020, 1, day, 3, tzinfo=UTC) for day in range(1, 32)]
    for moment in old:
        (folder / build_backup_name(moment)).write_bytes(b"")
    (folder / "club-ladder-photo.zip").write_bytes(b"not ours")
    made = make_automatic_backup()
    left = {path.name for path in folder.iterdir()} - {made.file_name, "club-ladder-photo.zip"}
    # with the new one seven days, Sundays of the weeks before, and no month: January's last is kept as a day
    assert left == {build_backup_name(old[day - 1]) for day in (26, 27, 28, 29, 30, 31, 19, 12, 5)}


def test_one_process_makes_it_and_one_that_was_killed_holds_nobody_up_for_long(folder):
    claim_backup(timezone.now())
    assert not is_backup_due()
    with pytest.raises(BackupBusy):
        make_automatic_backup()
    AutomaticBackups.objects.update(busy_until=timezone.now() - timedelta(seconds=1))
    assert is_backup_due()
    make_automatic_backup()
    assert not is_backup_due()
    AutomaticBackups.objects.update(made_at=timezone.now() - timedelta(hours=24))
    assert is_backup_due()


def test_a_backup_that_cannot_be_opened_is_no_backup_and_the_older_ones_stay(folder):
    folder.mkdir()
    old = [build_backup_name(datetime(2020, 1, day, 3, tzinfo=UTC)) for day in range(1, 15)]
    for name in old:
        (folder / name).write_bytes(b"")

    play(season_of(make_ladder()), "Ada", "Bo")
    MatchRevision.objects.update(version="nobody")  # a version that no page could show
    with pytest.raises(ValidationError, match=r"No backup was made: ladder\.matchrevision\.jsonl, line 1: "):
        make_automatic_backup()
    assert sorted(path.name for path in folder.iterdir()) == old
    assert not is_backup_due()  # a quarter of an hour later it is
    AutomaticBackups.objects.update(tried_at=timezone.now() - timedelta(minutes=15))
    assert is_backup_due()


def test_the_desk_says_how_old_it_is_and_what_failed(folder, client, organiser, caplog, settings):
    play(season_of(make_ladder()), "Ada", "Bo")
    client.force_login(organiser)
    assert "No automatic backup has been made yet." in client.get("/desk").text
    make_automatic_backup()
    shown = client.get("/desk").text
    assert "The last automatic backup was made 0 minutes ago" in shown
    assert '<span class="tag warn">Backup</span>' not in shown
    AutomaticBackups.objects.update(made_at=timezone.now() - timedelta(hours=29, minutes=59))
    assert not load_backup_state().is_worrying
    AutomaticBackups.objects.update(made_at=timezone.now() - timedelta(hours=30, minutes=1))
    assert load_backup_state().is_worrying
    settings.BACKUPS = lost = str(folder / "no" / "such" / "folder")
    with pytest.raises(ValidationError):
        make_automatic_backup()
    assert caplog.records[-1].levelname == "ERROR"
    assert caplog.records[-1].getMessage() == f"The automatic backup failed: {lost}: No such file or directory."
    shown = client.get("/desk").text
    assert '<span class="tag warn">Backup</span>' in shown
    assert f"The last try failed: {lost}: No such file or directory." in shown


def test_a_site_without_the_setting_says_and_does_nothing(client, organiser):
    make_ladder()
    client.force_login(organiser)
    assert load_backup_state() is None
    assert "utomatic backup" not in client.get("/desk").text + client.get("/backup").text
