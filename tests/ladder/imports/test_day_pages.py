"""The days of an imported list, as the page of its check asks for them; all names are invented."""

import io
from html import unescape

import openpyxl
import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.utils import timezone

from ladder.models import Match
from tests.factories import make_ladder, season_of
from tests.ladder.imports.test_name_pages import URL, bring, hidden, send

pytestmark = pytest.mark.django_db
WITHOUT_DATES = "Winner,Loser\nAnn,Bo\nCy,Bo\nTotal,\n"
LACKING = "Choose the column that has the date, or say below on which day all of it was played."


@pytest.fixture
def season():
    return season_of(make_ladder("points-exchange"))


def days():
    return sorted({f"{timezone.localdate(one)}" for one in Match.objects.values_list("played_at", flat=True)})


def test_a_list_without_dates_asks_for_the_day_of_all_its_matches(staff, season):
    asked = staff.post(URL, {"text": WITHOUT_DATES})
    page = unescape(asked.text)
    assert asked.status_code == 422
    assert LACKING in page
    assert 'type="date" name="day"' in page
    bring(staff, WITHOUT_DATES, day="2026-03-04")
    assert (days(), Match.objects.count()) == (["2026-03-04"], 2)
    assert "Nothing new" in send(staff, WITHOUT_DATES, day="2026-03-04")


def test_the_times_of_a_list_without_dates_are_those_of_its_day(staff, season):
    bring(staff, "Time,Winner,Loser\n20:15,Ann,Bo\n19:30,Bo,Ann", day="2026-03-04")
    first = Match.objects.order_by("played_at").first()
    assert f"{timezone.localtime(first.played_at):%Y-%m-%d %H:%M}" == "2026-03-04 19:30"
    assert first.participants.get(score=1).player.name == "Bo"


@pytest.mark.parametrize("weekdays", [("Mon", "Tue"), ("", "")])
def test_a_column_without_a_date_asks_for_the_day_too(staff, season, weekdays):
    first, second = weekdays
    text = f"Date,Winner,Loser\n{first},Ann,Bo\n{second},Cy,Bo"
    assert LACKING in unescape(send(staff, text))
    chosen = {"column-0": "date", "column-1": "winner", "column-2": "loser"}
    assert LACKING in unescape(send(staff, text, **chosen))
    bring(staff, text, day="2026-03-04", **chosen)
    assert (days(), Match.objects.count()) == (["2026-03-04"], 2)


@pytest.mark.parametrize(
    ("day", "sentence"),
    [
        ("2999-01-01", "Enter a year from 1900 to 2199."),
        ("2199-01-01", "A match can't be in the future."),
        ("soon", "Enter a date such as 2026-11-21."),
    ],
)
def test_a_day_that_cannot_be_is_refused_beside_its_field(staff, season, day, sentence):
    page = unescape(send(staff, WITHOUT_DATES, day=day))
    assert sentence in page
    assert LACKING in page
    assert f'value="{day}"' in page


def test_a_list_with_dates_has_no_day_for_all(staff, season):
    text = "Date,Winner,Loser\n2026-03-04,Ann,Bo"
    assert 'name="day"' not in send(staff, text)
    bring(staff, text, day="2026-03-11")
    assert days() == ["2026-03-04"]


def test_another_day_than_the_shown_one_is_not_imported(staff, season):
    shown = hidden(send(staff, WITHOUT_DATES, day="2026-03-04"))
    again = staff.post(URL, {**shown, "day": "2026-03-05", "import": "1"})
    assert (again.status_code, Match.objects.count()) == (422, 0)


def test_the_download_of_a_form_needs_no_answer(staff, season):
    text = "Timestamp,Court,Winner,Loser\n2026/01/02 6:03:13 PM GMT+1,x,Ann,Bo\n2026/01/02 7:10:00 PM GMT+1,y,Bo,Ann"
    page = unescape(send(staff, text))
    assert "Row 2: Ann beat Bo, 2 January 2026, 17:03" in page  # the club's clocks go by UTC
    assert "h-doubts" not in page


def test_rows_above_the_first_date_of_a_sheet_take_that_of_the_row_below(staff, season):
    book = openpyxl.Workbook()
    for name, first in (("March", "2026-03-04"), ("April", "2026-04-01")):
        sheet = book.create_sheet(name)
        for row in (["Date", "Winner", "Loser"], [None, "Ann", "Bo"], [first, "Cy", "Bo"]):
            sheet.append(row)
    del book["Sheet"]
    stream = io.BytesIO()
    book.save(stream)
    page = staff.post(URL, {"file": SimpleUploadedFile("club.xlsx", stream.getvalue())}).text
    assert "above the first date" in page
    assert "1 April 2026" in page
    staff.post(URL, {**hidden(page), "import": "1"})
    assert Match.objects.filter(participants__player__name="Ann").count() == 2
    assert days() == ["2026-03-04", "2026-04-01"]
