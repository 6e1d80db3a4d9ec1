"""Prepare the site, then become its server: what `make run`, the container and `club-ladder` do."""

import argparse
import errno
import os
import resource
import shutil
import socket
import sys
from hashlib import blake2b
from pathlib import Path

import django
from django.apps import apps
from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.exceptions import ImproperlyConfigured
from django.core.management import CommandError, call_command
from django.db import OperationalError, connection

from config import environment, joined_files, sqlite
from config.environment import read_port, read_setup_code, read_switch
from config.many_machines import check_pooled_database, wait_for_other_starts
from config.private_files import hide_new_files, hide_old_files, make_data_folder, provide_secret_key
from config.sqlite import check_writable, lock_database

LOOPBACK_ADDRESS = "127.0.0.1"
MOST_CONNECTIONS = 4096  # at once, of both workers; most of them wait
SERVER_ARGUMENTS = ["-m", "config.server", "--interface", "asginl", "--http", "1", "--workers", "2", "--no-ws"]
SERVER_ARGUMENTS += ["--backlog", str(MOST_CONNECTIONS), "--respawn-failed-workers", "--workers-kill-timeout", "8"]
SERVER_ARGUMENTS += ["--log-level", "warning"]
SETUP_CODE_VARIABLE = "SETUP_CODE"


def start_site(arguments: list[str] | None = None, called_as: str = "python -m config.serve") -> None:
    """Start the server, on loopback unless told otherwise; a bad setting ends it with one sentence."""
    hide_new_files()
    parser = argparse.ArgumentParser(prog=called_as, description=__doc__)
    parser.add_argument("--host", default=LOOPBACK_ADDRESS, help="the address to listen on (default %(default)s)")
    host = parser.parse_args(arguments).host
    try:
        port = prepare_site(host)
    except (ImproperlyConfigured, CommandError) as error:
        sys.exit(str(error))
    except OperationalError as error:
        sys.exit(f"The database does not answer: {str(error).strip().splitlines()[0]}")
    become_server(host, port)


def prepare_site(host: str) -> int:
    """Prepare everything that a request needs, and return the port to listen on."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    if host == LOOPBACK_ADDRESS:
        os.environ.setdefault("INSECURE_HTTP", "1")
        provide_secret_key()
    django.setup()
    make_data_folder()
    if connection.vendor == "sqlite":
        check_writable(find_database_file())
    call_command("check")
    claim_database()
    check_pooled_database()
    collect_static_files()
    with wait_for_other_starts():
        call_command("migrate", interactive=False, verbosity=0)
        check_rating_systems()
        add_demonstration(host)
    analyze_tables()
    offer_ownership()
    return find_free_port(host, read_port())


def collect_static_files() -> None:
    """Collect the static files if one of them has changed since the last time; so a second start is quick."""
    stamp = settings.VAR / "static.stamp"
    now = digest_static_files()
    if stamp.exists() and stamp.read_text() == now:
        return
    call_command("collectstatic", interactive=False, verbosity=0)
    stamp.write_text(now)


def digest_static_files() -> str:
    """Return one digest of the paths and contents of all static files, and of what joins them."""
    total = blake2b(Path(joined_files.__file__).read_bytes(), digest_size=16)
    for finder in get_finders():
        for path, storage in finder.list([]):
            total.update(path.encode())
            with storage.open(path) as file:
                total.update(file.read())
    return total.hexdigest()


def claim_database() -> None:
    """Hide the site's files from others; with SQLite, make sure that no other server uses its file.

    Raises: ImproperlyConfigured, "Another server already runs on ..."
    """
    if connection.vendor != "sqlite":
        hide_old_files()
        return
    hide_old_files(find_database_file())
    lock_database(find_database_file())


def find_database_file() -> Path:
    """Return where SQLite keeps the site's data."""
    return Path(connection.settings_dict["NAME"])


def check_rating_systems() -> None:
    """Refuse to serve boards whose rating system is gone. Raises: ImproperlyConfigured."""
    from config.checks import examine_rating_systems  # after django.setup()

    finding = examine_rating_systems()
    if not finding.is_well:
        raise ImproperlyConfigured(finding.sentence)


def add_demonstration(host: str) -> None:
    """Add the demonstration club if it is asked for, or to an empty site that only this machine can reach.

    It is never added to a site that has an owner.
    """
    from players.accounts.actions.accounts import is_club_owned  # after django.setup()

    asked = os.environ.get("DEMO") is not None
    if apps.get_model("ladder.Ladder").objects.exists() or not read_switch("DEMO", "1"):
        return
    if is_club_owned():
        if asked:
            print("This club has an owner, so the demonstration is not added.")
    elif asked or (is_for_this_machine_only(host) and is_site_empty()):
        print("This site is empty: adding a fictional club to look at (DEMO=0 starts without it).")
        call_command("create_demo")


def is_for_this_machine_only(host: str) -> bool:
    """Return whether the site can be reached only from this machine, and without a proxy."""
    return (
        host == LOOPBACK_ADDRESS
        and settings.INSECURE_HTTP
        and set(settings.ALLOWED_HOSTS) <= set(environment.LOOPBACK_HOSTS)
    )


def is_site_empty() -> bool:
    """Return whether there is neither a player nor an account."""
    return not any(apps.get_model(name).objects.exists() for name in ("players.Player", "auth.User"))


def offer_ownership() -> None:
    """Give the workers of a site without an owner a new code by which the installer becomes the owner."""
    from players.accounts.actions.accounts import is_club_owned  # after django.setup()
    from players.accounts.codes import make_code

    if is_club_owned():
        os.environ.pop(SETUP_CODE_VARIABLE, None)
    else:
        os.environ[SETUP_CODE_VARIABLE] = read_setup_code() or make_code()


def analyze_tables() -> None:
    """Let SQLite count what its tables hold, so that it chooses the right index; PostgreSQL does so itself."""
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA analysis_limit = 400")
            cursor.execute("ANALYZE")


def find_free_port(host: str, port: int) -> int:
    """Return the port, or on loopback the next free one: granian would silently share a taken port.

    Raises: ImproperlyConfigured, "Port 80 on 127.0.0.1 cannot be used: ..."
    """
    for candidate in range(port, min(port + 20, 65536)):
        try:
            try_port(host, candidate)
        except OSError as error:
            if error.errno != errno.EADDRINUSE or host != LOOPBACK_ADDRESS:
                raise ImproperlyConfigured(f"Port {port} on {host} cannot be used: {error.strerror}.") from None
            print(f"Port {candidate} is taken, trying the next one.")
        else:
            return candidate
    raise ImproperlyConfigured(f"Port {port} and the ones after it are taken: choose another with PORT.")


def try_port(host: str, port: int) -> None:
    """Listen for a moment without SO_REUSEPORT. Raises: OSError, if the port is taken."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        probe.bind((host, port))


def allow_connections() -> None:
    """Ask the system for twice as many open files as there may be connections."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = 2 * MOST_CONNECTIONS
    resource.setrlimit(resource.RLIMIT_NOFILE, (wanted if most == resource.RLIM_INFINITY else min(wanted, most), most))


def make_empty_folder(folder: Path) -> Path:
    """Make a folder, or remove what is in it."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(mode=0o700)
    return folder


def become_server(host: str, port: int) -> None:
    """Print the site's address, and replace this process by the server."""
    from players.models import Club

    site = f"{settings.SITE_URL}/" if settings.HTTPS else f"http://{host}:{port}/"  # browsers see the proxy alone
    print(f"{Club.current()} is at {site} (Ctrl-C stops it)", flush=True)
    if code := os.environ.get(SETUP_CODE_VARIABLE):
        link = f"{site}setup?code={code}"
        print(f"It has no owner yet. The first person to open this link becomes the owner: {link}", flush=True)
    os.chdir(settings.BASE_DIR)
    os.environ.setdefault("MALLOC_ARENA_MAX", "2")  # else the C library keeps memory apart for each of many threads
    os.environ["PORT"] = str(port)  # for links in mail and on posters; it may differ from the one that was asked for
    if settings.METRICS:
        os.environ["PROMETHEUS_MULTIPROC_DIR"] = str(make_empty_folder(settings.VAR / f"metrics-{port}"))
    sqlite.write_log_back()
    allow_connections()
    command = [sys.executable, *SERVER_ARGUMENTS, "--host", host, "--port", str(port), "config.worker:application"]
    os.execv(command[0], command)  # noqa: S606  # no shell is wanted


if __name__ == "__main__":
    start_site()
