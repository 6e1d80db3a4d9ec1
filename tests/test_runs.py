"""The lists that say which of the runs of `python -m tests` takes a test: none of them loses one."""

from pathlib import Path

import pytest

from tests.lists import read_list

HERE = Path(__file__).parent


@pytest.mark.parametrize("name", ["beside.txt", "drill.txt", "once.txt"])
def test_what_a_list_names_is_there_once(name):
    listed = [path for paths in read_list(name) for path in paths]
    assert [path for path in listed if not is_there(path)] == []
    assert len(listed) == len({*listed})


def is_there(name):
    """Return whether this is a folder, a file, or a test that its file has."""
    path, test = HERE.parent / name.partition("::")[0], name.partition("::")[2].partition("[")[0]
    return path.exists() and (not test or f"def {test}(" in path.read_text())


def test_a_test_runs_beside_the_others_by_the_list_only():
    """The run beside reads what is in the list, and the run on SQLite leaves out what is marked."""
    lists = [f"mark.{name}" for name in ("beside", "drill", "longer", "twice")]
    texts = {path: path.read_text() for path in HERE.rglob("test_*.py") if path != Path(__file__)}
    assert [path for path, text in texts.items() if any(mark in text for mark in lists)] == []


def test_what_only_postgres_asks_is_in_no_file_that_it_leaves_out():
    left_out = [path for name in read_list("once.txt")[0] for path in list_files(HERE.parent / name)]
    assert [path for path in left_out if f"mark.{'strict'}" in path.read_text()] == []


def list_files(path):
    """Return the test files of a folder, or a file itself."""
    return [*path.rglob("test_*.py")] if path.is_dir() else [path]
