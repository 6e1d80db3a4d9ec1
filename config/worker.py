"""What one worker of the server loads: the site, out of reach of the terminal's Ctrl-C, and its clock.

The server's main process stops its workers itself; a worker that hears Ctrl-C as well can hang or be replaced.
"""

import os

os.setpgid(0, 0)

from config import clock  # noqa: E402
from config.wsgi import application  # noqa: E402

__all__ = ["application"]

clock.start()
