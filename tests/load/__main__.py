"""A club evening with a thousand phones: `python -m tests.load`, with `--minutes`, `--viewers` and more.

It makes a club on each database, starts the real server with its production settings, lets locust play viewers with
open tables and members who report, and says whether everybody saw every result in time and nothing was lost.
"""

import argparse
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple
from urllib.request import urlopen

import psutil

from tests import postgres
from tests.browser.server import HOST, free_port, wait_until_ready

SETTLED = 0.3  # of the run until memory is looked at: by then every thread has served every page
GROWTH = 1.1  # how much more memory the last part of the run may take than the first one after that
AIMS = {"report": 1.0, "poll": 0.3, "a member's poll": 0.3, "page": 0.3, "table after a report": 0.3}  # for 95 in 100
SEEN_WITHIN = 20.0  # B-15
EARLY = 20  # looks at the standings before the evening begins: the site was not started for it
BETWEEN = 8.0  # seconds between two polls of a page, as in the settings


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.load", description=__doc__)
    parser.add_argument("--minutes", type=float, default=5.0)
    parser.add_argument("--viewers", type=int, default=1_000)
    parser.add_argument("--rate", type=float, default=5.0, help="reports a second")
    parser.add_argument("--matches", type=int, default=50_000, help="matches played before")
    parser.add_argument("--players", type=int, default=500)
    parser.add_argument("--database", choices=("sqlite", "postgresql", "both"), default="both")
    chosen = parser.parse_args()
    bad = 0
    if chosen.database != "postgresql":
        with tempfile.TemporaryDirectory() as folder:
            bad += run("SQLite", f"sqlite:///{folder}/load.sqlite3", Path(folder), chosen)
    if chosen.database != "sqlite":
        with tempfile.TemporaryDirectory() as folder, postgres.server(durable=True) as url:
            bad += run("PostgreSQL", url, Path(folder), chosen)
    return min(bad, 1)


def run(name: str, database: str, folder: Path, chosen: argparse.Namespace) -> int:
    """Play the evening on one database, print what came of it, and return how many aims were missed."""
    print(
        f"\n{name}: {chosen.matches:,} matches, {chosen.players:,} players, {chosen.viewers:,} viewers, "
        f"{chosen.rate:g} reports a second for {chosen.minutes:g} minutes",
        flush=True,
    )
    surroundings = build_surroundings(database)
    club = make_club(surroundings, folder, chosen)
    result = folder / "result.json"
    wanted = club | {"viewers": chosen.viewers, "rate": chosen.rate, "result": str(result)}
    wanted["seconds_between_polls"] = BETWEEN
    with serve_site(surroundings, folder) as (server, url):
        look_before(f"{url}/{club['ladder']}/")
        samples = play(server, url, surroundings | {"LOAD": json.dumps(wanted)}, folder, chosen)
    seen = json.loads(result.read_text())
    checked = look_into_database(surroundings, club)
    log_text = (folder / "server.log").read_text(errors="replace")
    return print_findings(seen, checked, samples, chosen, log_text)


def build_surroundings(database: str) -> dict[str, str]:
    """Return the environment of the real server on a database, with a port of its own."""
    return os.environ | {
        "DATABASE_URL": database,
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "SECRET_KEY": "only-for-the-load-run-" + "x" * 40,
        "INSECURE_HTTP": "1",
        "DEMO": "0",
        "PORT": str(free_port()),
    }


@contextmanager
def serve_site(surroundings: dict[str, str], folder: Path) -> Iterator[tuple[subprocess.Popen[bytes], str]]:
    """Give the real server with its production settings, and its address; its log is in the folder."""
    url, log = f"http://{HOST}:{surroundings['PORT']}", folder / "server.log"
    with open(log, "wb") as file:
        server = subprocess.Popen([sys.executable, "-m", "config.serve"], env=surroundings, stdout=file, stderr=file)
    try:
        wait_until_ready(server, url, log)
        yield server, url
    finally:
        server.send_signal(signal.SIGTERM)
        server.wait(60)


def make_club(surroundings: dict[str, str], folder: Path, chosen: argparse.Namespace) -> dict[str, Any]:
    """Make the club in a process of its own, and return its names, its sessions and its version."""
    made = folder / "club.json"
    command = [sys.executable, "-m", "tests.load.club", str(made), str(chosen.matches), str(chosen.players)]
    subprocess.run(command, env=surroundings, check=True)
    found: dict[str, Any] = json.loads(made.read_text())
    return found


def look_before(url: str) -> None:
    """Look at the standings as somebody who came early: so often that each worker has shown them."""
    for _ in range(EARLY):
        with urlopen(url) as answer:
            answer.read()


class Sample(NamedTuple):
    """What the server's processes take at a moment: memory in bytes, and processor time so far in seconds.

    The last is the processor time of those who play the evening.
    """

    at: float
    memory: int
    worked: float
    played: float


def play(
    server: subprocess.Popen[bytes], url: str, surroundings: dict[str, str], folder: Path, chosen: argparse.Namespace
) -> list[Sample]:
    """Let everybody in within the time between two polls, and return what the server took meanwhile."""
    people = chosen.viewers + 100
    command = [sys.executable, "-m", "locust", "-f", "tests/load/people.py", "--headless", "--only-summary"]
    command += ["--host", url, "--users", str(people), "--spawn-rate", str(max(people / BETWEEN, 1))]
    command += ["--run-time", f"{chosen.minutes * 60:.0f}s", "--exit-code-on-error", "0"]
    with open(folder / "locust.log", "wb") as log:
        crowd = subprocess.Popen(command, env=surroundings, stdout=log, stderr=log)
    samples = []
    while crowd.poll() is None:
        samples.append(take_sample(server.pid, crowd.pid))
        time.sleep(1)
    if crowd.returncode:
        raise RuntimeError(f"Locust failed.\n{(folder / 'locust.log').read_text()}")
    return samples


def take_sample(master: int, crowd: int) -> Sample:
    """Return what a server and its workers take now, and the crowd."""
    top = psutil.Process(master)
    memory, worked = 0, 0.0
    for one in [top, *top.children(recursive=True)]:
        memory += one.memory_full_info().pss
        worked += sum(one.cpu_times()[:2])
    return Sample(time.monotonic(), memory, worked, sum(psutil.Process(crowd).cpu_times()[:2]))


def look_into_database(surroundings: dict[str, str], club: dict[str, Any]) -> dict[str, int]:
    """Return how many matches and versions the ladder got, and whether `verify` finds a fault."""
    command = [sys.executable, "-m", "tests.load.club", "count"]
    done = subprocess.run(command, env=surroundings, check=True, capture_output=True, text=True)
    matches, version = map(int, done.stdout.split())
    checked = subprocess.run([sys.executable, "manage.py", "verify", club["ladder"]], env=surroundings)
    return {
        "matches": matches - club["matches"],
        "versions": version - club["version"],
        "faults": checked.returncode,
    }


def print_findings(
    seen: dict[str, Any], checked: dict[str, int], samples: list[Sample], chosen: argparse.Namespace, log: str
) -> int:
    """Print what was found beside what was wanted, and return how many aims were missed."""
    lines: list[tuple[str, str, bool]] = []
    for what, taken in sorted(seen["taken"].items()):
        taken.sort()
        half, most = (taken[int(len(taken) * share)] for share in (0.5, 0.95))
        aim = AIMS.get(what)
        text = f"{len(taken):7,}   half under {half * 1000:6.0f} ms, 95 in 100 under {most * 1000:6.0f} ms"
        text += f", the longest {taken[-1] * 1000:6.0f} ms" + (f"   aim {aim * 1000:.0f}" if aim else "")
        lines.append((what, text, aim is None or most < aim))
    reports, wrong = seen["reports"], seen["wrong"]
    lines.append(("errors", f"{len(wrong)} {sorted(set(wrong))[:3] if wrong else ''}", not wrong))
    lines.append(("errors in the log", str(log.count(" ERROR ")), " ERROR " not in log))
    lost = checked["matches"] - reports
    lines.append(("reports", f"{reports:,} acknowledged, {checked['matches']:,} stored", lost >= 0))
    lines.append(("versions", f"{checked['versions']:,}, one a report", checked["versions"] == checked["matches"]))
    lines.append(("a result was seen after", f"{seen['longest']:.1f} s at most", seen["longest"] < SEEN_WITHIN))
    lines.append(("verify", "clean" if not checked["faults"] else "FAULTS", not checked["faults"]))
    later = samples[int(len(samples) * SETTLED) :]
    third = max(len(later) // 3, 1)
    early, late = (sum(one.memory for one in part) / len(part) for part in (later[:third], later[-third:]))
    text = f"{early / 2**20:.0f} MiB, at the end {late / 2**20:.0f} MiB"
    lines.append(("memory of the server", text, late < early * GROWTH))
    first, last = samples[0], samples[-1]
    server, crowd = ((end - start) / (last.at - first.at) for start, end in zip(first[2:], last[2:], strict=True))
    lines.append(("processor", f"{server:.2f} cores for the server, {crowd:.2f} for those who play", True))
    for what, text, good in lines:
        print(f"  {what:26}{text}{'' if good else '   MISSED'}", flush=True)
    return sum(not good for *_, good in lines)


if __name__ == "__main__":
    sys.exit(main())
