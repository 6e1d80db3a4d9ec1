"""What is exported makes the same ladder again."""

import json

import pytest

from ladder import ledger
from ladder.club.actions import create_ladder
from ladder.matches.actions.corrections import correct_match
from ladder.matches.queries.limits import load_limit_reasons
from ladder.models import Ladder, Match, Opening
from players.models import Player
from tests.factories import make_ladder, play, season_of

pytestmark = pytest.mark.django_db

EVERYTHING = """match,date,started,kind,player,place,exit,round,player1,player2,result,length,chips,moves,status
1,2026-03-01T20:15:00.250000+02:00,2026-03-01T18:00,,Åsa,,standing,,,,,,,,
1,,,,Bo,,dead,3,,,,,,,
1,,,,Cy,,surrendered,2,,,,,,,
2,2026-03-02,,friendly,Bo,,dead,4,,,,,,,
2,,,,Åsa,,dead,4,,,,,,,
3,2026-03-02,,tournament,Cy,1,,,,,,,,,
3,,,,Bo,2,,,,,,,,,
3,,,,Åsa,2,,,,,,,,,
4,2026-03-02,,unrated,,,,,Bo,Cy,0,,,,
5,2026-03-03,,unrated,,,,,Bo,Cy,0.5,,,,
6,2026-03-03,,rated,,,,,Cy,Bo,1,7,2.5,,
7,2026-03-03,,rated,,,,,Cy,Bo,1,7,2.5,,void
8,2026-03-04,,rated,,,,,Cy,Bo,1,5,,,
9,2026-03-05,,walkover,,,,,Cy,Bo,1,,,,
10,2026-03-05,,rated,,,,,Cy,Bo,1,9,,,pending
"""
BOARDS = ("warlocks-score", "tournament-points", "chips-total", "match-length-elo", "provisional-elo")
PLAYERS = "name,rating,games,won,lost\nDi,1712.5,3,2,1\nBo,1500,25,,\n"


def test_every_kind_of_match_and_opening_comes_back_the_same(run, write, tmp_path):
    boards = [word for key in BOARDS for word in ("--board", key)]
    run("create_ladder", "club", *boards, "--option", "match-length-elo.start=1700", "--season", "spring")
    run("import_matches", "club", write("in.csv", EVERYTHING), "--players", write("people.csv", PLAYERS))
    assert [Match.objects.filter(status=status).count() for status in ("counted", "void", "pending")] == [8, 1, 1]
    exported = run("export_matches", "club", "--output", tmp_path / "out.csv")
    assert exported.out == f"Matches: {tmp_path}/out.csv\nBoards and openings: {tmp_path}/out.json\n"
    run("create_ladder", "copy", "--from", tmp_path / "out.json")
    assert run("import_matches", "copy", tmp_path / "out.csv").out == "10 matches added, 0 known already, 0 left out.\n"
    first, second = run("verify", "club"), run("verify", "copy")
    assert (first.out, first.code, second.code) == (second.out, 0, 0)
    assert Opening.objects.filter(board__season__ladder__slug="copy").count() == 10
    kept = Match.objects.filter(season__ladder__slug="copy").exclude(status="counted")
    assert list(kept.values_list("status", flat=True)) == ["void", "pending"]


LIMITS = ("pair_day_limit", "pair_week_limit", "player_day_limit", "player_week_limit")
TEAMS = """match,date,player,place,side,score,ending,handicap,kind
1,2026-03-02,Ada,1,1,11-7 9-11 11-5,,,team
1,2026-03-02,Bo,2,2,,,,team
1,2026-03-02,Cy,2,2,,,,team
2,2026-03-02,Ada,1,,11-7 3-1,retired,50,rated
2,2026-03-02,Bo,2,,,,,rated
3,2026-03-02,Cy,1,,,,,walkover
3,2026-03-02,Bo,2,,,,,walkover
4,2026-03-02,Bo,1,,11-7 11-8,,,rated
4,2026-03-02,Ada,2,,,,,rated
5,2026-03-02,Ada,1,,11-7 11-9,,,rated
5,2026-03-02,Bo,2,,,,,rated
"""


def test_a_copy_has_the_rules_of_the_ladder_and_what_its_limits_decided(run, write, tmp_path):
    rules = {"game": "table-tennis", "fewest_a_side": 1, "most_a_side": 3, "scores": "allowed"}
    rules["score_rule"] = "best of 3 games to 11, 2 clear"
    limits = {"pair_day_limit": 2, "player_week_limit": 9, "takes_handicaps": True}
    create_ladder(slug="club", name="Club", boards=[("elo", {"takes": "both"})], **rules, **limits)
    run("import_matches", "club", write("in.csv", TEAMS))
    limited, decided = Match.objects.order_by("sequence")[3:]
    assert (limited.kind, decided.kind) == ("unrated", "unrated")
    correct_match(match=decided, by=None, reason="A cup match", revision=1, kind="rated")

    run("export_matches", "club", "--output", tmp_path / "out.csv")
    run("create_ladder", "copy", "--from", tmp_path / "out.json")
    run("import_matches", "copy", tmp_path / "out.csv")

    copy = Ladder.objects.get(slug="copy")
    assert {name: getattr(copy, name) for name in rules | limits} == rules | limits
    assert run("verify", "club").out == run("verify", "copy").out
    assert list(load_limit_reasons(copy.seasons.get()).values()) == list(load_limit_reasons(limited.season).values())
    described = json.loads((tmp_path / "out.json").read_text())
    for wrong in ({"most_a_side": "many"}, {"most_a_side": 10**30}, {"version": 7}, [7]):
        refused = run("create_ladder", "x", "--from", write("x.json", json.dumps(described | {"settings": wrong})))
        assert refused.err == "This isn't a description of a ladder as export_matches writes it.\n"
    del described["settings"]  # as it was before ladders had these rules
    run("create_ladder", "older", "--from", write("older.json", json.dumps(described)))
    assert Ladder.objects.get(slug="older").most_a_side == 2


def test_an_export_of_imported_matches_adds_nothing_to_its_own_ladder(run, write, tmp_path):
    make_ladder()
    run("import_matches", "club", write("in.csv", "date,winner,loser,length,kind\n2026-01-02,Bo,Cy,5,rated\n"))
    run("export_matches", "club", "--output", tmp_path / "out.csv")
    assert run("import_matches", "club", tmp_path / "out.csv").out == "0 matches added, 1 known already, 0 left out.\n"


def test_an_export_without_a_file_is_printed(run):
    play(season_of(make_ladder()), "Bo", "Cy", on=None)
    Match.objects.update(played_at="2026-01-02T20:15:00Z")
    printed = run("export_matches", "club")
    assert printed.out.splitlines() == [
        "match,date,started,kind,status,player,place,exit,round,chips,field,length,moves",
        "1,2026-01-02T20:15:00+00:00,,rated,,Bo,1,,,,,5,",
        "1,2026-01-02T20:15:00+00:00,,rated,,Cy,2,,,,,5,",
    ]
    assert printed.err == (
        "The boards and openings aren't in it: give --output FILE.csv to have them beside it, in FILE.json.\n"
    )


def test_names_and_corrections_are_exported_as_they_are_now(run, tmp_path):
    match = play(season_of(make_ladder()), "Bo", "Cy")
    correct_match(match=match, by=None, reason="", revision=1, facts={"length": 9})
    Player.objects.filter(name="Bo").update(name="BO")
    run("export_matches", "club", "--output", tmp_path / "out.csv")
    rows = (tmp_path / "out.csv").read_text().splitlines()[1:]
    assert [(row.split(",")[5], row.split(",")[11]) for row in rows] == [("BO", "9"), ("Cy", "9")]


def test_the_description_says_what_the_ladder_is_made_from(run, tmp_path):
    make_ladder("points-exchange", game="darts")
    run("export_matches", "club", "--output", tmp_path / "out.csv")
    sides, no_limits = {"fewest_a_side": 2, "most_a_side": 2}, dict.fromkeys(LIMITS)
    entry = {"game": "darts", "scores": "none", "score_rule": "", "takes_handicaps": False, "match_lengths": ""}
    assert json.loads((tmp_path / "out.json").read_text()) == {
        "name": "Club",
        "reporters": "players",
        "settings": {**entry, **sides, **no_limits},
        "season": {"slug": "all-time", "name": "All time"},
        "boards": [{"system": "points-exchange", "options": {}, "openings": []}],
    }


def test_a_file_that_cannot_be_written_is_refused(run, tmp_path):
    make_ladder()
    path = tmp_path / "nowhere" / "out.csv"
    refused = run("export_matches", "club", "--output", path)
    assert (refused.err, refused.code) == (f"{path} can't be written: No such file or directory.\n", 2)


def test_an_option_s_spelling_is_not_in_the_fingerprint():
    ladder = make_ladder("match-length-elo")
    board = season_of(ladder).boards.get()
    board.options = {"start": 1700}
    board.save()
    whole = ledger.fingerprint(Ladder.objects.get())
    board.options = {"start": 1700.0}
    board.save()
    assert ledger.fingerprint(Ladder.objects.get()) == whole
