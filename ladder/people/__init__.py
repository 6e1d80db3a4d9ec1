"""The ladder's side of people: adding and inviting players, renaming, merging and erasing them, their personal data.

`Player.merged_into` says whom a player counts as. Matches keep the player who was entered, and the ledger takes one
for the other where it reads matches and openings; so undoing a merge is taking that away again. Nobody is merged into
one who is merged, so one step is enough. A merge is planned on every board and shown before it is made.

Erasing a person puts a neutral name in place of theirs everywhere, deletes their account, calls off what they were to
play, and sends them home from a club night; matches and ratings stay. It goes through every column of the site that can
hold a sentence, so that a new table is not forgotten. `queries.py` gathers what is kept of one person, for themselves:
a table that keeps something of a person belongs there, too.
"""
