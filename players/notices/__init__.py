"""Notices: what the site tells a player, which of it goes out by mail, and unsent mail.

`actions.py` stores notices, one or many in one statement, for players who have an account. Their mail goes out after
commit and behind the answer; if the mail server does not answer, it is tried again later (`delivery.py`, decision
0013). Without a mail server, mail is kept on a page for the club's owner. Whoever answers what a notice asks, on the
page that it leads to, has read it.
"""
