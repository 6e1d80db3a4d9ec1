"""The honours of one player on a ladder: badges, seasons and boxes won, records held, and the badge that is nearest."""

from typing import NamedTuple

from ladder.boxes.queries.ended_boxes import EndedBox
from ladder.formats import format_times
from ladder.models import Ladder, Season
from ladder.story.honours.badges import ALL_BADGES, Badge, list_in_reach
from ladder.story.honours.ledger import Earned, RecordHeld
from ladder.story.honours.lists import count_promotions
from ladder.story.honours.records import ALL_RECORDS, Record
from ladder.story.queries.ladder_story import load_story
from players.models import Player


class EarnedBadge(NamedTuple):
    """A badge and the match that earned it."""

    badge: Badge
    by: Earned


class BadgeInReach(NamedTuple):
    """The badge that a player is nearest to, how much they have and how much it asks for."""

    badge: Badge
    has: int


class HeldRecord(NamedTuple):
    """A record of the ladder that a player holds."""

    record: Record
    held: RecordHeld


class PlayerHonours(NamedTuple):
    """What a player has earned on a ladder."""

    badges: list[EarnedBadge]
    in_reach: BadgeInReach | None
    records: list[HeldRecord]
    seasons: list[Season]
    boxes: list[EndedBox]  # first ones that they won
    promoted: str  # how often they went up, such as "twice"

    @property
    def names_by_match(self) -> dict[int, str]:
        """The names of the badges that a match earned, by its key."""
        found: dict[int, str] = {}
        for one in self.badges:
            found[one.by.match] = ", ".join(filter(None, (found.get(one.by.match), one.badge.name)))
        return found


def load_player_honours(ladder: Ladder, player: Player) -> PlayerHonours:
    """Return what a player has earned on a ladder; one query, beside what the story takes if it changed."""
    story = load_story(ladder)
    earned = {badge: story.honours.badges[badge.key].get(player.pk) for badge in ALL_BADGES}
    badges = [EarnedBadge(badge, by) for badge, by in earned.items() if by]
    past = story.walk.pasts.get(player.pk)
    near = list_in_reach(past, [one.badge for one in badges]) if past else []
    system = story.system.key if story.system else ""
    records = [
        HeldRecord(record, held)
        for record in ALL_RECORDS
        if (held := story.honours.records.get((record.key, system))) and held.mark.whose.list_players()[0] == player.pk
    ]
    in_reach = BadgeInReach(*near[0]) if near else None
    boxes = [box for box in reversed(story.honours.boxes) if box.champion == player.pk]
    promoted = count_promotions(story.honours.boxes)[player.pk]
    seasons = list(ladder.seasons.filter(winner=player.pk))
    return PlayerHonours(badges, in_reach, records, seasons, boxes, format_times(promoted) if promoted else "")
