"""The games that a club plays, each a small file beside this one: how it is entered and scored, and what suits it.

Setting up a ladder begins with the game; its file fills in the form, where everything can still be changed. A file is
checked when it is read: its rating systems and their options exist, and fit how the game is entered.

To add a game, add a file: `label`, `group` and `match`, one line on what a match is; `also`, other words by which it is
found; `entry`, "two", "sides" or "several"; `draws`; `doubles` of a game of two that is played in doubles too, of
which a new ladder has singles, doubles or both; `lengths` that are usual, which become the buttons of a report;
`[system]`, the recommended rating system, its `options` and one line on why; two `[[alternatives]]` that say when they
are better; and `[settings]`, the columns of the ladder that it sets.
"""

from .catalogue import (
    FROM_THE_GAME,
    GAME_GROUPS,
    SEVERAL,
    SIDES,
    Game,
    SystemAdvice,
    find_doubles_game,
    find_game,
    find_other_game,
    list_games,
    list_ladder_games,
    list_side_choices,
    search_games,
)

__all__ = [
    "FROM_THE_GAME",
    "GAME_GROUPS",
    "SEVERAL",
    "SIDES",
    "Game",
    "SystemAdvice",
    "find_doubles_game",
    "find_game",
    "find_other_game",
    "list_games",
    "list_ladder_games",
    "list_side_choices",
    "search_games",
]
