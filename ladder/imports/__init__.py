"""Imports: the matches of a file are read, checked, shown as they would stand, and stored; an import can be undone.

A file goes through small steps, each of which reports its doubts. `ladder/files/spreadsheet.py` gives rows of texts
from any file, and `ladder/files/interpretation/` says what the columns mean and turns the rows into a match file.
`queries/uploads.py` then asks about names (`name_doubts`), about matches that are stored already and rows that can't be
matches (`records`, which the command `import_matches` uses too), about missing facts, odd lengths and matches that are
gone from the file (`row_doubts`), and about boxes (`box_doubts`). Storing all of it is one change, `MatchImport` in
`actions.py`. For its preview `queries/effects.py` lays the new matches as drafts over the stored ones and replays them,
so that the page shows the standings as they would be. Between the pages the file travels in the form, signed: nothing
is kept.

An import remembers its matches, so it can be undone as one: all of them are voided, and players who were created by it
and have nothing but a name retire.
"""
