"""Match files in the short and the long form."""

import io
from datetime import datetime
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ladder.files.cell_values import FirstSpellings
from ladder.files.match_file import BOTH_PAIRS, NO_DATE_COLUMN, NO_PAIR, NO_PLAYERS, MatchFile, read_match_file
from ladder.files.match_records import MatchRecord, build_source_keys, sort_by_end, write_match_file
from ladder.formats import format_games
from ladder.ratings import Exit

ROME = ZoneInfo("Europe/Rome")
NIGHT = datetime(2026, 1, 5, 23, 59, 59, tzinfo=ROME)


def read(text: str | bytes) -> MatchFile:
    return read_match_file(text, ROME)


def errors(text: str | bytes) -> list[tuple[int, str]]:
    return [tuple(problem) for problem in read(text).errors]


def test_short_form_reads_winner_and_loser():
    sheet = read("date,winner,loser,length\n2026-01-05, Ann ,Bob,5\n")
    assert sheet == ([MatchRecord(2, None, NIGHT, None, ("Ann", "Bob"), (1, 0), facts={"length": 5})], [], [], True, ())


@pytest.mark.parametrize(("result", "scores"), [("1", (1, 0)), ("0.5", (0.5, 0.5)), ("0", (0, 1))])
def test_short_form_reads_player1s_score(result, scores):
    (record,) = read(f"date;player1;player2;result\n2026-01-05;Ann;Bob;{result}\n").records
    assert (record.players, record.scores) == (("Ann", "Bob"), scores)


def test_short_form_reads_kind_exit_start_and_facts():
    (record,) = read(
        "date,winner,loser,kind,exit,started,chips,moves\n2026-01-05,a,b,Friendly,Surrendered,2026-01-04,2.5,1\n"
    ).records
    start = datetime(2026, 1, 4, tzinfo=ROME)
    assert record[1:] == (
        "friendly", NIGHT, start, ("a", "b"), (1, 0), "surrendered", (), (), {"chips": 2.5, "moves": 1}, "counted",
        (), (), "", None, (), "",
    )  # fmt: skip


def test_short_form_keeps_the_first_spelling_over_the_whole_file():
    records = read("date,winner,loser\n2026-01-05,Ann,BOB\n2026-01-05,bob,ANN\n").records
    assert [record.players for record in records] == [("Ann", "BOB"), ("BOB", "Ann")]


def test_spellings_known_before_are_kept():
    names = FirstSpellings()
    names.keep("Ann")
    (record,) = read_match_file("date,winner,loser\n2026-01-05,ANN,bob\n", ROME, names).records
    assert record.players == ("Ann", "bob")


@pytest.mark.parametrize(
    ("row", "sentence"),
    [
        (",a,b,,,,", "The date is missing."),
        ("2026-01-05,,,,,,", NO_PAIR),
        ("2026-01-05,a,b,c,d,1,", BOTH_PAIRS),
        ("2026-01-05,a,,,,,", "A player's name is missing."),
        ("2026-01-05,,,a,b,2,", "The result must be 1, 0.5 or 0."),
        ("2026-01-05,,,a,b,,", "The result must be 1, 0.5 or 0."),
        ("2026-01-05,a,b,,,,nan", "The length must be a number such as 5 or 2.5, not “nan”."),
        ("2026-01-05,a,b,,,," + "9" * 40, "The length is out of range."),
        ("2026-01-05," + "x" * 10_000 + ",b,,,,", "A name has at most 80 characters."),
        ("2026-01-05,a\0,b,,,,", "A name can't have control characters or invisible ones."),
    ],
)
def test_short_form_names_line_and_reason(row, sentence):
    assert errors(f"date,winner,loser,player1,player2,result,length\n{row}\n") == [(2, sentence)]


def test_every_bad_row_is_named_and_the_others_are_read():
    sheet = read("date,winner,loser\n2026-01-05,a,b\nx,a,b\n2026-01-06,a,b\ny,a,b\n")
    assert [record.line for record in sheet.records] == [2, 4]
    assert [problem.line for problem in sheet.errors] == [3, 5]


@pytest.mark.parametrize(
    ("header", "sentence"),
    [("winner,loser", NO_DATE_COLUMN), ("date,winner", NO_PLAYERS), ("date,match,winner", NO_PLAYERS)],
)
def test_header_needs_its_columns(header, sentence):
    sheet = read(header + "\n")
    assert (sheet.errors, sheet.readable) == ([(1, sentence)], False)


def test_long_form_gathers_a_battle():
    (record,) = read(
        "match,date,kind,player,exit,round\n7,2026-01-05,ladder,a,dead,2\n7,,,b,standing,\n7,,,c,surrendered,1\n"
    ).records
    exits = (Exit("dead", 2), Exit("standing"), Exit("surrendered", 1))
    assert record == MatchRecord(2, "ladder", NIGHT, None, ("a", "b", "c"), exits=exits)


def test_long_form_gathers_a_tournament_from_anywhere_in_the_file():
    first, second = read(
        "match,date,player,place,field\nx,2026-01-05,a,1,8\ny,2026-01-05,a,2,\nx,2026-01-05,b,3,8\ny,2026-01-05,b,1,\n"
    ).records
    assert (first.players, first.places, first.facts) == (("a", "b"), (1, 3), {"field": 8})
    assert (second.line, second.players, second.places) == (3, ("a", "b"), (2, 1))


@pytest.mark.parametrize("status", ["void", "pending"])
def test_long_form_keeps_void_and_pending_matches(status):
    lines = f"1,2026-01-05,{status.upper()},a,1\n1,2026-01-05,{status},b,2\n"
    (record,) = read(f"match,date,status,player,place\n{lines}").records
    assert record.status == status


def test_long_form_takes_rows_of_the_short_form():
    records = read("match,date,player,place,winner,loser\n1,2026-01-05,a,1,,\n,2026-01-05,,,c,d\n1,,b,2,,\n").records
    assert [record.players for record in records] == [("a", "b"), ("c", "d")]


def test_row_of_the_short_form_has_no_field():
    text = "match,date,player,winner,loser,field\n,2026-01-05,,a,b,8\n"
    assert errors(text) == [(2, "A field goes with the places of a tournament.")]


@pytest.mark.parametrize(
    ("rows", "sentence"),
    [
        ("1,2026-01-05,a,1,,\n1,2026-01-06,b,2,,", "The rows of this match don't agree about its date."),
        ("1,2026-01-05,a,1,,5\n1,2026-01-05,b,2,,7", "The rows of this match don't agree about its length."),
        ("1,,a,1,,\n1,,b,2,,", "The date is missing."),
        ("1,2026-01-05,a,1,,\n1,2026-01-05,b,,,", "Give every player of the match a place, or every player an exit."),
        ("1,2026-01-05,a,1,dead,\n1,,b,2,dead,", "Give every player of the match a place, or every player an exit."),
        ("1,2026-01-05,a,,gone,", "The exit must be standing, surrendered or dead, not “gone”."),
        ("1,2026-01-05,a,1.5,,", "The place must be a whole number."),
        (",2026-01-05,a,1,,", "The match's id is missing."),
    ],
)
def test_long_form_names_the_first_line_and_the_reason(rows, sentence):
    assert errors(f"match,date,player,place,exit,length\n{rows}\n") == [(2, sentence)]


def test_equal_times_keep_the_order_of_the_file():
    records = read("date,winner,loser\n2026-01-06,c,d\n2026-01-05,a,b\n2026-01-05T23:59:59,e,f\n").records
    assert [record.line for record in sort_by_end(records)] == [3, 4, 2]


def test_source_keys_tell_identical_rows_apart_and_are_the_same_again():
    text = "date,winner,loser\n2026-01-05,a,b\n2026-01-05,a,b\n2026-01-05,b,a\n"
    keys = build_source_keys(read(text).records)
    assert len(set(keys)) == 3
    assert build_source_keys(read(text.replace("a", "A")).records) == keys


def test_content_is_the_same_in_both_forms():
    short = read("date,player1,player2,result,length\n2026-01-05,a,b,0,5\n")
    long = read("match,date,player,place,length\n1,2026-01-05T23:59:59,b,1,5\n1,,A,2,5.0\n")
    assert build_source_keys(short.records) == build_source_keys(long.records)


def test_content_leaves_out_the_status():
    rows = "match,date,status,player,place\n1,2026-01-05,{0},a,1\n1,2026-01-05,{0},b,2\n"
    assert build_source_keys(read(rows.format("void")).records) == build_source_keys(read(rows.format("")).records)


WRITTEN = [
    "date,winner,loser,kind,length\n2026-01-05,a,b,rated,5\n2026-01-05T10:00,b,a,,7\n",
    "date,player1,player2,result,exit,kind,started\n2026-01-05,a,b,0.5,surrendered,ladder,2026-01-04\n",
    "match,date,kind,player,exit,round\n7,2026-01-05,ladder,a,dead,2\n7,,,b,standing,\n7,,,c,surrendered,1\n",
    "match,date,status,player,place,field\n7,2026-01-05,void,a,2,9\n7,,,b,2,\n",
]


@pytest.mark.parametrize("text", WRITTEN)
def test_what_is_written_is_read_back_as_the_same_matches(text):
    records = read(text).records
    stream = io.StringIO()
    write_match_file(stream, records)
    again = read(stream.getvalue())
    assert (again.errors, again.warnings) == ([], [])
    assert [record.content for record in again.records] == [record.content for record in records]
    assert [record.status for record in again.records] == [record.status for record in records]


HEADER = st.sampled_from(
    [
        "date,winner,loser,length,kind",
        "date;player1;player2;result;exit",
        "match,date,player,place,exit,round,field",
        "",
    ]
)
CELL = st.one_of(
    st.text(max_size=8),
    st.sampled_from(["2026-01-05", "a", "b", "1", "0.5", "dead", "standing", "void", '"', "nan", "\0", ""]),
)
ROWS = st.lists(st.lists(CELL, max_size=8).map(",".join), max_size=8).map("\n".join)


@given(st.one_of(st.binary(max_size=200), st.builds("{}\n{}".format, HEADER, ROWS)))
def test_anything_at_all_becomes_records_or_errors(data):
    sheet = read(data)
    assert all(isinstance(record, MatchRecord) for record in sheet.records)
    assert all(line >= 1 and sentence for line, sentence in sheet.errors)
    assert len(build_source_keys(sheet.records)) == len(sheet.records)


def test_a_score_is_read_and_one_that_cannot_be_right_is_left_out():
    sheet = read(
        "date,winner,loser,score,ending\n2026-01-05,a,b,11-7 9-11 11-5,\n2026-01-05,a,b,6-4 2-1 ret.,\n"
        "2026-01-05,a,b,,retired\n2026-01-05,a,b,good fun,\n2026-01-05,a,b,7-11,\n2026-01-05,a,b,,gone\n"
    )
    assert [(format_games(one.games), one.ending) for one in sheet.records] == [
        ("11-7 9-11 11-5", ""), ("6-4 2-1", "retired"), ("", "retired"), ("", ""), ("", ""), ("", ""),
    ]  # fmt: skip
    assert not sheet.errors
    assert sheet.warnings == [
        "Row 5 is taken without its score: “good” is not the score of a game. "
        "Enter the points of each game, such as 11-7 9-11 11-5.",
        "Row 6 is taken without its score: 7–11 does not say that the first player won.",
        "Row 7 is taken without its score: “gone” is no ending. It is played, retired or stopped.",
    ]


def test_a_file_that_had_a_column_of_scores_before_they_were_read_is_recognised():
    rows = "date,winner,loser,{}\n2026-01-05,a,b,11-7\n"
    keys = [build_source_keys(read(rows.format(name)).records) for name in ("score", "notes")]
    assert keys[0] == keys[1]
