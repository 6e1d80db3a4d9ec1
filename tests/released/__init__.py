"""What each version that was given out has stored, kept so that every later version is tried with it.

`VERSION/` holds one small club four times: as a database of SQLite, as one of PostgreSQL, as a backup, and as what
must come out of each. `python -m tests.released` adds the version that is about to be given out.
"""
