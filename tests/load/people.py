"""The people of the load run, as locust plays them: viewers with an open table, and members who report results.

What they saw is written as JSON when the run ends. Started by `python -m tests.load`, which gives the settings.
"""

import html
import json
import os
import random
import re
import time
from bisect import bisect
from collections import defaultdict
from pathlib import Path

from locust import FastHttpUser, events, task

WANTED = json.loads(os.environ["LOAD"])
PAGE, REPORT = f"/{WANTED['ladder']}/", f"/{WANTED['ladder']}/all-time/report"
SESSION, CSRF = WANTED["cookies"]
POLL = re.compile(r'id="rows"[^>]*?hx-get="([^"]+)"', re.DOTALL)
HIDDEN = re.compile(r'name="(csrfmiddlewaretoken|form_key)" value="([^"]+)"')
VISITORS_MAY_WAIT = 1.0  # seconds by which a visitor's table may be older; a member's is never
REST = len(WANTED["members"]) / max(WANTED["rate"], 0.01)  # seconds between two reports of a member
HTMX = {"HX-Request": "true"}

taken: dict[str, list[float]] = defaultdict(list)  # seconds, by what was asked for
wrong: list[str] = []
answered: list[float] = []  # when each report was acknowledged
luck = random.Random(1)


class Sight:
    """What one person has seen of the table: up to which version, and the longest time until a report was in it.

    Only who keeps the table open waits for reports, from the first look on.
    """

    longest = 0.0

    def __init__(self, waits: bool) -> None:
        self.waits, self.seen = waits, 0
        self.has_looked = False

    def look(self, version: int, before: int, now: float) -> None:
        """Note that a table of this version came, which has to have the first `before` reports in it."""
        count = version - WANTED["version"]
        if count < before:
            wrong.append(f"an older table: {count} reports in it, {before} acknowledged in time")
        if self.waits and count < self.seen:
            wrong.append(f"a table that went back: {count} reports in it, {self.seen} before")
        if self.waits and self.has_looked and self.seen < min(count, len(answered)):
            Sight.longest = max(Sight.longest, now - answered[self.seen])
        self.seen, self.has_looked = max(self.seen, count), True


class Person(FastHttpUser):
    """Somebody with a browser, who comes at a moment of their own and asks again every `seconds`.

    Locust's `constant_pacing` counts from when it let somebody in, and so all of one second would ask at once.
    """

    abstract = True
    waits = is_member = False
    seconds: float
    network_timeout = connection_timeout = 30.0

    def on_start(self) -> None:
        self.sight, self.poll = Sight(self.waits), ""
        first = luck.random() * self.seconds
        self.next_at = time.monotonic() + first
        time.sleep(first)

    def wait_time(self) -> float:
        """Return the seconds until this person asks next."""
        now = time.monotonic()
        self.next_at = max(self.next_at + self.seconds, now)
        return self.next_at - now

    def sign_in(self, session: str) -> None:
        self.client.client.default_headers["Cookie"] = f"{SESSION}={session}"
        self.is_member = True

    def ask(self, what: str, path: str, wanted: tuple[int, ...], **more: object) -> str:
        """Return the body of an answer; a status that is not wanted is noted."""
        method = "POST" if "data" in more else "GET"
        began = time.monotonic()
        with self.client.request(
            method, path, name=what, allow_redirects=False, catch_response=True, **more
        ) as response:
            taken[what].append(time.monotonic() - began)
            if response.status_code in wanted:
                response.success()
                return response.text or ""
            response.failure(f"{what}: {response.status_code}")
            wrong.append(f"{what}: status {response.status_code} {(response.text or '')[:300]}")
            return ""

    def open_table(self, what: str, path: str = PAGE) -> None:
        """Open the standings, or ask whether the open ones are still right."""
        before = bisect(answered, time.monotonic() - (0 if self.is_member else VISITORS_MAY_WAIT))
        text = self.ask(what, path, (200, 204), headers=HTMX if path != PAGE else {})
        if found := POLL.search(text):
            self.poll = html.unescape(found[1])
        if version := re.search(r"[?&]v=(\d+)-", self.poll):
            self.sight.look(int(version[1]), before, time.monotonic())


class Viewer(Person):
    """A page that stays open; one in ten belongs to a signed-in member."""

    waits = True
    fixed_count = WANTED["viewers"]
    seconds = WANTED["seconds_between_polls"]

    def on_start(self) -> None:
        super().on_start()
        if luck.random() < 0.1:
            self.sign_in(luck.choice(WANTED["members"])[1])

    @task
    def look(self) -> None:
        if self.poll:
            self.open_table("a member's poll" if self.is_member else "poll", self.poll)
        else:
            self.open_table("page")


class Reporter(Person):
    """A member who reports one win after another, and then sees the standings."""

    fixed_count = len(WANTED["members"]) if WANTED["rate"] else 0
    seconds = REST

    def on_start(self) -> None:
        super().on_start()
        self.name, self.session = WANTED["members"].pop()
        self.sign_in(self.session)

    @task
    def report(self) -> None:
        hidden = dict(HIDDEN.findall(self.ask("form", REPORT, (200,))))
        if not hidden:
            return
        loser = luck.choice([name for name in WANTED["players"] if name != self.name])
        sent = hidden | {"newcomer": loser, "winner": "me", "length": "5", "kind": "rated", "day": "today"}
        headers = {"Cookie": f"{SESSION}={self.session}; {CSRF}={hidden['csrfmiddlewaretoken']}"}
        count = len(wrong)
        self.ask("report", REPORT, (302, 303), data=sent, headers=headers)
        if len(wrong) == count:
            answered.append(time.monotonic())
            self.open_table("table after a report")


@events.quitting.add_listener
def write_down(**_: object) -> None:
    said = {"taken": taken, "wrong": wrong, "reports": len(answered), "longest": Sight.longest}
    Path(WANTED["result"]).write_text(json.dumps(said))
