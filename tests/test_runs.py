"""The lists that say which of the runs of `python -m tests` takes a test: none of them loses one."""

from pathlib import Path

import pytest

HERE = Path(__file__).parent


@pytest.mark.parametrize("name", ["beside.txt", "once.txt"])
def test_what_a_list_names_is_there_once(name):
    listed = (HERE / name).read_text().split()
    assert [path for path in listed if not (HERE / path).exists()] == []
    assert len(listed) == len({*listed})


def test_a_test_runs_beside_the_others_by_the_list_only():
    """The run beside reads what is in the list, and the run on SQLite leaves out what is marked."""
    marked = [path for path in HERE.rglob("test_*.py") if f"mark.{'beside'}" in path.read_text()]
    assert marked == []


def test_what_only_postgres_asks_is_in_no_file_that_it_leaves_out():
    left_out = [path for name in (HERE / "once.txt").read_text().split() for path in list_files(HERE / name)]
    assert [path for path in left_out if f"mark.{'strict'}" in path.read_text()] == []


def list_files(path):
    """Return the test files of a folder, or a file itself."""
    return [*path.rglob("test_*.py")] if path.is_dir() else [path]
