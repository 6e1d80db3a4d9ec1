"""The print sheet: what people write on it by hand."""

from ladder.ratings import RatingSystem

ONE_COLUMN = 16  # players; more stand in two
LINES = 26  # on a page, of players in a column and empty ones together
BLANKS = 10  # at least; 48 players leave room for them


def list_blank_headings(system: RatingSystem) -> list[str]:
    """Return the headings of the empty results list, in the order in which one writes."""
    shapes = {kind.shape for kind in system.kinds}
    if not shapes & {"duel", "battle"}:
        return ["Date", "First", "Second", "Third", "Players"]
    if "battle" in shapes:
        who = ["Winner", "Others"]
    else:
        who = ["Player", "Opponent", "Result"] if system.draws else ["Winner", "Loser"]
    return ["Date", *who, *(fact.label for fact in system.facts if fact.required), "Entered"]


def count_sheet_columns(players: int) -> int:
    """Return in how many columns so many players stand."""
    return 1 if players <= ONE_COLUMN else 2


def count_blank_lines(players: int) -> int:
    """Return how many empty lines fill the page below so many players."""
    return max(LINES - -(-players // count_sheet_columns(players)), BLANKS)
