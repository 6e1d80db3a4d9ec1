"""What a ladder's page says of reporting."""

import pytest

from ladder.models import Ladder
from ladder.ratings import create
from ladder.selectors.seasons import reporting_rules


@pytest.mark.parametrize(
    ("fields", "rule"),
    [
        ({"confirm_hours": 48}, "The opponent is asked to confirm a result; no answer for 48 hours is a yes."),
        (
            {"confirm_hours": 24, "counts_when_confirmed": True},
            "A result counts once the opponent confirms it, or says nothing for 24 hours.",
        ),
    ],
)
def test_a_ladder_that_asks_for_confirmation_says_so(fields, rule):
    system = create("points-exchange")

    assert reporting_rules(Ladder(**fields), system)[0].endswith(rule)
    assert reporting_rules(Ladder(), system)[0].endswith("Nobody has to confirm it.")
