"""The site's settings for tests: the same, only faster and on a file of its own."""

import os
from typing import Any

os.environ.setdefault("SECRET_KEY", "only-for-tests-" + "x" * 50)
os.environ.setdefault("INSECURE_HTTP", "1")

from config.settings import *  # noqa: F403
from config.settings import CACHES, DATABASES, STORAGES, VAR

ALLOWED_HOSTS = ["testserver", "localhost", "127.0.0.1"]
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
STORAGES["staticfiles"] = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
# they would outlive tests
FORGETFUL: dict[str, Any] = {"BACKEND": "django.core.cache.backends.dummy.DummyCache"}
CACHES |= dict.fromkeys(("pages", "rows", "past", "lab", "shared", "nights"), FORGETFUL)
LAB_SECONDS = 60.0  # so that what a page shows depends on no clock
MAIL_BEHIND_THE_ANSWER = False  # so that a test finds it at once
STATIC_ROOT = VAR / "test-static"  # empty: each client of a test would read the files that were collected here
STATIC_ROOT.mkdir(parents=True, exist_ok=True)
SENDS_MAIL = True
if DATABASES["default"]["ENGINE"].endswith("sqlite3"):
    SAFE = DATABASES["default"]["OPTIONS"]["init_command"]
    DATABASES["default"]["OPTIONS"]["init_command"] = SAFE.replace("synchronous=FULL", "synchronous=OFF")
    DATABASES["default"]["TEST"] = {
        "NAME": str(VAR / f"test-{os.getpid()}.sqlite3")
    }  # in memory, threads meet locked tables
else:
    OPTIONS = DATABASES["default"]["OPTIONS"]
    PATIENT = OPTIONS["options"].replace("lock_timeout=5s", "lock_timeout=60s")  # the machine is busy
    OPTIONS |= {"pool": OPTIONS["pool"] | {"timeout": 60}, "options": PATIENT}
