"""The source of a page as tests compare it, whatever lines its template has."""

import re


def flat(text: str) -> str:
    """Return the source without white space beside tags, and with one blank for any other."""
    return re.sub(r" ?([<>]) ?", r"\1", re.sub(r"\s+", " ", text))
