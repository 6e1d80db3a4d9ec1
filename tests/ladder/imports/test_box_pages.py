"""Lists of matches with a column of boxes: what contradicts the boxes of the season is asked about, nothing is lost."""

import pytest

from ladder.files.interpretation.column_guess import guess_columns
from ladder.models import Fixture
from tests.factories import make_ladder, season_of
from tests.ladder.boxes.boxed_seasons import IMPORT_URL, list_cells, make_boxed, play_box
from tests.ladder.imports.test_name_pages import bring, send
from tests.ladder.imports.test_odd_sheet_pages import list_stored
from tests.ladder.imports.test_unused_pages import read_unused
from tests.markup import flat

pytestmark = pytest.mark.django_db
HEAD = "Date,Player 1,Player 2,Result,Box\n"
ODD_BOX, PLAYED = "a box that is not that of its players", "played in their box already"


@pytest.fixture(autouse=True)
def saturday(time_machine):
    time_machine.move_to("2026-11-28T18:00Z", tick=False)


def test_a_match_is_that_of_the_box_of_its_players_whatever_the_file_says(staff):
    season = make_boxed("Ana Ben Cy", "Di Ed")
    rows = (
        "2026-11-26,Ana,Ben,3-1,1\n2026-11-26,Di,Ed,3-0,Box 2\n2026-11-26,Ana,Cy,3-0,2\n"
        "2026-11-26,Ben,Di,3-0,1\n2026-11-26,Ben,Zed,3-0,1\n2026-11-26,Cy,Ben,3-0,blue\n2026-11-26,Cy,Di,3-0,\n"
    )
    page = flat(send(staff, HEAD + rows, IMPORT_URL))
    assert "4 rows name a box that is not that of its players." in page
    for sentence in (
        "Row 4: Ana is in Box 1, and the file says Box 2.",
        "Row 5: Di is in Box 2, and the file says Box 1.",
        "Row 6: Zed is in no box, and the file says Box 1.",
        "Row 7: There is no box “blue” in this season.",
    ):
        assert sentence in page
    bring(staff, HEAD + rows, IMPORT_URL)
    assert len(list_stored()) == 7
    assert {frozenset(one.player_keys()) for one in Fixture.objects.exclude(match=None)} == {
        frozenset(one.player_keys()) for one in Fixture.objects.all()
    }
    assert [line[0] for line in list_cells(season)] == ["Ana", "Cy", "Ben", "Di", "Ed"]


def test_rows_with_another_box_can_be_left_out(staff):
    make_boxed("Ana Ben", "Di Ed")
    bring(staff, f"{HEAD}2026-11-26,Ana,Ben,3-1,1\n2026-11-26,Ana,Di,3-0,1\n", IMPORT_URL, boxes="leave")
    assert list_stored() == ["26.11. Ana - Ben 3-1 in games"]


def test_a_pair_that_has_played_is_not_imported_again_with_another_day_unless_somebody_says_so(staff):
    season = make_boxed("Ana Ben Cy")
    play_box(season, "Ana", "Ben", "3-1 in games")
    rows = f"{HEAD}2026-11-27,Ana,Ben,3-1,1\n2026-11-28,Ana,Cy,3-0,1\n"
    page = flat(send(staff, rows, IMPORT_URL))
    assert "1 pair has played in their box already (row 2)." in page
    bring(staff, rows, IMPORT_URL)
    assert season.matches.count() == 2
    bring(staff, f"{HEAD}2026-11-28,Ben,Ana,3-2,1\n", IMPORT_URL, **{"boxes-played": "keep"})
    assert season.matches.count() == 3
    assert list_cells(season)[0] == ["Ana", "", "3–1", "3–0", "10"]


def test_a_corrected_row_takes_the_place_of_the_earlier_one(staff):
    make_boxed("Ana Ben Cy")
    rows = f"{HEAD}2026-11-26,Cy,Ben,3-0,1\n2026-11-26,Ana,Ben,3-1,1\n"
    bring(staff, rows, IMPORT_URL)
    assert PLAYED not in send(staff, rows.replace("3-1", "1-3"), IMPORT_URL)
    bring(staff, rows.replace("3-1", "1-3"), IMPORT_URL)
    assert list_stored() == ["26.11. Cy - Ben 3-0 in games", "26.11. Ben - Ana 1-3 in games"]


def test_a_ladder_without_boxes_does_not_use_the_column(staff):
    season_of(make_ladder("elo"))
    assert read_unused(send(staff, f"{HEAD}2026-11-26,Ana,Ben,3-1,1\n", IMPORT_URL)) == "Not used: 1 column (“Box”)."


@pytest.mark.parametrize(
    "heading",
    ["Box", "BOX NO.", "Gruppe", "Poule", "Grupo", "Girone", "Groep", "Grupp", "Pulje", "Группа", "Grupa", "グループ"],
)
def test_a_column_of_boxes_is_known_in_the_languages_of_headings(heading):
    rows = [["Date", "Winner", "Loser", heading], ["2026-11-26", "Ana", "Ben", "2A"]]
    assert guess_columns(rows).meanings == ["date", "winner", "loser", "box"]
    assert guess_columns([rows[0], [*rows[1][:3], "North"]]).meanings[3] == ""


def test_an_export_comes_back_into_the_same_season_as_nothing_new(staff):
    season = make_boxed("Ana Ben")
    play_box(season, "Ana", "Ben", "3-1 in games")
    file = staff.get("/club/all-time/export.csv").content
    page = flat(send(staff, file, IMPORT_URL))
    assert "Nothing new" in page or "already stored" in page
    assert PLAYED not in page
    assert ODD_BOX not in page
