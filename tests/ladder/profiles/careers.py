"""Careers written down by hand: no database, only what the ledger would hold."""

from datetime import UTC, date, datetime, timedelta

from ladder.models import Board
from ladder.profiles.queries.career import Career, CareerMatch, CareerStart, OtherParticipant
from ladder.ratings import Rating

FIRST = datetime(2026, 1, 1, 12, tzinfo=UTC)


def career(*points, start=0.0, system="match-length-elo", scores=(), now=None, options=None):
    """A career with one match a day: the rating after each; won where it rose, if no scores are given."""
    board = Board(system=system, options=options or {})
    matches, held = [], Rating(start)
    for number, after in enumerate(points):
        score = scores[number] if scores else float(after > held.points)
        new = Rating(after, held.experience + 1)
        other = OtherParticipant(99, "Bea", 1 - score, None, held.points)
        matches.append(
            CareerMatch(number, FIRST + timedelta(number), "rated", {}, False, score, None, "", held, new, [other])
        )
        held = new
    return Career(board, CareerStart(Rating(start)), matches, now or date(2026, 12, 31))


def edited(career, number, **fields):
    """The same career with one match changed."""
    matches = list(career.matches)
    matches[number] = matches[number]._replace(**fields)
    return career._replace(matches=matches)
