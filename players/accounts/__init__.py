"""Accounts: how people sign in, join, prove that it is still them, and own the club. Built on allauth.

Nobody signs up: an invitation makes an account (`actions/invitations.py`), or the command `create_organiser` does. An
invitation is for one player and can be used once, or it is the club's and can be used by many. A member who says that
they are a known player makes a claim, which an organiser answers. Codes are random, stored as a digest, and shown once.

`logins.py` finds the account that a name or an address signs in to (decision 0028), and limits how often it may be
tried without locking the owner out (0018); `adapter.py` is what allauth asks. One password is checked once, whether
the account exists or not (`players/backends.py`), and mail is written and sent after the answer, so that the time of
an answer tells nothing. `reauthentication.py` asks for a proof before something important, `second_factor.py` keeps
the secrets of an app, sealed, `sessions.py` says how long somebody stays signed in, and `security_log.py` writes
it all down.

An address that nobody confirmed proves nothing: it makes no device known and gives no role. The club always has an
owner: a change that would take away the last one is refused (`actions/accounts.py`). A form that is sent from a session
that has ended is answered with what was typed and a button that sends it again (0024, `config/refused_forms.py`).
"""
