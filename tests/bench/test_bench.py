"""The benchmark can be run: with a few matches it comes to its end."""

import os
import subprocess
import sys

import pytest

pytestmark = pytest.mark.once


@pytest.mark.parametrize(
    ("part", "last"),
    [
        ("pages 100 3", "chips-daily a month ago, clock"),
        ("growth 100 --players 20 --times 1", "report"),
        ("database 100 30", "plain write"),
        ("boxes", "half of the matches open"),
    ],
)
def test_each_part_comes_to_its_end(part, last, tmp_path):
    surroundings = {"DATABASE_URL": f"sqlite:///{tmp_path}/bench.sqlite3", "DJANGO_SETTINGS_MODULE": "tests.unmigrated"}
    command = [sys.executable, "-m", *f"tests.bench.{part}".split()]
    run = subprocess.run(command, env=os.environ | surroundings, capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    assert last in run.stdout.splitlines()[-1]
