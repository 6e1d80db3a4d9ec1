"""A file without the match length, imported into a ladder whose system needs one."""

import pytest

from ladder.models import Match
from tests.factories import make_ladder, season_of
from tests.ladder.imports.test_name_pages import URL, bring, hidden, send

pytestmark = pytest.mark.django_db
SCORES = "Date,Home,Away,Home score,Away score\n2026-03-04,Anna,Bert,2,5\n2026-03-05,Cleo,Bert,7,1\n"


@pytest.fixture
def season():
    return season_of(make_ladder("match-length-elo"))


def lengths():
    return [match.facts.get("length") for match in Match.objects.order_by("played_at")]


def test_a_file_without_a_length_asks_for_it_once(staff, season):
    page = send(staff, SCORES)
    assert "2 rows have no match length." in page
    assert "Import 2 matches" not in page
    page = send(staff, SCORES, **{"blank-length": "5"})
    assert "Import 2 matches" in page
    bring(staff, SCORES, **{"blank-length": "5"})
    assert lengths() == [5, 5]


def test_the_winner_s_points_can_be_the_length(staff, season):
    bring(staff, SCORES, **{"blank-length": "won"})
    assert lengths() == [5, 7]


def test_the_winner_s_points_are_offered_only_where_every_row_has_a_score(staff, season):
    assert "As many as the winner scored" in send(staff, SCORES)
    assert "As many as the winner scored" not in send(staff, "Date,Winner,Loser\n2026-03-04,Anna,Bert")


def test_the_same_file_again_adds_nothing_and_asks_nothing(staff, season):
    bring(staff, SCORES, **{"blank-length": "5"})
    page = send(staff, SCORES)
    assert "no match length" not in page
    assert "Nothing new: the season already has these matches." in page


def test_a_length_that_a_row_has_stays(staff, season):
    data = "Date,Winner,Loser,Length\n2026-03-04,Anna,Bert,9\n2026-03-05,Cleo,Bert,\n2026-03-06,Cleo,Anna,7\n"
    assert "1 row has no match length." in send(staff, data)
    bring(staff, data, **{"blank-length": "3"})
    assert lengths() == [9, 3, 7]


def test_a_system_without_lengths_asks_nothing(staff):
    make_ladder("points-exchange")
    assert "no match length" not in send(staff, SCORES)


def test_another_answer_needs_another_look(staff, season):
    page = send(staff, SCORES, **{"blank-length": "5"})
    response = staff.post(URL, {**hidden(page), "blank-length": "7", "import": "1"})
    assert response.status_code == 422
    assert not Match.objects.exists()
