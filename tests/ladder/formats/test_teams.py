"""Doubles from the form to the standings, on a board that takes nothing else."""

import io
import re

import pytest
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.utils.html import strip_tags

from ladder import ledger
from ladder.club.actions import create_ladder
from ladder.exports.queries import load_records
from ladder.files.match_file import read_match_file
from ladder.files.match_records import write_match_file
from ladder.imports.actions import import_matches
from ladder.matches.queries.confirmations import list_matches_to_confirm
from ladder.matches.queries.opponents import list_likely_sides
from ladder.models import Board, Ladder, Match, MatchRevision, Opening, Standing
from ladder.profiles.queries.career_rows import load_career
from ladder.profiles.queries.partners import list_partners
from ladder.seasons.actions.life_cycle import close_season, open_next_season
from players.models import Notice, Player
from tests.changes import merge_players
from tests.factories import make_ladder, make_member, make_player, season_of, signed_in
from tests.ladder.backups.sample_site import put_back, written

pytestmark = pytest.mark.django_db
REPORT, ROWS = "/club/all-time/report", "/club/all-time/report/teams"


@pytest.fixture(autouse=True)
def season():
    return make_doubles()


def make_doubles(slug="club", name="Club"):
    boards = [("points-exchange", {"takes": "teams"})]
    return season_of(create_ladder(slug=slug, name=name, boards=boards))


def rows(*names, **more):
    return {f"player_{seat}": name for seat, name in enumerate(names)} | more


def sides(first, second, winner="first", **more):
    """Names typed in the form of somebody who plays in no match of the form, or whose own row is the first."""
    typed = {f"player_{seat}": name for seat, name in enumerate(first)}
    return typed | {f"player_{2 + seat}": name for seat, name in enumerate(second)} | {"winner": winner} | more


FOUR = sides(("Ana", "Cy"), ("Bo", "Di"))
OWN = FOUR | {"winner": "me"}  # as Ana sends it
SIZE = "A side has 2 players."


def points():
    return dict(Standing.objects.values_list("player__name", "points"))


def text_of(client, url):
    response = client.get(url)
    assert response.status_code == 200, url
    return " ".join(strip_tags(response.content.decode()).split())


def test_a_season_of_doubles_opens_its_own_form(member):
    assert member.get(REPORT)["Location"] == ROWS
    assert "Report doubles" in text_of(member, ROWS)


def test_a_preview_shows_what_it_is_worth(member):
    page = member.post(ROWS, OWN | {"preview": "1"}, HTTP_HX_REQUEST="true").content.decode()

    assert "Counts for Points exchange." in page
    assert "Cy and I beat Bo and Di, +10" in page
    assert not Match.objects.exists()


def test_a_report_reaches_the_standings_and_every_page_tells_it(staff, season):
    assert staff.post(ROWS, FOUR).status_code == 303
    assert points() == {"Ana": 1010, "Bo": 990, "Cy": 1010, "Di": 990}
    match = Match.objects.get()
    assert list(match.participants.values_list("side", flat=True)) == [1, 1, 2, 2]
    assert "Ana and Cy beat Bo and Di" in text_of(staff, match.get_absolute_url())
    assert "Ana and Cy beat Bo and Di" in text_of(staff, season.get_absolute_url())
    ana = match.participants.get(player__name="Ana").player
    assert "with Cy beat Bo" in text_of(staff, f"/players/{ana.pk}/")
    assert "Cy" not in text_of(staff, f"/players/{ana.pk}/").partition("Rivals")[2].partition("Matches")[0]
    assert "beat Bo and Di with Cy" in text_of(staff, f"/players/{ana.pk}/statement/")
    assert ledger.verify(season.ladder) == []
    text_of(staff, "/systems/points-exchange/")


def test_a_member_taps_partner_opponents_and_who_won(member, season):
    keys = {name: make_player(name).pk for name in ("Bo", "Cy", "Di", "Ed")}
    page = member.get(ROWS).content.decode()
    assert all(f'value="{key}"' in page for key in keys.values())
    tapped = {"tapped_1": [keys["Cy"]], "tapped_2": [keys["Bo"], keys["Di"]], "winner": "them"}
    assert member.post(ROWS, tapped).status_code == 303
    assert points() == {"Ana": 990, "Bo": 1010, "Cy": 990, "Di": 1010}
    likely = list_likely_sides(season, Player.objects.get(name="Ana"), [])
    assert likely[0][0].name == "Cy"
    assert {one.name for one in likely[1][:2]} == {"Bo", "Di"}


@pytest.mark.parametrize(
    ("sent", "sentences"),
    [
        ({}, ["Choose your partner.", SIZE, "Say who won."]),
        (sides(("", "Cy"), ("Bo", ""), "me"), [SIZE]),
        (sides(("", "Cy"), ("Bo", "cy"), "me"), ["cy can appear only once. Choose someone else."]),
        (sides(("", "Ana"), ("Bo", "Di"), "me"), ["Ana can appear only once. Choose someone else."]),
        (OWN | {"tapped_2": ["x"]}, ["Choose from the players, or type a name."]),
        (OWN | {"winner": "draw"}, ["Say who won."]),
        (OWN | {"date": "2199-01-01", "day": "other"}, ["A match can&#x27;t be in the future."]),
    ],
)
def test_what_is_no_doubles_is_refused_beside_its_side(member, sent, sentences):
    response = member.post(ROWS, sent)

    assert response.status_code == 422
    assert re.findall('class="err">(.*)</p>', response.content.decode()) == sentences
    assert not Match.objects.exists()


def test_a_partner_who_was_tapped_and_another_who_was_typed_are_asked_about(member):
    cy = make_player("Cy")
    sent = OWN | {"tapped_1": [cy.pk], "player_1": "Di", "player_2": "Bo", "player_3": "Eli"}
    response = member.post(ROWS, sent)
    page = response.content.decode()
    assert "You tapped Cy and typed Di. The name is kept: report it again, or clear it and tap." in page
    assert 'value="Di"' in page
    assert "checked" not in page[page.index('name="tapped_1"') : page.index('name="tapped_2"')]
    assert not Match.objects.exists()
    assert member.post(ROWS, {key: value for key, value in sent.items() if key != "tapped_1"}).status_code == 303


def test_more_players_than_a_side_has_are_refused(staff):
    keys = [make_player(name).pk for name in ("Ana", "Bo", "Cy", "Di", "Ed")]
    response = staff.post(ROWS, {"tapped_1": keys[:2], "tapped_2": keys[2:], "winner": "first"})
    assert re.findall('class="err">(.*)</p>', response.content.decode()) == [SIZE]


def test_only_a_winner_reports_where_winners_do(member, season):
    season.ladder.reporters = "winner"
    season.ladder.save()

    assert member.post(ROWS, OWN).status_code == 303
    assert member.post(ROWS, OWN | {"winner": "them"}).status_code == 422


@pytest.mark.parametrize(
    ("fewest", "most", "label", "size"), [(1, 3, "teams", "1 to 3 players"), (3, 3, "teams", "3 players")]
)
def test_a_ladder_says_how_many_play_on_a_side(staff, season, fewest, most, label, size):
    Ladder.objects.update(fewest_a_side=fewest, most_a_side=most)
    assert "Report teams" in text_of(staff, ROWS)
    sent = {f"player_{seat}": name for seat, name in enumerate(("Ana", "Bo", "Cy", "Di", "Ed", "Flo"))}
    assert staff.post(ROWS, sent | {"winner": "draw"}).status_code == 422
    assert staff.post(ROWS, sent | {"winner": "second"}).status_code == 303
    assert set(points().values()) == {990, 1010}
    one = staff.post(ROWS, {"player_0": "Ana", "player_3": "Di", "winner": "first"})
    assert one.status_code == (303 if fewest == 1 else 422)
    assert (f"A side has {size}." in one.content.decode()) == (fewest != 1)


def test_it_is_corrected_fixed_voided_and_restored(staff, season):
    staff.post(ROWS, FOUR)
    match = Match.objects.get()
    assert 'name="of_side_3"' in staff.get(f"/matches/{match.pk}/correct").content.decode()
    other = {"kind": "team", "date": "2026-03-01", "time": "12:00", "revision": "1", "reason": "Wrong way round."}
    other |= rows("Ana", "Cy", "Bo", "Di", winner="second")
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


def test_it_is_corrected_to_other_partners(staff, season):
    staff.post(ROWS, FOUR)
    match = Match.objects.get()
    sent = {"kind": "team", "date": "2026-03-01", "time": "12:00", "revision": "1", "reason": "Cy played with Bo."}
    sent |= rows("Ana", "Di", "Bo", "Cy", winner="first")
    url = f"/matches/{match.pk}/correct"
    shown = staff.post(url, sent | {"preview": "1"})
    assert "Ana and Di beat Bo and Cy" in shown.content.decode()
    assert staff.post(url, sent | {"token": shown.context["token"]}).status_code == 303
    assert points() == {"Ana": 1010, "Bo": 990, "Cy": 990, "Di": 1010}
    assert ledger.verify(season.ladder) == []
    assert "Ana and Di beat Bo and Cy" in text_of(staff, "/club/log")


def test_its_reporter_fixes_it_and_an_opponent_disputes_it(member, season):
    member.post(ROWS, OWN)
    match = Match.objects.get()
    page = member.get(f"/matches/{match.pk}/fix").content.decode()
    assert [f'value="{name}"' in page for name in ("Bo", "Cy", "Di")] == [True] * 3
    assert member.post(f"/matches/{match.pk}/fix", OWN | {"winner": "them", "revision": "1"}).status_code == 303
    assert points() == {"Ana": 990, "Bo": 1010, "Cy": 990, "Di": 1010}
    bo = Player.objects.get(name="Bo")
    bo.user = User.objects.create_user("bo")
    bo.save()
    browser, url = signed_in(bo.user), f"/matches/{match.pk}/dispute"
    assert re.findall("<b>([^<.]+ and [^<.]+)</b>", browser.get(url).content.decode()) == ["Ana and Cy", "Bo and Di"]
    assert browser.post(url, {"reason": "", "winner": "first", "revision": "2"}).status_code == 303
    assert list_disputes_proposed() == [1, 1, 0, 0]


def list_disputes_proposed():
    return [one["score"] for one in MatchRevision.objects.get(verb="dispute").proposed["sides"]]


@pytest.mark.django_db(transaction=True)
def test_a_backup_brings_it_back(member, season):
    member.post(ROWS, OWN)
    was = ledger.fingerprint(season.ladder)
    put_back(written())
    assert ledger.fingerprint(season.ladder) == was
    assert ledger.verify(season.ladder) == []


def test_a_file_brings_the_same_season_again(member, season):
    member.post(ROWS, OWN)
    stream = io.StringIO()
    write_match_file(stream, load_records(season))
    read = read_match_file(stream.getvalue(), None)
    assert not read.errors
    assert import_matches(season=season, records=read.records, by=None).known == 0
    other = make_doubles("other", "Other")
    assert import_matches(season=other, records=read.records, by=None).added == 1
    assert import_matches(season=other, records=read.records, by=None).known == 1
    assert list(Match.objects.filter(season=other).values_list("participants__side", flat=True)) == [1, 1, 2, 2]


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


def test_every_page_of_its_ladder_opens(staff):
    staff.post(ROWS, FOUR)
    pages = [page.format(match=Match.objects.get().pk) for page in PAGES]
    assert [page for page in pages if staff.get(page, follow=True).status_code != 200] == []


def test_a_profile_has_partners_and_the_record_of_each_pair(staff):
    staff.post(ROWS, FOUR)
    staff.post(ROWS, FOUR | {"winner": "second", "sure": "again:1"})
    staff.post(ROWS, sides(("Ana", "Bo"), ("Cy", "Di")))
    ana = Player.objects.get(name="Ana")
    board = Board.objects.select_related("season__ladder").get()
    found = list_partners(load_career(board, ana)).rows
    assert [(one.players[0][1], one.met, one.record) for one in found] == [("Cy", 2, "1–1"), ("Bo", 1, "1–0")]
    assert [one.net for one in found] == [
        "−1",
        "+10",
    ]  # P-4: 10 won and 11 lost; 10 between equals
    assert [(one.names, one.record) for one in found[0].against] == [("Bo and Di", "1–1")]
    page = text_of(staff, f"/players/{ana.pk}/")
    assert "Partners" in page
    assert "Bo and Di: 1–1" in page
    assert "with Bo beat Cy and Di" in page.replace(" 1,000", "").replace(" 999", "")
    assert "with Bo beat" not in text_of(staff, f"/players/{ana.pk}/against/{Player.objects.get(name='Bo').pk}/")


def test_one_of_the_other_side_confirms_a_pending_match(member, season):
    Ladder.objects.update(confirm_hours=48, counts_when_confirmed=True)
    people = {name: make_member(name) for name in ("Bo", "Cy")}
    member.post(ROWS, OWN)
    match = Match.objects.get()
    assert match.is_pending
    told = dict(Notice.objects.values_list("player__name", "text"))
    assert told["Cy"].endswith("It is pending until someone on the other side confirms it.")
    assert told["Bo"].endswith("It is pending until you confirm it.")
    waiting = {name: len(list_matches_to_confirm(one)) for name, one in people.items()}
    assert waiting == {"Bo": 1, "Cy": 0}
    url = f"/matches/{match.pk}/confirm"
    assert signed_in(people["Cy"].user).post(url, {"revision": "1"}).status_code == 403
    assert signed_in(people["Bo"].user).post(url, {"revision": "1"}).status_code == 303
    match.refresh_from_db()
    assert match.counts


def test_two_who_played_together_are_not_merged(staff):
    staff.post(ROWS, FOUR)
    ana, cy, bo = (Player.objects.get(name=name) for name in ("Ana", "Cy", "Bo"))
    with pytest.raises(ValidationError, match="Cy and Ana played together in match"):
        merge_players(player=cy, into=ana)
    with pytest.raises(ValidationError, match="Bo and Ana played each other in match"):
        merge_players(player=bo, into=ana)


def test_singles_and_doubles_are_two_boards_of_one_system(staff):
    """Each is fed by its own kind, has its own address, and goes on in the next season."""
    season = season_of(make_ladder("points-exchange", slug="tennis", name="Tennis"))
    url = "/tennis/all-time"
    page = staff.get(f"{url}/tables?system=points-exchange")
    assert page.context["form"]["takes"].value() == "teams"
    sent = {"system": "points-exchange", "start": "1000", "member_change": "whole", "reason": "We play both."}
    refused = staff.post(f"{url}/tables", sent | {"takes": "singles", "preview": "1"})
    assert "This season already has a board with that rating system." in refused.content.decode()
    shown = staff.post(f"{url}/tables", sent | {"takes": "teams", "preview": "1"})
    token = shown.context["token"]
    assert staff.post(f"{url}/tables", sent | {"takes": "teams", "token": token}).status_code == 303
    single = {"first": "Ana", "second": "Bo", "winner": "first"}
    assert staff.post(f"{url}/report", single).status_code == 303
    assert staff.post(f"{url}/report/teams", FOUR | {"winner": "second"}).status_code == 303
    found = {board.key: board for board in Board.objects.filter(season=season)}
    assert list(found) == ["points-exchange", "points-exchange-teams"]
    points = {
        key: dict(Standing.objects.filter(board=board).values_list("player__name", "points"))
        for key, board in found.items()
    }
    assert points == {
        "points-exchange": {"Ana": 1010, "Bo": 990},
        "points-exchange-teams": {"Ana": 990, "Bo": 1010, "Cy": 990, "Di": 1010},
    }
    for key in found:
        assert "Points exchange, teams" in text_of(staff, f"{url}/{key}/")
        for tail in ("rules", "rows", "embed", "change", "print"):
            assert staff.get(f"{url}/{key}/{tail}").status_code == 200, (key, tail)
    assert staff.get("/tennis/venue?board=points-exchange-teams").status_code == 200
    assert [tab.label for tab in staff.get(f"{url}/report").context["tabs"]] == ["Two players", "Doubles"]
    following = open_next_season(close_season(season, by=None), slug="next", name="Next", rule="carry", by=None)
    opened = Opening.objects.filter(board__season=following).values_list(
        "board__is_for_teams", "player__name", "points"
    )
    assert sorted(opened)[:2] == [(False, "Ana", 1010), (False, "Bo", 990)]
    assert len(opened) == 6
    assert ledger.verify(season.ladder) == []
