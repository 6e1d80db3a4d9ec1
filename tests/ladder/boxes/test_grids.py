"""The grid of a box as a file: what is exported comes back as the same matches, and what people write in it is read."""

from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ladder import ledger
from ladder.files.interpretation.row_outcomes import find_told_score, read_outcome
from ladder.files.layouts.crosstables import lay_out_crosstable
from ladder.files.layouts.grid_cells import write_grid_cell
from ladder.files.workbooks import Sheet
from ladder.models import Match
from players.models import Player
from tests.ladder.boxes.boxed_seasons import DAY, IMPORT_URL, ONE_SET, list_cells, make_boxed, play_box
from tests.ladder.imports.test_name_pages import bring, send
from tests.ladder.imports.test_odd_sheet_pages import list_stored
from tests.ladder.imports.test_unused_pages import read_unused
from tests.markup import flat

pytestmark = pytest.mark.django_db
COPY = "/copy/all-time/import"


@pytest.fixture(autouse=True)
def saturday(time_machine):
    time_machine.move_to("2026-11-28T18:00Z", tick=False)


def test_a_grid_comes_back_as_the_same_matches(staff):
    season = make_boxed("Ana Ben Cy Di =Eve Flo", "Gus Hal")
    play_box(season, "Ana", "Ben", "11-5 11-5 5-11 11-5")
    play_box(season, "Ana", "Cy", kind="walkover")
    play_box(season, "Cy", "Ben", "11-5 5-11 5-11", "retired")  # who was behind went on
    play_box(season, "Di", "Ana", "11-5", "stopped")
    play_box(season, "Di", "Ben", "3-2 in games")
    play_box(season, "Di", "Cy", "", "retired")
    play_box(season, "=Eve", "Ana")
    play_box(season, "=Eve", "Ben", "", "stopped")
    file = staff.get("/club/all-time/boxes.csv")
    assert file.content.decode("utf-8-sig").splitlines() == [
        "Box 1: games won,Ana,Di,Ben,Cy,'=Eve,Flo,Played,Points",
        "Ana,,stopped 0–1,3–1,w/o,lost,by 28 Dec,4,12",
        "Di,stopped 1–0,,3–2,won ret.,by 28 Dec,by 28 Dec,3,9",
        "Ben,1–3,2–3,,lost 2–1 ret.,stopped,by 28 Dec,4,9",
        "Cy,lost w/o,lost ret.,won 1–2 ret.,,by 28 Dec,by 28 Dec,2,4",
        "'=Eve,won,by 28 Dec,stopped,by 28 Dec,,by 28 Dec,2,3",
        "Flo,by 28 Dec,by 28 Dec,by 28 Dec,by 28 Dec,by 28 Dec,,0,0",
        "",
        "Box 2: games won,Gus,Hal,Played,Points",
        "Gus,,by 28 Dec,0,0",
        "Hal,by 28 Dec,,0,0",
        "",
    ]
    copy = make_boxed("Ana Ben Cy Di =Eve Flo", "Gus Hal", slug="copy")
    used = "Not used: 4 columns (“Played”, “Points”, “Played” and “Points”)."
    assert read_unused(send(staff, file.content, COPY, **DAY)) == used
    bring(staff, file.content, COPY, **DAY)
    assert copy.matches.count() == 8
    assert list_cells(copy) == list_cells(season)
    assert ledger.verify(copy.ladder) == []
    bring(staff, file.content, COPY, **DAY)
    assert copy.matches.count() == 8


def test_where_a_match_is_one_set_its_points_stand_in_the_grid_and_come_back(staff):
    season = make_boxed("Ana Ben", rule=ONE_SET)
    play_box(season, "Ana", "Ben", "9-4")
    file = staff.get("/club/all-time/boxes.csv").content
    assert file.decode("utf-8-sig").splitlines()[:2] == ["Box 1: results,Ana,Ben,Played,Points", "Ana,,9–4,1,3"]
    make_boxed("Ana Ben", slug="copy", rule=ONE_SET)
    bring(staff, file, COPY, **DAY)
    assert list(Match.objects.values_list("season__ladder__slug", "games")) == [("club", "9-4"), ("copy", "9-4")]


ENDS = st.sampled_from(
    [
        *((1.0, won, "") for won in ((3, 0), (3, 2), (0, 0))),
        *((1.0, won, "retired") for won in ((2, 1), (1, 1), (0, 2), (0, 0))),
        *((0.5, won, "stopped") for won in ((1, 0), (2, 2), (0, 0))),
        (1.0, (0, 0), "walkover"),
        (0.5, (0, 0), ""),
        None,
    ]
)


@given(st.lists(ENDS, min_size=6, max_size=6), st.lists(st.booleans(), min_size=6, max_size=6))
def test_any_cells_that_are_written_are_read_again(ends, turns):
    names = ["Ana", "Ben", "Cy", "Di"]
    pairs = [(one, other) for one, other in permutations(range(4), 2) if one < other]
    grid = [["Box 2: games won", *names], *([name, "", "", "", ""] for name in names)]
    told = []
    for pair, end, turned in zip(pairs, ends, turns, strict=True):
        one, other = pair[::-1] if turned else pair
        if end is None:
            grid[one + 1][other + 1] = grid[other + 1][one + 1] = "by 27 Nov"
            continue
        score, (first, second), note = end
        grid[one + 1][other + 1] = write_grid_cell(score, (first, second), note)
        grid[other + 1][one + 1] = write_grid_cell(1 - score, (second, first), note)
        told.append((names[pair[0]], names[pair[1]], 1 - score if turned else score, note))
    laid = lay_out_crosstable(Sheet("", grid))
    read = [(one, other, *tell(result)) for _, one, other, result in laid.rows[1:]]
    assert read == told
    assert not laid.unused


def tell(result):
    """Return the score of the first player by a result of a list of matches, and how it was ended."""
    said = read_outcome(result)
    return (0.5 if said.note == "stopped" else find_told_score(result) if said.note else said.score), said.note


@pytest.mark.parametrize(
    ("cells", "told", "is_said"),
    [
        (("3–1", "1–3"), ["3-1"], False),
        (("3–1", ""), ["3-1"], False),
        (("3–1", "by 27 Nov"), ["3-1"], False),
        (("3–1", "not played"), ["3-1"], True),
        (("waits", "1–3"), ["3-1"], True),
        (("3–1", "later"), ["3-1"], True),
        (("3–1", "3–1"), ["1-3", "Player 1"], True),  # the winner and the score contradict each other
        (("3–1", "2–3"), ["", "Player 1"], True),
        (("3–1", "w/o"), [""], True),
        (("stopped 1–0", "0–1"), [""], True),
        (("won 2–1 ret.", "won 1–2 ret."), [""], True),
        (("stopped 1–0", "0-1 stopped"), ["1-0 stopped"], False),
        (("2–1 ret.", "lost 1–2 ret."), ["won 2-1 ret."], False),
        (("lost w/o", "w/o"), ["lost w/o"], False),
        (("2–1 ret.", "1–2 ret."), ["2-1 ret."], False),  # nothing says who won, which is asked about rows
        (("w/o", "w/o"), ["w/o"], False),
        (("by 27 Nov", "–"), None, False),
        (("not played", ""), None, False),
    ],
)
def test_two_halves_of_a_match_agree_or_it_is_said(cells, told, is_said):
    grid = [["Box 1", "Ana", "Ben", "Cy"], ["Ana", "", cells[0], "3–0"], ["Ben", cells[1], "", "3–0"]]
    laid = lay_out_crosstable(Sheet("", [*grid, ["Cy", "0–3", "0–3", ""]]))
    found = [row[3:] for row in laid.rows if {*row} >= {"Ana", "Ben"}]
    assert found == ([told] if told else [])
    assert ["cells that don’t agree" in one for one in laid.unused] == [True] * is_said
    assert len(laid.rows) == 3 + len(found)


def test_what_two_halves_leave_open_is_asked_about_and_not_imported(staff):
    make_boxed("Ana Ben Cy Di")
    grid = (
        "Box 1,Ana,Ben,Cy,Di\nAna,,3–1,w/o,2–1 ret.\nBen,3–1,,w/o,stopped 1–0\n"
        "Cy,w/o,lost w/o,,3–0\nDi,1–2 ret.,0–1,not played,\n"
    )
    page = flat(send(staff, grid, IMPORT_URL, **DAY))
    for said in (
        "The winner and the score don’t agree in row 2.",
        "It is not clear who won in row 2.",
        "Somebody gave up, and it is not said who, in row 2.",
        "Row 3 does not say who won.",
        "1 match was won without being played (row 3).",
        "cells that don’t agree or can’t be read (rows 2, 3 and 4)",
    ):
        assert said in page
    bring(staff, grid, IMPORT_URL, **DAY)
    assert list_stored() == ["28.11. Ben - Cy", "28.11. Cy - Di 3-0 in games"]
    assert Match.objects.first().kind == "walkover"


@pytest.mark.parametrize(
    ("mine", "theirs", "stored", "ending"),
    [
        ("2–1 ret.", "1–2 ret.", "28.11. Ana - Ben 2-1 in games", "retired"),  # whoever was ahead, says an answer
        ("stopped 1–0", "stopped 0–1", "28.11. Ana & Ben 1-0 in games", "stopped"),
    ],
)
def test_a_match_that_was_not_played_to_its_end_keeps_its_score(staff, mine, theirs, stored, ending):
    make_boxed("Ana Ben")
    bring(staff, f"Box 1,Ana,Ben\nAna,,{mine}\nBen,{theirs},\n", IMPORT_URL, retired="ahead", **DAY)
    assert list_stored() == [stored]
    assert Match.objects.get().ending == ending


def test_grids_one_below_the_other_have_the_boxes_above_them(staff):
    make_boxed("Ana Ben Cy", "Di Ed Flo", *(f"A{n} B{n} C{n}" for n in range(3, 12)))
    grids = "".join(
        f"Box {level}\n,{one},{two},{three}\n{one},,3-1,by 27 Nov\n{two},1-3,,\n{three},not played,,\n\n"
        for level, (one, two, three) in enumerate(
            [("Ana", "Ben", "Cy"), ("Di", "Ed", "Flo"), *((f"A{n}", f"B{n}", f"C{n}") for n in range(3, 12))], 1
        )
    )
    page = send(staff, grids, IMPORT_URL, **DAY)
    assert read_unused(page) == ""
    assert "a box that is not that of its players" not in page
    bring(staff, grids, IMPORT_URL, **DAY)
    assert list_stored()[:2] == ["28.11. Ana - Ben 3-1 in games", "28.11. Di - Ed 3-1 in games"]
    assert len(list_stored()) == 11


def test_a_grid_that_is_filled_in_further_brings_what_is_new_in_it(staff):
    season = make_boxed("Ana Ben Cy")
    play_box(season, "Ana", "Ben", "3-1 in games")
    grid = "Box 1,Ana,Ben,Cy\nAna,,3–1,3–0\nBen,1–3,,by 28 Dec\nCy,by 28 Dec,by 28 Dec,\n"
    said = "1 pair has played in their box already (row 2)."
    assert said in flat(send(staff, grid, IMPORT_URL, **DAY))
    assert said in flat(send(staff, grid.replace("Box 1", ""), IMPORT_URL, **DAY))
    bring(staff, grid, IMPORT_URL, **DAY)
    assert list_cells(season)[0] == ["Ana", "", "3–1", "3–0", "10"]
    assert season.matches.count() == 2


def test_a_grid_as_it_was_copied_from_the_page_is_read(staff):
    make_boxed("Ana Ben Cy")
    text = (
        "Box 1\n1 of 3 played\nBox 1: games won, matches played and points\nPlayer\t1\t2\t3\tPlayed\tPoints\n"
        "1 Ana \t\t3–1\tby 28 Dec\t1\t5\n2 Ben\t1–3\t\tby 28 Dec\t1\t2\n3 Cy\tby 28 Dec\tby 28 Dec\t\t0\t0\n"
    )
    bring(staff, text, IMPORT_URL, **DAY)
    assert list_stored() == ["28.11. Ana - Ben 3-1 in games"]


def test_a_grid_in_which_nothing_was_played_says_so(staff):
    make_boxed("Ana Ben")
    page = send(staff, "Box 1,Ana,Ben\nAna,,by 27 Nov\nBen,by 27 Nov,\n", IMPORT_URL, **DAY)
    assert "This is a table of 2 players against one another, and none of their matches was played." in flat(page)


def test_one_box_is_a_file_of_its_own_and_names_are_veiled_in_it(client):
    make_boxed("Ana Ben", "Cy Di")
    Player.objects.filter(name="Di").update(hidden=True)
    file = client.get("/club/all-time/boxes.csv?box=2")
    assert file["Content-Disposition"] == 'attachment; filename="club-all-time-box-2.csv"'
    text = file.content.decode("utf-8-sig")
    assert text.splitlines()[0].startswith("Box 2: games won,Cy,")
    assert "Di" not in text
    assert client.get("/club/all-time/boxes.csv?box=3").status_code == 404
    assert "/club/all-time/boxes.csv?box=2" in client.get("/club/all-time/boxes").text
