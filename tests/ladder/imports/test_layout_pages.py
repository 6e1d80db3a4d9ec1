"""Crosstables, days in rows, places across, chats, JSON and PGN, brought in as the page offers it.

All people are fictional. Each is sent with every preset answer kept, then it is told what was stored.
"""

import json

import pytest

from ladder.models import Participant
from tests.factories import make_ladder, season_of
from tests.ladder.files.test_spreadsheets import named_workbook, saved
from tests.ladder.imports.test_name_pages import bring, send
from tests.ladder.imports.test_odd_sheet_pages import list_stored
from tests.ladder.imports.test_unused_pages import read_unused
from tests.markup import flat

pytestmark = pytest.mark.django_db
DAY = {"day": "2026-03-04"}


@pytest.fixture
def season():
    return season_of(make_ladder("elo"))


GRID = """,Ann,Bo,Cy
Ann,x,3-1,3-0
Bo,1-3,x,2-3
Cy,0-3,3-2,x"""
NUMBERED_GRID = """No,Name,Club,1,2,3,Points
1,Ann,North,,W,W,2
2,Bo,South,L,,L,0
3,Cy,North,L,W,,1"""
GRID_OF_POINTS = """,Ann,Bo,Cy
Ann,,11,11
Bo,7,,9
Cy,5,11,"""
LETTERED_GRID = """,,A,B,C
A,Ann,x,W,W
B,Bo,L,x,L
C,Cy,L,W,x"""
HALF_A_GRID = """,Ann,Bo,Cy
Ann,*,3-1,3-0
Bo,,*,2-3
Cy,,,*"""
GRID_OF_SHORT_NAMES = """Spieler;Ann;Bo;Cy
Ann Aalto;x;3:1;3:0
Bo Berg;1:3;x;2:3
Cy Carter;0:3;3:2;x"""


@pytest.mark.parametrize(
    ("text", "won"),
    [
        (GRID, ["Ann - Bo 3-1", "Ann - Cy 3-0", "Cy - Bo 2-3"]),
        (NUMBERED_GRID, ["Ann - Bo", "Ann - Cy", "Cy - Bo"]),
        (LETTERED_GRID, ["Ann - Bo", "Ann - Cy", "Cy - Bo"]),
        (GRID_OF_POINTS, ["Ann - Bo 11-7", "Ann - Cy 11-5", "Cy - Bo 9-11"]),
        (HALF_A_GRID, ["Ann - Bo 3-1", "Ann - Cy 3-0", "Cy - Bo 2-3"]),
        (GRID_OF_SHORT_NAMES, ["Ann Aalto - Bo Berg 3-1", "Ann Aalto - Cy Carter 3-0", "Cy Carter - Bo Berg 2-3"]),
    ],
    ids=["names", "numbers", "letters", "points of one", "a half", "short names"],
)
def test_a_match_of_a_crosstable_counts_once(staff, season, text, won):
    page = flat(send(staff, text))
    assert "This is a table of 3 players against one another" in page
    assert "on which day all of it was played" in page
    bring(staff, text, **DAY)
    assert list_stored() == [f"04.03. {one}" for one in won]


def test_the_title_of_a_crosstable_may_have_its_day(staff, season):
    text = "Round robin 4 March 2026,,,,\n,Ann,Bo,Cy,Points\nAnn,*,1,½,1.5\nBo,0,*,1,1\nCy,½,0,*,0.5\nBest: Ann,,,,"
    page = send(staff, text)
    assert "The day of all matches is 4 March 2026, from the title or the name of the sheet." in flat(page)
    assert read_unused(page) == "Not used: 1 row (6); 1 column (“Points”)."
    bring(staff, text)
    assert list_stored() == ["04.03. Ann - Bo", "04.03. Ann & Cy", "04.03. Bo - Cy"]  # a draw is one side here


def test_crosstables_one_below_the_other_are_one_list(staff, season):
    text = f"Group A,,,\n{GRID}\n,,,\nGroup B,,,\n,Di,Ed\nDi,x,1-3\nEd,3-1,x"
    assert read_unused(send(staff, text, **DAY)) == "Not used: 2 rows (1 and 7)."
    bring(staff, text, **DAY)
    assert list_stored()[3:] == ["04.03. Ed - Di 1-3"]


def test_two_matches_in_a_cell_of_marks_are_two(staff, season):
    bring(staff, ",Ann,Bo,Cy\nAnn,x,1 0,1 1\nBo,0 1,x,½ 1\nCy,0 0,½ 0,x", **DAY)
    assert len(list_stored()) == 6


def test_two_cells_that_name_different_winners_are_asked_about(staff, season):
    text = ",Ann,Bo,Cy\nAnn,x,3-1,3-0\nBo,3-1,x,3-2\nCy,0-3,2-3,x"
    page = flat(send(staff, text, **DAY))
    assert "The winner and the score don’t agree in row 2." in page
    assert read_unused(send(staff, text, **DAY)).startswith("Not used: cells that don’t agree or can’t be read (row 2)")
    bring(staff, text, **DAY)
    assert list_stored() == ["04.03. Ann - Cy 3-0", "04.03. Bo - Cy 3-2"]


def test_two_cells_with_other_scores_of_the_same_winner_are_a_match_without_a_score(staff, season):
    bring(staff, ",Ann,Bo,Cy\nAnn,x,3-1,3-0\nBo,2-3,x,3-2\nCy,0-3,2-3,x", **DAY)
    assert list_stored() == ["04.03. Ann - Bo", "04.03. Ann - Cy 3-0", "04.03. Bo - Cy 3-2"]


def test_days_in_rows_of_their_own_are_those_of_the_rows_below(staff, season):
    text = (
        "Player 1,Player 2,Score\nFriday 2 January 2026,,\nAnn,Bo,3-1\nBo,Cy,0-3\n"
        "Friday 9 January 2026,,\nBo,Cy,3-0\nHall closed on 16 January,,"
    )
    assert "2 days stand in rows of their own: rows 2 and 5." in flat(send(staff, text))
    assert read_unused(send(staff, text)) == "Not used: 1 row (7)."
    bring(staff, text)
    assert list_stored() == ["02.01. Ann - Bo 3-1", "02.01. Cy - Bo 0-3", "09.01. Bo - Cy 3-0"]


@pytest.mark.parametrize(
    "text",
    [
        "Club night of 2 January 2026\nWinner,Loser\nAnn,Bo\nCy,Bo",
        "Round 1 - Friday 2 January 2026\nWinner,Loser\nAnn,Bo\nCy,Bo",
        "2026-01-02\nWinner,Loser\nAnn,Bo\nCy,Bo",
    ],
    ids=["in a title", "with a round", "alone"],
)
def test_a_day_above_the_headings_is_that_of_all_rows(staff, season, text):
    bring(staff, text)
    assert list_stored() == ["02.01. Ann - Bo", "02.01. Cy - Bo"]


def test_a_day_on_which_a_list_was_printed_is_none_of_matches(staff, season):
    assert "on which day all of it was played" in send(staff, "Printed 2 February 2026\nWinner,Loser\nAnn,Bo\nCy,Bo")


def test_places_across_are_a_match_of_several_in_each_row(staff):
    season_of(make_ladder("openskill"))
    bring(staff, "Date,Court,1st,2nd,3rd\n2026-01-02,3,Ann,Bo,Cy\n2026-01-09,4,Bo / Cy,,Ann")
    found = Participant.objects.order_by("match__played_at", "place", "player__name")
    assert list(found.values_list("player__name", "place")) == [
        *(("Ann", 1), ("Bo", 2), ("Cy", 3)),
        *(("Bo", 1), ("Cy", 1), ("Ann", 3)),
    ]


CHAT = """[02/01/2026, 21:03:11] Ann Aalto: I beat Bo Berg 3-1
[02/01/2026, 21:04:11] Bo Berg: well played!
[15/01/2026, 21:05:00] Cy Carter: lost to Ann Aalto 3-0
and beat Bo Berg
[16/01/2026, 09:06:00] Bo Berg: who plays on Friday?
[16/01/2026, 09:07:00] +44 7700 900123: I beat Ann Aalto 3-1"""


def test_a_chat_tells_its_results_and_what_was_left_out(staff, season):
    page = send(staff, CHAT)
    assert "“I beat Ann Aalto 3-1”" in read_unused(page)
    assert "2 lines without a result (lines 2 and 5)" in read_unused(page)
    bring(staff, CHAT)
    assert list_stored() == [
        "02.01. Ann Aalto - Bo Berg 3-1",
        "15.01. Ann Aalto - Cy Carter 0-3",
        "15.01. Cy Carter - Bo Berg",
    ]


def test_a_notebook_has_days_above_or_before_its_results(staff, season):
    bring(
        staff,
        "2 January 2026\nAnn Aalto beat Bo Berg 3-1\nCy Carter drew with Di Dolan\n\n"
        "9.1.2026: Bo Berg verlor gegen Cy Carter 1:3\n15/01/2026 Bo Berg 1-3 Di Dolan",
    )
    assert list_stored() == [
        "02.01. Ann Aalto - Bo Berg 3-1",
        "02.01. Cy Carter & Di Dolan",  # a draw
        "09.01. Cy Carter - Bo Berg 1-3",
        "15.01. Di Dolan - Bo Berg 1-3",
    ]


def test_a_line_below_one_with_a_day_of_its_own_is_asked_for_its_day(staff, season):
    page = flat(send(staff, "2 January 2026\nAnn beat Bo\n9 January 2026: Cy beat Bo\nAnn beat Cy"))
    assert "No date in row 4." in page


def test_pairs_in_lines_are_sides(staff, season):
    season.boards.update(options={"takes": "both"})
    bring(staff, "2.1.2026 Ann & Bo beat Cy & Di 6-4 6-3\n15.1.2026 Ann and Cy lost to Bo and Di 6-2 6-2")
    assert list_stored() == ["02.01. Ann & Bo - Cy & Di 6-4 6-3", "15.01. Bo & Di - Ann & Cy 2-6 2-6"]


PEOPLE = {"p1": {"name": "Ann"}, "p2": {"name": "Bo"}}
NUMBERED = [{"id": 1, "name": "Ann"}, {"id": 2, "name": "Bo"}]


@pytest.mark.parametrize(
    "value",
    [
        [{"date": "2026-01-02", "winner": "Ann", "loser": "Bo", "score": "3-1"}],
        {"players": PEOPLE, "matches": [{"playedAt": "2026-01-02", "home": "p1", "away": "p2", "result": "3-1"}]},
        {"players": NUMBERED, "results": [{"day": "2026-01-02", "winnerId": 1, "loserId": 2, "score": "3-1"}]},
        {"matches": [{"date": "2026-01-02", "players": [{"name": "Ann", "score": 3}, {"name": "Bo", "score": 1}]}]},
        {"matches": [{"date": "2026-01-02", "players": ["Ann", "Bo"], "scores": [3, 1]}]},
        [["Date", "Winner", "Loser", "Score"], ["2026-01-02", "Ann", "Bo", "3-1"]],
        {"columns": ["Date", "Winner", "Loser", "Score"], "rows": [["2026-01-02", "Ann", "Bo", "3-1"]]},
    ],
    ids=["a list", "keys", "numbers", "objects of players", "lists of players", "rows", "rows and columns"],
)
def test_json_is_read_as_a_table(staff, season, value):
    bring(staff, json.dumps(value, indent=1))
    assert list_stored() == ["02.01. Ann - Bo 3-1"]


def test_lines_of_json_are_rows(staff, season):
    bring(
        staff,
        '{"date":"2026-01-02","winner":"Ann","loser":"Bo","sets":[[6,4],[3,6],[7,5]]}\n'
        '{"date":"2026-01-03","winner":"Bo","loser":"Ann","sets":[]}\n',
    )
    assert list_stored() == ["02.01. Ann - Bo 6-4 3-6 7-5", "03.01. Bo - Ann"]


def test_broken_json_says_where(staff, season):
    page = flat(send(staff, '[{"date": "2026-01-02",\n "winner" "Ann"}]'))
    assert "This seems to be JSON, and it can’t be read: line 2, column 11. Save it again." in page


PGN = """[Event "Club"]
[Date "2026.01.02"]
[White "Aalto, Ann"]
[Black "Berg, Bo"]
[Result "1-0"]

1. e4 e5 { [%clk 0:01] a "quote" } 1-0

[Event "Club"]
[Date "2026.01.09"]
[White "Berg, Bo"]
[Black "Aalto, Ann"]
[Result "1/2-1/2"]

1. d4 1/2-1/2

[Event "Club"]
[Date "2026.01.16"]
[White "Berg, Bo"]
[Black "Aalto, Ann"]
[Result "*"]

*
"""


def test_games_in_pgn_are_matches_but_those_that_go_on(staff, season):
    assert read_unused(send(staff, PGN)) == "Not used: 1 game without a result or without a player."
    bring(staff, PGN)
    assert [one[:6] for one in list_stored()] == ["02.01.", "09.01."]
    assert Participant.objects.filter(score=0.5).count() == 2


PAGES = """Ann Aalto,,
Date,Opponent,Result
2026-01-02,Bo Berg,W 3-1
2026-01-09,Cy Carter,L 1-3
,,
Bo Berg,,
Date,Opponent,Result
2026-01-02,Ann Aalto,L 1-3
,,
Cy Carter,,
Date,Opponent,Result
2026-01-09,Ann Aalto,W 3-1"""


def test_pages_of_one_player_each_are_one_list_in_which_each_match_stands_twice(staff, season):
    assert "Each match stands twice here, once for each player." in flat(send(staff, PAGES))
    bring(staff, PAGES)
    assert list_stored() == ["02.01. Ann Aalto - Bo Berg 3-1", "09.01. Cy Carter - Ann Aalto 1-3"]


def test_sheets_with_the_names_of_players_are_their_pages(staff, season):
    heading = ["Date", "Opponent", "Result"]
    book = {
        "Ann Aalto": [heading, ["2026-01-02", "Bo Berg", "W"], ["2026-01-09", "Cy Carter", "L"]],
        "Bo Berg": [heading, ["2026-01-02", "Ann Aalto", "L"]],
        "Cy Carter": [heading, ["2026-01-09", "Ann Aalto", "W"]],
        "Rules": [["Be kind."]],
    }
    page = send(staff, saved(named_workbook(**book)))
    assert "row 2 of “Bo Berg” and row 2 of “Cy Carter”" in read_unused(page)
    assert "1 sheet (“Rules”)" in read_unused(page)
    bring(staff, saved(named_workbook(**book)))
    assert list_stored() == ["02.01. Ann Aalto - Bo Berg", "09.01. Cy Carter - Ann Aalto"]


def test_sheets_with_days_for_names_have_these_days(staff, season):
    book = {
        "2026-01-02": [["Winner", "Loser"], ["Ann", "Bo"]],
        "9 January 2026": [["Winner", "Loser"], ["Cy", "Bo"]],
    }
    bring(staff, saved(named_workbook(**book)))
    assert list_stored() == ["02.01. Ann - Bo", "09.01. Cy - Bo"]


def test_a_day_may_stand_behind_a_result(staff, season):
    bring(staff, "Ann Aalto beat Bo Berg 3-1 (2 January 2026)\nCy Carter beat Bo Berg 3-0 on 9 January 2026")
    assert list_stored() == ["02.01. Ann Aalto - Bo Berg 3-1", "09.01. Cy Carter - Bo Berg 3-0"]


def test_lists_without_headings_in_json_lose_no_row(staff, season):
    bring(staff, json.dumps([["2026-01-02", "Ann", "Bo", "3-1"], ["2026-01-09", "Cy", "Bo", "1-3"]]))
    assert list_stored() == ["02.01. Ann - Bo 3-1", "09.01. Bo - Cy 1-3"]


def test_days_in_rows_of_their_own_may_be_all_that_a_text_has_of_them(staff, season):
    bring(staff, "2026-01-02\nAnn,Bo,3-1\n2026-01-09\nCy,Bo,3-0")
    assert list_stored() == ["02.01. Ann - Bo 3-1", "09.01. Cy - Bo 3-0"]
