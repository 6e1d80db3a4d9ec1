"""How many requests a second the site answers, page by page: `python -m tests.bench.site`, with `--postgres` on that.

The site is started as production starts it, with two workers, on a ladder of its own. Every page is asked for on 16
connections, in turns with all others, and compared with /healthz in the same turn: so a busy machine changes every
figure, and the ratios less; least of all that by work, which compares the processor time of the site's processes. The
client shares the machine with the site. It reads no further than the length of an answer, and the last line says how
much of a core it took: far from a whole one, it did not hold the site up.
"""

import argparse
import asyncio
import gzip
import os
import re
import secrets
import signal
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from datetime import timedelta
from itertools import cycle
from pathlib import Path
from typing import Any, NamedTuple

from tests import postgres
from tests.browser.server import HOST, free_port, wait_until_ready

PLAYERS, MATCHES, DAYS = 32, 3_000, 365
CONNECTIONS = 16
LENGTH = re.compile(rb"\r\ncontent-length: (\d+)", re.IGNORECASE)
FILES = re.compile(r'<(?:link rel="(?:icon|preload|stylesheet)"|script|img)[^>]*?(?:href|src)="(/[^"]+)"')
IN_STYLES = re.compile(r'url\("?(?!data:|\.\./fonts/)([^")]+)')  # a page names the font that every page needs


class Page(NamedTuple):
    """Something to ask for: addresses that take turns, the header lines sent along, and the status of the answer."""

    name: str
    paths: list[str]
    headers: str = ""
    status: int = 200
    aim: float | None = None  # the ratio to /healthz


class Rate(NamedTuple):
    """How many requests a second were answered, and the seconds of work that the site had with one."""

    answers: float
    work: float


class Club(NamedTuple):
    """The addresses of the ladder that is measured, and the cookie of a member of it."""

    standings: str
    rows: str
    token: str
    matches: list[str]
    profiles: list[str]
    cookie: str
    report: str
    own_profile: str


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--postgres", action="store_true", help="on PostgreSQL instead of SQLite")
    parser.add_argument("--turns", type=int, default=5, help="how often each page is measured")
    parser.add_argument("--seconds", type=float, default=1.0, help="how long each time")
    parser.add_argument("--matches", type=int, default=MATCHES, help="matches of the ladder")
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, postgres.server() if chosen.postgres else nullcontext() as url:
        prepare_settings(url or f"sqlite:///{folder}/site.sqlite3")
        club = create_club(chosen.matches)
        with serve_site(Path(folder)) as server:
            report(server, club, chosen.turns, chosen.seconds)


def prepare_settings(database: str) -> None:
    """Let this process and the site read the same settings, those of `make run`."""
    os.environ |= {"DATABASE_URL": database, "SECRET_KEY": secrets.token_urlsafe(50), "INSECURE_HTTP": "1"}
    os.environ |= {"DJANGO_SETTINGS_MODULE": "config.settings", "DEMO": "0", "PORT": str(free_port())}


def create_club(count: int, players: int = PLAYERS) -> Club:
    """Store a ladder with so many matches of the last year and players, and an account of one of these."""
    import django

    django.setup()
    from django.contrib.auth.models import User
    from django.core.management import call_command
    from django.db import connection
    from django.test import Client
    from django.urls import reverse
    from django.utils import timezone

    from ladder.club.actions import create_ladder
    from ladder.files.match_file import read_match_file
    from ladder.imports.actions import import_matches
    from ladder.models import Ladder, Match
    from ladder.pages.seasons import build_page_version
    from players.models import Player
    from tests.bench.pages import match_file

    call_command("migrate", verbosity=0)
    ladder = create_ladder(slug="measured", name="Measured", boards=[("match-length-elo", {})])
    records = read_match_file(match_file(count, players), timezone.get_default_timezone()).records
    import_matches(season=ladder.seasons.get(), records=records)
    user, client = User.objects.create_user("member"), Client()
    Player.objects.filter(pk=Player.objects.earliest("pk").pk).update(user=user)
    user.refresh_from_db()
    client.force_login(user)
    club = Club(
        standings=ladder.get_absolute_url(),
        rows=reverse("ladder:rows", args=["measured", "all-time", "match-length-elo"]),
        token=build_page_version(Ladder.objects.get()),
        matches=[f"/matches/{pk}/" for pk in Match.objects.order_by("-pk").values_list("pk", flat=True)[:20]],
        profiles=[player.get_absolute_url() for player in Player.objects.all()],
        report=reverse("ladder:match_record", args=["measured", "all-time"]),
        own_profile=user.player.get_absolute_url(),
        cookie="; ".join(f"{name}={one.value}" for name, one in client.cookies.items()),
    )
    connection.close()
    if connection.vendor == "postgresql":
        connection.close_pool()
    return club


@contextmanager
def serve_site(folder: Path) -> Iterator[subprocess.Popen[bytes]]:
    """Start the site, and stop it at the end. Raises: RuntimeError with the log, when it does not start."""
    log = folder / "server.log"
    with open(log, "wb") as file:
        process = subprocess.Popen(
            [sys.executable, "-m", "config.serve"],
            stdout=file,
            stderr=file,
            preexec_fn=postgres.dies_with_parent(signal.SIGTERM),
        )
    try:
        wait_until_ready(process, f"http://{HOST}:{os.environ['PORT']}", log)
        yield process
    finally:
        process.terminate()
        process.wait(60)


def report(server: subprocess.Popen[bytes], club: Club, turns: int, seconds: float) -> None:
    """Measure every page in turns, and print what came out."""
    pages, began, worked = list_pages(club), time.perf_counter(), time.process_time()
    found: dict[str, list[Rate]] = {page.name: [] for page in pages}
    for page in pages:
        measure_rate(server, page, seconds, least=4 * len(page.paths))  # so that both workers keep what they keep
    for _ in range(turns):
        for page in pages:
            found[page.name].append(measure_rate(server, page, seconds))
    print(f"{'':28}{'a second':>10}{'of /healthz':>14}{'least':>8}{'most':>8}{'by work':>10}{'aim':>7}")
    for page in pages:
        pairs = list(zip(found[page.name], found[pages[0].name], strict=True))
        ratios = [one.answers / health.answers for one, health in pairs]
        by_work = statistics.median(health.work / one.work for one, health in pairs)
        usual = statistics.median(one.answers for one, _ in pairs)
        spread = f"{statistics.median(ratios):14.2f}{min(ratios):8.2f}{max(ratios):8.2f}{by_work:10.2f}"
        print(f"{page.name:28}{usual:10,.0f}{spread}{page.aim or '':>7}")
    print(f"{'requests for a first view':28}{count_first_requests(club.standings):10}{'':40}{8:7}")
    print(f"{'memory of all, MiB':28}{sum(map(measure_memory, list_processes(server.pid))):10,.0f}{'':40}{130:7}")
    share = (time.process_time() - worked) / (time.perf_counter() - began)
    print(f"{'client, of one core':28}{share:10.2f}")


def list_pages(club: Club) -> list[Page]:
    """Return the pages to measure, /healthz first."""
    a_month_ago = time.strftime("%Y-%m-%d", time.localtime(time.time() - timedelta(30).total_seconds()))
    tag = fetch(club.standings)[0].get("ETag", "")
    member = f"Cookie: {club.cookie}\r\n"
    unchanged = [Page("unchanged page (304)", [club.standings], f"If-None-Match: {tag}\r\n", 304)] if tag else []
    return [
        Page("/healthz", ["/healthz"]),
        Page("unchanged poll", [f"{club.rows}?v={club.token}"], "HX-Request: true\r\n", 204, 0.7),
        *unchanged,
        Page("standings", [club.standings], aim=0.4),
        Page("match page", club.matches, aim=0.3),
        Page("profile", club.profiles, aim=0.3),
        Page("past day", [f"{club.standings}?as-of={a_month_ago}"], aim=0.3),
        Page("feed", [f"{club.standings}feed.xml"]),
        Page("a member's standings", [club.standings], member, aim=0.35),
        Page("a member's match page", club.matches, member, aim=0.2),
        Page("a member's report form", [club.report], member, aim=0.2),
        Page("a member's home", ["/"], member, aim=0.15),
        Page("a member's own profile", [club.own_profile], member, aim=0.15),
    ]


def measure_rate(server: subprocess.Popen[bytes], page: Page, seconds: float, least: int = 1) -> Rate:
    """Ask for so many seconds, and for at least so many answers.

    Raises: RuntimeError for an answer that is not as expected.
    """
    began, worked, answered = time.perf_counter(), measure_work(server.pid), 0
    while not answered or answered < least:
        answered += asyncio.run(ask_on_all_connections(page, seconds))
    return Rate(answered / (time.perf_counter() - began), (measure_work(server.pid) - worked) / answered)


async def ask_on_all_connections(page: Page, seconds: float) -> int:
    end = time.perf_counter() + seconds
    requests = cycle([build_request(path, page.headers) for path in page.paths])
    return sum(await asyncio.gather(*(ask_until(end, requests, page) for _ in range(CONNECTIONS))))


def build_request(path: str, headers: str) -> bytes:
    host = f"{HOST}:{os.environ['PORT']}"
    return f"GET {path} HTTP/1.1\r\nHost: {host}\r\nAccept-Encoding: gzip\r\n{headers}\r\n".encode()


async def ask_until(end: float, requests: Iterator[bytes], page: Page) -> int:
    """Ask again and again on one connection, and return how many answers came."""
    reader, writer = await asyncio.open_connection(HOST, int(os.environ["PORT"]), limit=2**20)
    answered = 0
    while time.perf_counter() < end:
        writer.write(next(requests))
        head = await reader.readuntil(b"\r\n\r\n")
        if not head.startswith(b"HTTP/1.1 %d" % page.status):
            raise RuntimeError(f"{page.name} was answered by {head.decode('latin-1').splitlines()[0]}")
        if length := LENGTH.search(head):
            await reader.readexactly(int(length[1]))
        answered += 1
    writer.close()
    return answered


def count_first_requests(path: str) -> int:
    """Return how many requests a browser makes that has never seen the page: itself and the files it names."""
    files = set(FILES.findall(fetch(path)[1]))
    named = (IN_STYLES.findall(fetch(file)[1]) for file in files if file.endswith(".css"))
    return 1 + len(files) + len({one for found in named for one in found})


def fetch(path: str) -> tuple[Any, str]:
    """Return the headers and the text of an answer."""
    request = urllib.request.Request(f"http://{HOST}:{os.environ['PORT']}{path}", headers={"Accept-Encoding": "gzip"})
    with urllib.request.urlopen(request, timeout=60) as answer:
        content = answer.read()
    return answer.headers, (gzip.decompress(content) if "Content-Encoding" in answer.headers else content).decode()


def list_processes(pid: int) -> list[int]:
    """Return a process and all that it has started."""
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return [pid, *(one for child in children for one in list_processes(int(child)))]


def measure_work(pid: int) -> float:
    """Return the seconds that the processors have worked for a process and all that it has started."""
    fields = (Path(f"/proc/{one}/stat").read_text().rpartition(")")[2].split() for one in list_processes(pid))
    return sum(int(field[11]) + int(field[12]) for field in fields) / os.sysconf("SC_CLK_TCK")


def measure_memory(pid: int) -> float:
    """Return the MiB of a process, where a page of memory that several share counts in parts (PSS)."""
    rollup = Path(f"/proc/{pid}/smaps_rollup").read_text()
    return int(next(line for line in rollup.splitlines() if line.startswith("Pss:")).split()[1]) / 1024


if __name__ == "__main__":
    main()
