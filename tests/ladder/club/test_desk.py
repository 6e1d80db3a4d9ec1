"""The desk of an organiser, and the poster for the wall."""

from io import StringIO

import pytest
from django.contrib.auth.models import User
from django.core.management import call_command

from ladder.club.actions import change_club
from ladder.club.queries import load_desk
from ladder.formats import ParticipantResult
from ladder.matches.actions.corrections import void_match
from ladder.matches.actions.disputes import dispute_match
from ladder.matches.actions.venue_codes import make_venue_code
from ladder.models import FirstStep, Ladder
from ladder.seasons.actions.life_cycle import close_season, open_next_season
from players.models import Claim
from tests.factories import (
    enter_report,
    make_asking,
    make_ladder,
    make_member,
    make_player,
    play,
    prove,
    season_of,
)
from tests.markup import flat

pytestmark = pytest.mark.django_db


@pytest.fixture
def ladder():
    return make_ladder("points-exchange")


def test_the_desk_shows_what_waits(organises, ladder):
    ada = make_member("Ada")
    match = play(season_of(ladder), "Bo", "Ada")
    dispute_match(match=match, by=ada.user, note="I won that one.", revision=match.revision)
    Claim.objects.create(user=User.objects.create_user("cy"), player=make_player("Cy"))
    text = organises.get("/desk").text
    assert "“I won that one.”" in text
    assert "<b>cy</b> says: I am Cy" in text
    assert "Disputed" in text


def test_a_disputed_match_that_is_pending_waits_once(client, organiser):
    season, ada, bo = make_asking(), make_member("Ada"), make_member("Bo")
    participants = [ParticipantResult(bo, 1.0), ParticipantResult(ada, 0.0)]
    disputed, other = (
        enter_report(season=season, participants=participants, by=bo.user, kind="rated") for _ in range(2)
    )
    dispute_match(match=disputed, by=ada.user, note="I won that one.", revision=1)
    client.force_login(organiser)
    found = client.get("/desk").context["desk"]
    assert ([one.match for one in found.disputed], [one.match for one in found.pending]) == ([disputed], [other])
    assert found.waiting == 2


def test_the_desk_is_no_member_s(client, ladder):
    client.force_login(User.objects.create_user("ana"))
    assert client.get("/desk").status_code == 403


def test_a_visitor_signs_in_first(client, ladder):
    assert client.get("/desk").url == "/accounts/login/?next=/desk"


@pytest.mark.parametrize("count", [2, 6])
def test_the_desk_takes_as_many_queries_however_much_there_is(db, django_assert_num_queries, count):
    for number in range(count):
        season = season_of(make_ladder("points-exchange", slug=f"ladder-{number}"))
        match = play(season, f"Ada {number}", f"Bo {number}")
        void_match(match=match, by=None, reason="late", revision=1)
        Claim.objects.create(user=User.objects.create_user(f"cy{number}"), player=make_player(f"Cy {number}"))
    with django_assert_num_queries(13):
        load_desk(Ladder.objects.all())


def test_the_poster_leads_to_the_report_form(organises):
    text = organises.get("/club/poster").text
    assert '<b class="where">testserver/<wbr>club/<wbr>report</b>' in text
    assert "Everyone begins at 1,000." in text


PRINTED = ["/club/poster", "/club/venue-code", "/club/all-time/points-exchange/print"]


@pytest.mark.parametrize("host", ["127.0.0.1:8123", "localhost", "[::1]:8123"])
@pytest.mark.parametrize("page", PRINTED)
def test_what_would_print_an_address_of_this_machine_alone_warns(organises, settings, page, host):
    settings.ALLOWED_HOSTS, settings.SITE_URL = ["*"], "http://localhost:8000"
    text = organises.get(page, headers={"host": host}).text
    assert "This address works on this computer only." in text
    assert f"Phones can’t open {host}." in text
    assert "ALLOWED_HOSTS=ladder.example.org" in text


@pytest.mark.parametrize("page", PRINTED)
def test_what_is_printed_leads_to_the_site_s_own_address(organises, settings, page):
    """Also when its owner opens the page on the machine that it runs on."""
    settings.ALLOWED_HOSTS, settings.SITE_URL = ["*"], "https://ladder.example.org"
    ask = organises.get if page != "/club/venue-code" else organises.post
    text = flat(ask(page, {"make": "1"}, headers={"host": "127.0.0.1:8123"}).text)
    assert 'aria-label="QR code for ladder.example.org/club/' in text
    assert "works on this computer only" not in text


def test_slips_warn_of_an_address_of_this_machine_alone(organises, settings):
    settings.ALLOWED_HOSTS, settings.SITE_URL = ["*"], "http://localhost:8000"
    text = organises.post("/accounts/invitations/club", headers={"host": "127.0.0.1:8123"}).text
    assert "Phones can’t open 127.0.0.1:8123." in text


def test_a_printed_poster_leads_on_through_all_seasons(organises, ladder):
    assert organises.get("/club/report").url == "/club/all-time/report"
    first = close_season(season_of(ladder))
    assert organises.get("/club/report").url == "/club/all-time/"
    open_next_season(first, slug="next", name="Next")
    assert organises.get("/club/report").url == "/club/next/report"
    assert organises.get("/nobody/report").status_code == 404


def test_a_ladder_without_matches_shows_its_organisers_what_comes_first(organises, client, ladder):
    assert "First steps" in organises.get("/club/").text
    client.logout()
    assert "First steps" not in flat(client.get("/club/").text)


def test_the_first_steps_of_a_tournament_ladder_speak_of_no_reports(staff):
    make_ladder("tournament-points")
    steps = staff.get("/club/").text.partition("First steps")[2].partition("</section>")[0]
    assert "With an account they can dispute a result." in steps
    assert "Its code leads to the standings." in steps
    assert "report for themselves" not in steps


def ticks(client, page="/desk"):
    """Return the steps that the page lists, and whether each is done; nothing where there is no list."""
    found = client.get(page)
    shown = found.context["checklist"]
    assert ("First steps</h2>" in found.text) == bool(shown and shown.is_shown)
    return {step.key: step.is_done for step in shown.steps} if shown and shown.is_shown else {}


@pytest.mark.parametrize("page", ["/desk", "/club/"])
def test_the_first_steps_stay_with_their_ticks_until_all_are_done(staff, organiser, ladder, page):
    nothing = dict.fromkeys(["results", "names", "invite", "poster", "backup"], False)
    assert ticks(staff, page) == nothing
    play(season_of(ladder), "Ada", "Bo")
    assert ticks(staff, page) == nothing | {"results": True}
    change_club(values={"names": "initial"}, by=organiser)
    staff.post("/settings", {"name": "Harbour", "time_zone": "UTC", "names": "full"})
    assert ticks(staff, page) == nothing | {"results": True, "names": True}
    staff.post("/accounts/invitations/club")
    prove(staff)
    staff.post("/backup/file").getvalue()
    staff.post("/desk/first-steps", {"done": "backup"})  # which is none to tick off by hand
    assert [key for key, is_done in ticks(staff, page).items() if not is_done] == ["poster"]
    answer = staff.post("/desk/first-steps", {"done": "poster", "back": page})
    assert (answer.url, ticks(staff, page)) == (page, {})


def test_what_is_posted_by_hand_ticks_off_nothing_else(staff, ladder):
    for done in ("backup", "names", "hidden", "x"):
        assert staff.post("/desk/first-steps", {"done": done, "back": "https://evil.example/"}).url == "/desk"
    assert not FirstStep.objects.exists()


def test_a_venue_code_is_as_good_as_a_poster_and_a_member_as_an_invitation(staff, ladder):
    make_venue_code(ladder=ladder, by=None)
    make_member("Ada")
    assert [key for key, is_done in ticks(staff).items() if is_done] == ["invite", "poster"]


def test_a_backup_by_the_command_is_a_backup(staff, ladder, tmp_path):
    call_command("backup", tmp_path / "site.zip", stdout=StringIO())
    assert ticks(staff)["backup"]


def test_the_first_steps_are_put_away_and_shown_again(staff, ladder):
    assert (
        staff.post("/desk/first-steps", {"hide": "1", "back": "/club/"}, follow=True).redirect_chain[0][0] == "/club/"
    )
    assert (ticks(staff), ticks(staff, "/club/")) == ({}, {})
    assert "Show the first steps" in staff.get("/desk").text
    staff.post("/desk/first-steps", {"show": "1"})
    assert len(ticks(staff)) == len(ticks(staff, "/club/")) == 5
    assert "Show the first steps" not in flat(staff.get("/desk").text)


def test_an_organiser_has_no_steps_of_the_owner_and_nothing_to_put_away(organises, ladder):
    assert list(ticks(organises, "/club/")) == ["results", "invite", "poster"]
    assert "Hide this list" not in flat(organises.get("/club/").text)
    play(season_of(ladder), "Ada", "Bo")
    assert (ticks(organises, "/club/"), ticks(organises)) == ({}, {})
    assert organises.post("/desk/first-steps", {"hide": "1"}).status_code == 403


def test_the_demonstration_has_no_first_steps(staff, ladder):
    Ladder.objects.update(is_demonstration=True)
    assert (ticks(staff), ticks(staff, "/club/")) == ({}, {})


def test_the_desk_leads_to_the_ladder_that_has_no_results_yet(staff, ladder):
    play(season_of(ladder), "Ada", "Bo")
    make_ladder("points-exchange", slug="second")
    assert 'href="/second/all-time/import"><b>Import your results</b>' in staff.get("/desk").text
