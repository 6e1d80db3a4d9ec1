"""The time zones that a club may choose from."""

from functools import cache
from itertools import groupby
from typing import Any
from zoneinfo import available_timezones

from django import forms

ZONE_AREAS = ("Africa", "America", "Antarctica", "Asia", "Atlantic", "Australia", "Europe", "Indian", "Pacific")


class ZoneField(forms.ChoiceField):
    """A place whose time the club keeps."""

    def __init__(self, **kwargs: Any) -> None:
        sentences = {"required": "Choose a time zone.", "invalid_choice": "Choose one of these."}
        super().__init__(label="Time zone", choices=list_time_zones, error_messages=sentences, **kwargs)


@cache
def list_time_zones() -> list[tuple[str, Any]]:
    """Return the zones by area, with the city as the label; UTC goes first."""
    names = sorted(name for name in available_timezones() if name.partition("/")[0] in ZONE_AREAS)
    grouped = groupby(names, key=lambda name: name.partition("/")[0])
    return [("UTC", "UTC"), *((area, [(name, format_zone_city(name)) for name in found]) for area, found in grouped)]


def format_zone_city(name: str) -> str:
    """Return "Argentina, Buenos Aires" of "America/Argentina/Buenos_Aires"."""
    return name.partition("/")[2].replace("_", " ").replace("/", ", ")
