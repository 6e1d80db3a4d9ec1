"""What a club's own spreadsheet seems to mean."""

from collections import Counter
from datetime import UTC, date, datetime
from zoneinfo import ZoneInfo

import pytest

from ladder.files.interpretation.column_contents import ColumnContents
from ladder.files.interpretation.column_guess import guess_columns
from ladder.files.interpretation.column_meanings import are_mostly, find_missing_meaning, parse_amount
from ladder.files.interpretation.date_column import build_date_doubt_key, find_date_order, find_likely_order
from ladder.files.interpretation.date_styles import DAY_FIRST, MONTH_FIRST, read_date
from ladder.files.interpretation.row_filter import RepeatedBlock, filter_rows, find_repeated_blocks
from ladder.files.interpretation.row_outcomes import read_outcome
from ladder.files.match_file import read_match_file
from ladder.files.match_records import MatchRecord, build_match_rows
from ladder.formats import Game, format_games

TODAY = date(2026, 11, 21)
NOON = datetime(2026, 1, 5, 12, tzinfo=UTC)


def meant(*rows, asked=("length",)):
    return guess_columns([row.split(",") for row in rows], asked).meanings


@pytest.mark.parametrize(
    ("rows", "meanings"),
    [
        (["Played on,Won by,Beaten,Points", "4/3/26,Ann,Bo,5"], ["date", "winner", "loser", "length"]),
        (["Day,Player,Opponent,Score", "4/3/26,Ann,Bo,5-3"], ["date", "player1", "player2", "result"]),
        (["Player A,Player B,Winner,When", "Ann,Bo,Ann,4/3/26"], ["player1", "player2", "winner", "date"]),
        (["2026-03-04,Ann,Bo,5", "2026-03-05,Ann,Cy,3"], ["date", "player1", "player2", "length"]),
        (["Date,Winner,Against", "4/3/26,Ann,Bo"], ["date", "winner", "loser"]),
        (["Date,Winner,Opponent", "4/3/26,Ann,Bo"], ["date", "winner", "loser"]),
        (["x,y,z,q", "4/3/26,Ann,Bo,1-0", "5/3/26,Bo,Ann,0-1"], ["date", "player1", "player2", "result"]),
        (["Our league,,", "", "When,Winner,Loser", "4/3/26,Ann,Bo"], ["date", "winner", "loser"]),
        (["match,player,place,date", "1,Ann,1,2026-03-04"], ["match", "player", "place", "date"]),
        (["Date,Winner,Loser,Status", "4/3/26,Ann,Bo,paid"], ["date", "winner", "loser", ""]),
        (["Date,Winner,Loser,Notes", "4/3/26,Ann,Bo,"], ["date", "winner", "loser", ""]),
    ],
)
def test_columns_are_known_by_their_headings_or_by_what_they_hold(rows, meanings):
    assert meant(*rows) == meanings


@pytest.mark.parametrize(
    ("meanings", "lacking"),
    [
        (["date", "winner", "loser"], ""),
        (["date", "player1", "player2", "winner"], ""),
        (["winner", "loser"], "date"),
        (["date", "player1", "player2"], "result"),
        (["date", "player1", "player2", "score1"], "score"),
        (["date", "player1", "player2", "score1", "score2"], ""),
        (["date", "player1", "", ""], "names"),
        (["date", "date", "winner", "loser"], "twice"),
        (["date", "winner", "loser", "loser", "", ""], "twice"),
    ],
)
def test_what_the_columns_lack_is_named(meanings, lacking):
    assert find_missing_meaning(meanings) == lacking


@pytest.mark.parametrize(
    ("text", "day_first", "month_first"),
    [
        ("2026-03-04", "2026-03-04", "2026-03-04"),
        ("2026/3/4", "2026-03-04", "2026-03-04"),
        ("3/4/2026", "2026-04-03", "2026-03-04"),
        ("Sat 3.4.26", "2026-04-03", "2026-03-04"),
        ("13/4/99", "1999-04-13", ""),
        ("4-13-2026", "", "2026-04-13"),
        ("3 April 2026", "2026-04-03", "2026-04-03"),
        ("Fri, 3rd Apr 26", "2026-04-03", "2026-04-03"),
        ("April 3, 2026", "2026-04-03", "2026-04-03"),
        ("3/4/2026 8:15 pm", "2026-04-03T20:15:00", "2026-03-04T20:15:00"),
        ("3/4/2026 12:05 am", "2026-04-03T00:05:00", "2026-03-04T00:05:00"),
        ("3/4/2026 8:15 p.m.", "2026-04-03T20:15:00", "2026-03-04T20:15:00"),
        ("3.4.2026 20.15 Uhr", "2026-04-03T20:15:00", "2026-03-04T20:15:00"),
        ("3/4/2026 20:15 XYZ", "", ""),
        ("3/4/2026 20:15:61", "", ""),
        ("46085", "2026-03-04", "2026-03-04"),
        ("46085.84375", "2026-03-04T20:15:00", "2026-03-04T20:15:00"),
        ("46085,5", "2026-03-04T12:00:00", "2026-03-04T12:00:00"),
        ("46085.9999999", "2026-03-05", "2026-03-05"),
        ("20260304", "2026-03-04", "2026-03-04"),
        ("20260231", "", ""),
        ("18991231", "", ""),
        ("31/2/2026", "", ""),
        ("3/4/2026 25:00", "", ""),
        ("3 Foo 2026", "", ""),
        ("٣/٤/٢٠٢٦", "2026-04-03", "2026-03-04"),
        ("۲۰۲۶/۰۳/۰۴", "2026-03-04", "2026-03-04"),
        ("۱۴۰۴/۱۲/۱۳", "", ""),
        ("\u200f04/03/2026", "2026-03-04", "2026-04-03"),
        ("２０２６／３／４", "2026-03-04", "2026-03-04"),
        ("2026. 03. 04.", "2026-03-04", "2026-03-04"),
        ("2026. március 4.", "2026-03-04", "2026-03-04"),
        ("2026年3月4日", "2026-03-04", "2026-03-04"),
        ("2026年03月04日(水) 20:15", "2026-03-04T20:15:00", "2026-03-04T20:15:00"),
        ("令和8年3月4日", "2026-03-04", "2026-03-04"),
        ("令和元年12月4日", "2019-12-04", "2019-12-04"),
        ("3月4日", "--03-04", "--03-04"),
        ("2026년 3월 4일", "2026-03-04", "2026-03-04"),
        ("4 марта 2026 г.", "2026-03-04", "2026-03-04"),
        ("среда, 4 мар. 2026", "2026-03-04", "2026-03-04"),
        ("Ср 04.03.2026", "2026-03-04", "2026-04-03"),
        ("5 мая 2026", "2026-05-05", "2026-05-05"),
        ("środa, 4 marca 2026 r.", "2026-03-04", "2026-03-04"),
        ("14 października 2026", "2026-10-14", "2026-10-14"),
        ("2026-03-04 Wednesday", "2026-03-04", "2026-03-04"),
        ("04.03.2026 (Mi)", "2026-03-04", "2026-04-03"),
        ("2026-03-04 Ann", "", ""),
        ("4 Mar 2026 at 20:15", "2026-03-04T20:15:00", "2026-03-04T20:15:00"),
        ("9" * 40, "", ""),
        ("", "", ""),
    ],
)
def test_days_are_read_as_people_write_them(text, day_first, month_first):
    assert read_date(text)[:2] == (day_first, month_first)


@pytest.mark.parametrize(
    ("text", "moment"),
    [
        ("2026/01/02 6:03:13 PM GMT+1", "2026-01-02T18:03:13+01:00"),
        ("2026/01/02 6:03:13 PM MEZ", "2026-01-02T18:03:13+01:00"),
        ("2026/01/02 6:03:13 PM GMT+5:30", "2026-01-02T18:03:13+05:30"),
        ("2026/01/02 6:03:13 AM EST", "2026-01-02T06:03:13-05:00"),
        ("Fri, 02 Jan 2026 18:03:13 +0100", "2026-01-02T18:03:13+01:00"),
        ("Fri, 2 Jan 2026 18:03:13 GMT", "2026-01-02T18:03:13+00:00"),
        ("2 Jan 26 18:03 -0330", "2026-01-02T18:03:00-03:30"),
        ("Fri Jan 02 2026 18:03:13 GMT+0100 (Central European Standard Time)", "2026-01-02T18:03:13+01:00"),
        ("1767373393", "2026-01-02T17:03:13+00:00"),
        ("1767373393.25", "2026-01-02T17:03:13+00:00"),
        ("1767373393000", "2026-01-02T17:03:13+00:00"),
        ("2026-01-02 18:03 UTC", "2026-01-02T18:03:00+00:00"),
        ("2026/01/02 18:03 GMT+25", ""),
        ("2026/01/02 18:03 EST+1", ""),
        ("2026/01/02 18:03 9:00-11:30", ""),
        ("176737339", ""),
        ("9999999999999", ""),
    ],
)
def test_moments_with_a_zone_are_read_as_programs_write_them(text, moment):
    """The download of a form tool, RFC 5322, a browser's date, and seconds or milliseconds since 1970."""
    assert read_date(text)[:2] == (moment, moment)


@pytest.mark.parametrize("weekdays", [("Mon", "Tue"), ("Montag", "Dienstag"), ("1", "2"), ("Round 1", "Round 1")])
def test_a_column_of_weekdays_is_no_date_while_another_has_dates(weekdays):
    first, second = weekdays
    rows = f"{first},Ann,Bo,2026-03-02", f"{second},Ann,Cy,2026-03-03"
    assert meant("Day,Winner,Loser,When", *rows) == ["", "winner", "loser", "date"]
    assert meant("Day,Winner,Loser,Date", *rows) == ["", "winner", "loser", "date"]


def test_a_column_without_any_digit_is_no_date():
    assert meant("Day,Winner,Loser", "Mon,Ann,Bo", "Tue,Ann,Cy") == ["", "winner", "loser"]
    assert meant("Date,Winner,Loser", "soon,Ann,Bo", "later,Ann,Cy", "4 or 5 March,Ann,Cy")[0] == "date"


def test_a_column_of_numbers_is_a_date_only_by_its_heading():
    rows = "2026-03-04,Ann,Bo,1767373393", "2026-03-05,Ann,Bo,1767373394"
    assert meant("Played,Winner,Loser,Ref", *rows)[3] == ""
    assert meant("Ref,Winner,Loser,Timestamp", "x,Ann,Bo,1767373393", "y,Ann,Cy,1767373394")[3] == "date"


@pytest.mark.parametrize(
    ("texts", "order"),
    [
        (["3/4/2026", "13/4/2026"], (DAY_FIRST, False)),
        (["3/4/2026", "4/13/2026"], (MONTH_FIRST, False)),
        (["3/4/2026", "2026-05-01"], (DAY_FIRST, True)),
        (["1/2/2026", "2/2/2026", "3/2/2026"], (DAY_FIRST, True)),
        (["2/1/2026", "2/2/2026", "3/1/2026"], (MONTH_FIRST, True)),
        (["3/1/2026", "2/2/2026", "2/1/2026"], (MONTH_FIRST, True)),
        (["10/12/2026", "10/11/2026"], (MONTH_FIRST, False)),
        (["13/4/2026", "4/13/2026", "3/5/2026", "13/5/2026"], (DAY_FIRST, True)),
        (["06.02.2026", "17.02.2026", "2026-03-01"], (DAY_FIRST, False)),
        (["06.02.2026", "17.02.2026", "17.02.2027"], (DAY_FIRST, False)),
        (["06.02.2026", "17.02.", "31.02.2026"], (DAY_FIRST, False)),
        (["06.02.2026", "02/17/2026"], (DAY_FIRST, True)),
        (["06.02.2026", "17.02.2026", "02/06/2026", "02/17/2026"], (DAY_FIRST, True)),
    ],
)
def test_the_order_of_day_and_month_is_what_is_possible(texts, order):
    assert find_date_order(texts, TODAY) == order


@pytest.mark.parametrize(
    ("texts", "zone", "order"),
    [
        (["3/4/2026"], "Europe/London", DAY_FIRST),
        (["3/4/2026"], "America/New_York", MONTH_FIRST),
        (["3/4/2026"], "America/Indiana/Knox", MONTH_FIRST),
        (["3/4/2026"], "America/Toronto", DAY_FIRST),
        (["3/4/2026 20:15:01", "3/4/2026 8:15:01"], "UTC", MONTH_FIRST),
        (["03/04/2026 20:15:01"], "UTC", DAY_FIRST),
        (["2/1/2026", "3/1/2026", "2/2/2026"], "America/New_York", DAY_FIRST),
    ],
)
def test_where_dates_do_not_tell_it_the_country_is_likely_and_it_is_asked(texts, zone, order):
    assert find_date_order(texts, TODAY, find_likely_order(texts, zone)) == (order, True)


@pytest.mark.parametrize(
    ("text", "outcome"),
    [
        ("7-5", (1, "", "7–5")),
        ("5 : 7", (0, "", "5–7")),
        ("3–3", (0.5, "", "3–3")),
        ("W", (1, "", "")),
        ("lost", (0, "", "")),
        ("½-½", (0.5, "", "")),
        ("0", (0, "", "")),
        ("x", (0.5, "", "")),
        ("21-15, 18-21, 21-19", (1, "", "21–15, 18–21, 21–19")),
        ("11-7 9-11 8-11", (0, "", "11–7, 9–11, 8–11")),
        ("6:4 6:3", (1, "", "6–4, 6–3")),
        ("6/4 3/6 6/2", (1, "", "6–4, 3–6, 6–2")),
        ("7-6(4), 6-7 (7-9), [10-8]", (1, "", "7–6, 6–7, 10–8")),
        ("1-2 (21-15, 18-21, 19-21)", (0, "", "1–2")),
        ("11-7 9-11", (None, "", "11–7, 9–11")),
        ("6-4 2-1 ret.", (1, "retired", "6–4, 2–1")),
        ("stopped 1-0", (1, "stopped", "1–0")),
        ("lost w/o", (0, "walkover", "")),
        ("lost 2-1 ret.", (0, "retired", "2–1")),  # who was ahead gave up
        ("won and lost ret.", (None, "retired", "")),
        ("3-1 ret\u0131red", (None, "", "")),  # an i without a dot
        ("11-7 5-11 abgebr.", (None, "stopped", "11–7, 5–11")),
        ("stopped", (None, "stopped", "")),
        ("w/o", (None, "walkover", "")),
        ("3-0 (w.o.)", (1, "walkover", "3–0")),
        ("bye", (None, "unplayed", "")),
        ("n/a", (None, "unplayed", "")),
        ("03:01:00", (1, "", "3–1")),
        ("PT03H01M00S", (1, "", "3–1")),
        ("1900-01-01T01:20:00", (1, "", "25–20")),
        ("2026-03-01", (None, "", "")),
        ("Hall 2", (None, "", "")),
    ],
)
def test_results_are_read_as_people_write_them(text, outcome):
    assert read_outcome(text) == outcome


@pytest.mark.parametrize(
    ("text", "number"), [("7 pts", "7"), ("7.0", "7"), ("2,50", "2.5"), ("-1", "-1"), ("1e3", "1e3")]
)
def test_amounts_lose_their_units(text, number):
    assert parse_amount(text) == number


def test_a_block_of_three_different_rows_is_a_repeat_and_an_evening_of_two_is_not():
    assert find_repeated_blocks(list("abcxabcx")) == [RepeatedBlock(0, 4, 4)]
    assert find_repeated_blocks(list("aababaabab")) == []
    assert find_repeated_blocks(list("abab")) == []


class Compared:
    """A row that counts how often it is compared with another one."""

    times = 0

    def __init__(self, content):
        self.content = content

    def __hash__(self):
        return hash(self.content)

    def __eq__(self, other):
        Compared.times += 1
        return self.content == other.content


@pytest.mark.parametrize("contents", ["a", "ab", "aaab", "abc"])
def test_rows_that_are_all_alike_are_not_each_compared_with_each(contents):
    rows = [Compared(content) for content in contents * 1_000]
    Compared.times = 0
    assert bool(find_repeated_blocks(rows)) == (contents == "abc")
    assert Compared.times < 50 * len(rows)


def test_rows_that_are_no_matches_are_told_with_the_worst_doubt_first():
    text = """Date,Winner,Loser,Empty
3/4/2026,Ann,Bo,
,Ann,Cy,
Date,Winner,Loser,Empty
soon,Bo,Cy,
Total,3,,"""
    rows = [line.split(",") for line in text.splitlines()]
    sifted = filter_rows(rows, guess_columns(rows), {}, TODAY)
    assert [(doubt.title, doubt.default) for doubt in sorted(sifted.doubts, key=lambda one: -one.weight)] == [
        ("“3/4/2026” could be either of two dates.", "0"),
        ("No date in row 3.", "above"),
        ("“soon” is not a date (row 5).", "leave"),
        ("Rows 4 and 6 look like a total or a heading.", "leave"),
        ("1 column holds nothing: “Empty”.", "leave"),
    ]
    assert (sifted.table[2:4], sifted.left_out) == ([["2026-04-03", "Ann", "Bo"], ["2026-04-03", "Ann", "Cy"]], 3)


def test_answers_put_rows_back():
    rows = [line.split(",") for line in ("Date,Winner,Loser", "3/4/2026,Ann,Bo", "soon,Bo,Cy")]
    sifted = filter_rows(rows, guess_columns(rows), {"order": "1", build_date_doubt_key("soon"): "above"}, TODAY)
    assert sifted.table[2:] == [["2026-03-04", "Ann", "Bo"], ["2026-03-04", "Bo", "Cy"]]


def days_of(*dates, **answers):
    """Return the day of each row of a sheet with these dates, and what is asked with its preset answer."""
    rows = [["Date", "Winner", "Loser"], *([day, "Ann", "Bo"] for day in dates)]
    sifted = filter_rows(rows, guess_columns(rows), answers, TODAY)
    days = [cells[0] if cells else "" for cells in sifted.table[2:]]
    return days, [(one.title, one.default) for one in sifted.doubts]


def test_rows_above_the_first_date_can_take_that_of_the_row_below():
    assert days_of("", "", "25.1.2026", "", "26.1.2026", "") == (
        ["2026-01-25"] * 4 + ["2026-01-26"] * 2,
        [("No date in rows 2 and 3, above the first date.", "below"), ("No date in rows 5 and 7.", "above")],
    )
    left_out = {f"{build_date_doubt_key('')}-first": "leave"}
    assert days_of("", "25.1.2026", **left_out)[0] == ["", "2026-01-25"]


def test_dates_in_the_last_row_of_each_day_count_for_the_rows_above_them():
    days, asked = days_of("", "25.1.2026", "", "", "26.1.2026")
    assert days == ["2026-01-25"] * 2 + ["2026-01-26"] * 3
    assert [preset for _, preset in asked] == ["below", "below"]


def test_dates_that_a_spreadsheet_may_have_exchanged_are_asked_about():
    """A sheet of 6, 13 and 20 February and 6, 10 and 12 March, opened by a program that expects the month first."""
    dates = ("2026-06-02", "13.02.2026", "20.02.2026", "2026-06-03", "2026-10-03", "2026-12-03")
    days, asked = days_of(*dates[:5], "2026-09-03")
    title = "Did the spreadsheet exchange the day and the month of its dates?"
    assert (title, "keep") in asked
    assert days[0] == "2026-06-02"
    exchanged = days_of(*dates, exchanged="exchanged")[0]
    assert exchanged == ["2026-02-06", "2026-02-13", "2026-02-20", "2026-03-06", "2026-03-10", "2026-03-12"]
    assert title not in [one for one, _ in days_of(*dates, "2026-03-13")[1]]
    assert title not in [one for one, _ in days_of("2026-06-02", "13.02.2026", "2026-06-03")[1]]


def test_a_word_above_the_first_date_is_left_out_until_somebody_says_otherwise():
    days, asked = days_of("soon", "25.1.2026", "soon")
    assert (days, asked) == (
        ["", "2026-01-25", ""],
        [
            ("“soon” is not a date (row 2, above the first date).", "leave"),
            ("“soon” is not a date (row 4).", "leave"),
        ],
    )


def read_scores(*rows):
    """Return the matches that a club's sheet holds: who won, the games and the ending."""
    cells = [row.split(",") for row in rows]
    sheet = filter_rows(cells, guess_columns(cells), {}, TODAY)
    records = read_match_file(sheet.table, ZoneInfo("Europe/Rome")).records
    return [(one.players, one.scores[0], format_games(one.games), one.ending) for one in records]


def test_columns_of_sets_say_the_score_and_who_won():
    heading = "Date,Player 1,Player 2,Set 1,Set 2,Set 3"
    assert meant(heading, "4/3/26,Ann,Bo,6-4,3-6,7-6(5)")[3:] == ["set1", "set2", "set3"]
    assert read_scores(heading, "4/3/26,Ann,Bo,6-4,3-6,7-6(5)", "5/3/26,Cy,Bo,4-6,2-6,") == [
        (("Ann", "Bo"), 1.0, "6-4 3-6 7-6(5)", ""),
        (("Cy", "Bo"), 0.0, "4-6 2-6", ""),
    ]


def test_the_score_of_a_result_is_kept_where_it_says_who_won():
    assert read_scores(
        "Date,Winner,Loser,Score", "4/3/26,Ann,Bo,11-7 9-11 11-5", "5/3/26,Ann,Cy,6-4 2-1 ret.", "6/3/26,Ann,Cy,1-0"
    ) == [
        (("Ann", "Bo"), 1.0, "11-7 9-11 11-5", ""),
        (("Ann", "Cy"), 1.0, "6-4 2-1", "retired"),
        (("Ann", "Cy"), 1.0, "1-0", ""),
    ]
    assert read_scores("Date,White,Black,Result", "4/3/26,Ann,Bo,1-0", "5/3/26,Ann,Cy,0-1") == [
        (("Ann", "Bo"), 1.0, "", ""),
        (("Ann", "Cy"), 0.0, "", ""),
    ]
    assert read_scores("Date,Home,Away,Home goals,Away goals", "4/3/26,Ann,Bo,1,3", "5/3/26,Ann,Bo,2,2") == [
        (("Ann", "Bo"), 0.0, "1-3", ""),
        (("Ann", "Bo"), 0.5, "2-2", ""),
    ]


def test_a_match_tie_break_in_brackets_decides_sets_that_are_level():
    heading = "Date,Player 1,Player 2,Score"
    assert read_scores(heading, "4/3/26,Ann,Bo,6-2 4-6 (10-8)", "5/3/26,Ann,Cy,2-6 6-4 [7-10]") == [
        (("Ann", "Bo"), 1.0, "6-2 4-6 10-8", ""),
        (("Ann", "Cy"), 0.0, "2-6 6-4 7-10", ""),
    ]


def test_the_score_of_somebody_who_gave_up_does_not_contradict_the_winner():
    assert read_scores("Date,Winner,Loser,Score", "4/3/26,Ann,Bo,1-4 RET") == [(("Ann", "Bo"), 1.0, "1-4", "retired")]


def test_a_score_of_somebody_who_gave_up_says_nothing_of_who_won():
    rows = [["Date", "Player 1", "Player 2", "Score"], ["4/3/26", "Ann", "Bo", "1-4 RET"]]
    sifted = filter_rows(rows, guess_columns(rows), {}, TODAY)
    assert "Somebody gave up, and it is not said who, in row 2." in [one.title for one in sifted.doubts]


def test_a_word_beside_a_score_turns_it_unless_somebody_gave_up():
    results = ["L 3-1", "lost 2-1 in games ret.", "won 6-4 2-1 ret.", "stopped 1-0"]
    rows = [["Date", "Player 1", "Player 2", "Result"], *(["2026-03-04", "Ann", "Bo", one] for one in results)]
    header, *table = filter_rows(rows, guess_columns(rows), {}, TODAY).table
    told = [dict(zip(header, row, strict=True)) for row in table if any(row)]
    assert [(one["result"], one["score"], one["ending"]) for one in told] == [
        ("0", "1-3", ""),
        ("0", "2-1 in games", "retired"),
        ("1", "6-4 2-1", "retired"),
        ("0.5", "1-0", "stopped"),
    ]


def test_a_result_with_a_slash_is_a_score_and_1_2_is_one_beside_others():
    heading = "Date,Player 1,Player 2,Result"
    assert read_scores(heading, "4/3/26,Ann,Bo,2/1", "5/3/26,Ann,Cy,1/2") == [
        (("Ann", "Bo"), 1.0, "2-1", ""),
        (("Ann", "Cy"), 0.0, "1-2", ""),
    ]
    assert [one[1] for one in read_scores(heading, "4/3/26,Ann,Bo,1", "5/3/26,Ann,Cy,1/2")] == [1.0, 0.5]


def test_a_column_says_that_somebody_retired():
    rows = ("Date,Winner,Loser,Sets,Result type", "4/3/26,Ann,Bo,6-4 1-0,Retired", "5/3/26,Ann,Bo,6-4 6-0,Played")
    assert read_scores(*rows) == [
        (("Ann", "Bo"), 1.0, "6-4 1-0", "retired"),
        (("Ann", "Bo"), 1.0, "6-4 6-0", ""),
    ]


def test_an_export_comes_back_as_it_was_with_its_scores_sides_and_what_limits_decided():
    kept = [
        MatchRecord(
            1, "team", NOON, None, ("Ann", "Bo", "Cy"), places=(1, 2, 2), facts={"handicap": -20}, sides=(1, 2, 2)
        ),
        MatchRecord(2, "rated", NOON, None, ("Ann", "Bo"), places=(1, 2), games=(Game(11, 7),), ending="retired"),
        MatchRecord(
            3, "unrated", NOON, None, ("Bo", "Ann"), places=(2, 1), unrated_because="Kept as unrated: a limit."
        ),
    ]
    kept[0] = kept[0]._replace(games=(Game(11, 7), Game(9, 11), Game(11, 5)))
    kept = [one._replace(unrated_because=one.unrated_because or "") for one in kept]
    whole = build_match_rows(kept, with_scores=True, with_handicaps=True, with_reasons=True)
    rows = [[str(cell) for cell in row] for row in whole]
    read = read_match_file(filter_rows(rows, guess_columns(rows, ()), {}, TODAY).table, UTC).records
    assert [one._replace(line=number) for number, one in enumerate(read, 1)] == kept


def test_very_many_cells_are_judged_by_some_from_all_over():
    cells, judged = ["x"] * 20_000 + [str(number) for number in range(10_000)], []
    assert not are_mostly(cells, lambda cell: judged.append(cell) or cell == "x")
    assert len(judged) <= 500
    assert are_mostly(cells[:25_000], lambda cell: cell == "x")


def test_each_column_of_names_is_read_once_however_many_there_are(monkeypatch):
    seen = Counter()

    def simplify(name):
        seen[name] += 1
        return name

    monkeypatch.setattr("ladder.files.interpretation.column_contents.simplify_name", simplify)
    contents = ColumnContents([""] * 3, [["Ann", "Bo"], ["Bo", "Cy"], ["Di", "Ed"]])
    assert [contents.count_shared_names(*pair) for pair in ((0, 1), (0, 2), (1, 2), (0, 1))] == [1, 0, 0, 1]
    assert seen == {"Ann": 1, "Bo": 2, "Cy": 1, "Di": 1, "Ed": 1}
