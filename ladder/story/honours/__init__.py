"""What is earned on a ladder: badges, records and lists. All is worked out from the replay, so it follows corrections.

badges.py    one class for each badge: its name, its rule, and who has earned it
records.py   one class for each record of the ladder, with the match that set it
lists.py     who played, won, gained and met most in each week, month and year
ledger.py    all of them together, carried through the matches
"""
