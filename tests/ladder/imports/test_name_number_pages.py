"""Numbers beside names in a file, which tell who is who; all people are fictional."""

from html import unescape

import pytest

from ladder.files.interpretation.column_guess import guess_columns
from ladder.imports.queries.name_numbers import NUMBERS_KEY
from ladder.models import Match
from tests.factories import make_ladder, season_of
from tests.ladder.imports.test_name_pages import bring, names, send

pytestmark = pytest.mark.django_db
TITLE = "The numbers beside the names tell who is who."
HEADING = "Date,Winner,Winner No,Loser,Loser No"
CLUB = f"""{HEADING}
2026-03-02,Abel Arnd,K1,Bea Blom,K2
2026-03-03,Abel J Arnd,K1,Cora Cole,K3
2026-03-04,Dan Dahl,K4,Bea Blom,K2
2026-03-05,Dan Dahl,K9,Cora Cole,K3
2026-03-06,Cora Cole,K3,Abel Arnd,K1
2026-03-07,Dan Dahl,K9,Dan Dahl,K4"""


@pytest.fixture
def season():
    return season_of(make_ladder("points-exchange"))


def test_a_number_puts_two_spellings_together_and_tells_two_of_one_name_apart(staff, season):
    page = unescape(send(staff, CLUB))
    assert "K1 stands beside Abel Arnd and Abel J Arnd, who are one person then." in page
    assert "Dan Dahl has the numbers K4 and K9: different people then." in page
    bring(staff, CLUB)
    assert names() == ["Abel Arnd", "Bea Blom", "Cora Cole", "Dan Dahl (K4)", "Dan Dahl (K9)"]
    assert Match.objects.count() == 6


def test_the_same_file_adds_nothing_whatever_is_said_of_the_numbers(staff, season):
    bring(staff, CLUB)
    for answer in ("numbers", "keep"):
        assert "Nothing new" in send(staff, CLUB, **{NUMBERS_KEY: answer})


def test_the_names_alone_may_be_right(staff, season):
    bring(staff, CLUB, **{NUMBERS_KEY: "keep"})
    assert {"Abel Arnd", "Abel J Arnd", "Dan Dahl"} <= {*names()}


def test_numbers_that_say_the_same_as_the_names_are_not_mentioned(staff, season):
    rows = ["2026-03-02,Ann,7,Bo,8", "2026-03-03,Bo,8,Cy,9", "2026-03-04,Cy,9,Ann,7"]
    assert TITLE not in send(staff, "\n".join([HEADING, *rows]))


def test_a_player_here_is_known_by_name_and_number(staff, season):
    bring(staff, CLUB)
    more = f"{HEADING}\n2026-03-08,Dan Dahl,K9,Bea Blom,K2"
    assert "Dan Dahl with the number K9 is Dan Dahl (K9) here." in unescape(send(staff, more))
    bring(staff, more)
    assert "Dan Dahl" not in names()


def test_different_names_beside_one_number_stay_different_people(staff, season):
    rows = [CLUB, "2026-03-08,Zoe Zimmer,K2,Cora Cole,K3"]
    assert "K2 stands beside Bea Blom and Zoe Zimmer, who stay different people." in unescape(
        send(staff, "\n".join(rows))
    )
    bring(staff, "\n".join(rows))
    assert {"Bea Blom", "Zoe Zimmer"} <= {*names()}


NUMBERED = {
    "ids": "Date,Winner,Winner ID,Loser,Loser ID",
    "before each name": "Date,winner_id,winner_name,loser_id,loser_name",
    "member numbers": "Date,Player 1,Member no.,Player 2,Member no.",
    "German": "Datum,Sieger,Mitgliedsnr.,Verlierer,Mitgliedsnr.",
    "without a heading": "Date,Winner,,Loser,",
    "with a sign": "Date,Winner,#,Loser,#",
    "of players": "Date,Player A,Player A No,Player B,Player B No",
    "before the role": "Date,Home,ID home,Away,ID away",
}


@pytest.mark.parametrize("heading", NUMBERED.values(), ids=NUMBERED)
def test_number_columns_are_found_by_headings_or_beside_names(heading):
    rows = [["2026-03-02", "Ann", "M7", "Bo", "M8"], ["2026-03-03", "Bo", "M8", "Cy", "M9"]]
    if "winner_id" in heading:
        rows = [[day, *pair[1::-1], *pair[:1:-1]] for day, *pair in rows]
    meanings = guess_columns([heading.split(","), *rows]).meanings
    assert {"number1", "number2"} <= {*meanings}


@pytest.mark.parametrize(
    ("heading", "rows"),
    [
        ("Date,Winner,Rating,Loser,Rating", ["Ann,1500,Bo,1490", "Ann,1510,Bo,1480", "Bo,1470,Ann,1520"]),
        ("Date,Winner,,Loser,", ["Ann,1500,Bo,1490", "Ann,1510,Bo,1480", "Bo,1470,Ann,1520"]),
        ("Date,Winner,Winner rank,Loser,Loser rank", ["Ann,1,Bo,2", "Bo,2,Ann,1"]),
        ("Date,Player 1,,Player 2,", ["Ann,3,Bo,1", "Bo,3,Cy,1", "Cy,0,Ann,3"]),
    ],
)
def test_ratings_ranks_and_scores_are_no_numbers_of_people(heading, rows):
    cells = [["2026-03-04", *row.split(",")] for row in rows]
    assert "number1" not in guess_columns([heading.split(","), *cells]).meanings
