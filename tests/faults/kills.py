"""Processes killed in the middle of something: afterwards it is done whole, or not at all."""

import os
import random
import signal
import subprocess
import sys
import threading
import time
import uuid
from collections.abc import Callable, Iterator
from contextlib import suppress
from http.client import HTTPException
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit

from django.contrib.auth.models import User
from django.db import connection, connections, transaction
from django.utils import timezone

from ladder import ledger
from ladder.files.match_file import read_match_file
from ladder.files.match_records import MatchRecord
from ladder.imports.actions import import_matches
from ladder.models import Ladder, Match
from ladder.ratings import Result
from tests.bench import engine
from tests.browser.server import serving, url_of
from tests.factories import make_ladder, season_of
from tests.faults.members import PAIRS, PLAYERS
from tests.faults.visit import Visit
from tests.simulator.browser import find_page_form
from tests.simulator.rounds import find_problems

VICTIMS = ("worker", "master", "group")
IMPORTED = 300  # matches
LISTENING = "0A"  # in the system's table of sockets


class State(NamedTuple):
    """What of the ladder an action changes: its fingerprint, how many matches, and the first one's version."""

    fingerprint: str
    matches: int
    revision: int


class Attempt(NamedTuple):
    """Something that an organiser is about to do: how to send it, and whether a state is the one after it."""

    send: Callable[[], object]
    is_done: Callable[[State], bool]


class Kill(NamedTuple):
    """What a kill left behind: whether the action was answered before it, and whether it is stored."""

    after: float  # seconds after it was sent
    answered: bool
    stored: bool


def fill_ladder(count: int) -> Ladder:
    """Return a ladder with that many matches, imported at once."""
    ladder = make_ladder("match-length-elo", "points-exchange")
    text = "\n".join(["date,winner,loser,length", *map(format_line, engine.made_up(count))])
    import_matches(season=season_of(ladder), records=read_records(text))
    return ladder


def read_records(text: str) -> list[MatchRecord]:
    """Return the matches of a file."""
    return read_match_file(text, timezone.get_default_timezone()).records


def format_line(result: Result) -> str:
    winner, loser = (player % PLAYERS for player in result.players)
    loser = (loser + 1) % PLAYERS if winner == loser else loser
    return f"{result.ended:%Y-%m-%dT%H:%M},P{winner},P{loser},{result.facts['length']}"


def kill_in_action(
    ladder: Ladder, action: str, victim: str, count: int, folder: Path, seed: int = 0, **more: str
) -> Iterator[Kill]:
    """Kill the victim that many times, spread over the time that the action takes, and a little more.

    Raises: AssertionError, when the ladder is between old and new; OSError, when the site is not up again by itself.
    """
    luck, address = random.Random(seed), url_of(connection.settings_dict)
    organiser, _ = User.objects.get_or_create(username="organiser", is_staff=True, is_superuser=True)
    took = 0.0
    for number in range(count):
        with serving(address, folder, may_err=True, **more) as site:
            visit = Visit(site, organiser)
            visit.open("/")  # whatever the last kill left
            took = took or min(measure_action(action, visit, ladder) for _ in range(2))
            attempt = ACTIONS[action](visit, ladder)
            yield kill_once(site, ladder, attempt, victim, 1.2 * took * (number + luck.random()) / count)
    with serving(address, folder, **more) as site:
        Visit(site, organiser).open("/")


def measure_action(action: str, visit: Visit, ladder: Ladder) -> float:
    """Do it once and return the seconds that it took."""
    attempt = ACTIONS[action](visit, ladder)
    began = time.perf_counter()
    attempt.send()
    return time.perf_counter() - began


def kill_once(site: str, ladder: Ladder, attempt: Attempt, victim: str, after: float) -> Kill:
    """Send the action, kill the victim so many seconds later, and compare with before."""
    before, answers = read_state(ladder), []

    def send() -> None:
        with suppress(OSError, HTTPException, AssertionError):
            answers.append(attempt.send())

    sender = threading.Thread(target=send)
    sender.start()
    time.sleep(after)
    kill_processes(urlsplit(site).port or 0, victim)
    sender.join()
    now = read_state(ladder)
    done = attempt.is_done(now)
    assert done or now == before, "The ladder is neither as before nor as after."
    assert done or not answers, "What was answered is not stored."
    return Kill(after, bool(answers), done)


def prepare_report(visit: Visit, ladder: Ladder) -> Attempt:
    """Prepare the report of a match between two players who have not met in a report."""
    form = find_page_form(visit.open("/club/all-time/report"), "first")
    assert form
    first, second = PAIRS.get_nowait()
    values = form.values | {"first": f"P{first}", "second": f"P{second}", "winner": "first", "length": "5"}
    matches = count_matches(ladder)
    return Attempt(lambda: visit.open("/club/all-time/report", values), lambda state: state.matches == matches + 1)


def prepare_import(visit: Visit, ladder: Ladder) -> Attempt:
    """Prepare the import of a file with matches between new players, as far as the button that imports it."""
    names = [uuid.uuid4().hex for _ in range(40)]  # none is like another
    rows = [f"2026-01-{1 + row % 28:02},{names[row % 20]},{names[20 + row % 17]}" for row in range(IMPORTED)]
    path, text = "/club/all-time/import", "\n".join(["date,winner,loser", *rows])
    asked = find_page_form(visit.open(path), "text")
    assert asked
    checked = find_page_form(visit.open(path, asked.values | {"text": text}), "token")
    assert checked
    matches = count_matches(ladder)
    values = checked.values | {"import": checked.buttons["import"]}
    return Attempt(lambda: visit.open(path, values), lambda state: state.matches == matches + IMPORTED)


def prepare_correction(visit: Visit, ladder: Ladder) -> Attempt:
    """Prepare that the other player won the first match, which replays all later ones."""
    match = find_first_match(ladder)
    path = f"/matches/{match.pk}/correct"
    winner = "second" if match.participants.get(seat=0).score else "first"
    connections.close_all()
    values = visit.preview_change(path, winner=winner, reason="It was the other one.")
    return Attempt(lambda: visit.open(path, values), lambda state: state.revision == match.revision + 1)


ACTIONS: dict[str, Callable[[Visit, Ladder], Attempt]] = {
    "report": prepare_report,
    "import": prepare_import,
    "correction": prepare_correction,
}


def kill_in_restore(ladder: Ladder, count: int, folder: Path) -> Iterator[Kill]:
    """Kill the command that restores a backup, spread over the time that it takes; in between reports change the site.

    Raises: AssertionError, when the ladder is between old and new
    """
    manage, backup, luck = [sys.executable, "manage.py"], str(folder / "club.zip"), random.Random(0)
    subprocess.run([*manage, "backup", backup], check=True, capture_output=True)
    old = read_state(ladder)
    restore, took = [*manage, "restore", backup, "--yes"], 0.0
    for number in range(count + 1):  # the first is not killed, to see how long it takes
        text = f"date,winner,loser\n2026-02-03,Late {number},P1"
        import_matches(season=season_of(ladder), records=read_records(text))
        before, began = read_state(ladder), time.perf_counter()
        command = subprocess.Popen(restore, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        after = took * 1.1 * (number - 1 + luck.random()) / count
        with suppress(subprocess.TimeoutExpired):
            command.wait(after if number else None)
        answered = command.poll() == 0
        command.kill()
        command.communicate()
        now = read_state(ladder)
        assert now in (before, old), "The site is neither as before nor as in the backup."
        assert now == old or not answered, "What was restored is not there."
        if number:
            yield Kill(after, answered, now == old)
        else:
            took = time.perf_counter() - began


def find_first_match(ladder: Ladder) -> Match:
    match = Match.objects.filter(season__ladder=ladder).first()
    assert match
    return match


def count_matches(ladder: Ladder) -> int:
    return Match.objects.filter(season__ladder=ladder).count()


def read_state(ladder: Ladder) -> State:
    """Return what the ladder says, once nobody is writing; everything must add up."""
    with transaction.atomic():
        ledger.lock(ladder.pk)
        wrong = find_problems()
        found = State(ledger.fingerprint(ladder), count_matches(ladder), find_first_match(ladder).revision)
    connections.close_all()
    assert wrong == []
    return found


def kill_processes(port: int, victim: str) -> None:
    """End a worker of the server on this port, the server alone, or both with all workers, as a loss of power would."""
    master, workers = find_processes(port)
    for pid in {"worker": workers[:1], "master": [master], "group": [master, *workers]}[victim]:
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)


def count_listeners(port: int) -> int:
    """Return how many workers take connections on this port."""
    rows = [line.split()[1:4] for line in Path("/proc/net/tcp").read_text().splitlines()[1:]]
    return sum(state == LISTENING and here.endswith(f":{port:04X}") for here, _, state in rows)


def find_processes(port: int) -> tuple[int, list[int]]:
    """Return the process of the server on this port, and those of its workers."""
    listed = subprocess.run(["ps", "-axwwo", "pid=,ppid=,args="], capture_output=True, text=True, check=True).stdout
    rows = [line.split(None, 2) for line in listed.splitlines()]
    master = next(pid for pid, _, command in rows if f"--port {port} " in command)
    workers = [int(pid) for pid, parent, command in rows if parent == master and "resource_tracker" not in command]
    return int(master), workers
