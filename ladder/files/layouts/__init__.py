"""Files that are no list of matches, laid out as one: rows with headings, from which all else starts.

* `json_lists`, `pgn_games` and `message_lines` read a text; `match_sheets` finds out which of them a file needs.
* `crosstables`, `place_columns`, `player_pages` and `day_rows` turn the rows of a sheet into others.
* Each sheet says above its rows how it was laid out, and names what it did not use.
"""
