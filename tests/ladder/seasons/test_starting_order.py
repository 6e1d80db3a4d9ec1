"""An organiser puts players on the rungs of a ladder; people write a rung without a minus."""

import json
from datetime import date, timedelta

import pytest
from django.core.management import call_command

from ladder import ledger
from ladder.files.player_file import read_player_file
from ladder.ledger.player_standings import load_past_standings
from ladder.models import Opening, Standing
from ladder.profiles.queries.career_rows import load_career
from ladder.seasons.actions.life_cycle import close_season, open_next_season
from tests.changes import give_starting_ratings
from tests.factories import make_ladder, make_player, play, season_of
from tests.markup import flat

DAY = date(2026, 3, 1)
ORDER = "Ann Lee, 1\nBo Ray, 2\nCy Fox, 3\nDee Orr, 4\n"


@pytest.fixture
def season(db):
    """Dee, on 4, beat Ann, on 1, and Eve came in at the bottom."""
    season = season_of(make_ladder("rungs"))
    give(season, "name,rating\n" + ORDER)
    play(season, "Dee Orr", "Ann Lee", on=DAY)
    play(season, "Cy Fox", "Eve Kay", on=DAY + timedelta(1))
    return season


def give(season, text):
    board = season.boards.get()
    give_starting_ratings(board=board, people=read_player_file(text).rows, by=None, reason="Our old board.")


def order(season):
    rows = Standing.objects.filter(board__season=season).order_by("-points")
    assert [row.points for row in rows] == [-1.0 - place for place in range(len(rows))]
    assert ledger.verify(season.ladder) == []
    return " ".join(name.split()[0] for name in rows.values_list("player__name", flat=True))


def test_matches_are_played_from_the_order_that_was_given(season):
    assert order(season) == "Dee Ann Bo Cy Eve"
    board = season.boards.get()
    starts = [load_career(board, make_player(name)).start.rating.points for name in ("Ann Lee", "Dee Orr", "Eve Kay")]
    assert starts == [-1, -4, -5]
    past = sorted(load_past_standings(board, DAY - timedelta(1)), key=lambda one: -one.rating.points)
    assert [(one.name, one.rating.points) for one in past][:2] == [("Ann Lee", -1), ("Bo Ray", -2)]


def test_who_is_put_between_others_later_moves_them_down(season):
    give(season, "name,rating\nFlo Gee,2\n")  # Ann Flo Bo Cy Dee; then Dee takes rung 1
    assert order(season) == "Dee Ann Flo Bo Cy Eve"
    assert load_career(season.boards.get(), make_player("Cy Fox")).start.rating.points == -4
    give(season, "name,rating\nFlo Gee,\n")
    assert order(season) == "Dee Ann Bo Cy Eve"


def test_the_next_season_takes_the_order_over_and_an_organiser_moves_one(season):
    after = open_next_season(close_season(season), slug="next", name="Next", rule="carry")
    type(after).objects.filter(pk=after.pk).update(starts_on=None)
    after.refresh_from_db()
    play(after, "Bo Ray", "Eve Kay")
    assert order(after) == "Dee Ann Bo Cy Eve"
    give(after, "name,rating\nEve Kay,2\nGus Hay,4\n")  # Dee Eve Ann Gus Bo Cy
    assert order(after) == "Dee Bo Eve Ann Gus Cy"  # Bo beat Eve
    assert set(Opening.objects.filter(board__season=after).values_list("player__name", "source")) >= {
        ("Eve Kay", "given"),
        ("Ann Lee", "carried"),
    }


def test_the_page_takes_rungs_and_refuses_one_rung_for_two(season, staff):
    url = "/club/all-time/ratings"
    assert "write the rung: “Ada, 3”" in flat(staff.get(url).text)
    shown = staff.post(url, {"board": "rungs", "text": "Flo Gee, 2", "reason": "x", "preview": "1"})
    page = flat(shown.text)
    assert "Rungs that change" in page
    assert "Flo Gee" in page
    rows = "Flo Gee, 7\nGus Hay, 7"
    shown = staff.post(url, {"board": "rungs", "text": rows, "reason": "x", "preview": "1"})
    assert "Flo Gee and Gus Hay can’t both start on rung 7." in flat(shown.text)
    assert rows in shown.text


def test_pages_say_rung_where_others_say_rating(client, season):
    page = flat(client.get(f"/players/{make_player('Cy Fox').pk}/statement/").text)
    assert "Starting rung, set by an organiser" in page
    assert "Each line starts from the rung in the line below." in page
    assert "rounded here" not in page
    assert "moved down: Dee Orr beat Ann Lee" in page
    page = flat(client.get(f"/players/{make_player('Cy Fox').pk}/").text)
    assert "1 rung</b>behind" in page
    assert "Gap at the top" not in client.get("/club/").text


def test_a_file_is_rated_from_the_order_that_a_player_file_gives(tmp_path, capsys):
    matches, players = tmp_path / "matches.csv", tmp_path / "players.csv"
    matches.write_text("date,winner,loser\n2026-03-01,Dee Orr,Ann Lee\n")
    players.write_text("name,rating\n" + ORDER.replace(", ", ",") + "Flo Gee,\n")
    call_command("rate", str(matches), system="rungs", players=str(players), format="json")
    rated = json.loads(capsys.readouterr().out)["standings"]
    assert [(row["name"], row["rating"], row["shown"]) for row in rated] == [
        ("Dee Orr", 1, "1"),
        ("Ann Lee", 2, "2"),
        ("Bo Ray", 3, "3"),
        ("Cy Fox", 4, "4"),
    ]
    call_command("rate", str(matches), system="rungs", players=str(players), format="json", changes=True)
    rows = json.loads(capsys.readouterr().out)["changes"]
    assert [(row["player"], row["before"], row["after"], row["change"], row.get("cause")) for row in rows] == [
        ("Dee Orr", 4, 1, 3, None),
        ("Ann Lee", 1, 2, -1, None),
        ("Bo Ray", 2, 3, -1, "moved"),
        ("Cy Fox", 3, 4, -1, "moved"),
    ]
    players.write_text("name,rating\nAnn Lee,1\nBo Ray,1\n")
    with pytest.raises(SystemExit):
        call_command("rate", str(matches), system="rungs", players=str(players))
    assert "Ann Lee and Bo Ray can’t both start on rung 1." in capsys.readouterr().err
