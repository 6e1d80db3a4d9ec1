"""What whoever runs the site wants to know before members do: one plain sentence for each part, good or bad.

`manage.py doctor` prints them. The database, its migrations, the cache and the worker are asked as `/readyz` does.
"""

import shutil
from collections.abc import Collection, Iterator
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple
from urllib.error import HTTPError, URLError
from urllib.parse import urlsplit
from urllib.request import HTTPRedirectHandler, build_opener

from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.models import Session
from django.core import signing
from django.core.mail import EmailMessage
from django.db import DatabaseError, connection
from django.db.migrations.recorder import MigrationRecorder
from django.utils import timezone

from config.readiness import check_readiness, list_migrations
from config.sqlite import find_folder_fault
from ladder.backups.automatic.state import load_backup_state
from ladder.models import Match
from players.models import Club

LITTLE_ROOM, NO_ROOM = 1 << 30, 100 << 20  # bytes
SAME_TIME = timedelta(seconds=5)
SHORT_KEY = 50  # characters
SIGN_INS = 20  # the newest, by which a machine with another key is found
MOMENT = "%Y-%m-%d %H:%M:%S"
PROXY_PATIENCE = 10  # seconds

Migration = tuple[str, str]  # the app and the name


class Diagnosis(NamedTuple):
    """What was found of one part of the site, as a sentence."""

    part: str
    sentence: str
    is_well: bool = True


def examine_site(mail_to: str = "") -> Iterator[Diagnosis]:
    """Yield what is found of each part; with an address, a mail is really sent there."""
    is_answering = True
    for finding in check_readiness():
        fault = finding.fault or (examine_versions() if finding.part == "migrations" else "")
        yield Diagnosis(finding.part, fault or describe_part(finding.part), not fault)
        is_answering = is_answering and not (finding.fault and finding.is_needed)
    yield examine_disk()
    if is_answering:
        yield examine_clock()
        yield examine_backups()
    yield examine_secret_key(find_other_key() if is_answering else "")
    yield examine_hosts()
    yield examine_proxy()
    yield send_test_mail(mail_to) if mail_to else examine_mail()


def describe_part(part: str) -> str:
    """Return what is said of a part of the readiness check that is well."""
    if part == "database":
        with connection.cursor() as cursor:
            cursor.execute("SELECT sqlite_version()" if connection.vendor == "sqlite" else "SHOW server_version")
            (version,) = cursor.fetchone()
        alone = " on this machine alone" if connection.vendor == "sqlite" else ""
        return f"{connection.display_name} {version} answers, and keeps what is stored{alone}."
    known = {"migrations": "All are applied.", "cache": "It answers.", "worker": "No task waits for long."}
    return known.get(part, "It is well.")


def examine_versions() -> str:
    """Return a sentence if the database was migrated by a newer version of the site, as on another machine."""
    newer = find_newer_migration(list_migrations(), MigrationRecorder(connection).applied_migrations())
    return f"The database has {newer} of a newer version: upgrade the site on this machine too." if newer else ""


def find_newer_migration(known: Collection[Migration], applied: Collection[Migration]) -> str:
    """Return the first migration of a known app that is applied and comes after all of the app's that are known."""
    newest = {app: max(name for one, name in known if one == app) for app, _ in known}
    return next((f"{app}.{name}" for app, name in sorted(applied) if name > newest.get(app, name)), "")


def examine_disk() -> Diagnosis:
    """Say whether the site can write where it has to, and how much room there is."""
    folders = {Path(settings.VAR)}
    if connection.vendor == "sqlite":
        folders.add(Path(str(connection.settings_dict["NAME"])).parent)
    if settings.BACKUPS.startswith("/"):
        folders.add(Path(settings.BACKUPS))
    written = {folder for folder in folders if folder.exists()}
    if fault := next(filter(None, map(find_folder_fault, sorted(written))), ""):
        return Diagnosis("disk", f"{fault} Nothing can be saved there.", is_well=False)
    free, folder = min((shutil.disk_usage(folder).free, folder) for folder in written)
    room = f"{free / (1 << 30):.1f} GB are free at {folder}."
    if free < NO_ROOM:
        return Diagnosis("disk", f"{room} Soon nothing can be saved.", is_well=False)
    return Diagnosis("disk", f"{room} That is little." if free < LITTLE_ROOM else room, free >= LITTLE_ROOM)


def examine_clock() -> Diagnosis:
    """Compare the clock with that of the database's server and with what was recorded last; name the club's zone."""
    now, zone = timezone.now(), Club.current().zone
    here, server, last = f"The clock is at {now:{MOMENT}} UTC", read_server_time(), find_last_recording()
    if server and abs(server - now) > SAME_TIME:
        return Diagnosis("clock", f"{here}, that of the database's server at {server:{MOMENT}}.", is_well=False)
    if last and last - now > SAME_TIME:
        return Diagnosis("clock", f"{here}, but the last match was recorded at {last:{MOMENT}}.", is_well=False)
    today = f"It is {timezone.localtime(now, zone):%Y-%m-%d %H:%M} in {zone}, the club's time zone."
    return Diagnosis("clock", today)


def read_server_time() -> datetime | None:
    """Return the time of the database's server; a file has none."""
    if connection.vendor == "sqlite":
        return None
    with connection.cursor() as cursor:
        cursor.execute("SELECT clock_timestamp()")
        (found,) = cursor.fetchone()
    return found.astimezone(UTC) if found else None


def find_last_recording() -> datetime | None:
    """Return when a match was recorded last; it can't be later than now."""
    return Match.objects.order_by("-pk").values_list("recorded_at", flat=True).first()


def examine_backups() -> Diagnosis:
    """Say how old the last automatic backup is."""
    found = load_backup_state()
    if found is None:
        return Diagnosis("backups", "None is made by itself: set BACKUPS, or make one every night.", is_well=False)
    return Diagnosis("backups", " ".join(filter(None, (found.sentence, found.problem))), not found.is_worrying)


def find_other_key() -> str:
    """Return a sentence if somebody signed in by another secret key, and then somebody by this machine's."""
    store, newest = SessionStore(), UserSession.objects.order_by("-created_at").values_list("session_key", flat=True)
    keys = list(newest[:SIGN_INS])
    stored = dict(Session.objects.filter(pk__in=keys).values_list("pk", "session_data"))
    by_ours = [is_signed_by_us(store, stored[key]) for key in keys if key in stored]
    is_mixed = any(old and not new for new, old in pairwise(by_ours))  # after a change of the key all of ours are newer
    return "Another machine has another one: SECRET_KEY has to be the same on all." if is_mixed else ""


def is_signed_by_us(store: SessionStore, data: str) -> bool:
    """Return whether a stored session was signed with this machine's key."""
    try:
        signing.loads(data, salt=store.key_salt, serializer=store.serializer)
    except signing.BadSignature:
        return False
    return True


def examine_secret_key(fault: str = "") -> Diagnosis:
    """Say whether the secret key is long enough, and what else is wrong with it; it is never printed."""
    if fault:
        return Diagnosis("secret key", fault, is_well=False)
    if len(settings.SECRET_KEY) < SHORT_KEY or len(set(settings.SECRET_KEY)) < 5:
        return Diagnosis("secret key", f"It is short: take {SHORT_KEY} random characters.", is_well=False)
    return Diagnosis("secret key", "It is long enough. Keep a copy of it apart from this machine.")


def examine_hosts() -> Diagnosis:
    """Say under which names the site answers."""
    if "*" in settings.ALLOWED_HOSTS:
        return Diagnosis("hosts", "The site answers to any name: set ALLOWED_HOSTS.", is_well=False)
    names = ", ".join(settings.ALLOWED_HOSTS)
    return Diagnosis("hosts", f"The site answers to {names}; links begin with {settings.SITE_URL}.")


class NoRedirects(HTTPRedirectHandler):
    """Leaves redirects to whoever asked."""

    def redirect_request(self, *_: object) -> None:
        """Follow none."""


def examine_proxy() -> Diagnosis:
    """Ask the site by its public address, and say whether the proxy tells it what it needs."""
    if not settings.HTTPS:
        return Diagnosis("proxy", "There is none: browsers reach the site by plain HTTP (INSECURE_HTTP=1).")
    status, target = ask_public_address()
    if status in (301, 308) and urlsplit(target).netloc == urlsplit(settings.SITE_URL).netloc:
        return Diagnosis("proxy", "The site takes HTTPS for HTTP: set X-Forwarded-Proto in the proxy.", is_well=False)
    if status == 400:
        return Diagnosis("proxy", "The site is asked by another name: pass on Host in the proxy.", is_well=False)
    if status != 200:
        return Diagnosis(
            "proxy", f"{settings.SITE_URL} does not answer as it should: {target or status}.", is_well=False
        )
    return Diagnosis("proxy", f"{settings.SITE_URL} answers.")


def ask_public_address() -> tuple[int, str]:
    """Return the status of the first page at the public address, with where it leads or why there is no answer."""
    try:
        with build_opener(NoRedirects).open(settings.SITE_URL, timeout=PROXY_PATIENCE) as answer:
            return int(answer.status), ""
    except HTTPError as error:
        return error.code, error.headers.get("Location", "")
    except (URLError, TimeoutError, OSError) as error:
        return 0, str(getattr(error, "reason", error))


def examine_mail() -> Diagnosis:
    """Say where mail goes."""
    if settings.SENDS_MAIL:
        options = settings.MAILERS["default"].get("OPTIONS", {})
        return Diagnosis("mail", f"It goes through {options.get('host')}; --mail ADDRESS sends one.")
    return Diagnosis(
        "mail", "It is kept for the owner on the page “Unsent mail”: set EMAIL_URL to send it.", is_well=False
    )


def send_test_mail(address: str) -> Diagnosis:
    """Send a mail through the mail server and say how that went."""
    message = EmailMessage("A test from the club's ladder", f"Mail from {settings.SITE_URL} arrives.", None, [address])
    try:
        message.send()
    except (OSError, DatabaseError) as error:
        return Diagnosis("mail", f"None could be sent to {address}: {error}", is_well=False)
    sent = f"One was sent to {address}; look whether it arrives."
    return Diagnosis("mail", sent) if settings.SENDS_MAIL else examine_mail()
