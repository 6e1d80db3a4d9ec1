"""What axe says of a page against WCAG 2.2 AA and best practice, light on a phone and dark on a desk.

All rules are asked about the phone; about the desk those that depend on the look. `AXE=all` asks all about both
themes in both sizes, which takes three times as long.
"""

import os
from itertools import product

from axe_playwright_python.sync_playwright import Axe

DESK, PHONE = {"width": 1280, "height": 900}, {"width": 390, "height": 844}
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
ALL = {"type": "tag", "values": TAGS}
LOOKS = [("light", PHONE, ALL), ("dark", DESK, ["color-contrast", "target-size", "link-in-text-block"])]
if os.environ.get("AXE") == "all":
    LOOKS = list(product(("light", "dark"), (PHONE, DESK), [ALL]))


def found(page):
    """Yield what axe finds on one page."""
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
