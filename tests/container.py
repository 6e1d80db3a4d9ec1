"""Build the container without an engine, and start it: `python -m tests.container`, as root on a Debian-like system.

The Dockerfile's own steps run in a bare Debian root that mmdebstrap makes, each in mounts and processes of its own.
Then the container's command is started, asked by the container's health check, stopped, and started again.
"""

import json
import os
import re
import shlex
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from string import Template
from typing import NamedTuple
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen

SITE = Path(__file__).resolve().parent.parent
SUITES = {"12": "bookworm", "13": "trixie", "14": "forky"}  # of the image debian:NUMBER
NEEDED = ("mmdebstrap", "unshare", "chroot")
HOST = "ladder.example.org"
SETTINGS = {"SECRET_KEY": "k" * 60, "ALLOWED_HOSTS": HOST, "SETUP_CODE": "AAAA-BBBB-CCCC-DDDD"}
PATIENCE = 60  # seconds for a start, most of them for the migrations
# mounts, process numbers and their end are those of one step; a step that is killed leaves nothing behind
OWN_WORLD = ["unshare", "--mount", "--pid", "--fork", "--kill-child"]
MOUNTS = 'mount --rbind /dev "$0/dev"; mount -t proc proc "$0/proc"; cp -L /etc/resolv.conf "$0/etc/"; exec chroot "$@"'


class ContainerError(Exception):
    """A step failed, or the container does not do what it should; the message says which and why."""


class Step(NamedTuple):
    """One instruction of a Dockerfile and the text after it."""

    instruction: str
    text: str


@dataclass
class Container:
    """What the steps have made so far: files below `root`, and how its programs run."""

    root: Path
    environment: dict[str, str] = field(default_factory=lambda: {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin"})
    folder: str = "/"
    account: str = "root"
    command: list[str] = field(default_factory=list)
    health: list[str] = field(default_factory=list)


def find_obstacle() -> str:
    """Return why the container can't be built here, as a sentence; "" if it can."""
    if os.geteuid():
        return "The container is not built: only root can make a bare Debian root."
    missing = [name for name in NEEDED if not shutil.which(name)]
    if missing:
        return f"The container is not built: {', '.join(missing)} not found (on Debian: apt-get install mmdebstrap)."
    if subprocess.run([*OWN_WORLD, "true"], capture_output=True).returncode:
        return "The container is not built: mounts of its own are not allowed here."
    return ""


def read_steps(dockerfile: str) -> list[Step]:
    """Return the steps of a Dockerfile in their order; lines that go on after a backslash are joined."""
    lines = [line for line in dockerfile.splitlines() if line.strip() and not line.lstrip().startswith("#")]
    joined = re.sub(r"\\\n\s*", "", "\n".join(lines))
    return [Step(*line.split(maxsplit=1)) for line in joined.splitlines()]


def build_container(root: Path) -> Container:
    """Run all steps of the project's Dockerfile.

    Raises: ContainerError
    """
    container = Container(root)
    for step in read_steps((SITE / "Dockerfile").read_text()):
        print(f"--- {step.instruction} {step.text}", flush=True)
        run_step(container, step)
    return container


def run_step(container: Container, step: Step) -> None:
    match step.instruction:
        case "FROM":
            make_bare_root(container.root, step.text)
        case "RUN":
            run_inside(container, ["sh", "-c", step.text])
        case "ARG" | "ENV":
            given = (part.split("=", 1) for part in shlex.split(step.text))
            known = container.environment
            container.environment = known | {name: Template(value).substitute(known) for name, value in given}
        case "WORKDIR":
            container.folder = step.text
            (container.root / step.text.lstrip("/")).mkdir(parents=True, exist_ok=True)
        case "COPY":
            *sources, target = shlex.split(step.text)
            copy_files(container, *sources, target=target)
        case "USER":
            container.account = step.text
        case "HEALTHCHECK":
            container.health = json.loads(step.text.partition("CMD ")[2])
        case "CMD":
            container.command = json.loads(step.text)
        case "VOLUME" | "EXPOSE":
            pass  # for an engine; a root has neither
        case other:
            raise ContainerError(f"{other} is not known to tests/container.py.")


def make_bare_root(root: Path, image: str) -> None:
    """Install what the image has: Debian's essential packages and apt.

    Raises: ContainerError
    """
    version = re.match(r"debian:(\d+)", image)
    if not version:
        raise ContainerError(f"{image} is no image of Debian.")
    suite = SUITES[version[1]]
    made = subprocess.run(["mmdebstrap", "--quiet", "--variant=minbase", suite, root], check=False)
    if made.returncode:
        raise ContainerError(f"mmdebstrap could not make Debian {suite}.")


def copy_files(container: Container, *sources: str, target: str) -> None:
    """Copy the files that git knows, as a clone has them."""
    listed = subprocess.run(["git", "ls-files", "-z", "--", *sources], cwd=SITE, capture_output=True, check=True)
    for name in filter(None, listed.stdout.decode().split("\0")):
        copy = container.root / container.folder.lstrip("/") / target / name
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(SITE / name, copy)


def run_inside(container: Container, command: list[str]) -> None:
    """Run a command to its end.

    Raises: ContainerError
    """
    with reach_packages(container.root) as more:
        if subprocess.run(compose_command(container, command, more)).returncode:
            raise ContainerError(f"This failed in the container: {' '.join(command)}")


def compose_command(container: Container, command: list[str], more: dict[str, str]) -> list[str]:
    """Return the command line that runs a command inside, as the container's account and with its settings."""
    surroundings = [f"{name}={value}" for name, value in {**container.environment, **more}.items()]
    inside = ["env", "-i", *surroundings, "sh", "-c", f'cd {container.folder} && exec "$@"', "sh", *command]
    root = str(container.root)
    return [*OWN_WORLD, "sh", "-ec", MOUNTS, root, f"--userspec={container.account}", root, *inside]


@contextmanager
def reach_packages(root: Path) -> Iterator[dict[str, str]]:
    """Lend the container what this machine needs to fetch packages: its proxies and the certificates it trusts."""
    named = {name: value for name, value in os.environ.items() if re.fullmatch(r"(?i)https?_proxy|no_proxy", name)}
    trusted = os.environ.get("PIP_CERT") or os.environ.get("SSL_CERT_FILE")
    if not trusted or not Path(trusted).exists():
        yield named
        return
    lent = root / "lent-certificates.pem"
    shutil.copy(trusted, lent)
    try:
        yield {**named, "PIP_CERT": f"/{lent.name}"}
    finally:
        lent.unlink()


@contextmanager
def start_container(container: Container, port: int) -> Iterator[subprocess.Popen[bytes]]:
    """Run the container's command as its first process; it is asked to stop at the end.

    Raises: ContainerError, when it doesn't stop by itself or ends with an error
    """
    line = compose_command(container, container.command, {**SETTINGS, "PORT": str(port)})
    process = subprocess.Popen(line)
    try:
        yield process
        os.kill(find_first_process(process.pid), signal.SIGTERM)
        if process.wait(timeout=30) != 0:
            raise ContainerError(f"The container ended with {process.returncode} when asked to stop.")
    finally:
        process.kill()
        process.wait()


def find_first_process(parent: int) -> int:
    """Return the number that the container's first process has outside."""
    return int(Path(f"/proc/{parent}/task/{parent}/children").read_text().split()[0])


def ask_container(container: Container, port: int, process: subprocess.Popen[bytes]) -> None:
    """Wait until the health check passes, then ask for pages as the proxy does.

    Raises: ContainerError
    """
    health = compose_command(container, container.health, {**SETTINGS, "PORT": str(port)})
    for _ in range(PATIENCE):
        if process.poll() is not None:
            raise ContainerError(f"The container ended by itself with {process.returncode}.")
        if subprocess.run(health).returncode == 0:
            break
        time.sleep(1)
    else:
        raise ContainerError("The container's health check does not pass.")
    setup = f"/setup?code={SETTINGS['SETUP_CODE']}"
    for path, expected in (("/healthz", 200), ("/", 200), ("/accounts/login/", 200), (setup, 200), ("/missing", 404)):
        status = ask_for_status(port, path)
        print(f"--- GET {path}: {status}", flush=True)
        if status != expected:
            raise ContainerError(f"GET {path} answered {status} instead of {expected}.")


def ask_for_status(port: int, path: str) -> int:
    """Return the status of the answer to a request that came to the proxy by HTTPS."""
    headers = {"Host": HOST, "X-Forwarded-Proto": "https", "X-Forwarded-For": "192.0.2.7"}
    try:
        with urlopen(Request(f"http://127.0.0.1:{port}{path}", headers=headers), timeout=10) as answer:
            return int(answer.status)
    except HTTPError as error:
        return error.code
    except URLError as error:
        raise ContainerError(f"GET {path} had no answer: {error.reason}") from error


def find_free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def main() -> int:
    """The exit code: 0 when the container was built, answered, stopped and started again, or can't be built here."""
    obstacle = find_obstacle()
    if obstacle:
        print(obstacle)
        return 0
    began = time.monotonic()
    root = Path(tempfile.mkdtemp(prefix="ladder-container-"))
    root.chmod(0o755)
    try:
        container = build_container(root)
        print(f"--- built in {time.monotonic() - began:.0f} s", flush=True)
        for _ in range(2):  # the second time with the data of the first
            port = find_free_port()
            with start_container(container, port) as process:
                ask_container(container, port, process)
    except ContainerError as error:
        print(error)
        return 1
    finally:
        shutil.rmtree(root, ignore_errors=True)
    print(f"--- built, started, asked and stopped twice in {time.monotonic() - began:.0f} s", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
