"""Write the text of every page that each role reaches by links: `python -m tests.page_texts FILE`.

It reads the database of DATABASE_URL, which should hold the demonstration club, at its last match's moment, and changes
nothing but sessions. Two commits that should print the same are compared by the two files, each made from a copy of one
database: `diff` shows what differs. Tokens, form keys and request ids are left out.
"""

import html
import json
import os
import re
import sys
from collections import Counter, deque
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from urllib.parse import urljoin, urlsplit

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
django.setup()

import time_machine  # noqa: E402
from django.contrib.auth.models import User  # noqa: E402
from django.http import HttpResponseBase  # noqa: E402
from django.test import Client  # noqa: E402
from django.urls import Resolver404, resolve  # noqa: E402

from ladder.models import Match  # noqa: E402

PAGES_OF_A_KIND = 4  # of each view, ladder and format
PASSED_OVER = re.compile(r"logout|\.(?:csv|xlsx|zip|png|svg|ics|atom|json)$|^/(?:static|metrics|admin)|export|download")
DROPPED = re.compile(r"(?s)<script.*?</script>|<style.*?</style>|<!--.*?-->")
CHANGING = re.compile(r'value="(?:[0-9a-f-]{36}|[^"]{60,}|(?:\d+-)?[\d -]*[0-9a-f]{16}[0-9a-f -]*|[A-Z2-7]{32})"')
CONTROL = re.compile(r"<(input|select|option|textarea|button|a)\b([^>]*)>")
TOLD = re.compile(r'(?:name|value|href|type)="[^"]*"|checked|selected')


def main(path: str) -> None:
    """Write one JSON line a page: the role, the address, the status, where it leads, and the text."""
    moment = Match.objects.latest("played_at").played_at + timedelta(hours=1)
    with time_machine.travel(moment, tick=False), Path(path).open("w", encoding="utf-8") as file:
        for role, user in list_readers().items():
            for line in read_pages(role, user):
                file.write(json.dumps(line, ensure_ascii=False) + "\n")


def list_readers() -> dict[str, User | None]:
    """Return one account of each role; none for a visitor."""
    known = User.objects.filter(is_active=True).order_by("pk")
    members = known.filter(is_staff=False, player__isnull=False, ladder_roles=None)
    found = {
        "member": members.first(),
        "recorder": known.filter(ladder_roles__role="recorder").first(),
        "organiser": known.filter(ladder_roles__role="organiser").first(),
        "owner": known.filter(is_staff=True).first(),
    }
    return {"visitor": None} | {role: user for role, user in found.items() if user}


def read_pages(role: str, user: User | None) -> Iterator[list[str | int]]:
    """Yield each page that is reached from the home page, and some of a kind only."""
    client, seen, kinds, waiting = Client(), set[str](), Counter[str](), deque(["/"])
    if user:
        client.force_login(user)
    while waiting:
        url = waiting.popleft()
        path, kind = urlsplit(url).path, name_kind(url)
        if url in seen or PASSED_OVER.search(path) or kinds[kind] >= PAGES_OF_A_KIND:
            continue
        seen.add(url)
        kinds[kind] += 1
        answer = client.get(url)
        content = read_content(answer)
        yield [role, url, answer.status_code, answer.headers.get("Location", ""), print_text(content)]
        links = [answer.headers["Location"]] if "Location" in answer.headers else re.findall(r'href="([^"]+)"', content)
        for link in (urlsplit(urljoin(f"http://testserver{url}", html.unescape(one))) for one in links):
            if link.netloc == "testserver":
                waiting.append(f"{link.path}{'?' if link.query else ''}{link.query}")


def name_kind(url: str) -> str:
    """Return what an address is of: its view, ladder and format."""
    try:
        found = resolve(urlsplit(url).path)
    except Resolver404:
        return "none"
    return " ".join([found.view_name, *(str(found.kwargs.get(name, "")) for name in ("ladder", "key", "format"))])


def read_content(answer: HttpResponseBase) -> str:
    """Return the content of a page; of something else its type."""
    kind = answer.headers.get("Content-Type", "")
    if "html" not in kind:
        return kind
    whole = b"".join(answer) if answer.streaming else answer.content  # type: ignore[attr-defined]
    return whole.decode(errors="replace")


def print_text(content: str) -> str:
    """Return what a page says, with its links and fields in brackets."""
    plain = CHANGING.sub("", DROPPED.sub("", content))
    plain = CONTROL.sub(lambda found: f"[{' '.join([found[1], *TOLD.findall(found[2])])}]", plain)
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", plain)).split())


if __name__ == "__main__":
    main(sys.argv[1])
