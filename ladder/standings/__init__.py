"""The standings of a board: who has which rank and rating, today or on a past day.

A visitor's request goes to `views/board.py`, which asks `queries/table.py` for the rows and prints one template.

queries/table.py          the standings as of a day, and one player's rank
queries/long_board.py     any page and rank of a board with very many players
queries/rows.py           one row, all its numbers as text
queries/cache.py          rows of past days, kept for each version of the ladder
queries/movement.py       how ranks moved since the last club day
queries/sparkline.py      the line of the last twelve weeks
queries/selection.py      search, order, headings and pages
queries/key_figures.py    the season's figures, the gap to the rank above, the next decay
queries/ladder_line.py    everybody on one line, placed by rating
queries/displays.py       the print sheet, the spreadsheet and the feed
queries/weekly_ranks.py   the ranks at the ends of the last eight weeks
queries/bump_chart.py     their chart, for a member's home
queries/last_visit.py     what changed for a member since they last looked
queries/overview.py       the home page: a member's own rank, or all ladders with their leaders
queries/as_known_then.py  a past day's standings with what had been entered by that day

Who has a rank at all, and in which order, is in `ladder/ledger/ranking.py`, because the ledger notes winners by it.
"""
