"""Make every fault on both databases: `python -m tests.faults`, or some of them by their names."""

import argparse
import subprocess
import sys

KINDS = {"sqlite": "SQLite", "postgresql": "PostgreSQL"}


def main() -> int:
    parser = argparse.ArgumentParser(description="Make faults on purpose, and check that nothing told is lost.")
    parser.add_argument("names", nargs="*", help="of faults, such as disk-full; without one, all")
    parser.add_argument("--database", choices=KINDS, help="only this one")
    parser.add_argument("--kills", type=int, default=3, help="of each process in each action")
    parser.add_argument("--matches", type=int, default=2_000, help="how many stand in the ladder at the beginning")
    chosen, failed = parser.parse_args(), 0
    for kind, name in KINDS.items():
        if chosen.database in (None, kind):
            print(f"\n{name}:", flush=True)
            command = [sys.executable, "-m", "tests.faults.database", kind, str(chosen.matches), str(chosen.kills)]
            failed += subprocess.run([*command, *chosen.names]).returncode
    return min(failed, 1)


if __name__ == "__main__":
    sys.exit(main())
