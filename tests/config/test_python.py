"""config/python.sh believes only an interpreter that runs."""

import subprocess

import pytest
from django.conf import settings

BROKEN = "#!/bin/sh\nexit 127\n"
WORKING = '#!/bin/sh\ncase "$1" in -c) exit 0;; esac\necho "$0"\n'
WITHOUT_VENV = '#!/bin/sh\ncase "$2" in *ensurepip*) exit 1;; esac\n'


@pytest.fixture
def machine(tmp_path):
    """A machine with these programs on PATH and in the home of a version manager."""

    def machine(**programs):
        for name, text in programs.items():
            path = tmp_path / name.replace("__", "/").replace("_", ".")
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
            path.chmod(0o755)
        return subprocess.run(
            ["/bin/sh", settings.BASE_DIR / "config/python.sh", tmp_path / "venv"],
            env={"PATH": str(tmp_path / "bin"), "HOME": str(tmp_path)},
            capture_output=True,
            text=True,
        )

    return machine


def test_the_newest_that_runs_is_used(machine, tmp_path):
    made = machine(bin__python3_14=BROKEN, bin__python3_13=WORKING, bin__python3_12=WORKING)
    assert made.stdout == f"{tmp_path}/bin/python3.13\n"


def test_a_broken_shim_gives_way_to_what_the_version_manager_installed(machine, tmp_path):
    installed = ".pyenv/versions/3.13.9/bin/python"
    (tmp_path / installed).parent.mkdir(parents=True)
    (tmp_path / installed).write_text(WORKING)
    (tmp_path / installed).chmod(0o755)
    assert machine(bin__python3_13=BROKEN).stdout == f"{tmp_path}/{installed}\n"


def test_plain_python3_comes_last(machine, tmp_path):
    assert machine(bin__python3=WORKING).stdout == f"{tmp_path}/bin/python3\n"


def test_without_an_interpreter_one_sentence_says_what_to_install(machine):
    stopped = machine(bin__python3=BROKEN)
    assert stopped.returncode == 1
    assert stopped.stderr.startswith("Python 3.12 or newer is needed: install it")


def test_without_venv_one_sentence_names_the_package(machine):
    stopped = machine(bin__python3=WITHOUT_VENV)
    assert stopped.returncode == 1
    assert stopped.stderr.startswith("python3 lacks venv, ensurepip or ssl: install them")


def test_an_environment_that_works_is_left_alone(machine):
    assert machine(venv__bin__python=WORKING, bin__python3=WORKING).stdout == ""
