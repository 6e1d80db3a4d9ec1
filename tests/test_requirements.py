"""What is installed: pinned in pyproject.toml, and with all that it needs, and a hash for each file, in the lock."""

import re
import tomllib
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

SITE = Path(__file__).resolve().parent.parent


def read_pins(text: str) -> dict[str, str]:
    """Return the pinned version of each package."""
    lines = [line.partition("#")[0].strip().rstrip("\\") for line in text.splitlines()]
    needs = [Requirement(line) for line in lines if re.match(r"[a-z]", line)]
    return {canonicalize_name(need.name): str(need.specifier) for need in needs}


def read_project_pins() -> dict[str, str]:
    """Return the pinned version of each package that the site and its extras name."""
    project = tomllib.loads((SITE / "pyproject.toml").read_text())["project"]
    needs = [*project["dependencies"], *(one for extra in project["optional-dependencies"].values() for one in extra)]
    return read_pins("\n".join(needs))


def test_the_lock_has_what_the_project_names_and_a_hash_for_every_package() -> None:
    lock = (SITE / "requirements.txt").read_text()
    locked, named = read_pins(lock), read_project_pins()
    assert named.items() <= locked.items(), "pyproject.toml has changed: run `make lock`"
    assert len(named) > 15
    assert {"asgiref", "sqlparse", "click"} <= locked.keys(), "Django and the server need these"
    packages = re.findall(r"(?m)^[a-z].*\\\n(?:    --hash=sha256:[0-9a-f]{64}(?: \\\n|\n|$))+", lock)
    assert len(packages) == len(locked) >= len(named)
