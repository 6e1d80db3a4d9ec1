"""The faults, one function each. Members report all the time; a scenario returns what they saw.

After each, every acknowledged report must be stored once, everything must add up, and the site must take reports again.
"""

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import DatabaseError, connections

from ladder.models import Ladder, Match
from tests.browser.server import serving
from tests.faults.databases import (
    Database,
    PostgresServer,
    break_disk,
    fill_disk,
    mount_small_disk,
    repair_disk,
)
from tests.faults.kills import (
    ACTIONS,
    VICTIMS,
    Kill,
    count_listeners,
    fill_ladder,
    find_processes,
    kill_in_action,
    kill_in_restore,
    kill_processes,
    read_state,
)
from tests.faults.members import ReportingMembers
from tests.simulator.rounds import close_connections

SETTINGS = {"DJANGO_SETTINGS_MODULE": "tests.faults.settings"}
FAKETIME = "/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1"  # Debian's package faketime
MANAGE = [sys.executable, "manage.py"]
FAULTS = (AssertionError, DatabaseError, OSError, RuntimeError, ValidationError, subprocess.SubprocessError)


class Place(NamedTuple):
    """Where a scenario happens: a database with a ladder in it, and a folder for the server's files."""

    database: Database
    ladder: Ladder
    folder: Path
    count: int  # how often something is killed


class NotTriedError(Exception):
    """The machine lacks what the scenario needs; the message says what."""


@contextmanager
def report_while(place: Place, **more: str) -> Iterator[ReportingMembers]:
    """Start the site with members who report; at the end check that it takes reports, and what was acknowledged."""
    user, _ = User.objects.get_or_create(username="organiser", is_staff=True, is_superuser=True)
    connections.close_all()
    with serving(place.database.url, place.folder, may_err=True, **SETTINGS, **more) as site:
        with ReportingMembers(site, user) as members:
            yield members
            members.wait_for_more(8)
        check_acknowledged(place, members)


def check_acknowledged(place: Place, members: ReportingMembers) -> None:
    """Raises: AssertionError, when a report is lost or the ladder does not add up."""
    read_state(place.ladder)
    stored = {str(key) for key in Match.objects.filter(form_key__isnull=False).values_list("form_key", flat=True)}
    connections.close_all()
    lost = members.acknowledged - stored
    assert not lost, f"{len(lost)} acknowledged reports are lost."


def stop_database(place: Place) -> str:
    """The database is stopped at once, twice, and comes back."""
    if not isinstance(place.database, PostgresServer):
        raise NotTriedError("a file has no server to stop")
    with report_while(place) as members:
        for _ in range(2):
            connections.close_all()
            place.database.stop()
            time.sleep(2)
            place.database.start()
            close_connections()
            members.wait_for_more(8)
    return members.describe_answers()


def cut_connections(place: Place) -> str:
    """All connections to the database are cut, ten times."""
    if not isinstance(place.database, PostgresServer):
        raise NotTriedError("a file has no connections to cut")
    with report_while(place) as members:
        for _ in range(10):
            place.database.cut_connections()
            close_connections()  # our own among them
            members.wait_for_more(4)
    return members.describe_answers()


def hold_lock(place: Place) -> str:
    """Another program holds the lock for seven seconds."""
    with report_while(place) as members:
        with place.database.hold_lock():
            time.sleep(7)
        members.wait_for_more(8)
    return members.describe_answers()


def fill_the_disk(place: Place) -> str:
    """The disk is full for some seconds, then there is room again. The database stands on a small disk of its own."""
    disk = place.database.folder.parent
    if not disk.is_mount():
        raise NotTriedError("only root may mount a small disk")
    with report_while(place) as members:
        ballast = fill_disk(disk)
        time.sleep(5)
        ballast.unlink()
        if isinstance(place.database, PostgresServer) and place.database.process.poll() is not None:
            place.database.start()
        close_connections()
        members.wait_for_more(8)
    return members.describe_answers()


def make_disk_read_only(place: Place) -> str:
    """A copy of the file stands on a read-only disk: the site says so in one sentence and does not start."""
    if isinstance(place.database, PostgresServer):
        raise NotTriedError("the server of the database does not start then, as in database-stopped")
    connections.close_all()
    try:
        with mount_small_disk(place.folder / "frozen", 100) as disk:
            copy = disk / "club.sqlite3"
            shutil.copy(place.database.path, copy)
            subprocess.run(["mount", "-o", "remount,ro", disk], check=True)
            surroundings = os.environ | SETTINGS | {"DATABASE_URL": f"sqlite:///{copy}", "DEMO": "0"}
            command = [sys.executable, "-m", "config.serve"]
            ended = subprocess.run(command, env=surroundings, capture_output=True, text=True, timeout=60)
    except PermissionError as error:
        raise NotTriedError(str(error)) from error
    said = ended.stderr.strip().splitlines()
    assert ended.returncode, "The site started, though it can store nothing."
    assert len(said) == 1, "\n".join(said)
    return f"at the start: {said[0]}"


def turn_disk_read_only(place: Place) -> str:
    """The disk fails under the running site and is read-only from then on; it is repaired while the site is stopped."""
    disk = place.database.folder.parent
    if not disk.is_mount():
        raise NotTriedError("only root may mount a small disk")
    user, _ = User.objects.get_or_create(username="organiser", is_staff=True, is_superuser=True)
    connections.close_all()
    with (
        serving(place.database.url, place.folder, may_err=True, **SETTINGS) as site,
        ReportingMembers(site, user) as members,
    ):
        break_disk(disk)
        time.sleep(5)
    close_connections()
    place.database.stop()
    repair_disk(disk)
    place.database.start()
    check_acknowledged(place, members)
    with report_while(place) as later:
        pass
    return f"{members.describe_answers()}; repaired, {later.describe_answers()}"


def kill_worker(place: Place) -> str:
    """A worker is killed, five times, while members report and the other one is well."""
    with report_while(place) as members:
        port = urlsplit(members.site).port or 0
        for _ in range(5):
            while count_listeners(port) < 2:
                time.sleep(0.1)
            kill_processes(port, "worker")
            members.wait_for_more(8)
    return members.describe_answers()


def kill_in(action: str) -> Callable[[Place], str]:
    """Return a scenario in which a worker, the server alone, or both are killed in the middle of an action."""

    def kill(place: Place) -> str:
        done = {
            victim: list(kill_in_action(place.ladder, action, victim, place.count, place.folder, **SETTINGS))
            for victim in VICTIMS
        }
        return "; ".join(f"{victim}: {describe_kills(kills)}" for victim, kills in done.items())

    kill.__doc__ = f"A worker, the server, or both are killed in the middle of a {action}."
    return kill


def kill_restore(place: Place) -> str:
    """The command that restores a backup is killed in the middle."""
    return describe_kills(list(kill_in_restore(place.ladder, place.count, place.folder)))


def describe_kills(kills: list[Kill]) -> str:
    """Return what the kills left, such as “2 before, 1 after, none between”."""
    stored = sum(one.stored for one in kills)
    return f"{len(kills) - stored} as before, {stored} as after, none between"


def stop_server(place: Place) -> str:
    """The server is told to stop (SIGTERM) in the middle of requests; what it has begun is answered."""
    with report_while(place) as members:
        pass
    user = User.objects.get(username="organiser")
    connections.close_all()
    with serving(place.database.url, place.folder, **SETTINGS) as site, ReportingMembers(site, user) as stopped:
        os.kill(find_processes(urlsplit(site).port or 0)[0], signal.SIGTERM)
        time.sleep(3)
    check_acknowledged(place, stopped)
    return f"{members.describe_answers()}; then {stopped.describe_answers()}"


def move_clock(place: Place) -> str:
    """The server's clock goes back by two days, then forward by four."""
    if not Path(FAKETIME).exists():
        raise NotTriedError("faketime is not installed")
    moved = place.folder / "moved"
    moved.write_text("+0")
    more = {"LD_PRELOAD": FAKETIME, "FAKETIME_TIMESTAMP_FILE": str(moved), "FAKETIME_CACHE_DURATION": "1"}
    with report_while(place, **more, DONT_FAKE_MONOTONIC="1") as members:
        for offset in ("-2d", "+2d"):
            moved.write_text(offset)
            time.sleep(2)
            members.wait_for_more(8)
    return members.describe_answers()


def back_up(place: Place) -> str:
    """Three backups are made while members report; each is checked whole."""
    backup, sizes = place.folder / "busy.zip", []
    with report_while(place) as members:
        for _ in range(3):
            acknowledged = len(members.acknowledged)
            subprocess.run([*MANAGE, "backup", str(backup)], check=True, capture_output=True)
            looked = subprocess.run([*MANAGE, "restore", str(backup)], capture_output=True, text=True)
            assert "Nothing was changed." in looked.stderr, looked.stderr
            sizes.append(acknowledged)
    return f"{members.describe_answers()}; {len(sizes)} backups can be restored"


def interrupt_migration(place: Place) -> str:
    """The migration of an empty database is killed in the middle, five times, and then goes on to its end."""
    surroundings = os.environ | SETTINGS | {"DATABASE_URL": place.database.empty_url}
    for number in range(5):
        command = subprocess.Popen([*MANAGE, "migrate", "--verbosity", "0"], env=surroundings, stderr=subprocess.PIPE)
        time.sleep(1.5 + number)
        command.kill()
        command.communicate()
    subprocess.run([*MANAGE, "migrate", "--verbosity", "0"], env=surroundings, check=True)
    subprocess.run([*MANAGE, "migrate", "--check"], env=surroundings, check=True)
    return "the next start goes on where the last one ended"


SCENARIOS: dict[str, Callable[[Place], str]] = {
    "database-stopped": stop_database,
    "connections-cut": cut_connections,
    "lock-held": hold_lock,
    "disk-full": fill_the_disk,
    "disk-read-only": make_disk_read_only,
    "disk-fails": turn_disk_read_only,
    "worker-killed": kill_worker,
    **{f"killed-in-{action}": kill_in(action) for action in ACTIONS},
    "killed-in-restore": kill_restore,
    "server-stopped": stop_server,
    "clock-moved": move_clock,
    "backup-under-load": back_up,
    "migration-interrupted": interrupt_migration,
}


def run_scenarios(names: list[str], database: Database, folder: Path, matches: int, count: int) -> int:
    """Run them one after the other, print a line for each, and return how many failed."""
    failed = 0
    ladder = fill_ladder(matches)
    for name in names:
        scenario, began = SCENARIOS[name], time.monotonic()
        try:
            said = scenario(Place(database, ladder, folder, count))
        except NotTriedError as error:
            said = f"not tried: {error}"
        except (
            AssertionError,
            DatabaseError,
            OSError,
            RuntimeError,
            ValidationError,
            subprocess.SubprocessError,
        ) as error:
            failed += 1
            said = f"FAILED: {error}"
        ladder = Ladder.objects.get()  # after a restore it is another row
        connections.close_all()
        print(f"  {name}: {said} ({time.monotonic() - began:.0f} s)", flush=True)
    return failed
