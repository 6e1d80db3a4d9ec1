"""Which matches a season takes."""

from datetime import date

import pytest

from ladder.ledger.admission import is_within_season
from ladder.models import Season

FIRST, LAST = date(2026, 1, 1), date(2026, 1, 31)


@pytest.mark.parametrize(
    ("day", "fits"),
    [(date(2025, 12, 31), False), (FIRST, True), (LAST, True), (date(2026, 2, 1), False)],
)
def test_a_season_lasts_from_its_first_day_to_its_last(day, fits):
    assert is_within_season(Season(starts_on=FIRST, ends_on=LAST), day) is fits


@pytest.mark.parametrize("day", [date(1900, 1, 1), date(2199, 12, 31)])
def test_a_season_without_days_takes_any(day):
    assert is_within_season(Season(), day)
