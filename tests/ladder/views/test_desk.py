"""The desk of an organiser, and the poster for the wall."""

import pytest
from django.contrib.auth.models import User

from ladder.models import Ladder
from ladder.selectors.managing import desk
from ladder.services import matches, reports, seasons
from ladder.services.reports import disputes
from ladder.services.results import Side
from players.models import Claim
from tests.factories import make_asking, make_ladder, make_member, make_player, play, season_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def ladder():
    return make_ladder("points-exchange")


def test_the_desk_shows_what_waits(organises, ladder):
    ada = make_member("Ada")
    match = play(season_of(ladder), "Bo", "Ada")
    disputes.dispute(match=match, by=ada.user, note="I won that one.", revision=match.revision)
    Claim.objects.create(user=User.objects.create_user("cy"), player=make_player("Cy"))
    text = organises.get("/desk").text
    assert "“I won that one.”" in text
    assert "<b>cy</b> says: I am Cy" in text
    assert "Disputed" in text


def test_a_disputed_match_that_is_pending_waits_once(client, organiser):
    season, ada, bo = make_asking(), make_member("Ada"), make_member("Bo")
    sides = [Side(bo, 1.0), Side(ada, 0.0)]
    disputed, other = (reports.report(season=season, sides=sides, by=bo.user, kind="rated") for _ in range(2))
    disputes.dispute(match=disputed, by=ada.user, note="I won that one.", revision=1)
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
        matches.void(match=match, by=None, reason="late", revision=1)
        Claim.objects.create(user=User.objects.create_user(f"cy{number}"), player=make_player(f"Cy {number}"))
    with django_assert_num_queries(12):
        desk(Ladder.objects.all())


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
    assert f"phones can’t open {host}.</b>" in text
    assert "ALLOWED_HOSTS=ladder.example.org" in text


@pytest.mark.parametrize("page", PRINTED)
def test_what_is_printed_leads_to_the_site_s_own_address(organises, settings, page):
    """Also when its owner opens the page on the machine that it runs on."""
    settings.ALLOWED_HOSTS, settings.SITE_URL = ["*"], "https://ladder.example.org"
    ask = organises.get if page != "/club/venue-code" else organises.post
    text = ask(page, {"make": "1"}, headers={"host": "127.0.0.1:8123"}).text
    assert 'aria-label="QR code for ladder.example.org/club/' in text
    assert "Don’t print this" not in text


def test_slips_warn_of_an_address_of_this_machine_alone(organises, settings):
    settings.ALLOWED_HOSTS, settings.SITE_URL = ["*"], "http://localhost:8000"
    text = organises.post("/accounts/invitations/club", headers={"host": "127.0.0.1:8123"}).text
    assert "phones can’t open 127.0.0.1:8123.</b>" in text


def test_a_printed_poster_leads_on_through_all_seasons(organises, ladder):
    assert organises.get("/club/report").url == "/club/all-time/report"
    first = seasons.close(season_of(ladder))
    assert organises.get("/club/report").url == "/club/all-time/"
    seasons.open_next(first, slug="next", name="Next")
    assert organises.get("/club/report").url == "/club/next/report"
    assert organises.get("/nobody/report").status_code == 404


def test_a_ladder_without_matches_shows_its_organisers_what_comes_first(organises, client, ladder):
    assert "First steps" in organises.get("/club/").text
    client.logout()
    assert "First steps" not in client.get("/club/").text


def test_the_first_steps_of_a_tournament_ladder_speak_of_no_reports(staff):
    make_ladder("tournament-points")
    steps = staff.get("/club/").text.partition("First steps")[2].partition("</section>")[0]
    assert "With an account they can say if a result is wrong." in steps
    assert "With a code that leads to the standings." in steps
    assert "report for themselves" not in steps
    assert "Who reports" not in steps
