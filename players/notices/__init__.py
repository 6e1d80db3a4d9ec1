"""Notices: what the site tells a player, which of it goes out by mail, and mail that no server took.

`actions.py` stores a notice, one or many in one statement, for those who have an account. Mail goes out after commit
and behind the answer, and waits for its server (`delivery.py`, decision 0013). Without a mail server it waits on a page
of the club's owner. What a notice asked is answered on the page that it leads to; it is marked as read there.
"""
