"""One kill of the real server in the middle of a correction; `python -m tests.kill` makes ten on each database."""

import pytest

from .proof import filled, kills

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_killed_correction_is_whole_or_not_there(tmp_path):
    """The states before and after are compared by `kills` itself."""
    [done] = kills(filled(1_000), 1, tmp_path)

    assert done.stored or not done.answered
