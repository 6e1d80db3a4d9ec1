"""A folder of backups: what lies there is whole, and what a process that was killed left goes away."""

import errno
import os
import re
import sys
import time

import pytest

from ladder.backups.automatic.stores import NO_PACKAGE, FolderStore, open_store

NAME = "club-ladder-20261123T020000Z.zip"
PART = f"{NAME}-a1b2c3d4.part"
DAY = 24 * 60 * 60


def write_words(file):
    file.write(b"words")


def test_a_file_that_cannot_be_finished_leaves_nothing_and_an_older_one_as_it_was(tmp_path):
    store = FolderStore(tmp_path)
    assert store.add(NAME, write_words) == 5

    def fill_disk(file):
        file.write(b"half of it")
        raise OSError(errno.ENOSPC, "No space left on device")

    with pytest.raises(OSError, match="No space left"):
        store.add(NAME, fill_disk)
    assert [(path.name, path.read_bytes()) for path in tmp_path.iterdir()] == [(NAME, b"words")]


def test_while_it_is_written_it_has_another_name(tmp_path):
    store, seen = FolderStore(tmp_path), []

    def look(file):
        write_words(file)
        seen.extend([store.list_names(), [path.name for path in tmp_path.iterdir()]])

    store.add(NAME, look)
    assert seen[0] == []
    assert seen[1][0].startswith(f"{NAME}-")
    assert store.list_names() == [NAME]


def test_what_a_killed_process_left_is_removed_a_day_later_and_nothing_else(tmp_path):
    for name in (PART, "notes.txt", "club-ladder-notes.part"):
        (tmp_path / name).touch()
        os.utime(tmp_path / name, (time.time() - DAY - 60,) * 2)
    (tmp_path / f"{PART}-of-now.part").touch()
    FolderStore(tmp_path).add(NAME, write_words)
    left = {path.name for path in tmp_path.iterdir()}
    assert left == {NAME, "notes.txt", "club-ladder-notes.part", f"{PART}-of-now.part"}


def test_a_disk_that_is_not_mounted_is_an_error_and_no_new_folder(tmp_path):
    with pytest.raises(FileNotFoundError):
        FolderStore(tmp_path / "mounted" / "backups").add(NAME, write_words)
    assert list(tmp_path.iterdir()) == []


def test_a_store_in_s3_says_which_package_it_needs(monkeypatch):
    monkeypatch.setitem(sys.modules, "obstore", None)  # as where it is not installed
    with pytest.raises(OSError, match=re.escape(NO_PACKAGE)):
        open_store("s3://bucket/club")
