"""The key file of a site on one's own machine."""

import stat

from config.private_files import provide_secret_key, read_or_make_key


def test_key_file_is_for_its_owner_only(tmp_path):
    read_or_make_key(tmp_path / "secret_key")
    assert stat.S_IMODE((tmp_path / "secret_key").stat().st_mode) == 0o600


def test_key_stays_the_same(tmp_path):
    assert read_or_make_key(tmp_path / "secret_key") == read_or_make_key(tmp_path / "secret_key")


def test_key_is_long_enough_for_django(tmp_path):
    assert len(read_or_make_key(tmp_path / "secret_key")) >= 50


def test_environment_wins_over_the_key_file(tmp_path, monkeypatch):
    monkeypatch.setenv("DATA_FOLDER", str(tmp_path))
    monkeypatch.setenv("SECRET_KEY", "given")
    provide_secret_key()
    assert list(tmp_path.iterdir()) == []
