"""A site of several machines on this one, of which each part fails in turn: `python -m tests.cluster`.

A primary and a standby of PostgreSQL, PgBouncer, Redis, a proxy, two web machines and a worker. Somebody reports,
corrects and imports through both web machines while readers look; nothing acknowledged may be lost, and nobody may read
backwards. With `--minutes` the parts fail again and again, so long.
"""

import argparse
import os
import shutil
import sys
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path

from tests import postgres, smtp
from tests.cluster.servers import Cluster, find_missing

SKIPPED = "Several machines are NOT tested: on Debian, apt-get install {}."
FOLDER = "ladderpg"  # tests.postgres removes what a killed run left behind


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--minutes", type=float, default=0.0, help="how long parts fail; without it each fails once")
    chosen = parser.parse_args()
    if missing := find_missing():
        print(f"*** {SKIPPED.format(' '.join(missing))}", flush=True)
        return 0
    postgres.remove_orphans()
    folder = Path(tempfile.mkdtemp(prefix=f"{FOLDER}-{os.getpid()}-", dir="/tmp"))
    with smtp.listening() as mail, ExitStack() as stack:
        stack.callback(shutil.rmtree, folder, ignore_errors=True)
        cluster = Cluster(folder, mail.server_address[1])
        stack.callback(cluster.stop)
        try:
            start(cluster)
            from tests.cluster.drill import Drill  # which needs the settings and Django

            return Drill(cluster, mail).run(60 * chosen.minutes)
        except Exception:
            for path in sorted(folder.glob("*.log"), reverse=True):
                print(f"--- {path.stem}\n{cluster.tell(path.stem)}", flush=True)
            raise


def start(cluster: Cluster) -> None:
    """Start everything that needs no tables yet, and Django in this process."""
    made = cluster.make_data()
    cluster.start_redis()
    cluster.start_proxy()
    os.environ |= cluster.surroundings
    import django

    django.setup()
    made.wait()
    cluster.make_database()
    cluster.start_pooler()


if __name__ == "__main__":
    began = time.monotonic()
    code = main()
    print(f"Several machines: {'as they should be' if code == 0 else 'FAILED'}, {time.monotonic() - began:.0f} s")
    sys.exit(code)
