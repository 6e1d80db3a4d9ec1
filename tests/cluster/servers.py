"""The parts of a site of several machines, each a process of its own on sockets in one folder."""

import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import psycopg

from config.serve import SERVER_ARGUMENTS
from tests import postgres
from tests.browser.server import HOST, free_port

PROGRAMS = {"pgbouncer": "pgbouncer", "redis-server": "redis-server", "haproxy": "haproxy"}  # and their Debian packages
PLACES = "/usr/sbin:/usr/local/sbin:/sbin"
PATIENCE = 300.0  # seconds for anything to happen, on however busy a machine
PRIMARY, STANDBY, POOLER = 5441, 5442, 6432  # ports, which only name sockets here
ACCOUNT = "site"
DURABLE = [f"--{setting}" for setting in (*postgres.FAST, "synchronous_commit=on", "timezone=UTC")]
POOLED = """
[databases]
ladder = host={folder} port={port} dbname=ladder user=site
[pgbouncer]
listen_addr =
listen_port = 6432
unix_socket_dir = {folder}
auth_type = any
pool_mode = transaction
default_pool_size = 20
max_client_conn = 200
server_login_retry = 1
"""
PROXY = Path(__file__).parents[2] / "docs/servers/haproxy.cfg"
PLAIN = (r"bind :80\n *bind .*\n.*redirect.*\n.*Forwarded-Proto.*", "bind {host}:{proxy}")  # no certificate here
NAMED = (  # who answered can be seen, and who is to answer can be chosen
    r"balance roundrobin",
    "balance roundrobin\n    http-response set-header X-Machine %s\n"
    "    use-server one if {{ req.cook(machine) one }}\n    use-server two if {{ req.cook(machine) two }}",
)


def find_missing() -> list[str]:
    """Return the Debian packages that are missing."""
    return [package for program, package in PROGRAMS.items() if find_program(program) is None]


def find_program(name: str) -> str | None:
    return shutil.which(name, path=f"{os.environ.get('PATH', '')}:{PLACES}")


def wait_until(done: Callable[[], Any], what: str) -> Any:
    """Return what `done` returns as soon as that is true; errors of servers that are away count as not yet.

    Raises: RuntimeError, after a very long time.
    """
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        with suppress(psycopg.Error, OSError):
            if found := done():
                return found
        time.sleep(0.05)
    raise RuntimeError(f"This did not happen: {what}.")


class Cluster:
    """All parts, by name; every one dies with this process."""

    def __init__(self, folder: Path, mail: int) -> None:
        self.folder = folder
        self.account = postgres.unprivileged(folder)
        self.binaries = postgres.programs(folder)
        self.processes: dict[str, subprocess.Popen[bytes]] = {}
        self.ports = {"one": free_port(), "two": free_port()}
        self.proxy = free_port()
        self.primary = PRIMARY
        self.surroundings = os.environ | {
            "DJANGO_SETTINGS_MODULE": "tests.cluster.settings",
            "DATABASE_URL": f"postgres://{ACCOUNT}@/{folder}/ladder?port={POOLER}",
            "CACHE_URL": f"unix://{folder}/redis",
            "EMAIL_URL": f"smtp://127.0.0.1:{mail}",
            "SECRET_KEY": "the same on all machines " + "x" * 40,
            "INSECURE_HTTP": "1",
            "PGBOUNCER": "1",
            "TASKS": "database",
            "DEMO": "0",
            "PYTHONWARNINGS": "ignore",
        }

    @property
    def site(self) -> str:
        """The address of the proxy."""
        return f"http://{HOST}:{self.proxy}"

    def run(self, name: str, *command: Any, **others: Any) -> subprocess.Popen[bytes]:
        """Start a part; what it says goes to a file of its name."""
        at_our_end = signal.SIGQUIT if name.startswith("postgres") else signal.SIGTERM
        with open(self.folder / f"{name}.log", "ab") as log:
            self.processes[name] = subprocess.Popen(
                [str(one) for one in command],
                stdout=log,
                stderr=log,
                preexec_fn=postgres.dies_with_parent(at_our_end),
                **others,
            )
        return self.processes[name]

    def kill(self, name: str) -> None:
        """End a part as a loss of power would."""
        process = self.processes.pop(name)
        if name.startswith("postgres"):
            process.send_signal(signal.SIGQUIT)  # it ends at once, and its children with it
        else:
            workers = subprocess.run(["ps", "-o", "pid=", "--ppid", str(process.pid)], capture_output=True, text=True)
            process.kill()
            for pid in map(int, workers.stdout.split()):
                with suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)
        process.wait(PATIENCE)

    def stop(self) -> None:
        """End all parts."""
        for name in list(self.processes):
            with suppress(Exception):
                self.kill(name)

    def tell(self, name: str) -> str:
        """Return the end of what a part has said."""
        return (self.folder / f"{name}.log").read_text(errors="replace")[-3000:]

    def make_data(self) -> subprocess.Popen[bytes]:
        """Begin to make the primary's data."""
        create = [self.binaries / "initdb", "-D", self.folder / "primary", "-U", "postgres", "-A", "trust"]
        create += ["-E", "UTF8", "--no-locale", "--no-sync"]
        return self.run("initdb", *create, cwd="/", **self.account)

    def make_database(self) -> None:
        """Start the primary, with an account and a database for the site."""
        self.start_postgres(PRIMARY)
        wait_until(lambda: self.ask("SELECT 1", database="postgres"), "the primary answers")
        self.ask(f"CREATE ROLE {ACCOUNT} LOGIN", database="postgres")
        self.ask(f"ALTER ROLE {ACCOUNT} SET lock_timeout = '5s'", database="postgres")
        self.ask(f"CREATE DATABASE ladder OWNER {ACCOUNT}", database="postgres")

    def start_postgres(self, port: int) -> None:
        data = self.folder / ("primary" if port == PRIMARY else "standby")
        command = [self.binaries / "postgres", "-D", data, "-k", self.folder, "-p", port, *DURABLE]
        self.run(f"postgres-{port}", *command, cwd="/", **self.account)

    def copy_primary(self) -> subprocess.Popen[bytes]:
        """Begin to make the standby's data."""
        source = f"host={self.folder} port={PRIMARY} user=postgres application_name=standby"
        copy = [self.binaries / "pg_basebackup", "-d", source, "-D", self.folder / "standby", "-R", "-c", "fast"]
        return self.run("copy", *copy, "--no-sync", cwd="/", **self.account)

    def follow_primary(self) -> None:
        """Start the standby; from then on commits wait until it has them."""
        self.start_postgres(STANDBY)
        followed = "SELECT count(*) FROM pg_stat_replication WHERE replay_lsn = pg_current_wal_flush_lsn()"
        wait_until(lambda: self.ask(followed), "the standby has followed")
        self.set_waiting(True)

    def set_waiting(self, on: bool) -> None:
        """Let commits wait for the standby, or not, as whoever runs the database does."""
        self.ask(f"ALTER SYSTEM SET synchronous_standby_names = '{'*' if on else ''}'")
        self.ask("SELECT pg_reload_conf()")
        if on:
            wait_until(
                lambda: self.ask("SELECT count(*) FROM pg_stat_replication WHERE sync_state = 'sync'"),
                "commits wait for the standby",
            )

    def ask(self, question: str, database: str = "ladder", port: int | None = None) -> Any:
        """Return what the primary itself answers, past PgBouncer, or the server of this port; None if it is nothing."""
        address = f"host={self.folder} port={port or self.primary} user=postgres dbname={database}"
        with psycopg.connect(address, autocommit=True) as connection:
            answer = connection.execute(question)
            row = answer.fetchone() if answer.description else None
            return row[0] if row else None

    def promote(self) -> None:
        """Lose the primary, make the standby the primary, and lead PgBouncer to it."""
        self.kill(f"postgres-{PRIMARY}")
        self.primary = STANDBY
        wait_until(lambda: self.ask("SELECT pg_promote()"), "the standby is the primary")
        self.set_waiting(False)
        self.write_pooler()
        self.processes["pgbouncer"].send_signal(signal.SIGHUP)

    def write_pooler(self) -> None:
        (self.folder / "pgbouncer.ini").write_text(POOLED.format(folder=self.folder, port=self.primary))

    def start_pooler(self) -> None:
        self.write_pooler()
        self.run("pgbouncer", find_program("pgbouncer"), self.folder / "pgbouncer.ini", cwd="/", **self.account)

    def start_redis(self) -> None:
        socket = ["--port", 0, "--unixsocket", self.folder / "redis", "--unixsocketperm", 777]
        self.run("redis", find_program("redis-server"), *socket, "--save", "", "--dir", self.folder, **self.account)

    def start_proxy(self) -> None:
        """Start the proxy with the file that the documentation gives, on our ports."""
        path, text = self.folder / "haproxy.cfg", PROXY.read_text().replace("ladder.example.org", HOST)
        for pattern, others in (PLAIN, NAMED):
            text, count = re.subn(pattern, others.format(host=HOST, proxy=self.proxy), text)
            assert count == 1
        for number, port in enumerate(self.ports.values(), start=1):
            text = text.replace(f"10.0.0.1{number}:8000", f"{HOST}:{port}")
        path.write_text(text)
        self.run("haproxy", find_program("haproxy"), "-db", "-f", path)

    def start_machine(self, name: str) -> None:
        """Start a web machine: the real server, with one worker process to spare time."""
        command = [sys.executable, *SERVER_ARGUMENTS, "--workers", "1", "--host", HOST, "--port", self.ports[name]]
        self.run(name, *command, "config.worker:application", env=self.surroundings)

    def start_worker(self) -> None:
        self.run("worker", sys.executable, "manage.py", "db_worker", env=self.surroundings)

    def keep_worker(self) -> None:
        """Start the worker again if it has ended, as systemd does: it ends when the database is away."""
        if self.processes["worker"].poll() is not None:
            self.start_worker()
