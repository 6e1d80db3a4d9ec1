"""The command that lets silence confirm."""

import pytest

from ladder.models import Match
from tests.factories import at, make_asking, play

pytestmark = pytest.mark.django_db


def test_it_counts_what_is_due_and_says_how_many(run):
    season = make_asking()
    for name in ("Bo", "Cy"):
        match = play(season, "Ana", name)
        match.status, match.confirm_by = Match.Status.PENDING, at(None)
        match.save()

    assert run("confirm_due").out == "2 results confirmed without an answer.\n"
    assert run("confirm_due").out == "0 results confirmed without an answer.\n"
