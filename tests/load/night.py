"""A club night with forty phones: `python -m tests.load.night`, with `--minutes` and more.

On each database it lets a night of 40 people on 8 courts run on the real server. Everybody's phone asks for the board
every 5 seconds, with a session of its own. The desk lets people rest and come back, enters results and begins games,
and a member looks at other pages. It prints how long each took by the clock of those who asked: half, nine in ten, and
the longest.
"""

import argparse
import html
import http.client
import json
import os
import random
import re
import statistics
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from datetime import timedelta
from pathlib import Path
from threading import Event, Thread
from typing import Any
from urllib.parse import urlencode, urlsplit

from tests import postgres
from tests.load.__main__ import build_surroundings, serve_site, take_sample

SLUG, PLAYERS, PEOPLE, COURTS, GAMES = "load", 500, 40, 8, 30
POLL_SECONDS = 5.0
PAGES = {"the standings beside it": f"/{SLUG}/", "home beside it": "/", "a profile beside it": "/players/1/"}
HTMX = {"HX-Request": "true"}
TOKEN, POLL = re.compile(r'name="csrfmiddlewaretoken" value="([^"]+)"'), re.compile(r'hx-get="([^"]*\?v=[^"]+)"')
GAME, SEEN = re.compile(r'id="won-(\d+)-1"'), re.compile(r'id="(rest|come)-(\d+)"')
NEXT = re.compile(r'name="court" value="(\d+)">\s*<input[^>]*"side_1" value="([\d.]+)">\s*<input[^>]*value="([\d.]+)">')


class Visitor:
    """Somebody with a browser and a session, whose waits are kept by what was asked for."""

    def __init__(self, url: str, cookies: str, taken: dict[str, list[float]], wrong: list[str]) -> None:
        self.url, self.cookies, self.taken, self.wrong = url, cookies, taken, wrong
        self.connection = http.client.HTTPConnection(urlsplit(url).netloc, timeout=60)

    def ask(self, what: str, path: str, sent: dict[str, Any] | None = None, headers: dict[str, str] = HTMX) -> str:
        """Return the body of an answer; one without news counts apart, and one that is no success is noted."""
        body = urlencode(sent) if sent is not None else None
        headers = headers | {"Cookie": self.cookies}
        if body is not None:
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        began = time.monotonic()
        self.connection.request("POST" if body is not None else "GET", path, body, headers)
        answer = self.connection.getresponse()
        text = answer.read().decode()
        self.taken[what if answer.status != http.client.NO_CONTENT else f"{what} without news"].append(
            time.monotonic() - began
        )
        if answer.status not in (http.client.OK, http.client.NO_CONTENT):
            self.wrong.append(f"{what}: {answer.status}")
        return text


def poll(phone: Visitor, stop: Event, wait: float) -> None:
    """Keep the board of a night open, as its page does."""
    stop.wait(wait)
    path = f"/{SLUG}/tonight"
    while not stop.is_set():
        if found := POLL.search(phone.ask("a poll", path)):
            path = html.unescape(found[1])
        stop.wait(POLL_SECONDS)


def look(member: Visitor, stop: Event) -> None:
    """Look at one other page after the other."""
    while not stop.wait(1.0):
        for what, path in PAGES.items():
            member.ask(what, path, headers={})


def run_desk(desk: Visitor, stop: Event, seconds: float) -> None:
    """Tick people, enter results and begin games in turns, one every so many seconds."""
    luck, url = random.Random(1), f"/{SLUG}/tonight"
    text = desk.ask("the desk's board", url)
    while True:
        for act in ("rest or come", "a result", "a game"):
            if stop.wait(seconds):
                return
            (token, *_) = TOKEN.findall(text)
            if act == "a game" and (found := NEXT.findall(text)):
                sent, to = dict(zip(("court", "side_1", "side_2"), luck.choice(found), strict=True)), "play"
            elif act == "a result" and (games := GAME.findall(text)):
                sent, to = {"game": luck.choice(games), "won": luck.choice("12")}, "won"
            else:
                to, player = luck.choice(SEEN.findall(text))
                sent, act = {"player": player}, "rest or come"
            new = desk.ask(act, f"{url}/{to}", sent | {"csrfmiddlewaretoken": token})
            text = new if TOKEN.search(new) else desk.ask("the desk's board", url)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.load.night", description=__doc__)
    parser.add_argument("--minutes", type=float, default=3.0)
    parser.add_argument("--seconds", type=float, default=5.0, help="between two taps of the desk")
    parser.add_argument("--matches", type=int, default=5_000, help="matches played before")
    parser.add_argument("--database", choices=("sqlite", "postgresql", "both"), default="both")
    chosen = parser.parse_args()
    if chosen.database != "postgresql":
        with tempfile.TemporaryDirectory() as folder:
            play_night("SQLite", f"sqlite:///{folder}/load.sqlite3", Path(folder), chosen)
    if chosen.database != "sqlite":
        with tempfile.TemporaryDirectory() as folder, postgres.server(durable=True) as url:
            play_night("PostgreSQL", url, Path(folder), chosen)


def play_night(name: str, database: str, folder: Path, chosen: argparse.Namespace) -> None:
    """Let the night run for so many minutes, and print what everybody waited for what."""
    surroundings, made = build_surroundings(database), folder / "club.json"
    numbers = map(str, (chosen.matches, PLAYERS, PEOPLE, COURTS, GAMES))
    command = [sys.executable, "-m", "tests.load.night_club", str(made), *numbers]
    subprocess.run(command, env=surroundings, check=True)
    club, stop = json.loads(made.read_text()), Event()
    taken: dict[str, list[float]] = defaultdict(list)
    wrong: list[str] = []
    with serve_site(surroundings, folder) as (server, url):
        first = take_sample(server.pid, os.getpid())
        desk, *phones = (Visitor(url, cookies, taken, wrong) for cookies in club["cookies"])
        threads = [Thread(target=run_desk, args=(desk, stop, chosen.seconds))]
        threads.append(Thread(target=look, args=(Visitor(url, club["cookies"][1], taken, wrong), stop)))
        threads += [
            Thread(target=poll, args=(phone, stop, POLL_SECONDS * number / PEOPLE))
            for number, phone in enumerate(phones)
        ]
        for thread in threads:
            thread.start()
        stop.wait(timedelta(minutes=chosen.minutes).total_seconds())
        stop.set()
        for thread in threads:
            thread.join()
        last = take_sample(server.pid, os.getpid())
        log = (folder / "server.log").read_text(errors="replace")
    cores = (last.worked - first.worked) / (last.at - first.at)
    print(f"\n{name}: {chosen.minutes:g} minutes, {cores:.2f} cores for the server", flush=True)
    print(f"  wrong answers: {len(wrong)} {sorted({*wrong})[:3]}, errors in the log: {log.count(' ERROR ')}")
    for what, times in sorted(taken.items()):
        half, most = statistics.median(times), sorted(times)[int(len(times) * 0.9)]
        print(f"  {what:26}{len(times):6}   {half * 1000:6.0f} {most * 1000:6.0f} {max(times) * 1000:6.0f} ms")


if __name__ == "__main__":
    main()
