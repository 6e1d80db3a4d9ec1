"""Write a file as a whole: under its name there is never a half of it."""

import os
from collections.abc import Callable
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import IO

Fill = Callable[[IO[bytes]], None]


def write_whole_file(path: Path, fill: Fill) -> None:
    """Write a file beside its place that nobody else can read, and rename it once it is complete and on the disk.

    Raises: OSError, and whatever `fill` raises; then nothing is left of it.
    """
    with NamedTemporaryFile(dir=path.parent, prefix=f"{path.name}-", suffix=".part", delete=False) as part:
        try:
            fill(part)
            part.flush()
            os.fsync(part.fileno())
            os.replace(part.name, path)
        except BaseException:
            os.unlink(part.name)
            raise
    sync_folder(path.parent)


def sync_folder(folder: Path) -> None:
    """Wait until the names in a folder are on the disk."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
