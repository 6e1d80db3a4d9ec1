"""The tests' settings, with tables as the models have them: they come seconds sooner than by migrations."""

from tests.settings import *  # noqa: F403
from tests.settings import INSTALLED_APPS

MIGRATION_MODULES = dict.fromkeys((name.rpartition(".")[2] for name in INSTALLED_APPS), None)
MIGRATION_MODULES |= {"account": None, "mfa": None, "usersessions": None, "admin": None, "django_tasks_database": None}
