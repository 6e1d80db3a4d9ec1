"""Commands as they are run, and files for them to read."""

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest
from django.core.management import call_command


class Ran(NamedTuple):
    """What a command printed, and its exit code."""

    out: str
    err: str
    code: int


@pytest.fixture
def run(capsys) -> Callable[..., Ran]:
    def run(*arguments: str | Path) -> Ran:
        code = 0
        try:
            call_command(*map(str, arguments))
        except SystemExit as stopped:
            code = stopped.code
        return Ran(*capsys.readouterr(), code)

    return run


@pytest.fixture
def write(tmp_path) -> Callable[[str, str], Path]:
    def write(name: str, text: str) -> Path:
        path = tmp_path / name
        path.write_text(text, encoding="utf-8")
        return path

    return write
