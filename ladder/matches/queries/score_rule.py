"""The rule by which a score is entered: that of the ladder, or that of a game of which a night counts the points."""

from ladder.formats import ScoreRule, parse_score_rule
from ladder.models import POINT_WAYS, Fixture, Ladder, Match

POINTS_RULE = parse_score_rule("one score, draws")


def find_score_rule(ladder: Ladder) -> ScoreRule | None:
    """Return the rule of a ladder; None where nobody enters scores."""
    return None if ladder.scores == Ladder.Scores.NONE else parse_score_rule(ladder.score_rule)


def find_stored_score_rule(match: Match, *, is_proposed: bool = False) -> ScoreRule | None:
    """Return the rule for the score of a stored match; None where nobody enters one. One query if it has a score.

    Where the ladder has no scores, that of a match which has one, or for which one `is_proposed`, can be put right. The
    points of a night can be any.
    """
    if match.has_score and Fixture.objects.filter(match=match, court__night__way__in=POINT_WAYS).exists():
        return POINTS_RULE
    ladder = match.season.ladder
    return parse_score_rule(ladder.score_rule) if match.has_score or is_proposed else find_score_rule(ladder)
