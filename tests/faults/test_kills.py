"""One kill of the real server in the middle of a correction; `python -m tests.faults` makes the others."""

import pytest

from .kills import fill_ladder, kill_in_action

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_killed_correction_is_whole_or_not_there(tmp_path):
    """The states before and after are compared by `kill_once`."""
    [done] = kill_in_action(fill_ladder(300), "correction", "group", 1, tmp_path)

    assert done.stored or not done.answered
