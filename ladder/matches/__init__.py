"""Matches: reported, recorded, fixed, corrected, disputed, confirmed and looked at.

actions        what is stored: new matches, corrections, disputes, many at once, reports with the venue code
queries        what is read: who may do what with a match, what waits for an answer, what is at stake, the explanation
forms          one form for two players, one for rows of players, and the same filled in to fix or correct a match
views          the pages
notifications  who is told of a report, of a dispute, and of a change that moved them

A form can say what the match would be, so the page shows which boards it counts for and what it is worth, with the
ratings of the moment at which it began. Before a valid report is stored, the first question that was not answered is
asked (`queries/questions.py`; about names `players.people.questions`, and corrections ask that too). Each question has
a key that says what a yes is about. Questions belong to the form alone: nothing that is recorded otherwise is asked. A
recorder enters one match after another, of two players or two sides (`views/sitting.py`).

`queries/rights.py` says what an account may do with a match, and why not. Whoever reported it may fix or undo it, which
is a correction or a void like any other. Others who played it may dispute it: a dispute is a version of the match
(decision 0010), so whatever is done next closes it. It may propose the right result of a match of two players or two
sides, also who played, which then fills in the form of the correction. A ladder that counts only confirmed results
stores them as pending, and the replay leaves them out (0014). If nobody answers, the server's clock confirms them, or
`manage.py confirm_due`.

Wherever a form asks who played, those who play often can be tapped (`views/seats.py`), and a name can be typed, which
goes first (`forms/seats.py`).

A ladder may limit how many rated matches count in a day and a week (`queries/limits.py`). It is decided when a match is
recorded: one beyond a limit is kept as unrated, and the reason is that of its version. Worked out in every replay, one
correction would turn others' matches rated or unrated weeks later.

A report with the venue code names no account: the code signs nobody in, the session holds its digest, and only
`views/venue.py` looks at it. Codes are random and stored as a digest; they are shown once.
"""
