"""Threads that open SQLite's file with the site's settings, read or add a row, and close it: `hammer.py FILE SECONDS`.

Prints what was stored, a key a line, and what went wrong after an exclamation mark.
"""

import random
import sqlite3
import sys
import threading
import time

from config.environment import SQLITE_OPTIONS

SETTINGS = str(SQLITE_OPTIONS["init_command"]).replace(
    "synchronous=FULL", "synchronous=OFF"
)  # no power fails in a test


def hammer(path: str, name: str, until: float) -> None:
    luck = random.Random(name)
    number = 0
    while time.time() < until:
        try:
            one = sqlite3.connect(path, timeout=60, isolation_level=None)
            try:
                one.executescript(SETTINGS)
                if luck.random() < 0.5:
                    one.execute("SELECT count(*) FROM big").fetchone()
                else:
                    number += 1
                    one.execute("INSERT INTO stored VALUES (?)", (f"{name}-{number}",))
                    sys.stdout.write(f"{name}-{number}\n")
            finally:
                one.close()
        except sqlite3.Error as error:
            sys.stdout.write(f"!{error}\n")
        time.sleep(luck.random() * 0.004)


if __name__ == "__main__":
    path, seconds = sys.argv[1], float(sys.argv[2])
    names = [f"{sys.argv[3]}-{thread}" for thread in range(4)]
    threads = [threading.Thread(target=hammer, args=(path, name, time.time() + seconds)) for name in names]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
