"""Matches: reported, recorded, fixed, corrected, disputed, confirmed and looked at.

actions        what is stored: new matches, corrections, disputes, many at once, reports with the venue code
queries        what is read: who may do what with a match, what waits for an answer, what is at stake, the explanation
forms          one form for two players, one for rows of players, and the same filled in to fix or correct a match
views          the pages
notifications  who is told of a report, of a dispute, and of a change that moved them
"""
