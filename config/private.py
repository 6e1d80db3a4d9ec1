"""What the site keeps on the disk is for the account that runs it, and for nobody else on the machine."""

import os
from contextlib import suppress
from pathlib import Path

from config.key import VAR

PUBLIC = "static"  # the one folder whose files everybody reads anyway


def hide_new_files() -> None:
    """Let nobody else read what this process writes from now on."""
    os.umask(0o077)


def hide_old_files(database: Path | None = None) -> None:
    """Take what older versions wrote from everybody else: var/, and SQLite's file wherever it is."""
    if VAR.is_dir():
        set_file_mode(VAR, 0o700)
        for path in VAR.iterdir():
            if path.name != PUBLIC:
                set_file_mode(path, 0o700 if path.is_dir() else 0o600)
    if database:
        for suffix in ("", "-wal", "-shm"):
            set_file_mode(database.with_name(database.name + suffix), 0o600)


def set_file_mode(path: Path, mode: int) -> None:
    """Give a file this mode, if it is there and ours."""
    with suppress(FileNotFoundError, PermissionError):
        path.chmod(mode)
