"""A match in a few words."""

import pytest

from ladder.matches.queries.results import TitledParticipant, format_match_title


def seats(*outcomes, of="place"):
    """Seats for Ana, Ben and so on with these scores or places."""
    names = ("Ana", "Ben", "Cara", "Dan", "Eli")
    empty = {"score": None, "place": None}
    return [TitledParticipant(name, **empty | {of: one}) for name, one in zip(names, outcomes, strict=False)]


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
    assert format_match_title(seats(*scores, of="score")) == words


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
    assert format_match_title(seats(*places)) == words
