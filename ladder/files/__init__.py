"""Files of matches, players and standings; plain Python that knows no Django.

* `match_file` reads a match file in the short form (a row is a match of two) or in the long form (a row is one player
  of a match); `match_records` holds what was read as `MatchRecord`s and writes them again.
* `player_file` reads what players bring from before their first match; `box_lists` who is in which box.
* `csv_grid` and `cell_values` are below both: rows of cells with line numbers, and cells as names, dates and numbers.
* `spreadsheet` opens any CSV, XLSX or ODS file as rows of texts; `workbooks` has the formats that are ZIP archives.
* `interpretation/` finds out what a club's own spreadsheet means, and turns it into a match file.
* `rated_file` rates a match file without a database and prints the outcome; `printed_tables` writes tables as text,
  CSV, JSON or XLSX.
"""
