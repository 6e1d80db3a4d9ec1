"""Run every test on SQLite and on a real PostgreSQL, both at once: `python -m tests`, with pytest's own options."""

import os
import signal
import subprocess
import sys
import tempfile
import time
from typing import IO, NamedTuple

from tests import chromium, postgres

ONCE = (  # the core, and what asks of a database only what other tests ask as well
    *("test_docs.py", "ladder/files", "ladder/ratings", "ladder/test_calculator.py", "ladder/management/test_rate.py"),
    *("ladder/services/demo", "ladder/services/test_edits.py", "ladder/services/test_sparse.py"),
    *("ladder/views/test_systems.py", "ladder/views/test_venue.py", "ladder/views/test_settling.py"),
)
THERE = [f"--ignore=tests/{name}" for name in ONCE]
NO_BROWSER = "Chromium was not found: the browser tests are NOT run (install it, on Debian: apt-get install chromium)."


def main(arguments: list[str]) -> int:
    """The exit code: 0 only when both runs passed."""
    here, there = arguments, ["-m", "not pages", *THERE, *arguments]
    if chromium.find() is None:
        print(f"*** {NO_BROWSER}", flush=True)
        if os.environ.get("CI", "").lower() in ("1", "true"):
            return 1
        here = ["-m", "not browser", *arguments]
        there = [*THERE, *here]
    try:
        with postgres.server() as url, tempfile.TemporaryFile() as later:
            return both(start("SQLite", None, here), start("PostgreSQL", url, there, later), later)
    except RuntimeError as error:
        print(f"*** {error}", flush=True)
        return 1


class Run(NamedTuple):
    """One run of pytest in a process of its own."""

    name: str
    process: subprocess.Popen[bytes]
    began: float


def start(name: str, url: str | None, arguments: list[str], output: IO[bytes] | None = None) -> Run:
    """Begin a run on the default database or on this one; its output may go to a file."""
    surroundings = {key: value for key, value in os.environ.items() if key != "DATABASE_URL"}
    if url:
        surroundings["DATABASE_URL"] = url
    process = subprocess.Popen(
        [sys.executable, "-m", "pytest", *arguments],
        env=surroundings,
        stdout=output,
        stderr=output and subprocess.STDOUT,
        preexec_fn=postgres.dies_with_parent(signal.SIGTERM),
    )
    return Run(name, process, time.monotonic())


def both(first: Run, second: Run, output: IO[bytes]) -> int:
    """The exit code of both runs; what the second printed comes when the first is done."""
    print(f"\n*** The tests on {first.name}, and at the same time on {second.name}", flush=True)
    codes = [ended(first), ended(second)]
    output.seek(0)
    print(f"\n*** The tests on {second.name}\n{output.read().decode(errors='replace')}", flush=True)
    return max(codes)


def ended(run: Run) -> int:
    """Wait for the run's end and say how it went; its exit code."""
    code = run.process.wait()
    print(f"*** {run.name}: {'passed' if code == 0 else 'FAILED'}, {time.monotonic() - run.began:.0f} s", flush=True)
    return abs(code)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
