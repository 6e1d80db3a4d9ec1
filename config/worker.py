"""What each worker of the server loads: the site and its clock.

The server's main process stops its workers itself. A worker that got the terminal's Ctrl-C as well could hang or be
replaced, so it leaves the terminal's process group. A worker that is told to stop while it still loads stops at once;
the signal handler that it was forked with would not.
"""

import gc
import os
import signal
from typing import Any


def load_site() -> Any:
    """Return the site's handler, with its database open and its clock running; imports come after the signals."""
    os.setpgid(0, 0)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup(set_prefix=False)  # what follows needs the apps
    from django.db import connection
    from django.urls import resolve

    from config import background, health
    from config.asgi import Site
    from config.background import follow_parent

    site = Site()
    resolve("/")  # this loads all views, which else holds up the first visitors for half a second
    if connection.vendor == "sqlite":
        connection.ensure_connection()  # the file is open before the first request, and stays so (config/sqlite.py)
        connection.close()
    health.WorkerState.may_end = True
    follow_parent()
    background.start_clock()
    gc.collect()
    gc.freeze()  # what is loaded is never garbage: searching it held up one page in fifty by 50 ms
    return site


application = load_site()
