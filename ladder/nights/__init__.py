"""Club nights: who is here, who plays next on which court, and why.

A night (`ladder/models/night.py`) has courts and visits. A game on a court is a fixture as any other match to be played
(decision 79), and its result an ordinary report: it is rated at once, and a challenge, a round or a box that asks for
the same match is ticked off with it.

history.py, game_prices.py and proposal.py are plain Python: a proposal is a function of what happened tonight, of
chances and of earlier meetings, so two who look at the same moment see the same (docs/nights.md). So are the other ways
of play: peg_board.py, king.py, clock_rounds.py, americano.py, and mexicano.py with night_table.py. `queries/` reads
what it needs and says why in a sentence, `actions/` does everything under the ladder's lock, `rights.py` says who
runs a night, and `views/` are the pages and the buttons on them. What is tapped without a network waits on the device,
as a report does (`ladder/pages/offline.py`).
"""
