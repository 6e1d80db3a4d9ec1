"""Rounds: every few weeks the site says who plays whom.

Three modules are plain Python, without a clock or a database: the same entrants always get the same round.

matching.py   the best choice of pairs for given costs, by the package rustworkx, an optional extra
pairing.py    a round of singles or of fixed sides: who plays whom, and who is left over
fours.py      a round of doubles with changing partners: fours, each split into two even sides

`queries/wishes.py` says who is in, `queries/entrants.py` what a round is made from, and `queries/next_round.py` what
players are asked about the next one, also by a signed link in a mail. `actions.py` makes rounds.

What a round looks for, in which order, and how it compares with pairing by lot and by rank: docs/rounds.md.
"""
