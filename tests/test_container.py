"""The container: its Dockerfile's steps run in a bare Debian root, on the machines of continuous integration."""

import os
from pathlib import Path

import pytest

from tests import container

DOCKERFILE = Path(__file__).resolve().parent.parent / "Dockerfile"


def test_steps_are_read_with_their_lines_joined():
    text = '# a comment\nFROM debian:13\n\nRUN one \\\n    && two\nCMD ["three"]\n'
    assert container.read_steps(text) == [("FROM", "debian:13"), ("RUN", "one && two"), ("CMD", '["three"]')]


def test_images_are_named_by_what_they_hold():
    named = [step.text for step in container.read_steps(DOCKERFILE.read_text()) if step.instruction == "FROM"]
    assert all("@sha256:" in image for image in named)
    assert "@sha256:" in (DOCKERFILE.parent / "compose.yaml").read_text()


def test_an_argument_of_the_build_becomes_a_setting():
    built = container.Container(Path("nowhere"))
    for step in container.read_steps('ARG COMMIT=""\nENV SITE_COMMIT=$COMMIT KEPT=1\n'):
        container.run_step(built, step)
    assert (built.environment["SITE_COMMIT"], built.environment["KEPT"]) == ("", "1")


def test_the_container_answers_and_stops_when_asked():
    obstacle = container.find_obstacle()
    if not obstacle and os.environ.get("CI", "").lower() not in ("1", "true"):
        obstacle = "The container is built where CI is set, or by `python -m tests.container`."
    if obstacle:
        pytest.skip(obstacle)
    assert container.main() == 0
