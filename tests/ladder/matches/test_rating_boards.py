"""Which boards a match feeds, said before it is stored."""

import pytest
from django.utils import timezone

from ladder.formats import Exit, ParticipantResult
from ladder.ledger.storage.match_record import build_result
from ladder.matches.queries.stakes import describe_rating_boards, find_rating_boards
from tests.factories import make_ladder, season_of

pytestmark = pytest.mark.django_db


def duel(kind="rated", **facts):
    return build_result(kind, timezone.now(), [ParticipantResult(1, 1.0), ParticipantResult(2, 0.0)], facts)


def battle(kind, count):
    participants = [ParticipantResult(pk, exit=Exit("dead", 1)) for pk in range(count)]
    return build_result(kind, timezone.now(), participants)


@pytest.mark.parametrize(
    ("boards", "result", "sentence"),
    [
        (("warlocks-score", "warlocks-elo"), battle("ladder", 2), "Counts for Warlocks score and Warlocks Elo."),
        (("warlocks-score", "warlocks-elo"), battle("ladder", 3), "Counts for Warlocks score."),
        (("warlocks-elo",), battle("ladder", 3), "Counts on no board. Choose Unrated to keep it anyway."),
        (("warlocks-elo",), battle("very-friendly", 2), "Doesn’t count, as you chose."),
        (("match-length-elo",), duel("unrated"), "Doesn’t count, as you chose."),
        (("chips-total",), duel(), "Enter chips, and it counts for Chips, total."),
        (
            ("match-length-elo", "chips-total"),
            duel(length=5),
            "Counts for Match-length Elo. Enter chips, and it counts for Chips, total.",
        ),
        (("provisional-elo",), duel(moves=1), "Counts on no board. Choose Unrated to keep it anyway."),
    ],
)
def test_the_form_says_which_boards_a_match_feeds(boards, result, sentence):
    assert describe_rating_boards(season_of(make_ladder(*boards)), result) == sentence


def test_only_boards_that_count_the_match_are_fed():
    season = season_of(make_ladder("warlocks-score", "warlocks-elo"))

    assert [board.system for board in find_rating_boards(season, battle("friendly", 4))] == ["warlocks-score"]
