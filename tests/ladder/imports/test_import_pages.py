"""The pages that bring a file in: the file, its check, the import."""

import io
import re
from datetime import UTC, date, datetime

import openpyxl
import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from ladder import ledger
from ladder.club.actions import create_ladder
from ladder.formats import ParticipantResult
from ladder.imports import views
from ladder.imports.actions import build_match_import
from ladder.imports.forms import MOST_PACKED
from ladder.models import Match, Role
from ladder.seasons.actions.boards import change_board
from tests.factories import enter_match, make_ladder, make_player, play, season_of
from tests.markup import flat

pytestmark = pytest.mark.django_db
URL = "/club/all-time/import"
TIMED = "When\tTime\tWon by\tBeaten\n2026-03-04\t19:00\tAnn\tBo\n2026-03-05\t19:00\tAnn\tCy\n"
PASTED = "When\tWon by\tBeaten\n2026-03-04\tAnn\tBo\n2026-03-05\tAnn\tCy\n"


@pytest.fixture
def season():
    return season_of(make_ladder("points-exchange"))


def hidden(response):
    """Return what the check page carries from one page to the next."""
    return dict(re.findall(r'type="hidden" name="(packed|token)" value="([^"]*)"', response.content.decode()))


def send(client, data, name="a.csv"):
    return client.post(URL, {"file": SimpleUploadedFile(name, data)})


def test_pasted_cells_are_shown_then_stored(staff, season):
    shown = staff.post(URL, {"text": PASTED})
    assert (shown.status_code, Match.objects.count()) == (200, 0)
    assert "Import 2 matches" in shown.content.decode()
    done = staff.post(URL, {**hidden(shown), "import": "1"})
    assert (done.status_code, done.url, Match.objects.count()) == (303, "/club/all-time/", 2)
    assert "2 matches imported." in staff.get(done.url).content.decode()


def test_the_same_file_again_adds_nothing(staff, season):
    shown = send(staff, PASTED.encode())
    staff.post(URL, {**hidden(shown), "import": "1"})
    again = send(staff, PASTED.encode())
    assert "Nothing new: the season already has these matches." in again.content.decode()
    staff.post(URL, {**hidden(shown), "import": "1"})
    staff.post(URL, {**hidden(again), "import": "1"})
    assert Match.objects.count() == 2


def test_only_what_was_shown_is_stored(staff, season):
    shown = hidden(staff.post(URL, {"text": PASTED}))
    turned = {"column-0": "date", "column-1": "loser", "column-2": "winner"}
    other = staff.post(URL, {**shown, **turned, "import": "1"})
    assert (other.status_code, Match.objects.count()) == (422, 0)
    assert "Check what will be imported, then import it." in other.content.decode()
    staff.post(URL, {**hidden(other), **turned, "import": "1"})
    assert [row.player.name for row in Match.objects.first().participants.order_by("seat")] == ["Bo", "Ann"]


def test_a_second_click_on_import_says_that_nothing_is_left_to_import(staff, season):
    shown = {**hidden(staff.post(URL, {"text": PASTED})), "import": "1"}
    staff.post(URL, shown)
    again = flat(staff.post(URL, shown).text)
    assert "Nothing new: the season already has these matches." in again
    assert "Check what will be imported" not in again


@pytest.mark.parametrize("names", [("Dee", "Eve"), ("Ann", "Bo")])
def test_results_that_came_in_meanwhile_ask_nothing(staff, season, names):
    """Neither those of others nor of the people in the file, who play again: the file says the same."""
    make_player("Ann"), make_player("Bo")
    shown = hidden(staff.post(URL, {"text": PASTED}))
    play(season, *names, on=date(2026, 3, 6))
    assert staff.post(URL, {**shown, "import": "1"}).status_code == 303
    assert (Match.objects.count(), ledger.verify(season.ladder)) == (3, [])


def test_a_match_of_the_file_that_was_reported_meanwhile_shows_it_again(staff, season):
    make_player("Ann"), make_player("Bo")
    shown = hidden(staff.post(URL, {"text": TIMED}))
    ended = [ParticipantResult(make_player("Ann"), 1.0), ParticipantResult(make_player("Bo"), 0.0)]
    enter_match(
        season=season, participants=ended, by=None, kind="rated", played_at=datetime(2026, 3, 4, 19, tzinfo=UTC)
    )
    again = staff.post(URL, {**shown, "import": "1"})
    assert (again.status_code, Match.objects.count()) == (422, 1)
    assert "A new result came in. Check the preview again." in again.text
    assert staff.post(URL, {**hidden(again), "import": "1"}).status_code == 303
    assert (Match.objects.count(), ledger.verify(season.ladder)) == (2, [])


def test_another_option_of_the_board_meanwhile_shows_the_file_again(staff, season):
    shown = hidden(staff.post(URL, {"text": PASTED}))
    change_board(board=season.boards.get(), system="points-exchange", values={"start": 900}, by=None, reason="")
    assert staff.post(URL, {**shown, "import": "1"}).status_code == 422
    assert not Match.objects.exists()


def test_a_name_of_the_file_that_comes_in_during_the_import_shows_it_again(staff, season, monkeypatch):
    """It comes after the file was read and before the lock."""
    shown = hidden(staff.post(URL, {"text": PASTED}))

    def build_late(*file, **signature):
        if signature:
            play(season, "Dee", "Ann", on=date(2026, 3, 6))
        return build_match_import(*file, **signature)

    monkeypatch.setattr(views, "build_match_import", build_late)
    assert staff.post(URL, {**shown, "import": "1"}).status_code == 422
    assert Match.objects.count() == 1


def test_a_missing_column_is_asked_for(staff, season):
    answer = staff.post(URL, {"text": "a\tb\nx\ty\n", "import": "1"})
    assert answer.status_code == 422
    assert "Choose the column that has the date, or say below" in answer.content.decode()
    assert "Import 1" not in flat(answer.text)


def test_htmx_gets_the_check_alone(staff, season):
    shown = hidden(staff.post(URL, {"text": PASTED}))
    part = staff.post(URL, {**shown, "column-0": "date"}, headers={"HX-Request": "true"})
    assert part.content.decode().lstrip().startswith('<div class="stack" id="check">')


def test_organisers_of_this_ladder_import_and_nobody_else(client, ana, season):
    assert client.get(URL).status_code == 303
    client.force_login(ana.user)
    make_ladder("points-exchange", slug="other")
    role = Role.objects.create(ladder=season.ladder, user=ana.user, role="recorder")
    assert [client.get(URL).status_code, client.post(URL, {"text": PASTED}).status_code] == [403, 403]
    role.role = "organiser"
    role.save()
    assert client.get(URL).status_code == 200
    assert client.get("/other/all-time/import").status_code == 403


def test_a_page_takes_the_same_queries_for_few_and_for_many(staff, season, django_assert_num_queries):
    for number in (2, 60):
        rows = "".join(f"2026-03-{day % 28 + 1:02}\tPlayer {day}\tBo\n" for day in range(number))
        with django_assert_num_queries(33):
            staff.post(URL, {"text": f"Date\tWinner\tLoser\n{rows}"}, headers={"HX-Request": "true"})


MACRO = io.BytesIO()
BOOK = openpyxl.Workbook()
for row in (["Date", "Winner", "Loser", "Length"], ["=TODAY()", "=1+1", "@x", 1e308], ["", "\u202ex", "y", -1]):
    BOOK.active.append(row)
BOOK.active.merge_cells("B2:C2")
BOOK.save(MACRO)
HEAD = "Date,Winner,Loser,Length\n"
HOSTILE = {
    "empty": b"",
    "null bytes": b"Date,Winner,Loser\n2026-03-04,A\0,B\n",
    "invalid UTF-8": b"Date,Winner,Loser\n2026-03-04,\xff\xfe,B\n",
    "UTF-16": f"{HEAD}2026-03-04,Ann,Bo,5\n".encode("utf-16"),
    "lone surrogates": HEAD.encode() + b"2026-03-04,\xed\xa0\x80,B\n",
    "huge numbers": f"{HEAD}2026-03-04,Ann,Bo,1e308\n2026-03-04,Ann,Bo,{'9' * 400}\n99999,Ann,Bo,1\n".encode(),
    "huge cell": HEAD.encode() + b"2026-03-04," + b"A" * 10_000_000 + b",B\n",
    "long cell": HEAD.encode() + b"2026-03-04," + b"A" * 200_000 + b",B\n",
    "formulas": f"{HEAD}=1+1,=A1,@SUM(A1),+1\n2026-03-04,=A1,+B,5\n".encode(),
    "absurd dates": f"{HEAD}0000-00-00,A,B,1\n99/99/9999,A,B,1\n2026-13-45T99:99,A,B,1\n1/1/1,A,B,1\n".encode(),
    "other digits": f"{HEAD}٢٠٢٦-٠٣-٠٤,Ann,Bo,５\n".encode(),
    "only quotes": b'"' * 1_000,
    "one open quote": HEAD.encode() + b'2026-03-04,"Ann,Bo,5\n' * 3,
    "many columns": b",".join(b"Date" for _ in range(40)) + b"\nx\n",
    "workbook": MACRO.getvalue(),
    "half a workbook": MACRO.getvalue()[:2_000],
    "script": f"{HEAD}2026-03-04,<script>alert(1)</script>,Bo,5\n".encode(),
    "controls": f"{HEAD}2026-03-04,A\x01\x7f\u2028\u200b,B\r\r\n,5\n".encode(),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_no_file_whatever_breaks_the_page(staff, season, name):
    shown = send(staff, HOSTILE[name], "x\0.xlsm" if name == "workbook" else "x.csv")
    assert shown.status_code in (200, 422)
    assert b"<script>alert" not in shown.content
    if hidden(shown).get("token"):
        assert staff.post(URL, {**hidden(shown), "import": "1"}).status_code in (303, 422)


@pytest.mark.parametrize(
    "data",
    [
        {},
        {"text": "\0"},
        {"text": " \n"},
        {"packed": "x"},
        {"packed": "x" * MOST_PACKED},
        {"packed": "{packed}", "token": "9" * 30},
        {"packed": "{packed}", "column-0": "\0", "order": "9", "name-x": "\ud800", "import": "1"},
    ],
)
def test_a_tampered_form_stores_nothing(staff, season, data):
    packed = hidden(staff.post(URL, {"text": PASTED}))["packed"]
    sent = {name: value.replace("{packed}", packed).encode(errors="replace").decode() for name, value in data.items()}
    assert staff.post(URL, sent).status_code in (200, 422)
    assert Match.objects.count() == 0


def test_a_closed_season_says_so(staff, season):
    season.closed_at = "2026-03-04T12:00:00Z"
    season.save()
    answer = staff.post(URL, {"text": PASTED})
    assert (answer.status_code, "is closed. Reopen it first." in answer.content.decode()) == (422, True)


@pytest.mark.parametrize(
    ("text", "read"),
    [
        (
            "Date,Player 1,Partner 1,Player 2,Partner 2,Score\n2026-08-01,Ann,Bo,Cy,Di,2-1",
            "Ann and Bo 2–1 Cy and Di: Ann and Bo won",
        ),
        ("Date,Winner,Partner,Loser,Partner\n2026-08-01,Ann,Bo,Cy,Di", "Ann and Bo beat Cy and Di"),
        (
            "match,date,player,side,place\n1,2026-08-01,Ann,1,1\n1,2026-08-01,Bo,1,1\n"
            "1,2026-08-01,Cy,2,1\n1,2026-08-01,Di,2,1",
            "Ann and Bo drew with Cy and Di",
        ),
    ],
)
def test_rows_of_doubles_are_shown_with_partners_together(staff, text, read):
    create_ladder(slug="club", name="Club", boards=[("elo", {"takes": "teams"})])
    shown = staff.post(URL, {"text": text})
    assert shown.status_code == 200
    assert f"{read}, 1 August 2026" in shown.text
