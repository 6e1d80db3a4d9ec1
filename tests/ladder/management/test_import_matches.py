"""Importing a match file from the command line."""

from datetime import date

import pytest

from ladder import ledger
from ladder.imports import actions
from ladder.models import Match, Opening, Standing
from players.models import Club, Player
from tests.factories import make_ladder, play, season_of

pytestmark = pytest.mark.django_db

GOOD = "date,winner,loser,length\n2026-01-02,Bo,Cy,5\n2026-01-02,bo,CY,5\n2026-01-03T20:15,Cy,Di,7\n"
BAD = "date,winner,loser,length\n2026-01-02,Bo,Bo,5\n2026-01-02,Bo,Cy,5\n2026-13-02,Bo,Cy,5\n2199-01-01,Bo,Ed,5\n"
SENTENCES = [
    "line 2: A player can't play himself.",
    "line 4: “2026-13-02” isn't a date such as 2026-11-21 or 2026-11-21T20:15.",
    "line 5: A match can't be in the future.",
]


@pytest.fixture(autouse=True)
def ladder(db):
    return make_ladder()


def test_matches_are_added_rated_and_named_once(run, write):
    done = run("import_matches", "club", write("in.csv", GOOD))
    assert done == ("3 matches added, 0 known already, 0 left out.\n", "", 0)
    assert list(Player.objects.values_list("name", flat=True)) == ["Bo", "Cy", "Di"]
    assert sorted((row.player.name, row.played) for row in Standing.objects.all()) == [("Bo", 2), ("Cy", 3), ("Di", 1)]


def test_the_same_file_again_adds_nothing(run, write):
    path = write("in.csv", GOOD)
    run("import_matches", "club", path)
    assert run("import_matches", "club", path).out == "0 matches added, 3 known already, 0 left out.\n"


@pytest.mark.parametrize("at_once", [1, 2, 3])
def test_the_newest_first_and_stored_in_parts_is_rated_as_in_one(ladder, run, write, monkeypatch, at_once):
    """The earliest match stands in the last row, so in the last part."""
    rows = "".join(f"2026-01-0{day},Bo,{name},5\n" for day, name in ((9, "Cy"), (6, "Di"), (3, "Ed")))
    path = write("in.csv", f"date,winner,loser,length\n{rows}")
    play(season_of(ladder), "Cy", "Di", on=date(2026, 1, 5))
    monkeypatch.setattr(actions, "AT_ONCE", at_once)
    run("import_matches", "club", path)
    assert Match.objects.count() == 4
    assert ledger.verify(ladder) == []


def test_every_bad_row_is_named_and_nothing_is_stored(run, write):
    path = write("in.csv", BAD)
    refused = run("import_matches", "club", path)
    assert (refused.out, refused.code) == ("", 2)
    assert refused.err.splitlines() == [f"{path}, {sentence}" for sentence in SENTENCES]
    assert (Match.objects.count(), Player.objects.count()) == (0, 0)


def test_bad_rows_can_be_skipped(run, write):
    path = write("in.csv", BAD)
    done = run("import_matches", "club", path, "--skip-invalid")
    assert (done.out, done.code) == ("1 matches added, 0 known already, 3 left out.\n", 0)
    assert done.err.splitlines() == [f"{path}, {sentence}" for sentence in SENTENCES]
    assert list(Player.objects.values_list("name", flat=True)) == ["Bo", "Cy"]


def test_a_time_that_the_clubs_clocks_skipped_is_refused(run, write):
    """In London they went from 01:00 to 02:00 on 29 March 2026."""
    Club.objects.create(pk=Club.ONLY, time_zone="Europe/London")
    path = write("in.csv", "date,winner,loser,length\n2026-03-29T01:30,Bo,Cy,5\n2026-03-29T02:30,Bo,Cy,5\n")
    refused = run("import_matches", "club", path)
    sentence = "The clocks went forward at that hour, so this time did not exist. Enter another."
    assert (refused.err, refused.code) == (f"{path}, line 2: {sentence}\n", 2)


def test_a_dry_run_stores_nothing(run, write):
    done = run("import_matches", "club", write("in.csv", GOOD), "--dry-run")
    assert done.out == "3 matches added, 0 known already, 0 left out. Nothing was stored: this was a dry run.\n"
    assert (Match.objects.count(), Player.objects.count(), Standing.objects.count()) == (0, 0, 0)


def test_unknown_columns_are_named(run, write):
    path = write("in.csv", "date,winner,loser,length,mood\n2026-01-02,Bo,Cy,5,fine\n")
    done = run("import_matches", "club", path)
    assert (done.err, done.code) == (f"{path}: The column mood is unknown and left out.\n", 0)


def test_a_player_file_sets_openings(run, write):
    people = write("people.csv", "name,rating,games\nBo,1900,40\nEd,,\n")
    done = run("import_matches", "club", write("in.csv", GOOD), "--players", people)
    assert done.out == "3 matches added, 0 known already, 0 left out, 2 openings set.\n"
    assert sorted((row.player.name, row.points, row.experience, row.played) for row in Opening.objects.all()) == [
        ("Bo", 1900.0, 40, 40),
        ("Ed", 1800.0, 0, 0),
    ]
    assert Standing.objects.get(player__name="Ed").points == 1800


def test_a_bad_player_file_stops_the_import(run, write):
    people = write("people.csv", "name,rating\nBo,fast\n")
    refused = run("import_matches", "club", write("in.csv", GOOD), "--players", people, "--skip-invalid")
    assert refused.err == f"{people}, line 2: The rating must be a number such as 5 or 2.5, not “fast”.\n"
    assert (refused.code, Match.objects.count()) == (2, 0)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["chess", "x.csv"], "There is no ladder called chess.\n"),
        (["club", "x.csv", "--season", "spring"], "There is no season called spring in club.\n"),
        (["club", "nowhere.csv"], "There is no file nowhere.csv.\n"),
    ],
)
def test_what_is_not_there_is_refused(run, words, sentence):
    assert run("import_matches", *words) == ("", sentence, 2)


def test_a_file_that_is_no_table_is_refused_even_when_skipping(run, write):
    path = write("in.csv", "when,who\n1,2\n")
    refused = run("import_matches", "club", path, "--skip-invalid")
    assert (refused.err, refused.code) == (f"{path}, line 1: The header has no column date.\n", 2)
