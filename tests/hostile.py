"""Types nonsense into every field of a running site: `python -m tests.hostile http://127.0.0.1:8000`.

With `--name` and `--password` it does so as whoever that is, whose account gets a second factor first: the drill ticks
that organisers need one. It follows the links of the site, a few pages of each kind, and sends every form that it finds
with every value below in every field, one at a time, in an order that the seed decides; what moves an address comes
last. A fault is an answer with 500, markup that comes back as it was sent, a header that a value has made, a redirect
to another site, or no answer. It is a fault, too, if whoever has signed in is refused more often than now and then:
then the forms were never looked at. It changes what it can, so use a demonstration that nobody needs; the server's log
says more of each fault.
"""

import argparse
import base64
import hmac
import random
import re
import sys
import time
from collections import Counter
from collections.abc import Iterator
from html.parser import HTMLParser
from http.cookiejar import CookieJar
from typing import Any, NamedTuple
from urllib.error import HTTPError
from urllib.parse import quote, urljoin, urlsplit
from urllib.request import HTTPCookieProcessor, HTTPRedirectHandler, OpenerDirector, Request, build_opener

MARK = "<i id=hostile>\"'"
ELSEWHERE = "elsewhere.example"
VALUES = [
    *("\0", "\ud800", MARK, f"//{ELSEWHERE}/", f"https://{ELSEWHERE}", "\r\nX-Hostile: 1", "../../../../etc/passwd"),
    *("9" * 400, "1e400", "nan", "-1", "-99999999999999999999", "2147483648", "²", "٣-٤", "0000-00-00", "9999-12-31"),
    *("a" * 10_000, "1-1 " * 500, "[1,2]", "' OR '1'='1", "=1+1", "{{ 7 * 7 }}", "%00", "\u202e", "\u2028"),
]
LISTS = [["1", "2", "3"], ["", ""], ["\0", MARK]]
LEFT_OUT = re.compile(
    r"/accounts/(logout|password|2fa|sessions|reauthenticate)|/erase|/settings/demonstration|/admin|/theme|\.(csv|xlsx)"
)
BEGINNINGS = ["/", "/desk", "/backup", "/settings", "/ladders/new", "/players/", "/systems/", "/accounts/login/"]
ALIKE = 2  # pages of each kind
# of ladders, seasons and boards: afterwards the other forms of them lead nowhere
MOVING_FIELDS = {"slug"}
MOVING_ACTS = {"change", "remove"}
FACTOR = "/accounts/2fa/totp/activate/"
PROOF = "/accounts/reauthenticate"
REFUSALS = {401, 403, 429}
UNREAD = {404, 405, 503}  # there is nothing any more, or the machine has too much to do
MOST_REFUSED = 0.03  # of the answers to whoever has signed in


class Form(NamedTuple):
    """A form of a page: how and where it is sent, and its fields with their values."""

    method: str
    address: str
    fields: dict[str, list[str]]


class Job(NamedTuple):
    """A form to be sent, and which of its fields has what nobody would type."""

    form: Form
    field: str
    values: list[str]


class PageReader(HTMLParser):
    """Collects the links and the forms of a page."""

    def __init__(self, address: str) -> None:
        super().__init__()
        self.address = address
        self.links: list[str] = []
        self.forms: list[Form] = []
        self.inside = False
        self.select = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        name, kind = given.get("name", ""), given.get("type", "")
        if tag == "a" and "href" in given:
            self.links.append(urljoin(self.address, given["href"]))
        elif tag == "form":
            address = urljoin(self.address, given.get("action", ""))
            self.forms.append(Form(given.get("method", "get").upper(), address, {}))
            self.inside = True
        elif tag == "option" and self.select and "selected" in given:
            self.forms[-1].fields[self.select] = [given.get("value", "")]
        elif self.inside and name and tag in ("input", "select", "textarea", "button") and kind != "file":
            self.select = name if tag == "select" else self.select
            is_sent = tag == "input" and (kind not in ("checkbox", "radio") or "checked" in given)
            self.forms[-1].fields.setdefault(name, []).extend([given.get("value", "")] if is_sent else [])

    def handle_endtag(self, tag: str) -> None:
        self.inside = self.inside and tag != "form"
        self.select = "" if tag == "select" else self.select


class StayHere(HTTPRedirectHandler):
    """Follows no redirect."""

    def redirect_request(self, *_: object) -> None:
        """Return nothing: the redirect is the answer."""


class Answer(NamedTuple):
    """What the site answered."""

    status: int
    headers: dict[str, str]
    text: str


class Browser:
    """Asks the site, with cookies."""

    def __init__(self, site: str) -> None:
        self.site = site
        self.opener: OpenerDirector = build_opener(HTTPCookieProcessor(CookieJar()), StayHere)

    def ask(self, address: str, body: bytes | None = None) -> Answer:
        """Return the answer to a GET, or to a POST with a body. Raises: OSError where there is none."""
        request = Request(address, body, {"Referer": self.site + "/"})
        try:
            answer = self.opener.open(request, timeout=120)
        except HTTPError as error:
            answer = error
        with answer:
            headers = {name.lower(): value for name, value in answer.headers.items()}
            return Answer(answer.status, headers, answer.read().decode(errors="replace"))

    def read(self, address: str) -> PageReader:
        """Return the links and forms of a page."""
        reader = PageReader(address)
        reader.feed(self.ask(address).text)
        return reader

    def send(self, form: Form) -> Answer:
        """Send a form."""
        body = "&".join(
            f"{quote(name)}={quote(value.encode('utf-8', 'surrogatepass'))}"
            for name, values in form.fields.items()
            for value in values
        )
        if form.method == "POST":
            return self.ask(form.address, body.encode())
        return self.ask(f"{form.address.partition('?')[0]}?{body}")


def sign_in(browser: Browser, name: str, password: str) -> None:
    """Sign in, or end with a sentence."""
    (form,) = [one for one in browser.read(f"{browser.site}/accounts/login/").forms if "password" in one.fields]
    form.fields.update(login=[name], password=[password])
    status = browser.send(form).status
    if status != 302:
        sys.exit(f"{name} can't sign in: the site answered with {status}.")


def build_totp_code(secret: str, moment: float) -> str:
    """Return the code of an authenticator app with this secret at that moment (RFC 6238)."""
    mac = hmac.digest(base64.b32decode(secret), (int(moment) // 30).to_bytes(8), "sha1")
    start = mac[-1] & 15
    return f"{(int.from_bytes(mac[start : start + 4]) & 0x7FFFFFFF) % 1_000_000:06}"


def prove(browser: Browser, answer: Answer, password: str) -> bool:
    """Say once more who it is, if an answer asks for that; return whether it did."""
    asked = urljoin(browser.site, answer.headers.get("location", ""))
    forms = [one for one in browser.read(asked).forms if "password" in one.fields] if PROOF in asked else []
    for form in forms:
        browser.send(form._replace(fields=form.fields | {"password": [password]}))
    return bool(forms)


def add_factor(browser: Browser, password: str) -> None:
    """Give whoever has signed in a second factor, or end with a sentence."""
    address = browser.site + FACTOR
    page = browser.ask(address)
    if prove(browser, page, password):
        page = browser.ask(address)
    secret = re.search(r"\b[A-Z2-7]{32}\b", page.text)
    reader = PageReader(address)
    reader.feed(page.text)
    forms = [one for one in reader.forms if "code" in one.fields]
    if page.status != 200 or not secret or not forms:
        sys.exit(f"The account gets no second factor: the site answered with {page.status}.")
    forms[0].fields["code"] = [build_totp_code(secret[0], time.time())]
    status = browser.send(forms[0]).status
    if status != 302:
        sys.exit(f"The account gets no second factor: the site answered with {status}.")


def send_with_proof(browser: Browser, form: Form, password: str) -> Answer:
    """Send a form; where the site asks once more who it is, answer with the password, and send it again."""
    answer = browser.send(form)
    return browser.send(form) if prove(browser, answer, password) else answer


def find_kind(address: str) -> str:
    """Return what an address has in common with those of pages of its kind."""
    parts = urlsplit(address)
    return re.sub(r"\d+", "0", parts.path) + "?" + "&".join(sorted(re.findall(r"([\w-]+)=", parts.query)))


def find_act(address: str) -> str:
    """Return what a form does, by the end of its address: the same on every ladder and for every player."""
    return urlsplit(address).path.rstrip("/").rpartition("/")[2]


def find_forms(browser: Browser, most: int) -> list[Form]:
    """Return the forms of the site, each once, from at most so many pages."""
    waiting, seen, pages, forms = [browser.site + path for path in BEGINNINGS], Counter[str](), 0, {}
    while waiting and pages < most:
        address = waiting.pop(0).partition("#")[0]
        kind = find_kind(address)
        if not address.startswith(browser.site + "/") or LEFT_OUT.search(address) or seen[kind] >= ALIKE:
            continue
        seen[kind] += 1
        pages += 1
        page = browser.read(address)
        waiting += page.links
        for form in page.forms:
            if not LEFT_OUT.search(form.address):
                forms.setdefault((form.method, find_act(form.address), tuple(form.fields)), form)
    print(f"{pages} pages, {len(forms)} different forms", flush=True)
    return list(forms.values())


def list_jobs(forms: list[Form], seed: int) -> list[Job]:
    """Return every form with every value in every field, in any order; what moves an address comes last."""
    jobs = [
        Job(form, name, values)
        for form in forms
        for name in form.fields
        if name != "csrfmiddlewaretoken"
        for values in [*([value] for value in VALUES), *LISTS]
    ]
    random.Random(seed).shuffle(jobs)
    return sorted(jobs, key=lambda job: job.field in MOVING_FIELDS or find_act(job.form.address) in MOVING_ACTS)


def find_faults(answer: Answer) -> Iterator[str]:
    """Yield what is wrong with an answer."""
    if answer.status >= 500 and answer.status != 503:
        yield f"{answer.status}"
    if MARK in answer.text:
        yield "markup came back"
    if "x-hostile" in answer.headers:
        yield "a value made a header"
    if urlsplit(answer.headers.get("location", "")).netloc == ELSEWHERE:
        yield "a redirect to another site"


def is_refusal(answer: Answer) -> bool:
    """Return whether the site refused before it looked at the form, or asked to sign in."""
    return answer.status in REFUSALS or urlsplit(answer.headers.get("location", "")).path.startswith("/accounts/login")


class Tally:
    """Counts the forms that were sent, by the kind of their address: how many were looked at, and how many refused."""

    def __init__(self) -> None:
        self.statuses, self.sent, self.looked_at, self.refused = (Counter[Any]() for _ in range(4))

    def add(self, form: Form, answer: Answer) -> None:
        """Count an answer."""
        kind = f"{form.method} {find_kind(form.address).partition('?')[0]}"
        self.statuses[answer.status] += 1
        self.sent[kind] += 1
        self.refused[kind] += is_refusal(answer)
        self.looked_at[kind] += not is_refusal(answer) and answer.status not in UNREAD

    def print_lines(self) -> None:
        """Print how many forms of each kind of address were looked at, the fewest first."""
        for kind in sorted(self.sent, key=lambda one: (self.looked_at[one] / self.sent[one], one)):
            print(f"{self.looked_at[kind]:6} of {self.sent[kind]:6} looked at, {self.refused[kind]:5} refused: {kind}")

    @property
    def is_locked_out(self) -> bool:
        """Whether so many were refused that the forms were not tried."""
        return self.refused.total() > MOST_REFUSED * self.sent.total()


def main(arguments: list[str]) -> int:
    """Return the exit code: 0 only without a fault."""
    parser = argparse.ArgumentParser(prog="python -m tests.hostile", description=__doc__)
    parser.add_argument("site", help="the address of a site that nobody needs")
    parser.add_argument("--name", help="who signs in")
    parser.add_argument("--password", default="")
    parser.add_argument("--seconds", type=float, default=600.0, help="for the forms (default %(default)s)")
    parser.add_argument("--pages", type=int, default=600, help="that are read for forms (default %(default)s)")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args(arguments)
    browser = Browser(given.site.rstrip("/"))
    if given.name:
        sign_in(browser, given.name, given.password)
        add_factor(browser, given.password)
    jobs = list_jobs(find_forms(browser, given.pages), given.seed)
    tally, faults, end = Tally(), 0, time.monotonic() + given.seconds
    for form, field, values in jobs:
        if time.monotonic() > end:
            break
        try:
            answer = send_with_proof(browser, form._replace(fields=form.fields | {field: values}), given.password)
            tally.add(form, answer)
            found = list(find_faults(answer))
        except (OSError, ValueError) as error:
            found = [f"no answer: {error}"]
        for fault in found:
            faults += 1
            print(f"{fault}: {form.method} {form.address} {field}={values!r:.80}", flush=True)
    tally.print_lines()
    sent, refused = tally.sent.total(), tally.refused.total()
    print(f"{sent} of {len(jobs)} forms sent: {dict(sorted(tally.statuses.items()))}, {faults} faults")
    print(f"{tally.looked_at.total()} looked at, {refused} refused")
    if given.name and tally.is_locked_out:
        print("Too many were refused: the forms behind them were not tried.")
        faults += 1
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
