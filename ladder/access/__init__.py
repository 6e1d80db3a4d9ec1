"""Access: who may do what, the guards of pages, and how much may be written within an hour.

`permissions.py` has one table: each act, and the least level that may do it on a ladder or everywhere; docs/roles.md
is compared with it by a test. Actions ask `check_permission`, or `check_author_permission` where no account means that
the site itself does it. Views stand behind a guard (`guards.py`), templates ask the navigation. `check_reporter` adds
who reports on each ladder. An account's roles are read once a request (`read_roles_once`). Where the club asks
organisers for a second factor, the guard asks for it.
"""
