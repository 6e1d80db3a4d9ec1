"""Somebody of the fictional club doubts a result, so that the organisers have one to look at."""

import pytest

from ladder.matches.queries.confirmations import list_disputed_matches
from ladder.models import Ladder

pytestmark = pytest.mark.django_db


def test_the_organisers_find_one_match_whose_loser_says_what_is_right(club):
    (found,) = list_disputed_matches(Ladder.objects.all())
    loser = found.match.participants.select_related("player").get(score=0.0).player
    assert found.match.season.ladder.slug == "backgammon"
    assert found.match.facts["length"] > 3
    assert found.dispute.who == loser.name
    assert found.dispute.proposed.endswith(f"beat {loser.name}, length 3")
