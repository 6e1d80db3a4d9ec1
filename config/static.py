"""Static files are collected only when one of them has changed, so that a second start is quick."""

from hashlib import blake2b

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.management import call_command


def collect_static_files() -> None:
    """Collect the static files unless those in place were made from the same ones."""
    stamp = settings.VAR / "static.stamp"
    now = digest_static_files()
    if stamp.exists() and stamp.read_text() == now:
        return
    call_command("collectstatic", interactive=False, verbosity=0)
    stamp.write_text(now)


def digest_static_files() -> str:
    """One number for the paths and contents of all static files."""
    total = blake2b(digest_size=16)
    for finder in get_finders():
        for path, storage in finder.list([]):
            total.update(path.encode())
            with storage.open(path) as file:
                total.update(file.read())
    return total.hexdigest()
