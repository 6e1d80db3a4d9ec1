"""What is refused before anything is touched: damaged, foreign, hostile and newer files."""

import io
import json
import re
import tracemalloc
import zipfile

import pytest
from django.conf import settings
from django.core.exceptions import ValidationError

from ladder.backups.queries import inspection
from ladder.backups.queries.archive import NO_CLUB_BACKUP
from ladder.backups.queries.inspection import NO_ZIP, open_backup
from ladder.backups.queries.tables import list_backup_tables
from tests.factories import make_ladder, play, season_of
from tests.ladder.backups.sample_site import changed, packed, said_of, written

pytestmark = pytest.mark.django_db
PLAYERS = "players.player.jsonl"


@pytest.fixture(scope="module")
def content(store_once):
    return store_once(make_small_backup)


def make_small_backup():
    play(season_of(make_ladder()), "Ada", "Bo")
    return written()


def refusal(content):
    """Return why this content is refused."""
    with pytest.raises(ValidationError) as refused:
        open_backup(io.BytesIO(content))
    return refused.value.messages[0]


def taken_apart(content):
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    return files, json.loads(files.pop("manifest.json"))


def test_a_whole_file_tells_what_is_in_it(content):
    backup = open_backup(io.BytesIO(content))
    counts = {model._meta.label: backup.count(model) for model in list_backup_tables()}
    assert backup.manifest.made_by == f"Club ladder {settings.VERSION}"
    assert (counts["players.Player"], counts["ladder.Match"], counts["ladder.MatchRevision"]) == (2, 1, 1)


@pytest.mark.parametrize("share", [0.0, 0.3, 0.9, 0.999])
def test_a_truncated_file_is_refused(content, share):
    assert refusal(content[: int(len(content) * share)]) == "This isn't a complete ZIP file."


def test_every_damaged_byte_is_found(content):
    for place in range(30, len(content), len(content) // 60):
        damaged = bytearray(content)
        damaged[place] ^= 0x55
        try:
            open_backup(io.BytesIO(bytes(damaged)))
        except ValidationError:
            continue
        assert content_of(bytes(damaged)) == content_of(content)  # the byte says nothing, such as a file's date


def content_of(content):
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


@pytest.mark.parametrize("content_of_another", [b"", b"PK\x05\x06" + b"\0" * 18, b"%PDF-1.7", b"\x1f\x8b\x08"])
def test_a_foreign_file_is_refused(content_of_another):
    assert refusal(content_of_another) in (NO_ZIP, NO_CLUB_BACKUP)


@pytest.mark.parametrize(
    "manifest", [[], {}, {"format": "zip"}, {"format": "club-ladder-backup", "version": 1}, {"files": []}]
)
def test_a_list_that_is_not_ours_is_refused(manifest):
    assert refusal(packed({}, manifest)) in (NO_CLUB_BACKUP, "The backup's list of contents is damaged.")


@pytest.mark.parametrize(
    ("key", "value", "sentence"),
    [
        ("version", 2, "This backup has version 2. This site reads version 1."),
        ("version", "9" * 400, "This backup has version 999999999. This site reads version 1."),
        ("made_at", "today", "The backup's list of contents is damaged."),
        ("time_zone", "../../etc/passwd", "The backup's list of contents is damaged."),
        ("ladders", ["club"], "The backup's list of contents is damaged."),
        ("files", {PLAYERS: {"rows": -1, "bytes": 0, "sha256": ""}}, "The backup's list of contents is damaged."),
    ],
)
def test_a_list_that_says_something_else_is_refused(content, key, value, sentence):
    assert refusal(changed(content, change=lambda manifest: manifest | {key: value})) == sentence


@pytest.mark.parametrize("name", ["../../evil.py", "/etc/passwd", "players.player.jsonl/", "manifest.json.bak"])
def test_a_file_that_is_not_in_the_list_is_refused(content, name):
    files, manifest = taken_apart(content)
    assert refusal(packed(files | {name: b"x"}, manifest)) == "The backup's files don't match its list of contents."


@pytest.mark.parametrize("name", ["../../evil.py", "sessions.session.jsonl", "ladder.standing.jsonl", "x.y.jsonl"])
def test_a_listed_file_that_is_no_table_of_a_backup_is_refused(content, name):
    files, manifest = taken_apart(content)
    manifest["files"][name] = said_of(b"{}\n")
    refused = f"This site doesn't know {name}. The backup is of a newer one; upgrade first."
    assert refusal(packed(files | {name: b"{}\n"}, manifest)) == refused


def test_a_file_that_is_missing_or_there_twice_is_refused(content, recwarn):
    files, manifest = taken_apart(content)
    assert (
        refusal(packed({PLAYERS: files[PLAYERS]}, manifest)) == "The backup's files don't match its list of contents."
    )
    file = io.BytesIO(content)
    with zipfile.ZipFile(file, "a") as archive, pytest.warns(UserWarning, match="Duplicate name"):
        archive.writestr(PLAYERS, files[PLAYERS])
    assert refusal(file.getvalue()) == "The backup's files don't match its list of contents."


def test_a_file_that_the_list_tells_otherwise_is_refused(content):
    damaged = changed(content, PLAYERS, change=lambda lines: lines[:1], honest=False)
    assert refusal(damaged) == f"{PLAYERS} doesn't match the list of contents: the backup is damaged."


def test_a_zip_bomb_is_not_unpacked(content, monkeypatch):
    files, manifest = taken_apart(content)
    bomb = b"0" * 3_000_000
    manifest["files"][PLAYERS] = {"rows": 0, "bytes": len(bomb), "sha256": "0"}
    monkeypatch.setattr(inspection, "MOST_UNPACKED_BYTES", 2 << 20)
    assert refusal(packed(files | {PLAYERS: bomb}, manifest)) == "The backup would unpack to more than 2 MB."


def test_a_file_on_the_server_may_be_as_large_as_is_said(content):
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        size = sum(info.file_size for info in archive.infolist())
    assert open_backup(io.BytesIO(content), most_bytes=size).manifest.club
    with pytest.raises(ValidationError, match="would unpack to more than 0 MB"):
        open_backup(io.BytesIO(content), most_bytes=size - 1)


def test_a_bomb_that_lies_about_its_size_is_damaged(content):
    files, manifest = taken_apart(content)
    manifest["files"][PLAYERS] = {"rows": 0, "bytes": 10, "sha256": "0"}
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in (files | {PLAYERS: b"0" * 3_000_000, "manifest.json": json.dumps(manifest)}).items():
            archive.writestr(name, text)
        archive.getinfo(PLAYERS).file_size = 10
    assert refusal(file.getvalue()) == "The file is damaged."


@pytest.mark.parametrize(
    ("was", "is_now", "why"),
    [
        (b'"Ada"', b'"Ada\\u0000"', "name holds a null byte"),
        (b'"Ada"', b"null", "name is missing"),
        (b'"name": "Ada"', b'"name": "' + b"A" * 500 + b'"', "A name has at most 80 characters"),
        (rb'"id": \d+', b'"id": 99999999999999999999', "Ensure this value is less than or equal to"),
        (rb'"id": \d+', b'"id": NaN', "NaN"),
        (rb'"id": \d+', b'"id": ' + b"[" * 100_000, "recursion"),
        (b'"name"', b'"is_owner": 1, "name"', "is_owner is unknown here"),
        (b'"joined_at": "2', b'"joined_at": "x', "invalid format"),
        (rb'\+00:00"', b'"', "joined_at has no time zone"),
        (b'"key": "ada", ', b"", "key is missing"),
        (rb"\{", b"[", "Expecting"),
    ],
)
def test_a_row_that_the_table_cannot_hold_is_refused_with_its_line(content, was, is_now, why):
    damaged = changed(
        content, PLAYERS, change=lambda lines: [re.sub(was, lambda _: is_now, lines[0], count=1), *lines[1:]]
    )
    refused = refusal(damaged)
    assert refused.startswith(f"{PLAYERS}, line 1: ")
    assert why.lower() in refused.lower()


def test_a_choice_that_nobody_has_is_refused(content):
    name = "ladder.ladder.jsonl"
    damaged = changed(content, name, change=lambda lines: [re.sub(rb'"players"', b'"anyone"', line) for line in lines])
    assert refusal(damaged) == f"{name}, line 1: reporters is not known to this site."


def test_an_older_file_without_a_newer_table_or_column_is_taken(content):
    files, manifest = taken_apart(content)
    del files["players.notice.jsonl"], manifest["files"]["players.notice.jsonl"]
    older = changed(
        packed(files, manifest),
        PLAYERS,
        change=lambda lines: [line.replace(b', "merged_into_id": null', b"") for line in lines],
    )
    assert open_backup(io.BytesIO(older)).manifest.files.keys() == manifest["files"].keys()


def test_an_older_file_that_does_not_name_its_version_is_taken(content):
    older = changed(content, change=lambda manifest: {key: manifest[key] for key in manifest if key != "made_by"})
    assert open_backup(io.BytesIO(older)).manifest.made_by == ""


def test_a_line_of_hundreds_of_megabytes_is_refused_without_reading_it(content):
    files, manifest = taken_apart(content)
    files[PLAYERS] = b'{"name": "' + b"A" * (20 << 20) + b'"}\n'
    manifest["files"][PLAYERS] = said_of(files[PLAYERS])
    tracemalloc.start()
    told = refusal(packed(files, manifest))
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert told == "players.player.jsonl, line 1 is longer than 4 MB. A backup of a club ladder has no such line."
    assert peak < 16 << 20
