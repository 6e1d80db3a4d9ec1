"""In which order the matches of one day are imported: a list may have its newest match on top."""

from datetime import date
from html import unescape

import pytest
from django.utils import timezone

from ladder import ledger
from ladder.models import Match
from tests.factories import make_ladder, play, season_of
from tests.ladder.imports.test_name_pages import bring, hidden, send

pytestmark = pytest.mark.django_db
REMARK = "The newest matches are on top, so the matches of one day are taken from the bottom up."
ASKED = "The dates run both ways. In which order were the matches of one day played?"
PLAYED = ["2026-03-04,Ann,Bo", "2026-03-04,Bo,Ann", "2026-03-04,Ann,Cy", "2026-03-11,Cy,Ann", "2026-03-11,Bo,Cy"]
LATER = ["2026-03-11,Ann,Bo", "2026-03-18,Cy,Bo"]


@pytest.fixture
def season():
    return season_of(make_ladder("points-exchange"))


def sheet(*rows):
    return "\n".join(("Date,Winner,Loser", *rows))


def stored():
    """Return the stored matches in the order of play, as rows of the sheet."""
    rows = []
    for one in Match.objects.order_by("played_at", "sequence"):
        names = [each.player.name for each in one.participants.order_by("-score")]
        rows.append(",".join((f"{timezone.localdate(one.played_at)}", *names)))
    return rows


def points(season):
    return dict(season.boards.get().standings.values_list("player__name", "points"))


@pytest.mark.parametrize(("day", "said"), [(date(2026, 3, 4), True), (date(2026, 3, 12), False)])
def test_rows_without_a_time_are_said_to_come_after_the_matches_of_their_day(staff, season, day, said):
    remark = "Matches without a time count at the end of their day, after those that are here with one."
    play(season, "Ann", "Bo", on=day)
    assert (remark in unescape(send(staff, sheet(*PLAYED)))) == said
    bring(staff, sheet(*PLAYED))
    assert (remark in unescape(send(staff, sheet(*PLAYED)))) is False  # there is nothing new


def test_a_list_with_the_newest_match_on_top_is_taken_from_the_bottom(staff, season):
    page = unescape(send(staff, sheet(*PLAYED[::-1])))
    assert REMARK in page
    assert ASKED not in page
    assert "Row 2: Bo beat Cy, 11 March 2026" in page
    bring(staff, sheet(*PLAYED[::-1]))
    assert stored() == PLAYED
    fresh = season_of(make_ladder("points-exchange", slug="fresh"))
    for row in PLAYED:
        play(fresh, *row.split(",")[1:])
    assert points(season) == points(fresh)
    assert ledger.verify(season.ladder) == []


def test_a_list_with_the_oldest_match_on_top_is_taken_from_the_top(staff, season):
    assert REMARK not in unescape(send(staff, sheet(*PLAYED)))
    bring(staff, sheet(*PLAYED))
    assert stored() == PLAYED


def test_nothing_is_said_where_no_day_has_two_matches(staff, season):
    page = unescape(send(staff, sheet("2026-03-11,Ann,Bo", "2026-03-04,Ann,Cy")))
    assert REMARK not in page


def test_a_list_that_has_grown_on_top_adds_its_new_matches_only(staff, season):
    bring(staff, sheet(*PLAYED[::-1]))
    bring(staff, sheet(*PLAYED[::-1]))
    assert stored() == PLAYED
    page = unescape(send(staff, sheet(*LATER[::-1], *PLAYED[::-1])))
    assert "Import 2 matches" in page
    bring(staff, sheet(*LATER[::-1], *PLAYED[::-1]))
    assert stored() == [*PLAYED, *LATER]


def test_a_limit_of_matches_a_day_is_counted_in_the_order_of_play(staff, season):
    season.ladder.pair_day_limit = 1
    season.ladder.save(update_fields=["pair_day_limit"])
    bring(staff, sheet(*PLAYED[::-1]))
    kinds = Match.objects.order_by("played_at", "sequence").values_list("kind", flat=True)
    assert list(kinds)[:3] == ["rated", "unrated", "rated"]


def test_rows_of_a_turned_list_are_named_from_the_top(staff, season):
    for row in PLAYED[1:]:
        bring(staff, sheet(row))
    Match.objects.update(source_key=None, imported_in=None)
    page = unescape(send(staff, sheet(*PLAYED[:0:-1])))
    assert "4 matches are already stored (rows 2, 3, 4 and 5)." in page


def test_of_two_equal_matches_the_upper_one_of_a_grown_list_is_new(staff, season):
    """They have different scores, which are no part of what a row is recognised by."""
    first = "Date,Winner,Loser,Score\n{}2026-03-04,Ann,Bo,11-7\n2026-03-01,Cy,Bo,11-9\n2026-03-01,Bo,Cy,11-6"
    bring(staff, first.format(""))
    bring(staff, first.format("2026-03-04,Ann,Bo,11-3\n"))
    assert list(Match.objects.order_by("played_at", "sequence").values_list("games", flat=True)) == [
        "11-6",
        "11-9",
        "11-7",
        "11-3",
    ]


def test_a_list_whose_dates_run_both_ways_is_asked_about(staff, season):
    mixed = sheet("2026-03-11,Ann,Bo", "2026-03-04,Ann,Cy", "2026-03-04,Cy,Ann", "2026-03-18,Cy,Bo", "2026-03-04,Bo,Cy")
    page = unescape(send(staff, mixed))
    assert ASKED in page
    assert REMARK not in page
    assert "From one row to the next the date goes forward once and back twice." in page
    assert '<option value="bottom" selected>From the bottom up</option>' in page
    bring(staff, mixed, played="top")
    assert [one for one in stored() if "03-04" in one] == ["2026-03-04,Ann,Cy", "2026-03-04,Cy,Ann", "2026-03-04,Bo,Cy"]


def test_only_the_order_that_was_shown_is_imported(staff, season):
    mixed = sheet("2026-03-11,Ann,Bo", "2026-03-04,Ann,Cy", "2026-03-04,Cy,Ann", "2026-03-18,Cy,Bo", "2026-03-04,Bo,Cy")
    again = staff.post("/club/all-time/import", {**hidden(send(staff, mixed)), "played": "top", "import": "1"})
    assert (again.status_code, Match.objects.count()) == (422, 0)


def test_an_export_keeps_the_order_of_its_rows(staff, season):
    """Match files of the site are read as they say, whichever way their dates run."""
    heading = "match,date,started,kind,status,player,place"
    rows = [
        f"{number},{day},,,,{name},{place}"
        for number, day, pair in (
            (1, "2026-03-11", ("Ann", "Bo")),
            (2, "2026-03-04", ("Ann", "Bo")),
            (3, "2026-03-04", ("Bo", "Ann")),
        )
        for place, name in enumerate(pair, 1)
    ]
    page = unescape(send(staff, "\n".join((heading, *rows))))
    assert REMARK not in page
    bring(staff, "\n".join((heading, *rows)))
    assert [
        one.participants.order_by("place", "-score").first().player.name
        for one in Match.objects.order_by("played_at", "sequence")
    ] == ["Ann", "Bo", "Ann"]


TIMED = """Datum;Uhrzeit;Sieger;Verlierer
04.03.2026;20:15;Ann;Bo
04.03.2026;21:40;Cy;Ann
04.03.2026;19:30;Bo;Ann
11.03.2026;20:00;Bo;Cy"""
BY_TIME = ["2026-03-04,Bo,Ann", "2026-03-04,Ann,Bo", "2026-03-04,Cy,Ann", "2026-03-11,Bo,Cy"]
AS_LISTED = ["2026-03-04,Ann,Bo", "2026-03-04,Cy,Ann", "2026-03-04,Bo,Ann", "2026-03-11,Bo,Cy"]
WITHOUT_TIMES = {"column-0": "date", "column-1": "", "column-2": "winner", "column-3": "loser"}


def test_a_column_of_times_decides_the_order_of_a_day(staff, season):
    page = unescape(send(staff, TIMED))
    assert "The times in “Uhrzeit” decide the order of the matches of one day." in page
    assert "Row 2: Ann beat Bo, 4 March 2026, 20:15" in page
    bring(staff, TIMED)
    assert stored() == BY_TIME
    assert ledger.verify(season.ladder) == []


@pytest.mark.parametrize("first", [{}, WITHOUT_TIMES])
def test_a_list_with_times_adds_nothing_again_also_if_its_times_were_not_read(staff, season, first):
    bring(staff, TIMED, **first)
    assert stored() == (AS_LISTED if first else BY_TIME)
    page = unescape(send(staff, TIMED))
    assert "Nothing new: the season already has these matches." in page
    assert "earlier file" not in page


def test_a_grown_list_with_times_adds_its_new_matches_only(staff, season):
    """The same two meet once more that evening, with the same result, and the list had been imported without times."""
    bring(staff, TIMED, **WITHOUT_TIMES)
    bring(staff, TIMED + "\n04.03.2026;22:30;Ann;Bo")
    assert Match.objects.count() == 5
    newest = Match.objects.order_by("-sequence").first()
    assert f"{timezone.localtime(newest.played_at):%d.%m.%Y %H:%M}" == "04.03.2026 22:30"


def test_the_same_result_at_another_time_of_a_day_is_another_match(staff, season):
    """Two lists of one evening, and an earlier match that is written down later."""
    bring(staff, "Date,Time,Winner,Loser\n2026-03-04,20:15,Ann,Bo")
    bring(staff, "Date,Time,Winner,Loser\n2026-03-04,21:30,Ann,Bo")
    bring(staff, "Date,Time,Winner,Loser\n2026-03-04,19:00,Ann,Bo\n2026-03-04,20:15,Ann,Bo")
    times = [f"{timezone.localtime(one.played_at):%H:%M}" for one in Match.objects.order_by("played_at")]
    assert times == ["19:00", "20:15", "21:30"]


@pytest.mark.parametrize(
    ("text", "answers"),
    [
        ("2026-03-04,20:15,Ann,Bo\n2026-03-04,,Ann,Bo\n2026-03-04,21:00,Bo,Ann", {"untimed": "last"}),
        ("2026-03-04,22:15,Ann,Bo\n2026-03-04,23:40,Cy,Ann\n2026-03-04,00:30,Bo,Ann", {"night": "first"}),
        ("2026-03-04,1:32,Ann,Bo\n2026-03-04,0:48,Ann,Bo", {"clock": "day"}),
    ],
)
def test_no_answer_about_times_makes_a_match_new(staff, season, text, answers):
    bring(staff, f"Date,Time,Winner,Loser\n{text}")
    assert Match.objects.count() == text.count("\n") + 1
    page = unescape(send(staff, f"Date,Time,Winner,Loser\n{text}", **answers))
    assert "Nothing new: the season already has these matches." in page


def test_a_match_that_was_entered_without_a_time_is_known_in_a_list_with_times(staff, season):
    bring(staff, TIMED, **WITHOUT_TIMES)
    Match.objects.update(source_key=None, imported_in=None)
    assert "4 matches are already stored (rows 2, 3, 4 and 5)." in unescape(send(staff, TIMED))


def test_a_row_without_a_time_keeps_its_place_among_the_others(staff, season):
    text = "Date,Time,Winner,Loser\n4 Mar 2026,8:15 PM,Ann,Bo\n4 Mar 2026,,Cy,Ann\n4 Mar 2026,9:30 PM,Bo,Ann"
    page = unescape(send(staff, text))
    assert "No time of day in row 3." in page
    bring(staff, text)
    assert stored() == ["2026-03-04,Ann,Bo", "2026-03-04,Cy,Ann", "2026-03-04,Bo,Ann"]


def test_times_that_may_be_lengths_are_asked_about_and_change_no_order(staff, season):
    text = "Date,Time,Winner,Loser\n2026-03-04,1:32,Ann,Bo\n2026-03-04,0:48,Cy,Ann\n2026-03-05,1:05,Bo,Ann"
    page = unescape(send(staff, text))
    assert "“1:32” in row 2 may be how long a match took." in page
    bring(staff, text)
    assert stored()[:2] == ["2026-03-04,Ann,Bo", "2026-03-04,Cy,Ann"]


def test_hours_after_midnight_are_asked_about(staff, season):
    text = "Date,Time,Winner,Loser\n2026-03-04,22:15,Ann,Bo\n2026-03-04,23:40,Cy,Ann\n2026-03-04,00:30,Bo,Ann"
    page = unescape(send(staff, text))
    assert "Was 00:30 after midnight of that day, or early in its morning? (row 4)" in page
    bring(staff, text)
    assert stored() == ["2026-03-04,Ann,Bo", "2026-03-04,Cy,Ann", "2026-03-04,Bo,Ann"]


UNTIMED = ["10/02/26,Nora,Emil", "10/02/26 19:10,Emil,Jan", "10/02/26 20:10,Jan,Nora", "17/02/26 19:00,Nora,Jan"]
UNTIMED_IN_ORDER = ["2026-02-10,Nora,Emil", "2026-02-10,Emil,Jan", "2026-02-10,Jan,Nora", "2026-02-17,Nora,Jan"]


@pytest.mark.parametrize(("rows", "row"), [(UNTIMED, 2), (UNTIMED[::-1], 5)])
def test_a_row_without_a_time_among_dates_with_one_keeps_its_place(staff, season, rows, row):
    page = unescape(send(staff, sheet(*rows)))
    assert f"No time of day in row {row}." in page
    assert "decide the order" not in page
    bring(staff, sheet(*rows))
    assert stored() == UNTIMED_IN_ORDER


def test_a_row_without_a_time_among_dates_with_one_can_be_the_last_of_its_day(staff, season):
    bring(staff, sheet(*UNTIMED), untimed="last")
    assert stored() == [*UNTIMED_IN_ORDER[1:3], UNTIMED_IN_ORDER[0], UNTIMED_IN_ORDER[3]]
    assert "Nothing new: the season already has these matches." in unescape(send(staff, sheet(*UNTIMED)))


def test_midnight_in_a_date_is_a_time_where_no_column_has_times(staff, season):
    assert "No time of day" not in send(staff, sheet("2026-02-10 00:00:00,Nora,Emil", "2026-02-10 19:10:00,Emil,Jan"))


NIGHTS = [
    "03/04/2026,19:30,Ann,Bo", "03/04/2026,20:15,Bo,Cy", "17/04/2026,22:30,Ann,Cy", "17/04/2026,00:20,Cy,Bo",
    "24/04/2026,20:00,Ann,Bo", "24/04/2026,21:20,Bo,Cy",
]  # fmt: skip


@pytest.mark.parametrize(("rows", "row"), [(NIGHTS, 5), (NIGHTS[::-1], 4), (NIGHTS[2:4], 3)])
def test_a_match_after_midnight_of_an_evening_with_two_is_asked_about(staff, season, rows, row):
    text = "\n".join(("Date,Time,Winner,Loser", *rows))
    assert f"or early in its morning? (row {row})" in unescape(send(staff, text))
    bring(staff, text)
    assert [one for one in stored() if "04-17" in one] == ["2026-04-17,Ann,Cy", "2026-04-17,Cy,Bo"]
