"""Run every test on SQLite and again on a real PostgreSQL: `python -m tests`, with pytest's own options."""

import os
import signal
import subprocess
import sys
import time

from tests import chromium, postgres

NO_BROWSER = "Chromium was not found: the browser tests are NOT run (install it, on Debian: apt-get install chromium)."


def main(arguments: list[str]) -> int:
    """The exit code: 0 only when both runs passed."""
    if chromium.find() is None:
        print(f"*** {NO_BROWSER}", flush=True)
        if os.environ.get("CI", "").lower() in ("1", "true"):
            return 1
        arguments = ["-m", "not browser", *arguments]
    try:
        with postgres.server() as url:
            codes = [run("SQLite", None, arguments), run("PostgreSQL", url, arguments)]
    except RuntimeError as error:
        print(f"*** {error}", flush=True)
        return 1
    return max(codes)


def run(name: str, url: str | None, arguments: list[str]) -> int:
    """One run of pytest in a process of its own, on the default database or on this one."""
    print(f"\n*** The tests on {name}", flush=True)
    began = time.monotonic()
    surroundings = {key: value for key, value in os.environ.items() if key != "DATABASE_URL"}
    if url:
        surroundings["DATABASE_URL"] = url
    code = subprocess.run(
        [sys.executable, "-m", "pytest", *arguments],
        env=surroundings,
        preexec_fn=postgres.dies_with_parent(signal.SIGTERM),
    ).returncode
    print(f"*** {name}: {'passed' if code == 0 else 'FAILED'} in {time.monotonic() - began:.0f} s", flush=True)
    return abs(code)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
