"""The kills on the database of DATABASE_URL, a line each and a sum at the end."""

import sys
import tempfile
from pathlib import Path

import django

django.setup()

from django.core.management import call_command  # noqa: E402 - settings come first

from tests.kill import proof  # noqa: E402


def main(count: int, matches: int) -> None:
    call_command("migrate", verbosity=0)
    ladder, done = proof.filled(matches), []
    with tempfile.TemporaryDirectory() as folder:
        for one in proof.kills(ladder, count, Path(folder)):
            done.append(one)
            answered = "after its answer" if one.answered else "before its answer"
            print(f"  killed {one.after:.3f} s into it, {answered}: {'new' if one.stored else 'old'} state", flush=True)
    new, cut = sum(one.stored for one in done), sum(not one.answered for one in done)
    print(f"  {count - new} old, {new} new, none between; {cut} were cut off before their answer.")


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
