"""All honours of a ladder, carried through its matches."""

from datetime import date
from typing import NamedTuple

from ladder.boxes.queries.ended_boxes import EndedBox
from ladder.story.honours.badges import ALL_BADGES
from ladder.story.honours.lists import Tallies
from ladder.story.honours.records import ALL_RECORDS, Mark
from ladder.story.honours.rivalries import Meetings, Pair, note_meeting
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
        self.badges: dict[str, dict[int, Earned]] = {badge.key: {} for badge in ALL_BADGES}
        self.records: dict[tuple[str, str], RecordHeld] = {}  # of the ladder, by record and rating system
        self.season_records: dict[tuple[str, int], RecordHeld] = {}  # by record and season
        self.tallies = Tallies()
        self.boxes: list[EndedBox] = []  # the oldest season and its best box first
        self.rivalries: dict[int, dict[Pair, Meetings]] = {}  # by season

    def note(self, told: StoryMatch) -> None:
        """Count a match that its players have been through."""
        if not told.is_played:
            return
        by = Earned(told.match.key, told.match.day)
        for badge in ALL_BADGES:
            had = self.badges[badge.key]
            for player in badge.list_earners(told, had):
                had[player] = by
        for record in ALL_RECORDS:
            for mark in record.list_marks(told):
                held = RecordHeld(mark, by)
                break_record(self.records, (record.key, told.system.key), held)
                if record.is_of_season:
                    break_record(self.season_records, (record.key, told.match.season.key), held)
        self.tallies.note(told)
        if told.is_duel:
            note_meeting(self.rivalries.setdefault(told.match.season.key, {}), told)


def break_record[Key](records: dict[Key, RecordHeld], key: Key, held: RecordHeld) -> None:
    """Let this hold a record where it is more than what holds it."""
    if key not in records or held.mark.amount > records[key].mark.amount:
        records[key] = held
