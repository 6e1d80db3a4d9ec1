"""The whole site in one file, and back: every table but those that are derived or made anew."""

from .checking import opened
from .looking import Preview, preview
from .manifest import Unfit
from .reading import Backup
from .restoring import restore
from .writing import write

__all__ = ["Backup", "Preview", "Unfit", "opened", "preview", "restore", "write"]
