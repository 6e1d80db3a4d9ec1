"""Times of day as people and their spreadsheets write them, in a column of their own."""

import pytest

from ladder.files.interpretation.clock_column import join_clocks, read_clocks
from ladder.files.interpretation.column_guess import guess_columns


@pytest.mark.parametrize(
    "text",
    [
        "20:15", "20:15:00", "8:15 PM", "8:15pm", "8.15 p.m.", "20.15", "2015", "20h15", "20 h 15", "20:15 Uhr",
        "kl. 20.15", "20:15 h", "PT20H15M00S", "1899-12-30T20:15:00",
    ],
)  # fmt: skip
def test_a_time_of_day_is_read_as_people_write_it(text):
    assert read_clocks([text, "19:00"])[text] == "20:15:00"


@pytest.mark.parametrize(
    ("text", "clock"), [("915", "09:15:00"), ("20.3", "20:30:00"), ("21 Uhr", "21:00:00"), ("12:05 am", "00:05:00")]
)
def test_short_times_are_read(text, clock):
    assert read_clocks([text])[text] == clock


@pytest.mark.parametrize("text", ["25:00", "20:75", "20", "evening", "3-1", "24:00", ""])
def test_what_is_no_time_of_day_is_none(text):
    assert read_clocks([text, "19:00"]) == {"19:00": "19:00:00"}


def test_a_column_of_fractions_has_the_times_that_a_spreadsheet_stores():
    assert read_clocks(["0.84375", "0,5", ""]) == {"0.84375": "20:15:00", "0,5": "12:00:00"}
    assert read_clocks(["0.999999"]) == {"0.999999": "23:59:59"}


@pytest.mark.parametrize(
    "heading",
    ["Time", "Uhrzeit", "Heure", "Hora", "Ora", "Tijd", "Horário", "Tid", "Klokkeslæt", "Start time", "Start"],
)
def test_a_column_of_times_is_known_by_its_heading_in_nine_languages(heading):
    rows = [["Date", heading, "Winner", "Loser"], ["2026-03-04", "20:15", "Ann", "Bo"]]
    assert guess_columns(rows).meanings == ["date", "time", "winner", "loser"]


def test_another_column_with_such_a_heading_is_none():
    rows = [["Time", "Winner", "Loser", "Zeit"], ["2026-03-04 20:15", "Ann", "Bo", "abends"]]
    assert guess_columns(rows).meanings == ["date", "winner", "loser", ""]


def join(*cells):
    found = {number: {"date": day, "time": time} for number, (day, time) in enumerate(cells, 1)}
    doubts = []
    return [each["date"] for each in join_clocks(found, doubts, {}).values()], [one.default for one in doubts]


def test_a_time_in_the_date_itself_goes_before_that_of_the_column():
    day = "2026-03-04"
    assert join((f"{day}T19:00:00", "20:15"), (f"{day}T00:00:00", "20:15"), (day, "21:15")) == (
        [f"{day}T19:00:00", f"{day}T20:15:00", f"{day}T21:15:00"],
        [],
    )


def test_days_without_any_time_stay_days():
    assert join(("2026-03-04", ""), ("2026-03-05", "20:15")) == (["2026-03-04", "2026-03-05T20:15:00"], [])


def test_the_first_rows_of_a_day_without_a_time_have_that_of_the_next():
    day = "2026-03-05"
    rows = join(("2026-03-04", "21:00"), (day, ""), (day, "20:15"), (day, ""))
    assert rows == (["2026-03-04T21:00:00"] + [f"{day}T20:15:00"] * 3, ["beside"])


def test_early_times_that_stand_first_are_those_of_the_morning():
    day = "2026-03-04"
    assert join((day, "00:30"), (day, "22:15"), (day, "23:40"))[1] == []
    assert join((day, "22:15"), (day, "23:40"), (day, "00:30")) == (
        [f"{day}T22:15:00", f"{day}T23:40:00", day],
        ["last"],
    )


def test_the_evenings_of_a_list_say_which_way_an_early_time_is_read():
    """The days have the newest on top, and each evening its first match."""
    late, early = "2026-03-11", "2026-03-04"
    evening = [(late, "19:00"), (late, "20:00")]
    assert join(*evening, (early, "22:30"), (early, "00:20"))[1] == ["last"]
    assert join(*evening, (early, "00:20"), (early, "22:30"))[1] == []
