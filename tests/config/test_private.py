"""What the site writes is for the account that runs it alone."""

import stat

from config.private_files import hide_old_files
from tests.config.test_settings import python


def mode(path):
    return stat.S_IMODE(path.stat().st_mode)


def test_a_command_writes_for_its_own_account_only(tmp_path):
    made = python("manage.py", "migrate", "-v0", "contenttypes", DATABASE_URL=f"sqlite:///{tmp_path}/db.sqlite3")
    assert (made.returncode, mode(tmp_path / "db.sqlite3")) == (0, 0o600)


def test_what_others_could_read_is_taken_from_them(tmp_path, monkeypatch):
    var = tmp_path / "var"
    (var / "static").mkdir(parents=True)
    for name in ("db.sqlite3", "db.sqlite3-wal", "secret_key", "static/app.css"):
        (var / name).touch()
        (var / name).chmod(0o644)
    elsewhere = tmp_path / "ladder.sqlite3"
    elsewhere.touch()
    elsewhere.chmod(0o644)
    monkeypatch.setenv("DATA_FOLDER", str(var))

    hide_old_files(elsewhere)

    assert [mode(path) for path in (var, var / "db.sqlite3", var / "secret_key", elsewhere)] == [0o700] + [0o600] * 3
    assert mode(var / "static/app.css") == 0o644
