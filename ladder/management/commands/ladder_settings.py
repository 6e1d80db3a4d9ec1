"""Print what a ladder like this one is made from: its settings, and the systems and options of its boards."""

import json
from typing import Any

from ladder.exports.queries import describe_season_settings
from ladder.management.command import SeasonCommand, find_season_by_slug


class Command(SeasonCommand):
    help = (
        "Print the settings of a ladder and the boards of a season as JSON, without matches, players and starting "
        "ratings. create_ladder --like makes another ladder from it, and two of them can be compared."
    )

    def handle(self, *, ladder: str, season: str | None, **options: Any) -> None:
        described = describe_season_settings(find_season_by_slug(ladder, season))
        self.stdout.write(json.dumps(described, ensure_ascii=False, indent=1, sort_keys=True))
