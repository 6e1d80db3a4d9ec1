"""How many rows were sent, and one more."""

import pytest
from django.http import QueryDict

from ladder.matches.forms.rows import MOST_ROWS, add_empty_row, count_sent_rows


@pytest.mark.parametrize(
    ("names", "rows"),
    [
        ([], 0),
        (["player_0", "player_1"], 2),
        (["player_0", "player_2"], 1),
        (["player_1"], 0),
        ([f"player_{seat}" for seat in range(MOST_ROWS + 9)], MOST_ROWS),
    ],
)
def test_rows_are_counted_without_a_gap_and_at_most_200(names, rows):
    assert count_sent_rows(dict.fromkeys(names, "")) == rows


def test_one_more_keeps_what_was_sent():
    sent = QueryDict("player_0=Ana&place_0=1&csrfmiddlewaretoken=secret&form_key=k")

    assert add_empty_row(sent) == {"player_0": "Ana", "place_0": "1", "form_key": "k", "player_1": ""}
