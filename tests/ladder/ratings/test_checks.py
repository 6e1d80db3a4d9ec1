"""What every door asks of a result."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from ladder.ratings import (
    LADDER,
    RATED,
    UNRATED,
    Fact,
    RatingError,
    Result,
    build_duel,
    check_fact,
    check_result,
    create_system,
)

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
ZONE = ZoneInfo("Europe/Berlin")
SUMMER = datetime(2024, 10, 27, 2, 50, tzinfo=ZONE)  # the clocks go back ten minutes later
WINTER = datetime(2024, 10, 27, 2, 10, fold=1, tzinfo=ZONE)
SYSTEM = create_system("points-exchange")


def test_plain_duel_passes():
    assert check_result(SYSTEM, build_duel("a", "b", ended=NOON)) is None


def test_match_may_end_at_an_earlier_time_of_the_clock_when_clocks_go_back():
    assert check_result(SYSTEM, build_duel("a", "b", ended=WINTER, started=SUMMER)) is None


def test_unrated_match_needs_no_facts():
    assert check_result(create_system("match-length-elo"), build_duel("a", "b", ended=NOON, kind=UNRATED)) is None


@pytest.mark.parametrize(
    ("result", "sentence", "field"),
    [
        (build_duel("a", "a", ended=NOON), "A player can't play himself.", "players"),  # G-5
        (build_duel("a", "a", ended=NOON, kind=UNRATED), "A player can't play himself.", "players"),
        (Result(RATED, NOON, ("a",), (1.0,)), "Rated needs 2 players or more.", "players"),
        (
            build_duel("a", "b", ended=NOON, started=NOON + timedelta(1)),
            "A match can't end before it began.",
            "started",
        ),
        (build_duel("a", "b", ended=SUMMER, started=WINTER), "A match can't end before it began.", "started"),
        (
            build_duel("a", "b", ended=NOON, kind=LADDER),
            "Points exchange has no kind ladder. Choose one of: rated, unrated.",
            "kind",
        ),
        (build_duel("a", "b", 0.5, ended=NOON), "Points exchange has no draws.", "result"),  # P-7
    ],
)
def test_refusal_names_the_field(result, sentence, field):
    with pytest.raises(RatingError) as refused:
        check_result(SYSTEM, result)
    assert (str(refused.value), refused.value.field) == (sentence, field)


@pytest.mark.parametrize("value", [0, 8, 1.5, float("nan"), float("inf")])
def test_fact_out_of_range_is_refused(value):
    with pytest.raises(RatingError, match=r"Sets must be a whole number from 1 to 7\."):
        check_fact(Fact("sets", "Sets", low=1, high=7), value)


def test_missing_fact_is_refused_only_when_required():
    with pytest.raises(RatingError, match=r"Sets is missing\."):
        check_fact(Fact("sets", "Sets"), None)
    assert check_fact(Fact("sets", "Sets", required=False), None) is None
