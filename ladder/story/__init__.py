"""The story of a ladder: what happened on it that is worth telling, told from its replay.

A moment is worked out from the matches as the ledger holds them and is stored nowhere. So it follows every correction.

walk.py                the matches in order of play, each with what its players had been through before it
places.py              who is ahead of whom while the matches are walked through
honours/               badges, records and lists, carried through the same walk
moments/               one class for each kind of moment: its rule, its sentence and its weight; and boxes that ended
queries/history.py     reads what a story is told from
queries/ladder_story.py   a page of it: days, the newest first, with names
queries/notes.py          corrections and seasons, told beside the matches
queries/honours_page.py   the page with the honours of a ladder, and player_honours.py those of one player
queries/recap.py          a season in one page
queries/moved_honours.py  which of them a change to a match would give to somebody else
"""
