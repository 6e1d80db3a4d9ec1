"""Run the tests on SQLite and on a real PostgreSQL, all at once: `python -m tests`, with pytest's own options.

What `python -m tests.drill` runs is left out, unless it is asked for by its path.
"""

import sys
from functools import partial

from tests.runs import BESIDE, MIGRATED, NEVER_THERE, Runs, run_at_once


def begin_tests(arguments: list[str], runs: Runs) -> None:
    """Begin to test on SQLite, on PostgreSQL, and what runs beside the others on SQLite: half of all, and a browser."""
    runs.start_tests("SQLite", "not beside and not strict and not drill and not browser", [MIGRATED, *arguments])
    there = "(not pages and not once or strict) and not drill and not twice"
    runs.start_tests("PostgreSQL", there, [MIGRATED, *NEVER_THERE, *arguments], on_postgresql=True)
    rest = ["-o", f"testpaths={' '.join(BESIDE)}", *arguments]
    runs.start_tests("SQLite, the rest", "beside and not strict and not drill", rest)
    pages = ["-o", "testpaths=tests/browser", *arguments]
    runs.start_tests("In a browser", "browser and not strict and not drill", pages)


if __name__ == "__main__":
    sys.exit(run_at_once(partial(begin_tests, sys.argv[1:])))
