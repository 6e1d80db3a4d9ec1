"""Run every test on SQLite and on a real PostgreSQL, all at once: `python -m tests`, with pytest's own options."""

import os
import signal
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from typing import IO, NamedTuple

import pytest

from tests import chromium, postgres

ONCE = Path(__file__).with_name("once.txt")  # the core, and what asks of a database only what other tests ask as well
THERE = [f"--ignore=tests/{name}" for name in ONCE.read_text().split()]
BESIDE = [f"tests/{name}" for name in Path(__file__).with_name("beside.txt").read_text().split()]
MIGRATED = "--migrations"  # the tables as an upgrade makes them; as the models have them they come seconds sooner
NO_TESTS = pytest.ExitCode.NO_TESTS_COLLECTED
NO_BROWSER = "No Chromium: the browser tests are NOT run (on Debian: apt-get install chromium-headless-shell)."


def main(arguments: list[str]) -> int:
    """The exit code: 0 only when all runs passed."""
    browser = chromium.find() is not None
    if not browser:
        print(f"*** {NO_BROWSER}", flush=True)
        if os.environ.get("CI", "").lower() in ("1", "true"):
            return 1
    some = "" if browser else " and not browser"
    try:
        with postgres.server() as url, ExitStack() as stack:
            shared = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="ladder-static-")))
            os.environ["STATIC_FOLDER"] = str(shared / "static")  # tests/browser/server.py collects them once
            runs = [start("SQLite", None, [MIGRATED, "-m", f"not beside and not strict{some}", *arguments])]
            there = [MIGRATED, "-m", f"(not pages and not once or strict){some}", *THERE, *arguments]
            runs.append(start("PostgreSQL", url, there, later(stack), nice=4))
            rest = ["-o", f"testpaths={' '.join(BESIDE)}", "-m", f"beside{some}", *arguments]
            runs.append(start("SQLite, the rest", None, rest, later(stack)))
            if not arguments:
                runs.append(start("Several machines", None, [], later(stack), nice=10, module="tests.cluster"))
            return finish(runs)
    except RuntimeError as error:
        print(f"*** {error}", flush=True)
        return 1


def later(stack: ExitStack) -> IO[bytes]:
    """A file for what is printed when a run is over."""
    return stack.enter_context(tempfile.TemporaryFile())


class Run(NamedTuple):
    """One run of pytest, or of a drill, in a process of its own."""

    name: str
    process: subprocess.Popen[bytes]
    began: float
    output: IO[bytes] | None


def start(
    name: str,
    url: str | None,
    arguments: list[str],
    output: IO[bytes] | None = None,
    nice: int = 0,
    module: str = "pytest",
) -> Run:
    """Begin a run on the default database or on this one; its output may go to a file.

    How nice it is to the others evens out when they end: the one with the most tests and the one that waits come first.
    """
    surroundings = {key: value for key, value in os.environ.items() if key != "DATABASE_URL"}
    if url:
        surroundings["DATABASE_URL"] = url
    process = subprocess.Popen(
        ["nice", "-n", str(nice), sys.executable, "-m", module, *arguments],
        env=surroundings,
        stdout=output,
        stderr=output and subprocess.STDOUT,
        preexec_fn=postgres.dies_with_parent(signal.SIGTERM),
    )
    return Run(name, process, time.monotonic(), output)


def finish(runs: list[Run]) -> int:
    """The exit code of all runs; what the first prints is seen at once, the others' when it is over."""
    print(f"\n*** The tests, at the same time: {'; '.join(run.name for run in runs)}", flush=True)
    with ThreadPoolExecutor() as waiting:
        codes = list(waiting.map(ended, runs))
    for run in runs:
        if run.output:
            run.output.seek(0)
            print(f"\n*** {run.name}\n{run.output.read().decode(errors='replace')}", flush=True)
    return max((code for code in codes if code != NO_TESTS), default=NO_TESTS)


def ended(run: Run) -> int:
    """Wait for the run's end and say how it went; its exit code."""
    code = abs(run.process.wait())
    how = {0: "passed", NO_TESTS: "none of its tests was asked for"}.get(code, "FAILED")
    print(f"\n*** {run.name}: {how}, {time.monotonic() - run.began:.0f} s", flush=True)
    return code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
