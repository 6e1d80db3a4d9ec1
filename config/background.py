"""What runs in each worker beside the requests: the clock, and a thread that ends the worker after its server.

Once a minute the clock confirms reports that nobody has answered in time, closes challenges that count as lost, moves
down whoever plays too little, begins the next boxes and rounds, sends reminders, also of seasons that end and rounds
that are made soon, and on Mondays the digests of the week, tries mail again that could not be sent, starts the backup
of the night, lets PostgreSQL count small tables, and checks that what was stored is still there. Each worker has a
clock. Two may run at the same time: each change is made under a ladder's lock, and each mail and the backup is claimed
by one.
"""

import logging
import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Callable
from functools import partial

from django.core.management import call_command
from django.db import connection
from django.utils import timezone

from config.health import find_site_fault
from config.sqlite import SERVER_END_SECONDS
from config.table_counts import count_small_tables
from ladder.backups.automatic.runs import start_due_backup
from ladder.boxes.actions import end_due_cycles
from ladder.challenges.due import decide_due_challenges
from ladder.nights.actions import close_due_nights
from ladder.rounds.actions import make_due_rounds
from ladder.seasons.idle_players import move_idle_players
from ladder.tasks.actions import rescue_tasks
from players.models import Club
from players.notices.delivery import send_mail_again
from players.task_queue import tidy_queue

CLOCK_INTERVAL = 60.0  # seconds
logger = logging.getLogger(__name__)
DUE_WORK: list[Callable[[], object]] = [
    partial(call_command, "confirm_due", verbosity=0),
    close_due_nights,
    decide_due_challenges,
    move_idle_players,
    end_due_cycles,
    make_due_rounds,
    partial(call_command, "remind", verbosity=0),
    partial(call_command, "send_digests", verbosity=0),
    send_mail_again,
    start_due_backup,
    rescue_tasks,
    tidy_queue,
    count_small_tables,
]


def start_clock() -> None:
    """Start the clock in a thread, for as long as the worker lives."""
    threading.Thread(target=run_clock, name="clock", daemon=True).start()


def run_clock() -> None:
    while True:
        do_due_work()
        time.sleep(CLOCK_INTERVAL)


def do_due_work() -> None:
    """Do what is due by the club's days; an error is logged, and the work is tried again a minute later."""
    for work in DUE_WORK:
        try:
            with timezone.override(Club.current().zone):
                work()
        except (Exception, SystemExit):  # a command that refuses exits
            logger.exception("What is due could not be done.")
        finally:
            connection.close()
    find_site_fault()
    connection.close()


def follow_parent() -> None:
    """Start a thread that ends this process soon after its parent, however that ended."""
    parent = multiprocessing.parent_process()
    if parent:
        threading.Thread(target=wait_for_parent_end, args=(parent.pid,), name="parent", daemon=True).start()


def wait_for_parent_end(parent: int | None) -> None:
    while os.getppid() == parent:
        time.sleep(1.0)
    os.kill(os.getpid(), signal.SIGTERM)
    time.sleep(SERVER_END_SECONDS / 2)  # for requests that have begun
    os.kill(os.getpid(), signal.SIGKILL)
