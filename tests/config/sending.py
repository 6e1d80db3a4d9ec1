"""A browser that sends forms as real ones do, and what it is offered when one comes too late."""

import re
from html import unescape

from django.test import Client

OURS = "http://testserver"
BUTTON = "Send it again</button>"
HIDDEN = re.compile(r'<input type="hidden" name="([^"]+)" value="([^"]*)">')


class Browser(Client):
    """One that is checked as real ones are, and says where its forms stood."""

    def __init__(self, user=None):
        super().__init__(enforce_csrf_checks=True)
        if user:
            self.force_login(user)

    def token(self, page):
        return re.search(r'csrfmiddlewaretoken" value="([^"]+)', self.get(page).text).group(1)

    def sign_in(self, user):
        """Sign in as from another tab, which makes older forms stale."""
        sent = {"login": user.username, "password": "let me in", "csrfmiddlewaretoken": self.token("/accounts/login/")}
        assert self.post("/accounts/login/", sent).status_code == 302

    def send(self, url, sent, headers=None):
        return self.post(url, sent, headers={"Origin": OURS, "Sec-Fetch-Site": "same-origin"} | (headers or {}))


def offered(answer):
    """Return where the button sends what, as a browser reads it."""
    main = answer.text.partition("<main")[2].partition("</main>")[0]
    assert BUTTON in main
    action = re.search(r'<form class="stack" method="post" action="([^"]+)"', main).group(1)
    return unescape(action), {name: unescape(value) for name, value in HIDDEN.findall(main)}
