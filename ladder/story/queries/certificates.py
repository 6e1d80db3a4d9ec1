"""The certificates of a season that is over: for its first three, and for who was first in a list."""

from typing import NamedTuple

from ladder.models import Season
from ladder.standings.queries.rows import StandingsRow
from ladder.story.queries.honours_page import ShownList
from ladder.story.queries.recap import load_recap


class Certificate(NamedTuple):
    """A sheet for one player: for what, who it is, and the number that earned it."""

    title: str
    name: str
    number: str


def load_certificates(season: Season) -> list[Certificate]:
    """Return the certificates of a season; none where no match counts. Who shares a place has one, too."""
    recap = load_recap(season, None, wait=True)
    if recap is None:
        return []
    placed = [Certificate(format_place(row), row.name, row.rating) for row in recap.podium]
    return placed + [one for found in recap.lists for one in list_first_of(found)]


def format_place(row: StandingsRow) -> str:
    """Return "Champion", "2nd place" or "Joint 2nd place"."""
    if row.rank > 1:
        return f"{row.rank_words} place".capitalize()
    return "Joint champion" if row.rank_words.startswith("joint") else "Champion"


def list_first_of(found: ShownList) -> list[Certificate]:
    """Return the certificates of those who are first in a list."""
    best = found.lines[0].number
    return [Certificate(found.label, one.player.text, one.number) for one in found.lines if one.number == best]
