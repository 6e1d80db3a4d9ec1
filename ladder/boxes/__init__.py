"""Boxes: a season's players in groups in which everybody plays everybody, and what the groups of the next season are.

A cycle is a season. Its boxes (`Box`, `BoxPlace`) come with a fixture for each two players, agreed from the start.
Which match is that of a fixture follows from the matches (`ladder/ledger/box_fixtures.py`): so a match is reported as
any other, and every correction moves the tables of the boxes with it. A box's points are what the ledger has for those
matches on the season's board of match points; without one a win is a point.

`queries/box_table.py` adds up and ranks a box, and `queries/box_proposal.py` says who goes up and down: both are plain
functions of what is stored. `queries/shown_boxes.py` reads what they need, and `queries/ended_boxes.py` what the story
and the honours tell of all cycles that have ended. `queries/box_chances.py` plays the rest of a box many times, and
`queries/box_need.py` says what a player needs (docs/boxes.md). `actions.py` makes boxes, takes a player out of one, and
ends a cycle, which closes the season and opens the next with its boxes.
"""
