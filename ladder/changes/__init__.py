"""Changes: everything that is shown before it is made, and the log of what was done.

A change is planned twice by one function: once for its preview, and once under the ladder's lock when it is made. What
was shown is what is done. Its words are `consequences` and `board_tables`; versions of matches and events are written
down for the `change_log`, which everybody may read.
"""
