"""What is taken home as a spreadsheet, and by whom."""

import io
from datetime import UTC, date, datetime

import openpyxl
import pytest
from django.contrib.messages import get_messages
from django.utils import timezone

from ladder.files.match_file import read_match_file
from ladder.imports.actions import import_matches
from ladder.models import Match
from tests.factories import make_ladder, play, season_of
from tests.ladder.boxes.boxed_seasons import make_boxed, play_box

pytestmark = pytest.mark.django_db
MOMENT = datetime(2026, 1, 2, 12, tzinfo=UTC)
STANDINGS = "/club/all-time/match-length-elo/standings"


@pytest.fixture
def season():
    """The worst name of all beat Bo over 4 points, so 8 are at stake and half of them move (B-2, B-3)."""
    season = season_of(make_ladder())
    play(season, "=1+1", "Bo", 4, on=date(2026, 1, 2))
    return season


def rows_of(response):
    book = openpyxl.load_workbook(io.BytesIO(response.content))
    return [list(row) for row in book.active.values]


def test_standings_are_for_everyone_with_figures_as_shown(client, season):
    response = client.get(f"{STANDINGS}.csv")
    assert response.content.decode("utf-8-sig").splitlines() == [
        "Rank,Player,Rating,Provisional,Change,Exp,No rank",
        "1,'=1+1,1804,,4,4,",
        "2,Bo,1796,,-4,4,",
    ]
    assert response["Content-Disposition"].startswith('attachment; filename="club-all-time-match-length-elo-')


@pytest.mark.parametrize(
    ("system", "headings", "first"),
    [
        ("glicko-2", "Rank,Player,Rating,Deviation,Provisional,Record,To rate,No rank", "1500,350"),  # K-1
        # the manual of the package openskill has 27.6352 and 8.0655 after a newcomer's first win
        ("openskill", "Rank,Player,Rating,Provisional,Change,Estimate,Deviation,Record,No rank", "27.64,8.07"),
    ],
)
def test_deviations_have_a_column_of_numbers(client, system, headings, first):
    play(season_of(make_ladder(system)), "Ada", "Bo")
    lines = client.get(f"/club/all-time/{system}/standings.csv").content.decode("utf-8-sig").splitlines()
    assert lines[0] == headings
    assert f",{first}," in lines[1]


def test_standings_of_a_past_day_and_as_a_workbook(client, season):
    assert rows_of(client.get(f"{STANDINGS}.xlsx"))[2] == [2, "Bo", 1796, None, -4, 4, None]
    assert len(rows_of(client.get(f"{STANDINGS}.xlsx?as-of=2026-01-01"))) == 1


@pytest.mark.parametrize("form", ["csv", "xlsx"])
def test_matches_are_for_members(client, season, form):
    answer = client.get(f"/club/all-time/export.{form}")
    assert (answer.status_code, answer.url) == (303, f"/accounts/login/?next=/club/all-time/export.{form}")


def test_exported_matches_make_the_same_season_again(member, season):
    copy = season_of(make_ladder(slug="copy", name="Copy"))
    sheet = read_match_file(member.get("/club/all-time/export.csv").content, timezone.get_default_timezone())
    assert import_matches(season=copy, records=sheet.records).added == 1
    assert rows_of(member.get("/copy/all-time/export.xlsx")) == rows_of(member.get("/club/all-time/export.xlsx"))


@pytest.fixture
def saturday(time_machine):
    time_machine.move_to("2026-11-28T18:00Z", tick=False)


def test_a_match_of_a_box_has_its_box_in_a_column_of_a_season_with_boxes_only(saturday, member, season):
    assert b",box" not in member.get("/club/all-time/export.csv").content
    boxed = make_boxed("Ana Ben Cy", slug="boxed")
    for winner, loser in (("Ana", "Ben"), ("Ana", "Ben"), ("Ana", "Flo")):
        play_box(boxed, winner, loser)
    file = read_match_file(member.get("/boxed/all-time/export.csv").content, timezone.get_default_timezone())
    assert [(one.players, one.box) for one in file.records] == [
        (("Ana", "Ben"), "1"),
        (("Ana", "Ben"), ""),
        (("Ana", "Flo"), ""),
    ]
    assert file.warnings == []
    assert rows_of(member.get("/boxed/all-time/export.xlsx"))[1][-1] == "1"


def test_an_unknown_season_or_board_is_not_found(member, season):
    for url in ("/club/spring/export.csv", "/club/all-time/chess/standings.csv", "/x/all-time/export.xlsx"):
        assert member.get(url).status_code == 404


def test_a_season_of_very_many_matches_is_no_excel_file(staff, season):
    many = (Match(season=season, kind="rated", played_at=MOMENT, sequence=number) for number in range(10, 10_010))
    Match.objects.bulk_create(many)
    refused = staff.get("/club/all-time/export.xlsx")
    assert (refused.status_code, refused.url) == (302, "/club/all-time/")
    (said,) = get_messages(refused.wsgi_request)
    assert str(said).startswith("A season of more than 10,000 matches comes as CSV only")
    assert staff.get("/club/all-time/export.csv").status_code == 200
