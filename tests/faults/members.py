"""Members at work while something fails: each sends reports all the time, and remembers which were acknowledged."""

import http.client
import re
import threading
import time
import urllib.parse
import uuid
from collections import Counter
from itertools import combinations
from queue import Queue

from django.contrib.auth.models import User

from tests.faults.visit import Visit
from tests.simulator.browser import find_page_form

PLAYERS = 200
TITLE = re.compile(r"<h1[^>]*>(.*?)</h1>", re.S)
PAIRS: Queue[tuple[int, int]] = Queue()  # each is taken once, so that no report looks like one sent twice
PAUSE = 0.05  # seconds between two reports of the same member
for pair in combinations(range(PLAYERS), 2):
    PAIRS.put(pair)


class ReportingMembers:
    """Some people who report matches between different players, until they are told to stop."""

    def __init__(self, site: str, user: User, count: int = 4) -> None:
        self.site, self.stopping = site, threading.Event()
        self.acknowledged: set[str] = set()
        self.answers: Counter[str] = Counter()
        visit = Visit(site, user)
        form = find_page_form(visit.open("/club/all-time/report"), "first")
        assert form
        self.values, self.cookies = form.values, visit.cookies
        self.threads = [threading.Thread(target=self.send_reports, daemon=True) for _ in range(count)]

    def __enter__(self) -> "ReportingMembers":
        for thread in self.threads:
            thread.start()
        self.wait_for_more(8)
        return self

    def __exit__(self, *_: object) -> None:
        self.stopping.set()
        for thread in self.threads:
            thread.join()

    def wait_for_more(self, count: int, seconds: float = 120) -> None:
        """Wait until that many more reports are acknowledged.

        Raises: AssertionError, when it takes too long
        """
        enough, until = len(self.acknowledged) + count, time.monotonic() + seconds
        while len(self.acknowledged) < enough:
            assert time.monotonic() < until, f"Reports are no longer taken: {dict(self.answers)}"
            time.sleep(0.05)

    def send_reports(self) -> None:
        while not self.stopping.is_set():
            key, (first, second) = str(uuid.uuid4()), PAIRS.get_nowait()
            more = {"first": f"P{first}", "second": f"P{second}", "winner": "first", "length": "5", "form_key": key}
            status, title = self.send(self.values | more)
            if status in (302, 303):
                self.acknowledged.add(key)
            self.answers["taken" if status in (302, 303) else title] += 1
            time.sleep(PAUSE)

    def send(self, values: dict[str, str]) -> tuple[int, str]:
        """Post a report; return the status and the heading of the answer."""
        connection = http.client.HTTPConnection(self.site.removeprefix("http://"), timeout=90)
        cookies = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        headers = {"Cookie": cookies, "Content-Type": "application/x-www-form-urlencoded"}
        try:
            connection.request("POST", "/club/all-time/report", urllib.parse.urlencode(values), headers)
            answer = connection.getresponse()
            found = TITLE.search(answer.read().decode())
            return answer.status, " ".join(found[1].split()) if found else f"status {answer.status}"
        except (OSError, http.client.HTTPException):
            return 0, "no answer"
        finally:
            connection.close()

    def describe_answers(self) -> str:
        """Return what the members saw, the most frequent first, such as “taken 41, The disk is full 12”."""
        return ", ".join(f"{title} {count}" for title, count in self.answers.most_common())
