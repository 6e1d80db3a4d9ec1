"""How long a visitor waits for the standings while the ledger is rewritten: another process, as in a server."""

import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

READY = "reading\n"


@contextmanager
def reading(url: str) -> Iterator[None]:
    """Ask for a page again and again meanwhile, and print how long its answers took."""
    command = [sys.executable, "-m", "tests.bench.reading", url]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdin
        assert process.stdout
        assert process.stdout.readline() == READY
        yield
        process.stdin.close()
        print(process.stdout.read(), end="", flush=True)
    assert process.returncode == 0


def main(url: str) -> None:
    """Ask until nobody writes to this process any longer."""
    import django

    django.setup()
    from django.db import connection
    from django.test import Client

    done, taken, client = threading.Event(), [], Client()
    client.get(url)  # what only the first page needs is read by then
    print(READY, end="", flush=True)
    threading.Thread(target=lambda: (sys.stdin.read(), done.set())).start()
    while not (taken and done.is_set()):
        began = time.perf_counter()
        assert client.get(url).status_code == 200
        taken.append(time.perf_counter() - began)
    connection.close()
    if connection.vendor == "postgresql":
        connection.close_pool()  # else leaving waits for its threads
    usual = sorted(taken)[len(taken) // 2]
    print(f"  {'standings read meanwhile':36}{max(taken):8.3f} s at the most, usually {usual:.3f} s")


if __name__ == "__main__":
    main(sys.argv[1])
