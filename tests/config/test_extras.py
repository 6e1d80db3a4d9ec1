"""A site without the packages of any extra: it starts, and everything else works."""

import os
import subprocess
import sys
import tomllib

import pytest
from django.conf import settings
from packaging.requirements import Requirement

pytestmark = pytest.mark.once
MODULES = {"prometheus-client": "prometheus_client", "django-tasks-db": "django_tasks_db"}
WITHOUT = """
import os, sys
from uuid import uuid4
for name in sys.argv[1:]:
    sys.modules[name] = None  # as where it is not installed
import django
django.setup()
from django.conf import settings
from django.core.management import call_command
from django.test import Client
from config.background import do_due_work
from config.checks import list_readiness_checks, run_checks
from ladder.backups.actions import restore_backup, write_backup
from ladder.backups.queries.inspection import open_backup
from ladder.models import LargeTask
from ladder.tasks.actions import rescue_tasks
from ladder.tasks.queries import describe_state

call_command("migrate", verbosity=0)
assert all(finding.is_well for _, finding in run_checks(list_readiness_checks()))
do_due_work()
task = LargeTask.objects.create(kind=LargeTask.Kind.EXPORT, title="Matches", queued_as=uuid4())
LargeTask.objects.update(asked_at="2026-01-01T00:00Z")
print(describe_state(task).sentence)
rescue_tasks()
task.refresh_from_db()
print(describe_state(task).is_over)
with open(os.environ["DATA_FOLDER"] + "/club.zip", "w+b") as file:
    write_backup(file)
    restore_backup(backup=open_backup(file))
print(*(Client().get(path).status_code for path in ("/", "/systems/", "/healthz", "/metrics")))
"""


def list_extra_modules():
    """Return the modules of the packages that extras name."""
    extras = tomllib.loads((settings.BASE_DIR / "pyproject.toml").read_text())["project"]["optional-dependencies"]
    names = [Requirement(one).name for needs in extras.values() for one in needs]
    return [MODULES.get(name, name) for name in names]


def test_a_site_needs_none_of_the_extras(tmp_path):
    modules = list_extra_modules()
    surroundings = {"PATH": os.environ["PATH"], "DATA_FOLDER": str(tmp_path), "SECRET_KEY": "k" * 60}
    surroundings |= {"INSECURE_HTTP": "1", "ALLOWED_HOSTS": "testserver", "DJANGO_SETTINGS_MODULE": "tests.settings"}
    line = [sys.executable, "-c", WITHOUT, *modules]
    ran = subprocess.run(line, cwd=settings.BASE_DIR, env=surroundings, capture_output=True, text=True)
    assert ran.stdout.splitlines() == ["Waiting for a worker.", "True", "200 200 200 404"], ran.stderr
    assert {"numpy", "redis", "obstore", "rustworkx"} <= set(modules)
    assert "Traceback" not in ran.stderr
