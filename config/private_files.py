"""Files that only the account of the site may read: var/, the database, and the key of a site on one's own machine."""

import os
import secrets
from contextlib import suppress
from pathlib import Path

VAR = Path(__file__).resolve().parent.parent / "var"

PUBLIC = "static"  # the only folder whose files everybody may read


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


def hide_new_files() -> None:
    """Let nobody else read what this process writes from now on."""
    os.umask(0o077)


def hide_old_files(database: Path | None = None) -> None:
    """Hide from others what older versions wrote: var/, and SQLite's files wherever they are."""
    if VAR.is_dir():
        set_file_mode(VAR, 0o700)
        for path in VAR.iterdir():
            if path.name != PUBLIC:
                set_file_mode(path, 0o700 if path.is_dir() else 0o600)
    if database:
        for suffix in ("", "-wal", "-shm"):
            set_file_mode(database.with_name(database.name + suffix), 0o600)


def set_file_mode(path: Path, mode: int) -> None:
    """Set the mode of a file, if it exists and is ours."""
    with suppress(FileNotFoundError, PermissionError):
        path.chmod(mode)
