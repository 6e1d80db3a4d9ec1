"""All honours of a ladder, carried through its matches."""

from datetime import date
from typing import NamedTuple

from ladder.story.honours.badges import BADGES
from ladder.story.honours.lists import Tallies
from ladder.story.honours.records import RECORDS, Mark
from ladder.story.walk import StoryMatch


class Earned(NamedTuple):
    """The match that earned something, and its day."""

    match: int
    day: date


class RecordHeld(NamedTuple):
    """A record as it stands."""

    mark: Mark
    by: Earned


class Honours:
    """Who has earned what on a ladder so far."""

    def __init__(self) -> None:
        self.badges: dict[str, dict[int, Earned]] = {badge.key: {} for badge in BADGES}
        self.records: dict[tuple[str, str], RecordHeld] = {}
        self.tallies = Tallies()

    def note(self, told: StoryMatch) -> None:
        """Count a match that its players have been through."""
        by = Earned(told.match.key, told.match.day)
        for badge in BADGES:
            for player in badge.list_earners(told):
                self.badges[badge.key].setdefault(player, by)
        for record in RECORDS:
            for mark in record.list_marks(told):
                key = record.key, told.system.key
                if key not in self.records or mark.amount > self.records[key].mark.amount:
                    self.records[key] = RecordHeld(mark, by)
        if told.is_played:
            self.tallies.note(told)
