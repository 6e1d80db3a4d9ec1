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


@time_machine.travel("2026-10-05T12:00:00Z")
def test_the_end_of_the_last_day_of_a_period_has_its_matches_as_the_page_of_that_day_has(run, write, client):
    """K-9; a match of two newcomers in September, and one that waits for the end of October."""
    make_ladder("glicko-2")
    rows = "date,winner,loser\n2026-09-30,Bo,Cy\n2026-10-02,Bo,Cy\n"
    run("import_matches", "club", write("autumn.csv", rows))

    read = json.loads(run("standings", "club", "--as-of", "2026-09-30", "--format", "json").out)
    now = json.loads(run("standings", "club", "--format", "json").out)
    page = client.get("/club/all-time/glicko-2/?as-of=2026-09-30")

    assert [row["shown"] for row in read["standings"]] == ["1,662 ± 290", "1,338 ± 290"]
    assert (read["waiting"], now["waiting"]) == ([], [{"match": 2, "until": "2026-10-31"}])
    assert [row.rating for row in page.context["rows"]] == ["1,662 ± 290", "1,338 ± 290"]
    for url in (f"/players/{page.context['rows'][0].player}/", "/club/all-time/glicko-2/known"):
        assert "1,662" in client.get(url, {"as-of": "2026-09-30"}).text


@time_machine.travel("2026-09-30T12:00:00Z")
def test_by_default_a_day_goes_on_and_its_period_is_not_over(run, write):
    make_ladder("glicko-2")
    run("import_matches", "club", write("autumn.csv", "date,winner,loser\n2026-09-30,Bo,Cy\n"))

    read = json.loads(run("standings", "club", "--format", "json").out)

    assert [row["shown"] for row in read["standings"]] == ["1,500 ± 350", "1,500 ± 350"]
    assert read["waiting"] == [{"match": 1, "until": "2026-09-30"}]
