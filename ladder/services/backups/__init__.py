"""The whole site in one file, and back: every table but those that are derived or made anew."""

from ladder.services.backups.checking import open_backup
from ladder.services.backups.looking import RestorePreview, build_restore_preview
from ladder.services.backups.manifest import UnfitBackup
from ladder.services.backups.reading import Backup
from ladder.services.backups.restoring import restore_backup
from ladder.services.backups.writing import write_backup

__all__ = [
    "Backup",
    "RestorePreview",
    "UnfitBackup",
    "build_restore_preview",
    "open_backup",
    "restore_backup",
    "write_backup",
]
