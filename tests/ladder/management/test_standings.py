"""Standings of a stored ladder from the command line: the same as `rate` gives."""

import json

import pytest
import time_machine

from tests.factories import make_ladder

pytestmark = pytest.mark.django_db

MATCHES = "date,winner,loser,length\n2026-01-02,Bo,Cy,25\n2026-01-03,Cy,Di,1\n2026-01-04,Di,Bo,4\n"


@pytest.fixture
def club(run, write):
    make_ladder()
    path = write("in.csv", MATCHES)
    run("import_matches", "club", path)
    return path


def test_standings_are_those_of_rate(run, club):
    stored = run("standings", "club", "--as-of", "2026-01-04", "--format", "json")
    rated = run("rate", club, "--system", "match-length-elo", "--format", "json")
    assert stored.out == rated.out
    assert [row["name"] for row in json.loads(stored.out)["standings"]] == ["Bo", "Di", "Cy"]


def test_standings_of_a_day_leave_out_later_matches(run, club):
    read = json.loads(run("standings", "club", "--as-of", "2026-01-02", "--format", "json").out)
    assert (read["as_of"], read["matches"]) == ("2026-01-02", 1)
    assert [(row["rank"], row["name"], row["shown"], row["change_shown"]) for row in read["standings"]] == [
        (1, "Bo", "1,810", "+10"),
        (2, "Cy", "1,790", "-10"),
    ]


@time_machine.travel("2026-02-01T12:00:00Z")
def test_standings_are_as_of_now_by_default(run, club):
    assert json.loads(run("standings", "club", "--format", "json").out)["as_of"] == "2026-02-01"


def test_a_board_is_chosen_by_its_system(run, write):
    make_ladder("warlocks-score", "points-exchange")
    run("import_matches", "club", write("in.csv", "date,winner,loser,kind\n2026-01-02,Bo,Cy,rated\n"))
    printed = run("standings", "club", "--board", "points-exchange", "--as-of", "2026-01-02", "--format", "csv")
    assert [row.split(",")[1:4] for row in printed.out.splitlines()[1:]] == [
        ["Bo", "1010", '"1'],
        ["Cy", "990", "990"],
    ]
    main = run("standings", "club", "--as-of", "2026-01-02", "--format", "csv")
    assert len(main.out.splitlines()) == 1


def test_openings_and_options_are_in(run, write):
    run("create_ladder", "club", "--board", "match-length-elo", "--option", "match-length-elo.provisional_until=20")
    people = write("people.csv", "name,rating,games\nBo,1900,40\n")
    run(
        "import_matches", "club", write("in.csv", "date,winner,loser,length\n2026-01-02,Cy,Di,1\n"), "--players", people
    )
    read = json.loads(run("standings", "club", "--format", "json").out)
    assert read["options"] == {"provisional_until": 20}
    assert [(row["name"], row["shown"]) for row in read["standings"]] == [
        ("Bo", "1,900"),
        ("Cy", "1,802?"),
        ("Di", "1,798?"),
    ]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["chess"], "There is no ladder called chess."),
        (["club", "--board", "chess"], "There is no board called chess in Club, All time."),
        (["club", "--as-of", "soon"], "“soon” isn't a day such as 2026-11-21."),
    ],
)
def test_what_is_not_there_is_refused(run, club, words, sentence):
    refused = run("standings", *words)
    assert (refused.err, refused.code) == (f"{sentence}\n", 2)
