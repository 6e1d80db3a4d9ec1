"""The site's settings as in production, with the static files in a folder of their own and without a proxy."""

import os
from pathlib import Path

os.environ.setdefault("SECRET_KEY", "only-for-faults-" + "x" * 50)
os.environ.setdefault("INSECURE_HTTP", "1")

from config.settings import *  # noqa: F403
from config.settings import STORAGES

if folder := os.environ.get("STATIC_FOLDER"):
    STATIC_ROOT = Path(folder)
    STATIC_ROOT.mkdir(parents=True, exist_ok=True)
else:
    STORAGES["staticfiles"] = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
