"""The package: what is in it, and a site that is served from it in an empty folder."""

import os
import re
import signal
import subprocess
import sys
import sysconfig
import time
import venv
import zipfile
from email.parser import Parser
from urllib.error import URLError
from urllib.request import urlopen

import pytest
from django.conf import settings

from config.version import VERSION
from tests.browser.server import free_port

pytestmark = pytest.mark.once
QUIET = ("--quiet", "--no-deps", "--no-index", "--disable-pip-version-check")
START_SECONDS = 120  # for all migrations on a busy machine
FOLDERS = ("config", "ladder", "players", "static", "templates")


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    """The package as it is built from this folder, without the network."""
    pytest.importorskip("hatchling")
    folder = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "pip", "wheel", *QUIET, "--no-build-isolation", "--wheel-dir", str(folder), "."]
    subprocess.run(build, cwd=settings.BASE_DIR, env=os.environ | {"SITE_COMMIT": "0a1b2c3d"}, check=True)
    (made,) = folder.iterdir()
    return made


@pytest.fixture(scope="module")
def command(wheel, tmp_path_factory):
    """The command of the package, in an environment that finds what it needs in that of the tests."""
    folder = tmp_path_factory.mktemp("environment")
    venv.create(folder, symlinks=True)
    pip = [sys.executable, "-m", "pip", "--python", str(folder / "bin" / "python"), "install", *QUIET, str(wheel)]
    subprocess.run(pip, check=True)
    (packages,) = folder.glob("lib/python*/site-packages")
    (packages / "needed.pth").write_text(sysconfig.get_path("purelib"))
    return folder / "bin" / "club-ladder"


def run(command, folder, *words, **given):
    """Run the command in a folder, with nothing but this in its environment."""
    line = [str(command), *words]
    return subprocess.run(line, cwd=folder, env={"PATH": os.environ["PATH"], **given}, capture_output=True, text=True)


def test_it_has_all_that_a_site_needs_and_nothing_else(wheel):
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
        described = next(name for name in names if name.endswith("METADATA"))
        about = Parser().parsestr(archive.read(described).decode())
    files = [path for folder in FOLDERS for path in (settings.BASE_DIR / folder).rglob("*.*") if path.is_file()]
    needed = {f"club_ladder/{path.relative_to(settings.BASE_DIR)}" for path in files if path.suffix != ".pyc"}
    assert needed - set(names) == set()
    assert {name.rpartition(".")[2] for name in needed} >= {"py", "html", "css", "js", "svg", "toml", "txt"}
    assert {name.split("/")[0] for name in names} == {"club_ladder", f"club_ladder-{VERSION}.dist-info"}
    assert [name for name in names if re.search(r"/(tests|var|docs|__pycache__)/", name)] == []
    assert (about["Name"], about["Version"]) == ("club-ladder", VERSION)
    assert set(about.get_all("Provides-Extra")) == {"lab", "metrics", "redis", "rounds", "s3", "tasks"}
    assert (about["License"], about["License-Expression"]) == (None, None)  # the owner of the project chooses it


def test_the_command_says_its_version_and_what_it_can_do(command, tmp_path):
    assert run(command, tmp_path, "--version").stdout == f"Club ladder {VERSION} (0a1b2c3d)\n"
    assert run(command, tmp_path, "--help").stdout.startswith("club-ladder   ")
    assert list(tmp_path.iterdir()) == []


def test_it_serves_a_site_in_an_empty_folder(command, tmp_path):
    address = f"http://127.0.0.1:{(port := free_port())}"
    surroundings = {"PATH": os.environ["PATH"], "PORT": str(port), "DEMO": "0"}
    with open(tmp_path.parent / "log", "w+") as log:
        server = subprocess.Popen([str(command)], cwd=tmp_path, env=surroundings, stdout=log, stderr=log)
        try:
            assert wait_for_answer(f"{address}/healthz").headers["X-Version"] == f"{VERSION} (0a1b2c3d)"
            page = urlopen(f"{address}/").read().decode()
            sheet = re.search(r'href="(/static/css/app\.[0-9a-f]+\.css)"', page)
            assert urlopen(address + sheet[1]).status == 200
        finally:
            server.send_signal(signal.SIGTERM)
            assert server.wait(60) == 0, (tmp_path.parent / "log").read_text()
    assert {path.name for path in tmp_path.iterdir()} == {"var"}
    assert {"db.sqlite3", "secret_key"} <= {path.name for path in (tmp_path / "var").iterdir()}
    said = run(command, tmp_path, "doctor").stdout
    assert f"ok    version     Club ladder {VERSION} (0a1b2c3d)" in said
    assert f"GB are free at {tmp_path}/var." in said


def wait_for_answer(address):
    """Return the first answer of a server that is starting."""
    until = time.monotonic() + START_SECONDS
    while True:
        try:
            return urlopen(address)
        except URLError:
            if time.monotonic() > until:
                raise
            time.sleep(0.1)


def test_a_folder_that_can_not_be_made_is_told_in_a_sentence(command, tmp_path):
    for folder, said in (("var", "DATA_FOLDER must be a path that begins with /."), ("/no/such", "can't be made")):
        stopped = run(command, tmp_path, DATA_FOLDER=folder)
        assert (stopped.returncode, said in stopped.stderr, "Traceback" in stopped.stderr) == (1, True, False)
