"""Every database and backup of every version that was given out goes on with this one, with the same ratings."""

import gzip
import json
import re
import secrets
from contextlib import contextmanager
from pathlib import Path

import pytest
from django.core.management import call_command
from django.db import connection
from django.test import Client, override_settings

from config.version import VERSION
from ladder import ledger
from ladder.backups.actions import restore_backup
from ladder.backups.queries.inspection import open_backup
from ladder.models import Fixture, Ladder, Match
from ladder.models.fixture import STORED_STATES
from tests.factories import play, season_of
from tests.released.club import describe_club
from tests.simulator.rounds import close_connections, override_as_test, use_scratch_database

pytestmark = pytest.mark.django_db(transaction=True)

ROOT, FOLDER = Path(__file__).parent.parent.parent, Path(__file__).parent
KEPT = sorted(path.parent.name for path in FOLDER.glob("*/expected.json"))
LAST_DIGITS = 1e-9  # another machine's exp() and sqrt() may differ there
each_version = pytest.mark.parametrize("version", KEPT)


def test_every_version_that_was_given_out_is_kept():
    released = re.findall(r"^## (\d+\.\d+\.\d+),", (ROOT / "CHANGELOG.md").read_text("utf-8"), re.MULTILINE)
    assert {"1.0.0", *released} == {*KEPT}
    assert VERSION in released


@each_version
def test_its_database_goes_on(version, tmp_path):
    with use_kept_database(version, tmp_path):
        check_club(version)
        check_pages()
        match = play(season_of(Ladder.objects.get(slug="club")), "Ada", "Bo")
        assert ledger.verify(match.season.ladder) == []


@each_version
def test_its_backup_is_restored(version):
    with use_scratch_database():
        with (FOLDER / version / "backup.zip").open("rb") as file:
            restore_backup(backup=open_backup(file))
        check_club(version)
        check_pages()


def check_club(version):
    """Compare what the club is now with what it was, and each stored ledger with a replay by this version."""
    was, now = json.loads((FOLDER / version / "expected.json").read_text("utf-8")), describe_club()
    assert now["fingerprints"] == was["fingerprints"]
    assert now["points"].keys() == was["points"].keys()
    for board, points in was["points"].items():
        assert now["points"][board] == pytest.approx(points, rel=LAST_DIGITS), board
    for ladder in Ladder.objects.all():
        assert ledger.has_fingerprint(ladder, was["fingerprints"][ladder.slug])
    assert Match.objects.filter(status="void").exists()
    assert {one.status for one in Fixture.objects.all()} == {*STORED_STATES}
    assert Fixture.objects.filter(match__status="counted").exists()


def check_pages():
    """Open the pages that people begin with, as a visitor and as the owner."""
    visitor, owner = Client(), Client()
    owner.login(username="owner", password="let me in")
    for browser in (visitor, owner):
        for url in (
            "/",
            *(f"/{slug}/{page}" for slug in ("club", "rungs", "doubles") for page in ("", "log", "story")),
        ):
            assert browser.get(url).status_code == 200, url
    assert owner.get("/desk", follow=True).status_code == 200


@contextmanager
def use_kept_database(version, folder):
    """Connect to a copy of the database of a version, which this one has migrated; at the end to the site's again."""
    site = connection.settings_dict["NAME"]
    close_connections()
    with put_there(version, folder) as name:
        try:
            connection.settings_dict["NAME"] = name
            with override_as_test(), override_settings(MIGRATION_MODULES={}):
                call_command("migrate", verbosity=0)
                yield
        finally:
            close_connections()
            connection.settings_dict["NAME"] = site


@contextmanager
def put_there(version, folder):
    """Put a copy of the database of a version into a new file, or beside the site's; yield its name."""
    if connection.vendor == "sqlite":
        path = folder / "kept.sqlite3"
        path.write_bytes(gzip.decompress((FOLDER / version / "sqlite.sqlite3.gz").read_bytes()))
        yield str(path)
        return
    name, site = f"kept_{secrets.token_hex(6)}", connection.settings_dict["NAME"]
    with connection.cursor() as cursor:
        cursor.execute(f"CREATE DATABASE {name} TEMPLATE template0 ENCODING 'UTF8'")
    close_connections()
    connection.settings_dict["NAME"] = name
    with connection.cursor() as cursor:
        cursor.connection.execute(gzip.decompress((FOLDER / version / "postgresql.sql.gz").read_bytes()))
    close_connections()  # it has set what the site does not
    try:
        yield name
    finally:
        connection.settings_dict["NAME"] = site
        with connection.cursor() as cursor:
            cursor.execute(f"DROP DATABASE {name} WITH (FORCE)")
