"""What is installed: pinned in requirements.txt, and with all that it needs, and a hash for each file, in the lock."""

import re
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

SITE = Path(__file__).resolve().parent.parent


def read_pins(text: str) -> dict[str, str]:
    """Return the pinned version of each package."""
    lines = [line.partition("#")[0].strip().rstrip("\\") for line in text.splitlines()]
    needs = [Requirement(line) for line in lines if re.match(r"[a-z]", line)]
    return {canonicalize_name(need.name): str(need.specifier) for need in needs}


def test_the_lock_has_what_the_requirements_name_and_a_hash_for_every_package() -> None:
    lock = (SITE / "requirements.lock").read_text()
    locked, named = read_pins(lock), read_pins((SITE / "requirements.txt").read_text())
    assert named.items() <= locked.items(), "requirements.txt has changed: run `make lock`"
    assert {"asgiref", "sqlparse", "click"} <= locked.keys(), "Django and the server need these"
    packages = re.findall(r"(?m)^[a-z].*\\\n(?:    --hash=sha256:[0-9a-f]{64}(?: \\\n|\n|$))+", lock)
    assert len(packages) == len(locked) >= len(named)
