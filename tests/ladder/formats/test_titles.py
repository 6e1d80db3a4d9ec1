"""A match in a few words."""

import pytest

from ladder.formats import Exit, ParticipantResult, describe_title

NAMES = ("Ana", "Ben", "Cara", "Dan", "Eli")


@pytest.mark.parametrize(
    ("scores", "words"),
    [
        ((1.0, 0.0), "Ana beat Ben"),
        ((0.0, 1.0), "Ben beat Ana"),
        ((0.5, 0.5), "Ana drew with Ben"),
        ((0.0, 1.0, 0.0), "Battle won by Ben"),
        ((0.5, 0.5, 0.5), "Battle without a winner"),
    ],
)
def test_a_match_is_titled_by_who_won(scores, words):
    ended = [(score, Exit("dead", 1) if len(scores) > 2 else None) for score in scores]

    assert describe_title([ParticipantResult(name, *one) for name, one in zip(NAMES, ended, strict=False)]) == words


@pytest.mark.parametrize(
    ("places", "words"),
    [
        ((2, 1, 3), "Tournament won by Ben"),
        ((1, 3, 1), "Tournament won by Ana and Cara"),
        ((5, 4), "Tournament with Ben in place 4"),
        ((1,), "Tournament won by Ana"),
    ],
)
def test_a_tournament_is_titled_by_its_first_place(places, words):
    ended = zip(NAMES, places, strict=False)

    assert describe_title([ParticipantResult(name, place=place) for name, place in ended]) == words
