"""People: what players are called, who counts as whom, and the pages to list, add, rename and merge them.

A player's name is unique without regard to letter case (`names.py`), and every name that a player had still finds them
(`actions.py`). `similar_names.py` finds the players whom a mistyped name may mean. A merged player counts as the one
they were merged into; matches keep the player who was entered, so code that reads matches asks `queries.py` who counts
as whom.

What changes a ladder as well, such as merging two players or writing a new name into the change log, is done in
`ladder/`; the pages here call it.
"""
