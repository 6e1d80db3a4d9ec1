"""The closest rivalry of a season, of seasons written down by hand."""

from datetime import timedelta

import pytest

from ladder.story.honours.rivalries import find_closest_rivalry
from ladder.story.queries.moved_honours import count_honours
from tests.ladder.story.histories import ANA, BEN, CEM, DEA, START, History


def find_closest(history):
    """Return the pair and how it stands."""
    closest = find_closest_rivalry(count_honours(history.matches).rivalries.get(1, {}))
    return closest and (closest.first, closest.second, closest.text)


def play_all(*ended):
    """Return a season with these matches, the winner first; a third value is the winner's score."""
    history = History()
    for day, (winner, loser, *score) in enumerate(ended):
        history.play(winner, loser, day=day, **({"score": score[0]} if score else {}))
    return history


@pytest.mark.parametrize(
    ("ended", "closest"),
    [
        ([], None),
        ([(ANA, BEN)] * 2, None),  # met twice alone
        ([(ANA, BEN)] * 3, (ANA, BEN, "3–0")),
        ([(ANA, BEN), (BEN, ANA), (BEN, ANA)], (BEN, ANA, "2–1")),  # who has won more often is named first
        ([(ANA, BEN), (BEN, ANA), (BEN, ANA, 0.5)], (ANA, BEN, "1–1, 1 drawn")),
        # 3–0 and 2–2: the closer one
        ([(ANA, BEN)] * 3 + [(CEM, DEA), (DEA, CEM)] * 2, (CEM, DEA, "2–2")),
        # both a win apart: who met more often
        ([(ANA, BEN)] * 2 + [(BEN, ANA)] + [(CEM, DEA)] * 3 + [(DEA, CEM)] * 2, (CEM, DEA, "3–2")),
        # three matches are half of six, and 2–1 is closer than 4–2
        ([(ANA, BEN)] * 4 + [(BEN, ANA)] * 2 + [(CEM, DEA)] * 2 + [(DEA, CEM)], (CEM, DEA, "2–1")),
        # 7–6 goes before 2–2, which is less than half of thirteen matches
        ([(ANA, BEN)] * 7 + [(BEN, ANA)] * 6 + [(CEM, DEA), (DEA, CEM)] * 2, (ANA, BEN, "7–6")),
    ],
)
def test_the_pair_whose_wins_are_closest(ended, closest):
    assert find_closest(play_all(*ended)) == closest


def test_its_match_is_the_last_one():
    history = play_all((ANA, BEN), (BEN, ANA), (ANA, BEN), (CEM, DEA))
    meetings = find_closest_rivalry(count_honours(history.matches).rivalries[1]).meetings
    assert (meetings.match, meetings.day) == (3, START + timedelta(2))
