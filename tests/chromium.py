"""Where the browser tests find their browser."""

import shutil

# the one without windows needs less than half the time
NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


def find() -> str | None:
    """The path of the Chromium on PATH, if there is one."""
    return next((path for name in NAMES if (path := shutil.which(name))), None)
