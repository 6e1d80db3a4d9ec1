"""The fictional club's statements, as its pages print them."""

from itertools import pairwise

import pytest

from ladder.models import Standing
from ladder.profiles.queries.career import list_rating_entries
from ladder.profiles.queries.career_rows import load_career
from ladder.ratings import advance_rating

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("club")]


def test_the_lines_of_a_player_chain_bit_for_bit_up_to_the_rating_shown():
    """Of every fourth one on each board; test_ledger.py asks the stored rows of all."""
    for row in Standing.objects.select_related("board__season", "player").order_by("board", "player__key")[::4]:
        mine = load_career(row.board, row.player)
        lines = list(list_rating_entries(mine))
        assert lines[0].before is None, row
        assert all(one.after == other.before for one, other in pairwise(lines)), row
        assert lines[-1].after == advance_rating(row.board.rating_system, row.rating, mine.day).points, row
