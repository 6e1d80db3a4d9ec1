"""The source of a page as tests compare it, whatever lines its template has."""

import re

from django.http import HttpResponse


def flat(text: str) -> str:
    """Return the source without white space beside tags, and with one blank for any other."""
    return re.sub(r" ?([<>]) ?", r"\1", re.sub(r"\s+", " ", text))


def list_taps(page: HttpResponse, name: str) -> dict[str, str]:
    """The players to tap for the seat whose typed name has this field: for each, whether they are "checked"."""
    chip = rf'name="{name}_tapped" value="\d+" autocomplete="off" ?(checked)? ?><span[^>]*>([^<]+)</span>'
    return {player: checked for checked, player in re.findall(chip, flat(page.text))}


def posted_by(page: str, action: str) -> dict[str, str]:
    """The hidden fields of the form of a flat page that is sent to this address, without its token."""
    (form,) = re.findall(rf'<form method="post" action="{re.escape(action)}">(.*?)</form>', page)
    fields = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)">', form))
    fields.pop("csrfmiddlewaretoken", None)
    return fields
