"""Adds the commit to a package when it is built, since a package has no .git; hatchling calls it (pyproject.toml)."""

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CommitHook(BuildHookInterface[Any]):
    """Writes the commit beside the package that is built, and takes it in."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Take in a file with the commit, unless the sources have one already, or none is known."""
        sys.path.insert(0, self.root)
        from config.version import COMMIT_FILE, find_commit

        if COMMIT_FILE.exists() or not (commit := find_commit()):
            return
        self.noted.parent.mkdir(parents=True, exist_ok=True)
        self.noted.write_text(f"{commit}\n")
        build_data["force_include"][str(self.noted)] = str(COMMIT_FILE.relative_to(self.root))

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Remove the file again."""
        self.noted.unlink(missing_ok=True)

    @property
    def noted(self) -> Path:
        """The file with the commit, as long as the package is built."""
        return Path(self.directory) / "commit.txt"
