"""Doubles from the form to the standings, on a board that takes nothing else."""

import io

import pytest
from django.contrib.auth.models import User
from django.utils.html import strip_tags

from ladder import ledger
from ladder.club.actions import create_ladder
from ladder.exports.queries import load_records
from ladder.files.match_file import read_match_file
from ladder.files.match_records import write_match_file
from ladder.imports.actions import import_matches
from ladder.models import Match, Standing
from players.models import Player
from tests.factories import season_of, signed_in
from tests.ladder.backups.sample_site import put_back, written

pytestmark = pytest.mark.django_db
REPORT, ROWS = "/club/all-time/report", "/club/all-time/report/teams"


@pytest.fixture(autouse=True)
def season():
    return make_doubles()


def make_doubles(slug="club", name="Club"):
    boards = [("points-exchange", {"takes": "teams"})]
    return season_of(create_ladder(slug=slug, name=name, boards=boards))


def rows(*typed, **more):
    sent = {}
    for seat, (name, side) in enumerate(typed):
        sent |= {f"player_{seat}": name, f"side_{seat}": side}
    return sent | more


SIZE = "On this ladder a side has 2 players."
FOUR = rows(("Ana", "1"), ("Bo", "2"), ("Cy", "1"), ("Di", "2"))


def points():
    return dict(Standing.objects.values_list("player__name", "points"))


def text_of(client, url):
    response = client.get(url)
    assert response.status_code == 200, url
    return " ".join(strip_tags(response.content.decode()).split())


def test_a_season_of_doubles_opens_its_own_form(member):
    assert member.get(REPORT)["Location"] == ROWS
    assert "Report doubles or a team match" in text_of(member, ROWS)


def test_a_preview_shows_what_it_is_worth(member):
    page = member.post(ROWS, FOUR | {"preview": "1"}, HTTP_HX_REQUEST="true").content.decode()

    assert "Counts for Points exchange." in page
    assert not Match.objects.exists()


def test_a_report_reaches_the_standings_and_every_page_tells_it(staff, season):
    assert staff.post(ROWS, FOUR).status_code == 303
    assert points() == {"Ana": 1010, "Bo": 990, "Cy": 1010, "Di": 990}
    match = Match.objects.get()
    assert list(match.participants.values_list("side", flat=True)) == [1, 2, 1, 2]
    assert "Ana and Cy beat Bo and Di" in text_of(staff, match.get_absolute_url())
    assert "Ana and Cy beat Bo and Di" in text_of(staff, season.get_absolute_url())
    ana = match.participants.get(player__name="Ana").player
    assert "with Cy beat Bo" in text_of(staff, f"/players/{ana.pk}/")
    assert "Cy" not in text_of(staff, f"/players/{ana.pk}/").partition("Rivals")[2].partition("Matches")[0]
    assert "beat Bo and Di with Cy" in text_of(staff, f"/players/{ana.pk}/statement/")
    assert ledger.verify(season.ladder) == []
    text_of(staff, "/systems/points-exchange/")


@pytest.mark.parametrize(
    ("sent", "sentence"),
    [
        (rows(("Ana", "1"), ("Bo", "2")), SIZE),
        (rows(("Ana", "1"), ("Bo", "2"), ("Cy", "1"), ("Di", "1")), SIZE),
        (rows(("Ana", ""), ("Bo", "2"), ("Cy", "1"), ("Di", "1")), "Say whether they won."),
        (
            rows(("Ana", "1"), ("Bo", "2"), ("Cy", "1"), ("Di", "2"), ("Ed", "2")),
            SIZE,
        ),
    ],
)
def test_what_is_no_doubles_is_refused_beside_its_row(member, sent, sentence):
    response = member.post(ROWS, sent)

    assert response.status_code == 422
    assert sentence in response.content.decode()


def test_only_a_winner_reports_where_winners_do(member, season):
    season.ladder.reporters = "winner"
    season.ladder.save()

    assert member.post(ROWS, FOUR).status_code == 303
    assert member.post(ROWS, rows(("Ana", "2"), ("Bo", "1"), ("Cy", "1"), ("Di", "2"))).status_code == 422


def test_it_is_corrected_fixed_voided_and_restored(staff, season):
    staff.post(ROWS, FOUR)
    match = Match.objects.get()
    assert 'name="side_3"' in staff.get(f"/matches/{match.pk}/correct").content.decode()
    other = {"kind": "team", "date": "2026-03-01", "time": "12:00", "revision": "1", "reason": "Wrong way round."}
    other |= rows(("Ana", "2"), ("Bo", "1"), ("Cy", "2"), ("Di", "1"))
    url = f"/matches/{match.pk}"
    shown = staff.post(f"{url}/correct", other | {"preview": "1"})
    assert "Bo and Di beat Ana and Cy" in shown.content.decode()
    assert staff.post(f"{url}/correct", other | {"token": shown.context["token"]}).status_code == 303
    assert points() == {"Ana": 990, "Bo": 1010, "Cy": 990, "Di": 1010}
    for verb, verdict in (("void", {}), ("restore", {"Ana": 990, "Bo": 1010, "Cy": 990, "Di": 1010})):
        shown = staff.get(f"{url}/{verb}")
        assert staff.post(f"{url}/{verb}", {"reason": "So", "token": shown.context["token"]}).status_code == 303
        assert points() == verdict
    assert ledger.verify(season.ladder) == []
    text_of(staff, url + "/")


def test_its_reporter_fixes_it_and_an_opponent_disputes_it(member, season):
    member.post(ROWS, FOUR)
    match = Match.objects.get()
    assert 'name="side_3"' in member.get(f"/matches/{match.pk}/fix").content.decode()
    sent = FOUR | {"side_0": "2", "side_1": "1", "side_2": "2", "side_3": "1", "revision": "1"}
    assert member.post(f"/matches/{match.pk}/fix", sent).status_code == 303
    assert points() == {"Ana": 990, "Bo": 1010, "Cy": 990, "Di": 1010}
    bo = Player.objects.get(name="Bo")
    bo.user = User.objects.create_user("bo")
    bo.save()
    page = signed_in(bo.user).get(f"/matches/{match.pk}/dispute")
    assert page.status_code == 200
    sent = {"reason": "No.", "revision": "2"}
    assert signed_in(bo.user).post(f"/matches/{match.pk}/dispute", sent).status_code == 303


@pytest.mark.django_db(transaction=True)
def test_a_backup_brings_it_back(member, season):
    member.post(ROWS, FOUR)
    was = ledger.fingerprint(season.ladder)
    put_back(written())
    assert ledger.fingerprint(season.ladder) == was
    assert ledger.verify(season.ladder) == []


def test_a_file_brings_the_same_season_again(member, season):
    member.post(ROWS, FOUR)
    stream = io.StringIO()
    write_match_file(stream, load_records(season))
    read = read_match_file(stream.getvalue(), None)
    assert not read.errors
    assert import_matches(season=season, records=read.records, by=None).known == 0
    other = make_doubles("other", "Other")
    assert import_matches(season=other, records=read.records, by=None).added == 1
    assert import_matches(season=other, records=read.records, by=None).known == 1
    assert list(Match.objects.filter(season=other).values_list("participants__side", flat=True)) == [1, 2, 1, 2]


PAGES = [
    "/club/challenges",
    "/club/feed.xml",
    "/club/log",
    "/club/venue",
    "/club/seasons",
    "/club/all-time/record",
    "/club/all-time/import",
    "/club/all-time/ratings",
    "/club/all-time/tables",
    *(f"/club/all-time/points-exchange/{page}" for page in ("", "rules", "known", "print", "embed", "change", "rows")),
    *(f"/matches/{{match}}/{page}" for page in ("", "correct", "void")),
]


@pytest.mark.parametrize("page", PAGES)
def test_every_page_of_its_ladder_opens(staff, page):
    staff.post(ROWS, FOUR)
    path = page.format(match=Match.objects.get().pk)

    assert staff.get(path, follow=True).status_code == 200
