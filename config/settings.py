"""The settings: safe by default, with every difference read from the environment."""

from importlib.util import find_spec
from pathlib import Path
from typing import Any

from django.utils.csp import CSP

from config.environment import (
    build_cache_settings,
    build_database_settings,
    build_mailer_settings,
    build_site_url,
    build_task_settings,
    find_sender_address,
    read_backups,
    read_choice,
    read_hosts,
    read_metrics_token,
    read_port,
    read_secret_key,
    read_setup_code,
    read_switch,
    read_text,
    read_time_zone,
    read_version,
)
from config.private_files import find_data_folder

BASE_DIR = Path(__file__).resolve().parent.parent
VAR = find_data_folder()
VERSION = read_version()

SECRET_KEY = read_secret_key()
DEBUG = read_switch("DEBUG")
INSECURE_HTTP = read_switch("INSECURE_HTTP")
ALLOWED_HOSTS = read_hosts()
PORT = read_port()
UNNAMED_CLUB = "Club ladder"
CLUB_NAME = read_text("CLUB_NAME", UNNAMED_CLUB)
SETUP_CODE = read_setup_code()  # proves who installed a site that nobody owns yet; config.serve makes one

INSTALLED_APPS = [
    "config.apps.ClubAdminConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.usersessions",
    "django_htmx",
    *(["django_tasks_db"] if find_spec("django_tasks_db") else []),
    "players",
    "ladder",
]
MIDDLEWARE = [
    "config.request_ids.RequestIdMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "django.middleware.csp.ContentSecurityPolicyMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.middleware.gzip.GZipMiddleware",
    "config.middleware.HeadersMiddleware",
    "config.middleware.UnreadableMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "players.accounts.security_log.RefusalMiddleware",
    "players.accounts.sessions.IdleMiddleware",
    "players.privacy.visitors.RedactionMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "config.database_trouble.BusyMiddleware",
    "players.accounts.sessions.GoneMiddleware",
    "config.middleware.ZoneMiddleware",
    "config.middleware.MethodMiddleware",
    "config.refused_forms.SignedOutMiddleware",
]
FORM_RENDERER = "config.appearance.FormRenderer"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "config.appearance.describe_appearance",
                "ladder.pages.navigation.build_navigation",
            ]
        },
    }
]
ROOT_URLCONF = "config.urls"
WSGI_APPLICATION = "config.wsgi.application"

# Data. The "default" cache counts tries (players.accounts.logins), so guessing many names must not push out what is
# counted of one. "pages" holds finished pages for visitors, "shared" those of members, each with the 100 kB that its
# holes need. "rows" holds only what is keyed by a ladder's version and the names shown, so workers may differ.
DATABASES = {"default": build_database_settings(f"sqlite:///{VAR / 'db.sqlite3'}")}
KEPT_PAGES_BYTES = 16 * 1024 * 1024  # of a process; a page of fifty players has 10 to 20 kB, compressed
CACHES = {
    "tries": {"BACKEND": "config.caches.CountingCache", "LOCATION": "cache", "OPTIONS": {"MAX_ENTRIES": 100_000}},
    "finished": {
        "BACKEND": "config.caches.PageCache",
        "LOCATION": "finished",
        "OPTIONS": {"MAX_BYTES": KEPT_PAGES_BYTES, "MAX_ENTRIES": KEPT_PAGES_BYTES},  # no entry is smaller than a byte
    },
    "rows": {"BACKEND": "config.caches.MemoryCache", "LOCATION": "rows", "OPTIONS": {"MAX_ENTRIES": 60}},
    "shared": {"BACKEND": "config.caches.MemoryCache", "LOCATION": "shared", "OPTIONS": {"MAX_ENTRIES": 40}},
    "past": {"BACKEND": "config.caches.MemoryCache", "LOCATION": "past", "OPTIONS": {"MAX_ENTRIES": 20}},
    "nights": {"BACKEND": "config.caches.MemoryCache", "LOCATION": "nights", "OPTIONS": {"MAX_ENTRIES": 6}},
    "lab": {"BACKEND": "config.caches.MemoryCache", "LOCATION": "lab", "OPTIONS": {"MAX_ENTRIES": 100}},
}
CACHES["default"] = build_cache_settings("tries", CACHES)
CACHES["pages"] = build_cache_settings("finished", CACHES, "config.caches.SharedPageCache")

# Language and the club's day.
LANGUAGE_CODE = "en-gb"
TIME_ZONE = read_time_zone()
USE_TZ = True

# Pages that are left open.
POLL_SECONDS = 8  # between two questions whether something is new; the answer is usually an empty 204
TURN_SECONDS = 15  # until the venue screen turns to its next page or board: as long as it takes to read one from afar

# The lab.
LAB_SECONDS = 1.0  # of work for one request, if one system doesn't take longer; the page asks again until all is done
LAB_MATCHES = 3000  # that are looked at, the newest: the slowest system needs up to three seconds for these

# Static files, joined, hashed and compressed once by collectstatic.
STATIC_URL = "static/"
STATIC_ROOT = VAR / "static"
STATICFILES_DIRS = [BASE_DIR / "static"]
STATICFILES_FINDERS = [
    "django.contrib.staticfiles.finders.FileSystemFinder",
    "django.contrib.staticfiles.finders.AppDirectoriesFinder",
    "config.display_face.DisplayFaceFinder",
]
DISPLAY_FACE: dict[str, Any] = {"name": "Roboto Condensed", "weight": 700}  # from its package, for pages and pictures
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "config.joined_files.JoinedFilesStorage"},
}

# Accounts: invitations make them, nobody signs up.
AUTHENTICATION_BACKENDS = ["players.backends.NameBackend"]
PASSWORD_HASHERS = ["django.contrib.auth.hashers.PBKDF2PasswordHasher"]  # all that a backup may hold, too
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in ("UserAttributeSimilarityValidator", "MinimumLengthValidator", "CommonPasswordValidator")
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "/"
ACCOUNT_ADAPTER = "players.accounts.adapter.ClosedAccountAdapter"
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_EMAIL_VERIFICATION = "none"
ACCOUNT_EMAIL_UNKNOWN_ACCOUNTS = False
ACCOUNT_EMAIL_NOTIFICATIONS = True
ACCOUNT_REAUTHENTICATION_REQUIRED = True
ACCOUNT_LOGIN_BY_CODE_ENABLED = True
ACCOUNT_LOGIN_BY_CODE_TIMEOUT = 10 * 60  # ASVS 5.0, 6.5.5
ACCOUNT_LOGIN_BY_CODE_MAX_ATTEMPTS = 3
ACCOUNT_FORMS = {
    "login": "players.accounts.forms.SignInForm",
    "request_login_code": "players.accounts.forms.SignInCodeForm",
    "reset_password": "players.accounts.forms.ForgottenPasswordForm",
}
SESSION_COOKIE_AGE = (
    30 * 24 * 60 * 60
)  # kept so long where the browser forgets it; players.accounts.sessions says the rest
MFA_SUPPORTED_TYPES = ["totp", "recovery_codes"]
MFA_ALLOW_UNVERIFIED_EMAIL = True  # an account needs no address
MFA_TOTP_TOLERANCE = 1  # a phone's clock may be half a minute off
MFA_ADAPTER = "players.accounts.adapter.ClubMFAAdapter"
MFA_FORMS = {
    "authenticate": "players.accounts.forms.SecondFactorForm",
    "reauthenticate": "players.accounts.forms.SecondFactorAgainForm",
}

# Who may try how often. `players.accounts.logins` says what is counted: for an account, the network that tries, all
# unknown devices together, or a device of the owner's. Wrong tries count at sign-in, so nobody else is held up.
ACCOUNT_RATE_LIMITS = {
    "setup": "20/m/ip",
    "login": None,
    "login_failed": "10/m/ip,5/5m/key",
    "login_failed_account": "100/h/key",
    "login_failed_device": "5/5m/key",
    "request_login_code": None,
    "send_code": "20/m/ip,3/m/key",
    "send_code_account": "20/h/key",
    "send_code_device": "3/m/key",
    "mailed_code": f"{ACCOUNT_LOGIN_BY_CODE_MAX_ATTEMPTS}/{ACCOUNT_LOGIN_BY_CODE_TIMEOUT}s/key",
    "invitation": "30/m/ip,300/h/ip",  # wrong codes; a club behind one address makes typing errors together,
    "venue": "30/m/ip,300/h/ip",  # and 39 bits at this rate take 250,000 years
    "address": "10/h/user",  # e-mail addresses that an account adds
    "confirmation": "20/h/user",  # links to confirm one that it asks for
}

# How much may be written within an hour (ladder.access.rate_limits); organisers and imports have no limit.
WRITING_LIMITS = {
    "reports": 60,  # by a member
    "reports_recorder": 600,
    "reports_venue": 200,  # under one ladder's venue code
    "new_names": 20,
    "new_names_recorder": 200,
    "new_names_venue": 60,
    "challenges": 30,  # by a member
    "challenges_pair": 5,  # by a member, to the same player
}

# Security. The server itself speaks plain HTTP: unless INSECURE_HTTP says that browsers see it
# directly, one HTTPS proxy stands in front of it.
HTTPS = not INSECURE_HTTP
SECURE_SSL_REDIRECT = HTTPS
SECURE_REDIRECT_EXEMPT = [r"^(healthz|readyz|metrics)$"]
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if HTTPS else None
SECURE_HSTS_SECONDS = 365 * 24 * 60 * 60 if HTTPS else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = HTTPS and read_switch("HSTS_SUBDOMAINS")
SECURE_HSTS_PRELOAD = HTTPS and read_switch("HSTS_PRELOAD")
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]  # both are for whoever owns the domain to choose
COOKIES = "__Host-" if HTTPS else ""  # a browser takes such a cookie from this host alone, and over HTTPS
SESSION_COOKIE_NAME, SESSION_COOKIE_SECURE = f"{COOKIES}sessionid", HTTPS
CSRF_COOKIE_NAME, CSRF_COOKIE_SECURE = f"{COOKIES}csrftoken", HTTPS
CSRF_FAILURE_VIEW = "config.refused_forms.answer_csrf_failure"
ALLAUTH_TRUSTED_PROXY_COUNT = 1 if HTTPS else 0
X_FRAME_OPTIONS = "DENY"
SECURE_CSP = {
    "default-src": [CSP.SELF],
    "img-src": [CSP.SELF, "data:"],
    "object-src": [CSP.NONE],
    "base-uri": [CSP.NONE],
    "form-action": [CSP.SELF],
    "frame-ancestors": [CSP.NONE],
}

# Mail, sent as the account at the mail server where that is an address; without a server it is kept for the owner.
MAILERS = {"default": build_mailer_settings()}
DEFAULT_FROM_EMAIL = find_sender_address(MAILERS["default"], ALLOWED_HOSTS)
MAIL_BEHIND_THE_ANSWER = True
SENDS_MAIL = MAILERS["default"]["BACKEND"].endswith("smtp.EmailBackend")
SITE_URL = build_site_url(ALLOWED_HOSTS, PORT, https=HTTPS)

# Tasks: what takes long, and mail. Done at once by whoever asks, or by the worker (manage.py db_worker).
TASKS = {"default": build_task_settings()}
# What takes longer than about a second is left to a worker where there is one.
LARGE_IMPORT = 2_000  # rows of a file
LARGE_EXPORT = 10_000  # matches of a season

# Automatic backups: a folder or an s3:// address; empty for none.
BACKUPS = read_backups()

# Seen from outside: metrics for whoever has the token, and the log as lines for people or as JSON.
METRICS = read_metrics_token()
if METRICS:
    MIDDLEWARE.insert(1, "config.counters.MetricsMiddleware")
LOGS = read_choice("LOGS", ("text", "json"))
if LOGS == "json":
    MIDDLEWARE.insert(1, "config.middleware.AnswerLogMiddleware")
LINE, SECURITY_LINE = {
    "text": ("config.logs.EscapedFormatter", "config.logs.SecurityFormatter"),
    "json": ("config.logs.JsonFormatter", "config.logs.JsonFormatter"),
}[LOGS]

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "line": {"()": LINE},
        "one line": {"()": SECURITY_LINE},
    },
    "filters": {"refusals": {"()": "config.logs.RefusalFilter"}},
    "handlers": {
        "stderr": {"class": "logging.StreamHandler", "formatter": "line"},
        "security": {"class": "logging.StreamHandler", "formatter": "one line", "filters": ["refusals"]},
    },
    "root": {"handlers": ["stderr"], "level": "INFO"},
    "loggers": {
        "django": {"handlers": [], "propagate": True},
        "fontTools": {"level": "WARNING"},  # it tells of every step
        "django.security": {"handlers": ["security"], "propagate": False},  # a bad Host is no fault of the site's
        "security": {"handlers": ["security"], "propagate": False},
    },
}
