"""Every page, light on a phone and dark on a desk: axe finds nothing against WCAG 2.2 AA and best practice.

All rules are asked about the phone; about the desk those that depend on the look. `AXE=all` asks all about both
themes in both sizes, which takes three times as long.
"""

import os
from itertools import product

import pytest
from axe_playwright_python.sync_playwright import Axe

from .conftest import DESK, PHONE

pytestmark = [pytest.mark.browser, pytest.mark.pages, pytest.mark.django_db(transaction=True)]

TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
ALL = {"type": "tag", "values": TAGS}
LOOKS = [("light", PHONE, ALL), ("dark", DESK, ["color-contrast", "target-size", "link-in-text-block"])]
if os.environ.get("AXE") == "all":
    LOOKS = list(product(("light", "dark"), (PHONE, DESK), [ALL]))


def test_axe_finds_nothing(tour):
    assert [f"{name}, {line}" for name, page in tour() for line in everything(page)] == []


def everything(page):
    """What axe finds on one page."""
    page.evaluate(Axe().axe_script)
    for scheme, size, rules in LOOKS:
        page.emulate_media(color_scheme=scheme)
        page.set_viewport_size(size)
        yield from (f"{scheme} {size['width']}: {line}" for line in violations(page, rules))


def violations(page, rules):
    """Each of the rules that is broken, with the elements that break it.

    Preloading would ask for imported files at wrong addresses, and inject styles that our policy reports.
    """
    options = {"preload": False, "resultTypes": ["violations"], "runOnly": rules}
    if rules == ALL:
        options["rules"] = {"color-contrast-enhanced": {"enabled": False}}  # AAA
    for rule in page.evaluate("options => axe.run(options)", options)["violations"]:
        for node in rule["nodes"]:
            yield f"{rule['id']} at {' '.join(map(str, node['target']))}: {node['failureSummary']}"
