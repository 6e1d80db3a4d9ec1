"""What axe says of a page against WCAG 2.2 AA and best practice, light on a phone and dark on a desk.

All rules are asked about the phone; about the desk those that depend on the look. `AXE=all make drill` asks all about
both themes in both sizes, which takes three times as long.
The contrast of text, which takes axe more than all other rules together, is asked about text that looks like no text
before in that theme.
"""

import os
from collections import defaultdict
from itertools import product

from axe_playwright_python.sync_playwright import Axe

DESK, PHONE = {"width": 1280, "height": 900}, {"width": 390, "height": 844}
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
ALL = {
    "runOnly": {"type": "tag", "values": TAGS},
    "rules": {
        "color-contrast-enhanced": {"enabled": False},  # AAA
        "color-contrast": {"enabled": False},  # asked by itself
    },
}
CONTRAST = {"runOnly": ["color-contrast"]}
LOOKS = [("light", PHONE, ALL), ("dark", DESK, {"runOnly": ["target-size", "link-in-text-block"]})]
if os.environ.get("AXE") == "all":
    LOOKS = list(product(("light", "dark"), (PHONE, DESK), [ALL]))

# How each text looks: whether it can be used, its font and colours, and what is painted behind it and where.
SAY_LOOKS = """() => {
  const behind = new Map([[null, '']])
  const say = element => {
    if (!behind.has(element)) {
      const style = getComputedStyle(element), parent = say(element.parentElement)
      const painted = [style.backgroundColor, style.backgroundImage, style.opacity, style.position, style.filter].join()
      behind.set(element, painted === 'rgba(0, 0, 0, 0),none,1,static,none' ? parent : `${parent}/${painted}`)
    }
    return behind.get(element)
  }
  const written = element => element.matches('input, select, textarea')
    || [...element.childNodes].some(node => node.nodeType === Node.TEXT_NODE && node.data.trim())
  window.looks = new Map()
  for (const element of document.body.querySelectorAll('*')) {
    if (!written(element) || !element.checkVisibility({ visibilityProperty: true })) continue
    const { color, fontSize, fontWeight, textShadow } = getComputedStyle(element)
    const off = !!element.closest(':disabled, [aria-disabled=true]')
    const look = [off, color, fontSize, fontWeight, textShadow, say(element)].join(' ')
    looks.set(look, [...looks.get(look) ?? [], element])
  }
  return [...looks.keys()]
}"""
ASK_ALL = "options => axe.run(options)"
ASK_LOOKS = "([options, asked]) => axe.run({ include: asked.flatMap(look => looks.get(look)) }, options)"


def found(page, known=None):
    """Yield what axe finds on one page; `known` has the looks of text asked about so far, by theme, and takes more."""
    known = defaultdict(set) if known is None else known
    page.evaluate(Axe().axe_script)
    for scheme, size, rules in LOOKS:
        page.emulate_media(color_scheme=scheme)
        page.set_viewport_size(size)
        broken = violations(page, ASK_ALL, rules)
        if looks := [look for look in page.evaluate(SAY_LOOKS) if look not in known[scheme]]:
            known[scheme].update(looks)
            broken += violations(page, ASK_LOOKS, CONTRAST, looks)
        yield from (f"{scheme} {size['width']}: {line}" for line in broken)


def violations(page, ask, rules, *more):
    """Each of the rules that is broken, with the elements that break it.

    Preloading would ask for imported files at wrong addresses, and inject styles that our policy reports.
    """
    options = {"preload": False, "resultTypes": ["violations"], **rules}
    result = page.evaluate(ask, [options, *more] if more else options)
    return [
        f"{rule['id']} at {' '.join(map(str, node['target']))}: {node['failureSummary']}"
        for rule in result["violations"]
        for node in rule["nodes"]
    ]
