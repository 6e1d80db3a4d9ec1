"""Following: a member keeps an eye on players, whom a ladder's story then picks out.

It is the account that follows, so members who play nowhere can, too. Nothing is rewritten in a merge: whoever follows
a merged player follows the one that they count as, and an account that stays follows, besides its own, whom the one
that was set aside for it follows (`queries.py`). So undoing the merge brings back what was. Members see each other by
name, so they may follow hidden players, too; who follows whom is nobody else's business.
"""
