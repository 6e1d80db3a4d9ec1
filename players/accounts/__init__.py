"""Accounts: how people sign in, join, prove that it is still them, and own the club. Built on allauth.

Nobody signs up: an invitation makes an account (`actions/invitations.py`), or the command `create_organiser` does. An
invitation is for one player, once, or the club's for many; somebody who says that they are a known player makes a
claim, which an organiser answers. Codes are random, stored as a digest, and shown once.

`logins.py` says whose account a name or an address is (decision 0028), and how often somebody may try it without
locking the owner out (0018); `adapter.py` is what allauth asks. One password is checked once, whether the account
exists or not (`players/backends.py`), and mail is written and sent after the answer, so that its time tells nothing.
`reauthentication.py` asks again who it is before something important, `second_factor.py` keeps the codes of an app,
sealed (0022), `sessions.py` says how long somebody stays signed in, and `security_log.py` writes it all down.

An address that nobody confirmed proves nothing: it makes no device known and gives no role. Somebody always owns the
club: what would take away its last owner is refused (`actions/accounts.py`). A form that comes too late, from a session
that has ended, is answered with what was typed and a button that sends it again (0024, `config/refused_forms.py`).
"""
