"""Measure everything in one run: `python -m tests.bench`, with `--matches` and `--stored` for a small try."""

import argparse
import os
import subprocess
import sys
import tempfile

from tests import postgres
from tests.bench import engine, files


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure how fast the ladder is.")
    parser.add_argument("--matches", type=int, default=1_000_000, help="matches for the engine and for rate")
    parser.add_argument("--stored", type=int, default=100_000, help="matches for import and settle")
    chosen = parser.parse_args()
    files.report(chosen.matches)  # first, because Linux counts this process's memory as its child's at birth
    engine.report(chosen.matches)
    with tempfile.TemporaryDirectory() as folder:
        stored("SQLite", f"sqlite:///{folder}/bench.sqlite3", chosen.stored)
    with postgres.server() as url:
        stored("PostgreSQL", url, chosen.stored)


def stored(name: str, url: str, count: int) -> None:
    """Measure one database, its pages and its writes each in a process of their own."""
    surroundings = os.environ | {"DATABASE_URL": url, "DJANGO_SETTINGS_MODULE": "tests.settings"}
    print(f"\n{name}: standings of 500 players with 5,000 matches", flush=True)
    subprocess.run([sys.executable, "-m", "tests.bench.pages"], env=surroundings, check=True)
    print(f"\n{name}: {count:,} matches imported and settled, commit included", flush=True)
    subprocess.run([sys.executable, "-m", "tests.bench.database", str(count)], env=surroundings, check=True)


if __name__ == "__main__":
    main()
