"""Files that only the account of the site may read: its data folder, and in it the database and the secret key."""

import os
import secrets
from contextlib import suppress
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured

PUBLIC_FOLDER = "static"  # the only folder whose files everybody may read


def find_data_folder() -> Path:
    """Return where the site keeps what it writes: where DATA_FOLDER says, or else var/ beside the code."""
    value = os.environ.get("DATA_FOLDER", "").strip()
    if value and not value.startswith("/"):
        raise ImproperlyConfigured("DATA_FOLDER must be a path that begins with /.")
    return Path(value) if value else Path(__file__).resolve().parent.parent / "var"


def make_data_folder() -> Path:
    """Return the data folder, made if need be. Raises: ImproperlyConfigured."""
    folder = find_data_folder()
    try:
        folder.mkdir(mode=0o700, exist_ok=True)
    except OSError as error:
        raise ImproperlyConfigured(f"The folder {folder} can't be made: {error.strerror}.") from None
    return folder


def provide_secret_key() -> None:
    """Set SECRET_KEY from a file in the data folder unless the environment has it."""
    folder = make_data_folder()
    if "SECRET_KEY" not in os.environ:
        os.environ["SECRET_KEY"] = read_or_make_key(folder / "secret_key")


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
    """Hide from others what older versions wrote: the data folder, and SQLite's files wherever they are."""
    folder = find_data_folder()
    if folder.is_dir():
        set_file_mode(folder, 0o700)
        for path in folder.iterdir():
            if path.name != PUBLIC_FOLDER:
                set_file_mode(path, 0o700 if path.is_dir() else 0o600)
    if database:
        for suffix in ("", "-wal", "-shm"):
            set_file_mode(database.with_name(database.name + suffix), 0o600)


def set_file_mode(path: Path, mode: int) -> None:
    """Set the mode of a file, if it exists and is ours."""
    with suppress(FileNotFoundError, PermissionError):
        path.chmod(mode)
