"""Kill the server ten times on each database: `python -m tests.kill`, with `--kills` and `--matches`."""

import argparse
import os
import subprocess
import sys
import tempfile

from tests import postgres


def main() -> int:
    parser = argparse.ArgumentParser(description="Kill the server in the middle of a large correction.")
    parser.add_argument("--kills", type=int, default=10, help="how many on each database")
    parser.add_argument("--matches", type=int, default=5_000, help="how many matches stand after the corrected one")
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        codes = [on("SQLite", f"sqlite:///{folder}/kill.sqlite3", chosen)]
    with postgres.server() as url:
        codes.append(on("PostgreSQL", url, chosen))
    return max(codes)


def on(name: str, url: str, chosen: argparse.Namespace) -> int:
    """Run the proof on one database in a process of its own."""
    print(f"\n{name}: {chosen.kills} kills in a correction of the first of {chosen.matches:,} matches", flush=True)
    surroundings = os.environ | {"DATABASE_URL": url, "DJANGO_SETTINGS_MODULE": "tests.settings"}
    command = [sys.executable, "-m", "tests.kill.database", str(chosen.kills), str(chosen.matches)]
    return subprocess.run(command, env=surroundings).returncode


if __name__ == "__main__":
    sys.exit(main())
