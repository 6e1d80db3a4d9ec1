"""What the server under test runs with: the tests' settings, but hashed static files as in production."""

import os
from pathlib import Path

from tests.settings import *  # noqa: F403

CLUB_NAME = "Harbour Backgammon Club"
SETUP_CODE = "only-for-tests"
STATIC_ROOT = Path(os.environ["STATIC_FOLDER"])
STATIC_ROOT.mkdir(parents=True, exist_ok=True)
STORAGES["staticfiles"] = {  # noqa: F405
    "BACKEND": "config.joined_files.JoinedFilesStorage"
}
