"""Corrections of the first match, each with a kill in its middle; after each the ladder is looked at."""

import os
import random
import signal
import subprocess
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from http.client import HTTPException
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit

from django.contrib.auth.models import User
from django.db import connection, connections, transaction
from django.utils import timezone

from ladder import ledger
from ladder.devtools.simulator.rounds import find_problems
from ladder.files.match_file import read_match_file
from ladder.imports.actions import import_matches
from ladder.models import Ladder, Match
from ladder.ratings import Result
from tests.bench import engine
from tests.browser.server import serving, url_of
from tests.factories import make_ladder, season_of
from tests.kill.visit import Visit

PLAYERS = 200


class State(NamedTuple):
    """Which of the two versions the first match has, and how many revisions."""

    fingerprint: str
    revision: int


class Kill(NamedTuple):
    """What a kill left behind: whether Apply was answered before it, and whether the change is stored."""

    after: float  # seconds after Apply was sent
    answered: bool
    stored: bool


def filled(count: int) -> Ladder:
    """Return a ladder with that many matches, imported at once."""
    ladder = make_ladder("match-length-elo", "points-exchange")
    text = "\n".join(["date,winner,loser,length", *map(line, engine.made_up(count))])
    records = read_match_file(text, timezone.get_default_timezone()).records
    import_matches(season=season_of(ladder), records=records)
    return ladder


def line(result: Result) -> str:
    winner, loser = (player % PLAYERS for player in result.players)
    loser = (loser + 1) % PLAYERS if winner == loser else loser
    return f"{result.ended:%Y-%m-%dT%H:%M},P{winner},P{loser},{result.facts['length']}"


def kills(ladder: Ladder, count: int, folder: Path, seed: int = 0) -> Iterator[Kill]:
    """Kill the server that many times, spread over the time that a correction takes, and a little more.

    Raises: AssertionError, when the ladder is between old and new; OSError, when the site is not up again by itself.
    """
    luck, address = random.Random(seed), url_of(connection.settings_dict)
    organiser = User.objects.create_user("organiser", is_staff=True)
    with serving(address, folder) as site:
        visit, first = Visit(site, organiser), state(ladder)
        took = corrected(visit, ladder)
        second = state(ladder)
        took = min(took, corrected(visit, ladder))
    turned = {first.fingerprint: second.fingerprint, second.fingerprint: first.fingerprint}
    for number in range(count):
        with serving(address, folder) as site:
            visit = Visit(site, organiser)
            visit.open("/")  # whatever the last kill left
            yield killed(visit, ladder, turned, 1.2 * took * (number + luck.random()) / count)
    with serving(address, folder) as site:
        Visit(site, organiser).open("/")


def corrected(visit: Visit, ladder: Ladder) -> float:
    """Correct the first match and return the seconds that it took."""
    path, values = prepared(visit, ladder)
    began = time.perf_counter()
    visit.open(path, values)
    return time.perf_counter() - began


def killed(visit: Visit, ladder: Ladder, turned: dict[str, str], after: float) -> Kill:
    """Send a correction, kill the server so many seconds later, and compare with before."""
    before = state(ladder)
    path, values = prepared(visit, ladder)
    answers: list[str] = []

    def send() -> None:
        with suppress(OSError, HTTPException):
            answers.append(visit.open(path, values))

    sender = threading.Thread(target=send)
    sender.start()
    time.sleep(after)
    kill(urlsplit(visit.site).port or 0)
    sender.join()
    now, changed = state(ladder), State(turned[before.fingerprint], before.revision + 1)
    assert now in (before, changed), "The ladder is neither as before nor as after."
    assert now == changed or not answers, "What was answered is not stored."
    return Kill(after, bool(answers), now == changed)


def prepared(visit: Visit, ladder: Ladder) -> tuple[str, dict[str, str]]:
    """Return where to send that the other player won the first match, and what to send."""
    match = first_match(ladder)
    connections.close_all()
    path = f"/matches/{match.pk}/correct"
    winner = "second" if match.participants.get(seat=0).score else "first"
    return path, visit.previewed(path, winner=winner, reason="It was the other one.")


def first_match(ladder: Ladder) -> Match:
    match = Match.objects.filter(season__ladder=ladder).first()
    assert match
    return match


def state(ladder: Ladder) -> State:
    """Return what the ladder says, once nobody is writing; everything must add up."""
    with transaction.atomic():
        ledger.lock(ladder.pk)
        wrong = find_problems()
        found = State(ledger.fingerprint(ladder), first_match(ladder).revision)
    connections.close_all()
    assert wrong == []
    return found


def kill(port: int) -> None:
    """End the server on this port and its workers at once, as a loss of power would."""
    listed = subprocess.run(["ps", "-axwwo", "pid=,ppid=,args="], capture_output=True, text=True, check=True).stdout
    rows = [line.split(None, 2) for line in listed.splitlines()]
    main = next(pid for pid, _, command in rows if f"--port {port} " in command)
    workers = [pid for pid, parent, _ in rows if parent == main]
    for pid in (main, *workers):
        with suppress(ProcessLookupError):
            os.kill(int(pid), signal.SIGKILL)
