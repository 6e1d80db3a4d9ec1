"""The people: an organiser who reports, corrects and imports, and readers who must never read backwards."""

import http.client
import itertools
import re
import threading
import time
import urllib.error
import urllib.parse
import urllib.request
from bisect import bisect
from collections import Counter
from collections.abc import Sequence
from datetime import date, timedelta
from operator import itemgetter
from typing import Any, NamedTuple

from ladder.pages.recent_versions import RECENT_SECONDS
from tests.cluster.servers import Cluster, wait_until
from tests.simulator.browser import PageForm, find_page_form

SEASON = "/club/all-time"
BOARD = f"{SEASON}/points-exchange"
VERSION = re.compile(r"[?&;]v=(\d+)-\d{8}")
WON = re.compile(r",(\d+)–\d+,")
SEE_OTHER = 303
AWAY = {0, 502, 503, 504}  # nobody or only the proxy answered, or a page that says what is away


class Answer(NamedTuple):
    """What came back: a status, 0 for none; the text; which machine answered."""

    status: int
    text: str = ""
    machine: str = ""


class StayHere(urllib.request.HTTPRedirectHandler):
    """Follows no redirect, so that the answer is that of the machine which was asked first."""

    def redirect_request(self, *_: Any) -> None:
        return None


class Browser:
    """Somebody's browser before the proxy, with its cookies."""

    def __init__(self, cluster: Cluster, session: str = "") -> None:
        self.cluster = cluster
        self.cookies = {"sessionid": session} if session else {}
        self.opener = urllib.request.build_opener(StayHere)

    def open(self, path: str, values: dict[str, str] | None = None) -> Answer:
        """Return what the site answers; values are posted. A server that is away answers with the status 0."""
        sent = urllib.parse.urlencode(values).encode() if values is not None else None
        cookies = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        request = urllib.request.Request(self.cluster.site + path, sent, {"Cookie": cookies})
        try:
            with self.opener.open(request, timeout=120) as answer:
                return self.read(answer)
        except urllib.error.HTTPError as refusal:
            return self.read(refusal)
        except (OSError, http.client.HTTPException):
            return Answer(0)

    def read(self, answer: Any) -> Answer:
        for cookie in answer.headers.get_all("Set-Cookie", []):
            name, _, value = cookie.partition(";")[0].partition("=")
            self.cookies[name] = value
        machine = answer.headers.get("X-Machine", "").removesuffix("-anyway")
        return Answer(answer.status, answer.read().decode(errors="replace"), machine)


class Shown(NamedTuple):
    """What the standings show: the version of the ladder, and how many matches are won in all."""

    version: int
    won: int


class Ledger:
    """What everybody has to see by now: the most that was acknowledged, or that anybody has read."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.version = self.won = 0
        self.noted: list[tuple[float, Shown]] = []
        self.reads: Counter[str] = Counter()
        self.faults: list[str] = []

    def note(self, who: str, version: int | None, won: int | None, floor: Shown | None = None) -> None:
        """Note what was seen; with a floor, complain if it is less than what had to be seen."""
        with self.lock:
            for name, seen, least in (("version", version, floor and floor.version), ("won", won, floor and floor.won)):
                if seen is None:
                    continue
                if least is not None and seen < least:
                    self.faults.append(f"{who} was shown {name} {seen} after {least}.")
                setattr(self, name, max(getattr(self, name), seen))
            self.noted.append((time.monotonic(), Shown(self.version, self.won)))

    def floor(self, seconds: float) -> Shown:
        """Return what everybody had to see so many seconds ago."""
        with self.lock:
            known = bisect(self.noted, time.monotonic() - seconds, key=itemgetter(0))
            return self.noted[known - 1][1] if known else Shown(0, 0)


class Reader(threading.Thread):
    """Reads the standings again and again, as a page and as a file; a visitor's may be a second old."""

    def __init__(self, name: str, ledger: Ledger, browser: Browser, ended: threading.Event) -> None:
        super().__init__(name=name, daemon=True)
        self.ledger, self.browser, self.ended = ledger, browser, ended

    def run(self) -> None:
        may_wait = 0.0 if self.browser.cookies else RECENT_SECONDS
        for path in itertools.cycle((f"{BOARD}/", f"{BOARD}/standings.csv", f"{BOARD}/rows?v=0")):
            if self.ended.wait(0.15):
                return
            floor = self.ledger.floor(may_wait)
            answer = self.browser.open(path)
            if answer.status == 200:
                version = VERSION.search(answer.text)
                won = sum(map(int, WON.findall(answer.text))) if path.endswith("csv") else None
                self.ledger.note(self.name, int(version[1]) if version else None, won, floor)
            elif answer.status not in AWAY:
                self.ledger.faults.append(f"{self.name} was answered {answer.status} at {path}.")
            self.ledger.reads["read" if answer.status == 200 else "away"] += 1


class Organiser:
    """Reports, corrects and imports; what is not acknowledged is sent again, as it is, until it is."""

    def __init__(self, cluster: Cluster, ledger: Ledger, browser: Browser, players: Sequence[str]) -> None:
        self.cluster, self.ledger, self.browser = cluster, ledger, browser
        self.pairs = itertools.cycle(itertools.permutations(players, 2))
        self.reported = self.corrected = self.imported = 0
        self.machines: Counter[str] = Counter()
        self.winners: dict[int, str] = {}

    @property
    def acknowledged(self) -> int:
        return self.reported + self.corrected + self.imported

    def report(self) -> None:
        """Report the next match."""
        first, second = next(self.pairs)
        form = self.find_form(f"{SEASON}/report", "form_key")
        values = form.values | {"first": first, "second": second, "winner": "first"}
        values.pop("", None)
        self.insist("report", f"{SEASON}/report", values, "form_key")
        self.reported += 1
        self.note_acknowledged()

    def correct(self, match: int) -> None:
        """Say that the other player won a match."""
        path = f"/matches/{match}/correct"
        winner = "second" if self.winners.get(match, "first") == "first" else "first"

        def send() -> bool:
            form = self.find_form(path, "reason")
            if form.values["winner"] == winner:  # it was stored, though the answer was lost
                return True
            shown = self.browser.open(path, form.values | {"winner": winner, "reason": "It was so.", "preview": "1"})
            again = find_page_form(shown.text, "reason")
            if shown.status != 200 or again is None:
                return False
            return self.is_stored("correction", self.browser.open(path, again.values))

        wait_until(send, "the correction is acknowledged")
        self.winners[match] = winner
        self.corrected += 1
        self.note_acknowledged()

    def import_matches(self, count: int) -> None:
        """Import so many matches from pasted cells; of many, the worker does it later."""
        days = (date(2001, 1, 1) + timedelta(self.imported + number) for number in range(count))
        rows = [f"{day}\t{first}\t{second}" for day, (first, second) in zip(days, self.pairs, strict=False)]
        text = "\n".join(["When\tWon by\tBeaten", *rows])
        path, before = f"{SEASON}/import", self.cluster.ask("SELECT count(*) FROM ladder_match")

        def send() -> bool:
            form = self.find_form(path, "text")
            shown = self.browser.open(path, form.values | {"text": text})
            if "Nothing new" in shown.text:  # it was stored, though the answer was lost
                return bool(self.cluster.ask("SELECT count(*) FROM ladder_match") == before + count)
            again = find_page_form(shown.text, "packed")
            if shown.status != 200 or again is None:
                return False
            return self.is_stored("import", self.browser.open(path, again.values | {"import": "1"}))

        wait_until(send, "the import is acknowledged")
        self.imported += count
        self.note_acknowledged()

    def find_form(self, path: str, field: str) -> PageForm:
        """Return the form of a page, once the site answers."""
        found: PageForm = wait_until(lambda: find_page_form(self.browser.open(path).text, field), f"{path} is shown")
        return found

    def insist(self, what: str, path: str, values: dict[str, str], field: str) -> None:
        """Send a form until it is stored, and answer every question with yes; by its key it is stored only once."""

        def send() -> bool:
            answer = self.browser.open(path, values)
            asked = find_page_form(answer.text, field)
            if asked and asked.buttons.get("sure"):
                values["sure"] = asked.buttons["sure"]
            return self.is_stored(what, answer)

        wait_until(send, f"the {what} is acknowledged")

    def is_stored(self, what: str, answer: Answer) -> bool:
        """Return whether the site led on to another page, which it does only when something is stored."""
        stored = answer.status == SEE_OTHER
        self.machines[f"{what} {answer.machine}"] += stored
        return stored

    def note_acknowledged(self) -> None:
        """Everybody has to see from now on what the primary has by now."""
        version = self.cluster.ask("SELECT version FROM ladder_ladder")
        self.ledger.note("the organiser", version, self.cluster.ask("SELECT count(*) FROM ladder_match"))


def start_readers(cluster: Cluster, ledger: Ledger, sessions: Sequence[str], ended: threading.Event) -> list[Reader]:
    """Start a reader for each session; an empty one is a visitor's."""
    readers = [
        Reader(f"reader {number}", ledger, Browser(cluster, session), ended)
        for number, session in enumerate(sessions, start=1)
    ]
    for one in readers:
        one.start()
    return readers
