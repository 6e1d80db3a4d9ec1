"""The drills, which take long and find seldom: `python -m tests.drill`, with pytest's own options.

tests/drill.txt names the tests, some of which have a short form in `python -m tests` and their long one here. Others,
which tests/once.txt names, are asked on PostgreSQL here only. Without options a site of several machines is tried
besides, and two seasons are played at random through the pages.
"""

import os
import sys
from functools import partial

from tests.runs import MIGRATED, NEVER_THERE, Runs, run_at_once


def begin_drills(arguments: list[str], runs: Runs) -> None:
    """Begin the drills of pytest on both databases, and those that are programs of their own."""
    os.environ["DRILL"] = "1"
    here = "(drill or longer) and not strict"
    runs.start_tests("SQLite", f"{here} and not browser", arguments)
    runs.start_tests("In a browser", f"{here} and browser", ["-o", "testpaths=tests/browser", *arguments])
    there = "(drill or longer or twice) and (not pages and not once or strict)"
    runs.start_tests("PostgreSQL", there, [MIGRATED, *NEVER_THERE, *arguments], on_postgresql=True)
    if not arguments:
        runs.start("Several machines", ["tests.cluster"])
        season = ["tests.simulator", "--steps", "200"]
        runs.start("A season at random on SQLite", season)
        runs.start("A season at random on PostgreSQL", [*season, "--clients", "4"], on_postgresql=True)


if __name__ == "__main__":
    sys.exit(run_at_once(partial(begin_drills, sys.argv[1:])))
