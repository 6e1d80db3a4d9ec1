"""The fictional club's squash boxes are in their third cycle."""

import pytest

from ladder.boxes.queries.shown_boxes import load_boxes
from ladder.models import Ladder

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("club")]


def test_two_cycles_are_over_and_the_third_has_boxes_that_are_played():
    running, *ended = Ladder.objects.get(slug="squash").seasons.all()
    assert [bool(one.closed_at) for one in (running, *ended)] == [False, True, True]
    for season in (running, *ended):
        boxes = load_boxes(season)
        assert [box.box.name for box in boxes] == ["Box 1", "Box 2", "Box 3"]
        assert all(3 <= len(box.players) <= 6 for box in boxes)
    assert all(box.played for box in load_boxes(ended[0]))
