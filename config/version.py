"""Which version of the site runs, and from which commit it was made."""

import os
import subprocess
from pathlib import Path

VERSION = "1.1.0"
COMMIT_DIGITS = 8
COMMIT_FILE = Path(__file__).with_name("commit.txt")  # in a package, which has no .git
COMMIT_COMMAND = ["git", "rev-parse", f"--short={COMMIT_DIGITS}", "HEAD"]


def name_release() -> str:
    """Return the version and the commit, such as "1.0.0 (0a1b2c3d)"; the version alone where no commit is known."""
    commit = find_commit()
    return f"{VERSION} ({commit})" if commit else VERSION


def find_commit() -> str:
    """Return the first digits of the commit: as SITE_COMMIT says, as the package says, or as git does; else ""."""
    if commit := os.environ.get("SITE_COMMIT", "").strip():
        return commit[:COMMIT_DIGITS]
    if COMMIT_FILE.exists():
        return COMMIT_FILE.read_text().strip()
    return ask_git(COMMIT_FILE.parent.parent)


def ask_git(folder: Path) -> str:
    """Return the first digits of the commit of a clone; "" where the folder is none, or git is not there."""
    if not (folder / ".git").exists():
        return ""  # git would tell of a repository around it
    try:
        answer = subprocess.run(COMMIT_COMMAND, cwd=folder, capture_output=True, text=True, timeout=5, check=True)  # noqa: S603
    except (OSError, subprocess.SubprocessError):
        return ""
    return answer.stdout.strip()
