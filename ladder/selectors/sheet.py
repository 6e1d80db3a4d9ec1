"""The print sheet: what people write on it by hand."""

from ladder.ratings import RatingSystem

BLANKS = 10  # lines; with 48 players they still fit on one page


def blanks(system: RatingSystem) -> list[str]:
    """Return the headings of the empty results list, in the order in which one writes."""
    shapes = {kind.shape for kind in system.kinds}
    if not shapes & {"duel", "battle"}:
        return ["Date", "First", "Second", "Third", "Players"]
    if "battle" in shapes:
        who = ["Winner", "Others"]
    else:
        who = ["Player", "Opponent", "Result"] if system.draws else ["Winner", "Loser"]
    return ["Date", *who, *(fact.label for fact in system.facts if fact.required), "Entered"]
