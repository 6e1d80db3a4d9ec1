"""Accounts: how people sign in, join, prove that it is still them, and own the club. Built on allauth.

Nobody signs up: an invitation makes an account (`actions/invitations.py`), or the command `create_organiser` does.
`logins.py` says whose account a name or an address is, and how often somebody may try it; `adapter.py` is what allauth
asks. `reauthentication.py` asks again who it is before something important, `second_factor.py` keeps the
codes of an app, `sessions.py` says how long somebody stays signed in, and `security_log.py` writes it all down.
"""
