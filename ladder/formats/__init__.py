"""Formats of match: a duel, a battle, a tournament; how each is entered, checked, put into words and filed.

Plain Python without Django, and below the rating systems: a `Result` says what was played, a system what it is worth.
Each format is one file that registers itself; nothing outside asks for one by its key. A kind of match, such as rated
or friendly, names its format.

To add one, write a `Format` in a file of its own here, and a kind of it that a rating system rates. `columns` are the
fields of a player's row in the form, `file_columns` what a match file says of a player. The methods say who won, what
is refused, and how it reads in words. Doubles in `tests/ladder/formats/doubles.py` are a complete example.
"""

from .base import (
    ANY,
    UNRATED,
    WALKOVER,
    Format,
    choose_format,
    describe_title,
    find_format,
    find_result_format,
    find_score_by_places,
    list_file_columns,
    list_formats,
    list_participants,
    order_best_first,
    register_format,
    sort_best_first,
)
from .battle import BATTLE, FRIENDLY, LADDER, VERY_FRIENDLY, build_battle
from .duel import DUEL, RATED, build_duel
from .games import (
    PLAYED,
    RETIRED,
    add_games,
    drop_contradicted_games,
    find_games_score,
    format_games,
    parse_games,
    print_games,
    read_games,
    turn_games,
)
from .tournament import TOURNAMENT, build_tournament
from .values import (
    DEAD,
    DRAWN,
    LOST,
    STANDING,
    SURRENDERED,
    WON,
    Exit,
    Fact,
    Facts,
    Game,
    Key,
    Kind,
    ParticipantResult,
    RatingError,
    Result,
)
from .words import EntryColumn, EntryWords, ResultSentence, add_match_length, format_count, format_ordinal, join_names

__all__ = [
    "ANY",
    "BATTLE",
    "DEAD",
    "DRAWN",
    "DUEL",
    "FRIENDLY",
    "LADDER",
    "LOST",
    "PLAYED",
    "RATED",
    "RETIRED",
    "STANDING",
    "SURRENDERED",
    "TOURNAMENT",
    "UNRATED",
    "VERY_FRIENDLY",
    "WALKOVER",
    "WON",
    "EntryColumn",
    "EntryWords",
    "Exit",
    "Fact",
    "Facts",
    "Format",
    "Game",
    "Key",
    "Kind",
    "ParticipantResult",
    "RatingError",
    "Result",
    "ResultSentence",
    "add_games",
    "add_match_length",
    "build_battle",
    "build_duel",
    "build_tournament",
    "choose_format",
    "describe_title",
    "drop_contradicted_games",
    "find_format",
    "find_games_score",
    "find_result_format",
    "find_score_by_places",
    "format_count",
    "format_games",
    "format_ordinal",
    "join_names",
    "list_file_columns",
    "list_formats",
    "list_participants",
    "order_best_first",
    "parse_games",
    "print_games",
    "read_games",
    "register_format",
    "sort_best_first",
    "turn_games",
]
