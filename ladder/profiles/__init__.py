"""A player's pages: figures, chart, statement, matches and opponents on one board.

Everything begins with `queries/career.py`: the player's matches on the board as the ledger holds them, in order.

queries/board_choice.py   the boards on which a player stands, and the one that is shown
queries/career.py         the matches, and every change of the rating between them
queries/profile.py        a profile put together: rank, figures, chart, the record against each opponent
queries/summary.py        the figures at the head of a profile, and streaks
queries/chart.py          the chart of the rating, true in time: `chart_view` cuts the career, `chart_axis` has the
                          days, `chart_lines` the lines, `chart_labels` what happened, `chart_rows` the table
queries/played_weeks.py   in which weeks of half a year the player played
queries/match_list.py     the list of matches, which can be searched
queries/statement.py      the rating line by line, and what changes to the past did to it
"""
