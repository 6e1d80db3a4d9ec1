"""The site's settings for its machines under test; the addresses of the other parts come from the environment."""

from config.settings import *  # noqa: F403
from config.settings import INSTALLED_APPS, STATIC_ROOT, STORAGES

ALLOWED_HOSTS = ["127.0.0.1"]
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
STORAGES["staticfiles"] = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
STATIC_ROOT.mkdir(parents=True, exist_ok=True)
MIGRATION_MODULES = dict.fromkeys((name.rpartition(".")[2] for name in INSTALLED_APPS), None)  # seconds sooner
MIGRATION_MODULES |= {"account": None, "mfa": None, "usersessions": None, "admin": None}
