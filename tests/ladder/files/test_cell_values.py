"""Names, dates and numbers, read strictly."""

from datetime import UTC, datetime, time
from zoneinfo import ZoneInfo

import pytest

from ladder.files.cell_values import (
    FIRST_SECOND,
    FirstSpellings,
    fold_name,
    format_plain_number,
    parse_day,
    parse_moment,
    parse_name,
    parse_plain_number,
    parse_plain_whole_number,
)
from ladder.ratings import RatingError

ROME = ZoneInfo("Europe/Rome")


def test_names_keep_the_first_spelling():
    names = FirstSpellings()
    assert [names.keep(text) for text in (" Ann  Lee ", "ANN LEE", "ann lee")] == ["Ann Lee"] * 3


def test_fold_ignores_case_beyond_ascii():
    assert fold_name("STRASSE") == fold_name("Straße")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("  ", "A player's name is missing."),
        ("\u200c", "A player's name is missing."),
        ("x" * 10_000, "A name has at most 80 characters."),
        ("x" * 81, "A name has at most 80 characters."),
        ("A\0nn", "A name can't have control characters or invisible ones."),
        ("A\u200bnn", "A name can't have control characters or invisible ones."),
        ("A\u202enn", "A name can't have control characters or invisible ones."),
        ("A\nnn", "A name can't have control characters or invisible ones."),
    ],
)
def test_name_refuses(text, sentence):
    with pytest.raises(RatingError) as refused:
        parse_name(text)
    assert str(refused.value) == sentence


def test_a_name_is_the_same_with_the_joiner_of_persian_and_without():
    names = FirstSpellings()

    assert [names.keep(text) for text in ("علی\u200cرضا", "علیرضا")] == ["علی\u200cرضا"] * 2


def test_name_takes_eighty_characters():
    assert parse_name("ñ" * 80) == "ñ" * 80


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2026-11-21", datetime(2026, 11, 21, 23, 59, 59, tzinfo=ROME)),
        ("2026-11-21T20:15", datetime(2026, 11, 21, 20, 15, tzinfo=ROME)),
        (" 2026-11-21T20:15:30 ", datetime(2026, 11, 21, 20, 15, 30, tzinfo=ROME)),
        ("2026-11-21T20:15Z", datetime(2026, 11, 21, 20, 15, tzinfo=UTC)),
        ("2026-11-21T23:30-05:00", datetime(2026, 11, 22, 4, 30, tzinfo=UTC)),
        ("2024-02-29", datetime(2024, 2, 29, 23, 59, 59, tzinfo=ROME)),
    ],
)
def test_moment_is_in_the_clubs_zone(text, expected):
    found = parse_moment(text, ROME)
    assert (found, found.tzinfo) == (expected, ROME)


def test_moment_of_a_started_day_is_its_first_second():
    assert parse_moment("2026-11-21", ROME, FIRST_SECOND).time() == time(0, 0)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "21.11.2026",
        "2026-13-01",
        "2026-02-29",
        "2026-2-1",
        "20261121",
        "2026-W47-6",
        "２０２６-11-21",
        "2026-11-21T25:00",
    ],
)
def test_moment_refuses_broken_dates(text):
    with pytest.raises(RatingError, match=r"isn't a date such as 2026-11-21 or 2026-11-21T20:15\.$"):
        parse_moment(text, ROME)


@pytest.mark.parametrize("clock", ["02:00", "02:30", "02:59:59"])
def test_moment_refuses_what_no_clock_showed(clock):
    """In Rome the clocks went from 02:00 to 03:00 on 29 March 2026."""
    with pytest.raises(
        RatingError, match=r"^The clocks went forward at that hour, so this time did not exist\. Enter another"
    ):
        parse_moment(f"2026-03-29T{clock}", ROME)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2026-03-29T01:59:59", datetime(2026, 3, 29, 0, 59, 59, tzinfo=UTC)),
        ("2026-03-29T03:00", datetime(2026, 3, 29, 1, 0, tzinfo=UTC)),
        ("2026-03-29T02:30+00:00", datetime(2026, 3, 29, 2, 30, tzinfo=UTC)),
        ("2026-10-25T02:30", datetime(2026, 10, 25, 0, 30, tzinfo=UTC)),
    ],
)
def test_moment_takes_what_stands_beside_the_skipped_hour_and_what_a_clock_showed_twice(text, expected):
    assert parse_moment(text, ROME).astimezone(UTC) == expected


def test_moment_of_a_day_needs_no_midnight():
    """In Beirut the clocks go from 00:00 to 01:00 when summer begins."""
    found = parse_moment("2025-03-30", ZoneInfo("Asia/Beirut"), FIRST_SECOND)
    assert found.astimezone(UTC) == datetime(2025, 3, 29, 22, 0, tzinfo=UTC)


@pytest.mark.parametrize("text", ["0001-01-01T00:10", "0001-01-01T00:30+12:00", "9999-12-31T23:30-12:00"])
def test_moment_refuses_years_out_of_range(text):
    with pytest.raises(RatingError, match=r"^Years go from 1 to 9999\.$"):
        parse_moment(text, ROME)


@pytest.mark.parametrize("text", ["0001-01-01", "0999-07-01", "1899-12-31", "2200-01-01", "9999-12-30"])
def test_moment_takes_every_year_of_the_calendar(text):
    assert parse_moment(text, ROME).date().isoformat() == text


def test_day_takes_no_time():
    assert parse_day("2026-11-21").isoformat() == "2026-11-21"
    with pytest.raises(RatingError, match="isn't a day"):
        parse_day("2026-11-21T10:00")


@pytest.mark.parametrize(("text", "value"), [("5", 5), ("5.0", 5), ("2.50", 2.5), ("-3", -3), ("0", 0), ("007", 7)])
def test_number_takes_ascii_digits_and_a_point(text, value):
    assert parse_plain_number(text, "length") == value


@pytest.mark.parametrize("text", ["nan", "inf", "1e3", "1_000", "1,5", "５", "+1", ".5", "5.", "0x1", "٣", "--1"])
def test_number_refuses(text):
    with pytest.raises(RatingError, match=r"^The length must be a number such as 5 or 2\.5, not"):
        parse_plain_number(text, "length")


@pytest.mark.parametrize("text", ["9" * 40, "9" * 13, "0." + "1" * 40])
def test_number_with_many_digits_is_out_of_range(text):
    with pytest.raises(RatingError, match=r"^The length is out of range\.$"):
        parse_plain_number(text, "length")


def test_whole_refuses_fractions():
    with pytest.raises(RatingError, match=r"^The place must be a whole number\.$"):
        parse_plain_whole_number("1.5", "place")


@pytest.mark.parametrize(("value", "text"), [(5, "5"), (2.5, "2.5"), (1e-7, "0.0000001"), (1e15, "1000000000000000.0")])
def test_plain_has_no_exponent(value, text):
    assert format_plain_number(value) == text
