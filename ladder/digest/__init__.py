"""The digest: on Monday morning a mail about the week, for members who asked for it on their notices page.

It is a notice with a longer mail (`players/notices/`), so it is left, delayed and claimed as all notices are, but sent
at most once (decision 0013). `queries.py` says what a member is told: the greatest of the story of the ladders they
play on, what waits for them, and whom to play. If nothing happened and nothing waits, there is no mail. `actions.py`
writes the digests that are due; the clock asks every minute.
"""
