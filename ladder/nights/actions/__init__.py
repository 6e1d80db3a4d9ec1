"""Begin and end a night, tick people in and out, begin games and enter their results.

All of it happens under the ladder's lock. A game is a fixture (`Origin.NIGHT`), and its result an ordinary report, so
every rule about reports holds here, too.
"""

from .games import begin_night_game, begin_round, call_off_game, end_reported_game, enter_game_result
from .night import (
    LONGEST_NIGHT,
    MOST_COURTS,
    NIGHT_IS_OVER,
    NewCourt,
    begin_night,
    close_due_nights,
    close_night,
    end_nights_of_season,
    list_court_places,
    raise_night_version,
    refuse_nights,
    store_night_settings,
)
from .visits import come_to_night, leave_night, pair_for_night, rest_at_night

__all__ = [
    "LONGEST_NIGHT",
    "MOST_COURTS",
    "NIGHT_IS_OVER",
    "NewCourt",
    "begin_night",
    "begin_night_game",
    "begin_round",
    "call_off_game",
    "close_due_nights",
    "close_night",
    "come_to_night",
    "end_nights_of_season",
    "end_reported_game",
    "enter_game_result",
    "leave_night",
    "list_court_places",
    "pair_for_night",
    "raise_night_version",
    "refuse_nights",
    "rest_at_night",
    "store_night_settings",
]
