"""A season opens with its boards and what players bring, changes, and closes, and the next one follows."""

from ladder.services.seasons.closing import (
    BoardChoices,
    add_boards,
    change_season,
    close_season,
    open_next_season,
    reopen_season,
)

__all__ = ["BoardChoices", "add_boards", "change_season", "close_season", "open_next_season", "reopen_season"]
