"""Play a season at random through the pages, on a database of its own: `python -m tests.simulator`.

Everything is checked after each step, and at the end the backup is restored; the site's own database is not touched.
`--seed`, `--steps`, `--clients` and `--ladder` choose what is played.
"""

import argparse
import os
import random
import sys
from collections.abc import Callable, Sequence

DIFFERS = 1  # the exit code
MOST_CLIENTS = 40  # people at once


def main(arguments: Sequence[str]) -> int:
    """Play, tell what was done, and return 0 if everything added up."""
    from django.db import connection  # once Django is set up

    from tests.simulator.club import SimulatedClub
    from tests.simulator.ladders import LADDERS
    from tests.simulator.rounds import find_backup_problem, play_rounds, use_scratch_database

    chosen = build_parser(tuple(LADDERS)).parse_args(arguments)
    seed = random.randrange(10**6) if chosen.seed is None else chosen.seed
    print(f"Seed {seed}, {chosen.steps} steps, {chosen.clients} at once, {connection.display_name}.", flush=True)
    with use_scratch_database():
        accepted = refused = 0
        for report in play_rounds(SimulatedClub(seed, chosen.clients, chosen.ladders or tuple(LADDERS)), chosen.steps):
            accepted += sum(one.accepted for one in report.done)
            refused += sum(not one.accepted for one in report.done)
            if report.wrong:
                done = "; ".join(one.what for one in report.done) or "a page that broke"
                print(f"Step {report.steps}, {done}:", *report.wrong, sep="\n  ", file=sys.stderr)
                return DIFFERS
        if wrong := find_backup_problem():
            print(wrong, file=sys.stderr)
            return DIFFERS
    print(f"{accepted} were accepted and {refused} refused. Everything adds up.")
    return 0


def build_parser(ladders: Sequence[str]) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tests.simulator", description=__doc__.partition(":")[0])
    add, steps, clients = parser.add_argument, make_count_parser(10**6), make_count_parser(MOST_CLIENTS)
    add("--seed", type=int, metavar="N", help="the random seed; with one client it gives the same season each time")
    add("--steps", type=steps, default=200, metavar="N", help="how many things are done; default 200")
    add("--clients", type=clients, default=1, metavar="N", help="how many people at once; default 1")
    add("--ladder", action="append", choices=ladders, dest="ladders", help="which ladder is played; default all")
    return parser


def make_count_parser(most: int) -> Callable[[str], int]:
    """Return a parser of whole numbers from 1 to `most`."""

    def parse_count(text: str) -> int:
        if not text.isascii() or not text.isdigit() or not 1 <= int(text[:9]) <= most:
            raise argparse.ArgumentTypeError(f"give a whole number from 1 to {most:,}")
        return int(text)

    return parse_count


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    import django

    django.setup()
    sys.exit(main(sys.argv[1:]))
