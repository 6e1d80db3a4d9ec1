"""The key file of a site on one's own machine: made once, readable by its owner only."""

import os
import secrets
from pathlib import Path

VAR = Path(__file__).resolve().parent.parent / "var"


def provide_secret_key() -> None:
    """Set SECRET_KEY from var/secret_key unless the environment has it; make var/ if need be."""
    VAR.mkdir(mode=0o700, exist_ok=True)
    if "SECRET_KEY" not in os.environ:
        os.environ["SECRET_KEY"] = read_or_make_key(VAR / "secret_key")


def read_or_make_key(path: Path) -> str:
    try:
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return path.read_text()
    with open(descriptor, "w") as file:
        file.write(secrets.token_urlsafe(50))
    return path.read_text()
