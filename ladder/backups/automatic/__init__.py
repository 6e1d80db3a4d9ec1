"""Automatic backups: one a night, to the folder or the S3-compatible store that `BACKUPS` names.

`schedule.py` and `retention.py` are plain rules: when the next one is due, and which ones are kept. `stores.py` puts a
file where `BACKUPS` says: whole and checked, or not at all. `runs.py` makes one and removes the old ones; a row in the
database sees to it that one machine does so: a lock of the file system or of a PostgreSQL session does not hold for
several machines or behind a pooler. `state.py` says for the desk how old the last one is.

The file is that of the page "Backup", checked as before a restore; a dump would go back into the same database only.
`obstore` is one package of 16 MB for S3, where boto3 is 36 MB in seven.

The clock of the server asks every minute whether one is due, and if so starts `manage.py backup --due` in a process of
its own, so that pages don't wait for it and its memory is given back.
"""
