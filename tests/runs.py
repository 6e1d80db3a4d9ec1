"""Runs of pytest and of drills, all at once, each in a process of its own."""

import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import IO, NamedTuple

import pytest

from tests import chromium, postgres
from tests.lists import read_list

BESIDE, _ = read_list("beside.txt")
NEVER_THERE = [f"--ignore={path}" for path in read_list("once.txt")[0]]
"""Leaves out on PostgreSQL the core, and what asks of a database only what other tests ask as well."""
MIGRATED = "--migrations"  # the tables as an upgrade makes them; as the models have them they come seconds sooner
NO_TESTS = pytest.ExitCode.NO_TESTS_COLLECTED
NO_BROWSER = "No Chromium: the browser tests are NOT run (on Debian: apt-get install chromium-headless-shell)."


class Run(NamedTuple):
    """One run of pytest, or of a drill, in a process of its own; its output may wait in a file until all is over."""

    name: str
    process: subprocess.Popen[bytes]
    began: float
    output: IO[bytes] | None


class Runs:
    """The runs that go on at the same time, with a PostgreSQL for those that ask one.

    How nice a run is to the others evens out when they end: the one with the most tests, and the one that waits, come
    first.
    """

    def __init__(self, postgresql: str, stack: ExitStack) -> None:
        self.postgresql, self.stack, self.begun = postgresql, stack, list[Run]()

    def start_tests(self, name: str, wanted: str, arguments: Sequence[str], *, on_postgresql: bool = False) -> None:
        """Begin a run of the tests that are marked so; without a browser, of the others of these."""
        some = wanted if chromium.find() else f"({wanted}) and not browser"
        nice = 4 if on_postgresql else 0
        self.start(name, ["pytest", "-m", some, *arguments], nice=nice, on_postgresql=on_postgresql)

    def start(self, name: str, module: Sequence[str], *, nice: int = 10, on_postgresql: bool = False) -> None:
        """Begin to run a module with its arguments; what the first run prints is seen at once."""
        surroundings = {key: value for key, value in os.environ.items() if key != "DATABASE_URL"}
        if on_postgresql:
            surroundings["DATABASE_URL"] = self.postgresql
        output = self.hold_output() if self.begun else None
        process = subprocess.Popen(
            ["nice", "-n", str(nice), sys.executable, "-m", *module],
            env=surroundings,
            stdout=output,
            stderr=output and subprocess.STDOUT,
            preexec_fn=postgres.dies_with_parent(signal.SIGTERM),
        )
        self.begun.append(Run(name, process, time.monotonic(), output))

    def hold_output(self) -> IO[bytes]:
        """Return a file for what is printed when all is over."""
        return self.stack.enter_context(tempfile.TemporaryFile())

    def finish(self) -> int:
        """Wait for all runs, and return the exit code of them together."""
        print(f"\n*** At the same time: {'; '.join(run.name for run in self.begun)}", flush=True)
        with ThreadPoolExecutor() as waiting:
            codes = list(waiting.map(wait_for_end, self.begun))
        for run in self.begun:
            if run.output:
                run.output.seek(0)
                print(f"\n*** {run.name}\n{run.output.read().decode(errors='replace')}", flush=True)
        return max((code for code in codes if code != NO_TESTS), default=NO_TESTS)


def wait_for_end(run: Run) -> int:
    """Wait for a run's end, say how it went, and return its exit code."""
    code = abs(run.process.wait())
    how = {0: "passed", NO_TESTS: "none of its tests was asked for"}.get(code, "FAILED")
    print(f"\n*** {run.name}: {how}, {time.monotonic() - run.began:.0f} s", flush=True)
    return code


def run_at_once(begin: Callable[[Runs], None]) -> int:
    """Begin the runs, and return their exit code: 0 only where all passed."""
    if chromium.find() is None:
        print(f"*** {NO_BROWSER}", flush=True)
        if os.environ.get("CI", "").lower() in ("1", "true"):
            return 1
    try:
        with open_runs() as runs:
            begin(runs)
            return runs.finish()
    except RuntimeError as error:
        print(f"*** {error}", flush=True)
        return 1


@contextmanager
def open_runs() -> Iterator[Runs]:
    """Yield runs with a PostgreSQL, and a folder in which all servers of a run find the same static files."""
    with postgres.server() as url, ExitStack() as stack:
        shared = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="ladder-static-")))
        os.environ["STATIC_FOLDER"] = str(shared / "static")  # tests/browser/server.py collects them once
        yield Runs(url, stack)
