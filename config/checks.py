"""What is asked of each part of the site, in one list: `/healthz`, `/readyz` and `manage.py doctor` choose from it.

Without its database, or before that is migrated, a process can't answer, so a proxy should ask another one. A cache or
a worker that is away stops no page, and taking every machine out would: `/readyz` says it, and its answer stays 200.
"""

import platform
import shutil
import time
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from functools import partial
from importlib import import_module
from itertools import pairwise
from pathlib import Path
from pkgutil import iter_modules
from typing import NamedTuple
from urllib.error import HTTPError, URLError
from urllib.parse import urlsplit
from urllib.request import HTTPRedirectHandler, build_opener

from allauth.usersessions.models import UserSession
from django import get_version
from django.apps import apps
from django.conf import settings
from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.models import Session
from django.core import signing
from django.core.cache import cache
from django.core.mail import EmailMessage
from django.db import DatabaseError, connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from config.health import find_site_fault
from config.sqlite import find_folder_fault
from ladder.backups.automatic.state import load_backup_state
from ladder.models import Board, Match
from ladder.ratings import list_system_choices
from players.models import Club
from players.task_queue import has_worker, load_queue_state
from players.upgrades import find_upgrade_gap

LONGEST_TASK_WAIT = 600.0  # seconds that a task may wait before its worker is taken to be away
LITTLE_DISK_ROOM, NO_DISK_ROOM = 1 << 30, 100 << 20  # bytes
CLOCK_TOLERANCE = timedelta(seconds=5)
SECRET_KEY_LENGTH = 50  # characters
SIGN_INS_COMPARED = 20  # the newest, by which a machine with another key is found
MOMENT_FORMAT = "%Y-%m-%d %H:%M:%S"
PROXY_TIMEOUT = 10  # seconds

Migration = tuple[str, str]  # the app and the name


class Finding(NamedTuple):
    """What was found of one part, as a sentence; and whether no page can be answered because of it."""

    sentence: str
    is_well: bool = True
    stops_pages: bool = False


class Check(NamedTuple):
    """A part of the site, the function that examines it, and the part without which it can't be asked."""

    part: str
    examine: Callable[[], Finding | None]  # None where the site has no such part
    needs: str = ""


@never_cache
@require_safe
def show_health(request: HttpRequest) -> HttpResponse:
    """Answer 200 if the database answers and keeps what is stored, else 503; a header names the version."""
    fault = find_site_fault()
    status, headers = 503 if fault else 200, {"X-Version": settings.VERSION}
    return HttpResponse(f"{fault or 'ok'}\n", status=status, headers=headers, content_type="text/plain")


@never_cache
@require_safe
def show_readiness(request: HttpRequest) -> HttpResponse:
    """Answer 200 if this process can answer requests, else 503, with a line for each part."""
    found = list(run_checks(list_readiness_checks()))
    text = "".join(f"{part}: {'ok' if finding.is_well else finding.sentence}\n" for part, finding in found)
    is_stopped = any(finding.stops_pages for _, finding in found)
    return HttpResponse(text, status=503 if is_stopped else 200, content_type="text/plain")


def list_readiness_checks() -> list[Check]:
    """Return what a proxy asks: whether this process can answer, and what it would miss."""
    return [
        Check("database", examine_database),
        Check("migrations", examine_migrations, needs="database"),
        Check("cache", examine_cache, needs="database"),
        Check("worker", examine_worker, needs="database"),
    ]


def list_doctor_checks(mail_to: str = "") -> list[Check]:
    """Return what whoever runs the site wants to know before members do; with an address, a mail is sent there."""
    database, _, cache_, worker = list_readiness_checks()
    return [
        Check("version", examine_version),
        database,
        Check("migrations", examine_versions, needs="database"),
        Check("systems", examine_rating_systems, needs="migrations"),
        cache_,
        worker,
        Check("disk", examine_disk),
        Check("clock", examine_clock, needs="migrations"),
        Check("backups", examine_backups, needs="migrations"),
        Check("secret key", examine_secret_key),
        Check("hosts", examine_hosts),
        Check("proxy", examine_proxy),
        Check("mail", partial(send_test_mail, mail_to) if mail_to else examine_mail),
    ]


def run_checks(checks: Iterable[Check]) -> Iterator[tuple[str, Finding]]:
    """Yield each part with what is found of it; what needs a part that stops pages is not asked."""
    stopped: set[str] = set()
    for check in checks:
        if check.needs in stopped:
            stopped.add(check.part)
            continue
        try:
            finding = check.examine()
        except DatabaseError as error:
            finding = Finding(f"The database refuses: {str(error).strip().partition('\n')[0]}.", is_well=False)
        if finding:
            if finding.stops_pages:
                stopped.add(check.part)
            yield check.part, finding


def examine_version() -> Finding:
    """Name the version that runs, and what it runs on."""
    return Finding(f"Club ladder {settings.VERSION}, Python {platform.python_version()}, Django {get_version()}.")


def examine_database() -> Finding:
    """Say whether the database answers and keeps what is stored, and which one it is."""
    if fault := find_site_fault():
        return Finding(fault, is_well=False, stops_pages=True)
    with connection.cursor() as cursor:
        cursor.execute("SELECT sqlite_version()" if connection.vendor == "sqlite" else "SHOW server_version")
        (version,) = cursor.fetchone()
    alone = " on this machine alone" if connection.vendor == "sqlite" else ""
    return Finding(f"{connection.display_name} {version} answers, and keeps what is stored{alone}.")


class AppliedMigrations:
    """What this process knows of the database's migrations: once they are applied, they stay so."""

    are_complete = False


def examine_migrations() -> Finding:
    """Say whether the database lacks migrations of this version. They are not imported, only their names."""
    if not AppliedMigrations.are_complete:
        missing = list_migrations() - MigrationRecorder(connection).applied_migrations().keys()
        if missing:
            app, name = min(missing)
            sentence = find_upgrade_gap() or f"The database is not migrated: {app}.{name} is missing."
            return Finding(sentence, is_well=False, stops_pages=True)
        AppliedMigrations.are_complete = True
    return Finding("All are applied.")


def list_migrations() -> set[tuple[str, str]]:
    """Return the app and the name of every migration of this version."""
    found = set()
    for app in apps.get_app_configs():
        module, _ = MigrationLoader.migrations_module(app.label)
        if module and app.models_module:
            try:
                package = import_module(module)
            except ModuleNotFoundError:
                continue  # an app that never had one
            found |= {(app.label, one.name) for one in iter_modules(package.__path__) if one.name[0] not in "_~"}
    return found


def examine_versions() -> Finding:
    """Say whether the database was migrated, and by a newer version of the site, as on another machine."""
    found = examine_migrations()
    newer = find_newer_migration(list_migrations(), MigrationRecorder(connection).applied_migrations())
    if newer and found.is_well:
        return Finding(
            f"The database has {newer} of a newer version: upgrade the site on this machine too.", is_well=False
        )
    return found


def find_newer_migration(known: Collection[Migration], applied: Collection[Migration]) -> str:
    """Return the first migration of a known app that is applied and comes after all of the app's that are known."""
    newest = {app: max(name for one, name in known if one == app) for app, _ in known}
    return next((f"{app}.{name}" for app, name in sorted(applied) if name > newest.get(app, name)), "")


def examine_rating_systems() -> Finding:
    """Say whether every board has a rating system that is there: its package may have been uninstalled."""
    known = [key for key, _ in list_system_choices()]
    board = Board.objects.exclude(system__in=known).select_related("season__ladder").first()
    if board is None:
        return Finding("Every board has one that is installed.")
    sentence = f"{board.season} has a board of {board.system}, which no installed package brings. Install it again."
    return Finding(sentence, is_well=False, stops_pages=True)


def examine_cache() -> Finding:
    """Say whether the cache that all processes share answers."""
    cache.get("ready")
    is_resting = getattr(cache, "rests_until", 0.0) > time.monotonic()  # config.caches.SharedCache
    if is_resting:
        return Finding("Redis does not answer; tries are counted in the database.", is_well=False)
    return Finding("It answers.")


def examine_worker() -> Finding | None:
    """Say whether tasks wait so long that no worker can be there; None where whoever asks for a task does it."""
    if not has_worker():
        return None
    waited = load_queue_state().waited
    if waited > LONGEST_TASK_WAIT:
        return Finding(f"A task has waited for {waited / 60:.0f} minutes; is the worker running?", is_well=False)
    return Finding("No task waits for long.")


def examine_disk() -> Finding:
    """Say whether the site can write where it has to, and how much room there is."""
    folders = {Path(settings.VAR)}
    if connection.vendor == "sqlite":
        folders.add(Path(str(connection.settings_dict["NAME"])).parent)
    if settings.BACKUPS.startswith("/"):
        folders.add(Path(settings.BACKUPS))
    written = {folder for folder in folders if folder.exists()}
    if fault := next(filter(None, map(find_folder_fault, sorted(written))), ""):
        return Finding(f"{fault} Nothing can be saved there.", is_well=False)
    free, folder = min((shutil.disk_usage(folder).free, folder) for folder in written)
    room = f"{free / (1 << 30):.1f} GB are free at {folder}."
    if free < NO_DISK_ROOM:
        return Finding(f"{room} Soon nothing can be saved.", is_well=False)
    return Finding(f"{room} That is little." if free < LITTLE_DISK_ROOM else room, free >= LITTLE_DISK_ROOM)


def examine_clock() -> Finding:
    """Compare the clock with that of the database's server and with what was recorded last; name the club's zone."""
    now, zone = timezone.now(), Club.current().zone
    here, server = f"The clock is at {now:{MOMENT_FORMAT}} UTC", read_server_time()
    last = Match.objects.order_by("-pk").values_list("recorded_at", flat=True).first()
    if server and abs(server - now) > CLOCK_TOLERANCE:
        return Finding(f"{here}, that of the database's server at {server:{MOMENT_FORMAT}}.", is_well=False)
    if last and last - now > CLOCK_TOLERANCE:
        return Finding(f"{here}, but the last match was recorded at {last:{MOMENT_FORMAT}}.", is_well=False)
    return Finding(f"It is {timezone.localtime(now, zone):%Y-%m-%d %H:%M} in {zone}, the club's time zone.")


def read_server_time() -> datetime | None:
    """Return the time of the database's server; a file has none."""
    if connection.vendor == "sqlite":
        return None
    with connection.cursor() as cursor:
        cursor.execute("SELECT clock_timestamp()")
        (found,) = cursor.fetchone()
    return found.astimezone(UTC) if found else None


def examine_backups() -> Finding:
    """Say how old the last automatic backup is."""
    found = load_backup_state()
    if found is None:
        return Finding("None is made by itself: set BACKUPS, or make one every night.", is_well=False)
    return Finding(" ".join(filter(None, (found.sentence, found.problem))), not found.is_worrying)


def has_other_key() -> bool:
    """Return whether somebody signed in by another secret key, and then somebody by this machine's."""
    store, newest = SessionStore(), UserSession.objects.order_by("-created_at").values_list("session_key", flat=True)
    keys = list(newest[:SIGN_INS_COMPARED])
    stored = dict(Session.objects.filter(pk__in=keys).values_list("pk", "session_data"))
    by_ours = [is_signed_by_us(store, stored[key]) for key in keys if key in stored]
    return any(old and not new for new, old in pairwise(by_ours))  # after a change of the key all of ours are newer


def is_signed_by_us(store: SessionStore, data: str) -> bool:
    """Return whether a stored session was signed with this machine's key."""
    try:
        signing.loads(data, salt=store.key_salt, serializer=store.serializer)
    except signing.BadSignature:
        return False
    return True


def examine_secret_key() -> Finding:
    """Say whether the secret key is long enough, and that of other machines; it is never printed."""
    with suppress(DatabaseError):  # that is said of the database
        if has_other_key():
            return Finding("Another machine has another one: SECRET_KEY has to be the same on all.", is_well=False)
    if len(settings.SECRET_KEY) < SECRET_KEY_LENGTH or len(set(settings.SECRET_KEY)) < 5:
        return Finding(f"It is short: take {SECRET_KEY_LENGTH} random characters.", is_well=False)
    return Finding("It is long enough. Keep a copy of it apart from this machine.")


def examine_hosts() -> Finding:
    """Say under which names the site answers."""
    if "*" in settings.ALLOWED_HOSTS:
        return Finding("The site answers to any name: set ALLOWED_HOSTS.", is_well=False)
    names = ", ".join(settings.ALLOWED_HOSTS)
    return Finding(f"The site answers to {names}; links begin with {settings.SITE_URL}.")


class NoRedirects(HTTPRedirectHandler):
    """Leaves redirects to whoever asked."""

    def redirect_request(self, *_: object) -> None:
        """Follow none."""


def examine_proxy() -> Finding:
    """Ask the site by its public address, and say whether the proxy tells it what it needs."""
    if not settings.HTTPS:
        return Finding("There is none: browsers reach the site by plain HTTP (INSECURE_HTTP=1).")
    status, target = ask_public_address()
    if status in (301, 308) and urlsplit(target).netloc == urlsplit(settings.SITE_URL).netloc:
        return Finding("The site takes HTTPS for HTTP: set X-Forwarded-Proto in the proxy.", is_well=False)
    if status == 400:
        return Finding("The site is asked by another name: pass on Host in the proxy.", is_well=False)
    if status != 200:
        return Finding(f"{settings.SITE_URL} does not answer as it should: {target or status}.", is_well=False)
    return Finding(f"{settings.SITE_URL} answers.")


def ask_public_address() -> tuple[int, str]:
    """Return the status of the first page at the public address, with where it leads or why there is no answer."""
    try:
        with build_opener(NoRedirects).open(settings.SITE_URL, timeout=PROXY_TIMEOUT) as answer:
            return int(answer.status), ""
    except HTTPError as error:
        return error.code, error.headers.get("Location", "")
    except (URLError, TimeoutError, OSError) as error:
        return 0, str(getattr(error, "reason", error))


def examine_mail() -> Finding:
    """Say where mail goes."""
    if settings.SENDS_MAIL:
        options = settings.MAILERS["default"].get("OPTIONS", {})
        return Finding(f"It goes through {options.get('host')}; --mail ADDRESS sends one.")
    return Finding("It is kept for the owner on the page “Unsent mail”: set EMAIL_URL to send it.", is_well=False)


def send_test_mail(address: str) -> Finding:
    """Send a mail through the mail server and say how that went."""
    message = EmailMessage("A test from the club's ladder", f"Mail from {settings.SITE_URL} arrives.", None, [address])
    try:
        message.send()
    except (OSError, DatabaseError) as error:
        return Finding(f"None could be sent to {address}: {error}", is_well=False)
    sent = f"One was sent to {address}; look whether it arrives."
    return Finding(sent) if settings.SENDS_MAIL else examine_mail()
