"""The server's clock: once a minute it lets count what silence has confirmed, sends reminders, and looks whether what
was stored is still there.

Each worker has one. That two look at the same time does no harm: what is done is done under a ladder's lock.
"""

import logging
import threading
import time

from django.core.management import call_command
from django.db import connection

from config import health

MINUTE = 60.0  # seconds
DUE = ("confirm_due", "remind")
logger = logging.getLogger(__name__)


def start() -> None:
    """Let the clock run beside the requests for as long as the worker lives."""
    threading.Thread(target=run, name="clock", daemon=True).start()


def run() -> None:
    while True:
        tick()
        time.sleep(MINUTE)


def tick() -> None:
    """Do what is due; what goes wrong is logged, and tried again at the next tick."""
    for command in DUE:
        try:
            call_command(command, verbosity=0)
        except Exception:
            logger.exception("What is due could not be done.")
        finally:
            connection.close()
    health.find_fault()
    connection.close()
