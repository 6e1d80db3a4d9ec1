"""Backups: the whole site in one ZIP file, and restored from it; one a night by itself (`automatic/`).

`queries/tables.py` takes the tables from the app registry and writes each as JSON lines, so a model that is added later
is in a backup by itself; `LEFT_OUT` names those that are not, with the reason, and a test knows them. Rows that point
at content types or permissions spell them out, because their keys differ from site to site.

`open_backup` (`queries/inspection.py`) checks a file in full before anything is done with it: names, sizes, digests and
every row against its columns. `queries/row_checks.py` tries what a row holds as JSON against what the site makes of it:
a match is built from each version, a system from a board's options, a code asked for by each second factor. A new
column of JSON gets its line in `CHECKS`. A version may name a player who was deleted since; pages print “?”.

`restore_backup` (`actions.py`) holds the locks of all ladders (on PostgreSQL of all tables), replaces every row with
its key, settles every season, and goes back unless `verify` is clean and the fingerprints are those of the file. Ladder
versions go on from the highest known, so that no page takes old rows for new ones.
"""
