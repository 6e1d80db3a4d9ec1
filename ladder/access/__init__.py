"""Access: who may do what, the guards of pages, and how much may be written within an hour.

`permissions.py` has one table: each act, and the least level that may do it on a ladder or everywhere; a test compares
docs/roles.md with it. Actions call `check_permission`, or `check_author_permission` if the site itself may do it, too,
without an account. Views have a guard (`guards.py`), templates ask the navigation. `Scene.refuse` in `ladder/scene.py`
adds the ladder's rules on who reports what. An account's roles are read once a request (`read_roles_once`). If the club
asks organisers for a second factor, the guard asks for it.
"""
