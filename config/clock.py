"""The server's clock: once a minute it lets count what silence has confirmed, sends reminders, and looks whether what
was stored is still there.

Each worker has one. That two look at the same time does no harm: what is done is done under a ladder's lock.
"""

import logging
import threading
import time

from django.core.management import call_command
from django.db import connection

from config.health import find_site_fault

MINUTE = 60.0  # seconds
DUE = ("confirm_due", "remind")
logger = logging.getLogger(__name__)


def start_clock() -> None:
    """Let the clock run beside the requests for as long as the worker lives."""
    threading.Thread(target=run_clock, name="clock", daemon=True).start()


def run_clock() -> None:
    while True:
        do_due_work()
        time.sleep(MINUTE)


def do_due_work() -> None:
    """Do what is due; what goes wrong is logged, and tried again at the next tick."""
    for command in DUE:
        try:
            call_command(command, verbosity=0)
        except Exception:
            logger.exception("What is due could not be done.")
        finally:
            connection.close()
    find_site_fault()
    connection.close()
